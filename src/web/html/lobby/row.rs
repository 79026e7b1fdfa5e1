//! Rows and cards of lists of games.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::html::lobby::pages::{GameRow, PlayerPiece, RowJoin};
use crate::html::wording::{deadline, player, rating, reliability, rule_names, time_control};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::locale::{Locale, Message, key};
use account::UserId;
use art::Hue;
use engine::{COLOUR_NAMES, FollowerKind, Seat};
use service::{Admission, Dashboard, Missed};
use table::{NotificationKind, Person, Player, Reliability, Settings, Status, StoredNotification, Table};

/// The game as `viewer` sees it.
pub fn row(viewer: &Viewer, game: &Table) -> GameRow {
    let now = viewer.web().service.now();
    let mine =
        game.to_move().filter(|&seat| viewer.user().and_then(|user| game.seat_of(&user.id)) == Some(seat));
    GameRow {
        id: game.id.clone(),
        players: players(viewer, game),
        pieces: pieces(viewer, game),
        rules: rules(viewer.locale(), game),
        pace: pace(viewer, game),
        state: state(viewer, game),
        deadline: deadline::of(viewer, game),
        changed: viewer.locale().distance(game.changed(), now),
        last: game.last_event(),
        hand: mine.map_or_else(Vec::new, |_| game.hand().to_vec()),
        locale: viewer.locale().of_book(game.settings.rules.preset),
        required: required(viewer.locale(), game),
        rating: wanted_rating(viewer.locale(), game),
        company: company(&game.settings).filter(|_| game.is_waiting()).map(|key| viewer.locale().say(key)),
        join: None,
        reliable: Vec::new(),
        missed: None,
        unread: 0,
        since: None,
    }
}

/// "Slow, usually 5 weeks"
fn pace(viewer: &Viewer, game: &Table) -> Option<String> {
    let usual = viewer.web().service.game_lengths().of_table(game);
    let pace = || time_control::name_and_length(viewer.locale(), game.settings.time_control, usual);
    game.is_waiting().then(pace)
}

/// What a table asks of those who want to sit down.
fn required(locale: Locale, game: &Table) -> Option<String> {
    reliability::required(locale, game.settings.reliability).filter(|_| game.is_waiting())
}

/// "rating 1300–1700"
fn wanted_rating(locale: Locale, game: &Table) -> Option<String> {
    let range = rating::range(locale, game.settings.rating).filter(|_| game.is_waiting())?;
    Some(locale.text("rating-range-wanted").with("range", range).to_string())
}

/// "Modern rules", "Modern rules, game 2 of a series".
fn rules(locale: Locale, game: &Table) -> String {
    let rules = rule_names::short(locale, &game.settings.rules);
    match &game.series {
        Some(place) => locale.text("series-row").with("rules", rules).with("n", place.n).to_string(),
        None => rules,
    }
}

pub fn rows(viewer: &Viewer, games: &[Table]) -> Vec<GameRow> {
    games.iter().map(|game| row(viewer, game)).collect()
}

/// Lists of tables, of which some wait for players: how reliable the people there are, and whether the viewer can join them.
pub async fn rows_with_seats<const N: usize>(
    viewer: &Viewer,
    lists: [&[Table]; N],
) -> Result<[Vec<GameRow>; N], PageError> {
    let tables: Vec<&Table> = lists.into_iter().flatten().collect();
    let found = viewer.web().service.admission(viewer.principal(), &tables).await?;
    let row = |game: &Table| GameRow {
        reliable: reliable(viewer, game, &found.reliability),
        join: game.is_waiting().then(|| join(viewer, game, &found)),
        ..row(viewer, game)
    };
    Ok(lists.map(|games| games.iter().map(row).collect()))
}

fn join(viewer: &Viewer, game: &Table, found: &Admission) -> RowJoin {
    let locale = viewer.locale();
    if viewer.user().is_none() {
        return RowJoin::WhyNot(locale.say("game-needs-account").to_owned());
    }
    let why = found.refused.get(&game.id).map(|why| locale.format(&Message::from(why)));
    why.map_or(RowJoin::Seat, RowJoin::WhyNot)
}

/// "ann: 98 % in time"
fn reliable(viewer: &Viewer, game: &Table, found: &HashMap<UserId, Reliability>) -> Vec<String> {
    let locale = viewer.locale();
    let words = |person: &Person| {
        let reliability = reliability::name(locale, *found.get(&person.id)?);
        let words = locale.text("game-reliability").with("name", player::person_name(locale, person));
        Some(words.with("reliability", reliability).to_string())
    };
    let people = game.seats().into_iter().flatten().filter_map(Player::person);
    let you = viewer.user().map(|user| &user.id);
    let others = people.filter(|person| game.is_waiting() && you != Some(&person.id));
    others.filter_map(words).collect()
}

/// The viewer's own games, with the turns that they have missed and the lines that they have not read.
pub fn own_rows(viewer: &Viewer, games: &[Table], found: &Dashboard) -> Vec<GameRow> {
    let row = |game| GameRow {
        missed: missed(viewer.locale(), game, found),
        unread: unread(game, found),
        ..row(viewer, game)
    };
    games.iter().map(row).collect()
}

pub fn unread(game: &Table, found: &Dashboard) -> u32 {
    found.unread.iter().find(|(id, _)| *id == game.id).map_or(0, |(_, unread)| *unread)
}

fn missed(locale: Locale, game: &Table, found: &Dashboard) -> Option<String> {
    let told = |kind: NotificationKind| {
        let is = |told: &StoredNotification| told.game == game.id && told.kind == kind;
        found.notifications.iter().any(is)
    };
    if told(NotificationKind::Replaced) {
        return Some(locale.say("game-replaced").to_owned());
    }
    if told(NotificationKind::Out) {
        return Some(locale.say("game-out").to_owned());
    }
    if told(NotificationKind::TimeOutTakenBack) {
        return Some(locale.say("game-time-out-taken-back").to_owned());
    }
    let (_, missed) = found.missed.iter().find(|(id, _)| *id == game.id)?;
    Some(match missed {
        Missed::Turns(missed) => locale.text("game-missed").with("n", *missed).to_string(),
        Missed::Offered => locale.say("game-own-seat-offered").to_owned(),
        Missed::Substituted => locale.say("game-substituted").to_owned(),
    })
}

/// The players with their points, the viewer first. Seats have their colours before the game starts.
fn pieces(viewer: &Viewer, game: &Table) -> Vec<PlayerPiece> {
    let me = viewer.user().and_then(|user| game.seat_of(&user.id)).map(Seat::index);
    let names = player::names(viewer.locale(), game);
    let piece = |(seat, name): (usize, Option<Cow<'_, str>>)| {
        let colour = COLOUR_NAMES[seat % COLOUR_NAMES.len()];
        Some(PlayerPiece {
            name: name?.into_owned(),
            figure: art::follower(Hue::named(colour, seat), FollowerKind::Meeple),
            points: game.scores().get(seat).copied(),
            you: Some(seat) == me,
            to_move: game.to_move().is_some_and(|mover| mover.index() == seat),
        })
    };
    let mut pieces: Vec<_> = names.into_iter().enumerate().filter_map(piece).collect();
    pieces.sort_by_key(|piece| !piece.you);
    pieces
}

/// The names of the players, the viewer first; several computers are only counted.
fn players(viewer: &Viewer, game: &Table) -> String {
    let locale = viewer.locale();
    if game.is_exhibition() {
        let names: Vec<_> = player::names(locale, game).into_iter().flatten().collect();
        return locale.text("game-exhibition").with("names", locale.list(&names)).to_string();
    }
    let me = viewer.user().and_then(|user| game.seat_of(&user.id)).map(Seat::index);
    let seated = player::names(locale, game);
    let taken = seated.iter().enumerate().filter_map(|(seat, name)| Some((seat, name.as_deref()?)));
    let (mine, others): (Vec<_>, Vec<_>) = taken.partition(|(seat, _)| Some(*seat) == me);
    let (computers, people): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|&(seat, _)| game.seats()[seat].and_then(Player::level).is_some());
    let counted = locale.text("game-computers").with("n", computers.len()).to_string();
    let computers = if computers.len() > 1 {
        vec![counted.as_str()]
    } else {
        computers.iter().map(|&(_, name)| name).collect()
    };
    let names = people.into_iter().map(|(_, name)| name).chain(computers);
    let names: Vec<&str> = names.collect();
    let seats = seated.len();
    match (mine.is_empty(), names.len()) {
        (true, 0) => locale.text("game-empty-table").with("seats", seats).to_string(),
        (false, 0) => locale.text("game-your-table").with("seats", seats).to_string(),
        (true, _) => locale.list(&names),
        (false, _) => locale.list(&[&[locale.say("game-you")], &names[..]].concat()),
    }
}

fn state(viewer: &Viewer, game: &Table) -> String {
    let locale = viewer.locale();
    let me = viewer.user().and_then(|user| game.seat_of(&user.id));
    match (game.status(), game.to_move()) {
        (Status::Open, _) => open(locale, game, viewer.user().map(|user| &user.id)),
        (Status::Playing, Some(_)) if viewer.user().is_some_and(|user| game.waits_for(&user.id)) => {
            locale.say("game-your-turn").to_owned()
        }
        (Status::Playing, Some(seat)) if game.is_vacant() => {
            locale.text("game-seat-offered").with("name", name(locale, game, seat)).to_string()
        }
        (Status::Playing, Some(seat)) => {
            locale.text("game-turn-of").with("name", name(locale, game, seat)).to_string()
        }
        (Status::Playing, None) => locale.say("game-in-progress").to_owned(),
        (Status::Finished, _) if me.is_some_and(|seat| game.winners() == [seat]) => {
            locale.say("game-you-won").to_owned()
        }
        (Status::Finished, _) => winners(locale, game),
    }
}

/// Which players or salts a table waits for.
fn open(locale: Locale, game: &Table, viewer: Option<&UserId>) -> String {
    if game.revealing().is_some() {
        let mine = viewer.and_then(|user| game.missing_salt(user)).is_some();
        return locale
            .say(if mine { key("game-needs-salt") } else { key("game-waiting-for-salts") })
            .to_owned();
    }
    if viewer.is_some_and(|user| game.is_reserved_for(user)) {
        return locale.say("game-seat-reserved").to_owned();
    }
    let declined: Vec<_> = game
        .invitations()
        .iter()
        .filter(|invitation| invitation.declined)
        .map(|invitation| player::person_name(locale, &invitation.person))
        .collect();
    if viewer.is_some_and(|user| game.is_opened_by(user)) && !declined.is_empty() {
        return locale.text("game-declined").with("names", locale.list(&declined)).to_string();
    }
    let free = game.waiting().iter().filter(|seat| seat.player.is_none());
    let awaited: Vec<_> =
        free.filter_map(|seat| Some(player::person_name(locale, seat.reserved.as_ref()?))).collect();
    if awaited.is_empty() {
        locale.text("game-free-seats").with("n", game.free_seats()).to_string()
    } else {
        locale.text("game-waiting-for").with("names", locale.list(&awaited)).to_string()
    }
}

fn name(locale: Locale, game: &Table, seat: Seat) -> Cow<'_, str> {
    player::name(locale, game, seat).unwrap_or_else(|| locale.say("game-player-unknown").into())
}

/// The winners, in words.
pub fn winners(locale: Locale, game: &Table) -> String {
    let names: Vec<_> = game.winners().iter().map(|&seat| name(locale, game, seat)).collect();
    match names.as_slice() {
        [] => locale.say("game-finished").to_owned(),
        [winner] => locale.text("game-won").with("name", winner).to_string(),
        tied => locale.text("game-tied").with("names", locale.list(tied)).to_string(),
    }
}

/// The message about who may join, beyond people whose games change no rating.
const fn company(settings: &Settings) -> Option<&'static str> {
    match (settings.rated, settings.bots) {
        (true, false) => Some(key("rated-label")),
        (true, true) => Some(key("rated-bots")),
        (false, true) => Some(key("bots-label")),
        (false, false) => None,
    }
}
