//! What a command leads to, and what follows from a game's events for lists and players.

use chrono::{DateTime, Utc};

use crate::account::UserId;
use crate::engine::{DrawSecret, Event, Game, Header, Seat, TileKind};
use crate::table::{
    GameId, Invite, Job, JobChange, JobKind, Player, Replay, Status, SubmissionKey, Table, TableEvent,
    TimeControl,
};

/// What a decided command changes: stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The table.
    pub game: GameId,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// The number of the table's last event before these.
    pub revision: u32,
    /// What happened at the table.
    pub table_events: Vec<TableEvent>,
    /// The secrets of a table that opens.
    pub secrets: Option<Secrets>,
    /// What the user who joins adds to the draw secret.
    pub salt: Option<String>,
    /// The first line of the record of a game that starts.
    pub header: Option<Box<Header>>,
    /// The number of the game's last event before these.
    pub last: u32,
    /// What happened in the game.
    pub game_events: Vec<Event>,
    /// The form that asked for it.
    pub submission: Option<SubmissionKey>,
    /// What lists show from now on; `None`: as before.
    pub row: Option<Row>,
    /// Notifications for players.
    pub notifications: Vec<Notification>,
    /// What is to happen later, or not any more.
    pub jobs: Vec<JobChange>,
}

/// What gives access to a table or tells its draws beforehand: stored with the table, never in its log.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// What the draws follow from.
    pub draw: DrawSecret,
    /// The invitation to a private table.
    pub invite: Option<Invite>,
}

/// What lists show of a game; all of it follows from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How far the table has come.
    pub status: Status,
    /// The number of the last event.
    pub last: u32,
    /// When it happened; the opening of a table that waits.
    pub changed: DateTime<Utc>,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
    /// Whether that is a computer player's.
    pub computer_to_move: bool,
    /// When the turn times out.
    pub deadline: Option<DateTime<Utc>>,
    /// The tiles to choose from.
    pub hand: Vec<TileKind>,
    /// Points, a seat each.
    pub scores: Vec<i32>,
    /// The seats that have won; none while the game goes on.
    pub winners: Vec<Seat>,
}

/// What happened to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NotificationKind {
    /// The game is over.
    Finished,
    /// A turn timed out.
    Missed,
    /// The seat is out, having missed too many turns.
    Out,
}

impl NotificationKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Finished, Self::Missed, Self::Out];

    /// The word of the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Missed => "missed",
            Self::Out => "out",
        }
    }

    /// The kind of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A notification of an event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Notification {
    /// The number of the event.
    pub n: u32,
    /// The user who gets it.
    pub user: UserId,
    /// What it means for that user.
    pub kind: NotificationKind,
}

/// A notification that its user has not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnseenNotification {
    /// The game.
    pub game: GameId,
    /// The event and what it means.
    pub notification: Notification,
    /// When it happened.
    pub at: DateTime<Utc>,
}

impl Outcome {
    /// An outcome of a table alone: its last event was number `revision`, and its game's number `last`.
    pub(super) fn of_table(
        game: &GameId,
        (revision, last): (u32, u32),
        table_events: Vec<TableEvent>,
        at: DateTime<Utc>,
    ) -> Self {
        Self {
            game: game.clone(),
            at,
            revision,
            table_events,
            secrets: None,
            salt: None,
            header: None,
            last,
            game_events: Vec::new(),
            submission: None,
            row: None,
            notifications: Vec::new(),
            jobs: Vec::new(),
        }
    }
}

impl Row {
    /// What lists show of a table that waits for players.
    pub const fn waiting(opened: DateTime<Utc>) -> Self {
        Self {
            status: Status::Open,
            last: 0,
            changed: opened,
            to_move: None,
            computer_to_move: false,
            deadline: None,
            hand: Vec::new(),
            scores: Vec::new(),
            winners: Vec::new(),
        }
    }

    /// What lists show of a game of these players; `changed` is when its last event happened.
    pub fn of(
        replay: &Replay,
        players: &[Option<&Player>],
        time_control: TimeControl,
        changed: DateTime<Utc>,
    ) -> Self {
        let game = &replay.game;
        let to_move = game.to_move().map(|colour| game.seat_of(colour));
        let player = to_move.and_then(|seat| players.get(seat.index()).copied().flatten());
        let computer_to_move = matches!(player, Some(Player::Computer(_)));
        let seats = u8::try_from(players.len()).unwrap_or(u8::MAX);
        let deadline = time_control.deadline(replay.turn_since);
        Self {
            status: if game.is_finished() { Status::Finished } else { Status::Playing },
            last: replay.last(),
            changed,
            to_move,
            computer_to_move,
            deadline: deadline.filter(|_| to_move.is_some() && !computer_to_move),
            hand: game.hand().to_vec(),
            scores: (0..seats).map(|seat| game.seat_score(Seat(seat))).collect(),
            winners: game.winners(),
        }
    }

    /// The job that the game has: at most one, for its next turn.
    pub fn job(&self, game: &GameId) -> Option<Job> {
        let (kind, due) = match (self.computer_to_move, self.deadline) {
            (true, _) => (JobKind::ComputerTurn, self.changed),
            (false, deadline) => (JobKind::TimeOut, deadline?),
        };
        Some(Job { key: job_key(game), kind, payload: game.to_string(), due })
    }
}

/// How a game's jobs change by a move.
pub(super) fn job_changes(before: &Table, after: &Row) -> Vec<JobChange> {
    let had_one = before.deadline().is_some() || before.computer_to_move().is_some();
    match after.job(&before.id) {
        Some(job) => vec![JobChange::Put(job)],
        None if had_one => vec![JobChange::Remove(job_key(&before.id))],
        None => Vec::new(),
    }
}

/// The key of the job of a game.
pub fn job_key(game: &GameId) -> String {
    format!("turn/{game}")
}

/// The notifications of event `n`, which comes after `before`.
pub fn notifications(players: &[Option<&Player>], before: &Game, n: u32, event: &Event) -> Vec<Notification> {
    let notification = |seat: usize, kind| {
        let user = players.get(seat).copied().flatten()?.user()?.clone();
        Some(Notification { n, user, kind })
    };
    let one = |seat: Seat, kind| notification(seat.index(), kind).into_iter().collect();
    match event {
        Event::Skip {} => match before.to_move() {
            Some(colour) => one(before.seat_of(colour), NotificationKind::Missed),
            None => Vec::new(),
        },
        Event::Timeout { colour } => one(before.seat_of(*colour), NotificationKind::Out),
        Event::End { .. } => {
            (0..players.len()).filter_map(|seat| notification(seat, NotificationKind::Finished)).collect()
        }
        _ => Vec::new(),
    }
}
