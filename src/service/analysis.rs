//! Analyses of finished games: made as jobs, and shown to those who may see the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::changes::Change;
use crate::{
    AccessError, AnalysisLimits, Denied, Done, Principal, Scope, Service, StoreError, TableView, Throttled,
};
use account::UserId;
use analysis::{Analysis, Depth, Rated, Study, VERSION};
use store::{NewAnalysis, StoredAnalysis};
use table::{BadLog, GameId, Job, JobChange, Lane, Requested};

/// How often the progress is stored.
const PROGRESS: Duration = Duration::from_secs(1);

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisState {
    /// Nobody has asked for it.
    Absent,
    Queued,
    Running {
        /// Turns analysed so far.
        done: u32,
        turns: u32,
    },
    Ready,
    /// An earlier version of the analyser made it, and nobody has asked for another.
    Outdated,
}

/// A finished game with its analyses.
#[derive(Clone, Debug)]
pub struct AnalysisView {
    pub table: TableView,
    /// In the order of [`Depth::ALL`].
    pub states: [AnalysisState; Depth::ALL.len()],
    /// Of the depth that was asked for: if it is ready or outdated, and that of an earlier version until the new one is ready.
    pub report: Option<Arc<Analysis>>,
    /// What the viewer may ask for; `None` for visitors.
    pub limits: Option<AnalysisLimits>,
}

#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// Also if the game is hidden from the user or is not finished.
    #[error("no-such-game")]
    NoSuchGame,
    #[error("account-needed")]
    Guest,
    /// This many of the user's analyses are not ready yet, and no more may be.
    #[error("too-many-waiting-analyses")]
    Waiting(u32),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AccessError> for RequestError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => Self::Denied(why),
            AccessError::Store(error) => Self::Store(error),
        }
    }
}

impl RequestError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::Guest => "guest",
            Self::Waiting(_) => "analyses-waiting",
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl AnalysisView {
    /// Whether an earlier version of the analyser made the report.
    pub fn is_outdated(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.analysis != VERSION)
    }
}

impl AnalysisState {
    fn of(stored: &StoredAnalysis) -> Self {
        let &StoredAnalysis { version, done, turns, is_ready, .. } = stored;
        match is_ready {
            true if version == VERSION => Self::Ready,
            true if done == turns => Self::Outdated,
            // Another version was asked for it, or a later one made it.
            false if version != VERSION => Self::Absent,
            _ if done == 0 => Self::Queued,
            _ => Self::Running { done, turns },
        }
    }

    /// Whether there is something to make.
    pub const fn may_be_asked_for(self) -> bool {
        matches!(self, Self::Absent | Self::Outdated)
    }
}

impl Service {
    /// The analyses of a finished game, with the report of one depth. The quick one is made by itself, but games that ended before there were
    /// analyses have none until somebody asks for it. `None` if the viewer may not see the game, or it is not finished.
    pub async fn analysis(
        &self,
        principal: &Principal,
        game: &GameId,
        depth: Depth,
    ) -> Result<Option<AnalysisView>, StoreError> {
        let Some(table) = self.table(principal, game, None).await? else { return Ok(None) };
        if !table.play.as_ref().is_some_and(|replay| replay.game.is_finished()) {
            return Ok(None);
        }
        let stored = self.store.analyses(game, depth).await?;
        let states = Depth::ALL.map(|depth| {
            let stored = stored.iter().find(|stored| stored.depth == depth);
            stored.map_or(AnalysisState::Absent, AnalysisState::of)
        });
        let report = stored.into_iter().find_map(|stored| stored.report).map(Arc::new);
        let limits = principal.reader().map(|_| AnalysisLimits::of(principal.is_guest()));
        Ok(Some(AnalysisView { table, states, report, limits }))
    }

    /// Asks for an analysis. One that is ready or under way is not made again, unless an earlier version made it.
    pub async fn request_analysis(
        &self,
        principal: &Principal,
        game: &GameId,
        depth: Depth,
    ) -> Result<(), RequestError> {
        let user = principal.require(Scope::Play)?;
        let view = self.analysis(principal, game, depth).await?.ok_or(RequestError::NoSuchGame)?;
        if !view.states[depth as usize].may_be_asked_for() {
            return Ok(());
        }
        let limits = AnalysisLimits::of(self.is_guest(user).await?);
        if !limits.allow(depth) {
            return Err(RequestError::Guest);
        }
        let limit = (depth != Depth::Quick).then_some((user, limits.waiting));
        // Asked again when it is stored, but a refusal should not count.
        if let Some((user, most)) = limit
            && self.store.waiting_analyses(user).await? >= most
        {
            return Err(RequestError::Waiting(most));
        }
        self.count_analysis(principal, user, depth, limits).await??;
        if self.queue_analysis(game, depth, user, limit).await? {
            Ok(())
        } else {
            Err(RequestError::Waiting(limits.waiting))
        }
    }

    /// `false`: the user has too many waiting.
    async fn queue_analysis(
        &self,
        game: &GameId,
        depth: Depth,
        by: &UserId,
        limit: Option<(&UserId, u32)>,
    ) -> Result<bool, StoreError> {
        let requested = Requested { game: game.clone(), by: Some(by.clone()) };
        let job = match depth {
            Depth::Quick => Job::QuickAnalysis(requested.game),
            Depth::Standard => Job::StandardAnalysis(requested),
            Depth::Deep => Job::DeepAnalysis(requested),
        };
        let now = self.now();
        let job = JobChange::Put(job.at(now));
        let changes: Vec<Change> = Change::of_jobs(std::slice::from_ref(&job)).collect();
        let change_message = self.change_message(&changes);
        let new = NewAnalysis { game: game.clone(), depth, job, now };
        let stored = self.store.request_analysis(new, limit, change_message).await?;
        if stored {
            self.wake(&changes);
        }
        Ok(stored)
    }

    /// Makes and stores an analysis. Turn by turn, so that games under analysis share the threads of the lane fairly.
    pub(crate) async fn analyse(&self, game: &GameId, depth: Depth, lane: Lane) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if !replay.game.is_finished() {
            return Ok(Done::Nothing);
        }
        let study = Study::new(&replay.game, &replay.log, depth, 0);
        let study = study.map_err(|error| BadLog { game: game.clone(), n: None, why: error.to_string() })?;
        let study = Arc::new(study);
        let mut rated: Vec<Rated> = Vec::with_capacity(study.len());
        let mut reported = Instant::now();
        for index in 0..study.len() {
            let turn = study.clone();
            rated.push(self.compute(lane, move || turn.rate(index)).await);
            if rated.len() < study.len() && reported.elapsed() >= PROGRESS {
                reported = Instant::now();
                self.store_analysis(game, depth, (rated.len(), study.len()), None).await?;
            }
        }
        let turns = study.len();
        let report = self.compute(lane, move || study.report(&rated)).await;
        self.store_analysis(game, depth, (turns, turns), Some(&report)).await?;
        Ok(Done::Nothing)
    }

    async fn store_analysis(
        &self,
        game: &GameId,
        depth: Depth,
        (done, turns): (usize, usize),
        report: Option<&Analysis>,
    ) -> Result<(), StoreError> {
        let now = self.now();
        let mut changes = vec![Change::Game(game.clone())];
        if report.is_some() {
            changes.push(Change::Jobs(Job::IndexGame(game.clone()).lane(), now));
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (progress, change_message) = ((count(done), count(turns)), self.change_message(&changes));
        self.store.store_analysis(game, depth, progress, report, now, change_message).await?;
        self.wake(&changes);
        Ok(())
    }
}
