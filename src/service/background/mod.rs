//! Background jobs: deadlines, computer turns, analyses, clean-up, puzzles, and what a new server begins with.
//!
//! Jobs are rows, stored in the same transaction as the move that schedules them, so none is lost in a restart. Each
//! server's [`Runner`] leases due jobs, so each runs once; if a server dies, its jobs are taken over when their leases
//! expire. A job that fails or panics is retried with growing delays and finally given up, which the host can see in
//! `bastide jobs`. Other jobs are not affected.
//!
//! Existing crates (`apalis`, `graphile_worker`, `sqlxmq`) don't fit: none can add a job within a transaction of
//! `sqlx::Any`, and most support only one database.

mod runner;

pub use runner::{JobCounts, Runner, Running};

use chrono::TimeDelta;

use crate::{CleanedUp, Done, PlayError, PuzzleSearch, Service, StoreError};
use analysis::Depth;
use puzzle::Effort;
use table::{Job, Requested, ScheduledJob};

/// How often expired data is deleted.
const CLEAN_UP: TimeDelta = TimeDelta::hours(1);
/// After its first start a server leaves the processor to people for a while.
const FIRST_PUZZLE: TimeDelta = TimeDelta::minutes(5);
/// A server that starts leaves the processor to people, and lets games be indexed.
const FIRST_ARCHIVE: TimeDelta = TimeDelta::minutes(10);
/// The pause between two games that are searched for puzzles.
const NEXT_PUZZLE: TimeDelta = TimeDelta::minutes(1);
/// How often new games are looked for once there are enough puzzles.
const ENOUGH_PUZZLES: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, thiserror::Error)]
enum JobError {
    /// The database failed, which doesn't count as an attempt of the job.
    #[error(transparent)]
    Store(StoreError),
    /// Likely to fail again.
    #[error("{0}")]
    Other(String),
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        if error.is_damage() { Self::Other(error.to_string()) } else { Self::Store(error) }
    }
}

impl From<PlayError> for JobError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Store(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

/// Jobs that every server schedules at its start.
fn standing(service: &Service) -> [ScheduledJob; 4] {
    let now = service.now();
    [
        Job::CleanUp.at(now),
        Job::MatchOffers.at(now),
        Job::FindPuzzles.at(now + FIRST_PUZZLE),
        Job::MakeArchives.at(now + FIRST_ARCHIVE),
    ]
}

async fn run(service: &Service, job: &Job) -> Result<Done, JobError> {
    match job {
        Job::TimeOut(game) => Ok(service.time_out(game).await?),
        Job::ComputerTurn(game) | Job::ComputerSearch(game) | Job::ExhibitionTurn(game) => {
            Ok(service.play_computer_turn(game, job.lane()).await?)
        }
        Job::QuickAnalysis(game) => Ok(service.analyse(game, Depth::Quick, job.lane()).await?),
        Job::StandardAnalysis(Requested { game, .. }) => {
            Ok(service.analyse(game, Depth::Standard, job.lane()).await?)
        }
        Job::DeepAnalysis(Requested { game, .. }) => {
            Ok(service.analyse(game, Depth::Deep, job.lane()).await?)
        }
        Job::CountResults(game) => Ok(service.count_results(game).await?),
        Job::NextInSeries(game) => Ok(service.next_in_series(game).await?),
        Job::EndLock(user) => Ok(service.end_lock(user).await?),
        Job::ExpireChallenge(challenge) => Ok(service.expire_challenge(challenge).await?),
        Job::RateGame(game) => Ok(service.rate_game(game).await?),
        Job::UpdateRatings => Ok(service.update_ratings().await?),
        Job::IndexGame(game) => Ok(service.index_game(game).await?),
        Job::ReadImport(user) => Ok(service.read_import_file(user).await?),
        Job::IndexGames(after) => Ok(service.index_games(after.as_ref()).await?),
        Job::CountGame(game) => Ok(service.count_game(game).await?),
        Job::CountGames(after) => Ok(service.count_games(after.as_ref()).await?),
        Job::NotifyFollowers(news) => Ok(service.notify_followers(news).await?),
        Job::MatchOffer(offer) => Ok(service.match_offer(offer).await?),
        Job::MatchOffers => Ok(service.match_offers().await?),
        Job::FreeOffers(game) => Ok(service.free_offers(game).await?),
        Job::RefreshClocks(refreshed) => Ok(service.refresh_clocks(refreshed).await?),
        Job::NotifyOfPause(pause) => Ok(service.notify_of_pause(pause).await?),
        Job::CleanUp => {
            let CleanedUp { guests, tables } = service.clean_up().await?;
            if guests + tables > 0 {
                tracing::info!(guests, tables, "deleted abandoned guests and tables");
            }
            Ok(Done::Later(service.now() + CLEAN_UP))
        }
        Job::FindPuzzles => {
            let pause = match service.find_puzzle(Effort::default()).await? {
                PuzzleSearch::Found(_) | PuzzleSearch::NotFound => NEXT_PUZZLE,
                PuzzleSearch::Enough => ENOUGH_PUZZLES,
            };
            Ok(Done::Later(service.now() + pause))
        }
        Job::OpenExhibitions => Ok(service.open_exhibitions().await?),
        Job::FirstPuzzles => Ok(match service.find_first_puzzle(Effort::default()).await? {
            // No two puzzles are listed at the same time.
            PuzzleSearch::Found(_) | PuzzleSearch::NotFound => {
                Done::Later(service.now() + TimeDelta::milliseconds(1))
            }
            PuzzleSearch::Enough => Done::Nothing,
        }),
        Job::CloseAccount(user) => Ok(service.finish_closing(user).await?),
        Job::MakeArchives => Ok(service.make_archives().await?),
        Job::MakeArchive(month) => Ok(service.make_archive(*month).await.map(|_| Done::Nothing)?),
        Job::RenewArchives(user) => Ok(service.renew_archives_of(user).await?),
        Job::Push(push) => Ok(service.send_push(push).await?),
        Job::Webhook(delivery) => Ok(service.deliver(delivery).await?),
    }
}
