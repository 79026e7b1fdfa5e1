//! The breakdown of the final scoring: what everything was worth, who got the points, and why others did not.

use engine::{Cell, Game, SegmentKind};
use insight::{Breakdown, Entry, Feature, Holder, Nothing, Paid, Regions};

use crate::html::board::features::tiles_and_shields;
use crate::html::board::turn_rows::{self, Gain};
use crate::html::wording::events::points_each;
use crate::html::wording::names::Names;
use crate::html::wording::words;
use crate::locale::{Html, Locale, key};

#[derive(Debug)]
pub struct BreakdownPart {
    /// Whether the rows of farmers are finished cities rather than fields.
    pub per_city: bool,
    /// Points for farmers, in the order of the numbers on the board.
    pub fields: Vec<BreakdownRow>,
    /// Points for everything else.
    pub others: Vec<BreakdownRow>,
}

/// Something that scored, or was claimed in vain.
#[derive(Debug)]
pub struct BreakdownRow {
    /// Its index among all rows, fields first.
    pub index: usize,
    /// The number of a row of farmers, which the board shows too.
    pub number: Option<usize>,
    /// "City in the north"
    pub title: String,
    /// Whether it can be outlined on the board.
    pub is_on_board: bool,
    /// Its size, or what a field scores.
    pub size: String,
    /// One entry per colour.
    pub holders: Vec<Html>,
    /// Why the others did not score.
    pub why: Vec<Html>,
    pub gains: Vec<Gain>,
}

impl BreakdownPart {
    /// `breakdown` must be that of the game, which is finished.
    pub fn of(game: &Game, names: &Names, breakdown: &Breakdown) -> Self {
        let (per_city, regions) = (breakdown.per_city, Regions::of(game.board()));
        let fields = breakdown.fields.iter().enumerate().map(|(index, entry)| BreakdownRow {
            number: Some(index + 1),
            size: if per_city { String::new() } else { field_size(names.locale(), entry) },
            ..row(names, regions, (index, entry))
        });
        let others = (breakdown.fields.len()..).zip(&breakdown.others);
        Self {
            per_city,
            fields: fields.collect(),
            others: others.map(|entry| row(names, regions, entry)).collect(),
        }
    }
}

fn row(names: &Names, regions: Regions, (index, entry): (usize, &Entry)) -> BreakdownRow {
    let locale = names.locale();
    let gains = entry
        .paid
        .iter()
        .flat_map(|paid| paid.colours.iter().map(|colour| turn_rows::gain(names, colour, paid.points)));
    BreakdownRow {
        index,
        number: None,
        title: title(locale, regions, entry),
        is_on_board: entry.place.is_some(),
        size: entry.place.as_ref().map_or_else(String::new, |feature| size(locale, feature)),
        holders: holders(names, entry),
        why: why(names, entry),
        gains: gains.collect(),
    }
}

/// "City in the north", "Wine".
fn title(locale: Locale, regions: Regions, entry: &Entry) -> String {
    let text = match (entry.good, &entry.place) {
        (Some(good), _) => locale.text("good-name-start").with("good", good.word()),
        (None, Some(place)) => locale
            .text("breakdown-feature")
            .with("kind", words::feature_word(place.kind))
            .with("region", regions.at(centre(&place.cells)).word()),
        (None, None) => locale.text("feature-name-start").with("kind", entry.feature.word()),
    };
    text.to_string()
}

/// The cell in the middle.
fn centre(cells: &[Cell]) -> Cell {
    let mean = |of: fn(&Cell) -> i16| {
        let count = i32::try_from(cells.len().max(1)).unwrap_or(i32::MAX);
        let sum: i32 = cells.iter().map(|cell| i32::from(of(cell))).sum();
        i16::try_from(sum / count).unwrap_or_default()
    };
    Cell::new(mean(|cell| cell.x), mean(|cell| cell.y))
}

/// "3 finished cities, 3 points each".
fn field_size(locale: Locale, entry: &Entry) -> String {
    if entry.cities == 0 || entry.paid.is_empty() {
        return String::new();
    }
    let or = |first: String, second: String| {
        locale.text("breakdown-or").with("first", first).with("second", second).to_string()
    };
    let each = entry.paid.iter().map(|paid| paid.each.to_string()).reduce(or).unwrap_or_default();
    locale.text("breakdown-cities").with("n", entry.cities).with("each", each).to_string()
}

/// "3 tiles, 1 shield".
fn size(locale: Locale, feature: &Feature) -> String {
    let size = match feature.kind {
        SegmentKind::Cloister => locale.text("size-cloister").with("n", feature.tiles).to_string(),
        _ => tiles_and_shields(locale, feature),
    };
    let inn = feature.inn.then_some(key("size-inn"));
    let cathedral = feature.cathedral.then_some(key("size-cathedral"));
    inn.into_iter().chain(cathedral).fold(size, |size, thing| {
        locale.text("size-with").with("size", size).with("thing", locale.say(thing)).to_string()
    })
}

/// How many followers each colour has there, or how much of a good.
fn holders(names: &Names, entry: &Entry) -> Vec<Html> {
    let locale = names.locale();
    let holder = |Holder { colour, strength, followers }: &Holder| {
        let who = names.starting_with_piece(*colour);
        let there = followers.iter().map(|&(kind, number)| names.followers(kind, number));
        let there = locale.list(&there.collect::<Vec<_>>());
        let text = match entry.good {
            Some(_) => locale.html("breakdown-holder-goods").part("who", who).with("n", strength),
            None if followers.iter().all(|(kind, _)| kind.strength() < 2) => {
                locale.html("breakdown-holder").part("who", who).with("followers", there)
            }
            None => locale
                .html("breakdown-holder-strength")
                .part("who", who)
                .with("followers", there)
                .with("strength", strength),
        };
        text.into()
    };
    entry.holders.iter().map(holder).collect()
}

/// Why it was shared, why others did not score, and what a pig did.
fn why(names: &Names, entry: &Entry) -> Vec<Html> {
    let locale = names.locale();
    let with_pig = entry.paid.iter().filter(|paid| paid.with_pig);
    let mut lines: Vec<Html> = with_pig.map(|paid| got_with_pig(names, paid)).collect();
    if entry.is_tie() {
        lines.push(locale.html("breakdown-tie").with("n", entry.most).into());
    }
    if !entry.left.is_empty() {
        let left: Vec<Html> = entry.left.iter().map(|&colour| names.who_with_piece(colour)).collect();
        lines.push(locale.html("breakdown-left").part("players", locale.html_list(&left)).into());
    }
    lines.extend(entry.nothing.map(|why| Html(nothing(locale, why).to_owned())));
    lines.extend(entry.outnumbered().map(|holder| {
        let text = locale.html("breakdown-outnumbered").with("strength", holder.strength);
        text.with("most", entry.most).part("who", names.who_with_piece(holder.colour)).into()
    }));
    lines
}

fn got_with_pig(names: &Names, paid: &Paid) -> Html {
    let points = points_each(names.locale(), paid.colours, paid.points);
    let text =
        names.locale().html("breakdown-got-pig").part("who", names.all_starting_with_pieces(paid.colours));
    text.with("points", points).into()
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
    use engine::{Command, DrawSecret, Header, Ruleset, Seat, TileSet};
    use players::choose;

    fn played(secret: u8) -> (Game, Names) {
        let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders];
        let rules = Ruleset { sets, ..Ruleset::default() };
        let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([secret; 32]));
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        while let Some(turn) = choose(&game) {
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
            let part = BreakdownPart::of(&game, &names, &Breakdown::of(&game));
            for (index, row) in part.fields.iter().chain(&part.others).enumerate() {
                assert_eq!(row.index, index);
                assert!(!row.gains.is_empty() || !row.why.is_empty(), "{row:?}");
                text.extend(row.why.iter().map(|why| format!("{why}\n")));
            }
        }
        for reason in ["Tied at", "Outnumbered 1 to 2: ", ", with the pig.", "it scores nothing."] {
            assert!(text.contains(reason), "{reason} is nowhere in\n{text}");
        }
    }
}
