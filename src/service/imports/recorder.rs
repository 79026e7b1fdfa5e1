//! The recorder: a game from the table at home, entered step by step and kept as an imported one.

use chrono::{DateTime, Utc};

use crate::imports::ImportError;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use engine::{Event, HandRule, Header, Record, Ruleset, Seat};
use practice::{Practice, Seed, Step, StepError};
use store::StoredRecording;
use table::is_imported_name;

/// The most recordings of a user.
pub const MOST_RECORDINGS: u32 = 20;

/// A game that is being entered.
#[derive(Clone, Debug)]
pub struct Recording {
    pub id: String,
    /// When something was last entered.
    pub changed: DateTime<Utc>,
    pub practice: Practice,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("account-needed")]
    Guest,
    /// Players draw several tiles, or ahead.
    #[error("bad-rules")]
    Rules,
    /// Too few or too many players for the rules.
    #[error("bad-seat-count")]
    Seats(usize),
    #[error("bad-name")]
    Name,
    #[error("too-many-recordings")]
    TooMany,
    #[error("no-such-recording")]
    NotFound,
    /// Something else was entered meanwhile, perhaps on another device.
    #[error("stale")]
    Stale,
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RecordingError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Rules => "bad-rules",
            Self::Seats(_) => "bad-seat-count",
            Self::Name => "bad-name",
            Self::TooMany => "too-many-recordings",
            Self::NotFound => "no-such-recording",
            Self::Stale => "stale",
            Self::Step(_) => "refused",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<ImportError> for RecordingError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Denied(why) => Self::Denied(why),
            ImportError::Store(failure) => Self::Store(failure),
            _ => Self::Guest,
        }
    }
}

impl Recording {
    /// The game as far as it was entered. A tile that nobody has named yet is not part of it.
    pub fn record(&self) -> Record {
        let mut events = self.practice.log().to_vec();
        if self.practice.tile_is_open() {
            events.pop_if(|last| matches!(last.event, Event::Draw { .. }));
        }
        Record { header: self.practice.game().header().clone(), events }
    }

    fn of(stored: &StoredRecording) -> Result<Self, RecordingError> {
        // Every tile is named, so nothing follows from the seed.
        let practice = Practice::new(&stored.header, Seed::of([0; 8]));
        let mut practice = practice.map_err(|_| RecordingError::Rules)?;
        for step in Step::read_all(&stored.steps).map_err(|_| RecordingError::NotFound)? {
            practice.step(step)?;
        }
        Ok(Self { id: stored.id.clone(), changed: stored.changed, practice })
    }
}

/// Whether players draw one tile, when their turn begins.
pub const fn can_be_recorded(rules: &Ruleset) -> bool {
    !rules.draw_ahead && matches!(rules.hand, HandRule::Shared(1))
}

impl Service {
    /// Begins to enter a game; returns its id. The first name is that of who begins.
    pub async fn begin_recording(
        &self,
        principal: &Principal,
        rules: Ruleset,
        names: Vec<String>,
    ) -> Result<String, RecordingError> {
        let user = self.importer(principal).await?.id;
        let valid = rules.validate().and_then(|()| rules.check_effects());
        if valid.is_err() || !can_be_recorded(&rules) {
            return Err(RecordingError::Rules);
        }
        if !(2..=rules.most_seats()).contains(&names.len()) {
            return Err(RecordingError::Seats(rules.most_seats()));
        }
        let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
        if !names.iter().all(|name| is_imported_name(name)) {
            return Err(RecordingError::Name);
        }
        let (header, now) = (Header::new(rules, names, Seat(0)), self.now());
        let id = self.new_key().as_str().to_owned();
        let recording =
            StoredRecording { id: id.clone(), since: now, changed: now, header, steps: String::new() };
        // Whatever can't begin is refused here rather than on its page.
        Recording::of(&recording).map_err(|_| RecordingError::Rules)?;
        if self.store.add_recording(&user, &recording, MOST_RECORDINGS).await? {
            Ok(id)
        } else {
            Err(RecordingError::TooMany)
        }
    }

    /// The user's games that are being entered, the last changed first. What can't be read is left out.
    pub async fn recordings(&self, principal: &Principal) -> Result<Vec<Recording>, AccessError> {
        let user = principal.require(Scope::Read)?;
        let stored = self.store.recordings(user).await?;
        Ok(stored.iter().filter_map(|stored| Recording::of(stored).ok()).collect())
    }

    pub async fn recording(&self, principal: &Principal, id: &str) -> Result<Recording, RecordingError> {
        let user = principal.require(Scope::Read)?;
        let stored = self.store.recording(user, id).await?.ok_or(RecordingError::NotFound)?;
        Recording::of(&stored)
    }

    /// Enters a step after `expected` others. The same step sent again succeeds again.
    pub async fn record_step(
        &self,
        principal: &Principal,
        id: &str,
        expected: usize,
        step: Step,
    ) -> Result<(), RecordingError> {
        let mut recording = self.recording(principal, id).await?;
        let steps = recording.practice.steps();
        if steps.len() == expected + 1 && steps.last() == Some(&step) {
            return Ok(());
        }
        if steps.len() != expected {
            return Err(RecordingError::Stale);
        }
        let before = Step::write_all(steps);
        recording.practice.step(step)?;
        let after = Step::write_all(recording.practice.steps());
        self.set_steps(principal, id, &before, &after).await
    }

    /// Takes back the step after so many. The same sent again succeeds again.
    pub async fn undo_steps(
        &self,
        principal: &Principal,
        id: &str,
        kept: usize,
    ) -> Result<(), RecordingError> {
        let recording = self.recording(principal, id).await?;
        let steps = recording.practice.steps();
        // Another device has gone on since the page was made.
        if steps.len() > kept + 1 {
            return Err(RecordingError::Stale);
        }
        let kept = steps.get(..kept).ok_or(RecordingError::Stale)?;
        self.set_steps(principal, id, &Step::write_all(steps), &Step::write_all(kept)).await
    }

    async fn set_steps(
        &self,
        principal: &Principal,
        id: &str,
        before: &str,
        after: &str,
    ) -> Result<(), RecordingError> {
        let user = principal.require(Scope::Play)?;
        if self.store.set_steps(user, id, before, after, self.now()).await? {
            Ok(())
        } else {
            Err(RecordingError::Stale)
        }
    }

    /// Throws a recording away.
    pub async fn remove_recording(&self, principal: &Principal, id: &str) -> Result<(), RecordingError> {
        let user = principal.require(Scope::Play)?;
        if self.store.remove_recording(user, id).await? { Ok(()) } else { Err(RecordingError::NotFound) }
    }
}
