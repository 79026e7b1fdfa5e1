//! Invitations by name. A rematch invitation reserves a seat; any other goes to the first player who accepts.

use chrono::{DateTime, Utc};

use crate::{GameId, Outcome, Person, Stage, Table, TableEvent};
use account::UserId;

/// The maximum for a table, including declined invitations.
const INVITATIONS_AT_MOST: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub person: Person,
    /// The time of the invitation or, if it was declined, of the answer.
    pub at: DateTime<Utc>,
    pub declined: bool,
}

/// An invitation of a user, wherever it is to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnInvitation {
    pub game: GameId,
    pub declined: bool,
    /// The time of the invitation or, if it was declined, of the answer.
    pub at: DateTime<Utc>,
}

/// At most one per user, ordered by user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitations(Vec<Invitation>);

impl Invitations {
    /// Adds an invitation, or replaces the person's existing one.
    pub fn insert(&mut self, invitation: Invitation) {
        self.remove(&invitation.person.id);
        let at = self.0.partition_point(|other| other.person.id < invitation.person.id);
        self.0.insert(at, invitation);
    }

    pub fn remove(&mut self, user: &UserId) -> Option<Invitation> {
        let at = self.0.iter().position(|invitation| invitation.person.id == *user)?;
        Some(self.0.remove(at))
    }
}

impl FromIterator<Invitation> for Invitations {
    fn from_iter<I: IntoIterator<Item = Invitation>>(all: I) -> Self {
        let mut invitations = Self::default();
        all.into_iter().for_each(|invitation| invitations.insert(invitation));
        invitations
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteRefusal {
    /// Only the opener invites by name.
    NotOpener,
    /// All seats are taken.
    Started,
    Yourself,
    /// The person already has a seat.
    AlreadyIn,
    /// The person has an unanswered invitation.
    AlreadyInvited,
    /// The person has already declined.
    Declined,
    /// The person is a bot, and bots may not sit at the table.
    Bot,
    /// The game is rated among bots, and the person is none.
    ForBots,
    /// All free seats are reserved for people who have not answered.
    NoSeat,
    TooMany {
        most: usize,
    },
}

impl InviteRefusal {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotOpener => "not-opener",
            Self::Started => "game-started",
            Self::Yourself => "yourself",
            Self::AlreadyIn => "already-seated",
            Self::AlreadyInvited => "already-invited",
            Self::Declined => "declined",
            Self::Bot => "bots-not-allowed",
            Self::ForBots => "for-bots",
            Self::NoSeat => "seats-reserved",
            Self::TooMany { .. } => "too-many-invitations",
        }
    }
}

impl Table {
    /// Unanswered and declined invitations. Empty once all seats are taken.
    pub fn invitations(&self) -> &[Invitation] {
        match &self.stage {
            Stage::Waiting(waiting) => &waiting.invitations.0,
            Stage::Revealing(_) | Stage::Started(_) => &[],
        }
    }

    pub fn invitation(&self, user: &UserId) -> Option<&Invitation> {
        self.invitations().iter().find(|invitation| invitation.person.id == *user)
    }

    /// Whether the user has an unanswered invitation.
    pub fn is_invited(&self, user: &UserId) -> bool {
        self.invitation(user).is_some_and(|invitation| !invitation.declined)
    }

    pub fn has_declined(&self, user: &UserId) -> bool {
        self.invitation(user).is_some_and(|invitation| invitation.declined)
    }

    /// Whether the user has a seat, a reserved seat or an invitation.
    pub(super) fn is_at_table(&self, user: &UserId) -> bool {
        self.seat_of(user).is_some() || self.is_reserved_for(user) || self.invitation(user).is_some()
    }

    /// Before the start only, and only by the user who opened the table.
    pub fn invite(&self, by: &UserId, person: &Person, at: DateTime<Utc>) -> Result<Outcome, InviteRefusal> {
        if !self.is_opened_by(by) {
            return Err(InviteRefusal::NotOpener);
        }
        if !self.is_waiting() {
            return Err(InviteRefusal::Started);
        }
        if person.id == *by {
            return Err(InviteRefusal::Yourself);
        }
        if self.seat_of(&person.id).is_some() {
            return Err(InviteRefusal::AlreadyIn);
        }
        match self.invitation(&person.id) {
            Some(Invitation { declined: true, .. }) => return Err(InviteRefusal::Declined),
            Some(_) => return Err(InviteRefusal::AlreadyInvited),
            None => {}
        }
        if !self.settings.admit(person) {
            return Err(if person.is_bot() { InviteRefusal::Bot } else { InviteRefusal::ForBots });
        }
        // Invited users may take the same seats as the opener.
        if self.seat_for(by).is_none() {
            return Err(InviteRefusal::NoSeat);
        }
        if self.invitations().len() >= INVITATIONS_AT_MOST {
            return Err(InviteRefusal::TooMany { most: INVITATIONS_AT_MOST });
        }
        Ok(self.outcome(vec![TableEvent::Invited { user: person.id.clone() }], at))
    }

    /// `None`: the user has no unanswered invitation.
    pub fn decline(&self, user: &UserId, at: DateTime<Utc>) -> Option<Outcome> {
        let declined = TableEvent::Declined { user: user.clone() };
        self.is_invited(user).then(|| self.outcome(vec![declined], at))
    }
}
