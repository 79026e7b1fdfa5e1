//! What a game says about how reliably its players play in time.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::{
    Attendance, AttendanceKind, LoggedTableEvent, Outcome, Player, Replay, Span, SpanEnd, Table, TableEvent,
};
use engine::{EndReason, Event, Seat};

impl Table {
    /// Whether the turns of its game count: those under a clock, among people.
    pub fn counts_attendance(&self) -> bool {
        let people = self.seats().into_iter().flatten().filter(|player| player.user().is_some());
        self.settings.time_control.allowance().is_some() && people.count() > 1
    }

    /// What the whole game says about its players, in order. `log` is the table's.
    pub fn attendance(&self, replay: &Replay, log: &[LoggedTableEvent]) -> Vec<Attendance> {
        let mut agreed = BTreeSet::new();
        let mut playing = BTreeSet::new();
        for logged in log {
            match logged.event {
                TableEvent::Agreed { .. } => _ = agreed.insert(logged.at),
                TableEvent::MissedWhilePlaying { n, .. } => _ = playing.insert(n),
                _ => {}
            }
        }
        let voted = |span: &Span| span.end == SpanEnd::HandedOver && agreed.contains(&span.until);
        let mut attendance = self.attendance_after(replay, 0, voted);
        for one in &mut attendance {
            if one.kind == AttendanceKind::Missed && playing.contains(&one.n) {
                one.kind = AttendanceKind::MissedWhilePlaying;
            }
        }
        attendance.sort();
        attendance
    }

    /// What the events after event `last` say. Who was replaced by a vote, which `voted` tells, has missed nothing.
    pub(super) fn attendance_after(
        &self,
        replay: &Replay,
        last: u32,
        voted: impl Fn(&Span) -> bool,
    ) -> Vec<Attendance> {
        if !self.counts_attendance() {
            return Vec::new();
        }
        let new = replay.spans.iter().rev().take_while(|span| span.n > last);
        let missed = new.filter(|span| is_missed(span) && !voted(span)).filter_map(|span| {
            let user = self.player(span.seat).and_then(Player::user)?.clone();
            Some(Attendance { n: span.n, user, kind: AttendanceKind::Missed })
        });
        let mut attendance: Vec<Attendance> = missed.collect();
        if let Some((n, reason)) = end_of(replay).filter(|(n, _)| *n > last) {
            let seats = (0..).map(Seat).zip(self.seats());
            attendance.extend(seats.filter_map(|(seat, player)| {
                let kind = at_end(replay, seat, reason)?;
                Some(Attendance { n, user: player?.user()?.clone(), kind })
            }));
        }
        attendance
    }

    /// The outcome of a time-out of a player who has played elsewhere.
    #[must_use]
    pub fn missed_while_playing(&self, seat: Seat, outcome: Outcome) -> Outcome {
        let Outcome { mut table_events, mut attendance, .. } = outcome;
        for one in attendance.iter_mut().filter(|one| one.kind == AttendanceKind::Missed) {
            one.kind = AttendanceKind::MissedWhilePlaying;
            table_events.push(TableEvent::MissedWhilePlaying { seat, n: one.n });
        }
        Outcome { table_events, attendance, ..outcome }
    }
}

const fn is_missed(span: &Span) -> bool {
    matches!(span.end, SpanEnd::Missed | SpanEnd::HandedOver)
}

/// The event that ended the game, and why it did.
fn end_of(replay: &Replay) -> Option<(u32, EndReason)> {
    if !replay.game.is_finished() {
        return None;
    }
    replay.log.iter().rev().find_map(|logged| match &logged.event {
        Event::End { reason, .. } => Some((logged.n, *reason)),
        _ => None,
    })
}

fn at_end(replay: &Replay, seat: Seat, reason: EndReason) -> Option<AttendanceKind> {
    if reason == EndReason::CalledOff {
        let missed = replay.spans.iter().any(|span| span.seat == seat && is_missed(span));
        return missed.then_some(AttendanceKind::CalledOff);
    }
    let played = u32::try_from(turns_in_time(replay, seat)).unwrap_or(u32::MAX);
    (played > 0).then_some(AttendanceKind::Played(played))
}

/// How many turns of a seat were played in time and not taken back. The parts of a double turn are one.
fn turns_in_time(replay: &Replay, seat: Seat) -> usize {
    let next = replay.spans.iter().skip(1).map(|span| Some(span.seat)).chain([replay.seat_to_move()]);
    let mut turns: Vec<u32> = Vec::new();
    for (span, next) in replay.spans.iter().zip(next) {
        match span.end {
            SpanEnd::Played | SpanEnd::Planned if span.seat == seat && next != Some(seat) => {
                turns.push(span.n);
            }
            SpanEnd::TakenBack { to } => turns.retain(|&n| n <= to),
            _ => {}
        }
    }
    turns.len()
}

impl Replay {
    /// When the player of a seat last played a turn.
    pub fn last_played(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let played = |span: &&Span| span.seat == seat && span.end == SpanEnd::Played;
        self.spans.iter().rev().find(played).map(|span| span.until)
    }
}

#[cfg(test)]
mod tests;
