//! What people can do: authorise, load, decide, append. Web and command line ask here, and only here.
//!
//! Everything hangs on one cheap value, [`Service`]; each folder adds the use cases of one domain.

mod analysis;
mod archives;
pub mod background;
mod challenges;
mod changes;
mod clock;
mod closing;
mod compute;
mod first_games;
mod imports;
mod jobs;
mod lobby;
mod metrics;
mod offers;
mod own_data;
mod peers;
mod people;
mod play;
mod principal;
mod process;
mod profiles;
mod push;
mod puzzles;
mod ratings;
mod safety;
mod staff;
mod talk;
mod upkeep;
mod webhooks;

pub use account::Scope;
pub use analysis::{AnalysisState, AnalysisView, RequestError};
pub use archives::{ARCHIVE_CHUNK, ArchivePage, ArchiveProblem, CheckedArchive};
pub use challenges::{ChallengeError, SeriesView};
pub use changes::{Listener, Topic};
pub use closing::{CLOSES_AFTER, Closing, ClosingError};
pub(crate) use compute::threads;
pub use imports::{
    ImportError, ImportedPage, Keep, MOST_RECORDINGS, MOST_RECORDS, Recording, RecordingError,
    can_be_recorded,
};
pub use jobs::{Done, NotReady};
pub use lobby::{
    Admission, Dashboard, DeclineError, ExportError, FoundStandings, GameEvents, InviteError, JoinError,
    LeaveError, MOST_COUNTED, MakePublicError, Missed, NextGame, OpenError, Predecessor, Queue, RecordList,
    RematchError, RevealError, SALT_LONGEST, SearchError, TableView, WaitingGame,
};
pub use metrics::{CacheFigures, JobFigures, JobResult, JobState};
pub use offers::{Found, OfferError, OpenOffer, OwnOffers};
pub use own_data::{OwnData, OwnDevice, OwnRecording};
pub use peers::{PeerListener, PeerNews};
pub use people::{
    AddressLimit, AddressPermit, AnalysisLimits, AuthenticatorError, Bot, BotError, EventsError, Feed,
    GuestError, HideError, LONGEST_TOKEN_NAME, Limited, Login, LoginError, MOST_BOTS, MOST_EVENTS,
    MOST_IMPORTS, MOST_PASSKEYS, MOST_TOKENS, MuteError, Network, NotificationPage,
    NotificationSettingsError, PasskeyChallenge, PasskeyError, PasskeySite, PasswordChangeError,
    RecoverError, SECOND_STEP_WITHIN, SECURITY_LOG, SESSION_LONGEST, SecondStepError, SecondStepWays,
    Separation, SignUp, SignUpError, Throttled, TimeError, TokenError, TokenLife, UserEvents,
};
pub use play::{Choose, ComputersBusy, Expected, HeldTimeOuts, PlayError, Played, ProposalError, Submission};
pub use principal::{AccessError, CONFIRMED_FOR, Denied, Principal, Who};
pub use process::Process;
pub use profiles::{
    FollowError, FollowerCursor, Followers, MOST_FOLLOWED, PlayerProfile, ProfileSettingsError, ShownProfile,
    Watching,
};
pub use push::{
    MOST_PUSH_DEVICES, NotifierSettings, PushContent, PushDevice, PushText, PushWording, SubscribeError,
};
pub use puzzles::{AnswerError, PuzzlePage, PuzzleSearch, PuzzleView, Streak};
pub use ratings::{RankPage, RatedResult, RatingHistory};
pub use safety::{
    CasePage, Decision, NewReport, ObjectionCase, ObjectionPage, OwnReports, ReportCase, ReportError,
    Reported, RestrictionError, RestrictionTerms,
};
pub use staff::{AuditPage, Estimate, ModeratedAccount, NewName, Numbers, REASON_LONGEST, Role, StaffError};
pub use talk::{NewTalk, Say, TalkError, TalkView};
pub use upkeep::{BackupStage, CleanedUp, CopyReport, Following, Progress, Rebuilt, Verified};

pub use webhooks::{
    FORMER_SECRET_FOR, FailureView, MOST_WEBHOOK_FAILURES, MOST_WEBHOOKS, NewWebhook, WebhookError,
    WebhookView,
};

pub use store::{PoolState, Store, StoreError};

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use account::HashCost;
use engine::DrawSecret;
use environment::chance::Chance;
use environment::clock::Clock;
use environment::config::{DEFAULT_LICENCE, Database};
use store::LONGEST_LAG;
use table::{GameId, Replay, SubmissionKey, Table};

/// How many games are expected to be kept replayed, and how many events they may have together: memory grows with
/// events.
const REPLAYS_KEPT: usize = 2000;
const EVENTS_KEPT: u64 = 400_000;

/// Attempts to decide and store something while others store first.
const TRIES: u32 = 20;

/// How often the file of the database is looked for.
const FILE_CHECK: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
struct ByEvents;

impl Weighter<GameId, Arc<Replay>> for ByEvents {
    fn weight(&self, _: &GameId, replay: &Arc<Replay>) -> u64 {
        // A game has its board and header, too.
        replay.log.len() as u64 + 10
    }
}

/// How long a browser that has changed something must not read what is old: a second more than a replica may be behind.
pub const READS_FRESH_FOR: Duration = Duration::from_secs(LONGEST_LAG.as_secs() + 1);

/// All that the host offers. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct Service {
    store: Store,
    clock: Clock,
    correction: Arc<clock::Correction>,
    chance: Chance,
    hasher: people::Hasher,
    /// `None` where other servers may change what it would hold.
    sessions: Option<Arc<people::SessionCache>>,
    /// Games played through, each as far as it was when last looked at: good as long as no event has come after.
    replays: Arc<Cache<GameId, Arc<Replay>, ByEvents>>,
    /// Tables with their draw secrets after the last move in this process, to decide the next one. May be outdated.
    tables: Arc<Cache<GameId, Arc<(Table, DrawSecret)>>>,
    absence_cache: Arc<play::AbsenceCache>,
    choose: Choose,
    threads: compute::Threads,
    practice: Arc<play::PracticeQueue>,
    runner: Arc<jobs::RunnerState>,
    changes: changes::ChangeFeed,
    metrics: metrics::Metrics,
    staff: Arc<staff::Staff>,
    numbers: Arc<staff::LastNumbers>,
    brake: Arc<play::Brake>,
    lengths: Arc<lobby::LastLengths>,
    /// What the files of months may be used for.
    archive_licence: Arc<str>,
    /// What the host lets people say.
    chat: table::Chat,
    /// `None` in commands of the host, which notify nobody.
    notifier: Option<Arc<push::Notifier>>,
}

impl Service {
    /// The service of that database, at that time.
    pub fn new(store: Store, clock: Clock) -> Self {
        Self {
            absence_cache: Arc::new(play::AbsenceCache::new(!store.notifies())),
            sessions: (!store.notifies()).then(Arc::default),
            store,
            clock,
            correction: Arc::default(),
            chance: Chance::system(),
            hasher: people::Hasher::new(HashCost::OWASP),
            replays: Arc::new(Cache::with_weighter(REPLAYS_KEPT, EVENTS_KEPT, ByEvents)),
            tables: Arc::new(Cache::new(REPLAYS_KEPT)),
            choose: |position, player| player.choose(position),
            threads: compute::Threads::default(),
            practice: Arc::default(),
            runner: Arc::default(),
            changes: changes::ChangeFeed::default(),
            metrics: metrics::Metrics::default(),
            staff: Arc::default(),
            numbers: Arc::default(),
            brake: Arc::default(),
            lengths: Arc::default(),
            archive_licence: DEFAULT_LICENCE.into(),
            chat: table::Chat::default(),
            notifier: None,
        }
    }

    /// Opens `sqlite:FILE` or `postgres://…`, brings it up to date, and serves it.
    pub async fn open(database: impl Into<Database>, clock: Clock) -> Result<Self, StoreError> {
        Self::new(Store::open(database).await?, clock).learned().await
    }

    /// The same for a server, which no other server may join on an SQLite file.
    pub async fn open_for_server(database: &Database, clock: Clock) -> Result<Self, StoreError> {
        Self::new(Store::open_for_server(database).await?, clock).learned().await
    }

    /// The service, knowing what time it is and when no server was up.
    async fn learned(self) -> Result<Self, StoreError> {
        self.compare_clocks().await?;
        self.read_outages(DateTime::<Utc>::MIN_UTC).await?;
        Ok(self)
    }

    /// Opens an existing database without changing it, even if it has an earlier schema: then it fails.
    pub async fn open_to_read(database: &Database, clock: Clock) -> Result<Self, StoreError> {
        Self::new(Store::open_to_read(database.session_url()).await?, clock).learned().await
    }

    /// The same service with chance from elsewhere than the operating system, for tests that must repeat.
    #[must_use]
    pub fn with_chance(mut self, chance: Chance) -> Self {
        self.chance = chance;
        self
    }

    /// The same service with another cost of new password hashes, for tests that have users but are not about passwords.
    #[must_use]
    pub fn with_hash_cost(mut self, cost: HashCost) -> Self {
        self.hasher = people::Hasher::new(cost);
        self
    }

    /// The same service with another licence of the files of months that are made from now on.
    #[must_use]
    pub fn with_archive_licence(mut self, licence: &str) -> Self {
        self.archive_licence = licence.into();
        self
    }

    /// Where everything is stored, for the runner of jobs.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Whether what may be a little old is read from a replica. A browser that has changed something must read from the database
    /// itself for [`READS_FRESH_FOR`].
    pub fn has_replica(&self) -> bool {
        self.store.has_replica()
    }

    /// What time it is: for all servers of a database the same, up to two seconds.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now() + self.correction.get()
    }

    /// Random bytes for the draws of a practice board, which are part of its link.
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        self.chance.bytes()
    }

    /// A key for a form that is about to be shown.
    pub fn new_key(&self) -> SubmissionKey {
        SubmissionKey::new(self.chance.bytes())
    }

    /// Fails if the file of the database is read-only.
    pub async fn check_file(&self) -> Result<(), StoreError> {
        self.store.check_file().await
    }

    /// Returns once the file of the database was deleted or replaced. Writes fail from then on.
    pub async fn file_lost(&self) {
        while !self.store.is_file_lost() {
            tokio::time::sleep(FILE_CHECK).await;
        }
    }

    /// If the file of the database was lost, saves what it held beside it, and returns an error that says so.
    pub async fn rescue(&self) -> Result<(), StoreError> {
        self.store.rescue().await
    }

    /// Finishes what is being written, and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
