//! Following players and games.

use chrono::{DateTime, Utc};

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{FollowPerson, UserId};
use store::FollowResult;
use table::{GameId, Status, Table};

/// How many players, and how many games, one person can follow.
pub const MOST_FOLLOWED: u32 = 200;
/// Followers, or games, that a page lists.
const PAGE: usize = 25;

#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    #[error("no-such-player")]
    NoSuchPlayer,
    /// Also if the game is hidden from the user.
    #[error("no-such-game")]
    NoSuchGame,
    #[error("follow-yourself")]
    Yourself,
    /// Bots have too many games to follow.
    #[error("follow-bot")]
    Bot,
    /// The player does not want to be followed, or the user has blocked them.
    #[error("follow-refused")]
    NotFollowable,
    /// The game is over.
    #[error("follow-finished")]
    Finished,
    /// The user follows so many already.
    #[error("follow-too-many")]
    TooMany(u32),
    /// Guests can't follow anybody.
    #[error("account-needed")]
    Guest,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl FollowError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPlayer => "no-such-player",
            Self::NoSuchGame => "no-such-game",
            Self::Yourself => "yourself",
            Self::Bot => "bot",
            Self::NotFollowable => "not-followable",
            Self::Finished => "game-over",
            Self::TooMany(_) => "too-many-followed",
            Self::Guest => "guest",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// Where a list of followers goes on: after this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowerCursor {
    pub at: DateTime<Utc>,
    pub user: UserId,
}

impl std::fmt::Display for FollowerCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.at.timestamp_millis(), self.user)
    }
}

impl std::str::FromStr for FollowerCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (at, user) = text.split_once('-').ok_or(())?;
        let at = at.parse().ok().and_then(DateTime::from_timestamp_millis).ok_or(())?;
        Ok(Self { at, user: UserId::parse(user).ok_or(())? })
    }
}

/// A part of those who follow somebody, the last ones first.
#[derive(Clone, Debug, Default)]
pub struct Followers {
    pub people: Vec<FollowPerson>,
    pub next: Option<FollowerCursor>,
}

/// What a user watches.
#[derive(Clone, Debug, Default)]
pub struct Watching {
    /// Games that the user follows and may see, the last followed first.
    pub games: Vec<Table>,
    /// Public games in progress of players whom the user follows, the last opened first.
    pub of_players: Vec<Table>,
    /// The sort key below which there are more of those.
    pub next: Option<i64>,
    /// Whom the user follows, the last one first.
    pub players: Vec<FollowPerson>,
}

impl Service {
    pub async fn follow_player(&self, principal: &Principal, player: &UserId) -> Result<(), FollowError> {
        let user = may_follow(principal)?;
        if user == player {
            return Err(FollowError::Yourself);
        }
        let found = self.player(principal, player).await?.ok_or(FollowError::NoSuchPlayer)?;
        if found.is_bot() {
            return Err(FollowError::Bot);
        }
        match self.store.follow_player(user, player, MOST_FOLLOWED, self.now()).await? {
            FollowResult::Follows => Ok(()),
            FollowResult::TooMany => Err(FollowError::TooMany(MOST_FOLLOWED)),
            FollowResult::Refused => Err(FollowError::NotFollowable),
        }
    }

    /// Nothing happens if the principal doesn't follow the player.
    pub async fn unfollow_player(&self, principal: &Principal, player: &UserId) -> Result<(), AccessError> {
        self.store.unfollow_player(principal.require(Scope::Play)?, player).await?;
        Ok(())
    }

    /// Lets somebody no longer follow the principal.
    pub async fn remove_follower(&self, principal: &Principal, follower: &UserId) -> Result<(), AccessError> {
        let user = principal.require(Scope::Play)?;
        self.store.unfollow_player(follower, user).await?;
        Ok(())
    }

    /// Whether the principal follows the player.
    pub async fn follows_player(&self, principal: &Principal, player: &UserId) -> Result<bool, StoreError> {
        match principal.reader() {
            Some(user) => self.store.follows_player(user, player).await,
            None => Ok(false),
        }
    }

    /// Those who follow the principal.
    pub async fn followers(
        &self,
        principal: &Principal,
        from: Option<&FollowerCursor>,
    ) -> Result<Followers, AccessError> {
        let user = principal.require(Scope::Read)?;
        let before = from.map(|from| (from.at, &from.user));
        let limit = u32::try_from(PAGE + 1).unwrap_or(u32::MAX);
        let mut people = self.store.followers(user, before, limit).await?;
        let more = people.len() > PAGE;
        people.truncate(PAGE);
        let last = people.last().filter(|_| more);
        let next = last.map(|last| FollowerCursor { at: last.at, user: last.id.clone() });
        Ok(Followers { people, next })
    }

    pub async fn follow_game(&self, principal: &Principal, game: &GameId) -> Result<(), FollowError> {
        let user = may_follow(principal)?;
        let found = self.store.table(game).await?;
        let table = found.map(|(table, _)| table).filter(|table| table.may_see(Some(user), None));
        let table = table.filter(|table| !table.is_imported()).ok_or(FollowError::NoSuchGame)?;
        if table.status() == Status::Finished {
            return Err(FollowError::Finished);
        }
        match self.store.follow_game(user, game, MOST_FOLLOWED, self.now()).await? {
            FollowResult::Follows => Ok(()),
            FollowResult::TooMany => Err(FollowError::TooMany(MOST_FOLLOWED)),
            FollowResult::Refused => Err(FollowError::NoSuchGame),
        }
    }

    /// Nothing happens if the principal doesn't follow the game.
    pub async fn unfollow_game(&self, principal: &Principal, game: &GameId) -> Result<(), AccessError> {
        self.store.unfollow_game(principal.require(Scope::Play)?, game).await?;
        Ok(())
    }

    /// Whether the principal follows the game; `None` if they can't: they are no user with an account, or the game is over.
    pub async fn follows_game(
        &self,
        principal: &Principal,
        table: &Table,
    ) -> Result<Option<bool>, StoreError> {
        let Some(user) = principal.reader().filter(|_| !principal.is_guest()) else { return Ok(None) };
        let follows = self.store.follows_game(user, &table.id).await?;
        let can_begin = table.status() != Status::Finished && !table.is_imported();
        Ok((follows || can_begin).then_some(follows))
    }

    /// What the principal watches; games of players below a sort key.
    pub async fn watching(&self, principal: &Principal, below: Option<i64>) -> Result<Watching, AccessError> {
        let user = principal.require(Scope::Read)?;
        let followed = self.store.followed_games(user).await?;
        let ids: Vec<GameId> = followed.into_iter().map(|(game, _)| game).collect();
        let mut games = self.store.games_in_order(&ids).await?;
        games.retain(|table| table.may_see(Some(user), None));
        let mut of_players = self.store.games_of_followed(user, below).await?;
        let more = of_players.len() > PAGE;
        of_players.truncate(PAGE);
        let next = of_players.last().filter(|_| more).map(|last| last.sort_key);
        let players = self.store.followed_players(user).await?;
        Ok(Watching { games, of_players, next, players })
    }
}

fn may_follow(principal: &Principal) -> Result<&UserId, FollowError> {
    let user = principal.require(Scope::Play)?;
    if principal.is_guest() { Err(FollowError::Guest) } else { Ok(user) }
}
