//! Scheduled work. Deciding a command also decides which jobs are added or removed; they are stored together with its
//! events.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{Delivery, FollowedNews, GameId, Lane, Month, Pause, Push};
use account::{ChallengeId, OfferId, UserId};

/// What is to be done later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Enforces the deadline of the player to move, or of missing salts.
    TimeOut(GameId),
    /// Plays the turn of a computer player whose level is quick.
    ComputerTurn(GameId),
    /// Plays the turn of a computer player that takes its time.
    ComputerSearch(GameId),
    /// Plays a turn of a game in which only computers play.
    ExhibitionTurn(GameId),
    /// Analyses a finished game with little work.
    QuickAnalysis(GameId),
    StandardAnalysis(Requested),
    DeepAnalysis(Requested),
    /// Adds the results of a finished game's computer players to those of their levels.
    CountResults(GameId),
    /// Lets a locked account be used again.
    EndLock(UserId),
    /// Opens the game that follows this one in its series.
    NextInSeries(GameId),
    /// Ends a challenge that nobody has answered.
    ExpireChallenge(ChallengeId),
    /// Stores what a rated game says about its players, or takes it back.
    RateGame(GameId),
    /// Works out ratings, after the last game that they contain.
    UpdateRatings,
    /// Stores what a finished game can be searched by.
    IndexGame(GameId),
    /// Does so with games from before there were searches: with those after this one, or with all.
    IndexGames(Option<GameId>),
    /// Reads some records of the file that this user has sent.
    ReadImport(UserId),
    /// Stores what a finished game says about its players, or takes it back.
    CountGame(GameId),
    /// Does so with games from before there were profiles: with those after this one, or with all.
    CountGames(Option<GameId>),
    /// Notifies the followers of a game and of its players.
    NotifyFollowers(FollowedNews),
    /// Looks for others who fit an offer.
    MatchOffer(OfferId),
    /// Does so for all offers that wait.
    MatchOffers,
    /// Lets the offers of those who have played a game wait again.
    FreeOffers(GameId),
    /// Works out deadlines again.
    RefreshClocks(Refreshed),
    /// Lets players know that a pause ends.
    NotifyOfPause(Pause),
    /// Deletes expired data, hourly.
    CleanUp,
    /// Looks for puzzles in a game.
    FindPuzzles,
    /// Opens the exhibitions of a new server.
    OpenExhibitions,
    /// Finds the first puzzles of a new server.
    FirstPuzzles,
    /// Closes an account whose owner has asked for it a week ago.
    CloseAccount(UserId),
    /// Makes the file of the earliest month that is over and has none.
    MakeArchives,
    /// Makes the file of a month, even if there is one.
    MakeArchive(Month),
    /// Lets the files be made again that may have a name that this user no longer has.
    RenewArchives(UserId),
    /// Sends a push message.
    Push(Push),
    /// Sends a message to a webhook.
    Webhook(Delivery),
}

/// Whose deadlines are worked out again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// All games, after an outage.
    All,
    /// The games in which this user's clock runs.
    User(UserId),
    Game(GameId),
}

impl Refreshed {
    /// When deadlines are worked out once more after a change: a move that was decided meanwhile may not have known of it.
    pub const AFTER: TimeDelta = TimeDelta::seconds(30);

    fn payload(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::User(user) => format!("user {user}"),
            Self::Game(game) => format!("game {game}"),
        }
    }

    fn parse(payload: &str) -> Option<Self> {
        match payload.split_once(' ') {
            None => payload.is_empty().then_some(Self::All),
            Some(("user", user)) => UserId::parse(user).map(Self::User),
            Some(("game", game)) => GameId::parse(game).map(Self::Game),
            Some(_) => None,
        }
    }
}

/// The game of an analysis that somebody has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requested {
    pub game: GameId,
    /// `None` in jobs of earlier versions.
    pub by: Option<UserId>,
}

/// The words in the database. They are never changed or used again.
impl Job {
    pub const TIME_OUT: &str = "time_out";
    pub const COMPUTER_TURN: &str = "computer_turn";
    pub const COMPUTER_SEARCH: &str = "computer_search";
    pub const EXHIBITION_TURN: &str = "exhibition_turn";
    pub const QUICK_ANALYSIS: &str = "quick_analysis";
    pub const STANDARD_ANALYSIS: &str = "standard_analysis";
    pub const DEEP_ANALYSIS: &str = "deep_analysis";
    pub const COUNT_RESULTS: &str = "count_results";
    pub const NEXT_IN_SERIES: &str = "next_in_series";
    pub const END_LOCK: &str = "end_lock";
    pub const EXPIRE_CHALLENGE: &str = "expire_challenge";
    pub const RATE_GAME: &str = "rate_game";
    pub const UPDATE_RATINGS: &str = "update_ratings";
    pub const INDEX_GAME: &str = "index_game";
    pub const INDEX_GAMES: &str = "index_games";
    pub const READ_IMPORT: &str = "read_import";
    pub const COUNT_GAME: &str = "count_game";
    pub const COUNT_GAMES: &str = "count_games";
    pub const NOTIFY_FOLLOWERS: &str = "notify_followers";
    pub const MATCH_OFFER: &str = "match_offer";
    pub const MATCH_OFFERS: &str = "match_offers";
    pub const FREE_OFFERS: &str = "free_offers";
    pub const REFRESH_CLOCKS: &str = "refresh_clocks";
    pub const NOTIFY_OF_PAUSE: &str = "notify_of_pause";
    pub const CLEAN_UP: &str = "clean_up";
    pub const FIND_PUZZLES: &str = "find_puzzles";
    pub const OPEN_EXHIBITIONS: &str = "open_exhibitions";
    pub const FIRST_PUZZLES: &str = "first_puzzles";
    pub const CLOSE_ACCOUNT: &str = "close_account";
    pub const MAKE_ARCHIVES: &str = "make_archives";
    pub const MAKE_ARCHIVE: &str = "make_archive";
    pub const RENEW_ARCHIVES: &str = "renew_archives";
    pub const PUSH: &str = "push";
    pub const WEBHOOK: &str = "webhook";
}

impl Job {
    /// Which kind of job this is, as stored.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TimeOut(_) => Self::TIME_OUT,
            Self::ComputerTurn(_) => Self::COMPUTER_TURN,
            Self::ComputerSearch(_) => Self::COMPUTER_SEARCH,
            Self::ExhibitionTurn(_) => Self::EXHIBITION_TURN,
            Self::QuickAnalysis(_) => Self::QUICK_ANALYSIS,
            Self::StandardAnalysis(_) => Self::STANDARD_ANALYSIS,
            Self::DeepAnalysis(_) => Self::DEEP_ANALYSIS,
            Self::CountResults(_) => Self::COUNT_RESULTS,
            Self::NextInSeries(_) => Self::NEXT_IN_SERIES,
            Self::EndLock(_) => Self::END_LOCK,
            Self::ExpireChallenge(_) => Self::EXPIRE_CHALLENGE,
            Self::RateGame(_) => Self::RATE_GAME,
            Self::UpdateRatings => Self::UPDATE_RATINGS,
            Self::IndexGame(_) => Self::INDEX_GAME,
            Self::IndexGames(_) => Self::INDEX_GAMES,
            Self::ReadImport(_) => Self::READ_IMPORT,
            Self::CountGame(_) => Self::COUNT_GAME,
            Self::CountGames(_) => Self::COUNT_GAMES,
            Self::NotifyFollowers(_) => Self::NOTIFY_FOLLOWERS,
            Self::MatchOffer(_) => Self::MATCH_OFFER,
            Self::MatchOffers => Self::MATCH_OFFERS,
            Self::FreeOffers(_) => Self::FREE_OFFERS,
            Self::RefreshClocks(_) => Self::REFRESH_CLOCKS,
            Self::NotifyOfPause(_) => Self::NOTIFY_OF_PAUSE,
            Self::CleanUp => Self::CLEAN_UP,
            Self::FindPuzzles => Self::FIND_PUZZLES,
            Self::OpenExhibitions => Self::OPEN_EXHIBITIONS,
            Self::FirstPuzzles => Self::FIRST_PUZZLES,
            Self::CloseAccount(_) => Self::CLOSE_ACCOUNT,
            Self::MakeArchives => Self::MAKE_ARCHIVES,
            Self::MakeArchive(_) => Self::MAKE_ARCHIVE,
            Self::RenewArchives(_) => Self::RENEW_ARCHIVES,
            Self::Push(_) => Self::PUSH,
            Self::Webhook(_) => Self::WEBHOOK,
        }
    }

    /// What the job acts on, as stored; empty for jobs that act on everything.
    pub fn payload(&self) -> String {
        match self {
            Self::TimeOut(game)
            | Self::ComputerTurn(game)
            | Self::ComputerSearch(game)
            | Self::ExhibitionTurn(game)
            | Self::QuickAnalysis(game)
            | Self::CountResults(game)
            | Self::RateGame(game)
            | Self::NextInSeries(game)
            | Self::CountGame(game)
            | Self::FreeOffers(game)
            | Self::IndexGame(game) => game.to_string(),
            Self::ExpireChallenge(challenge) => challenge.to_string(),
            Self::MatchOffer(offer) => offer.to_string(),
            Self::IndexGames(after) | Self::CountGames(after) => {
                after.as_ref().map_or_else(String::new, ToString::to_string)
            }
            Self::StandardAnalysis(requested) | Self::DeepAnalysis(requested) => requested.payload(),
            Self::NotifyFollowers(news) => news.payload(),
            Self::RefreshClocks(refreshed) => refreshed.payload(),
            Self::NotifyOfPause(pause) => pause.payload(),
            Self::CloseAccount(user)
            | Self::RenewArchives(user)
            | Self::ReadImport(user)
            | Self::EndLock(user) => user.to_string(),
            Self::MakeArchive(month) => month.to_string(),
            Self::Push(push) => push.payload(),
            Self::Webhook(delivery) => delivery.payload(),
            Self::UpdateRatings
            | Self::MatchOffers
            | Self::CleanUp
            | Self::FindPuzzles
            | Self::OpenExhibitions
            | Self::FirstPuzzles
            | Self::MakeArchives => String::new(),
        }
    }

    /// `None` for jobs of newer versions, and for damaged ones.
    pub fn parse(kind: &str, payload: &str) -> Option<Self> {
        let game = || GameId::parse(payload);
        Some(match kind {
            Self::TIME_OUT => Self::TimeOut(game()?),
            Self::COMPUTER_TURN => Self::ComputerTurn(game()?),
            Self::COMPUTER_SEARCH => Self::ComputerSearch(game()?),
            Self::EXHIBITION_TURN => Self::ExhibitionTurn(game()?),
            Self::QUICK_ANALYSIS => Self::QuickAnalysis(game()?),
            Self::STANDARD_ANALYSIS => Self::StandardAnalysis(Requested::parse(payload)?),
            Self::DEEP_ANALYSIS => Self::DeepAnalysis(Requested::parse(payload)?),
            Self::COUNT_RESULTS => Self::CountResults(game()?),
            Self::RATE_GAME => Self::RateGame(game()?),
            Self::NEXT_IN_SERIES => Self::NextInSeries(game()?),
            Self::END_LOCK => Self::EndLock(UserId::parse(payload)?),
            Self::EXPIRE_CHALLENGE => Self::ExpireChallenge(ChallengeId::parse(payload)?),
            Self::UPDATE_RATINGS => Self::UpdateRatings,
            Self::INDEX_GAME => Self::IndexGame(game()?),
            Self::INDEX_GAMES if payload.is_empty() => Self::IndexGames(None),
            Self::INDEX_GAMES => Self::IndexGames(Some(game()?)),
            Self::READ_IMPORT => Self::ReadImport(UserId::parse(payload)?),
            Self::COUNT_GAME => Self::CountGame(game()?),
            Self::COUNT_GAMES if payload.is_empty() => Self::CountGames(None),
            Self::COUNT_GAMES => Self::CountGames(Some(game()?)),
            Self::NOTIFY_FOLLOWERS => Self::NotifyFollowers(FollowedNews::parse(payload)?),
            Self::MATCH_OFFER => Self::MatchOffer(OfferId::parse(payload)?),
            Self::MATCH_OFFERS => Self::MatchOffers,
            Self::FREE_OFFERS => Self::FreeOffers(game()?),
            Self::REFRESH_CLOCKS => Self::RefreshClocks(Refreshed::parse(payload)?),
            Self::NOTIFY_OF_PAUSE => Self::NotifyOfPause(Pause::parse(payload)?),
            Self::CLEAN_UP => Self::CleanUp,
            Self::FIND_PUZZLES => Self::FindPuzzles,
            Self::OPEN_EXHIBITIONS => Self::OpenExhibitions,
            Self::FIRST_PUZZLES => Self::FirstPuzzles,
            Self::CLOSE_ACCOUNT => Self::CloseAccount(UserId::parse(payload)?),
            Self::MAKE_ARCHIVES => Self::MakeArchives,
            Self::MAKE_ARCHIVE => Self::MakeArchive(payload.parse().ok()?),
            Self::RENEW_ARCHIVES => Self::RenewArchives(UserId::parse(payload)?),
            Self::PUSH => Self::Push(Push::parse(payload)?),
            Self::WEBHOOK => Self::Webhook(Delivery::parse(payload)?),
            _ => return None,
        })
    }

    /// Who has asked for an analysis.
    pub const fn requested_by(&self) -> Option<&UserId> {
        match self {
            Self::StandardAnalysis(requested) | Self::DeepAnalysis(requested) => requested.by.as_ref(),
            _ => None,
        }
    }

    /// A job replaces an earlier one with the same key.
    pub fn key(&self) -> String {
        match self {
            Self::TimeOut(game)
            | Self::ComputerTurn(game)
            | Self::ComputerSearch(game)
            | Self::ExhibitionTurn(game) => turn_key(game),
            Self::QuickAnalysis(game)
            | Self::CountResults(game)
            | Self::RateGame(game)
            | Self::NextInSeries(game)
            | Self::CountGame(game)
            | Self::FreeOffers(game)
            | Self::IndexGame(game)
            | Self::StandardAnalysis(Requested { game, .. })
            | Self::DeepAnalysis(Requested { game, .. }) => format!("{}/{game}", self.kind()),
            Self::RefreshClocks(_)
            | Self::MatchOffer(_)
            | Self::CloseAccount(_)
            | Self::MakeArchive(_)
            | Self::ReadImport(_)
            | Self::EndLock(_)
            | Self::ExpireChallenge(_)
            | Self::RenewArchives(_) => {
                format!("{}/{}", self.kind(), self.payload())
            }
            Self::NotifyFollowers(news) => news.key(),
            Self::NotifyOfPause(pause) => pause.job_key(),
            Self::Push(push) => push.key(),
            Self::Webhook(delivery) => delivery.key(),
            Self::UpdateRatings
            | Self::MatchOffers
            | Self::IndexGames(_)
            | Self::CountGames(_)
            | Self::CleanUp
            | Self::FindPuzzles
            | Self::OpenExhibitions
            | Self::FirstPuzzles
            | Self::MakeArchives => self.kind().to_owned(),
        }
    }

    pub const fn lane(&self) -> Lane {
        match self {
            Self::CountResults(_)
            | Self::RateGame(_)
            | Self::UpdateRatings
            | Self::MatchOffers
            | Self::RefreshClocks(Refreshed::All)
            | Self::CloseAccount(_)
            | Self::RenewArchives(_) => Lane::Results,
            Self::TimeOut(_)
            | Self::ComputerTurn(_)
            | Self::RefreshClocks(_)
            | Self::NotifyOfPause(_)
            | Self::NextInSeries(_)
            | Self::EndLock(_)
            | Self::ExpireChallenge(_)
            | Self::NotifyFollowers(_)
            | Self::IndexGame(_)
            | Self::CountGame(_)
            | Self::MatchOffer(_)
            | Self::FreeOffers(_)
            | Self::CleanUp => Lane::Quick,
            Self::ComputerSearch(_) => Lane::Search,
            Self::QuickAnalysis(_)
            | Self::ReadImport(_)
            | Self::IndexGames(_)
            | Self::CountGames(_)
            | Self::ExhibitionTurn(_)
            | Self::FindPuzzles
            | Self::OpenExhibitions
            | Self::FirstPuzzles
            | Self::MakeArchives
            | Self::MakeArchive(_) => Lane::Analysis,
            Self::StandardAnalysis(_) | Self::DeepAnalysis(_) => Lane::LongAnalysis,
            Self::Push(_) => Lane::Push,
            Self::Webhook(_) => Lane::Webhook,
        }
    }

    /// The job, to be run at this time at the earliest.
    pub const fn at(self, due: DateTime<Utc>) -> ScheduledJob {
        ScheduledJob { job: self, due }
    }
}

impl Requested {
    fn payload(&self) -> String {
        match &self.by {
            Some(user) => format!("{} {user}", self.game),
            None => self.game.to_string(),
        }
    }

    fn parse(payload: &str) -> Option<Self> {
        let (game, by) = match payload.split_once(' ') {
            Some((game, user)) => (game, Some(UserId::parse(user)?)),
            None => (payload, None),
        };
        Some(Self { game: GameId::parse(game)?, by })
    }
}

/// The key of the job for the next turn of a game, of which there is at most one.
pub fn turn_key(game: &GameId) -> String {
    format!("turn/{game}")
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledJob {
    pub job: Job,
    /// The earliest time to run it.
    pub due: DateTime<Utc>,
}

/// A job that the runner gave up on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedJob {
    /// Unique.
    pub key: String,
    /// As stored: it may be a kind that this version doesn't know.
    pub kind: String,
    pub attempts: u32,
    /// When it was given up.
    pub at: DateTime<Utc>,
    /// The last error.
    pub error: String,
}

/// A change to the scheduled jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// Schedules this job, replacing any with the same key.
    Put(ScheduledJob),
    /// The same, but a job with the same key that waits and is due earlier stays.
    PutIfSooner(ScheduledJob),
    /// Cancels the job with this key, if there is one.
    Remove(String),
}

impl JobChange {
    /// When a newly scheduled job may run, and in which lane; `None` for a removal.
    pub const fn due(&self) -> Option<(Lane, DateTime<Utc>)> {
        match self {
            Self::Put(ScheduledJob { job, due }) | Self::PutIfSooner(ScheduledJob { job, due }) => {
                Some((job.lane(), *due))
            }
            Self::Remove(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Call, ChallengeNotice, Notification, NotificationKind, PushSubject};

    #[test]
    fn every_job_survives_being_stored() {
        let game = GameId::new([7; 10]);
        let requested = |by| Requested { game: game.clone(), by };
        for job in [
            Job::TimeOut(game.clone()),
            Job::ComputerTurn(game.clone()),
            Job::ComputerSearch(game.clone()),
            Job::ExhibitionTurn(game.clone()),
            Job::QuickAnalysis(game.clone()),
            Job::StandardAnalysis(requested(Some(UserId::new([1; 10])))),
            Job::DeepAnalysis(requested(None)),
            Job::CountResults(game.clone()),
            Job::RateGame(game.clone()),
            Job::NextInSeries(game.clone()),
            Job::EndLock(UserId::new([1; 10])),
            Job::ExpireChallenge(ChallengeId::new([1; 10])),
            Job::UpdateRatings,
            Job::IndexGame(game.clone()),
            Job::IndexGames(None),
            Job::IndexGames(Some(game.clone())),
            Job::ReadImport(UserId::new([1; 10])),
            Job::CountGame(game.clone()),
            Job::CountGames(None),
            Job::CountGames(Some(game.clone())),
            Job::NotifyFollowers(FollowedNews::began(game.clone())),
            Job::NotifyFollowers(FollowedNews::ended(game.clone()).after(UserId::new([1; 10]))),
            Job::RefreshClocks(Refreshed::User(UserId::new([1; 10]))),
            Job::RefreshClocks(Refreshed::Game(game.clone())),
            Job::RefreshClocks(Refreshed::All),
            Job::MatchOffer(OfferId::new([1; 10])),
            Job::MatchOffers,
            Job::FreeOffers(game.clone()),
            Job::NotifyOfPause(Pause { game: game.clone(), n: 7, until: DateTime::UNIX_EPOCH }),
            Job::CleanUp,
            Job::FindPuzzles,
            Job::OpenExhibitions,
            Job::FirstPuzzles,
            Job::CloseAccount(UserId::new([1; 10])),
            Job::MakeArchives,
            Job::MakeArchive(Month::of(DateTime::UNIX_EPOCH)),
            Job::RenewArchives(UserId::new([1; 10])),
            Job::Push(Push::test(UserId::new([1; 10]), DateTime::UNIX_EPOCH)),
            Job::Push(Push::summary(UserId::new([1; 10]), DateTime::UNIX_EPOCH)),
            Job::Push(
                Push::test(UserId::new([1; 10]), DateTime::UNIX_EPOCH)
                    .then(PushSubject::Waiting { sent: 7, last: true }, DateTime::UNIX_EPOCH),
            ),
            Job::Push(Push::invitation(UserId::new([1; 10]), game.clone(), DateTime::UNIX_EPOCH)),
            Job::Push(Push::about(
                &Notification { n: 7, user: UserId::new([1; 10]), kind: NotificationKind::Asked },
                game.clone(),
                DateTime::UNIX_EPOCH,
            )),
            Job::Push(Push::test(UserId::new([1; 10]), DateTime::UNIX_EPOCH).then(
                PushSubject::Challenge {
                    challenge: ChallengeId::new([3; 10]),
                    n: 2,
                    notice: ChallengeNotice::Countered,
                },
                DateTime::UNIX_EPOCH,
            )),
            Job::Push(Push::test(UserId::new([1; 10]), DateTime::UNIX_EPOCH).then(
                PushSubject::Turn { game: game.clone(), n: 7, call: Call::Last },
                DateTime::UNIX_EPOCH,
            )),
            Job::Webhook(Delivery::new(&Push::test(UserId::new([1; 10]), DateTime::UNIX_EPOCH), "hook")),
            Job::Push(Push {
                done: vec!["one".to_owned(), "two".to_owned()],
                later: vec![("three".to_owned(), DateTime::UNIX_EPOCH)],
                ..Push::of_turn(UserId::new([1; 10]), game.clone(), 7, DateTime::UNIX_EPOCH)
            }),
        ] {
            assert_eq!(Job::parse(job.kind(), &job.payload()), Some(job));
        }
    }

    #[test]
    fn a_job_that_this_version_does_not_know_is_none() {
        for (kind, payload) in [("newer", ""), (Job::TIME_OUT, ""), (Job::DEEP_ANALYSIS, "Game of ann")] {
            assert_eq!(Job::parse(kind, payload), None, "{kind} {payload}");
        }
    }
}
