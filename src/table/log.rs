//! Restores a [`Table`] from its event log.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::{
    Agreements, CommittedSalt, ComputerLevel, GameId, Handover, Hints, Invitation, Invite, Opened,
    OpenedSeat, Outages, Person, Plans, Player, Revealing, Row, Stage, Started, Status, Table, TableEvent,
    Waiting, WaitingSeat,
};
use account::UserId;
use engine::Seat;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedTableEvent {
    /// Counts from 1 without gaps.
    pub n: u32,
    pub at: DateTime<Utc>,
    pub event: TableEvent,
}

/// A log that is inconsistent at some event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {game}, event {n}: {why}")]
pub struct BadTableLog {
    pub game: GameId,
    /// The number of the offending event.
    pub n: u32,
    pub why: &'static str,
}

/// What a table needs besides its log.
#[derive(Clone, Debug, Default)]
pub struct ReplayContext {
    /// Required for a private table.
    pub invite: Option<Invite>,
    /// Users with their current names. One without an entry gets an empty name.
    pub people: HashMap<UserId, Person>,
}

impl ReplayContext {
    fn person(&self, user: &UserId) -> Person {
        self.people.get(user).cloned().unwrap_or_else(|| Person::human(user.clone(), String::new()))
    }
}

impl Table {
    /// The table after all its events. A started game is still without moves: see [`Table::with_game`].
    pub fn replay(
        id: &GameId,
        log: &[LoggedTableEvent],
        context: &ReplayContext,
    ) -> Result<Self, BadTableLog> {
        let bad = |n, why| BadTableLog { game: id.clone(), n, why };
        let Some((LoggedTableEvent { n: 1, at, event: TableEvent::Opened(opened) }, rest)) =
            log.split_first()
        else {
            return Err(bad(1, "the log does not begin with an opening"));
        };
        let mut table = opened.table(id, *at, context).map_err(|why| bad(1, why))?;
        for logged in rest {
            table.apply(logged, context)?;
        }
        Ok(table)
    }

    pub fn apply(&mut self, logged: &LoggedTableEvent, context: &ReplayContext) -> Result<(), BadTableLog> {
        let applied = if logged.n == self.revision + 1 {
            self.apply_event(&logged.event, logged.at, context)
        } else {
            Err("the event before it is missing")
        };
        applied.map_err(|why| BadTableLog { game: self.id.clone(), n: logged.n, why })?;
        self.revision = logged.n;
        Ok(())
    }

    pub(super) fn apply_event(
        &mut self,
        event: &TableEvent,
        at: DateTime<Utc>,
        context: &ReplayContext,
    ) -> Result<(), &'static str> {
        match event {
            TableEvent::Opened(_) => Err("the table was opened already"),
            TableEvent::Joined { seat, user, salt_hash } => {
                if self.seat_of(user).is_some() {
                    return Err("the user already has a seat");
                }
                let free = |seat: &&mut WaitingSeat| seat.player.is_none();
                let waiting = self.waiting_mut()?;
                let seat = waiting.seats.get_mut(seat.index()).filter(free).ok_or("the seat is not free")?;
                seat.player = Some(Player::User(context.person(user)));
                seat.salt_hash = *salt_hash;
                waiting.invitations.remove(user);
                Ok(())
            }
            TableEvent::Left { user } => {
                let seat = self.seat_of(user).ok_or("the user has no seat")?;
                let seat = &mut self.waiting_mut()?.seats[seat.index()];
                (seat.player, seat.salt_hash) = (None, None);
                Ok(())
            }
            TableEvent::Invited { user } => {
                if self.seat_of(user).is_some() || self.invitation(user).is_some() {
                    return Err("the user already has a seat or an invitation");
                }
                let person = context.person(user);
                self.waiting_mut()?.invitations.insert(Invitation { person, at, declined: false });
                Ok(())
            }
            TableEvent::Declined { user } => {
                if !self.is_reserved_for(user) && !self.is_invited(user) {
                    return Err("the user is not invited");
                }
                let person = context.person(user);
                self.waiting_mut()?.invitations.insert(Invitation { person, at, declined: true });
                Ok(())
            }
            TableEvent::MadePublic {} => self.apply_public(),
            TableEvent::Filled {} => {
                if self.waiting_mut()?.seats.iter().any(|seat| seat.player.is_none()) {
                    return Err("there are open seats");
                }
                let committed = |hash| CommittedSalt { hash, revealed: false };
                self.stage = Stage::Revealing(Revealing {
                    players: self.players(),
                    salts: self.salt_hashes().into_iter().map(|hash| hash.map(committed)).collect(),
                    until: self.settings.time_control.reveal_until(at, &Outages::default()),
                });
                Ok(())
            }
            TableEvent::Revealed { seat } => {
                let Stage::Revealing(revealing) = &mut self.stage else {
                    return Err("the table does not wait for salts");
                };
                let salt = revealing.salts.get_mut(seat.index()).and_then(Option::as_mut);
                salt.ok_or("the seat has committed to no salt")?.revealed = true;
                Ok(())
            }
            TableEvent::Started {} => {
                if let Stage::Waiting(waiting) = &self.stage
                    && self.imported.is_none()
                    && waiting.seats.iter().any(|seat| seat.player.is_none())
                {
                    return Err("there are open seats");
                }
                if self.status() != Status::Open {
                    return Err("the game has started");
                }
                self.stage = Stage::Started(Started { players: self.players(), row: Row::starting(self) });
                Ok(())
            }
            TableEvent::Hinted { seat, n } => {
                let hints = self.hints.as_ref().ok_or("the table allows no hints")?;
                self.hints = Some(hints.with(*seat, *n).ok_or("the seat had that hint already")?);
                Ok(())
            }
            TableEvent::MissedWhilePlaying { .. } if self.row().is_none() => Err("the game has not started"),
            TableEvent::MissedWhilePlaying { .. } => Ok(()),
            TableEvent::Proposed { .. }
            | TableEvent::Answered { .. }
            | TableEvent::Paused { .. }
            | TableEvent::Agreed { .. }
            | TableEvent::Gave { .. }
            | TableEvent::Resumed { .. } => event.agree(&mut self.agreements, (self.revision + 1, at)),
            TableEvent::SeatTaken { seat, user, n } => {
                let from = self.take_seat_from(*seat, user, context)?;
                self.plans.remove(*seat);
                self.agreements.hand_over(Handover { seat: *seat, from, at, n: *n });
                Ok(())
            }
            TableEvent::Replaced { user, by } => self.hand_to(user, &context.person(by)),
            TableEvent::Closed {} => Err("a closed table has no log"),
        }
    }

    /// Gives the seat of a started game to `user`; returns whose it was.
    fn take_seat_from(
        &mut self,
        seat: Seat,
        user: &UserId,
        context: &ReplayContext,
    ) -> Result<UserId, &'static str> {
        if self.seat_of(user).is_some() {
            return Err("the user already has a seat");
        }
        let Stage::Started(Started { players, .. }) = &mut self.stage else {
            return Err("the game has not started");
        };
        let player = players.get_mut(seat.index()).and_then(Option::as_mut);
        let Some(Player::User(person)) = player else { return Err("nobody can take over the seat") };
        Ok(std::mem::replace(person, context.person(user)).id)
    }

    /// Puts `by` wherever `user` was: seat, reservation, invitation and opener.
    fn hand_to(&mut self, user: &UserId, by: &Person) -> Result<(), &'static str> {
        if self.is_at_table(&by.id) {
            return Err("the account is already at the table");
        }
        let opened = self.is_opened_by(user);
        if !opened && !self.is_at_table(user) {
            return Err("the guest is not at the table");
        }
        if opened {
            self.opener = Some(by.clone());
        }
        let replace = |person: &mut Person| {
            if person.id == *user {
                *person = by.clone();
            }
        };
        let players: Vec<&mut Player> = match &mut self.stage {
            Stage::Waiting(Waiting { seats, invitations }) => {
                seats.iter_mut().filter_map(|seat| seat.reserved.as_mut()).for_each(replace);
                if let Some(invitation) = invitations.remove(user) {
                    invitations.insert(Invitation { person: by.clone(), ..invitation });
                }
                seats.iter_mut().filter_map(|seat| seat.player.as_mut()).collect()
            }
            Stage::Revealing(Revealing { players, .. }) | Stage::Started(Started { players, .. }) => {
                players.iter_mut().flatten().collect()
            }
        };
        for player in players {
            if let Player::User(person) = player {
                replace(person);
            }
        }
        Ok(())
    }

    /// This table, which was restored from `log`, with the time for salts that outages leave.
    #[must_use]
    pub fn with_outages(mut self, log: &[LoggedTableEvent], outages: &Outages) -> Self {
        let filled = log.iter().find(|logged| matches!(logged.event, TableEvent::Filled {}));
        if let (Stage::Revealing(revealing), Some(LoggedTableEvent { at, .. })) = (&mut self.stage, filled) {
            revealing.until = self.settings.time_control.reveal_until(*at, outages);
        }
        self
    }

    /// This table with what derives from its game's log.
    #[must_use]
    pub fn with_game(self, row: &Row) -> Self {
        if row.status == Status::Open {
            return self;
        }
        let stage = Stage::Started(Started { players: self.players(), row: row.clone() });
        Self { stage, ..self }
    }

    fn players(&self) -> Vec<Option<Player>> {
        self.seats().into_iter().map(Option::<&Player>::cloned).collect()
    }

    fn waiting_mut(&mut self) -> Result<&mut Waiting, &'static str> {
        match &mut self.stage {
            Stage::Waiting(waiting) => Ok(waiting),
            Stage::Revealing(_) => Err("all seats are taken"),
            Stage::Started(_) => Err("the game has started"),
        }
    }
}

impl Opened {
    /// The computer players seated when the table was opened.
    pub fn computers(&self) -> impl Iterator<Item = (Seat, ComputerLevel)> {
        (0..).map(Seat).zip(&self.seats).filter_map(|(seat, opened)| match opened {
            OpenedSeat::Computer(level) => Some((seat, *level)),
            OpenedSeat::Free | OpenedSeat::Reserved(_) => None,
        })
    }

    pub fn reserved(&self) -> impl Iterator<Item = (Seat, &UserId)> {
        (0..).map(Seat).zip(&self.seats).filter_map(|(seat, opened)| match opened {
            OpenedSeat::Reserved(user) => Some((seat, user)),
            OpenedSeat::Free | OpenedSeat::Computer(_) => None,
        })
    }

    /// The users invited by the opening: everyone with a reserved seat except the opener.
    pub fn invited(&self) -> impl Iterator<Item = &UserId> {
        self.reserved().map(|(_, user)| user).filter(|user| Some(*user) != self.opener.as_ref())
    }

    /// The table before any other event.
    pub fn table(
        &self,
        id: &GameId,
        at: DateTime<Utc>,
        context: &ReplayContext,
    ) -> Result<Table, &'static str> {
        let invite = context.invite.clone().filter(|_| !self.settings.public);
        if !self.settings.public && invite.is_none() {
            return Err("the table is private but has no invite");
        }
        let seat = |seat: &OpenedSeat| match seat {
            OpenedSeat::Free => WaitingSeat::default(),
            OpenedSeat::Reserved(user) => {
                WaitingSeat { reserved: Some(context.person(user)), ..WaitingSeat::default() }
            }
            OpenedSeat::Computer(level) => {
                WaitingSeat { player: Some(Player::Computer(*level)), ..WaitingSeat::default() }
            }
        };
        let invitation = |user| Invitation { person: context.person(user), at, declined: false };
        Ok(Table {
            id: id.clone(),
            opener: self.opener.as_ref().map(|opener| context.person(opener)),
            settings: self.settings.clone(),
            hints: self.settings.hints.then(|| Hints::unused(self.seats.len())),
            agreements: Agreements::default(),
            plans: Plans::default(),
            invite,
            rematch_of: self.rematch_of.clone(),
            series: self.series.clone(),
            imported: self.imported.clone(),
            created: at,
            sort_key: self.sort_key,
            revision: 1,
            stage: Stage::Waiting(Waiting {
                seats: self.seats.iter().map(seat).collect(),
                invitations: self.invited().map(invitation).collect(),
            }),
        })
    }
}

#[cfg(test)]
mod tests;
