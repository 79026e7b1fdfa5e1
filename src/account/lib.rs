//! User names, passwords, ids, recovery codes, authenticator apps, passkeys, known browsers, makers of bots, sessions, people whom users hide or follow, restrictions, feed tokens, tokens of the API, retired names and entries of the audit log. Pure values: random bytes are arguments.

mod api_token;
mod audit;
mod authenticator;
mod base32;
mod feed;
mod guessable;
mod hidden;
mod id;
mod known_browser;
mod maker;
mod moderated;
mod name;
mod passkey;
mod password;
mod profile;
mod recovery;
mod reserved;
mod restriction;
mod retired;
mod scope;
mod session;
mod token;
mod visibility;

pub use api_token::{ApiToken, ApiTokenHash, IssuedToken};
pub use audit::{AuditAction, AuditEntry};
pub use authenticator::AuthenticatorSecret;
pub use base32::base32;
pub use feed::{FeedHash, FeedToken};
pub use hidden::{Hidden, HiddenPerson};
pub use id::{ChallengeId, OfferId, ReportId, RestrictionId, SeriesId, SessionId, UserId};
pub use known_browser::KnownBrowser;
pub use maker::Maker;
pub use moderated::{FormerName, ModeratedUser};
pub use name::{NameError, NamePrefix, UserName};
pub use passkey::Passkey;
pub use password::{HashCost, HashMemory, Password, PasswordError, PasswordHash};
pub use profile::Profile;
pub use recovery::{CODES, RecoveryCode, RecoveryHash};
pub use restriction::{
    Objection, ObjectionAnswer, RESTRICTION_DAYS, Restriction, RestrictionKind, RestrictionState,
};
pub use retired::RetiredName;
pub use scope::Scope;
pub use session::{ActiveSession, OpenSession, User};
pub use token::{SessionToken, TokenHash};
pub use visibility::{FollowPerson, ProfileSettings, Visibility};
