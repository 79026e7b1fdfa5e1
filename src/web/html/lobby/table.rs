//! A table that waits for players, and its invite link.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::service::{SALT_LONGEST, TableView};
use crate::table::{GameId, Invite, Status};
use crate::web::html::aids;
use crate::web::html::answer::Answer;
use crate::web::html::games::show::Look;
use crate::web::html::games::{self, LoadedGame};
use crate::web::html::lobby::table_page::{MayJoin, SeatRow, TablePage};
use crate::web::html::player;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;
use crate::web::locale::Locale;

/// `/games/{id}`: the table before its game, or the game.
pub(in crate::web) async fn show(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let look = Look::read(&Fields::of_query(&request)?)?;
    match LoadedGame::of(viewer.locale(), games::table(&viewer, &id).await?) {
        Ok(loaded) => games::show::get(&viewer, &loaded, look, &request),
        Err(table) => page(&viewer, &table, None, None),
    }
}

/// `/join/{key}`: the table behind an invite link.
pub(in crate::web) async fn invited(viewer: Viewer, key: Path<String>) -> Answer {
    let invite = Invite::parse(&key).ok_or(PageError::NotFound)?;
    let service = &viewer.web().service;
    let game = service.invited(viewer.principal(), &invite).await?.ok_or(PageError::NotFound)?;
    let table = service.table(viewer.principal(), &game, Some(&invite)).await?.ok_or(PageError::NotFound)?;
    if table.table.status() == Status::Open && table.you.is_none() {
        page(&viewer, &table, Some(&invite), None)
    } else {
        Ok(viewer.go(&Url::Game(game.as_str()), None, &[]))
    }
}

/// Why a form on the table's page was rejected, with what was typed.
pub(in crate::web) struct Refused {
    pub sentence: String,
    pub salt: String,
}

/// The page of a table that waits for players.
pub(in crate::web) fn page(
    viewer: &Viewer,
    table: &TableView,
    invite: Option<&Invite>,
    refused: Option<Refused>,
) -> Answer {
    let (game, locale) = (&table.table, viewer.locale());
    let free = game.free_seats();
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let (error, salt) = match refused {
        Some(Refused { sentence, salt }) => (Some(sentence), salt),
        None => (None, String::new()),
    };
    let names = player::names(locale, game);
    let seats = game.waiting().iter().enumerate().map(|(i, seat)| SeatRow {
        player: names.get(i).copied().flatten().map(ToOwned::to_owned),
        you: table.you.is_some_and(|seat| seat.index() == i),
        reserved_for: seat.reserved.as_ref().map(|person| person.name.clone()),
        handicap: game.handicaps.get(i).copied().unwrap_or(0),
    });
    viewer.page_with(
        status,
        &TablePage {
            layout: viewer.layout(locale.text("table-title").with("seats", game.seats().len())),
            error,
            id: game.id.to_string(),
            rules: RulesNote::of(
                locale,
                &game.rules,
                game.aids,
                invite.is_none().then(|| game.id.to_string()),
            ),
            seats: seats.collect(),
            free,
            clock: clock(locale, game.time_control.days()),
            aids: aids::name(locale, game.aids),
            public: game.is_public(),
            commitment: table.commitment.to_string(),
            link: table.invite.as_ref().map(|invite| viewer.absolute(&Url::Invitation(invite.reveal()))),
            join: may_join(viewer, table, invite),
            may_close: table.is_opener,
            salt,
            salt_longest: SALT_LONGEST,
        },
    )
}

fn may_join(viewer: &Viewer, table: &TableView, invite: Option<&Invite>) -> MayJoin {
    let key = invite.map(Invite::reveal);
    let back = || back(&table.table.id, invite);
    match (table.you, viewer.account()) {
        (Some(_), _) => MayJoin::Seated,
        (None, Some(account)) if account.guest && !table.computer_only => MayJoin::Guest { back: back() },
        (None, Some(account)) if table.table.seat_for(&account.id).is_none() => MayJoin::Reserved,
        (None, Some(_)) => MayJoin::Yes { invite: key.map(str::to_owned) },
        (None, None) => MayJoin::SignIn { back: back() },
    }
}

/// The path to return to after signing in.
pub(in crate::web) fn back(game: &GameId, invite: Option<&Invite>) -> String {
    match invite {
        Some(invite) => Url::Invitation(invite.reveal()).to_string(),
        None => Url::Game(game.as_str()).to_string(),
    }
}

fn clock(locale: Locale, days: Option<u8>) -> String {
    match days {
        None => locale.say("table-no-limit").to_owned(),
        Some(days) => locale.text("table-days").with("n", days).to_string(),
    }
}
