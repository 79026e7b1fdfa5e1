//! The followers that can be placed in a turn, with descriptions.

use serde::Serialize;

use engine::{Follower, FollowerKind, Refusal, SegmentKind, Turn};
use insight::{Feature, FollowerOption, Tenant, TurnPreview};
use table::{Aid, Aids};

use crate::html::board::features::tiles_and_shields;
use crate::html::wording::names::Names;
use crate::html::wording::{refusal, words};
use crate::locale::Locale;

/// An option for the follower of a turn.
#[derive(Serialize)]
pub struct FollowerChoice {
    /// The form value; empty for no follower.
    pub value: String,
    /// Its letter on the board, unless it is "no follower".
    pub letter: Option<char>,
    /// "Meeple on the city to the north".
    pub label: String,
    /// "City · 3 tiles · +6"; the same as `label` where the aids exclude that.
    pub short: String,
    /// The feature's size, its followers, and what happens to it; empty where the aids exclude it.
    pub detail: String,
    /// The choice and its effect in one short line: "Road · 2 tiles, open at both ends · 2 now".
    pub line: String,
    /// Points that the follower scores at once.
    pub gain: i32,
    pub chosen: bool,
}

/// A follower that may not be placed, and why.
#[derive(PartialEq, Eq, Serialize)]
pub struct Impossible {
    pub place: String,
    pub reason: String,
}

/// A place on the board that is labelled with a letter.
pub struct LetteredSpot {
    /// The segment's index.
    pub segment: usize,
    pub letter: char,
    /// The first follower that can be placed there.
    pub follower: Follower,
    /// The choice in words.
    pub label: String,
}

/// All choices for a placement.
pub struct Choices {
    pub possible: Vec<FollowerChoice>,
    pub impossible: Vec<Impossible>,
    pub spots: Vec<LetteredSpot>,
}

/// The choices for the tile of a turn, whose follower is the selected one.
pub fn of(preview: &TurnPreview, names: &Names, aids: Aids) -> Choices {
    let turn = preview.turn();
    let mut choices = Choices {
        possible: vec![no_follower(names.locale(), turn)],
        impossible: Vec::new(),
        spots: Vec::new(),
    };
    for (follower, segment, allowed) in preview.followers() {
        let place = words::segment(names.locale(), turn.tile, turn.rotation, segment);
        match allowed {
            Ok(()) => {
                let letter = choices.letter(segment);
                let label = follower_on(names.locale(), follower, &place);
                let explained = aids.allow(Aid::Consequences);
                let option = explained.then(|| preview.option(follower, segment)).flatten();
                choices.possible.push(FollowerChoice {
                    value: value(follower),
                    letter: Some(letter),
                    short: option.as_ref().map_or_else(|| label.clone(), |option| short(names, option)),
                    line: option.as_ref().map_or_else(|| label.clone(), |option| line(names, aids, option)),
                    gain: option.as_ref().map_or(0, |option| option.gain),
                    detail: option.map_or_else(String::new, |option| detail(names, aids, &option)),
                    chosen: turn.follower == Some(follower),
                    label: label.clone(),
                });
                if choices.spots.iter().all(|spot| spot.segment != segment) {
                    choices.spots.push(LetteredSpot { segment, letter, follower, label });
                }
            }
            Err(reason) => choices.refuse(names.locale(), follower, &place, &reason),
        }
    }
    choices
}

impl Choices {
    fn letter(&self, segment: usize) -> char {
        let known = self.spots.iter().find(|spot| spot.segment == segment).map(|spot| spot.letter);
        known.unwrap_or_else(|| ('A'..='Z').nth(self.spots.len()).unwrap_or('?'))
    }

    /// Adds an impossible choice; a reason that applies to every follower at a place is given once.
    fn refuse(&mut self, locale: Locale, follower: Follower, place: &str, reason: &Refusal) {
        let about_place = matches!(reason, Refusal::Taken(_) | Refusal::NoFarmers | Refusal::Complete(_));
        let kind = if about_place { Follower { kind: FollowerKind::Meeple, ..follower } } else { follower };
        let impossible =
            Impossible { place: follower_on(locale, kind, place), reason: refusal::sentence(locale, reason) };
        if !self.impossible.contains(&impossible) {
            self.impossible.push(impossible);
        }
    }
}

/// "Meeple on the city to the north".
fn follower_on(locale: Locale, follower: Follower, place: &str) -> String {
    locale.text("follower-on").with("kind", follower.kind.word()).with("place", place).to_string()
}

/// The follower of a turn: "Meeple on the city to the north", "No follower".
pub fn follower_of(locale: Locale, turn: Turn) -> String {
    let placed = turn.follower.and_then(|follower| {
        let segment = follower.on.segment(turn.tile, turn.rotation)?;
        let place = words::segment(locale, turn.tile, turn.rotation, segment);
        Some(follower_on(locale, follower, &place))
    });
    placed.unwrap_or_else(|| locale.say("choice-none").to_owned())
}

/// The form value of a follower.
pub fn value(follower: Follower) -> String {
    format!("{}@{}", follower.kind.word(), follower.on)
}

fn no_follower(locale: Locale, turn: Turn) -> FollowerChoice {
    FollowerChoice {
        value: String::new(),
        letter: None,
        label: locale.say("choice-none").to_owned(),
        short: locale.say("choice-none").to_owned(),
        detail: locale.say("choice-none-help").to_owned(),
        line: locale.say("choice-none").to_owned(),
        gain: 0,
        chosen: turn.follower.is_none(),
    }
}

/// "City", "Builder: road".
fn name(locale: Locale, option: &FollowerOption) -> String {
    let (follower, feature) = (option.follower.kind, words::feature_word(option.feature.kind));
    let name = match follower {
        FollowerKind::Meeple => locale.text("feature-name-start").with("kind", feature),
        _ => locale.text("choice-of-kind").with("follower", follower.word()).with("kind", feature),
    };
    name.to_string()
}

/// "Road · 2 tiles, open at both ends · 2 now".
fn line(names: &Names, aids: Aids, option: &FollowerOption) -> String {
    let locale = names.locale();
    let mut facts = vec![name(locale, option), size(locale, &option.feature)];
    facts.extend(tenants(names, &option.tenants));
    if option.gain > 0 {
        facts.push(locale.text("line-gain").with("n", option.gain).to_string());
    }
    if aids.allow(Aid::Forecast) && option.at_end != option.gain {
        facts.push(locale.text("line-at-end").with("n", option.at_end).to_string());
    }
    locale.facts(facts)
}

/// "City · 3 tiles · +6".
fn short(names: &Names, option: &FollowerOption) -> String {
    let locale = names.locale();
    let Feature { kind, tiles, .. } = option.feature;
    let name = name(locale, option);
    let tiles = if matches!(kind, SegmentKind::City | SegmentKind::Road) { tiles } else { 0 };
    locale.text("choice-short").with("name", name).with("tiles", tiles).with("gain", option.gain).to_string()
}

/// The feature's size, its followers, and what happens to it.
fn detail(names: &Names, aids: Aids, option: &FollowerOption) -> String {
    let locale = names.locale();
    let mut parts = vec![size(locale, &option.feature)];
    parts.extend(tenants(names, &option.tenants));
    if option.gain > 0 {
        let points = locale.text("amount-points").with("n", option.gain);
        parts.push(locale.text("choice-gain").with("points", points).to_string());
    }
    if aids.allow(Aid::Forecast) && option.at_end != option.gain {
        let points = locale.text("amount-points").with("n", option.at_end);
        parts.push(locale.text("choice-at-end").with("points", points).to_string());
    }
    locale.parts(parts)
}

/// The size of the feature that the new tile extends, and how much is missing.
fn size(locale: Locale, feature: &Feature) -> String {
    let size = match feature.kind {
        SegmentKind::Cloister => locale.text("choice-cloister").with("n", feature.tiles.saturating_sub(1)),
        SegmentKind::Field => locale.text("choice-field").with("n", feature.finished_cities),
        SegmentKind::City | SegmentKind::Road => {
            let size = tiles_and_shields(locale, feature);
            if feature.complete {
                locale.text("choice-complete").with("size", size)
            } else {
                let open = locale.text("choice-open").with("size", size).with("n", feature.open_sides);
                open.with("kind", words::feature_word(feature.kind))
            }
        }
    };
    size.to_string()
}

/// Whose followers are on the feature already: builders and pigs join their owner's.
fn tenants(names: &Names, tenants: &[Tenant]) -> Option<String> {
    let locale = names.locale();
    let tenant = |tenant: &Tenant| {
        let text = locale.text("choice-tenant").with("who", names.who(tenant.colour));
        text.with("strength", tenant.strength).to_string()
    };
    let listed = locale.list(&tenants.iter().map(tenant).collect::<Vec<_>>());
    (!tenants.is_empty()).then(|| locale.text("choice-tenants").with("tenants", listed).to_string())
}
