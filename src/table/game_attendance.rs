//! What a game says about how reliably its players play in time.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::{
    Attendance, AttendanceKind, LoggedTableEvent, Outcome, Replay, Span, SpanEnd, Table, TableEvent,
};
use account::UserId;
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
        let new = missed_turns(replay).into_iter().filter(|span| span.n > last);
        let missed = new.filter(|span| !voted(span)).filter_map(|span| {
            let user = self.user_before(span.seat, span.n)?.clone();
            Some(Attendance { n: span.n, user, kind: AttendanceKind::Missed })
        });
        let mut attendance: Vec<Attendance> = missed.collect();
        if let Some((n, reason)) = end_of(replay).filter(|(n, _)| *n > last) {
            let kinds = self.at_end(replay, reason).into_iter();
            attendance.extend(kinds.map(|(user, kind)| Attendance { n, user: user.clone(), kind }));
        }
        attendance
    }

    /// What the end of the game says about each who has had a turn.
    fn at_end(&self, replay: &Replay, reason: EndReason) -> BTreeMap<&UserId, AttendanceKind> {
        if reason == EndReason::CalledOff {
            let missed = missed_turns(replay).into_iter();
            let users = missed.filter_map(|span| self.user_before(span.seat, span.n));
            return users.map(|user| (user, AttendanceKind::CalledOff)).collect();
        }
        let mut played: BTreeMap<&UserId, u32> = BTreeMap::new();
        for (seat, n) in turns_in_time(replay) {
            if let Some(user) = self.user_before(seat, n) {
                *played.entry(user).or_default() += 1;
            }
        }
        played.into_iter().map(|(user, turns)| (user, AttendanceKind::Played(turns))).collect()
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

/// The turns that were missed, but for time-outs that were taken back.
fn missed_turns(replay: &Replay) -> Vec<&Span> {
    let mut missed: Vec<&Span> = Vec::new();
    for span in &replay.spans {
        match span.end {
            SpanEnd::Missed | SpanEnd::HandedOver => missed.push(span),
            SpanEnd::TimeOutTakenBack { to } => missed.retain(|span| span.n <= to),
            _ => {}
        }
    }
    missed
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

/// The turns that were played in time and not taken back, by seat and event. The parts of a double turn are one.
fn turns_in_time(replay: &Replay) -> Vec<(Seat, u32)> {
    let next = replay.spans.iter().skip(1).map(|span| Some(span.seat)).chain([replay.seat_to_move()]);
    let mut turns: Vec<(Seat, u32)> = Vec::new();
    for (span, next) in replay.spans.iter().zip(next) {
        match span.end {
            SpanEnd::Played | SpanEnd::Planned if next != Some(span.seat) => turns.push((span.seat, span.n)),
            SpanEnd::TakenBack { to } | SpanEnd::TimeOutTakenBack { to } => turns.retain(|&(_, n)| n <= to),
            _ => {}
        }
    }
    turns
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
