//! `/tables/new`: opening a table.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono_tz::Tz;

use crate::html::account::pages::zones;
use crate::html::lobby::clock_form::{self, ClockForm};
use crate::html::lobby::hours_form::HoursForm;
use crate::html::lobby::named_games::GameChoice;
use crate::html::lobby::settings::{self, SettingsForm};
use crate::html::lobby::table_page::{NewTablePage, SettingOption};
use crate::html::response::PageResult;
use crate::html::rulebook::books::Book;
use crate::html::rulebook::form::RulesForm;
use crate::html::rulebook::handicaps::Handicaps;
use crate::html::wording::{rule_names, time_control};
use crate::html::{games, levels};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::salt_hash::{BAD_HASH, salt_hash};
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message};
use engine::{MAX_COLOURS, Preset, SaltHash, Seat};
use service::OpenError;
use table::{Chat, ComputerLevel, GameId, OpenTable, Player, Settings, Table};

/// The fields of the form.
struct TableForm {
    /// Of the other fields, a named game follows only who may join and the salt.
    game: GameChoice,
    rules: RulesForm,
    handicaps: Handicaps,
    clock: ClockForm,
    hours: HoursForm,
    seats: u8,
    /// In the order of their seats.
    computers: Vec<ComputerLevel>,
    /// All but the rules, the handicaps, the clock and its hours.
    settings: SettingsForm,
    /// Whether the opener takes a seat.
    plays: bool,
    /// What the opener commits to, or what was typed instead.
    salt_hash: Result<Option<SaltHash>, String>,
}

/// A query can prefill any of its fields, or name the table whose settings to start from.
pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    match request.query_string() {
        "" => person.require_account(&Url::NewTable)?,
        query => person.require_account(&Url::NewTableWith(query))?,
    }
    let (fields, zone) = (Fields::of_query(&request)?, person.user.zone);
    let last = person.viewer.web().service.last_opened(person.viewer.principal()).await?;
    let (mut form, from_last) = match fields.optional("from")? {
        None => (TableForm::read(&fields, zone)?, false),
        Some("last") => (
            last.as_ref()
                .map_or_else(|| TableForm::read(&fields, zone), |last| Ok(TableForm::like(last, zone)))?,
            true,
        ),
        Some(id) => {
            let id = GameId::parse(id).ok_or(PageError::NotFound)?;
            (TableForm::like(&games::table(&person.viewer, &id).await?.table, zone), false)
        }
    };
    form.rules.rules();
    let open = fields.optional("preset")?.is_some();
    let last = last.filter(|_| !from_last).map(|last| summary(person.viewer.locale(), &last));
    person.viewer.page(&NewTablePage { last, ..page(&person, &form, None, open) })
}

/// The settings of a table in a few words.
fn summary(locale: Locale, table: &Table) -> String {
    let text = locale
        .text("new-table-last-settings")
        .with("rules", rule_names::short(locale, &table.settings.rules));
    let text = text.with("seats", table.seats().len());
    text.with("clock", time_control::name(locale, table.settings.time_control)).to_string()
}

/// Opens the table, or shows the form with the rules of another book.
pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::NewTable)?;
    let mut form = TableForm::read(&fields, person.user.zone)?;
    if fields.optional("show")?.is_some() {
        form.game = GameChoice::Custom;
        form.rules.rules();
        return person.viewer.page(&page(&person, &form, None, true));
    }
    let Some((opening, plays)) = form.opening() else {
        return refused(&person, &form, person.viewer.locale().say("new-table-wrong").to_owned());
    };
    let Ok(salt_hash) = form.salt_hash else {
        return refused(&person, &form, person.viewer.locale().say(BAD_HASH).to_owned());
    };
    let service = &person.viewer.web().service;
    let opened = if plays {
        service.open_and_join(person.viewer.principal(), &opening, salt_hash).await
    } else {
        service.open_table(person.viewer.principal(), &opening).await
    };
    match opened {
        Ok(game) => {
            let starts = plays && opening.with_computer_only();
            let flash = (!starts).then_some(Flash::TableOpened);
            Ok(person.viewer.go(&Url::Game(&game), flash, &[]))
        }
        Err(OpenError::Denied(why)) => Err(why.into()),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(why) => {
            let why = person.viewer.locale().format(&Message::from(&why));
            refused(&person, &form, why)
        }
    }
}

fn refused(person: &SignedIn, form: &TableForm, why: String) -> PageResult {
    person.viewer.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page(person, form, Some(why), false))
}

impl TableForm {
    /// Reads a form or a query; missing fields get their defaults.
    fn read(fields: &Fields, zone: Tz) -> Result<Self, PageError> {
        let preset = book(fields, "preset")?.unwrap_or_default();
        let shown = book(fields, "shown")?.unwrap_or(preset);
        Ok(Self {
            game: GameChoice::read(fields)?,
            rules: RulesForm::read(shown, preset, |name| fields.all(name).next().map(str::to_owned)),
            handicaps: Handicaps::read(|name| fields.all(name).next().map(str::to_owned)),
            clock: ClockForm::read(fields)?,
            hours: HoursForm::read(fields, zone)?,
            seats: fields.parsed("seats")?.unwrap_or(2),
            computers: computers(fields)?,
            settings: settings::read(fields)?,
            plays: fields.all("plays").last() != Some("no"),
            salt_hash: salt_hash(fields)?,
        })
    }

    /// Whether everyone may join. Rated games are public whatever was chosen.
    const fn public(&self) -> bool {
        match self.game {
            GameChoice::Named(_) => self.settings.public,
            GameChoice::Custom => self.settings.settings.public,
        }
    }

    /// The form with the settings of a table.
    fn like(table: &Table, zone: Tz) -> Self {
        let computers = table.seats().into_iter().flatten().filter_map(Player::level);
        Self {
            game: GameChoice::Custom,
            rules: RulesForm::of(&table.settings.rules),
            handicaps: Handicaps::of(&table.settings.handicaps),
            clock: ClockForm::of(table.settings.time_control),
            hours: HoursForm::of(&table.settings, zone),
            seats: u8::try_from(table.seats().len()).unwrap_or(u8::MAX),
            computers: computers.map(offered).collect(),
            settings: SettingsForm::like(&table.settings),
            plays: true,
            salt_hash: Ok(None),
        }
    }

    /// The table that the form describes, and whether its opener takes a seat. `None` if a field is refused, which then has its error.
    fn opening(&mut self) -> Option<(OpenTable, bool)> {
        match self.game {
            GameChoice::Named(game) => Some((game.opening(self.settings.public), true)),
            GameChoice::Custom => Some((self.custom_opening()?, self.plays)),
        }
    }

    /// The computer takes the last seats.
    fn custom_opening(&mut self) -> Option<OpenTable> {
        let rules = self.rules.rules();
        let other_people = self.computers.len() + 1 < usize::from(self.seats);
        let tiles = rules.as_ref().map_or(0, |rules| rules.tiles_in_bag(self.seats.into()));
        let handicaps = self.handicaps.points(self.seats, tiles);
        let (time_control, clock_hours) = (self.clock.time_control(other_people), self.hours.hours());
        let rating = self.settings.rating.range();
        let computers = self.computers.len().min(self.seats.into());
        let seats = (0..self.seats).map(Seat).skip(usize::from(self.seats) - computers);
        Some(OpenTable {
            settings: Settings {
                rules: rules?,
                handicaps: handicaps?,
                time_control: time_control?,
                clock_hours: clock_hours?,
                leave: self.hours.leave,
                rating: rating?,
                ..self.settings.settings.clone()
            },
            seats: self.seats,
            computers: seats.zip(self.computers.iter().copied()).collect(),
        })
    }
}

/// The levels of the computer players; empty fields are skipped.
fn computers(fields: &Fields) -> Result<Vec<ComputerLevel>, PageError> {
    let levels = (1..MAX_COLOURS).map(|n| levels::chosen(fields, &format!("computer{n}")));
    levels.filter_map(Result::transpose).collect()
}

/// A level that new tables offer, for a player from before there were levels too.
const fn offered(level: ComputerLevel) -> ComputerLevel {
    match level {
        ComputerLevel::Greedy => ComputerLevel::MEDIUM,
        level => level,
    }
}

pub(super) fn book(fields: &Fields, name: &str) -> Result<Option<Preset>, PageError> {
    let Some(word) = fields.optional(name)? else { return Ok(None) };
    let preset = Preset::ALL.into_iter().find(|known| known.word() == word);
    preset.map(Some).ok_or_else(|| PageError::bad_request("request-rule-book"))
}

/// The rule books.
pub(super) fn presets(locale: Locale, chosen: Preset) -> Vec<SettingOption> {
    let option = |preset: Preset| SettingOption {
        value: preset.word().to_owned(),
        label: rule_names::name(locale, preset).to_owned(),
        help: Book::of(preset).line(locale),
        chosen: preset == chosen,
    };
    Preset::ALL.into_iter().map(option).collect()
}

/// The levels that a computer player can have, or none.
fn levels_of(locale: Locale, chosen: Option<ComputerLevel>) -> Vec<SettingOption> {
    let none = (String::new(), locale.say("new-table-no-computer").to_owned(), None);
    let each = ComputerLevel::ALL
        .into_iter()
        .filter_map(|level| Some((level.number()?.to_string(), levels::title(locale, level), Some(level))));
    let choice =
        |(value, label, level)| SettingOption { value, label, help: String::new(), chosen: level == chosen };
    std::iter::once(none).chain(each).map(choice).collect()
}

fn page(
    SignedIn { viewer, .. }: &SignedIn,
    form: &TableForm,
    error: Option<String>,
    open: bool,
) -> NewTablePage {
    let locale = viewer.locale();
    let choice = |value: String, label: String, help: &str, chosen| SettingOption {
        value,
        label,
        help: help.to_owned(),
        chosen,
    };
    let number = |n: u8, label: String, chosen| choice(n.to_string(), label, "", chosen);
    let most = u8::try_from(MAX_COLOURS).unwrap_or(u8::MAX);
    NewTablePage {
        layout: viewer.layout(locale.say("new-table-title")),
        error,
        games: form.game.options(locale, &viewer.web().service.game_lengths()),
        custom: form.game == GameChoice::Custom,
        visibility: settings::visibility(locale, form.public()),
        presets: presets(locale, form.rules.preset),
        details_open: open
            || form.rules.differs()
            || form.rules.refused().next().is_some()
            || form.handicaps.any(),
        rules: form.rules.clone(),
        handicaps: form.handicaps.clone(),
        seats: (2..=most).map(|n| number(n, n.to_string(), n == form.seats)).collect(),
        computers: (0..MAX_COLOURS - 1).map(|n| levels_of(locale, form.computers.get(n).copied())).collect(),
        clock: form.clock.clone(),
        lengths: clock_form::lengths(locale, &viewer.web().service.game_lengths()),
        hours: form.hours.clone(),
        zones: zones(),
        settings: settings::controls(locale, &form.settings, viewer.web().service.chat() != Chat::Off),
        plays: form.plays,
        salt_hash: match &form.salt_hash {
            Ok(hash) => hash.map(String::from).unwrap_or_default(),
            Err(typed) => typed.clone(),
        },
        last: None,
    }
}
