//! Who fits whom.

use std::collections::BTreeSet;

use crate::{Offer, Person, Reliability};
use account::UserId;

/// A person whose offer welcomes a game, and what the others ask about them.
#[derive(Clone, Debug)]
pub struct Seeker {
    pub offer: Offer,
    pub person: Person,
    pub reliability: Reliability,
    /// In the pool of the game.
    pub points: i64,
}

impl Seeker {
    fn accepts(&self, other: &Self) -> bool {
        let terms = &self.offer.terms;
        terms.rating.allows(other.points) && terms.reliability.allows(other.reliability)
    }

    /// Whether each is what the other wants.
    pub fn fits(&self, other: &Self) -> bool {
        self.person.id != other.person.id && self.accepts(other) && other.accepts(self)
    }
}

/// The players of a game with so many seats: the first one and, in their order, those who fit all before them. `apart` are pairs of users who are
/// not put together. `None` if there aren't enough.
pub fn group(seekers: &[Seeker], seats: u8, apart: &BTreeSet<(UserId, UserId)>) -> Option<Vec<Seeker>> {
    let are_apart = |one: &Seeker, other: &Seeker| {
        let pair = |a: &Seeker, b: &Seeker| apart.contains(&(a.person.id.clone(), b.person.id.clone()));
        pair(one, other) || pair(other, one)
    };
    let mut group: Vec<Seeker> = Vec::new();
    for seeker in seekers {
        if group.iter().all(|other| other.fits(seeker) && !are_apart(other, seeker)) {
            group.push(seeker.clone());
        }
        if group.len() == usize::from(seats) {
            return Some(group);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::terms::tests::terms;
    use super::*;
    use crate::{ClockPreset, RatedChoice, RatingRange, RequiredReliability};
    use account::OfferId;
    use chrono::DateTime;
    use engine::Preset;

    fn user(n: u8) -> UserId {
        UserId::new([n; 10])
    }

    fn seeker(n: u8, points: i64, from: Option<u16>, percent: u8) -> Seeker {
        let mut terms = terms(&[Preset::Modern], &[2], &[ClockPreset::Daily], RatedChoice::Either);
        terms.rating = RatingRange { from, to: None };
        terms.reliability = RequiredReliability { percent, newcomers: percent == 0 };
        let offer = Offer {
            id: OfferId::new([n; 10]),
            user: user(n),
            terms,
            at_once: 1,
            once: false,
            since: DateTime::UNIX_EPOCH,
            playing: 0,
            waits: Some(DateTime::UNIX_EPOCH),
        };
        let reliability = if n == 9 { Reliability::New } else { Reliability::Percent(90) };
        Seeker { offer, person: Person::human(user(n), n.to_string()), reliability, points }
    }

    fn found(seekers: &[Seeker], seats: u8, apart: &[(u8, u8)]) -> Option<Vec<String>> {
        let apart = apart.iter().map(|&(one, other)| (user(one), user(other))).collect();
        let group = group(seekers, seats, &apart)?;
        Some(group.into_iter().map(|seeker| seeker.person.name).collect())
    }

    #[test]
    fn those_who_waited_longest_play_if_all_fit_all() {
        let seekers = [
            seeker(1, 1500, Some(1400), 0),
            // Too weak for the first.
            seeker(2, 1300, None, 0),
            seeker(3, 1600, None, 0),
            // Wants stronger players than the first.
            seeker(4, 1700, Some(1550), 0),
            seeker(5, 1450, None, 90),
            // New, which the one before does not want.
            seeker(9, 1500, None, 0),
        ];
        assert_eq!(found(&seekers, 2, &[]).unwrap(), ["1", "3"]);
        assert_eq!(found(&seekers, 3, &[]).unwrap(), ["1", "3", "5"]);
        assert_eq!(found(&seekers, 4, &[]), None);
        assert_eq!(found(&seekers, 2, &[(3, 1)]).unwrap(), ["1", "5"], "either order keeps them apart");
        assert_eq!(found(&seekers, 3, &[(3, 5)]).unwrap(), ["1", "3", "9"]);
        let twice = [seeker(1, 1500, None, 0), seeker(1, 1500, None, 0)];
        assert_eq!(found(&twice, 2, &[]), None, "nobody plays alone");
    }
}
