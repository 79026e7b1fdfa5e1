//! The page of a list of games.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::pages::GameRow;
use crate::html::wording::rule_names;
use crate::http::urls::{ListQuery, ProfileUrl, Url};
use crate::locale::key;
use engine::Preset;
use table::{Expansions, Status};

#[derive(Template)]
#[template(path = "lobby/list.html")]
pub struct ListPage {
    pub layout: Layout,
    /// The current filters.
    pub query: ListQuery,
    pub games: Vec<GameRow>,
    /// Whose bot the player is that the list is about, in words.
    pub bot: Option<String>,
    /// Names to suggest.
    pub names: Vec<String>,
    /// The query of the page before.
    pub previous: Option<ListQuery>,
    /// The query of the next page.
    pub next: Option<ListQuery>,
    /// How old the list may be, in seconds.
    pub age: Option<u64>,
}

impl ListPage {
    /// The states to filter by, with the keys of their labels.
    const STATES: [(Status, &str); 3] = [
        (Status::Open, key("list-state-open")),
        (Status::Playing, key("list-state-playing")),
        (Status::Finished, key("list-state-finished")),
    ];
    const PRESETS: [Preset; 4] = Preset::ALL;
    const EXPANSIONS: [Expansions; 5] = Expansions::ALL;

    fn preset(preset: Preset) -> &'static str {
        rule_names::name_key(preset)
    }

    fn expansions(&self, expansions: Expansions) -> String {
        expansions_label(&self.layout, expansions)
    }

    /// Whether a filter hides games.
    fn filtered(&self) -> bool {
        let filter = &self.query.filter;
        filter.status.is_some() || filter.player.is_some() || filter.has_rules()
    }

    fn symbols(&self) -> String {
        GameRow::symbols(self.games.iter())
    }

    fn player(&self) -> &str {
        self.query.filter.player.as_deref().unwrap_or("")
    }

    /// The labels of the links to the previous and the next page.
    fn labels(&self) -> (&'static str, &'static str) {
        let (newer, older) = (self.layout.say("list-newer"), self.layout.say("list-older"));
        if self.query.filter.oldest_first { (older, newer) } else { (newer, older) }
    }
}

/// The label of a choice of expansions.
pub fn expansions_label(layout: &Layout, expansions: Expansions) -> String {
    match expansions {
        Expansions::None => layout.say("list-expansions-none").to_owned(),
        Expansions::With(set) => rule_names::expansion(layout.locale, set),
    }
}
