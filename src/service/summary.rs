//! What follows from a log beside the game itself: list columns, deadlines, notices. Moves write it, `rebuild` checks it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::engine::{Event, Game, Seat};
use crate::service::{Listed, Notice, NoticeKind, Player, Replay, Status};
use crate::store::Summary;
use crate::table::{Job, JobChange, JobKind};

/// Who sits at a table, and how long they may think.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seating<'a> {
    /// The players by seat.
    pub players: &'a [Option<Player>],
    /// Days a move.
    pub clock_days: Option<u8>,
}

impl Seating<'_> {
    fn is_computer(&self, seat: Seat) -> bool {
        matches!(self.players.get(seat.index()), Some(Some(Player::Computer)))
    }

    /// What lists show of a game.
    pub fn summary(&self, replay: &Replay) -> Summary {
        let game = &replay.game;
        let to_move = game.to_move().map(|colour| game.seat_of(colour));
        let computer_to_move = to_move.is_some_and(|seat| self.is_computer(seat));
        let waits_for_person = to_move.is_some() && !computer_to_move;
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        Summary {
            status: if game.is_finished() { Status::Finished } else { Status::Playing },
            to_move,
            computer_to_move,
            deadline: self
                .clock_days
                .filter(|_| waits_for_person)
                .map(|days| deadline(replay.turn_since, days)),
            hand: game.hand().to_vec(),
            scores: (0..seats).map(|seat| game.seat_score(Seat(seat))).collect(),
            winners: game.winners(),
        }
    }

    /// The job that a game has from now on: at most one, for its next turn.
    pub fn jobs(&self, before: &Listed, after: &Summary, at: DateTime<Utc>) -> Vec<JobChange> {
        let key = format!("turn/{}", before.id);
        let put = |kind, due| {
            let job = Job { key: key.clone(), kind, payload: before.id.to_string(), due };
            vec![JobChange::Put(job)]
        };
        let had_one = before.deadline.is_some() || before.to_move.is_some_and(|seat| self.is_computer(seat));
        match (after.computer_to_move, after.deadline) {
            (true, _) => put(JobKind::ComputerTurn, at),
            (false, Some(deadline)) => put(JobKind::TimeOut, deadline),
            (false, None) if had_one => vec![JobChange::Remove(key)],
            (false, None) => Vec::new(),
        }
    }

    /// Who has to be told of event `n`, which comes after `before`.
    pub fn notices(&self, before: &Game, n: u32, event: &Event) -> Vec<Notice> {
        let one = |seat: Seat, kind| self.notice(seat.index(), n, kind).into_iter().collect();
        match event {
            Event::Skip {} => match before.to_move() {
                Some(colour) => one(before.seat_of(colour), NoticeKind::Missed),
                None => Vec::new(),
            },
            Event::Timeout { colour } => one(before.seat_of(*colour), NoticeKind::Out),
            Event::End { .. } => (0..self.players.len())
                .filter_map(|seat| self.notice(seat, n, NoticeKind::Finished))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn notice(&self, seat: usize, n: u32, kind: NoticeKind) -> Option<Notice> {
        match self.players.get(seat)? {
            Some(Player::User { id, .. }) => Some(Notice { n, user: id.clone(), kind }),
            _ => None,
        }
    }
}

fn deadline(since: DateTime<Utc>, days: u8) -> DateTime<Utc> {
    since + TimeDelta::days(days.into())
}
