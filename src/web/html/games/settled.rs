//! How a game was settled: what everything that was held at the end was worth, who got it, and why the others did not. All
//! numbers are the engine's claims, from which the payments were made.

use crate::engine::{Claim, Colour, FieldRule, FollowerKind, Game, Scored};

use crate::web::html::games::events::points_each;
use crate::web::html::games::features::at;
use crate::web::html::games::names::{Names, capital, count, listed};
use crate::web::html::rulebook::words as book;
use crate::web::html::rulebook::words::Words;

/// What a page says of it.
#[derive(Debug)]
pub struct Settled {
    /// What the rule book calls its things.
    pub words: &'static Words,
    /// Whether the rows of farmers are finished cities rather than fields.
    pub per_city: bool,
    /// What farmers were owed, in the order of the numbers on the board.
    pub fields: Vec<FieldRow>,
    /// What everybody else was owed.
    pub others: Vec<OwedRow>,
}

/// A field with farmers, or a finished city whose fields have some.
#[derive(Debug)]
pub struct FieldRow {
    /// The cells of a city; empty for a field.
    pub at: String,
    /// Who stands there, a colour each.
    pub farmers: Vec<String>,
    /// Finished cities that pay.
    pub cities: usize,
    /// What each of them pays.
    pub each: String,
    /// What that makes.
    pub sum: String,
    /// Who got it, and why the others did not.
    pub why: Vec<String>,
}

/// A road, a city, a cloister or a good.
#[derive(Debug)]
pub struct OwedRow {
    /// What it is.
    pub what: String,
    /// Where, and how large.
    pub size: String,
    /// Who holds it, a colour each.
    pub holders: Vec<String>,
    /// Who got it, and why the others did not.
    pub why: Vec<String>,
}

impl Settled {
    /// Of a game that is over.
    pub fn of(game: &Game, names: &Names) -> Self {
        let claims = game.claims();
        let (fields, others): (Vec<&Claim>, _) =
            claims.iter().partition(|claim| claim.feature == Scored::Field);
        Self {
            words: names.words(),
            per_city: game.rules().fields == FieldRule::PerCity,
            fields: fields.into_iter().map(|claim| field(game, names, claim)).collect(),
            others: others.into_iter().map(|claim| other(game, names, claim)).collect(),
        }
    }
}

fn field(game: &Game, names: &Names, claim: &Claim) -> FieldRow {
    let numbers = |number: fn(&crate::engine::Payment) -> i32| {
        let told: Vec<String> = claim.payments.iter().map(|payment| number(payment).to_string()).collect();
        if told.is_empty() { "–".to_owned() } else { told.join(" or ") }
    };
    FieldRow {
        at: match claim.of {
            Some(city) if !claim.fields.contains(&city) => at(game.board(), city),
            _ => String::new(),
        },
        farmers: holders(game, names, claim),
        cities: claim.cities.len(),
        each: numbers(|payment| payment.each),
        sum: numbers(|payment| payment.points),
        why: why(game, names, claim),
    }
}

fn other(game: &Game, names: &Names, claim: &Claim) -> OwedRow {
    let words = names.words();
    let what = match (claim.feature, claim.good) {
        (_, Some(good)) => good.word().to_owned(),
        (Scored::City, _) => words.city.to_owned(),
        (Scored::Cloister, _) => words.cloister.to_owned(),
        (feature, _) => feature.word().to_owned(),
    };
    OwedRow {
        what: book::capital(&what),
        size: size(game, claim),
        holders: holders(game, names, claim),
        why: why(game, names, claim),
    }
}

fn size(game: &Game, claim: &Claim) -> String {
    let (Some(id), Some(tiles)) = (claim.of, claim.tiles) else { return String::new() };
    let info = game.board().feature_info(id);
    let mut told = match claim.feature {
        Scored::Cloister => format!("{tiles} of 9 tiles"),
        _ => count(tiles, "tile"),
    };
    if info.shields > 0 {
        told.push_str(", ");
        told.push_str(&count(info.shields, "shield"));
    }
    if info.inn {
        told.push_str(", an inn");
    }
    if info.cathedral {
        told.push_str(", a cathedral");
    }
    format!("{told}, at {}", at(game.board(), id))
}

/// Who stands in it with what, or holds how much of a good.
fn holders(game: &Game, names: &Names, claim: &Claim) -> Vec<String> {
    let there = |colour: Colour| claim.strength[colour.index()] > 0;
    let told = |colour: Colour| {
        let strength = claim.strength[colour.index()];
        let (who, figures) = (names.starting(colour), figures(game, claim, colour));
        let told = |&(kind, there): &(FollowerKind, u16)| count(there, names.words().figure(kind));
        let there = listed(&figures.iter().map(told).collect::<Vec<_>>());
        match claim.good {
            Some(_) => format!("{who}: {strength}"),
            None if figures.iter().all(|(kind, _)| kind.strength() < 2) => format!("{who}: {there}"),
            None => format!("{who}: {there}, strength {strength}"),
        }
    };
    game.colours().filter(|&colour| there(colour)).map(told).collect()
}

fn figures(game: &Game, claim: &Claim, colour: Colour) -> Vec<(FollowerKind, u16)> {
    let board = game.board();
    let features = if claim.fields.is_empty() { claim.of.as_slice() } else { &claim.fields };
    let counted = FollowerKind::ALL.into_iter().map(|kind| {
        let own = board.followers().iter().filter(|placed| placed.colour == colour && placed.kind == kind);
        let there = own.filter(|placed| features.contains(&board.feature(placed.tile, placed.segment)));
        (kind, u16::try_from(there.count()).unwrap_or(u16::MAX))
    });
    counted.filter(|&(_, there)| there > 0).collect()
}

/// Who got it, and why nobody or nobody else did.
fn why(game: &Game, names: &Names, claim: &Claim) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let most = claim.strength.iter().copied().max().unwrap_or_default();
    for payment in &claim.payments {
        let pig = payment.colours.iter().all(|colour| claim.pigs.contains(colour));
        let pig = if pig && game.rules().pig_points > 0 { ", with the pig" } else { "" };
        let points = points_each(payment.colours, payment.points);
        told.push(format!("{} got {points}{pig}.", capital(&names.all(payment.colours))));
    }
    let paid: usize = claim.payments.iter().map(|payment| payment.colours.len()).sum();
    if paid > 1 {
        told.push(format!("A tie at {most}: each gets all of it."));
    }
    let out = claim.majority.iter().filter(|&colour| game.is_out(colour));
    let left: Vec<String> = out.map(|colour| names.who(colour)).collect();
    if !left.is_empty() {
        told.push(format!("Nothing for having left the game: {}.", listed(&left)));
    } else if claim.payments.is_empty() {
        told.push(nothing(game, names, claim));
    }
    for colour in game.colours() {
        let own = claim.strength[colour.index()];
        if own > 0 && own < most {
            told.push(format!("Outnumbered {own} to {most}: {}.", names.who(colour)));
        }
    }
    told
}

/// Why it was worth nothing.
fn nothing(game: &Game, names: &Names, claim: &Claim) -> String {
    let info = claim.of.map(|id| game.board().feature_info(id));
    match claim.feature {
        Scored::Field if claim.cities.is_empty() => {
            format!("No finished {} touches it: it pays nothing.", names.words().city)
        }
        Scored::Field => format!("A field pays nothing for a {} in this game.", names.words().city),
        _ if info.is_some_and(|info| info.inn) => "Unfinished with an inn, it pays nothing.".to_owned(),
        _ if info.is_some_and(|info| info.cathedral) => {
            "Unfinished with a cathedral, it pays nothing.".to_owned()
        }
        _ => "Unfinished, it pays nothing.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        Cause, Command, DrawSecret, Event, FeatureId, Header, Preset, Ruleset, Seat, SegmentKind, TileSet,
    };
    use crate::players::{Level, choose};

    fn played(rules: Ruleset, secret: u8) -> (Game, Vec<Event>, Names) {
        let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let dealer = DrawSecret::new([secret; 32]).dealer(&header.salts);
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        while let Some(turn) = choose(&game, Level::Greedy) {
            game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        }
        let names = Names::of(&header, None);
        (game, events, names)
    }

    fn all_rules() -> Vec<Ruleset> {
        let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders];
        let large = Ruleset { sets, ..Ruleset::default() };
        let presets = Preset::ALL.into_iter().map(Ruleset::of);
        presets.chain([large.clone(), Ruleset { fields: FieldRule::PerCity, ..large }]).collect()
    }

    #[test]
    fn what_is_explained_is_what_was_paid() {
        for rules in all_rules() {
            let (game, events, _) = played(rules, 3);
            let paid = events.iter().filter_map(|event| match *event {
                Event::Score { feature, colours, points, cause: Cause::End, .. } => {
                    Some((feature, colours, points))
                }
                _ => None,
            });
            let claims = game.claims();
            let explained = claims.iter().flat_map(|claim| {
                claim.payments.iter().map(|payment| (claim.feature, payment.colours, payment.points))
            });
            assert!(explained.eq(paid));
        }
    }

    #[test]
    fn every_field_with_farmers_has_a_row_and_every_row_a_reason() {
        for rules in all_rules() {
            let (game, _, names) = played(rules, 5);
            let settled = Settled::of(&game, &names);
            let board = game.board();
            let farmed = |id: &FeatureId| {
                let info = board.feature_info(*id);
                info.kind == SegmentKind::Field && info.figures > 0
            };
            let farmed = board.features().iter().filter(|id| farmed(id)).count();
            match game.rules().fields {
                FieldRule::PerField => assert_eq!(settled.fields.len(), farmed),
                FieldRule::PerCity => {
                    assert!(settled.per_city && settled.fields.iter().all(|row| !row.at.is_empty()));
                }
                FieldRule::None => assert!(settled.fields.is_empty()),
            }
            for row in &settled.fields {
                assert!(!row.farmers.is_empty() && !row.why.is_empty(), "{row:?}");
            }
            for row in &settled.others {
                assert!(!row.holders.is_empty() && !row.why.is_empty(), "{row:?}");
            }
        }
    }

    #[test]
    fn ties_losers_and_pigs_are_told() {
        let mut told = String::new();
        for secret in 0..12 {
            let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders];
            let (game, _, names) = played(Ruleset { sets, ..Ruleset::default() }, secret);
            let settled = Settled::of(&game, &names);
            for why in
                settled.fields.iter().map(|row| &row.why).chain(settled.others.iter().map(|row| &row.why))
            {
                told.push_str(&why.join(" "));
                told.push('\n');
            }
        }
        for reason in ["got", "A tie at", "Outnumbered 1 to 2: ", ", with the pig.", "it pays nothing."] {
            assert!(told.contains(reason), "{reason} is nowhere in\n{told}");
        }
    }
}
