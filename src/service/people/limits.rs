//! Rate limits by account and by address.

use std::net::{IpAddr, Ipv4Addr};

use chrono::TimeDelta;

use crate::people::network::Network;
use crate::people::security_log::log_locked_out;
use crate::{Limited, Principal, Service, StoreError, Throttled};
use account::{UserId, UserName};
use analysis::Depth;
use store::StoredUser;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Prefix of the stored subject.
    what: &'static str,
    /// Attempts per `minutes`.
    tries: u32,
    minutes: i64,
    /// For the error.
    limited: Limited,
}

/// Limits on guesses at the secrets of accounts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guesses {
    /// From one address, which many people may share.
    address: Limit,
    /// At one account, from browsers that don't know it.
    strangers: Limit,
    /// At one account, from one browser that knows it.
    known: Limit,
}

/// Sign-ins.
pub(crate) const LOG_IN: Guesses = Guesses {
    address: Limit { what: "log in from", tries: 100, minutes: 15, limited: Limited::Attempts },
    strangers: Limit { what: "log in to", tries: 10, minutes: 15, limited: Limited::Attempts },
    known: Limit { what: "log in known", tries: 10, minutes: 15, limited: Limited::Attempts },
};
/// Recovery attempts.
pub(crate) const RECOVER: Guesses = Guesses {
    address: Limit { what: "recover from", tries: 30, minutes: 60, limited: Limited::Attempts },
    strangers: Limit { what: "recover", tries: 10, minutes: 60, limited: Limited::Attempts },
    known: Limit { what: "recover known", tries: 10, minutes: 60, limited: Limited::Attempts },
};
/// Codes for the second step of signing in.
pub(crate) const SECOND_STEP: Guesses = Guesses {
    address: Limit { what: "second step from", tries: 100, minutes: 60, limited: Limited::Attempts },
    strangers: Limit { what: "second step of", tries: 10, minutes: 60, limited: Limited::Attempts },
    known: Limit { what: "second step known", tries: 10, minutes: 60, limited: Limited::Attempts },
};
/// Passwords typed in one user's sessions, and first codes of authenticator apps.
const PASSWORD_OF: Limit = Limit { what: "password of", tries: 10, minutes: 15, limited: Limited::Attempts };
/// Sign-ins with passkeys that one address begins: each stores a challenge.
pub(crate) const PASSKEYS_FROM: Limit =
    Limit { what: "passkeys from", tries: 100, minutes: 15, limited: Limited::Attempts };
/// New accounts from one address.
pub(crate) const SIGN_UP_FROM: Limit =
    Limit { what: "sign up from", tries: 60, minutes: 60, limited: Limited::Accounts };
/// New guests from one address.
pub(crate) const GUESTS_FROM: Limit =
    Limit { what: "guests from", tries: 60, minutes: 60, limited: Limited::Guests };

/// Games that one guest begins.
const GAMES_OF_GUEST: Limit =
    Limit { what: "games of guest", tries: 40, minutes: 24 * 60, limited: Limited::Games };
/// Invitations by one user.
const INVITATIONS_BY: Limit =
    Limit { what: "invitations by", tries: 40, minutes: 24 * 60, limited: Limited::Invitations };
/// Challenges and counter-offers by one user.
const CHALLENGES_BY: Limit =
    Limit { what: "challenges by", tries: 30, minutes: 24 * 60, limited: Limited::Challenges };

/// Reports by one user.
const REPORTS_BY: Limit =
    Limit { what: "reports by", tries: 10, minutes: 24 * 60, limited: Limited::Reports };

/// Bots that one user makes: the names of those that were removed stay taken.
const BOTS_BY: Limit = Limit { what: "bots by", tries: 10, minutes: 24 * 60, limited: Limited::Bots };
/// Games that one user imports a day.
pub const MOST_IMPORTS: u32 = 200;
const IMPORTS_BY: Limit =
    Limit { what: "imports by", tries: MOST_IMPORTS, minutes: 24 * 60, limited: Limited::Imports };

/// Records that one user lets the server read, kept or not.
const READINGS_BY: Limit = Limit { what: "imports read by", tries: 1_000, ..IMPORTS_BY };

/// Analyses that one user asks for. Of the others, [`AnalysisLimits`] says how many.
const QUICK_ANALYSES_BY: Limit =
    Limit { what: "quick analyses by", tries: 100, minutes: 24 * 60, limited: Limited::Analyses };
/// Analyses that users at one address ask for.
const ANALYSES_FROM: [Limit; Depth::ALL.len()] = [
    Limit { what: "quick analyses from", tries: 300, ..STANDARD_ANALYSES_FROM },
    STANDARD_ANALYSES_FROM,
    Limit { what: "deep analyses from", tries: 12, ..STANDARD_ANALYSES_FROM },
];
const STANDARD_ANALYSES_FROM: Limit = Limit {
    what: "standard analyses from",
    tries: 60,
    minutes: 24 * 60,
    limited: Limited::AnalysesFromNetwork,
};

/// What a user may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// A day.
    pub standard: u32,
    /// A day; 0 for guests.
    pub deep: u32,
    /// How many of these may be waiting or under way at a time.
    pub waiting: u32,
}

impl AnalysisLimits {
    pub const fn of(guest: bool) -> Self {
        if guest {
            Self { standard: 3, deep: 0, waiting: 1 }
        } else {
            Self { standard: 20, deep: 4, waiting: 3 }
        }
    }

    /// Whether any of this depth may be asked for.
    pub const fn allow(self, depth: Depth) -> bool {
        match depth {
            Depth::Quick => true,
            Depth::Standard => self.standard > 0,
            Depth::Deep => self.deep > 0,
        }
    }

    const fn by_user(self, depth: Depth) -> Limit {
        match depth {
            Depth::Quick => QUICK_ANALYSES_BY,
            Depth::Standard => {
                Limit { what: "standard analyses by", tries: self.standard, ..QUICK_ANALYSES_BY }
            }
            Depth::Deep => Limit { what: "deep analyses by", tries: self.deep, ..QUICK_ANALYSES_BY },
        }
    }
}

/// The longest window of any limit.
const LONGEST_WINDOW_HOURS: i64 = 24;

/// The inner result is the refusal, the outer one the failure.
type Counted = Result<Result<(), Throttled>, StoreError>;

impl Limit {
    fn window(self) -> TimeDelta {
        TimeDelta::minutes(self.minutes)
    }

    /// The stored subject for a user or an account name.
    fn subject(self, whose: impl std::fmt::Display) -> String {
        format!("{} {whose}", self.what)
    }
}

impl Guesses {
    /// The subject under which strangers' guesses at an account are counted, whichever of its names they use.
    pub fn by_strangers(&self, user: &UserId) -> String {
        // No name has a space.
        self.strangers.subject(format_args!("user {user}"))
    }

    /// The same for a name that no account has.
    fn at_no_account(&self, name: &UserName) -> String {
        self.strangers.subject(name.folded())
    }
}

impl Service {
    /// Counts a guess at an account, and returns the subject to forget if it was right. Browsers that know the user have
    /// counts of their own, so that nobody else can lock them out. An invalid `name` counts only for its address.
    pub(crate) async fn count_guess(
        &self,
        guesses: &Guesses,
        principal: &Principal,
        name: Option<&UserName>,
        user: Option<&StoredUser>,
    ) -> Result<Result<String, Throttled>, StoreError> {
        let browser = user.and_then(|user| principal.browser_of(&user.user.id, &user.password));
        let (limit, subject) = if let Some(browser) = browser {
            (guesses.known, guesses.known.subject(format_args!("{}/{}", browser.user(), browser.id())))
        } else {
            if let Err(why) = self.count_address(guesses.address, principal).await? {
                return Ok(Err(why));
            }
            let subject = match (user, name) {
                (Some(user), _) => guesses.by_strangers(&user.user.id),
                (None, Some(name)) => guesses.at_no_account(name),
                (None, None) => return Ok(Ok(String::new())),
            };
            (guesses.strangers, subject)
        };
        let counted = self.count(limit, &subject).await?;
        if counted.is_err() {
            log_locked_out(limit.what, principal, user.map(|user| &user.user.id));
        }
        Ok(counted.map(|()| subject))
    }

    /// Counts a password typed in a session, and returns the subject to forget if it was right.
    pub(crate) async fn count_password(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<Result<String, Throttled>, StoreError> {
        let subject = PASSWORD_OF.subject(user);
        let counted = self.count(PASSWORD_OF, &subject).await?;
        if counted.is_err() {
            log_locked_out(PASSWORD_OF.what, principal, Some(user));
        }
        Ok(counted.map(|()| subject))
    }

    /// Counts an attempt by the user to invite a player.
    pub(crate) async fn count_invitation(&self, user: &UserId) -> Counted {
        self.count(INVITATIONS_BY, &INVITATIONS_BY.subject(user)).await
    }

    /// Counts a challenge or a counter-offer by the user.
    pub(crate) async fn count_challenge(&self, user: &UserId) -> Counted {
        self.count(CHALLENGES_BY, &CHALLENGES_BY.subject(user)).await
    }

    /// Counts a report by the user.
    pub(crate) async fn count_report(&self, user: &UserId) -> Counted {
        self.count(REPORTS_BY, &REPORTS_BY.subject(user)).await
    }

    /// Counts a bot that the user makes.
    pub(crate) async fn count_bot(&self, user: &UserId) -> Counted {
        self.count(BOTS_BY, &BOTS_BY.subject(user)).await
    }

    /// Counts a game that a guest begins.
    pub(crate) async fn count_guest_game(&self, guest: &UserId) -> Counted {
        self.count(GAMES_OF_GUEST, &GAMES_OF_GUEST.subject(guest)).await
    }

    /// Counts a game that the user imports.
    pub(crate) async fn count_import(&self, user: &UserId) -> Counted {
        self.count(IMPORTS_BY, &IMPORTS_BY.subject(user)).await
    }

    /// Counts a record that the server reads for the user.
    pub(crate) async fn count_reading(&self, user: &UserId) -> Counted {
        self.count(READINGS_BY, &READINGS_BY.subject(user)).await
    }

    /// Counts an analysis that the user asks for.
    pub(crate) async fn count_analysis(
        &self,
        principal: &Principal,
        user: &UserId,
        depth: Depth,
        limits: AnalysisLimits,
    ) -> Counted {
        let limit = limits.by_user(depth);
        if let Err(why) = self.count(limit, &limit.subject(user)).await? {
            return Ok(Err(why));
        }
        self.count_address(ANALYSES_FROM[depth as usize], principal).await
    }

    /// Counts an attempt from the networks of the principal's address. Principals without an address share one count.
    pub(crate) async fn count_address(&self, limit: Limit, principal: &Principal) -> Counted {
        let address = principal.address().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        for network in Network::all_of(address) {
            let limit = Limit { tries: limit.tries * network.share(), ..limit };
            if let Err(why) = self.count(limit, &limit.subject(network)).await? {
                log_locked_out(limit.what, principal, principal.user());
                return Ok(Err(why));
            }
        }
        Ok(Ok(()))
    }

    /// Deletes counts older than every limit's window.
    pub(crate) async fn expire_attempts(&self) -> Result<u64, StoreError> {
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
