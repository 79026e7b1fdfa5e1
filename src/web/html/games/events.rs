//! Events as sentences.

use crate::engine::{Cause, ColourSet, EndReason, Event, Follower, Scored, Turn};
use crate::insight::Completed;

use crate::web::html::games::names::{Names, count};
use crate::web::html::games::words;
use crate::web::html::rulebook::words::{Words, a};

/// What happened, in the past tense: it reads alike for "you" and for a name.
pub fn sentence(names: &Names, event: &Event) -> String {
    match event {
        Event::Draw { tiles, discarded } => draw(names, tiles, discarded),
        Event::Turn { .. } => event.turn().map_or_else(String::new, |(colour, turn)| {
            let Turn { tile, position, rotation, follower } = turn;
            let who = names.starting(colour);
            let figure = follower.and_then(|Follower { kind, on }| {
                let segment = on.segment(tile, rotation)?;
                let place = words::segment(names.words(), tile, rotation, segment);
                Some(format!(", with a {} on {place}", names.words().figure(kind)))
            });
            format!("{who} placed a tile at {position}{}.", figure.unwrap_or_default())
        }),
        &Event::Score { feature, colours, points, tiles, cause } => {
            let paid = Completed { feature, tiles, colours, points };
            if cause == Cause::End { scored_at_end(names, &paid) } else { scored(names, &paid) }
        }
        &Event::Resign { colour } => format!("{} resigned.", names.starting(colour)),
        &Event::Timeout { colour } => {
            format!("{} ran out of time too often and left the game.", names.starting(colour))
        }
        Event::Skip {} => "The turn was lost to the clock; its tiles went back into the bag.".to_owned(),
        Event::Takeback { to } => format!("All agreed to go back to event {to}."),
        Event::End { scores, reason, .. } => end(names, scores, *reason),
    }
}

fn draw(names: &Names, tiles: &[crate::engine::TileKind], discarded: &[crate::engine::TileKind]) -> String {
    let list = |kinds: &[crate::engine::TileKind]| {
        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
    };
    let drawn = match tiles {
        [] => "No tile was left to draw.".to_owned(),
        tiles => format!("{} drawn.", list(tiles)),
    };
    if discarded.is_empty() {
        drawn
    } else {
        let went = if names.put_back() { "back into the bag" } else { "for good" };
        format!("{} could not be placed anywhere and went {went}. {drawn}", list(discarded))
    }
}

/// "ann scored 8 points for a city of 4 tiles."
pub fn scored(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> String {
    let what = what_paid(names.words(), feature, tiles);
    format!("{} scored {} for {what}.", names.all_starting(colours), points_each(colours, points))
}

/// "ann scored 3 points for a road of 3 tiles at the end."
fn scored_at_end(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> String {
    let what = what_paid(names.words(), feature, tiles);
    let who = names.all_starting(colours);
    format!("{who} scored {} for {what} at the end.", points_each(colours, points))
}

/// "8 points", "8 points each".
pub fn points_each(colours: ColourSet, points: i32) -> String {
    let each = if colours.len() > 1 { " each" } else { "" };
    format!("{}{each}", count(points, "point"))
}

/// "a city of 4 tiles", "a cloister".
pub fn what_paid(words: &Words, feature: Scored, tiles: Option<u16>) -> String {
    match (feature, tiles) {
        (Scored::Goods, _) => "a majority in goods".to_owned(),
        (Scored::Cloister, Some(tiles)) if tiles < 9 => {
            format!("{} with {}", a(words.cloister), count(tiles - 1, "neighbour"))
        }
        (Scored::Cloister, _) => a(words.cloister),
        (Scored::City, Some(tiles)) => format!("{} of {}", a(words.city), count(tiles, "tile")),
        (Scored::City, None) => a(words.city),
        (_, Some(tiles)) => format!("a {} of {}", feature.word(), count(tiles, "tile")),
        (_, None) => format!("a {}", feature.word()),
    }
}

fn end(names: &Names, scores: &[i32], reason: EndReason) -> String {
    let why = match reason {
        EndReason::BagEmpty => "no tile is left",
        EndReason::HandUnplayable => "no tile of the hand can be placed, which is a tie",
        EndReason::Resigned => "all others have left",
    };
    let points: Vec<String> = (0..)
        .map(crate::engine::Colour)
        .zip(scores)
        .map(|(colour, points)| {
            let who = if colour.index() == 0 { names.starting(colour) } else { names.who(colour) };
            format!("{who} {points}")
        })
        .collect();
    format!("The game is over: {why}. {}.", points.join(", "))
}
