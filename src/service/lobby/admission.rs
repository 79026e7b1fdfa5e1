//! What lists say of tables that wait for players: how reliable those are who sit there, and what keeps the viewer from joining them.

use std::collections::{BTreeSet, HashMap};

use crate::people::people_to_wait_for;
use crate::ratings::points_in;
use crate::{JoinError, Principal, Service, StoreError};
use account::UserId;
use rating::Pool;
use table::{GameId, Person, PlayerRating, Reliability, Table};

#[derive(Debug, Default)]
pub struct Admission {
    /// Of those who sit at the tables, as far as somebody waits for them.
    pub reliability: HashMap<UserId, Reliability>,
    /// Why the viewer can't take a seat, by table; empty for visitors.
    pub refused: HashMap<GameId, JoinError>,
}

/// What is known of the viewer, a person.
struct Viewer {
    person: Person,
    is_guest: bool,
    reliability: Reliability,
    ratings: Vec<(Pool, PlayerRating)>,
    /// Those at the tables whom the viewer has blocked, or who have blocked the viewer.
    blocked: Vec<UserId>,
}

impl Service {
    /// For all tables together, with two statements, and another if one of them asks for ratings.
    pub async fn admission(&self, principal: &Principal, tables: &[&Table]) -> Result<Admission, StoreError> {
        let waiting = || tables.iter().filter(|table| table.is_waiting());
        let seated: BTreeSet<&UserId> = waiting().flat_map(|table| people_to_wait_for(table)).collect();
        let viewer = principal.reader();
        let asked = viewer.filter(|user| waiting().any(|table| table.asks_reliability_of(user)));
        let people: Vec<&UserId> =
            seated.iter().copied().chain(asked).collect::<BTreeSet<_>>().into_iter().collect();
        let mut reliability = self.reliability_of_each(&people).await?;
        let Some(user) = viewer else { return Ok(Admission { reliability, refused: HashMap::new() }) };
        let asks_rating = waiting().any(|table| table.asks_rating_of(user));
        let ratings = if asks_rating { self.store.ratings(user).await? } else { Vec::new() };
        let company: BTreeSet<&UserId> =
            waiting().flat_map(|table| table.company()).filter(|other| *other != user).collect();
        let blocked = self.store.blocked_among(user, &company.into_iter().collect::<Vec<_>>()).await?;
        let viewer = Viewer {
            person: Person::human(user.clone(), String::new()),
            is_guest: principal.is_guest(),
            reliability: reliability.get(user).copied().unwrap_or(Reliability::New),
            ratings,
            blocked,
        };
        let refused = waiting().filter_map(|table| Some((table.id.clone(), viewer.refused_by(table)?)));
        let refused = refused.collect();
        reliability.retain(|user, _| seated.contains(user));
        Ok(Admission { reliability, refused })
    }
}

impl Viewer {
    fn refused_by(&self, table: &Table) -> Option<JoinError> {
        let user = &self.person.id;
        if let Err(why) = table.seat_to_join(&self.person) {
            return Some(why.into());
        }
        if self.is_guest && !table.guest_may_join(user) {
            return Some(JoinError::Guest);
        }
        if table.company().any(|other| self.blocked.contains(other)) {
            return Some(JoinError::Blocked);
        }
        if table.asks_reliability_of(user) && !table.settings.reliability.allows(self.reliability) {
            return Some(JoinError::unreliable(table.settings.reliability, self.reliability));
        }
        let range = table.settings.rating;
        let yours = points_in(table.pool(), &self.ratings);
        let is_outside = table.asks_rating_of(user) && !range.allows(yours);
        is_outside.then_some(JoinError::Rating { range, yours })
    }
}
