//! Scheduled work. Deciding a command also decides which jobs are added or removed; they are stored together with its
//! events.

use chrono::{DateTime, Utc};

use crate::job_subject::{JobSubject, Refreshed, Requested};
use crate::{Delivery, FollowedNews, GameId, Lane, Month, Pause, Push, ScheduledJob};
use account::{ChallengeId, OfferId, UserId};

/// Each job with its subject, the word for it in the database, which is never changed or used again, and its lane; first those that have a
/// subject, then those that are about everything.
macro_rules! jobs {
    (
        { $($(#[$doc:meta])* $job:ident($subject:ty) = $constant:ident $word:literal, $lane:expr;)* }
        { $($(#[$whole_doc:meta])* $whole:ident = $whole_constant:ident $whole_word:literal, $whole_lane:expr;)* }
    ) => {
        /// What is to be done later.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Job {
            $($(#[$doc])* $job($subject),)*
            $($(#[$whole_doc])* $whole,)*
        }

        impl Job {
            $(pub const $constant: &str = $word;)*
            $(pub const $whole_constant: &str = $whole_word;)*

            /// Which kind of job this is, as stored.
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$job(_) => $word,)*
                    $(Self::$whole => $whole_word,)*
                }
            }

            /// What the job acts on, as stored; empty for jobs that act on everything.
            pub fn payload(&self) -> String {
                match self {
                    $(Self::$job(subject) => JobSubject::payload(subject),)*
                    $(Self::$whole => String::new(),)*
                }
            }

            /// `None` for jobs of newer versions, and for damaged ones.
            pub fn parse(kind: &str, payload: &str) -> Option<Self> {
                match kind {
                    $($word => JobSubject::parse(payload).map(Self::$job),)*
                    $($whole_word => Some(Self::$whole),)*
                    _ => None,
                }
            }

            /// The key of its kind and subject.
            fn own_key(&self) -> String {
                match self {
                    $(Self::$job(subject) => JobSubject::key(subject, $word),)*
                    $(Self::$whole => $whole_word.to_owned(),)*
                }
            }

            /// The lane of its kind.
            const fn usual_lane(&self) -> Lane {
                match self {
                    $(Self::$job(_) => $lane,)*
                    $(Self::$whole => $whole_lane,)*
                }
            }
        }
    };
}

jobs! {
    {
        /// Enforces the deadline of the player to move, or of missing salts.
        TimeOut(GameId) = TIME_OUT "time_out", Lane::Quick;
        /// Plays the turn of a computer player whose level is quick.
        ComputerTurn(GameId) = COMPUTER_TURN "computer_turn", Lane::Quick;
        /// Plays the turn of a computer player that takes its time.
        ComputerSearch(GameId) = COMPUTER_SEARCH "computer_search", Lane::Search;
        /// Plays a turn of a game in which only computers play.
        ExhibitionTurn(GameId) = EXHIBITION_TURN "exhibition_turn", Lane::Analysis;
        /// Analyses a finished game with little work.
        QuickAnalysis(GameId) = QUICK_ANALYSIS "quick_analysis", Lane::Analysis;
        StandardAnalysis(Requested) = STANDARD_ANALYSIS "standard_analysis", Lane::LongAnalysis;
        DeepAnalysis(Requested) = DEEP_ANALYSIS "deep_analysis", Lane::LongAnalysis;
        /// Adds the results of a finished game's computer players to those of their levels.
        CountResults(GameId) = COUNT_RESULTS "count_results", Lane::Results;
        /// Lets a locked account be used again.
        EndLock(UserId) = END_LOCK "end_lock", Lane::Quick;
        /// Opens the game that follows this one in its series.
        NextInSeries(GameId) = NEXT_IN_SERIES "next_in_series", Lane::Quick;
        /// Ends a challenge that nobody has answered.
        ExpireChallenge(ChallengeId) = EXPIRE_CHALLENGE "expire_challenge", Lane::Quick;
        /// Stores what a rated game says about its players, or takes it back.
        RateGame(GameId) = RATE_GAME "rate_game", Lane::Results;
        /// Stores what a finished game can be searched by.
        IndexGame(GameId) = INDEX_GAME "index_game", Lane::Quick;
        /// Does so with games from before there were searches: with those after this one, or with all.
        IndexGames(Option<GameId>) = INDEX_GAMES "index_games", Lane::Analysis;
        /// Reads some records of the file that this user has sent.
        ReadImport(UserId) = READ_IMPORT "read_import", Lane::Analysis;
        /// Stores what a finished game says about its players, or takes it back.
        CountGame(GameId) = COUNT_GAME "count_game", Lane::Quick;
        /// Does so with games from before there were profiles: with those after this one, or with all.
        CountGames(Option<GameId>) = COUNT_GAMES "count_games", Lane::Analysis;
        /// Notifies the followers of a game and of its players.
        NotifyFollowers(FollowedNews) = NOTIFY_FOLLOWERS "notify_followers", Lane::Quick;
        /// Looks for others who fit an offer.
        MatchOffer(OfferId) = MATCH_OFFER "match_offer", Lane::Quick;
        /// Lets the offers of those who have played a game wait again.
        FreeOffers(GameId) = FREE_OFFERS "free_offers", Lane::Quick;
        /// Works out deadlines again.
        RefreshClocks(Refreshed) = REFRESH_CLOCKS "refresh_clocks", Lane::Quick;
        /// Lets players know that a pause ends.
        NotifyOfPause(Pause) = NOTIFY_OF_PAUSE "notify_of_pause", Lane::Quick;
        /// Closes an account whose owner has asked for it a week ago.
        CloseAccount(UserId) = CLOSE_ACCOUNT "close_account", Lane::Results;
        /// Makes the file of a month, even if there is one.
        MakeArchive(Month) = MAKE_ARCHIVE "make_archive", Lane::Analysis;
        /// Lets the files be made again that may have a name that this user no longer has.
        RenewArchives(UserId) = RENEW_ARCHIVES "renew_archives", Lane::Results;
        /// Sends a push message.
        Push(Push) = PUSH "push", Lane::Push;
        /// Sends a message to a webhook.
        Webhook(Delivery) = WEBHOOK "webhook", Lane::Webhook;
    }
    {
        /// Works out ratings, after the last game that they contain.
        UpdateRatings = UPDATE_RATINGS "update_ratings", Lane::Results;
        /// Looks for others who fit the offers that wait.
        MatchOffers = MATCH_OFFERS "match_offers", Lane::Results;
        /// Deletes expired data, hourly.
        CleanUp = CLEAN_UP "clean_up", Lane::Quick;
        /// Looks for puzzles in a game.
        FindPuzzles = FIND_PUZZLES "find_puzzles", Lane::Analysis;
        /// Opens the exhibitions of a new server.
        OpenExhibitions = OPEN_EXHIBITIONS "open_exhibitions", Lane::Analysis;
        /// Finds the first puzzles of a new server.
        FirstPuzzles = FIRST_PUZZLES "first_puzzles", Lane::Analysis;
        /// Makes the file of the earliest month that is over and has none.
        MakeArchives = MAKE_ARCHIVES "make_archives", Lane::Analysis;
    }
}

impl Job {
    /// A job replaces an earlier one with the same key.
    pub fn key(&self) -> String {
        match self {
            Self::TimeOut(game)
            | Self::ComputerTurn(game)
            | Self::ComputerSearch(game)
            | Self::ExhibitionTurn(game) => turn_key(game),
            _ => self.own_key(),
        }
    }

    pub const fn lane(&self) -> Lane {
        match self {
            Self::RefreshClocks(Refreshed::All) => Lane::Results,
            _ => self.usual_lane(),
        }
    }

    /// Who has asked for an analysis.
    pub const fn requested_by(&self) -> Option<&UserId> {
        match self {
            Self::StandardAnalysis(requested) | Self::DeepAnalysis(requested) => requested.by.as_ref(),
            _ => None,
        }
    }

    /// The job, to be run at this time at the earliest.
    pub const fn at(self, due: DateTime<Utc>) -> ScheduledJob {
        ScheduledJob { job: self, due }
    }
}

/// The key of the job for the next turn of a game, of which there is at most one.
pub fn turn_key(game: &GameId) -> String {
    format!("turn/{game}")
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
