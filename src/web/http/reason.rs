//! Reasons why a use case refused, as messages for pages.

mod bots;
mod challenges;
mod imports;
mod offers;
mod publication;
mod reports;
mod tokens;
mod webhooks;

use crate::locale::{Message, duration, key};
use account::{NameError, Password, PasswordError, UserName};
use engine::MOST_HANDICAP;
use service::{
    AuthenticatorError, DeclineError, Denied, GuestError, InviteError, JoinError, LeaveError, Limited,
    LoginError, MOST_PASSKEYS, OpenError, PasskeyError, PasswordChangeError, REASON_LONGEST, RecoverError,
    RematchError, RevealError, SALT_LONGEST, SecondStepError, SignUpError, StaffError, SubscribeError,
    Throttled,
};
use table::{
    Allowance, AllowanceRefusal, InviteRefusal, NotRated, OpenRefusal, PlayingHours, PlayingHoursRefusal,
    RatingRange, ReliabilityDetails,
};

/// For internal failures. They have a page of their own, so this is never shown as a reason.
const FAILURE: &str = key("error-internal-text");

impl From<&Throttled> for Message {
    fn from(why: &Throttled) -> Self {
        Self::new(match why {
            Throttled::TooManyAttempts { what: Limited::Attempts, .. } => key("refused-too-many-attempts"),
            Throttled::TooManyAttempts { what: Limited::Accounts, .. } => key("refused-too-many-accounts"),
            Throttled::TooManyAttempts { what: Limited::Bots, .. } => key("refused-too-many-new-bots"),
            Throttled::TooManyAttempts { what: Limited::Guests, .. } => key("refused-too-many-guests"),
            Throttled::TooManyAttempts { what: Limited::Games, .. } => key("refused-too-many-games"),
            Throttled::TooManyAttempts { what: Limited::Invitations, .. } => {
                key("refused-too-many-invitations-a-day")
            }
            Throttled::TooManyAttempts { what: Limited::Challenges, .. } => {
                key("refused-too-many-challenges-a-day")
            }
            Throttled::TooManyAttempts { what: Limited::Imports, .. } => key("refused-too-many-imports"),
            Throttled::TooManyAttempts { what: Limited::Reports, .. } => key("refused-too-many-reports"),
            Throttled::TooManyAttempts { what: Limited::Analyses, .. } => key("refused-too-many-analyses"),
            Throttled::TooManyAttempts { what: Limited::AnalysesFromNetwork, .. } => {
                key("refused-too-many-analyses-network")
            }
            Throttled::Busy => key("refused-busy"),
        })
    }
}

impl From<&Denied> for Message {
    fn from(why: &Denied) -> Self {
        Self::new(match why {
            Denied::SignedOut => key("error-sign-in-text"),
            Denied::Scope(_) => key("refused-scope"),
            Denied::Unconfirmed => key("refused-unconfirmed"),
            Denied::Locked => key("refused-locked"),
            Denied::Restricted { kind, until } => return reports::restricted(*kind, *until),
        })
    }
}

impl From<&NameError> for Message {
    fn from(why: &NameError) -> Self {
        match why {
            NameError::Length => Self::new("refused-name-length")
                .with("least", UserName::SHORTEST)
                .with("most", UserName::LONGEST),
            NameError::Beginning => Self::new("refused-name-beginning"),
            NameError::Character => Self::new("refused-name-character"),
            NameError::MixedScripts => Self::new("refused-name-scripts"),
            NameError::Reserved => Self::new("refused-name-reserved"),
        }
    }
}

impl From<&PasswordError> for Message {
    fn from(why: &PasswordError) -> Self {
        match why {
            PasswordError::Short => Self::new("refused-password-short").with("n", Password::SHORTEST),
            PasswordError::Long => Self::new("refused-password-long").with("n", Password::LONGEST),
            PasswordError::Name => Self::new("refused-password-is-name"),
            PasswordError::Guessable => Self::new("refused-password-guessable"),
        }
    }
}

impl From<&SignUpError> for Message {
    fn from(why: &SignUpError) -> Self {
        match why {
            SignUpError::Name(why) => why.into(),
            SignUpError::Password(why) => why.into(),
            SignUpError::Taken => Self::new("refused-name-taken"),
            SignUpError::LooksTaken => Self::new("refused-name-looks-taken"),
            SignUpError::NoGuest => Self::new("refused-no-guest"),
            SignUpError::Throttled(why) => why.into(),
            SignUpError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&StaffError> for Message {
    fn from(why: &StaffError) -> Self {
        match why {
            StaffError::NotFound => Self::new("error-not-found-text"),
            StaffError::Colleague => Self::new("refused-colleague"),
            StaffError::Guest => Self::new("refused-guest-name"),
            StaffError::Rule => Self::new("refused-rule").with("n", REASON_LONGEST),
            StaffError::Answer => Self::new("refused-answer").with("n", REASON_LONGEST),
            StaffError::RestrictionLength => Self::new("refused-restriction-length"),
            StaffError::Length => Self::new("refused-stop-length"),
            StaffError::NoTimeOut => Self::new("refused-no-time-out"),
            StaffError::Reason => Self::new("refused-reason").with("n", REASON_LONGEST),
            StaffError::Name(why) => why.into(),
            StaffError::Taken => Self::new("refused-name-taken"),
            StaffError::LooksTaken => Self::new("refused-name-looks-taken"),
            StaffError::Stale => Self::new("refused-overtaken"),
            StaffError::Denied(why) => why.into(),
            StaffError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&LoginError> for Message {
    fn from(why: &LoginError) -> Self {
        match why {
            LoginError::Wrong => Self::new("refused-sign-in"),
            LoginError::SecondStep(_) => Self::new("second-step-next"),
            LoginError::Throttled(why) => why.into(),
            LoginError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&PasswordChangeError> for Message {
    fn from(why: &PasswordChangeError) -> Self {
        match why {
            PasswordChangeError::Wrong => Self::new("refused-password-wrong"),
            PasswordChangeError::New(why) => why.into(),
            PasswordChangeError::Denied(why) => why.into(),
            PasswordChangeError::Throttled(why) => why.into(),
            PasswordChangeError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&RecoverError> for Message {
    fn from(why: &RecoverError) -> Self {
        match why {
            RecoverError::Wrong => Self::new("refused-recovery"),
            RecoverError::SecondStep(_) => Self::new("second-step-next"),
            RecoverError::Password(why) => why.into(),
            RecoverError::Throttled(why) => why.into(),
            RecoverError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&SecondStepError> for Message {
    fn from(why: &SecondStepError) -> Self {
        match why {
            SecondStepError::Wrong => Self::new("refused-second-step"),
            SecondStepError::Expired => Self::new("refused-second-step-late"),
            SecondStepError::Throttled(why) => why.into(),
            SecondStepError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&AuthenticatorError> for Message {
    fn from(why: &AuthenticatorError) -> Self {
        match why {
            AuthenticatorError::Wrong => Self::new("refused-authenticator"),
            AuthenticatorError::NoSetUp => Self::new("refused-authenticator-set-up"),
            AuthenticatorError::Denied(why) => why.into(),
            AuthenticatorError::Throttled(why) => why.into(),
            AuthenticatorError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&PasskeyError> for Message {
    fn from(why: &PasskeyError) -> Self {
        match why {
            PasskeyError::Refused => Self::new("refused-passkey"),
            PasskeyError::Expired => Self::new("refused-passkey-late"),
            PasskeyError::TooMany => Self::new("refused-too-many-passkeys").with("n", MOST_PASSKEYS),
            PasskeyError::Known => Self::new("refused-passkey-known"),
            PasskeyError::Denied(why) => why.into(),
            PasskeyError::Throttled(why) => why.into(),
            PasskeyError::Failed(_) | PasskeyError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&SubscribeError> for Message {
    fn from(why: &SubscribeError) -> Self {
        match why {
            SubscribeError::Off => Self::new("refused-push-off"),
            SubscribeError::Malformed => Self::new("refused-push-malformed"),
            SubscribeError::Unknown { host } => Self::new("refused-push-service").with("host", host.as_str()),
            SubscribeError::Denied(why) => why.into(),
            SubscribeError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&GuestError> for Message {
    fn from(why: &GuestError) -> Self {
        match why {
            GuestError::Throttled(why) => why.into(),
            GuestError::NoName => Self::new("refused-no-guest-name"),
            GuestError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&JoinError> for Message {
    fn from(why: &JoinError) -> Self {
        match why {
            JoinError::NoSuchGame => Self::new("refused-no-table"),
            JoinError::Full => Self::new("refused-full"),
            JoinError::Reserved => Self::new("refused-kept"),
            JoinError::AlreadyIn => Self::new("refused-already-in"),
            JoinError::Bot => Self::new("refused-bots-join"),
            JoinError::ForBots => Self::new("refused-for-bots"),
            JoinError::Guest => Self::new("refused-guest-joins"),
            JoinError::Unreliable { least, yours } => {
                Self::new("refused-unreliable").with("least", least).with("yours", yours)
            }
            JoinError::Newcomer => Self::new("refused-newcomer").with("least", ReliabilityDetails::LEAST),
            JoinError::Rating { range, yours } => rating_outside(*range, *yours),
            JoinError::Blocked => Self::new("refused-blocked"),
            JoinError::Denied(why) => why.into(),
            JoinError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&RevealError> for Message {
    fn from(why: &RevealError) -> Self {
        match why {
            RevealError::NoSuchGame => Self::new("refused-no-table"),
            RevealError::NotIn => Self::new("refused-not-in"),
            RevealError::OpenSeats => Self::new("refused-salt-early"),
            RevealError::TooLate => Self::new("refused-salt-late"),
            RevealError::NoSalt => Self::new("refused-no-salt"),
            RevealError::Mismatch => Self::new("refused-salt-mismatch"),
            RevealError::TooLong => Self::new("refused-salt").with("n", SALT_LONGEST),
            RevealError::Denied(why) => why.into(),
            RevealError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&InviteError> for Message {
    fn from(why: &InviteError) -> Self {
        match why {
            InviteError::NoSuchGame => Self::new("refused-no-table"),
            InviteError::NoSuchPlayer => Self::new("refused-no-player"),
            InviteError::Several(_) => Self::new("refused-several-players"),
            InviteError::Guest => Self::new("refused-guest-opens"),
            InviteError::Blocked => Self::new("refused-blocked-invitation"),
            InviteError::Unavailable => Self::new("refused-invite-unavailable"),
            InviteError::Refused(InviteRefusal::TooMany { most }) => {
                Self::new("refused-too-many-invitations").with("n", most)
            }
            InviteError::Refused(why) => Self::new(match why {
                InviteRefusal::NotOpener => key("refused-not-opener"),
                InviteRefusal::Started => key("refused-begun"),
                InviteRefusal::Yourself => key("refused-invite-yourself"),
                InviteRefusal::AlreadyIn => key("refused-invite-seated"),
                InviteRefusal::AlreadyInvited => key("refused-invite-again"),
                InviteRefusal::Bot => key("refused-bots-invite"),
                InviteRefusal::ForBots => key("refused-for-bots"),
                InviteRefusal::Declined => key("refused-invite-declined"),
                InviteRefusal::NoSeat | InviteRefusal::TooMany { .. } => key("refused-invite-no-seat"),
            }),
            InviteError::Throttled(why) => why.into(),
            InviteError::Denied(why) => why.into(),
            InviteError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&DeclineError> for Message {
    fn from(why: &DeclineError) -> Self {
        match why {
            DeclineError::NotInvited => Self::new("refused-not-invited"),
            DeclineError::Denied(why) => why.into(),
            DeclineError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&LeaveError> for Message {
    fn from(why: &LeaveError) -> Self {
        match why {
            LeaveError::NoSuchGame => Self::new("refused-no-table"),
            LeaveError::NotIn => Self::new("refused-not-in"),
            LeaveError::Full => Self::new("refused-leave-full"),
            LeaveError::Begun => Self::new("refused-begun"),
            LeaveError::Denied(why) => why.into(),
            LeaveError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&RematchError> for Message {
    fn from(why: &RematchError) -> Self {
        match why {
            RematchError::NoSuchGame => Self::new("refused-no-game"),
            RematchError::NotIn => Self::new("refused-rematch-not-in"),
            RematchError::NotOver => Self::new("refused-not-over"),
            RematchError::TooMany(n) => Self::new("refused-too-many-tables").with("n", n),
            RematchError::InSeries => Self::new("refused-rematch-in-series"),
            RematchError::WithoutYou => Self::new("refused-without-you"),
            RematchError::Denied(why) => why.into(),
            RematchError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&OpenRefusal> for Message {
    fn from(why: &OpenRefusal) -> Self {
        match why {
            OpenRefusal::Rules(why) => Self::new("refused-rules").with("parameter", &why.parameter),
            OpenRefusal::Seats { most } => Self::new("refused-seats").with("most", most),
            OpenRefusal::ComputerSeats => Self::new("refused-computer-seats"),
            OpenRefusal::NoPerson => Self::new("refused-no-person"),
            OpenRefusal::ReplacementPrivate => Self::new("refused-replacement-private"),
            OpenRefusal::StandIns => Self::new("refused-stand-ins"),
            OpenRefusal::TimeControl(why) => allowance(*why),
            OpenRefusal::Hours(why) => playing_hours(*why),
            OpenRefusal::Reliability => Self::new("request-reliability"),
            OpenRefusal::Rated(why) => Self::new(not_rated(*why)),
            OpenRefusal::RatingRange => Self::new("refused-rating-range").with("most", RatingRange::MOST),
            OpenRefusal::RatingRangeUnrated => Self::new("refused-rating-range-unrated"),
            OpenRefusal::Setup(_) => Self::new("refused-handicaps").with("most", MOST_HANDICAP),
        }
    }
}

fn rating_outside(RatingRange { from, to }: RatingRange, yours: i64) -> Message {
    // As text, numbers have no separators.
    let (from, to) = (from.map(|from| from.to_string()), to.map(|to| to.to_string()));
    let yours = yours.to_string();
    match (from, to) {
        (Some(from), Some(to)) => {
            Message::new("refused-rating-between").with("from", from).with("to", to).with("yours", yours)
        }
        (Some(from), None) => Message::new("refused-rating-from").with("from", from).with("yours", yours),
        (None, to) => {
            Message::new("refused-rating-to").with("to", to.unwrap_or_default()).with("yours", yours)
        }
    }
}

const fn not_rated(why: NotRated) -> &'static str {
    match why {
        NotRated::Private => key("refused-rated-private"),
        NotRated::Computers => key("refused-rated-computers"),
        NotRated::Handicaps => key("refused-rated-handicaps"),
        NotRated::Hints => key("refused-rated-hints"),
        NotRated::TakeBacks => key("refused-rated-take-backs"),
        NotRated::StandIns => key("refused-rated-stand-ins"),
        NotRated::Clock => key("refused-rated-clock"),
        NotRated::MissedTurns => key("refused-rated-missed-turns"),
    }
}

/// Why nobody can play at such hours.
pub fn playing_hours(why: PlayingHoursRefusal) -> Message {
    match why {
        PlayingHoursRefusal::TooShort => {
            Message::new("refused-playing-hours").with("least", PlayingHours::SHORTEST / 60)
        }
        PlayingHoursRefusal::TooFewDays => {
            Message::new("refused-playing-days").with("least", PlayingHours::FEWEST_DAYS)
        }
    }
}

/// Why nobody can play with a clock.
pub fn allowance(why: AllowanceRefusal) -> Message {
    let at_most = |key, most| Message::new(key).with("most", duration::format(most));
    match why {
        AllowanceRefusal::Free => at_most(key("refused-clock-free"), Allowance::LONGEST_FREE),
        AllowanceRefusal::Bank => at_most(key("refused-clock-bank"), Allowance::LONGEST_BANK),
        AllowanceRefusal::Increment => at_most(key("refused-clock-increment"), Allowance::LONGEST_INCREMENT),
        AllowanceRefusal::Cap => at_most(key("refused-clock-cap"), Allowance::LONGEST_BANK),
        AllowanceRefusal::CapBelowBank => Message::new("refused-clock-cap-below-bank"),
        AllowanceRefusal::CapBelowIncrement => Message::new("refused-clock-cap-below-increment"),
        AllowanceRefusal::Most => at_most(key("refused-clock-most"), *Allowance::MOST.end())
            .with("least", duration::format(*Allowance::MOST.start())),
        AllowanceRefusal::NoTime => {
            Message::new("refused-clock-no-time").with("least", duration::format(Allowance::LEAST))
        }
    }
}

impl From<&OpenError> for Message {
    fn from(why: &OpenError) -> Self {
        match why {
            OpenError::Refused(why) => why.into(),
            OpenError::TooMany(n) => Self::new("refused-too-many-tables").with("n", n),
            OpenError::Bot => Self::new("refused-bots-open"),
            OpenError::ForBots => Self::new("refused-for-bots"),
            OpenError::Guest => Self::new("refused-guest-opens"),
            OpenError::Throttled(why) => why.into(),
            OpenError::Denied(why) => why.into(),
            OpenError::Store(_) => Self::new(FAILURE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;
    use engine::{RulesError, SetupError};

    #[test]
    fn every_invalid_table_setting_is_rejected_with_what_to_change() {
        let rules = RulesError { parameter: "meeples".to_owned(), reason: "in English".to_owned() };
        for (why, sentence) in [
            (OpenRefusal::Rules(rules), "These rules contradict each other. Change the rule “meeples”."),
            (
                OpenRefusal::Seats { most: 5 },
                "These rules are for 2 to 5 players. Choose a number of seats in that range.",
            ),
            (OpenRefusal::ComputerSeats, "The computer can have each seat only once."),
            (OpenRefusal::NoPerson, "At least one seat must be left for a person."),
            (
                OpenRefusal::TimeControl(AllowanceRefusal::Free),
                "The time for every turn can be at most 30\u{a0}d.",
            ),
            (
                OpenRefusal::Setup(SetupError("in English".to_owned())),
                "Enter a handicap of at most 1000 points for each seat, or none at all.",
            ),
        ] {
            assert_eq!(Locale::default().format(&Message::from(&OpenError::Refused(why))), sentence);
        }
    }
}
