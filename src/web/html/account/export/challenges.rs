//! The user's challenges and series.

use chrono::{DateTime, Utc};
use serde::Serialize;

use table::{Challenge, ChallengeEnd, ChallengeState, Series, Terms};

#[derive(Serialize)]
pub(super) struct ChallengeJson<'d> {
    id: &'d str,
    challenger: &'d str,
    challenged: &'d str,
    n: u32,
    terms: &'d Terms,
    former: Option<&'d Terms>,
    made: DateTime<Utc>,
    offered: DateTime<Utc>,
    state: &'static str,
    ended: Option<DateTime<Utc>>,
    game: Option<&'d str>,
    series: Option<&'d str>,
}

impl<'d> ChallengeJson<'d> {
    pub fn of(challenge: &'d Challenge) -> Self {
        let end = match &challenge.state {
            ChallengeState::Open => None,
            ChallengeState::Ended(end, at) => Some((end, *at)),
        };
        let (game, series) = match end {
            Some((ChallengeEnd::Accepted { game, series }, _)) => (Some(game), series.as_ref()),
            _ => (None, None),
        };
        Self {
            id: challenge.id.as_str(),
            challenger: challenge.from.as_str(),
            challenged: challenge.to.as_str(),
            n: challenge.n,
            terms: &challenge.terms,
            former: challenge.former.as_ref(),
            made: challenge.made,
            offered: challenge.offered,
            state: end.map_or("open", |(end, _)| end.word()),
            ended: end.map(|(_, at)| at),
            game: game.map(table::GameId::as_str),
            series: series.map(account::SeriesId::as_str),
        }
    }
}

#[derive(Serialize)]
pub(super) struct SeriesJson<'d> {
    id: &'d str,
    players: [&'d str; 2],
    best_of: u8,
    tie_to_second: bool,
    begun: DateTime<Utc>,
    stopped: Option<DateTime<Utc>>,
    stop: Option<&'static str>,
}

impl<'d> SeriesJson<'d> {
    pub fn of(series: &'d Series) -> Self {
        Self {
            id: series.id.as_str(),
            players: series.players.each_ref().map(account::UserId::as_str),
            best_of: series.best_of.games(),
            tie_to_second: series.tie_to_second,
            begun: series.begun,
            stopped: series.stopped.map(|(at, _)| at),
            stop: series.stopped.map(|(_, why)| why.word()),
        }
    }
}
