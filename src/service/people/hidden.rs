//! People whom a user does not want to meet.

use std::collections::BTreeSet;

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{Hidden, HiddenPerson, UserId};
use table::Table;

#[derive(Debug, thiserror::Error)]
pub enum HideError {
    #[error("no-such-player")]
    NoSuchPlayer,
    /// Nobody can hide themselves.
    #[error("yourself")]
    Yourself,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl HideError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPlayer => "no-such-player",
            Self::Yourself => "yourself",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// What a user has chosen about another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Separation {
    pub muted: bool,
    pub blocked: bool,
}

impl Service {
    /// Those whom the principal has muted or blocked, the last ones first.
    pub async fn hidden_people(&self, principal: &Principal) -> Result<Vec<HiddenPerson>, AccessError> {
        Ok(self.store.hidden_people(principal.require(Scope::Read)?).await?)
    }

    /// What the principal has chosen about another user.
    pub async fn separation(&self, principal: &Principal, other: &UserId) -> Result<Separation, AccessError> {
        let hidden = self.hidden_people(principal).await?;
        let has = |why| hidden.iter().any(|person| person.id == *other && person.why == why);
        Ok(Separation { muted: has(Hidden::Muted), blocked: has(Hidden::Blocked) })
    }

    /// Mutes or blocks another user, or ends that.
    pub async fn hide_person(
        &self,
        principal: &Principal,
        other: &UserId,
        why: Hidden,
        hidden: bool,
    ) -> Result<(), HideError> {
        let user = principal.require(Scope::Talk)?;
        if user == other {
            return Err(HideError::Yourself);
        }
        if self.store.user(other).await?.is_none() {
            return Err(HideError::NoSuchPlayer);
        }
        if hidden {
            self.store.hide_person(user, other, why, self.now()).await?;
        } else {
            self.store.show_person(user, other, why).await?;
        }
        Ok(())
    }

    /// Whether a block separates the user from a person who sits at the table or has opened it.
    pub(crate) async fn is_kept_from(&self, user: &UserId, table: &Table) -> Result<bool, StoreError> {
        let company: Vec<&UserId> = table.company().filter(|other| *other != user).collect();
        Ok(!self.store.blocked_among(user, &company).await?.is_empty())
    }

    /// Those of these tables at which the user meets nobody whom they have blocked, or who has blocked them.
    pub(crate) async fn without_blocked(
        &self,
        user: &UserId,
        tables: Vec<Table>,
    ) -> Result<Vec<Table>, StoreError> {
        let company: BTreeSet<&UserId> =
            tables.iter().flat_map(Table::company).filter(|other| *other != user).collect();
        let blocked = self.store.blocked_among(user, &company.into_iter().collect::<Vec<_>>()).await?;
        let meets = |table: &Table| table.company().any(|other| blocked.contains(other));
        Ok(tables.into_iter().filter(|table| !meets(table)).collect())
    }
}
