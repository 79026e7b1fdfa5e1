//! Events as sentences.

use engine::{Cause, Colour, ColourSet, EndReason, Event, Follower, Scored, StopReason, TileKind, Turn};
use insight::Completed;

use crate::html::wording::names::Names;
use crate::html::wording::words;
use crate::locale::{Html, Locale, Text, key};

/// An event as a sentence, with pictures of the players' pieces.
pub fn sentence(names: &Names, event: &Event) -> Html {
    let locale = names.locale();
    let plain = |key: &'static str| Html(locale.say(key).to_owned());
    match event {
        Event::Draw { colour, tiles, discarded } => draw(names, *colour, tiles, discarded),
        Event::Turn { .. } => {
            let did = event
                .turn()
                .map_or_else(|| Html(String::new()), |(colour, turn)| placed(names, colour, turn));
            marked(locale, event, did)
        }
        &Event::Score { feature, colours, points, tiles, cause } => {
            let completed = Completed { feature, tiles, colours, points };
            if cause == Cause::End { scored_at_end(names, &completed) } else { scored(names, &completed) }
        }
        &Event::Pass { colour } => {
            locale.html("event-passed").part("who", names.starting_with_piece(colour)).into()
        }
        &Event::Resign { colour } => {
            locale.html("event-resigned").part("who", names.starting_with_piece(colour)).into()
        }
        &Event::Timeout { colour } => {
            locale.html("event-timed-out").part("who", names.starting_with_piece(colour)).into()
        }
        Event::Skip {} => plain(key("event-skipped")),
        &Event::Substitute { seat, level: Some(level), .. } => {
            locale.html("event-substitute").with("player", names.player(seat)).with("n", level).into()
        }
        &Event::Substitute { seat, player: Some(_), .. } => {
            let text = locale.html("event-seat-taken").with("player", names.successor(seat));
            text.with("former", names.player(seat)).into()
        }
        &Event::Substitute { seat, .. } => {
            locale.html("event-substitute-back").with("player", names.player(seat)).into()
        }
        Event::Stop { reason: StopReason::Agreed } => plain(key("event-stopped")),
        Event::Stop { reason: StopReason::CalledOff } => plain(key("event-called-off")),
        Event::Takeback { reason: Some(reason), .. } => {
            locale.html("event-time-out-taken-back").with("reason", reason.as_str()).into()
        }
        Event::Takeback { .. } => plain(key("event-takeback")),
        Event::End { scores, reason, .. } => end(names, scores, *reason),
    }
}

/// What a turn did, marked if it was planned.
pub fn marked(locale: Locale, event: &Event, did: Html) -> Html {
    match event {
        Event::Turn { planned: true, .. } => locale.html("log-planned").part("did", did).into(),
        _ => did,
    }
}

fn placed(names: &Names, colour: Colour, turn: Turn) -> Html {
    let Turn { tile, position, rotation, follower } = turn;
    let (locale, who) = (names.locale(), names.starting_with_piece(colour));
    let follower = follower.and_then(|Follower { kind, on }| {
        let segment = on.segment(tile, rotation)?;
        Some((names.follower(kind), words::segment(locale, tile, rotation, segment)))
    });
    let text = match follower {
        Some((follower, place)) => locale
            .html("event-placed-follower")
            .part("who", who)
            .with("cell", position)
            .with("follower", follower)
            .with("place", place),
        None => locale.html("event-placed").part("who", who).with("cell", position),
    };
    text.into()
}

fn draw(names: &Names, colour: Option<Colour>, tiles: &[TileKind], discarded: &[TileKind]) -> Html {
    let locale = names.locale();
    let drawn = match (colour, tiles) {
        (_, []) => locale.say("event-none-drawn").to_owned(),
        (Some(colour), _) => {
            Html::from(locale.html("event-drawn-by").part("who", names.starting_with_piece(colour))).0
        }
        (None, tiles) => locale.text("event-drawn").with("n", tiles.len()).to_string(),
    };
    Html(discards(names, discarded).into_iter().chain([drawn]).collect::<Vec<_>>().join(" "))
}

/// What became of tiles that could not be placed.
pub fn discards(names: &Names, discarded: &[TileKind]) -> Vec<String> {
    let locale = names.locale();
    let gone = discarded.iter().filter(|kind| names.is_set_aside(**kind)).count();
    let back = discarded.len() - gone;
    let gone = (gone > 0).then(|| locale.text("event-discarded").with("n", gone).to_string());
    let back = (back > 0).then(|| locale.text("event-put-back").with("n", back).to_string());
    gone.into_iter().chain(back).collect()
}

/// "ann scored 8 points for a city of 4 tiles."
pub fn scored(names: &Names, completed: &Completed) -> Html {
    let &Completed { feature, tiles, colours, points } = completed;
    let locale = names.locale();
    let text = locale
        .html("event-scored")
        .part("who", names.all_starting_with_pieces(colours))
        .with("points", points_each(locale, colours, points))
        .with("feature", feature_scored(locale, feature, tiles));
    text.into()
}

/// "ann scored 3 points for a road of 3 tiles at the end."
fn scored_at_end(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> Html {
    let locale = names.locale();
    let text = locale
        .html("event-scored-at-end")
        .part("who", names.all_starting_with_pieces(colours))
        .with("points", points_each(locale, colours, points))
        .with("feature", feature_scored(locale, feature, tiles));
    text.into()
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

fn end(names: &Names, scores: &[i32], reason: EndReason) -> Html {
    let locale = names.locale();
    let score = |(colour, points): (Colour, &i32)| {
        let player = names.who_with_piece(colour);
        let player = if colour.index() == 0 { names.starting_with_piece(colour) } else { player };
        Html::from(locale.html("player-score").part("player", player).with("points", points))
    };
    let scores = locale.html_list(&(0..).map(Colour).zip(scores).map(score).collect::<Vec<_>>());
    let text = match reason {
        EndReason::BagEmpty => locale.html("event-end-bag").part("scores", scores),
        EndReason::HandUnplayable => locale.html("event-end-hand").part("scores", scores),
        EndReason::Resigned => locale.html("event-end-left").part("scores", scores),
        EndReason::Agreed => locale.html("event-end-agreed").part("scores", scores),
        EndReason::CalledOff => return Html(locale.say("event-end-called-off").to_owned()),
    };
    text.into()
}
