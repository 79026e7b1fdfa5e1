//! `/tables/new`: opening a table.

use actix_web::http::StatusCode;

use crate::engine::{MAX_COLOURS, Preset, Ruleset, Seat};
use crate::service::{OpenError, Opening};
use crate::web::answer::Answer;
use crate::web::error::PageError;
use crate::web::flash::Flash;
use crate::web::form::{Fields, Sent};
use crate::web::page::rules;
use crate::web::page::tables::{Choice, NewTablePage};
use crate::web::session::SignedIn;
use crate::web::urls::Url;

/// The most days that a move may take.
const MOST_DAYS: u8 = 14;

/// What was chosen, as the form has it.
struct Wish {
    preset: Preset,
    seats: u8,
    computers: u8,
    public: bool,
    clock_days: Option<u8>,
}

impl Default for Wish {
    fn default() -> Self {
        Self { preset: Preset::Modern, seats: 2, computers: 0, public: true, clock_days: Some(3) }
    }
}

/// The form.
pub(in crate::web) async fn get(person: SignedIn) -> Answer {
    person.page(&page(&person, &Wish::default(), None))
}

/// Opens the table.
pub(in crate::web) async fn post(person: SignedIn, Sent(fields): Sent) -> Answer {
    let wish = Wish::read(&fields)?;
    match person.web().service.open_table(&person.account.id, &wish.opening()).await {
        Ok(game) => Ok(person.go(&Url::Game(game.as_str()), Some(Flash::TableOpened), &[])),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(refused) => {
            let page = page(&person, &wish, Some(refused.to_string()));
            person.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
        }
    }
}

impl Wish {
    fn read(fields: &Fields) -> Result<Self, PageError> {
        let preset = fields.required("preset")?;
        let preset = Preset::ALL.into_iter().find(|known| known.word() == preset);
        let public = match fields.required("visibility")? {
            "public" => true,
            "link" => false,
            _ => {
                return Err(PageError::BadRequest("A table is open to all or found by its link.".to_owned()));
            }
        };
        Ok(Self {
            preset: preset.ok_or_else(|| PageError::BadRequest("There is no such rule book.".to_owned()))?,
            seats: fields.needed("seats")?,
            computers: fields.needed("computers")?,
            public,
            clock_days: fields.parsed("clock")?,
        })
    }

    /// The computer takes the last seats.
    fn opening(&self) -> Opening {
        let first = self.seats.saturating_sub(self.computers);
        Opening {
            rules: Ruleset::of(self.preset),
            seats: self.seats,
            computer: (first..self.seats).map(Seat).collect(),
            public: self.public,
            clock_days: self.clock_days,
        }
    }
}

fn page(person: &SignedIn, wish: &Wish, trouble: Option<String>) -> NewTablePage {
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
                let (word, name) = (preset.word().to_owned(), rules::name(preset).to_owned());
                choice(word, name, rules::line(preset), preset == wish.preset)
            })
            .collect(),
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
        clocks: std::iter::once(no_clock).chain(days).collect(),
    }
}
