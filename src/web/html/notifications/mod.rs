//! `/notifications`: what the viewer was notified of, and the forms that mark it as seen and mute games.

mod page;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use chrono::DateTime;

use crate::html::notifications::page::{Entry, ListPage, OneGame};
use crate::html::response::PageResult;
use crate::html::wording::{notification, player};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::{NotificationQuery, Url};
use crate::locale::{Message, key};
use service::MuteError;
use table::{GameId, NotificationFilter, NotificationKind, NotificationTopic, StoredNotification, Table};

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    let SignedIn { viewer, .. } = &person;
    let (service, principal, locale) = (&viewer.web().service, viewer.principal(), viewer.locale());
    let fields = Fields::of_query(&request)?;
    let query = part(&fields, "game")?;
    let found = service.notifications(principal, &query.filter, query.before.as_ref()).await?;
    let game = match &query.filter.game {
        Some(game) => one_game(&person, game).await?,
        None => None,
    };
    viewer.private_page(
        StatusCode::OK,
        &ListPage {
            layout: viewer.layout(locale.say("notifications-title")),
            entries: found.notifications.iter().map(|(one, table)| entry(&person, one, table)).collect(),
            older: found.next.map(|last| NotificationQuery { before: Some(last), ..query.clone() }),
            marked: fields.parsed("marked")?,
            game,
            query,
        },
    )
}

/// The game that the list is about, if the viewer plays in it.
async fn one_game(person: &SignedIn, game: &GameId) -> Result<Option<OneGame>, PageError> {
    let SignedIn { viewer, user } = person;
    let (service, principal) = (&viewer.web().service, viewer.principal());
    let found = service.table(principal, game, None).await?;
    let Some(table) = found.map(|found| found.table).filter(|table| table.seat_of(&user.id).is_some()) else {
        return Ok(None);
    };
    let players = player::others(viewer.locale(), &table, &user.id);
    Ok(Some(OneGame { muted: service.is_muted(principal, game).await?, id: table.id, players }))
}

fn entry(SignedIn { viewer, user }: &SignedIn, one: &StoredNotification, table: &Table) -> Entry {
    let locale = viewer.locale();
    Entry {
        game: one.game.clone(),
        kind: one.kind.word(),
        n: one.n,
        what: locale.say(notification::title(one.kind)),
        players: player::others(locale, table, &user.id),
        at: locale.moment(one.at, user.zone),
        iso: one.at.to_rfc3339(),
        seen: one.seen,
    }
}

pub(crate) async fn mark_all_seen(SignedIn { viewer, .. }: SignedIn, _: VerifiedForm) -> PageResult {
    let (at, marked) = viewer.web().service.mark_all_seen(viewer.principal()).await?;
    let undo = Url::NotificationsMarked(at.timestamp_millis());
    Ok(viewer.go(if marked > 0 { &undo } else { &Url::NotificationList }, None, &[]))
}

/// Marks a notification as seen or unseen.
pub(crate) async fn mark_seen(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (service, principal) = (&viewer.web().service, viewer.principal());
    let unclear = || PageError::bad_request("request-unclear");
    let game = fields.chosen("game", GameId::parse)?.ok_or_else(unclear)?;
    let kind = fields.chosen("kind", NotificationKind::parse)?.ok_or_else(unclear)?;
    let seen = fields.required("seen")? == "yes";
    // Where the form was.
    let list = part(&fields, "of")?;
    if !service.mark_notification(principal, &game, kind, fields.needed("n")?, seen).await? {
        return Err(PageError::NotFound);
    }
    Ok(viewer.go(&Url::NotificationListOf(&list), None, &[]))
}

/// Takes back that all were marked as seen.
pub(crate) async fn mark_unseen(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let at = DateTime::from_timestamp_millis(fields.needed("at")?);
    // Zero is what is not seen.
    let at = at.filter(|at| at.timestamp_millis() > 1);
    let at = at.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    viewer.web().service.unmark_seen(viewer.principal(), at).await?;
    Ok(viewer.go(&Url::NotificationList, None, &[]))
}

/// Mutes a game, or ends that.
pub(crate) async fn mute(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let game = fields.chosen("game", GameId::parse)?;
    let game = game.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let muted = fields.required("muted")? == "yes";
    match viewer.web().service.mute(viewer.principal(), &game, muted).await {
        Ok(()) => {}
        Err(MuteError::NotIn) => {
            return Err(PageError::BadRequest(Message::new(key("refused-mute"))));
        }
        Err(MuteError::Denied(why)) => return Err(why.into()),
        Err(MuteError::Store(failure)) => return Err(failure.into()),
    }
    let flash = if muted { Flash::GameMuted } else { Flash::GameUnmuted };
    if fields.optional("back")? == Some("settings") {
        return Ok(viewer.go(&Url::Notifications, Some(flash), &[]));
    }
    Ok(viewer.go(&Url::NotificationsOf(&game), Some(flash), &[]))
}

/// A script says that an open page has shown whose turn it is.
pub(crate) async fn see_turns(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let game = fields.chosen("game", GameId::parse)?;
    viewer.web().service.see_turns(viewer.principal(), game.as_ref()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The part of the list that the fields name.
fn part(fields: &Fields, game: &str) -> Result<NotificationQuery, PageError> {
    let filter = NotificationFilter {
        game: fields.chosen(game, GameId::parse)?,
        topic: fields.chosen("topic", NotificationTopic::parse)?,
        unseen: fields.optional("unseen")? == Some("yes"),
    };
    Ok(NotificationQuery { filter, before: fields.chosen("before", NotificationQuery::parse_place)? })
}
