//! People whom a user does not want to meet.

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{Hidden, HiddenPerson, UserId};

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
}
