//! The breakdown of the final scoring: what everything was worth, who got the points, and why others did not.

use crate::engine::{Game, SegmentKind};
use crate::insight::{self, Entry, Feature, Holder, Nothing, Paid};

use crate::web::html::games::events::points_each;
use crate::web::html::games::features::{cells, tiles_and_shields};
use crate::web::html::games::names::Names;
use crate::web::locale::{Locale, key};

#[derive(Debug)]
pub struct BreakdownPart {
    /// Whether the rows of farmers are finished cities rather than fields.
    pub per_city: bool,
    /// Points for farmers, in the order of the numbers on the board.
    pub fields: Vec<FieldRow>,
    /// Points for everything else.
    pub others: Vec<OwedRow>,
}

/// A field with farmers, or a finished city with farmers in its fields.
#[derive(Debug)]
pub struct FieldRow {
    /// The city's cells; empty for a field.
    pub at: String,
    /// One entry per colour.
    pub farmers: Vec<String>,
    /// The number of finished cities that score.
    pub cities: usize,
    /// Points for each of them.
    pub each: String,
    /// The product.
    pub sum: String,
    /// Who scored, and why the others did not.
    pub why: Vec<String>,
}

/// A road, a city, a cloister or a good.
#[derive(Debug)]
pub struct OwedRow {
    pub what: String,
    /// Its cells and size.
    pub size: String,
    /// One entry per colour.
    pub holders: Vec<String>,
    /// Who scored, and why the others did not.
    pub why: Vec<String>,
}

impl BreakdownPart {
    /// Call it only for finished games.
    pub fn of(game: &Game, names: &Names) -> Self {
        let breakdown = insight::Breakdown::of(game);
        let per_city = breakdown.per_city;
        Self {
            per_city,
            fields: breakdown.fields.iter().map(|entry| field(names, entry, per_city)).collect(),
            others: breakdown.others.iter().map(|entry| other(names, entry)).collect(),
        }
    }
}

fn field(names: &Names, entry: &Entry, per_city: bool) -> FieldRow {
    let locale = names.locale();
    let numbers = |number: fn(&Paid) -> i32| {
        let numbers = entry.paid.iter().map(|paid| number(paid).to_string());
        let or = |first: String, second: String| {
            locale.text("breakdown-or").with("first", first).with("second", second).to_string()
        };
        numbers.reduce(or).unwrap_or_else(|| locale.say("breakdown-none").to_owned())
    };
    let city = entry.place.as_ref().filter(|_| per_city);
    FieldRow {
        at: city.map_or_else(String::new, |city| cells(locale, &city.cells)),
        farmers: holders(names, entry),
        cities: entry.cities,
        each: numbers(|paid| paid.each),
        sum: numbers(|paid| paid.points),
        why: why(names, entry),
    }
}

fn other(names: &Names, entry: &Entry) -> OwedRow {
    let locale = names.locale();
    let what = match entry.good {
        Some(good) => locale.text("good-name-start").with("good", good.word()),
        None => locale.text("feature-name-start").with("kind", entry.feature.word()),
    };
    OwedRow {
        what: what.to_string(),
        size: entry.place.as_ref().map_or_else(String::new, |feature| size(locale, feature)),
        holders: holders(names, entry),
        why: why(names, entry),
    }
}

/// "3 tiles, 1 shield, at (0, 0), (0, 1) and (1, 1)".
fn size(locale: Locale, feature: &Feature) -> String {
    let size = match feature.kind {
        SegmentKind::Cloister => locale.text("size-cloister").with("n", feature.tiles).to_string(),
        _ => tiles_and_shields(locale, feature),
    };
    let inn = feature.inn.then_some(key("size-inn"));
    let cathedral = feature.cathedral.then_some(key("size-cathedral"));
    let size = inn.into_iter().chain(cathedral).fold(size, |size, thing| {
        locale.text("size-with").with("size", size).with("thing", locale.say(thing)).to_string()
    });
    locale.text("size-at").with("size", size).with("cells", cells(locale, &feature.cells)).to_string()
}

/// How many followers each colour has there, or how much of a good.
fn holders(names: &Names, entry: &Entry) -> Vec<String> {
    let locale = names.locale();
    let holder = |Holder { colour, strength, followers }: &Holder| {
        let who = names.starting(*colour);
        let there = followers.iter().map(|&(kind, number)| names.followers(kind, number));
        let there = locale.list(&there.collect::<Vec<_>>());
        let text = match entry.good {
            Some(_) => locale.text("breakdown-holder-goods").with("who", who).with("n", strength),
            None if followers.iter().all(|(kind, _)| kind.strength() < 2) => {
                locale.text("breakdown-holder").with("who", who).with("followers", there)
            }
            None => locale
                .text("breakdown-holder-strength")
                .with("who", who)
                .with("followers", there)
                .with("strength", strength),
        };
        text.to_string()
    };
    entry.holders.iter().map(holder).collect()
}

/// Who scored, and why the others did not.
fn why(names: &Names, entry: &Entry) -> Vec<String> {
    let locale = names.locale();
    let mut lines: Vec<String> = entry.paid.iter().map(|paid| got(names, paid)).collect();
    if entry.is_tie() {
        lines.push(locale.text("breakdown-tie").with("n", entry.most).to_string());
    }
    if !entry.left.is_empty() {
        let left: Vec<String> = entry.left.iter().map(|&colour| names.who(colour)).collect();
        lines.push(locale.text("breakdown-left").with("players", locale.list(&left)).to_string());
    }
    lines.extend(entry.nothing.map(|why| nothing(locale, why).to_owned()));
    lines.extend(entry.outnumbered().map(|holder| {
        let text = locale.text("breakdown-outnumbered").with("strength", holder.strength);
        text.with("most", entry.most).with("who", names.who(holder.colour)).to_string()
    }));
    lines
}

fn got(names: &Names, paid: &Paid) -> String {
    let locale = names.locale();
    let (who, points) = (names.all_starting(paid.colours), points_each(locale, paid.colours, paid.points));
    let text = if paid.with_pig {
        locale.text("breakdown-got-pig").with("who", who).with("points", points)
    } else {
        locale.text("breakdown-got").with("who", who).with("points", points)
    };
    text.to_string()
}

fn nothing(locale: Locale, why: Nothing) -> &'static str {
    locale.say(match why {
        Nothing::NoFinishedCity => key("breakdown-no-city"),
        Nothing::FieldsPayNothing => key("breakdown-fields-nothing"),
        Nothing::Inn => key("breakdown-inn"),
        Nothing::Cathedral => key("breakdown-cathedral"),
        Nothing::Unfinished => key("breakdown-unfinished"),
    })
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
        let names = Names::of(Locale::default(), &header, None);
        (game, names)
    }

    #[test]
    fn ties_losers_and_pigs_are_explained() {
        let mut text = String::new();
        for secret in 0..12 {
            let (game, names) = played(secret);
            let part = BreakdownPart::of(&game, &names);
            let whys = part.fields.iter().map(|row| &row.why).chain(part.others.iter().map(|row| &row.why));
            for why in whys {
                assert!(!why.is_empty());
                text.push_str(&why.join(" "));
                text.push('\n');
            }
        }
        for reason in ["got", "Tied at", "Outnumbered 1 to 2: ", ", with the pig.", "it scores nothing."] {
            assert!(text.contains(reason), "{reason} is nowhere in\n{text}");
        }
    }
}
