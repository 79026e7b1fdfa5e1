//! Accounts, guests, sessions, second factors, feeds and rate limits.

mod accounts;
mod address_limit;
mod authenticators;
mod feeds;
mod guests;
mod hashing;
mod limits;
mod locked;
mod network;
mod passkeys;
mod reliability;
mod second_step;
mod security_log;
mod session_cache;
mod sessions;
mod sign_in;
mod throttled;
mod time;

pub use accounts::{PasswordChangeError, RecoverError, SignUp, SignUpError};
pub use address_limit::{AddressLimit, AddressPermit};
pub use authenticators::AuthenticatorError;
pub use feeds::Feed;
pub use guests::GuestError;
pub(crate) use hashing::Hasher;
pub use limits::AnalysisLimits;
pub use locked::Locked;
pub use network::Network;
pub use passkeys::{MOST_PASSKEYS, PasskeyChallenge, PasskeyError, PasskeySite};
pub use second_step::{SECOND_STEP_WITHIN, SecondStepError, SecondStepWays};
pub use security_log::SECURITY_LOG;
pub(crate) use security_log::{SecurityEvent, is_hidden, log_audited};
pub(crate) use session_cache::SessionCache;
pub use sessions::{Login, LoginError, SESSION_LONGEST};
pub use throttled::{Limited, Throttled};
pub use time::TimeError;
