//! Rate limits by account and by address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use chrono::TimeDelta;

use crate::account::{UserId, UserName};
use crate::analysis::Depth;
use crate::service::{Limited, Principal, Service, StoreError, Throttled};

#[derive(Clone, Copy, Debug)]
pub(in crate::service) struct Limit {
    /// Prefix of the stored subject.
    what: &'static str,
    /// Attempts per `minutes`.
    tries: u32,
    minutes: i64,
    /// For the error.
    limited: Limited,
}

/// Failed sign-ins to one account.
pub(in crate::service) const LOG_IN_TO: Limit =
    Limit { what: "log in to", tries: 10, minutes: 15, limited: Limited::Attempts };
/// Sign-ins from one address, which many people may share.
pub(in crate::service) const LOG_IN_FROM: Limit =
    Limit { what: "log in from", tries: 100, minutes: 15, limited: Limited::Attempts };
/// Recovery attempts for one account.
pub(in crate::service) const RECOVER: Limit =
    Limit { what: "recover", tries: 10, minutes: 60, limited: Limited::Attempts };
/// Recovery attempts from one address.
pub(in crate::service) const RECOVER_FROM: Limit =
    Limit { what: "recover from", tries: 30, minutes: 60, limited: Limited::Attempts };
/// New accounts from one address.
pub(in crate::service) const SIGN_UP_FROM: Limit =
    Limit { what: "sign up from", tries: 60, minutes: 60, limited: Limited::Accounts };
/// New guests from one address.
pub(in crate::service) const GUESTS_FROM: Limit =
    Limit { what: "guests from", tries: 60, minutes: 60, limited: Limited::Guests };

/// Invitations by one user.
const INVITATIONS_BY: Limit =
    Limit { what: "invitations by", tries: 40, minutes: 24 * 60, limited: Limited::Invitations };

/// Analyses that one user asks for.
const STANDARD_ANALYSES_BY: Limit =
    Limit { what: "standard analyses by", tries: 20, minutes: 24 * 60, limited: Limited::Analyses };
const DEEP_ANALYSES_BY: Limit =
    Limit { what: "deep analyses by", tries: 4, minutes: 24 * 60, limited: Limited::Analyses };

/// The longest window of any limit.
const LONGEST_WINDOW_HOURS: i64 = 24;

/// The inner result is the refusal, the outer one the failure.
type Counted = Result<Result<(), Throttled>, StoreError>;

impl Limit {
    fn window(self) -> TimeDelta {
        TimeDelta::minutes(self.minutes)
    }

    /// The stored subject for an account.
    pub fn name(self, name: &UserName) -> String {
        format!("{} {}", self.what, name.folded())
    }

    /// The stored subject for an address. IPv6 addresses are cut to the network, since a household has a whole one.
    fn address(self, address: IpAddr) -> String {
        let network = match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let bits = address.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(bits))
            }
        };
        format!("{} {network}", self.what)
    }
}

impl Service {
    /// Counts an attempt at an account. `None`, an invalid name, is not counted: there is nothing to guess.
    pub(in crate::service) async fn count_name(&self, limit: Limit, name: Option<&UserName>) -> Counted {
        match name {
            Some(name) => self.count(limit, &limit.name(name)).await,
            None => Ok(Ok(())),
        }
    }

    /// Counts an attempt by the user to invite a player.
    pub(in crate::service) async fn count_invitation(&self, user: &UserId) -> Counted {
        self.count(INVITATIONS_BY, &format!("{} {user}", INVITATIONS_BY.what)).await
    }

    /// Counts an analysis that the user asks for. Quick ones are free.
    pub(in crate::service) async fn count_analysis(&self, user: &UserId, depth: Depth) -> Counted {
        let limit = match depth {
            Depth::Quick => return Ok(Ok(())),
            Depth::Standard => STANDARD_ANALYSES_BY,
            Depth::Deep => DEEP_ANALYSES_BY,
        };
        self.count(limit, &format!("{} {user}", limit.what)).await
    }

    /// Counts an attempt from the principal's address. Principals without an address share one count.
    pub(in crate::service) async fn count_address(&self, limit: Limit, principal: &Principal) -> Counted {
        let address = principal.address().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        self.count(limit, &limit.address(address)).await
    }

    /// Deletes counts older than every limit's window.
    pub(in crate::service) async fn expire_attempts(&self) -> Result<u64, StoreError> {
        self.store.expire_attempts(self.now() - TimeDelta::hours(LONGEST_WINDOW_HOURS)).await
    }

    async fn count(&self, limit: Limit, subject: &str) -> Counted {
        let (tries, since) = self.store.count_attempt(subject, self.now(), limit.window()).await?;
        let until = since + limit.window();
        Ok(if tries > limit.tries {
            Err(Throttled::TooManyAttempts { what: limit.limited, until })
        } else {
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_counts_as_one_address() {
        let subject = |text: &str| SIGN_UP_FROM.address(text.parse().unwrap());
        assert_eq!(subject("203.0.113.7"), "sign up from 203.0.113.7");
        assert_eq!(subject("::ffff:203.0.113.7"), subject("203.0.113.7"));
        assert_eq!(subject("2001:db8:1:2:3::4"), subject("2001:db8:1:2:ffff::1"));
        assert_ne!(subject("2001:db8:1:2::4"), subject("2001:db8:1:3::4"));
    }
}
