//! Addresses of profiles, and of what people follow.

use std::fmt;

use account::UserId;
use table::GameId;

/// A page about whom people follow, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum ProfileUrl<'a> {
    /// Games of those whom the viewer follows, and games that the viewer follows.
    Watching,
    /// Games of players below a sort key.
    WatchingBelow(i64),
    /// Follows a player, or ends that.
    Follow(&'a UserId),
    /// Follows a game, or ends that.
    FollowGame(&'a GameId),
    /// What others see of the viewer, and who follows them.
    Settings,
    /// Followers from here on, as the cursor is written.
    FollowersFrom(&'a str),
    /// Lets somebody no longer follow the viewer.
    RemoveFollower,
}

impl fmt::Display for ProfileUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Watching => f.write_str("/watching"),
            Self::WatchingBelow(key) => write!(f, "/watching?below={key}"),
            Self::Follow(user) => write!(f, "/players/{user}/follow"),
            Self::FollowGame(id) => write!(f, "/games/{id}/follow"),
            Self::Settings => f.write_str("/account/profile"),
            Self::FollowersFrom(from) => write!(f, "/account/profile?from={from}"),
            Self::RemoveFollower => f.write_str("/account/profile/remove-follower"),
        }
    }
}
