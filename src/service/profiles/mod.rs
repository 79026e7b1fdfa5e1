//! Profiles: what finished games say about players, who may see it, and whom people follow.

mod count;
mod follow;
mod notify;
mod view;

pub use follow::{FollowError, FollowerCursor, Followers, MOST_FOLLOWED, Watching};
pub use view::{PlayerProfile, ProfileSettingsError, ShownProfile};
