//! Moves: load, check seat and expected event, decide, append.

use std::sync::Arc;

use crate::metrics::MoveBy;
use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError, TRIES};
use account::UserId;
use engine::{Colour, Command, DrawSecret, Game, Header, Logged, Refusal, Seat, Turn};
use store::Executed;
use table::{GameId, MoveError, Outcome, Replay, Status, SubmissionKey, Table};

/// The number of the last event that the player saw when deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expected(pub u32);

/// A submitted form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    pub expected: Expected,
    /// Idempotency key: the same form sent twice is stored once.
    pub key: SubmissionKey,
}

/// The events that a submission produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub first: u32,
    pub last: u32,
}

/// Why a move was not stored.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("stale")]
    Stale,
    /// Not a player of this game, or not to move.
    #[error("not-your-turn")]
    NotYourSeat,
    /// Also if the game is hidden from the user or has not started.
    #[error("no-such-game")]
    NoSuchGame,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PlayError {
    /// A stable code for API clients.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused",
            Self::Stale => "stale",
            Self::NotYourSeat => "not-your-turn",
            Self::NoSuchGame => "no-such-game",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<MoveError> for PlayError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Refused(why) => Self::Refused(why),
            MoveError::BadLog(error) => Self::Store(error.into()),
        }
    }
}

fn resignation(game: &Game, seat: Seat) -> Result<Command, PlayError> {
    let mine: Vec<Colour> = game.colours().filter(|&colour| game.seat_of(colour) == seat).collect();
    let playing = mine.iter().find(|&&colour| !game.is_out(colour));
    // A seat without a colour that plays is out, and `decide` says so.
    playing.or(mine.first()).map(|&colour| Command::Resign(colour)).ok_or(PlayError::NotYourSeat)
}

impl Service {
    /// Plays a turn. The same submission sent twice succeeds twice and is stored once.
    pub async fn turn(
        &self,
        principal: &Principal,
        game: &GameId,
        submission: &Submission,
        turn: Turn,
    ) -> Result<Played, PlayError> {
        self.submit(principal, game, submission, |game, seat| {
            to_move(game, seat).map(|()| Command::Play(turn))
        })
        .await
    }

    /// Skips the second part of a turn.
    pub async fn pass(
        &self,
        principal: &Principal,
        game: &GameId,
        submission: &Submission,
    ) -> Result<Played, PlayError> {
        self.submit(principal, game, submission, |game, seat| to_move(game, seat).map(|()| Command::Pass))
            .await
    }

    /// Resigns, in or out of turn.
    pub async fn resign(
        &self,
        principal: &Principal,
        game: &GameId,
        submission: &Submission,
    ) -> Result<Played, PlayError> {
        self.submit(principal, game, submission, resignation).await
    }

    /// Resigns for a user who has closed their account or is about to. Does nothing if they don't play any more.
    pub(crate) async fn resign_for(&self, user: &UserId, game: &GameId) -> Result<(), PlayError> {
        for _ in 0..TRIES {
            let Some((table, secret)) = self.store.table(game).await? else { return Ok(()) };
            let (Some(seat), Some(replay)) = (table.seat_of(user), self.replay(&table).await?) else {
                return Ok(());
            };
            if replay.game.is_finished() || replay.game.has_left(seat) {
                return Ok(());
            }
            let command = resignation(&replay.game, seat)?;
            self.execute_command(&table, &secret, &replay, command, Some(self.new_key())).await?;
        }
        Err(PlayError::Stale)
    }

    /// Decides on the cached table if there is one. If that is outdated, the command is rejected, here or by the unique event
    /// numbers and the number of changed plans in the database; then the table is loaded and the command decided again.
    async fn submit(
        &self,
        principal: &Principal,
        id: &GameId,
        submission: &Submission,
        command: impl Fn(&Game, Seat) -> Result<Command, PlayError> + Send + Sync,
    ) -> Result<Played, PlayError> {
        let user = principal.require(Scope::Play)?;
        if let Some(cached) = self.tables.get(id) {
            let done = self.submit_at(&cached, user, submission, &command).await;
            if matches!(done, Ok(_) | Err(PlayError::Store(_))) {
                return done;
            }
        }
        let mut done = Err(PlayError::Stale);
        for _ in 0..TRIES {
            let loaded = self.store.table(id).await?.ok_or(PlayError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &loaded.0, None) {
                return Err(PlayError::NoSuchGame);
            }
            done = self.submit_at(&loaded, user, submission, &command).await;
            // Only a plan can have changed meanwhile if the game is still where the player saw it.
            let same = loaded.0.last_event() == submission.expected.0;
            if !matches!(done, Err(PlayError::Stale)) || !same {
                break;
            }
        }
        done
    }

    async fn submit_at(
        &self,
        (table, secret): &(Table, DrawSecret),
        user: &UserId,
        submission: &Submission,
        command: &(impl Fn(&Game, Seat) -> Result<Command, PlayError> + Sync),
    ) -> Result<Played, PlayError> {
        let Some(seat) = table.seat_of(user) else {
            let may_watch = table.is_public() && table.status() != Status::Open;
            return Err(if may_watch { PlayError::NotYourSeat } else { PlayError::NoSuchGame });
        };
        let replay = self.replay(table).await?.ok_or(PlayError::NoSuchGame)?;
        if replay.last() != submission.expected.0 {
            return self.submitted_before(&table.id, submission).await;
        }
        let command = command(&replay.game, seat)?;
        match self.execute_command(table, secret, &replay, command, Some(submission.key.clone())).await? {
            Executed::Stored { first, last } | Executed::Known { first, last } => Ok(Played { first, last }),
            Executed::Stale => Err(PlayError::Stale),
        }
    }

    /// The result for a submission whose expected event is not the last: the stored events if it was stored before.
    async fn submitted_before(&self, id: &GameId, submission: &Submission) -> Result<Played, PlayError> {
        let before = self.store.submitted(id, submission.expected.0, &submission.key).await?;
        before.map(|(first, last)| Played { first, last }).ok_or(PlayError::Stale)
    }

    /// Decides a command of the game and stores its outcome.
    pub(crate) async fn execute_command(
        &self,
        table: &Table,
        secret: &DrawSecret,
        replay: &Replay,
        command: Command,
        submission: Option<SubmissionKey>,
    ) -> Result<Executed, PlayError> {
        let by = match (&submission, &command) {
            (Some(_), _) => MoveBy::Person,
            (None, Command::Play(_) | Command::Pass) => MoveBy::Computer,
            (None, _) => MoveBy::Clock,
        };
        let absences = self.absences(table, None).await?;
        let decided = table.play(replay, command, secret, submission, &absences, self.now())?;
        Ok(self.execute_move(table, secret, decided, by).await?)
    }

    /// Stores a move of the game, which leads to this replay.
    pub(super) async fn execute_move(
        &self,
        table: &Table,
        secret: &DrawSecret,
        (outcome, after): (Outcome, Replay),
        by: MoveBy,
    ) -> Result<Executed, StoreError> {
        // The table then knows nothing of its other new events.
        let row = outcome.row.clone().filter(|_| outcome.table_events.is_empty());
        let executed = self.execute(Some(table), outcome).await?;
        if let Executed::Stored { .. } = executed {
            self.metrics.count_move(by, self.now().date_naive());
            self.replays.insert(table.id.clone(), Arc::new(after));
            match row {
                Some(row) => {
                    let table = table.clone().with_game(&row);
                    self.tables.insert(table.id.clone(), Arc::new((table, secret.clone())));
                }
                None => _ = self.tables.remove(&table.id),
            }
        }
        Ok(executed)
    }

    /// The replayed game, from the cache if it is current. `None` before it has started.
    pub(crate) async fn replay(&self, table: &Table) -> Result<Option<Arc<Replay>>, StoreError> {
        if table.status() == Status::Open {
            return Ok(None);
        }
        let id = &table.id;
        let kept = self.replays.get(id);
        if let Some(kept) = &kept
            && kept.last() >= table.last_event()
        {
            return Ok(Some(kept.clone()));
        }
        let (begun, news) = match kept {
            Some(kept) => {
                let news = self.store.log(id, kept.last()).await?;
                (kept, news)
            }
            None => match self.record_of(table).await? {
                Some((header, log)) => (Arc::new(Replay::begin(id, &header)?), log),
                None => return Ok(None),
            },
        };
        let replay = Arc::new(begun.extended(id, news)?);
        self.replays.insert(id.clone(), replay.clone());
        Ok(Some(replay))
    }
}

impl Service {
    /// The header and log of a table's game; `None` before it has started. A log that has ended is the same everywhere, so it is
    /// read from a replica that has all of it.
    pub(crate) async fn record_of(&self, table: &Table) -> Result<Option<(Header, Vec<Logged>)>, StoreError> {
        if table.status() == Status::Finished
            && let Some((replica, _)) = self.store.replica()
            && let Some(Some((header, log))) = self.store.from_replica(replica.record(&table.id)).await
            && log.last().is_some_and(|last| last.n == table.last_event())
        {
            return Ok(Some((header, log)));
        }
        self.store.record(&table.id).await
    }
}

/// Whether a seat is to move.
fn to_move(game: &Game, seat: Seat) -> Result<(), PlayError> {
    match game.to_move() {
        Some(colour) if game.seat_of(colour) == seat => Ok(()),
        Some(_) => Err(PlayError::NotYourSeat),
        None => Err(Refusal::Over.into()),
    }
}
