//! A player's profile, as others may see it.

use std::collections::BTreeMap;

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{ProfileSettings, UserId, Visibility};
use rating::Pool;
use table::{Filter, GameKind, HeadToHead, Person, PlayerRating, ProfileSums, Reliability, Status, Table};

/// Games of each kind that a profile shows.
const GAMES: usize = 6;

/// What somebody sees of a player.
#[derive(Clone, Debug)]
pub struct PlayerProfile {
    pub person: Person,
    /// Everybody sees them, as in the lists of ratings.
    pub ratings: Vec<(Pool, PlayerRating)>,
    /// `None` if the player hides it from the viewer.
    pub shown: Option<ShownProfile>,
    /// How the viewer's games with the player went; `None` for visitors and on the viewer's own profile.
    pub head_to_head: Option<HeadToHead>,
    /// Whether the viewer follows the player; `None` if they can't.
    pub follows: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct ShownProfile {
    /// Of public games among people, by kind of game.
    pub sums: BTreeMap<GameKind, ProfileSums>,
    pub reliability: Reliability,
    /// The public games in progress that were opened last, and whether there are more.
    pub playing: (Vec<Table>, bool),
    /// The same of finished ones.
    pub finished: (Vec<Table>, bool),
}

/// Why settings of a profile stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum ProfileSettingsError {
    /// Guests have no profile.
    #[error("account-needed")]
    Guest,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ProfileSettingsError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// `None` if there is no such account, or the player has blocked the viewer.
    pub async fn player_profile(
        &self,
        principal: &Principal,
        player: &UserId,
    ) -> Result<Option<PlayerProfile>, StoreError> {
        let Some(person) = self.player(principal, player).await? else { return Ok(None) };
        let viewer = principal.reader();
        let settings = self.store.profile_settings(player).await?;
        let shown = if self.is_shown(viewer, player, settings.visible).await? {
            Some(self.shown_profile(principal, &person).await?)
        } else {
            None
        };
        let other = viewer.filter(|viewer| *viewer != player);
        let head_to_head = match other {
            Some(viewer) => Some(self.store.head_to_head(viewer, player).await?),
            None => None,
        };
        let follows = match other.filter(|_| !principal.is_guest() && !person.is_bot()) {
            Some(viewer) => {
                let follows = self.store.follows_player(viewer, player).await?;
                let blocked = !self.store.blocked_among(viewer, &[player]).await?.is_empty();
                (follows || settings.followable && !blocked).then_some(follows)
            }
            None => None,
        };
        Ok(Some(PlayerProfile {
            ratings: self.store.ratings(player).await?,
            person,
            shown,
            head_to_head,
            follows,
        }))
    }

    async fn is_shown(
        &self,
        viewer: Option<&UserId>,
        player: &UserId,
        visible: Visibility,
    ) -> Result<bool, StoreError> {
        match (viewer, visible) {
            (Some(viewer), _) if viewer == player => Ok(true),
            (_, Visibility::Everybody) => Ok(true),
            (Some(viewer), Visibility::Shared) => self.store.share_game(viewer, player).await,
            _ => Ok(false),
        }
    }

    async fn shown_profile(
        &self,
        principal: &Principal,
        person: &Person,
    ) -> Result<ShownProfile, StoreError> {
        Ok(ShownProfile {
            sums: self.store.profile_sums(&person.id).await?,
            reliability: self.reliability_of(&person.id).await?.reliability,
            playing: self.games_shown(principal, person, Status::Playing).await?,
            finished: self.games_shown(principal, person, Status::Finished).await?,
        })
    }

    async fn games_shown(
        &self,
        principal: &Principal,
        person: &Person,
        status: Status,
    ) -> Result<(Vec<Table>, bool), StoreError> {
        let filter = Filter { status: Some(status), player: Some(person.name.clone()), ..Filter::default() };
        let page = self.public_games(principal, &filter, None).await?;
        let more = page.next.is_some() || page.games.len() > GAMES;
        Ok((page.games.into_iter().take(GAMES).collect(), more))
    }

    /// How the principal's games with another player went; `None` if there is no such account, or they have blocked the principal.
    pub async fn head_to_head(
        &self,
        principal: &Principal,
        player: &UserId,
    ) -> Result<Option<HeadToHead>, AccessError> {
        let user = principal.require(Scope::Read)?;
        if self.player(principal, player).await?.is_none() {
            return Ok(None);
        }
        Ok(Some(self.store.head_to_head(user, player).await?))
    }

    /// What the principal lets others see.
    pub async fn profile_settings(&self, principal: &Principal) -> Result<ProfileSettings, AccessError> {
        Ok(self.store.profile_settings(principal.require(Scope::Read)?).await?)
    }

    pub async fn set_profile_settings(
        &self,
        principal: &Principal,
        settings: ProfileSettings,
    ) -> Result<(), ProfileSettingsError> {
        let user = principal.require(Scope::Account)?;
        if principal.is_guest() {
            return Err(ProfileSettingsError::Guest);
        }
        Ok(self.store.set_profile_settings(user, settings).await?)
    }
}
