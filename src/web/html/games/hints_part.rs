//! Hints on the game page.

use crate::html::board::choices;
use crate::html::games::LoadedGame;
use crate::html::wording::names::Names;
use crate::html::wording::{reasons, tile_words};
use crate::http::urls::Draft;
use crate::locale::key;
use engine::{Cell, Command, Position, Seat};
use players::Hint;
use table::Table;

/// What a page of a table with hints shows.
pub struct HintsPart {
    /// Whether the viewer can have a hint now.
    pub may_ask: bool,
    /// The best turns, if the viewer has asked.
    pub rows: Vec<HintRow>,
    /// How many each player has used; `None` if nobody has used any.
    pub used: Option<String>,
}

pub struct HintRow {
    /// The turn; `None` to pass.
    pub draft: Option<Draft>,
    /// The number of its cell on the board. Turns on the same cell share it.
    pub number: Option<u32>,
    /// The tile as it would lie, as SVG; empty to pass.
    pub tile: String,
    /// The follower, or that it is a pass.
    pub follower: String,
    /// The turn in words.
    pub turn: String,
    /// How it compares with the best.
    pub value: String,
    /// Whether the reasons compare the best turn with this one or, at the best, with the next.
    pub than: &'static str,
    pub reasons: Vec<String>,
}

/// `None` at a table without hints.
pub(super) fn part(loaded: &LoadedGame) -> Option<HintsPart> {
    let table = &loaded.table.table;
    table.hints.as_ref()?;
    let anybody = counts(table).any(|(_, count)| count > 0);
    let you = loaded.names.you();
    let rows = you.map(|you| {
        let numbers = numbers(&loaded.hints);
        let number =
            |hint: &Hint| numbers.iter().find(|(cell, _)| Some(*cell) == cell_of(hint)).map(|(_, n)| *n);
        let row = |(place, hint)| HintRow {
            number: number(hint),
            ..row(&loaded.names, loaded.game(), you, (place, hint))
        };
        loaded.hints.iter().enumerate().map(row).collect()
    });
    Some(HintsPart {
        may_ask: loaded.your_turn() && loaded.hints.is_empty(),
        rows: rows.unwrap_or_default(),
        used: used(loaded).filter(|_| anybody),
    })
}

/// The cells of hints with their numbers: the place of the first hint there.
pub(super) fn numbers(hints: &[Hint]) -> Vec<(Cell, u32)> {
    let mut numbers: Vec<(Cell, u32)> = Vec::new();
    for (cell, n) in hints.iter().map(cell_of).zip(1..) {
        numbers
            .extend(cell.filter(|cell| numbers.iter().all(|(known, _)| known != cell)).map(|cell| (cell, n)));
    }
    numbers
}

const fn cell_of(hint: &Hint) -> Option<Cell> {
    match hint.command {
        Command::Play(turn) => Some(turn.position),
        _ => None,
    }
}

/// "Hints used: ann 3, ben 0"; `None` at a table without hints.
pub(super) fn used(loaded: &LoadedGame) -> Option<String> {
    let (table, locale) = (&loaded.table.table, loaded.names.locale());
    table.hints.as_ref()?;
    let of = |(seat, count): (Seat, u32)| {
        let text = locale.text("hints-of").with("name", loaded.names.player(seat));
        text.with("n", count).to_string()
    };
    let counts = locale.list(&counts(table).map(of).collect::<Vec<_>>());
    Some(locale.text("hints-used").with("counts", counts).to_string())
}

/// The people at the table, and how many hints they have had.
fn counts(table: &Table) -> impl Iterator<Item = (Seat, u32)> {
    let seats = (0..).map(Seat).zip(table.seats());
    let people = seats.filter(|(_, player)| player.is_some_and(|player| player.user().is_some()));
    people.filter_map(|(seat, _)| Some((seat, table.hints.as_ref()?.count(seat))))
}

/// `mover` is to move.
fn row(names: &Names, position: &Position, mover: Seat, (place, hint): (usize, &Hint)) -> HintRow {
    let locale = names.locale();
    let value = if hint.behind < 0.05 {
        locale.say("hint-best").to_owned()
    } else {
        locale.text("hint-behind").with("points", locale.decimal(hint.behind)).to_string()
    };
    let than = locale.say(if place == 0 { key("hint-why-best") } else { key("hint-why") });
    let reasons = reasons::sentences(names, position, mover, &hint.reasons);
    let Command::Play(turn) = hint.command else {
        let turn = locale.say("hint-pass").to_owned();
        let (follower, tile) = (turn.clone(), String::new());
        return HintRow { draft: None, number: None, tile, follower, turn, value, than, reasons };
    };
    let (tile, rotation) = (turn.tile, turn.rotation);
    let text = locale
        .text("hint-turn")
        .with("cell", turn.position.to_string())
        .with("sides", tile_words::words_of_sides(locale, tile, rotation))
        .with("follower", choices::follower_of(locale, turn));
    HintRow {
        number: None,
        tile: tile_words::thumbnail(locale, tile, rotation),
        follower: choices::follower_of(locale, turn),
        draft: Some(Draft {
            tile,
            position: turn.position,
            rotation: Some(rotation),
            follower: turn.follower,
        }),
        turn: text.to_string(),
        value,
        than,
        reasons,
    }
}
