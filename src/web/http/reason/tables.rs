//! Why a table, or something about one before its game, was refused.

use super::FAILURE;
use crate::locale::{Message, duration, key};
use engine::MOST_HANDICAP;
use service::{
    DeclineError, InviteError, JoinError, LeaveError, OpenError, RematchError, RevealError, SALT_LONGEST,
};
use table::{
    Allowance, AllowanceRefusal, InviteRefusal, NotRated, OpenRefusal, PlayingHours, PlayingHoursRefusal,
    RatingRange, ReliabilityDetails,
};

impl From<&JoinError> for Message {
    fn from(why: &JoinError) -> Self {
        match why {
            JoinError::NoSuchGame => Message::new("refused-no-table"),
            JoinError::Full => Message::new("refused-full"),
            JoinError::Reserved => Message::new("refused-kept"),
            JoinError::AlreadyIn => Message::new("refused-already-in"),
            JoinError::Bot => Message::new("refused-bots-join"),
            JoinError::ForBots => Message::new("refused-for-bots"),
            JoinError::Guest => Message::new("refused-guest-joins"),
            JoinError::Unreliable { least, yours } => {
                Message::new("refused-unreliable").with("least", least).with("yours", yours)
            }
            JoinError::Newcomer => Message::new("refused-newcomer").with("least", ReliabilityDetails::LEAST),
            JoinError::Rating { range, yours } => rating_outside(*range, *yours),
            JoinError::Blocked => Message::new("refused-blocked"),
            JoinError::Denied(why) => why.into(),
            JoinError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&RevealError> for Message {
    fn from(why: &RevealError) -> Self {
        match why {
            RevealError::NoSuchGame => Message::new("refused-no-table"),
            RevealError::NotIn => Message::new("refused-not-in"),
            RevealError::OpenSeats => Message::new("refused-salt-early"),
            RevealError::TooLate => Message::new("refused-salt-late"),
            RevealError::NoSalt => Message::new("refused-no-salt"),
            RevealError::Mismatch => Message::new("refused-salt-mismatch"),
            RevealError::TooLong => Message::new("refused-salt").with("n", SALT_LONGEST),
            RevealError::Denied(why) => why.into(),
            RevealError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&InviteError> for Message {
    fn from(why: &InviteError) -> Self {
        match why {
            InviteError::NoSuchGame => Message::new("refused-no-table"),
            InviteError::NoSuchPlayer => Message::new("refused-no-player"),
            InviteError::Several(_) => Message::new("refused-several-players"),
            InviteError::Guest => Message::new("refused-guest-opens"),
            InviteError::Blocked => Message::new("refused-blocked-invitation"),
            InviteError::Unavailable => Message::new("refused-invite-unavailable"),
            InviteError::Refused(InviteRefusal::TooMany { most }) => {
                Message::new("refused-too-many-invitations").with("n", most)
            }
            InviteError::Refused(why) => Message::new(match why {
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
            InviteError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&DeclineError> for Message {
    fn from(why: &DeclineError) -> Self {
        match why {
            DeclineError::NotInvited => Message::new("refused-not-invited"),
            DeclineError::Denied(why) => why.into(),
            DeclineError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&LeaveError> for Message {
    fn from(why: &LeaveError) -> Self {
        match why {
            LeaveError::NoSuchGame => Message::new("refused-no-table"),
            LeaveError::NotIn => Message::new("refused-not-in"),
            LeaveError::Full => Message::new("refused-leave-full"),
            LeaveError::Begun => Message::new("refused-begun"),
            LeaveError::Denied(why) => why.into(),
            LeaveError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&RematchError> for Message {
    fn from(why: &RematchError) -> Self {
        match why {
            RematchError::NoSuchGame => Message::new("refused-no-game"),
            RematchError::NotIn => Message::new("refused-rematch-not-in"),
            RematchError::NotOver => Message::new("refused-not-over"),
            RematchError::TooMany(n) => Message::new("refused-too-many-tables").with("n", n),
            RematchError::InSeries => Message::new("refused-rematch-in-series"),
            RematchError::WithoutYou => Message::new("refused-without-you"),
            RematchError::Denied(why) => why.into(),
            RematchError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&OpenRefusal> for Message {
    fn from(why: &OpenRefusal) -> Self {
        match why {
            OpenRefusal::Rules(why) => Message::new("refused-rules").with("parameter", &why.parameter),
            OpenRefusal::Seats { most } => Message::new("refused-seats").with("most", most),
            OpenRefusal::ComputerSeats => Message::new("refused-computer-seats"),
            OpenRefusal::NoPerson => Message::new("refused-no-person"),
            OpenRefusal::ReplacementPrivate => Message::new("refused-replacement-private"),
            OpenRefusal::StandIns => Message::new("refused-stand-ins"),
            OpenRefusal::TimeControl(why) => allowance(*why),
            OpenRefusal::Hours(why) => playing_hours(*why),
            OpenRefusal::Reliability => Message::new("request-reliability"),
            OpenRefusal::Rated(why) => Message::new(not_rated(*why)),
            OpenRefusal::RatingRange => Message::new("refused-rating-range").with("most", RatingRange::MOST),
            OpenRefusal::RatingRangeUnrated => Message::new("refused-rating-range-unrated"),
            OpenRefusal::Setup(_) => Message::new("refused-handicaps").with("most", MOST_HANDICAP),
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
            OpenError::TooMany(n) => Message::new("refused-too-many-tables").with("n", n),
            OpenError::Bot => Message::new("refused-bots-open"),
            OpenError::ForBots => Message::new("refused-for-bots"),
            OpenError::Guest => Message::new("refused-guest-opens"),
            OpenError::Throttled(why) => why.into(),
            OpenError::Denied(why) => why.into(),
            OpenError::Store(_) => Message::new(FAILURE),
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
