//! `/recorder`: the games that are being entered, and the form for a new one.

use actix_web::http::StatusCode;

use crate::html::recorder::pages::{RecorderPage, RecordingRow};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use engine::{MAX_COLOURS, Preset, Ruleset, TileSet};
use service::{Recording, RecordingError};

/// What is in the form.
struct Form {
    names: Vec<String>,
    preset: Preset,
    expansions: Vec<TileSet>,
}

impl Form {
    fn read(fields: &Fields) -> Result<Self, PageError> {
        let preset = |word: &str| Preset::ALL.into_iter().find(|preset| preset.word() == word);
        let wrong = || PageError::bad_request("practice-link-rules");
        let set = |word: &str| TileSet::ALL.into_iter().find(|set| set.word() == word).ok_or_else(wrong);
        let mut expansions = fields.all("with").map(set).collect::<Result<Vec<_>, _>>()?;
        expansions.sort_unstable();
        expansions.dedup();
        Ok(Self {
            names: fields.all("name").take(MAX_COLOURS).map(str::to_owned).collect(),
            preset: fields.chosen("rules", preset)?.unwrap_or_default(),
            expansions,
        })
    }

    fn rules(&self) -> Ruleset {
        let mut rules = Ruleset::of(self.preset);
        let more = self.expansions.iter().copied().filter(|&set| !rules.has(set)).collect::<Vec<_>>();
        rules.sets.extend(more);
        rules
    }
}

pub(crate) async fn get(person: SignedIn) -> PageResult {
    let names = vec![person.user.name.clone()];
    let form = Form { names, preset: Preset::default(), expansions: Vec::new() };
    page(&person, form, None).await
}

pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Recorder)?;
    let form = Form::read(&fields)?;
    let viewer = &person.viewer;
    let names = form.names.iter().filter(|name| !name.trim().is_empty()).cloned().collect();
    match viewer.web().service.begin_recording(viewer.principal(), form.rules(), names).await {
        Ok(id) => Ok(viewer.go(&Url::Recording(&id), None, &[])),
        Err(error) => {
            let why = refusal(error)?;
            page(&person, form, Some(viewer.locale().format(&why))).await
        }
    }
}

/// Why something was refused; others have a page of their own.
pub(super) fn refusal(error: RecordingError) -> Result<Message, PageError> {
    match error {
        RecordingError::Guest => Err(PageError::Guest(Url::Recorder.to_string())),
        RecordingError::NotFound => Err(PageError::NotFound),
        RecordingError::Denied(why) => Err(why.into()),
        RecordingError::Store(failure) => Err(failure.into()),
        other => Ok(Message::from(&other)),
    }
}

async fn page(person: &SignedIn, form: Form, error: Option<String>) -> PageResult {
    person.require_account(&Url::Recorder)?;
    let SignedIn { viewer, .. } = person;
    let recordings = viewer.web().service.recordings(viewer.principal()).await?;
    let (locale, now) = (viewer.locale(), viewer.web().service.now());
    let row = |recording: &Recording| {
        let game = recording.practice.game();
        let state = locale.text("recorder-state").with("n", game.turns());
        RecordingRow {
            id: recording.id.clone(),
            players: game.header().seats.join(" – "),
            state: state.with("changed", locale.distance(recording.changed, now)).to_string(),
        }
    };
    let mut names = form.names;
    names.resize(MAX_COLOURS, String::new());
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = RecorderPage {
        layout: viewer.layout(locale.say("recorder-title")),
        error,
        recordings: recordings.iter().map(row).collect(),
        names,
        preset: form.preset,
        expansions: form.expansions,
    };
    viewer.page_with(status, &page)
}
