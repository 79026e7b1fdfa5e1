//! The page of a search.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::list_page::expansions_label;
use crate::html::lobby::pages::GameRow;
use crate::html::wording::rule_names;
use crate::http::urls::{SearchQuery, Url};
use crate::locale::key;
use analysis::Depth;
use engine::Preset;
use table::{Company, Ending, Expansions, GameResult, Lasted, RatingBand, Search, TurnCount};

#[derive(Template)]
#[template(path = "lobby/search.html")]
pub struct SearchPage {
    pub layout: Layout,
    /// The current filters.
    pub query: SearchQuery,
    pub games: Vec<GameRow>,
    /// What to correct.
    pub problem: Option<String>,
    /// The query of the page before.
    pub previous: Option<SearchQuery>,
    /// The query of the next page.
    pub next: Option<SearchQuery>,
    /// The query of the records of all games.
    pub records: SearchQuery,
    /// Whether the search stopped before the page was full.
    pub stopped: bool,
}

/// A filter with few values.
pub struct Choices {
    /// The field.
    pub name: &'static str,
    pub label: &'static str,
    pub any: &'static str,
    /// Words, labels, and whether it is chosen.
    pub values: Vec<(String, String, bool)>,
}

impl SearchPage {
    /// All such filters.
    fn choices(&self) -> Vec<Choices> {
        let search = &self.query.search;
        let say = |key: &'static str| self.layout.say(key).to_owned();
        let depth = |depth: Depth| self.layout.text("analysis-depth").with("depth", depth.word()).to_string();
        let seats = |seats: u8| seats.to_string();
        let (any, all) = (key("search-any"), key("list-state-all"));
        vec![
            self.choice(
                "result",
                key("search-result"),
                any,
                search.result,
                GameResult::ALL,
                GameResult::word,
                |one| say(result_key(one)),
            ),
            self.choice("rules", key("list-rules"), all, search.preset, Preset::ALL, Preset::word, |one| {
                say(rule_names::name_key(one))
            }),
            self.choice(
                "expansions",
                key("list-expansions"),
                key("list-expansions-any"),
                search.expansions,
                Expansions::ALL,
                Expansions::word,
                |one| expansions_label(&self.layout, one),
            ),
            self.choice("seats", key("search-seats"), any, search.seats, 1..=6, seats, seats),
            self.choice(
                "company",
                key("search-company"),
                any,
                search.company,
                Company::ALL,
                Company::word,
                |one| say(company_key(one)),
            ),
            self.choice(
                "ending",
                key("search-ending"),
                any,
                search.ending,
                Ending::ALL,
                Ending::word,
                |one| say(ending_key(one)),
            ),
            self.choice(
                "lasted",
                key("search-lasted"),
                any,
                search.lasted,
                Lasted::ALL,
                Lasted::word,
                |one| say(lasted_key(one)),
            ),
            self.choice(
                "turns",
                key("search-turns"),
                any,
                search.turns,
                TurnCount::ALL,
                TurnCount::word,
                |one| say(turns_key(one)),
            ),
            self.choice(
                "analysis",
                key("search-analysis"),
                any,
                search.analysis.and_then(Depth::parse),
                Depth::ALL,
                Depth::word,
                depth,
            ),
            self.choice(
                "rating",
                key("search-rating"),
                any,
                search.rating,
                RatingBand::ALL,
                RatingBand::word,
                |one| say(rating_key(one)),
            ),
        ]
    }

    #[expect(clippy::too_many_arguments, reason = "a filter in one line")]
    fn choice<T: Copy + PartialEq, W: Into<String>>(
        &self,
        name: &'static str,
        label: &'static str,
        any: &'static str,
        chosen: Option<T>,
        all: impl IntoIterator<Item = T>,
        word: impl Fn(T) -> W,
        text: impl Fn(T) -> String,
    ) -> Choices {
        let value = |one: T| (word(one).into(), text(one), chosen == Some(one));
        Choices {
            name,
            label: self.layout.say(label),
            any: self.layout.say(any),
            values: all.into_iter().map(value).collect(),
        }
    }

    /// Whether anything narrows the search.
    fn filtered(&self) -> bool {
        let search = &self.query.search;
        let order = Search { oldest_first: search.oldest_first, ..Search::default() };
        *search != order
    }

    fn symbols(&self) -> String {
        GameRow::symbols(self.games.iter())
    }

    /// The labels of the links to the previous and the next page.
    fn labels(&self) -> (&'static str, &'static str) {
        let (newer, older) = (self.layout.say("list-newer"), self.layout.say("list-older"));
        if self.query.search.oldest_first { (older, newer) } else { (newer, older) }
    }
}

const fn result_key(result: GameResult) -> &'static str {
    match result {
        GameResult::Won => key("search-result-won"),
        GameResult::Drawn => key("search-result-drawn"),
        GameResult::Lost => key("search-result-lost"),
    }
}

const fn company_key(company: Company) -> &'static str {
    match company {
        Company::People => key("search-company-people"),
        Company::Mixed => key("search-company-mixed"),
        Company::Computers => key("search-company-computers"),
    }
}

const fn ending_key(ending: Ending) -> &'static str {
    match ending {
        Ending::PlayedOut => key("search-ending-played-out"),
        Ending::Resigned => key("search-ending-resigned"),
        Ending::OutOfTime => key("search-ending-out-of-time"),
        Ending::Agreed => key("search-ending-agreed"),
        Ending::CalledOff => key("search-ending-called-off"),
    }
}

const fn lasted_key(lasted: Lasted) -> &'static str {
    match lasted {
        Lasted::Hours => key("search-lasted-hours"),
        Lasted::Days => key("search-lasted-days"),
        Lasted::Weeks => key("search-lasted-weeks"),
        Lasted::Months => key("search-lasted-months"),
    }
}

const fn turns_key(turns: TurnCount) -> &'static str {
    match turns {
        TurnCount::Few => key("search-turns-few"),
        TurnCount::Base => key("search-turns-base"),
        TurnCount::More => key("search-turns-more"),
        TurnCount::Many => key("search-turns-many"),
    }
}

const fn rating_key(rating: RatingBand) -> &'static str {
    match rating {
        RatingBand::Lowest => key("search-rating-lowest"),
        RatingBand::Low => key("search-rating-low"),
        RatingBand::Middle => key("search-rating-middle"),
        RatingBand::High => key("search-rating-high"),
        RatingBand::Highest => key("search-rating-highest"),
    }
}
