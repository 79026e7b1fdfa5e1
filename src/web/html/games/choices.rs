//! The followers that a turn may place, each with what it is about.

use crate::aids::{Aid, Aids};
use crate::engine::Refusal;
use crate::engine::legal::Placement;
use crate::engine::{Follower, Game, SegmentKind, Turn};
use crate::insight::{Feature, FollowerOption, Tenant};

use crate::web::html::games::names::{Names, count, listed};
use crate::web::html::games::words;

/// A choice of the preview's radio group.
pub struct FollowerChoice {
    /// The value of the form: empty for no follower.
    pub value: String,
    /// The letter on the board, if it stands somewhere.
    pub letter: Option<char>,
    /// "Meeple on the city to the north".
    pub label: String,
    /// How large the feature is, who is in it, what comes of it; empty where that is not told.
    pub detail: String,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// Where no follower may go.
pub struct Impossible {
    /// The place.
    pub place: String,
    /// Why not.
    pub reason: String,
}

/// A spot of the board that a letter names.
pub struct LetteredSpot {
    /// The segment of the tile.
    pub segment: usize,
    /// Its letter.
    pub letter: char,
    /// What may stand there first.
    pub follower: Follower,
    /// The choice in words.
    pub label: String,
}

/// All choices of a placement.
pub struct Choices {
    /// What may be done.
    pub possible: Vec<FollowerChoice>,
    /// What may not.
    pub impossible: Vec<Impossible>,
    /// The letters of the board.
    pub spots: Vec<LetteredSpot>,
}

/// The choices of `turn`'s placement; its follower is the one chosen.
pub fn of(game: &Game, names: &Names, aids: Aids, placement: &Placement, turn: Turn) -> Choices {
    let mut choices =
        Choices { possible: vec![no_follower(turn)], impossible: Vec::new(), spots: Vec::new() };
    for (follower, segment, allowed) in placement.choices() {
        let place = words::segment(names.words(), turn.tile, turn.rotation, segment);
        match allowed {
            Ok(()) => {
                let letter = choices.letter(segment);
                let label = format!("{} on {place}", capital(names.words().figure(follower.kind)));
                choices.possible.push(FollowerChoice {
                    value: value(follower),
                    letter: Some(letter),
                    detail: aids
                        .allow(Aid::Consequences)
                        .then(|| FollowerOption::of(game, placement, turn, (follower, segment)))
                        .flatten()
                        .map_or_else(String::new, |option| detail(names, &option)),
                    chosen: turn.follower == Some(follower),
                    label: label.clone(),
                });
                if choices.spots.iter().all(|spot| spot.segment != segment) {
                    choices.spots.push(LetteredSpot { segment, letter, follower, label });
                }
            }
            Err(reason) => choices.refuse(names, follower, place, &reason),
        }
    }
    choices
}

impl Choices {
    fn letter(&self, segment: usize) -> char {
        let known = self.spots.iter().find(|spot| spot.segment == segment).map(|spot| spot.letter);
        known.unwrap_or_else(|| ('A'..='Z').nth(self.spots.len()).unwrap_or('?'))
    }

    /// A reason that holds for a place whatever the figure is told once.
    fn refuse(&mut self, names: &Names, follower: Follower, place: String, reason: &Refusal) {
        let about_place = matches!(reason, Refusal::Taken(_) | Refusal::NoFarmers | Refusal::Complete(_));
        let place =
            if about_place { place } else { format!("{} on {place}", names.words().figure(follower.kind)) };
        let refused = Impossible { place: capital(&place), reason: names.words().tell(reason.to_string()) };
        let told = |known: &Impossible| known.place == refused.place && known.reason == refused.reason;
        if !self.impossible.iter().any(told) {
            self.impossible.push(refused);
        }
    }
}

/// A follower as the form sends it.
pub fn value(follower: Follower) -> String {
    format!("{}@{}", follower.kind.word(), follower.on)
}

fn no_follower(turn: Turn) -> FollowerChoice {
    FollowerChoice {
        value: String::new(),
        letter: None,
        label: "No follower".to_owned(),
        detail: "Your followers stay at home.".to_owned(),
        chosen: turn.follower.is_none(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How large the feature is, who is in it, and what happens to it now.
fn detail(names: &Names, option: &FollowerOption) -> String {
    let mut told = vec![size(names, &option.feature)];
    told.extend(tenants(names, &option.tenants));
    if option.gain > 0 {
        told.push(format!("scores {} now, and comes home", count(option.gain, "point")));
    }
    told.join("; ")
}

/// How large the feature of the tile just placed is, and how far from complete.
fn size(names: &Names, feature: &Feature) -> String {
    match feature.kind {
        SegmentKind::Cloister => format!("{} of 8 neighbours are there", feature.tiles - 1),
        SegmentKind::Field => {
            let (city, cities) = (names.words().city, names.words().cities);
            let stays = "a farmer stays to the end";
            match feature.finished_cities {
                0 => format!("touches no finished {city} yet; {stays}"),
                1 => format!("touches 1 finished {city} so far; {stays}"),
                several => format!("touches {several} finished {cities} so far; {stays}"),
            }
        }
        SegmentKind::City | SegmentKind::Road => {
            let mut told = count(feature.tiles, "tile");
            if feature.shields > 0 {
                told = format!("{told}, {}", count(feature.shields, "shield"));
            }
            if feature.complete {
                format!("{told}, complete")
            } else {
                format!("{told}, {}", count(feature.open_sides, "open side"))
            }
        }
    }
}

/// Whose followers the feature holds already: with a builder or a pig a player may join their own.
fn tenants(names: &Names, tenants: &[Tenant]) -> Option<String> {
    let tenant = |tenant: &Tenant| format!("{} with strength {}", names.who(tenant.colour), tenant.strength);
    let told: Vec<String> = tenants.iter().map(tenant).collect();
    (!told.is_empty()).then(|| format!("in it: {}", listed(&told)))
}
