//! Inviting players by name.

use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError, TRIES, Throttled};
use account::{NamePrefix, RestrictionKind, UserId, UserName};
use store::Executed;
use table::{GameId, InviteRefusal, Person, Table};

/// How many people a table's page offers to invite whom its opener has played with, and how many of those who follow the opener.
const PLAYED_WITH: usize = 8;
const FOLLOWERS: usize = 8;
/// So many followers are looked at.
const FOLLOWERS_READ: u32 = 40;

#[derive(Debug, thiserror::Error)]
pub enum InviteError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    /// No account has this name. Guests cannot be invited, and are not told apart from unknown names.
    #[error("no-such-player")]
    NoSuchPlayer,
    /// The names of several players begin like this.
    #[error("several-players")]
    Several(Vec<String>),
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// The player, or somebody at the table, has blocked the other.
    #[error("blocked")]
    Blocked,
    /// The player can't join tables for now.
    #[error("player-unavailable")]
    Unavailable,
    #[error("cannot-be-invited")]
    Refused(InviteRefusal),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum DeclineError {
    /// No such table, or the user is not invited.
    #[error("not-invited")]
    NotInvited,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl InviteError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NoSuchPlayer => "no-such-player",
            Self::Several(_) => "several-players",
            Self::Guest => "guest",
            Self::Blocked => "blocked",
            Self::Unavailable => "player-unavailable",
            Self::Refused(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl DeclineError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotInvited => "not-invited",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Invites the player with this name, or the only one whose name begins like it. Only the opener may, and only before the start. Attempts are limited, including
    /// those with unknown names.
    pub async fn invite(&self, principal: &Principal, game: &GameId, name: &str) -> Result<(), InviteError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let (mut table, _) = self.store.table(game).await?.ok_or(InviteError::NoSuchGame)?;
        if is_hidden(principal, Some(user), &table, None) {
            return Err(InviteError::NoSuchGame);
        }
        if !table.is_opened_by(user) {
            return Err(InviteError::Refused(InviteRefusal::NotOpener));
        }
        if self.is_guest(user).await? {
            return Err(InviteError::Guest);
        }
        self.count_invitation(user).await??;
        let person = self.person_called(user, name).await?;
        if self.is_kept_from(&person.id, &table).await? {
            return Err(InviteError::Blocked);
        }
        if self.check_restriction(&person.id, RestrictionKind::Tables).await?.is_err() {
            return Err(InviteError::Unavailable);
        }
        for _ in 0..TRIES {
            let outcome = table.invite(user, &person, self.now()).map_err(InviteError::Refused)?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
            (table, _) = self.store.table(game).await?.ok_or(InviteError::NoSuchGame)?;
        }
        Err(InviteError::Refused(InviteRefusal::Started))
    }

    /// The player with this name, or the only one whose name begins like it. A part of a name finds only players whose names
    /// everyone can see at public tables.
    async fn person_called(&self, inviting: &UserId, name: &str) -> Result<Person, InviteError> {
        let exact = UserName::parse(name.trim()).map_err(|_| InviteError::NoSuchPlayer)?;
        let found =
            self.store.user_named(&exact.folded()).await?.filter(|found| !found.user.guest && !found.closed);
        if let Some(found) = found {
            return Ok(found.person());
        }
        let prefix = NamePrefix::parse(name).ok_or(InviteError::NoSuchPlayer)?;
        let mut people = Vec::new();
        for person in self.store.people_beginning(&prefix).await? {
            if person.id != *inviting && self.store.plays_in_public(&person.id).await? {
                people.push(person);
            }
        }
        match people.len() {
            0 => Err(InviteError::NoSuchPlayer),
            1 => Ok(people.swap_remove(0)),
            _ => Err(InviteError::Several(people.into_iter().map(|person| person.name).collect())),
        }
    }

    /// Those whom the opener of a table can invite to it with one click: people with whom they have played last, and people who follow them.
    pub(super) async fn invitable(
        &self,
        principal: &Principal,
        table: &Table,
    ) -> Result<Vec<Person>, StoreError> {
        let opener = principal.reader().filter(|user| table.is_opened_by(user) && table.is_waiting());
        let opener = opener.filter(|user| table.seat_for(user).is_some() && !principal.is_guest());
        let Some(opener) = opener else { return Ok(Vec::new()) };
        let played = self.store.played_with(opener).await?;
        let followers = self.store.followers(opener, None, FOLLOWERS_READ).await?;
        // A block has ended that they follow the opener.
        let blocked = self
            .store
            .blocked_among(opener, &played.iter().map(|person| &person.id).collect::<Vec<_>>())
            .await?;
        let now = self.now();
        let fits =
            |person: &Person| !blocked.contains(&person.id) && table.invite(opener, person, now).is_ok();
        let mut people: Vec<Person> =
            played.into_iter().filter(|person| fits(person)).take(PLAYED_WITH).collect();
        let followers = followers.into_iter().map(|follower| Person::human(follower.id, follower.name));
        let unknown = |person: &Person| people.iter().all(|known| known.id != person.id);
        let followers: Vec<Person> =
            followers.filter(|person| unknown(person) && fits(person)).take(FOLLOWERS).collect();
        people.extend(followers);
        Ok(people)
    }

    /// Declines an invitation, or the seat that a rematch reserves. Declining twice succeeds.
    pub async fn decline(&self, principal: &Principal, game: &GameId) -> Result<(), DeclineError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(game).await?.ok_or(DeclineError::NotInvited)?;
            if table.has_declined(user) {
                return Ok(());
            }
            let outcome = table.decline(user, self.now()).ok_or(DeclineError::NotInvited)?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(DeclineError::NotInvited)
    }
}
