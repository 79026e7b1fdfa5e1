//! `/tables/new`: opening a table.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::aids::Aids;
use crate::engine::{MAX_COLOURS, Preset, Ruleset, Seat};
use crate::service::{OpenError, Opening};
use crate::web::html::aids;
use crate::web::html::answer::Answer;
use crate::web::html::lobby::table_page::{Choice, NewTablePage};
use crate::web::html::rulebook::form::RulesForm;
use crate::web::html::rulebook::handicaps::Handicaps;
use crate::web::html::rulebook::names;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::{Fields, Sent};
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

/// The most days that a move may take.
const MOST_DAYS: u8 = 14;

/// What was chosen, as the form has it.
struct Wish {
    rules: RulesForm,
    handicaps: Handicaps,
    seats: u8,
    computers: u8,
    public: bool,
    clock_days: Option<u8>,
    aids: Aids,
}

/// The form; its address may fill any field of it.
pub(in crate::web) async fn get(person: SignedIn, request: HttpRequest) -> Answer {
    match request.query_string() {
        "" => person.stays(&Url::NewTable)?,
        query => person.stays(&Url::NewTableWith(query))?,
    }
    let fields = Fields::of_query(&request)?;
    let mut wish = Wish::read(&fields)?;
    wish.rules.rules();
    let open = fields.optional("preset")?.is_some();
    person.page(&page(&person, &wish, None, open))
}

/// Opens the table, or shows the rules of another book.
pub(in crate::web) async fn post(person: SignedIn, Sent(fields): Sent) -> Answer {
    person.stays(&Url::NewTable)?;
    let mut wish = Wish::read(&fields)?;
    let rules = wish.rules.rules();
    let handicaps = wish.handicaps.points(wish.seats);
    if fields.optional("show")?.is_some() {
        return person.page(&page(&person, &wish, None, true));
    }
    let (Some(rules), Some(handicaps)) = (rules, handicaps) else {
        return refused(&person, &wish, "These rules do not go together. See below what to mend.".to_owned());
    };
    match person.web().service.open_table(&person.account.id, &wish.opening(rules, handicaps)).await {
        Ok(game) => Ok(person.go(&Url::Game(game.as_str()), Some(Flash::TableOpened), &[])),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(why) => {
            let why = person.locale().tell(&Message::from(&why));
            refused(&person, &wish, why)
        }
    }
}

fn refused(person: &SignedIn, wish: &Wish, why: String) -> Answer {
    person.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page(person, wish, Some(why), false))
}

impl Wish {
    /// What a form or an address asks for; a field that is not there is as usual.
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
    fn opening(&self, rules: Ruleset, handicaps: Vec<i32>) -> Opening {
        let first = self.seats.saturating_sub(self.computers);
        Opening {
            rules,
            handicaps,
            seats: self.seats,
            computer: (first..self.seats).map(Seat).collect(),
            public: self.public,
            clock_days: self.clock_days,
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

fn page(person: &SignedIn, wish: &Wish, trouble: Option<String>, open: bool) -> NewTablePage {
    let choice = |value: String, label: String, help: &str, chosen| Choice {
        value,
        label,
        help: help.to_owned(),
        chosen,
    };
    let number = |n: u8, label: String, chosen| choice(n.to_string(), label, "", chosen);
    let days = (1..=MOST_DAYS).map(|days| {
        let label = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        number(days, label, wish.clock_days == Some(days))
    });
    let no_clock = choice(String::new(), "No limit".to_owned(), "", wish.clock_days.is_none());
    let most = u8::try_from(MAX_COLOURS).unwrap_or(u8::MAX);
    NewTablePage {
        layout: person.layout("Open a table"),
        trouble,
        presets: Preset::ALL
            .into_iter()
            .map(|preset| {
                let (word, name) = (preset.word().to_owned(), names::name(preset).to_owned());
                choice(word, name, &names::line(preset), preset == wish.rules.preset)
            })
            .collect(),
        details_open: open
            || wish.rules.differs()
            || wish.rules.refused().next().is_some()
            || wish.handicaps.any(),
        rules: wish.rules.clone(),
        handicaps: wish.handicaps.clone(),
        seats: (2..=most).map(|n| number(n, n.to_string(), n == wish.seats)).collect(),
        computers: (0..most)
            .map(|n| number(n, if n == 0 { "none".to_owned() } else { n.to_string() }, n == wish.computers))
            .collect(),
        visibility: [
            ("public", "Everybody", "The table is listed, and anyone may watch the game."),
            ("link", "Only people with the link", "The table is in no list. You pass the link on."),
        ]
        .map(|(value, label, help)| {
            choice(value.to_owned(), label.to_owned(), help, wish.public == (value == "public"))
        })
        .into(),
        aids: Aids::ALL
            .into_iter()
            .map(|each| {
                let (word, name) = (each.word().to_owned(), aids::name(each).to_owned());
                choice(word, name, aids::line(each), each == wish.aids)
            })
            .collect(),
        clocks: std::iter::once(no_clock).chain(days).collect(),
    }
}
