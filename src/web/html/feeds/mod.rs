//! `/feeds/{token}/turns.atom` and `.ics`: what waits for a user, for feed readers and calendars.
//!
//! The token in the URL identifies the user; sessions are ignored.

pub mod page;

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag, Header, IfNoneMatch};
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::html::feeds::page::{FeedPage, Item, ItemAbout, PastTurn};
use crate::html::lobby::row::winners;
use crate::html::response::PageResult;
use crate::html::wording::{
    challenge, invitation, notification, player, rule_names, tile_words, time_control,
};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::{ChallengeUrl, Url};
use crate::locale::Locale;
use account::FeedToken;
use engine::Rotation;
use service::Feed;
use table::{
    ChallengeState, ChallengeView, Channel, FeedTurn, NotificationKind, NotificationTopic,
    StoredNotification, Table,
};

pub(crate) async fn atom(viewer: Viewer, token: Path<String>, request: HttpRequest) -> PageResult {
    let page = load(&viewer, &token).await?;
    Ok(text_response(&request, "application/atom+xml; charset=utf-8", page.atom()))
}

pub(crate) async fn calendar(viewer: Viewer, token: Path<String>, request: HttpRequest) -> PageResult {
    let page = load(&viewer, &token).await?;
    Ok(text_response(&request, "text/calendar; charset=utf-8", page.calendar()))
}

async fn load(viewer: &Viewer, token: &str) -> Result<FeedPage, PageError> {
    let token = FeedToken::parse(token).ok_or(PageError::NotFound)?;
    let feed = viewer.web().service.feed(viewer.principal(), &token).await?.ok_or(PageError::NotFound)?;
    let wants = |topic| feed.settings.wants(topic, Channel::Feed);
    let invited = feed.invitations.iter().filter(|_| wants(NotificationTopic::Invitation));
    let challenged = feed.challenges.iter().filter(|_| wants(NotificationTopic::Challenge));
    let challenged = challenged.filter_map(|view| self::challenged(viewer, &feed, view));
    let others = invited.map(|table| self::invited(viewer, &feed, table)).chain(challenged);
    Ok(FeedPage {
        locale: viewer.locale(),
        name: feed.name.clone(),
        home: viewer.absolute(&Url::Home),
        address: viewer.absolute(&Url::FeedAtom(token.reveal())),
        since: feed.since,
        turns: feed.my_turn.iter().map(|game| turn(viewer, &feed, game)).collect(),
        over: feed.turns.iter().filter_map(|turn| past(viewer, turn)).collect(),
        lists_turns: wants(NotificationTopic::Turn),
        others: others.chain(feed.unseen.iter().map(|(one, game)| event(viewer, &feed, one, game))).collect(),
    })
}

/// A game that waits for the user's turn.
fn turn(viewer: &Viewer, feed: &Feed, game: &Table) -> Item {
    let locale = viewer.locale();
    let hand: Vec<String> = game
        .hand()
        .iter()
        .map(|&kind| tile_words::words(locale.of_book(game.settings.rules.preset), kind, Rotation::R0))
        .collect();
    let tiles = hand.join(" ");
    let title = locale.text("feed-your-turn").with("players", player::others(locale, game, &feed.user));
    let summary = match game.deadline() {
        Some(at) => {
            let text = locale.text("feed-in-hand-until").with("tiles", tiles);
            text.with("moment", locale.moment(at, feed.zone))
        }
        None => locale.text("feed-in-hand").with("tiles", tiles),
    };
    let item = item(viewer, game, title.into(), summary.into());
    match feed.turns.iter().find(|turn| turn.game == game.id && !turn.is_over) {
        Some(turn) => Item { n: turn.n, updated: turn.changed, moved: turn.changes, ..item },
        None => item,
    }
}

/// A turn that is over, of a game with a clock.
fn past(viewer: &Viewer, turn: &FeedTurn) -> Option<PastTurn> {
    Some(PastTurn {
        game: turn.game.clone(),
        n: turn.n,
        deadline: turn.deadline.filter(|_| turn.is_over)?,
        ended: turn.changed,
        changes: turn.changes,
        href: viewer.absolute(&Url::Game(&turn.game)),
    })
}

/// Something that the user has not seen.
fn event(viewer: &Viewer, feed: &Feed, one: &StoredNotification, game: &Table) -> Item {
    if one.kind == NotificationKind::Finished {
        return over(viewer, feed, game);
    }
    let locale = viewer.locale();
    let what = locale.say(notification::title(one.kind));
    let declined = game.invitations().iter().filter(|invitation| invitation.declined);
    let declined: Vec<_> =
        declined.map(|invitation| player::person_name(locale, &invitation.person)).collect();
    let players = player::others(locale, game, &feed.user);
    let title = if one.kind == NotificationKind::Declined && !declined.is_empty() {
        locale.text("game-declined").with("names", locale.list(&declined)).into()
    } else if players.is_empty() {
        what.to_owned()
    } else {
        format!("{what} – {players}")
    };
    let item = item(viewer, game, title, settings(locale, game));
    Item { event: Some(one.kind.word()), n: one.n, updated: one.at, ..item }
}

/// A finished game that the user has not looked at.
fn over(viewer: &Viewer, feed: &Feed, game: &Table) -> Item {
    let locale = viewer.locale();
    let names = player::names(locale, game).into_iter().map(Option::unwrap_or_default);
    let scores: Vec<String> = names
        .zip(game.scores())
        .map(|(name, points)| locale.text("feed-score").with("name", name).with("points", points).to_string())
        .collect();
    let title = locale.text("feed-finished").with("players", player::others(locale, game, &feed.user));
    let summary = locale.text("feed-scores").with("result", winners(locale, game));
    let summary = summary.with("scores", locale.list(&scores));
    let over = item(viewer, game, title.into(), summary.into());
    Item { href: viewer.absolute(&Url::Final(&game.id)), ..over }
}

/// The rules and the time control in a few words.
fn settings(locale: Locale, table: &Table) -> String {
    let text = locale.text("feed-invitation").with("rules", rule_names::short(locale, &table.settings.rules));
    text.with("clock", time_control::name(locale, table.settings.time_control)).into()
}

/// A table to which the user is invited.
fn invited(viewer: &Viewer, feed: &Feed, table: &Table) -> Item {
    let locale = viewer.locale();
    let item = item(viewer, table, invitation::title(locale, table), settings(locale, table));
    let at = table.invitation(&feed.user).map(|invitation| invitation.at);
    Item { updated: at.unwrap_or(item.updated), ..item }
}

/// What has become of a challenge.
fn challenged(viewer: &Viewer, feed: &Feed, view: &ChallengeView) -> Option<Item> {
    let (locale, challenge) = (viewer.locale(), &view.challenge);
    let (_, notice) = challenge.notice()?;
    let title = locale.text(notification::challenge(notice));
    Some(Item {
        about: ItemAbout::Challenge(challenge.id.clone()),
        n: challenge.n,
        event: Some(notice.word()),
        title: title.with("name", challenge::opponent(locale, view, &feed.user)).into(),
        summary: challenge::summary(locale, &challenge.terms),
        href: viewer.absolute(&Url::Challenge(ChallengeUrl::Of(&challenge.id))),
        updated: match &challenge.state {
            ChallengeState::Open => challenge.offered,
            ChallengeState::Ended(_, at) => *at,
        },
        moved: 0,
        deadline: None,
    })
}

fn item(viewer: &Viewer, game: &Table, title: String, summary: String) -> Item {
    Item {
        about: ItemAbout::Game(game.id.clone()),
        n: game.last_event(),
        event: None,
        title,
        summary,
        href: viewer.absolute(&Url::Game(&game.id)),
        updated: game.changed(),
        moved: 0,
        deadline: game.deadline(),
    }
}

/// The text, or 304 if the client has this version.
fn text_response(request: &HttpRequest, kind: &'static str, text: String) -> HttpResponse {
    // Weak, because the text may be compressed on its way.
    let tag = EntityTag::new_weak(HEXLOWER.encode(&Sha256::digest(&text)[..16]));
    let known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(&tag)),
        Ok(IfNoneMatch::Any) | Err(_) => false,
    };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((CACHE_CONTROL, "private, no-cache")).insert_header((ETAG, tag.to_string()));
    if known { response.finish() } else { response.content_type(kind).body(text) }
}
