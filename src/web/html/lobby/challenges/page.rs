//! The pages of challenges.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::challenges::terms::TermRow;
use crate::html::lobby::clock_form::ClockForm;
use crate::html::lobby::hours_form::HoursForm;
use crate::html::lobby::table_page::{Control, Fact, SettingOption};
use crate::html::rulebook::form::{InputKind, RulesForm};
use crate::html::rulebook::parameter::Group;
use crate::html::wording::challenge::ChallengeRow;
use crate::html::wording::rule_names;
use crate::http::urls::{ChallengeUrl, Url};
use account::{ChallengeId, SeriesId, UserId};
use table::GameId;

/// Whom a form is for, and which offer it answers.
#[derive(Clone)]
pub struct FormFor {
    pub user: UserId,
    pub name: String,
    /// The challenge and the number of the offer that the form answers; `None` for a new challenge.
    pub offer: Option<(ChallengeId, u32)>,
    /// Whether the viewer made the challenge.
    pub is_challenger: bool,
}

#[derive(Template)]
#[template(path = "lobby/challenges/form.html")]
pub struct ChallengeFormPage {
    pub layout: Layout,
    pub form_for: FormFor,
    pub error: Option<String>,
    /// The games that have names, and the form's own.
    pub games: Vec<SettingOption>,
    pub best_of: Control,
    pub first: Control,
    pub rated: Control,
    /// Who sees the games.
    pub visibility: Control,
    /// What becomes of tied games.
    pub tie: Control,
    /// Whether that is unfolded.
    pub tie_open: bool,
    /// Whether the rest of the form counts.
    pub custom: bool,
    pub presets: Vec<SettingOption>,
    /// All parameters of the selected book.
    pub rules: RulesForm,
    /// Whether the parameters are unfolded.
    pub details_open: bool,
    pub clock: ClockForm,
    /// How long games with each clock usually take.
    pub lengths: Vec<Fact>,
    pub hours: HoursForm,
    /// The time zones to choose from.
    pub zones: Vec<&'static str>,
    pub settings: Vec<Control>,
}

impl ChallengeFormPage {
    fn action(&self) -> String {
        match &self.form_for.offer {
            Some((id, _)) => Url::Challenge(ChallengeUrl::Counter(id)).to_string(),
            None => Url::Challenge(ChallengeUrl::Send).to_string(),
        }
    }
}

#[derive(Template)]
#[template(path = "lobby/challenges/show.html")]
pub struct ChallengePage {
    pub layout: Layout,
    pub error: Option<String>,
    pub row: ChallengeRow,
    pub terms: Vec<TermRow>,
    /// Whether the viewer made the current offer, which can still be answered.
    pub may_withdraw: bool,
    /// The other one, unless their account is gone.
    pub opponent: Option<UserId>,
    /// What was opened when it was accepted.
    pub game: Option<GameId>,
    pub series: Option<SeriesId>,
}

impl ChallengePage {
    fn has_changes(&self) -> bool {
        self.terms.iter().any(|row| row.before.is_some())
    }
}

#[derive(Template)]
#[template(path = "lobby/challenges/list.html")]
pub struct ChallengesPage {
    pub layout: Layout,
    /// Those that wait for the viewer's answer.
    pub received: Vec<ChallengeRow>,
    /// Those that wait for the other one's.
    pub sent: Vec<ChallengeRow>,
    pub decided: Vec<ChallengeRow>,
}
