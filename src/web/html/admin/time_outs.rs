//! `/admin/time-outs`: turns that are held, because more would time out than usual, and time-outs that were a mistake.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono::TimeDelta;

use crate::html::account::pages::Problem;
use crate::html::admin::pages::{HeldRow, PastTimeOutRow, PastTimeOuts, TimeOutsPage};
use crate::html::admin::{menu, refusal};
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::moments::FieldError;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::{AdminUrl, Url};
use crate::locale::{Message, duration};
use service::StaffError;
use table::GameId;

/// The field for how long clocks stand.
const LENGTH: &str = "length";
/// The field for the game whose time-outs are shown.
const GAME: &str = "game";
const REASON: &str = "reason";

/// What the page shows beside what is held.
#[derive(Default)]
struct Typed {
    length: String,
    game: String,
    /// The number of the event.
    time_out: Option<u32>,
    reason: String,
}

/// What was wrong with a form.
type Refused = Option<(StatusCode, FieldError)>;

pub(crate) async fn get(member: StaffMember, request: HttpRequest) -> PageResult {
    let game = Fields::of_query(&request)?.optional(GAME)?.unwrap_or_default().trim().to_owned();
    page(&member, None, Typed { game, ..Typed::default() }).await
}

pub(crate) async fn release(StaffForm(member, _): StaffForm) -> PageResult {
    let done = member.viewer.web().service.release_time_outs(member.viewer.principal()).await;
    after(&member, done, (&Url::Admin(AdminUrl::TimeOuts), Flash::TimeOutsReleased), Typed::default()).await
}

pub(crate) async fn stop(StaffForm(member, fields): StaffForm) -> PageResult {
    let typed = Typed { length: fields.needed(LENGTH)?, ..Typed::default() };
    let Some(seconds) = duration::parse(typed.length.trim()) else {
        let why = (LENGTH, Message::new("refused-duration").with("text", typed.length.as_str()));
        return page(&member, Some((StatusCode::UNPROCESSABLE_ENTITY, why)), typed).await;
    };
    let length = TimeDelta::seconds(seconds.into());
    let done = member.viewer.web().service.stop_clocks(member.viewer.principal(), length).await;
    after(&member, done, (&Url::Admin(AdminUrl::TimeOuts), Flash::ClocksStopped), typed).await
}

pub(crate) async fn take_back(StaffForm(member, fields): StaffForm) -> PageResult {
    let (n, game) = (fields.needed("n")?, fields.needed::<String>(GAME)?);
    let reason = fields.required(REASON)?.to_owned();
    let typed = Typed { game, time_out: Some(n), reason, ..Typed::default() };
    let Some(game) = game_in(&typed.game) else { return page(&member, None, typed).await };
    let (service, principal) = (&member.viewer.web().service, member.viewer.principal());
    let done = service.take_back_time_out(principal, &game, n, &typed.reason).await;
    after(&member, done, (&Url::Admin(AdminUrl::TimeOuts), Flash::TimeOutTakenBack), typed).await
}

async fn after(
    member: &StaffMember,
    done: Result<(), StaffError>,
    (to, flash): (&Url<'_>, Flash),
    typed: Typed,
) -> PageResult {
    let Err(error) = done else { return Ok(member.viewer.go(to, Some(flash), &[])) };
    let field = match error {
        StaffError::Length => LENGTH,
        StaffError::Reason => REASON,
        StaffError::NoTimeOut => GAME,
        _ => "",
    };
    let (status, why) = refusal(error)?;
    page(member, Some((status, (field, why))), typed).await
}

/// The game of an address, or with this id.
fn game_in(typed: &str) -> Option<GameId> {
    let path = typed.split(['?', '#']).next().unwrap_or_default();
    path.split('/').find_map(GameId::parse)
}

async fn page(member: &StaffMember, refused: Refused, typed: Typed) -> PageResult {
    let (viewer, locale) = (&member.viewer, member.viewer.locale());
    let held = viewer.web().service.held_time_outs(viewer.principal()).await?;
    let (past, refused) = match past(member, &typed).await? {
        Ok(past) => (past, refused),
        Err(why) => (None, Some((StatusCode::UNPROCESSABLE_ENTITY, (GAME, why)))),
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |(status, _)| *status);
    let page = TimeOutsPage {
        layout: viewer.layout(locale.say("admin-time-outs")),
        menu: menu(member),
        error: refused.map(|(_, (field, why))| Problem {
            field: Some(field).filter(|field| !field.is_empty()),
            text: locale.format(&why),
        }),
        held: held
            .map(|held| HeldRow { count: held.count, first: locale.moment(held.first, member.user.zone) }),
        length: typed.length,
        game: typed.game,
        past,
        reason: typed.reason,
    };
    viewer.private_page(status, &page)
}

/// The time-outs of the game that was asked for, or why there is no such game.
async fn past(
    member: &StaffMember,
    typed: &Typed,
) -> Result<Result<Option<PastTimeOuts>, Message>, StaffError> {
    if typed.game.is_empty() {
        return Ok(Ok(None));
    }
    let unknown = || Message::new("refused-unknown-game").with("text", typed.game.as_str());
    let Some(game) = game_in(&typed.game) else { return Ok(Err(unknown())) };
    let (service, principal) = (&member.viewer.web().service, member.viewer.principal());
    let time_outs = match service.past_time_outs(principal, &game).await {
        Err(StaffError::NotFound) if service.role(principal) >= Some(service::Role::Admin) => {
            return Ok(Err(unknown()));
        }
        time_outs => time_outs?,
    };
    let rows = time_outs.into_iter().map(|time_out| PastTimeOutRow {
        n: time_out.n,
        at: member.viewer.locale().moment(time_out.at, member.user.zone),
        player: time_out.player,
        chosen: typed.time_out == Some(time_out.n),
    });
    Ok(Ok(Some(PastTimeOuts { game: game.to_string(), rows: rows.collect() })))
}
