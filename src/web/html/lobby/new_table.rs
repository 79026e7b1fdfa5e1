//! `/tables/new`: opening a table.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::engine::{MAX_COLOURS, Preset, Ruleset, Seat};
use crate::service::OpenError;
use crate::table::{Aids, Level, OpenTable, TimeControl};
use crate::web::html::aids;
use crate::web::html::answer::Answer;
use crate::web::html::lobby::table_page::{Choice, NewTablePage};
use crate::web::html::rulebook::books::Book;
use crate::web::html::rulebook::form::RulesForm;
use crate::web::html::rulebook::handicaps::Handicaps;
use crate::web::html::rulebook::names;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::{Fields, VerifiedForm};
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::{Message, key};

/// The longest time per move, in days.
const MOST_DAYS: u8 = 14;

struct TableForm {
    rules: RulesForm,
    handicaps: Handicaps,
    seats: u8,
    computers: u8,
    public: bool,
    clock_days: Option<u8>,
    aids: Aids,
}

/// A query can prefill any of its fields.
pub(in crate::web) async fn get(person: SignedIn, request: HttpRequest) -> Answer {
    match request.query_string() {
        "" => person.stays(&Url::NewTable)?,
        query => person.stays(&Url::NewTableWith(query))?,
    }
    let fields = Fields::of_query(&request)?;
    let mut form = TableForm::read(&fields)?;
    form.rules.rules();
    let open = fields.optional("preset")?.is_some();
    person.page(&page(&person, &form, None, open))
}

/// Opens the table, or shows the form with the rules of another book.
pub(in crate::web) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> Answer {
    person.stays(&Url::NewTable)?;
    let mut form = TableForm::read(&fields)?;
    let rules = form.rules.rules();
    let tiles = rules.as_ref().map_or(0, |rules| rules.tiles_in_bag(form.seats.into()));
    let handicaps = form.handicaps.points(form.seats, tiles);
    if fields.optional("show")?.is_some() {
        return person.page(&page(&person, &form, None, true));
    }
    let (Some(rules), Some(handicaps)) = (rules, handicaps) else {
        return refused(&person, &form, person.locale().say("new-table-wrong").to_owned());
    };
    match person.web().service.open_table(person.principal(), &form.opening(rules, handicaps)).await {
        Ok(game) => Ok(person.go(&Url::Game(game.as_str()), Some(Flash::TableOpened), &[])),
        Err(OpenError::Denied(why)) => Err(why.into()),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(why) => {
            let why = person.locale().tell(&Message::from(&why));
            refused(&person, &form, why)
        }
    }
}

fn refused(person: &SignedIn, form: &TableForm, why: String) -> Answer {
    person.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page(person, form, Some(why), false))
}

impl TableForm {
    /// Reads a form or a query; missing fields get their defaults.
    fn read(fields: &Fields) -> Result<Self, PageError> {
        let preset = book(fields, "preset")?.unwrap_or_default();
        let shown = book(fields, "shown")?.unwrap_or(preset);
        let public = match fields.optional("visibility")? {
            None | Some("public") => true,
            Some("link") => false,
            Some(_) => {
                return Err(PageError::bad_request("request-visibility"));
            }
        };
        let clock_days = if fields.optional("clock")?.is_some() { fields.parsed("clock")? } else { Some(3) };
        Ok(Self {
            rules: RulesForm::read(shown, preset, |name| fields.all(name).next().map(str::to_owned)),
            handicaps: Handicaps::read(|name| fields.all(name).next().map(str::to_owned)),
            seats: fields.parsed("seats")?.unwrap_or(2),
            computers: fields.parsed("computers")?.unwrap_or(0),
            public,
            clock_days,
            aids: aids_of(fields)?,
        })
    }

    /// The computer takes the last seats.
    fn opening(&self, rules: Ruleset, handicaps: Vec<i32>) -> OpenTable {
        let first = self.seats.saturating_sub(self.computers);
        OpenTable {
            rules,
            handicaps,
            seats: self.seats,
            computer: (first..self.seats).map(Seat).collect(),
            public: self.public,
            time_control: TimeControl::of_days(self.clock_days),
            level: Level::default(),
            aids: self.aids,
        }
    }
}

fn aids_of(fields: &Fields) -> Result<Aids, PageError> {
    let Some(word) = fields.optional("aids")? else { return Ok(Aids::default()) };
    Aids::parse(word).ok_or_else(|| PageError::bad_request("request-aids"))
}

fn book(fields: &Fields, name: &str) -> Result<Option<Preset>, PageError> {
    let Some(word) = fields.optional(name)? else { return Ok(None) };
    let preset = Preset::ALL.into_iter().find(|known| known.word() == word);
    preset.map(Some).ok_or_else(|| PageError::bad_request("request-rule-book"))
}

fn page(person: &SignedIn, form: &TableForm, error: Option<String>, open: bool) -> NewTablePage {
    let locale = person.locale();
    let choice = |value: String, label: String, help: &str, chosen| Choice {
        value,
        label,
        help: help.to_owned(),
        chosen,
    };
    let number = |n: u8, label: String, chosen| choice(n.to_string(), label, "", chosen);
    let days = (1..=MOST_DAYS).map(|days| {
        let label = locale.text("table-days").with("n", days).to_string();
        number(days, label, form.clock_days == Some(days))
    });
    let no_clock =
        choice(String::new(), locale.say("new-table-no-limit").to_owned(), "", form.clock_days.is_none());
    let most = u8::try_from(MAX_COLOURS).unwrap_or(u8::MAX);
    NewTablePage {
        layout: person.layout(locale.say("new-table-title")),
        error,
        presets: Preset::ALL
            .into_iter()
            .map(|preset| {
                let (word, name) = (preset.word().to_owned(), names::name(locale, preset).to_owned());
                choice(word, name, &Book::of(preset).line(locale), preset == form.rules.preset)
            })
            .collect(),
        details_open: open
            || form.rules.differs()
            || form.rules.refused().next().is_some()
            || form.handicaps.any(),
        rules: form.rules.clone(),
        handicaps: form.handicaps.clone(),
        seats: (2..=most).map(|n| number(n, n.to_string(), n == form.seats)).collect(),
        computers: (0..most)
            .map(|n| {
                number(
                    n,
                    if n == 0 { locale.say("new-table-no-computers").to_owned() } else { n.to_string() },
                    n == form.computers,
                )
            })
            .collect(),
        visibility: [
            ("public", key("new-table-public"), key("new-table-public-help")),
            ("link", key("new-table-link"), key("new-table-link-help")),
        ]
        .map(|(value, label, help)| {
            choice(
                value.to_owned(),
                locale.say(label).to_owned(),
                locale.say(help),
                form.public == (value == "public"),
            )
        })
        .into(),
        aids: Aids::ALL
            .into_iter()
            .map(|each| {
                let (word, name) = (each.word().to_owned(), aids::name(locale, each).to_owned());
                choice(word, name, aids::line(locale, each), each == form.aids)
            })
            .collect(),
        clocks: std::iter::once(no_clock).chain(days).collect(),
    }
}
