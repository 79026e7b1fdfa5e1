//! Events as sentences.

use crate::engine::{Cause, Colour, ColourSet, EndReason, Event, Follower, Scored, TileKind, Turn};
use crate::insight::Completed;

use crate::web::html::games::names::Names;
use crate::web::html::games::words;
use crate::web::locale::{Locale, Text, key};

pub fn sentence(names: &Names, event: &Event) -> String {
    let locale = names.locale();
    match event {
        Event::Draw { tiles, discarded } => draw(names, tiles, discarded),
        Event::Turn { .. } => {
            event.turn().map_or_else(String::new, |(colour, turn)| placed(names, colour, turn))
        }
        &Event::Score { feature, colours, points, tiles, cause } => {
            let completed = Completed { feature, tiles, colours, points };
            if cause == Cause::End { scored_at_end(names, &completed) } else { scored(names, &completed) }
        }
        &Event::Pass { colour } => {
            locale.text("event-passed").with("who", names.starting(colour)).to_string()
        }
        &Event::Resign { colour } => {
            locale.text("event-resigned").with("who", names.starting(colour)).to_string()
        }
        &Event::Timeout { colour } => {
            locale.text("event-timed-out").with("who", names.starting(colour)).to_string()
        }
        Event::Skip {} => locale.say("event-skipped").to_owned(),
        Event::Takeback { to } => locale.text("event-takeback").with("n", to).to_string(),
        Event::End { scores, reason, .. } => end(names, scores, *reason),
    }
}

fn placed(names: &Names, colour: Colour, turn: Turn) -> String {
    let Turn { tile, position, rotation, follower } = turn;
    let (locale, who) = (names.locale(), names.starting(colour));
    let follower = follower.and_then(|Follower { kind, on }| {
        let segment = on.segment(tile, rotation)?;
        Some((names.follower(kind), words::segment(locale, tile, rotation, segment)))
    });
    match follower {
        Some((follower, place)) => locale
            .text("event-placed-follower")
            .with("who", who)
            .with("cell", position)
            .with("follower", follower)
            .with("place", place)
            .to_string(),
        None => locale.text("event-placed").with("who", who).with("cell", position).to_string(),
    }
}

fn draw(names: &Names, tiles: &[TileKind], discarded: &[TileKind]) -> String {
    let locale = names.locale();
    let drawn = match tiles {
        [] => locale.say("event-none-drawn").to_owned(),
        tiles => locale.text("event-drawn").with("tiles", locale.list(tiles)).to_string(),
    };
    if discarded.is_empty() {
        return drawn;
    }
    let (gone, back): (Vec<TileKind>, Vec<TileKind>) =
        discarded.iter().partition(|kind| names.is_set_aside(**kind));
    let back = (!back.is_empty()).then(|| {
        locale.text("event-put-back").with("tiles", locale.list(&back)).with("drawn", &drawn).to_string()
    });
    let drawn = back.unwrap_or(drawn);
    if gone.is_empty() {
        return drawn;
    }
    locale.text("event-discarded").with("tiles", locale.list(&gone)).with("drawn", drawn).to_string()
}

/// "ann scored 8 points for a city of 4 tiles."
pub fn scored(names: &Names, completed: &Completed) -> String {
    let &Completed { feature, tiles, colours, points } = completed;
    let locale = names.locale();
    locale
        .text("event-scored")
        .with("who", names.all_starting(colours))
        .with("points", points_each(locale, colours, points))
        .with("feature", feature_scored(locale, feature, tiles))
        .to_string()
}

/// "ann scored 3 points for a road of 3 tiles at the end."
fn scored_at_end(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> String {
    let locale = names.locale();
    locale
        .text("event-scored-at-end")
        .with("who", names.all_starting(colours))
        .with("points", points_each(locale, colours, points))
        .with("feature", feature_scored(locale, feature, tiles))
        .to_string()
}

/// "8 points", "8 points each".
pub fn points_each(locale: Locale, colours: ColourSet, points: i32) -> String {
    let text = if colours.len() > 1 {
        locale.text("amount-points-each").with("n", points)
    } else {
        locale.text("amount-points").with("n", points)
    };
    text.to_string()
}

/// "a city of 4 tiles", "a cloister".
pub fn feature_scored(locale: Locale, feature: Scored, tiles: Option<u16>) -> String {
    let of_tiles = |text: Text| text.to_string();
    let plain = |key: &'static str| locale.say(key).to_owned();
    match (feature, tiles) {
        (Scored::Goods, _) => plain(key("scored-goods")),
        (Scored::Cloister, Some(tiles)) if tiles < 9 => {
            of_tiles(locale.text("scored-cloister-unfinished").with("n", tiles.saturating_sub(1)))
        }
        (Scored::Cloister, _) => plain(key("scored-cloister")),
        (Scored::City, Some(tiles)) => of_tiles(locale.text("scored-city-tiles").with("n", tiles)),
        (Scored::City, None) => plain(key("scored-city")),
        (Scored::Road, Some(tiles)) => of_tiles(locale.text("scored-road-tiles").with("n", tiles)),
        (Scored::Road, None) => plain(key("scored-road")),
        (Scored::Field, Some(tiles)) => of_tiles(locale.text("scored-field-tiles").with("n", tiles)),
        (Scored::Field, None) => plain(key("scored-field")),
    }
}

fn end(names: &Names, scores: &[i32], reason: EndReason) -> String {
    let locale = names.locale();
    let scores: Vec<String> = (0..)
        .map(Colour)
        .zip(scores)
        .enumerate()
        .map(|(i, (colour, points))| {
            let player = if i == 0 { names.starting(colour) } else { names.who(colour) };
            locale.text("player-score").with("player", player).with("points", points).to_string()
        })
        .collect();
    let scores = locale.list(&scores);
    let text = match reason {
        EndReason::BagEmpty => locale.text("event-end-bag").with("scores", scores),
        EndReason::HandUnplayable => locale.text("event-end-hand").with("scores", scores),
        EndReason::Resigned => locale.text("event-end-left").with("scores", scores),
    };
    text.to_string()
}
