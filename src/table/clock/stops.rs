//! What stops clocks, and what time runs between two instants.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;

use super::period::within;
use super::weekly::Weekly;
use super::{ClockHours, Gift, Outages, Period, PlayerTime, RestHours};

/// What stops the clocks of a game, and what players gave to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    pub outages: Outages,
    pub hours: ClockHours,
    /// Of the table, in order and apart.
    pub pauses: Vec<Period>,
    /// In which somebody waited for an answer about taking back a turn: in order. They stop the clock of the turn in which they begin.
    pub questions: Vec<Period>,
    /// In order.
    pub gifts: Vec<Gift>,
    /// By seat; `None` for computer players, and where nobody's absence counts.
    pub players: Vec<Option<Arc<PlayerTime>>>,
    /// Of those whose seats others have taken over, in order.
    pub former: Vec<FormerPlayer>,
    /// Whether clocks stand while their players are on leave.
    pub leave: bool,
}

/// Somebody whose seat another player has taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerPlayer {
    pub seat: Seat,
    /// When the seat changed hands, in no turn of its own.
    pub until: DateTime<Utc>,
    pub time: Option<Arc<PlayerTime>>,
}

/// Why a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopCause {
    /// No server was up.
    Outage,
    /// The players have agreed on a pause.
    Pause,
    /// A player has asked to take back the turn before.
    Question,
    /// The player is on leave.
    Leave,
    /// Outside the playing hours of the table.
    Hours,
    /// In a night of the player or on one of their free days.
    Night,
}

/// A clock that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    pub cause: StopCause,
    /// When the clock goes on.
    pub until: DateTime<Utc>,
}

/// What stops the clock of one seat in one turn.
#[derive(Clone, Debug)]
pub(super) struct TurnStops<'a> {
    sources: Vec<(StopCause, Source<'a>)>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    During(&'a [Period]),
    Within(Weekly),
    Outside(Weekly),
}

/// No clock stands for so long: the limits of leave and pauses are far below.
const FOREVER: TimeDelta = TimeDelta::days(3 * 366);

impl Stops {
    /// The hours and the leave of the player who had the seat then.
    fn player(&self, seat: Seat, at: DateTime<Utc>) -> Option<&PlayerTime> {
        match self.former.iter().find(|former| former.seat == seat && at < former.until) {
            Some(former) => former.time.as_deref(),
            None => self.players.get(seat.index())?.as_deref(),
        }
    }

    /// What stops the clock of a seat in a turn that began at `since`: hours that a player has changed count from the next turn.
    pub(super) fn of_turn(&self, seat: Seat, since: DateTime<Utc>) -> TurnStops<'_> {
        let player = self.player(seat, since);
        let earlier = self.questions.partition_point(|question| question.from < since);
        let periods = [
            (StopCause::Outage, self.outages.periods()),
            (StopCause::Pause, &self.pauses[..]),
            (StopCause::Question, &self.questions[earlier..]),
            (StopCause::Leave, player.filter(|_| self.leave).map_or(&[][..], PlayerTime::leave)),
        ];
        let periods = periods.into_iter().filter(|(_, periods)| !periods.is_empty());
        let mut sources: Vec<_> = periods.map(|(cause, periods)| (cause, Source::During(periods))).collect();
        match self.hours {
            ClockHours::Always => {}
            ClockHours::Players => {
                let rest = player.and_then(|player| player.rest_at(since)).into_iter();
                sources.extend(
                    rest.flat_map(RestHours::weekly).map(|rest| (StopCause::Night, Source::Within(rest))),
                );
            }
            ClockHours::Table(hours) => sources.push((StopCause::Hours, Source::Outside(hours.weekly()))),
        }
        TurnStops { sources }
    }
}

impl Source<'_> {
    /// Whether clocks stand, and until when at least that stays so; `None` for ever.
    fn at(&self, at: DateTime<Utc>) -> (bool, Option<DateTime<Utc>>) {
        match self {
            Self::During(periods) => within(periods, at),
            Self::Within(weekly) => {
                let (inside, until) = weekly.at(at);
                (inside, Some(until))
            }
            Self::Outside(weekly) => {
                let (inside, until) = weekly.at(at);
                (!inside, Some(until))
            }
        }
    }
}

impl TurnStops<'_> {
    /// Why the clock stands at an instant and until when; otherwise, until when at least it runs, `None` for ever.
    fn at(&self, at: DateTime<Utc>) -> Result<Stop, Option<DateTime<Utc>>> {
        let mut runs_until = None;
        for (cause, source) in &self.sources {
            match source.at(at) {
                (true, Some(until)) => return Ok(Stop { cause: *cause, until }),
                (_, until) => runs_until = [runs_until, until].into_iter().flatten().min(),
            }
        }
        Err(runs_until)
    }

    /// Why the clock stands at an instant, and when it goes on.
    pub fn stop(&self, at: DateTime<Utc>) -> Option<Stop> {
        let mut stop = self.at(at).ok()?;
        // What stops it next may begin before this ends.
        while let Ok(next) = self.at(stop.until)
            && next.until - at < FOREVER
        {
            stop.until = next.until;
        }
        Some(stop)
    }

    /// How long the clock runs from one instant to another.
    pub fn running(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> TimeDelta {
        let (mut at, mut running) = (from, TimeDelta::zero());
        while at < until {
            match self.at(at) {
                Ok(stop) => at = stop.until,
                Err(runs_until) => {
                    let next = runs_until.map_or(until, |next| next.min(until));
                    running += next - at;
                    at = next;
                }
            }
        }
        running
    }

    /// When the clock has run for so long and is about to go on: it never runs out while it stands.
    pub fn after(&self, from: DateTime<Utc>, mut running: TimeDelta) -> DateTime<Utc> {
        let mut at = from;
        while at - from < FOREVER {
            match self.at(at) {
                Ok(stop) => at = stop.until,
                Err(_) if running <= TimeDelta::zero() => break,
                Err(runs_until) => {
                    let next = runs_until.map_or(at + running, |next| next.min(at + running));
                    running -= next - at;
                    at = next;
                }
            }
        }
        at
    }

    /// The stretches at which the clock stands between two instants, with their causes.
    pub fn between(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> Vec<(StopCause, Period)> {
        let (mut at, mut stops) = (from, Vec::<(StopCause, Period)>::new());
        while at < until {
            at = match self.at(at) {
                Ok(stop) => {
                    let period = Period { from: at, until: stop.until.min(until) };
                    match stops.last_mut() {
                        Some((cause, last)) if *cause == stop.cause && last.until == at => {
                            last.until = period.until;
                        }
                        _ => stops.push((stop.cause, period)),
                    }
                    stop.until
                }
                Err(runs_until) => runs_until.unwrap_or(until),
            };
        }
        stops
    }
}

#[cfg(test)]
mod tests;
