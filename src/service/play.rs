//! Moves: load, check seat and expected event, decide, append.

use std::sync::Arc;

use crate::account::UserId;
use crate::engine::{Colour, Command, DecideError, Game, Logged, Refusal, Seat, Turn};
use crate::service::summary::Seating;
use crate::service::{GameId, Replay, Service, StoreError, SubmissionKey};
use crate::store::{Append, Appended, StoredGame};

/// The number of the last event that the player saw when deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expected(pub u32);

/// One sending of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What the player saw.
    pub expected: Expected,
    /// What makes a second sending of the same form harmless.
    pub key: SubmissionKey,
}

/// The events that a submission brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the first.
    pub first: u32,
    /// The number of the last.
    pub last: u32,
}

/// Why a move was not stored.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it; why, in words for the player.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something else has happened since the player looked.
    #[error("The game has gone on since you looked.")]
    Stale,
    /// Not a player of this game, or not to move.
    #[error("It is not your turn.")]
    NotYourSeat,
    /// No such game, or one that this person may not see, or one that has not begun.
    #[error("There is no such game.")]
    NoSuchGame,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Plays a turn. The same submission sent twice succeeds twice and is stored once.
    pub async fn turn(
        &self,
        user: &UserId,
        game: &GameId,
        submission: &Submission,
        turn: Turn,
    ) -> Result<Played, PlayError> {
        let command = |game: &Game, seat: Seat| match game.to_move() {
            Some(colour) if game.seat_of(colour) == seat => Ok(Command::Play(turn)),
            Some(_) => Err(PlayError::NotYourSeat),
            None => Err(Refusal::Over.into()),
        };
        self.submit(user, game, submission, command).await
    }

    /// Gives up, also out of turn.
    pub async fn resign(
        &self,
        user: &UserId,
        game: &GameId,
        submission: &Submission,
    ) -> Result<Played, PlayError> {
        let command = |game: &Game, seat: Seat| {
            let mine: Vec<Colour> = game.colours().filter(|&colour| game.seat_of(colour) == seat).collect();
            let playing = mine.iter().find(|&&colour| !game.is_out(colour));
            // A seat without a colour that plays is out, and `decide` says so.
            playing.or(mine.first()).map(|&colour| Command::Resign(colour)).ok_or(PlayError::NotYourSeat)
        };
        self.submit(user, game, submission, command).await
    }

    async fn submit(
        &self,
        user: &UserId,
        id: &GameId,
        submission: &Submission,
        command: impl FnOnce(&Game, Seat) -> Result<Command, PlayError> + Send,
    ) -> Result<Played, PlayError> {
        let stored = self.store.game(id).await?.ok_or(PlayError::NoSuchGame)?;
        let Some(seat) = stored.listed.seat_of(user) else {
            let may_watch = stored.listed.public && stored.begun;
            return Err(if may_watch { PlayError::NotYourSeat } else { PlayError::NoSuchGame });
        };
        let replay = self.replay(&stored).await?.ok_or(PlayError::NoSuchGame)?;
        if replay.last() != submission.expected.0 {
            return self.submitted_before(id, submission).await;
        }
        let command = command(&replay.game, seat)?;
        match self.act(&stored, &replay, command, Some(submission.key.clone())).await? {
            Appended::Stored { first, last } | Appended::Known { first, last } => Ok(Played { first, last }),
            Appended::Stale => Err(PlayError::Stale),
        }
    }

    /// What to answer when the game has gone on: the same as before, if it went on by this very submission.
    async fn submitted_before(&self, id: &GameId, submission: &Submission) -> Result<Played, PlayError> {
        let before = self.store.submitted(id, submission.expected.0, &submission.key).await?;
        before.map(|(first, last)| Played { first, last }).ok_or(PlayError::Stale)
    }

    /// Decides a command and appends what follows from it.
    pub(super) async fn act(
        &self,
        stored: &StoredGame,
        replay: &Replay,
        command: Command,
        submission: Option<SubmissionKey>,
    ) -> Result<Appended, PlayError> {
        let (append, after) = decide(stored, replay, command, submission, self.now())?;
        let jobs = append.jobs.clone();
        let appended = self.store.append(append).await?;
        if let Appended::Stored { .. } = appended {
            self.replays.insert(stored.listed.id.clone(), Arc::new(after));
            self.table_changed(stored, None).await;
            self.runner.enqueued(&jobs);
        }
        Ok(appended)
    }

    /// The game played through, from the cache if nothing has happened since; `None` before it has begun.
    pub(super) async fn replay(&self, stored: &StoredGame) -> Result<Option<Arc<Replay>>, StoreError> {
        if !stored.begun {
            return Ok(None);
        }
        let id = &stored.listed.id;
        let kept = self.replays.get(id);
        if let Some(kept) = &kept
            && kept.last() >= stored.listed.last_n
        {
            return Ok(Some(kept.clone()));
        }
        let (begun, news) = match kept {
            Some(kept) => {
                let news = self.store.log(id, kept.last()).await?;
                (kept, news)
            }
            None => match self.store.record(id).await? {
                Some((header, log)) => (Arc::new(Replay::begin(id, &header)?), log),
                None => return Ok(None),
            },
        };
        let replay = Arc::new(begun.extended(id, news)?);
        self.replays.insert(id.clone(), replay.clone());
        Ok(Some(replay))
    }
}

/// What a command leads to: what to append, and the game afterwards.
pub(super) fn decide(
    stored: &StoredGame,
    replay: &Replay,
    command: Command,
    submission: Option<SubmissionKey>,
    at: chrono::DateTime<chrono::Utc>,
) -> Result<(Append, Replay), PlayError> {
    let id = &stored.listed.id;
    let dealer = stored.secret.dealer(&replay.header().salts);
    let seating = Seating { players: &stored.listed.seats, clock_days: stored.listed.clock_days };
    let events = replay.game.decide(&command, &dealer).map_err(|error| match error {
        DecideError::Refused(refusal) => PlayError::Refused(refusal),
        inconsistent @ DecideError::Inconsistent(_) => PlayError::Store(StoreError::BadRow {
            table: "events",
            column: "body",
            row: id.to_string(),
            why: inconsistent.to_string(),
        }),
    })?;
    let mut after = replay.clone();
    let mut notices = Vec::new();
    for event in &events {
        let n = after.last() + 1;
        notices.extend(seating.notices(&after.game, n, event));
        after.add(id, Logged { n, event: event.clone(), at: Some(at) })?;
    }
    let summary = seating.summary(&after);
    let jobs = seating.jobs(&stored.listed, &summary, at);
    let append =
        Append { game: id.clone(), expected: replay.last(), at, events, submission, summary, notices, jobs };
    Ok((append, after))
}
