//! What a turn of the lesson did, in sentences.

use crate::html::board::features::tiles_and_shields;
use crate::html::learn::exercise::{Played, YOU};
use crate::html::wording::events::{feature_scored, points_each, scored};
use crate::html::wording::names::Names;
use crate::locale::{Html, Locale};
use engine::{Game, Scored, SegmentKind};
use insight::{Breakdown, Entry, Paid};

/// What the turn scored and claimed, and who got followers back.
pub fn lines(names: &Names, played: &Played) -> Vec<Html> {
    let locale = names.locale();
    let mut lines: Vec<Html> =
        played.step.completed.iter().map(|completed| scored(names, completed)).collect();
    let home = played.step.returned.iter().filter(|returned| returned.colour == YOU).count();
    if home > 0 {
        lines.push(locale.html("learn-home").with("n", home).into());
    }
    if let Some(feature) = played.claimed() {
        let text = match feature.kind {
            SegmentKind::Field => locale.html("learn-claimed-field").with("n", feature.finished_cities),
            SegmentKind::Cloister => {
                locale.html("learn-claimed-cloister").with("n", feature.tiles.saturating_sub(1))
            }
            SegmentKind::Road => {
                locale.html("learn-claimed-road").with("size", tiles_and_shields(locale, &feature))
            }
            SegmentKind::City => {
                locale.html("learn-claimed-city").with("size", tiles_and_shields(locale, &feature))
            }
        };
        lines.push(text.into());
    }
    lines
}

/// The final scoring, a sentence for each feature that scores, fields first.
pub fn final_lines(names: &Names, ended: &Game) -> Vec<Html> {
    let breakdown = Breakdown::of(ended);
    let entries = breakdown.fields.iter().chain(&breakdown.others);
    entries.flat_map(|entry| entry.paid.iter().map(|paid| final_line(names, entry, paid))).collect()
}

fn final_line(names: &Names, entry: &Entry, paid: &Paid) -> Html {
    let locale = names.locale();
    let who = names.all_starting_with_pieces(paid.colours);
    let points = points_each(locale, paid.colours, paid.points);
    if entry.feature == Scored::Field {
        let text = locale.html("learn-end-field").part("who", who).with("points", points);
        return text.with("n", entry.cities).into();
    }
    let feature = feature_scored(locale, entry.feature, entry.place.as_ref().map(|place| place.tiles));
    let text = locale.html("learn-end-other").part("who", who).with("points", points);
    text.with("feature", feature).into()
}

/// A text of a task, with the numbers of the rules and of the turn.
pub fn task_text(locale: Locale, key: &'static str, game: &Game, played: Option<&Played>) -> String {
    let rules = game.rules();
    let text = locale
        .text(key)
        .with("meeples", rules.meeples)
        .with("road", rules.road_tile)
        .with("city", rules.city_tile)
        .with("unfinished", rules.end_city_tile)
        .with("shield", rules.city_shield)
        .with("field", rules.field_points);
    let Some(played) = played else { return text.to_string() };
    let tiles = played.step.completed.first().and_then(|completed| completed.tiles);
    let claimed = played.claimed().map(|feature| feature.tiles);
    text.with("points", played.points()).with("tiles", tiles.or(claimed).unwrap_or_default()).to_string()
}
