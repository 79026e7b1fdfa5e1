//! Everything that is stored about an account, for its owner.

use chrono::{DateTime, Utc};

use crate::webhooks::WebhookView;
use crate::{AccessError, Bot, OwnOffers, Principal, Scope, Service};
use account::{
    AuditEntry, FollowPerson, FormerName, HiddenPerson, IssuedToken, OpenSession, Passkey, Profile,
    ProfileSettings, Restriction, UserId,
};
use analysis::Depth;
use engine::Header;
use puzzle::Attempt;
use table::{
    AttendanceEntry, Challenge, GameId, ImportProgress, Job, LoggedTimeEvent, NotificationSettings,
    OwnInvitation, OwnLine, Plan, PushResult, RatingChange, Report, Series, Status, Table,
};

/// The most entries of the audit log, reports and restrictions.
const MOST_ENTRIES: u32 = 1000;
/// How many lines are read at a time.
const OWN_LINES: u32 = 200;
/// How many answers to puzzles are read at a time.
const ATTEMPTS: u32 = 200;

/// What is stored about a user. Lists that grow with the games are read in parts: notifications, answers to puzzles and records.
#[derive(Clone, Debug)]
pub struct OwnData {
    pub profile: Profile,
    pub former_names: Vec<FormerName>,
    pub sessions: Vec<OpenSession>,
    /// Since when there is an authenticator app.
    pub authenticator: Option<DateTime<Utc>>,
    pub passkeys: Vec<Passkey>,
    /// Unused recovery codes.
    pub codes_left: u32,
    pub tokens: Vec<IssuedToken>,
    /// Accounts with which programs of the user play.
    pub bots: Vec<Bot>,
    /// Since when there are feeds.
    pub feed: Option<DateTime<Utc>>,
    pub webhooks: Vec<WebhookView>,
    pub devices: Vec<OwnDevice>,
    pub notification_settings: NotificationSettings,
    pub muted: Vec<GameId>,
    /// Whom the user has muted or blocked.
    pub hidden: Vec<HiddenPerson>,
    /// What the user lets others see.
    pub profile_settings: ProfileSettings,
    /// The players whom the user follows.
    pub followed: Vec<FollowPerson>,
    /// The games that the user follows, and since when.
    pub followed_games: Vec<(GameId, DateTime<Utc>)>,
    /// What the user is open to.
    pub offers: OwnOffers,
    pub time: Vec<LoggedTimeEvent>,
    /// The last entries, of which reliability follows.
    pub attendance: Vec<AttendanceEntry>,
    /// What each rated game did to the ratings, by pool.
    pub rating_changes: Vec<RatingChange>,
    pub invitations: Vec<OwnInvitation>,
    /// Made and received, as far as they are stored.
    pub challenges: Vec<Challenge>,
    /// Those that the user plays or has played.
    pub series: Vec<Series>,
    /// Rematches at which a seat is reserved.
    pub kept_seats: Vec<GameId>,
    /// The user's tables that have not started.
    pub tables: Vec<Table>,
    /// Games from elsewhere that the user is entering.
    pub recordings: Vec<OwnRecording>,
    /// With its text, until it is read.
    pub import_file: Option<(ImportProgress, Option<String>)>,
    pub plans: Vec<(GameId, Plan)>,
    /// Analyses that the user has asked for and that are not ready.
    pub analyses: Vec<(GameId, Depth)>,
    /// What the user has reported, the last first.
    pub reports: Vec<Report>,
    pub restrictions: Vec<Restriction>,
    /// What moderators did to the account. Who they are is not for its owner.
    pub moderation: Vec<AuditEntry>,
}

/// A game that is being entered.
#[derive(Clone, Debug)]
pub struct OwnRecording {
    pub since: DateTime<Utc>,
    pub changed: DateTime<Utc>,
    pub header: Header,
    pub steps: String,
}

/// A browser that gets messages.
#[derive(Clone, Debug)]
pub struct OwnDevice {
    pub agent: String,
    /// The origin of its push service.
    pub origin: String,
    pub since: DateTime<Utc>,
    pub delivered: Option<DateTime<Utc>>,
    pub last: Option<(DateTime<Utc>, PushResult)>,
}

impl Service {
    /// Takes a session in which the password or a passkey was asked for lately.
    pub async fn own_data(&self, principal: &Principal) -> Result<OwnData, AccessError> {
        let now = self.now();
        let user = principal.require_confirmed(Scope::Account, now)?;
        Ok(OwnData {
            profile: self.store.profile(user).await?.ok_or(crate::Denied::SignedOut)?,
            former_names: self.store.former_names(user).await?,
            sessions: self.store.sessions(user, now).await?,
            authenticator: self.authenticator_since(principal).await?,
            passkeys: self.store.passkeys(user).await?,
            codes_left: self.store.codes_left(user).await?,
            tokens: self.store.tokens(user, now).await?,
            bots: self.bots(principal).await?,
            feed: self.store.feed_since(user).await?,
            webhooks: self.webhooks(principal).await?,
            devices: self.own_devices(user).await?,
            notification_settings: self.notification_settings(principal).await?,
            muted: self.store.muted_games(user).await?,
            hidden: self.store.hidden_people(user).await?,
            profile_settings: self.store.profile_settings(user).await?,
            followed: self.store.followed_players(user).await?,
            followed_games: self.store.followed_games(user).await?,
            offers: self.own_offers(principal).await?,
            time: self.store.time_log(user).await?,
            attendance: self.store.attendance_of(user).await?,
            rating_changes: self.all_rating_changes(user).await?,
            invitations: self.store.own_invitations(user).await?,
            challenges: self.store.game_challenges_of(user).await?,
            series: self.store.series_of(user).await?,
            kept_seats: self.store.own_kept_seats(user).await?,
            tables: self.tables_to_start(user).await?,
            recordings: self.own_recordings(user).await?,
            import_file: self.own_import_file(user).await?,
            plans: self.store.own_plans(user).await?,
            analyses: self.requested_by(user).await?,
            reports: self.store.reports_by(user, None, MOST_ENTRIES).await?,
            restrictions: self.store.restrictions_of(user, MOST_ENTRIES).await?,
            moderation: self.store.audit_log_of(user, MOST_ENTRIES).await?,
        })
    }

    /// The user's first answers to puzzles after this one; none at the end.
    pub async fn own_attempts(&self, principal: &Principal, after: u32) -> Result<Vec<Attempt>, AccessError> {
        Ok(self.store.puzzle_attempts(principal.require(Scope::Account)?, after, ATTEMPTS).await?)
    }

    /// What the user has written at tables, after this line; nothing at the end.
    pub async fn own_lines(
        &self,
        principal: &Principal,
        after: Option<&OwnLine>,
    ) -> Result<Vec<OwnLine>, AccessError> {
        Ok(self.store.own_lines(principal.require(Scope::Account)?, after, OWN_LINES).await?)
    }

    async fn own_devices(&self, user: &UserId) -> Result<Vec<OwnDevice>, AccessError> {
        let devices = self.store.push_devices(user, self.now()).await?;
        let device = |device: store::PushDevice| OwnDevice {
            origin: device.subscription.origin(),
            agent: device.agent,
            since: device.since,
            delivered: device.delivered,
            last: device.last,
        };
        Ok(devices.into_iter().map(device).collect())
    }

    async fn own_recordings(&self, user: &UserId) -> Result<Vec<OwnRecording>, AccessError> {
        let recordings = self.store.recordings(user).await?;
        let own = |recording: store::StoredRecording| OwnRecording {
            since: recording.since,
            changed: recording.changed,
            header: recording.header,
            steps: recording.steps,
        };
        Ok(recordings.into_iter().map(own).collect())
    }

    async fn own_import_file(
        &self,
        user: &UserId,
    ) -> Result<Option<(ImportProgress, Option<String>)>, AccessError> {
        Ok(match self.store.import_file(user).await? {
            Some((progress, text)) => Some((progress, Some(text))),
            None => self.store.import_progress(user).await?.map(|progress| (progress, None)),
        })
    }

    /// Those that the user has opened, or sits at.
    async fn tables_to_start(&self, user: &UserId) -> Result<Vec<Table>, AccessError> {
        let mut tables = self.store.current_games(user).await?;
        tables.retain(|table| {
            table.status() == Status::Open && (table.is_opened_by(user) || table.seat_of(user).is_some())
        });
        Ok(tables)
    }

    async fn requested_by(&self, user: &UserId) -> Result<Vec<(GameId, Depth)>, AccessError> {
        let jobs = self.store.jobs_requested_by(user).await?;
        let analysis = |job: Job| match job {
            Job::StandardAnalysis(requested) => Some((requested.game, Depth::Standard)),
            Job::DeepAnalysis(requested) => Some((requested.game, Depth::Deep)),
            _ => None,
        };
        Ok(jobs.into_iter().filter_map(analysis).collect())
    }
}
