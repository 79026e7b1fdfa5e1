//! A model of who is at a table.

use std::collections::BTreeMap;

use super::{PEOPLE, person};
use crate::{ComputerLevel, Player, Status, Table};
use account::UserId;

/// The simplest possible model of who is at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub opener: u8,
    pub seats: Vec<Option<Occupant>>,
    pub reserved: Vec<Option<u8>>,
    /// Whether the invited user has declined.
    pub invited: BTreeMap<u8, bool>,
    pub public: bool,
    /// By seat: whether the salt is revealed; `None` without a salt. Empty after the start.
    pub salts: Vec<Option<bool>>,
    /// All seats are taken, and a salt is missing.
    pub full: bool,
    pub started: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    Person(u8),
    Computer(ComputerLevel),
}

impl Model {
    pub fn seat_of(&self, user: u8) -> Option<usize> {
        self.seats.iter().position(|&occupant| occupant == Some(Occupant::Person(user)))
    }

    pub fn seat_for(&self, user: u8) -> Option<usize> {
        let free = |fits: &dyn Fn(Option<u8>) -> bool| {
            (0..self.seats.len()).find(|&i| self.seats[i].is_none() && fits(self.reserved[i]))
        };
        let asked = !self.public || self.opener == user || self.invited.get(&user) == Some(&false);
        let given_up =
            |holder: Option<u8>| holder.is_some_and(|holder| self.invited.get(&holder) == Some(&true));
        free(&|holder| holder == Some(user))
            .or_else(|| free(&|holder| holder.is_none()))
            .or_else(|| free(&|holder| asked && given_up(holder)))
    }

    /// What follows when a player has joined or revealed a salt.
    pub fn advance(&mut self) {
        if self.seats.contains(&None) {
            return;
        }
        self.reserved.fill(None);
        self.invited.clear();
        self.full = self.salts.contains(&Some(false));
        if !self.full {
            self.start();
        }
    }

    pub fn start(&mut self) {
        (self.full, self.started) = (false, true);
        self.salts.clear();
    }

    pub fn replace(&mut self, user: u8, by: u8) {
        if self.opener == user {
            self.opener = by;
        }
        self.reserved.iter_mut().filter(|who| **who == Some(user)).for_each(|who| *who = Some(by));
        if let Some(declined) = self.invited.remove(&user) {
            self.invited.insert(by, declined);
        }
        if let Some(seat) = self.seat_of(user) {
            self.seats[seat] = Some(Occupant::Person(by));
        }
    }

    pub fn is_at_table(&self, user: u8) -> bool {
        let reserved =
            (0..self.seats.len()).any(|i| self.seats[i].is_none() && self.reserved[i] == Some(user));
        self.seat_of(user).is_some() || reserved || self.invited.contains_key(&user)
    }

    /// The rematch that a player opens: the others are invited to their seats.
    pub fn rematch(&self, opener: u8, with_salt: bool) -> Self {
        let salts = vec![None; self.seats.len()];
        let mut again = Self { opener, salts, started: false, ..self.clone() };
        for (seat, occupant) in self.seats.iter().enumerate() {
            if let Some(Occupant::Person(user)) = *occupant
                && user != opener
            {
                again.seats[seat] = None;
                again.reserved[seat] = Some(user);
                again.invited.insert(user, false);
            }
        }
        let seat = again.seat_of(opener).expect("the opener played");
        again.salts[seat] = with_salt.then_some(false);
        again.advance();
        again
    }

    pub fn of(table: &Table) -> Self {
        let number = |user: &UserId| (0..PEOPLE).find(|&number| person(number).id == *user).unwrap();
        let occupant = |player: &Player| match player {
            Player::User(person) => Occupant::Person(number(&person.id)),
            Player::Computer(level) => Occupant::Computer(*level),
        };
        let seats = table.seats();
        let mut reserved: Vec<_> =
            table.reserved().into_iter().map(|person| person.map(|person| number(&person.id))).collect();
        reserved.resize(seats.len(), None);
        let salts = match table.revealing() {
            Some(revealing) => revealing.salts.iter().map(|salt| salt.map(|salt| salt.revealed)).collect(),
            None => table.salt_hashes().into_iter().map(|hash| hash.map(|_| false)).collect(),
        };
        Self {
            salts,
            full: table.revealing().is_some(),
            opener: number(&table.opener.as_ref().unwrap().id),
            seats: seats.into_iter().map(|player| player.map(occupant)).collect(),
            reserved,
            invited: table.invitations().iter().map(|one| (number(&one.person.id), one.declined)).collect(),
            public: table.is_public(),
            started: table.status() != Status::Open,
        }
    }
}
