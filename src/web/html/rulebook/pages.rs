//! Pages of the rule books.

use crate::html::layout::Layout;
use crate::html::rulebook::book::{Block, Chapter, chapters};
use crate::html::rulebook::books::{BOOKS, Book, Difference, differences};
use crate::html::rulebook::form::RulesForm;
use crate::html::wording::{rule_names, tile_words};
use crate::http::urls::Url;
use askama::Template;
use engine::{Rotation, Ruleset, TileKind, TileSet};
use table::GameId;

#[derive(Template)]
#[template(path = "rulebook/index.html")]
pub struct BooksPage {
    pub layout: Layout,
    pub books: &'static [Book],
    /// Decorative tiles with their SVG symbols.
    pub tiles: String,
}

impl BooksPage {
    pub fn new(layout: Layout) -> Self {
        let kinds: Vec<TileKind> =
            ["CRFR", "FFFFL", "CCRCS", "FFRR"].iter().filter_map(|name| name.parse().ok()).collect();
        let tiles: String =
            kinds.iter().map(|&kind| tile_words::tile(layout.locale, kind, Rotation::R0)).collect();
        Self { layout, books: &BOOKS, tiles: art::symbols(kinds) + &tiles }
    }
}

/// The rules of a book, or of a table.
#[derive(Template)]
#[template(path = "rulebook/book.html")]
pub struct BookPage {
    pub layout: Layout,
    /// What is special about them, in one line.
    pub line: String,
    /// The book that these rules are, or are based on.
    pub preset: &'static Book,
    pub differences: Vec<Difference>,
    /// The id of the table that plays by these rules.
    pub table: Option<GameId>,
    /// The query that prefills the form of a new table with these rules.
    pub query: String,
    pub chapters: Vec<Chapter>,
    /// SVG symbols for the chapters' drawings.
    pub symbols: String,
    pub others: Vec<&'static Book>,
}

impl BookPage {
    pub fn of_book(layout: Layout, book: &'static Book) -> Self {
        let others = BOOKS.iter().filter(|other| other.slug != book.slug).collect();
        let line = book.line(layout.locale);
        Self { others, ..Self::new(layout, &book.rules, book.optional, line) }
    }

    pub fn of_table(layout: Layout, rules: &Ruleset, table: GameId) -> Self {
        let short = rule_names::short(layout.locale, rules);
        let line = layout.text("rules-of-table-line").with("rules", short).to_string();
        Self { table: Some(table), ..Self::new(layout, rules, &[], line) }
    }

    fn new(layout: Layout, rules: &Ruleset, optional: &[TileSet], line: String) -> Self {
        let chapters = chapters(layout.locale, rules, optional);
        Self {
            differences: differences(layout.locale, rules),
            layout,
            line,
            preset: Book::of(rules.preset),
            table: None,
            query: RulesForm::of(rules).query(),
            symbols: art::symbols(kinds(&chapters)),
            chapters,
            others: Vec::new(),
        }
    }

    fn tile(&self, kind: TileKind) -> String {
        let locale = self.layout.locale.of_book(self.preset.rules.preset);
        tile_words::tile(locale, kind, Rotation::R0)
    }
}

fn kinds(chapters: &[Chapter]) -> Vec<TileKind> {
    let blocks = chapters.iter().flat_map(|chapter| &chapter.blocks);
    let kinds = blocks.flat_map(|block| match block {
        Block::Tiles(kinds) => kinds.as_slice(),
        Block::Example(shown) => shown.kinds.as_slice(),
        Block::Text(_) | Block::List(_) | Block::Steps(_) => &[],
    });
    kinds.copied().collect()
}
