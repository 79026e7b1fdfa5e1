//! The final scoring in words: what everything that was held at the end was worth, who got it, and why the others did not.

use crate::engine::{Game, Scored, SegmentKind};
use crate::insight::{self, Entry, Feature, Holder, Nothing, Paid};

use crate::web::html::games::events::points_each;
use crate::web::html::games::features::cells;
use crate::web::html::games::names::{Names, count, listed};
use crate::web::html::rulebook::words as book;
use crate::web::html::rulebook::words::Words;

/// The part of a page that shows it.
#[derive(Debug)]
pub struct BreakdownPart {
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

impl BreakdownPart {
    /// Of a game that is over.
    pub fn of(game: &Game, names: &Names) -> Self {
        let breakdown = insight::Breakdown::of(game);
        let per_city = breakdown.per_city;
        Self {
            words: names.words(),
            per_city,
            fields: breakdown.fields.iter().map(|entry| field(names, entry, per_city)).collect(),
            others: breakdown.others.iter().map(|entry| other(names, entry)).collect(),
        }
    }
}

fn field(names: &Names, entry: &Entry, per_city: bool) -> FieldRow {
    let numbers = |number: fn(&Paid) -> i32| {
        let told: Vec<String> = entry.paid.iter().map(|paid| number(paid).to_string()).collect();
        if told.is_empty() { "–".to_owned() } else { told.join(" or ") }
    };
    FieldRow {
        at: entry.place.as_ref().filter(|_| per_city).map_or_else(String::new, |city| cells(&city.cells)),
        farmers: holders(names, entry),
        cities: entry.cities,
        each: numbers(|paid| paid.each),
        sum: numbers(|paid| paid.points),
        why: why(names, entry),
    }
}

fn other(names: &Names, entry: &Entry) -> OwedRow {
    let words = names.words();
    let what = match (entry.feature, entry.good) {
        (_, Some(good)) => good.word().to_owned(),
        (Scored::City, _) => words.city.to_owned(),
        (Scored::Cloister, _) => words.cloister.to_owned(),
        (feature, _) => feature.word().to_owned(),
    };
    OwedRow {
        what: book::capital(&what),
        size: entry.place.as_ref().map_or_else(String::new, size),
        holders: holders(names, entry),
        why: why(names, entry),
    }
}

/// "3 tiles, 1 shield, at (0, 0), (0, 1) and (1, 1)".
fn size(feature: &Feature) -> String {
    let mut told = match feature.kind {
        SegmentKind::Cloister => format!("{} of 9 tiles", feature.tiles),
        _ => count(feature.tiles, "tile"),
    };
    if feature.shields > 0 {
        told.push_str(", ");
        told.push_str(&count(feature.shields, "shield"));
    }
    if feature.inn {
        told.push_str(", an inn");
    }
    if feature.cathedral {
        told.push_str(", a cathedral");
    }
    format!("{told}, at {}", cells(&feature.cells))
}

/// Who stands in it with what, or holds how much of a good.
fn holders(names: &Names, entry: &Entry) -> Vec<String> {
    let holder = |Holder { colour, strength, followers }: &Holder| {
        let who = names.starting(*colour);
        let there = followers.iter().map(|&(kind, number)| count(number, names.words().figure(kind)));
        let there = listed(&there.collect::<Vec<_>>());
        match entry.good {
            Some(_) => format!("{who}: {strength}"),
            None if followers.iter().all(|(kind, _)| kind.strength() < 2) => format!("{who}: {there}"),
            None => format!("{who}: {there}, strength {strength}"),
        }
    };
    entry.holders.iter().map(holder).collect()
}

/// Who was paid, and why nobody or nobody else was.
fn why(names: &Names, entry: &Entry) -> Vec<String> {
    let mut told: Vec<String> = entry.paid.iter().map(|paid| got(names, paid)).collect();
    if entry.is_tie() {
        told.push(format!("A tie at {}: each gets all of it.", entry.most));
    }
    if !entry.left.is_empty() {
        let left: Vec<String> = entry.left.iter().map(|&colour| names.who(colour)).collect();
        told.push(format!("Nothing for having left the game: {}.", listed(&left)));
    }
    told.extend(entry.nothing.map(|why| nothing(names, why)));
    told.extend(entry.outnumbered().map(|holder| {
        format!("Outnumbered {} to {}: {}.", holder.strength, entry.most, names.who(holder.colour))
    }));
    told
}

fn got(names: &Names, paid: &Paid) -> String {
    let who = names.all_starting(paid.colours);
    let pig = if paid.with_pig { ", with the pig" } else { "" };
    format!("{who} got {}{pig}.", points_each(paid.colours, paid.points))
}

/// Why nobody was paid.
fn nothing(names: &Names, why: Nothing) -> String {
    let city = names.words().city;
    match why {
        Nothing::NoFinishedCity => format!("No finished {city} touches it: it pays nothing."),
        Nothing::FieldsPayNothing => format!("A field pays nothing for a {city} in this game."),
        Nothing::Inn => "Unfinished with an inn, it pays nothing.".to_owned(),
        Nothing::Cathedral => "Unfinished with a cathedral, it pays nothing.".to_owned(),
        Nothing::Unfinished => "Unfinished, it pays nothing.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Command, DrawSecret, Header, Ruleset, Seat, TileSet};
    use crate::players::{Level, choose};

    fn played(secret: u8) -> (Game, Names) {
        let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders];
        let rules = Ruleset { sets, ..Ruleset::default() };
        let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let dealer = DrawSecret::new([secret; 32]).dealer(&header.salts);
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        while let Some(turn) = choose(&game, Level::Greedy) {
            game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        }
        let names = Names::of(&header, None);
        (game, names)
    }

    #[test]
    fn ties_losers_and_pigs_are_told() {
        let mut told = String::new();
        for secret in 0..12 {
            let (game, names) = played(secret);
            let part = BreakdownPart::of(&game, &names);
            let whys = part.fields.iter().map(|row| &row.why).chain(part.others.iter().map(|row| &row.why));
            for why in whys {
                assert!(!why.is_empty());
                told.push_str(&why.join(" "));
                told.push('\n');
            }
        }
        for reason in ["got", "A tie at", "Outnumbered 1 to 2: ", ", with the pig.", "it pays nothing."] {
            assert!(told.contains(reason), "{reason} is nowhere in\n{told}");
        }
    }
}
