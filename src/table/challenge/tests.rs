use super::*;
use crate::{ClockPreset, MissedTurns, NotRated, TimeControl};
use account::Maker;

fn person(n: u8, name: &str) -> Person {
    Person::human(UserId::new([n; 10]), name.to_owned())
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap()
}

fn terms() -> Terms {
    let time_control = TimeControl::Limited(ClockPreset::Daily.allowance());
    Terms {
        settings: Settings { time_control, ..Settings::default() },
        first: First::Challenged,
        best_of: BestOf::Three,
        tie_to_second: false,
    }
}

fn challenge(terms: Terms) -> Result<Challenge, ChallengeRefusal> {
    Challenge::new(ChallengeId::new([9; 10]), &person(1, "ann"), &person(2, "ben"), terms, noon())
}

#[test]
fn terms_survive_a_round_trip_through_json() {
    let json = serde_json::to_string(&terms()).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&json).unwrap(), terms());
    assert!(json.contains(r#""first":"challenged","best_of":"three","tie_to_second":false"#), "{json}");
    for first in First::ALL {
        assert_eq!(First::parse(first.word()), Some(first));
        assert_eq!(serde_json::to_value(first).unwrap(), first.word());
    }
}

#[test]
fn nobody_challenges_themselves_or_a_bot_or_on_terms_that_no_table_can_have() {
    let (ann, id) = (person(1, "ann"), ChallengeId::new([9; 10]));
    let refused = |to: &Person, terms| Challenge::new(id.clone(), &ann, to, terms, noon()).unwrap_err();
    assert_eq!(refused(&ann, terms()), ChallengeRefusal::Yourself);
    let maker = Maker { id: UserId::new([7; 10]), name: "maker".to_owned() };
    let bot = Person { bot_of: Some(maker), ..person(3, "bot") };
    assert_eq!(refused(&bot, terms()), ChallengeRefusal::Bot);
    let with = |change: fn(&mut Settings)| {
        let mut terms = terms();
        change(&mut terms.settings);
        challenge(terms).unwrap_err()
    };
    let offered = with(|settings| settings.missed_turns = MissedTurns::Offer(crate::ComputerLevel::One));
    assert_eq!(offered, ChallengeRefusal::Terms(TermsRefusal::SeatsOffered));
    let handicaps = with(|settings| settings.handicaps = vec![0, 10]);
    assert_eq!(handicaps, ChallengeRefusal::Terms(TermsRefusal::Handicaps));
    let rated = with(|settings| (settings.rated, settings.public) = (true, false));
    let private = TermsRefusal::Table(OpenRefusal::Rated(NotRated::Private));
    assert_eq!(rated, ChallengeRefusal::Terms(private));
}

#[test]
fn what_has_no_meaning_between_two_is_left_out_of_the_terms() {
    let mut odd = Terms { best_of: BestOf::One, tie_to_second: true, ..terms() };
    odd.settings.bots = true;
    odd.settings.reliability.percent = 90;
    let made = challenge(odd).unwrap();
    assert_eq!(made.terms, Terms { best_of: BestOf::One, ..terms() });
}

#[test]
fn the_two_answer_each_other_in_turn_until_one_accepts_declines_or_withdraws() {
    let (ann, ben) = (UserId::new([1; 10]), UserId::new([2; 10]));
    let first = challenge(terms()).unwrap();
    assert_eq!((first.offered_by(), first.to_answer(), first.opponent_of(&ben)), (&ann, &ben, &ann));
    let other = Terms { first: First::Random, ..terms() };
    assert_eq!(first.counter(&ann, 1, other.clone(), noon()), Err(ChallengeRefusal::NotYours));
    assert_eq!(first.counter(&ben, 1, terms(), noon()), Err(ChallengeRefusal::SameTerms));
    let later = noon() + TimeDelta::days(2);
    let second = first.counter(&ben, 1, other, later).unwrap();
    assert_eq!((second.n, second.offered_by(), second.former.as_ref()), (2, &ben, Some(&first.terms)));
    assert_eq!(second.expires(), later + Challenge::LASTS, "it takes three days again");
    let opened = || (GameId::new([4; 10]), Some(SeriesId::new([5; 10])));
    assert_eq!(second.accept(&ann, 1, opened(), later), Err(ChallengeRefusal::Changed));
    assert_eq!(second.accept(&ben, 2, opened(), later), Err(ChallengeRefusal::NotYours));
    assert_eq!(second.withdraw(&ann, 2, later), Err(ChallengeRefusal::NotYours));
    assert!(matches!(
        second.withdraw(&ben, 2, later).unwrap().state,
        ChallengeState::Ended(ChallengeEnd::Withdrawn, _)
    ));
    assert_eq!(first.notice(), Some((&ben, ChallengeNotice::Made)));
    assert_eq!(second.notice(), Some((&ann, ChallengeNotice::Countered)));
    assert_eq!(second.decline(&ann, 2, later).unwrap().notice(), Some((&ben, ChallengeNotice::Declined)));
    let accepted = second.accept(&ann, 2, opened(), later).unwrap();
    assert_eq!(accepted.notice(), None);
    for by in [&ann, &ben] {
        assert_eq!(accepted.decline(by, 2, later), Err(ChallengeRefusal::Decided));
        assert_eq!(accepted.withdraw(by, 2, later), Err(ChallengeRefusal::Decided));
    }
}

#[test]
fn an_offer_expires_after_three_days() {
    let made = challenge(terms()).unwrap();
    let ben = made.to.clone();
    let last = made.expires() - TimeDelta::milliseconds(1);
    assert!(made.check_answer(&ben, 1, last).is_ok() && made.expire(last).is_none());
    assert_eq!(made.check_answer(&ben, 1, made.expires()), Err(ChallengeRefusal::Decided));
    let expired = made.expire(made.expires() + TimeDelta::hours(1)).unwrap();
    assert_eq!(expired.state, ChallengeState::Ended(ChallengeEnd::Expired, made.expires()));
    assert!(expired.expire(made.expires()).is_none());
}

#[test]
fn no_challenge_goes_back_and_forth_for_ever() {
    let mut now = challenge(terms()).unwrap();
    let refused = loop {
        let first = if now.n.is_multiple_of(2) { First::Challenged } else { First::Random };
        match now.counter(now.to_answer(), now.n, Terms { first, ..terms() }, noon()) {
            Ok(next) => now = next,
            Err(why) => break why,
        }
    };
    assert_eq!((now.n, refused), (Challenge::MOST_OFFERS, ChallengeRefusal::TooManyOffers));
}

#[test]
fn who_begins_is_as_agreed_or_left_to_chance() {
    let (ann, ben) = (UserId::new([1; 10]), UserId::new([2; 10]));
    for (first, chance, begins) in [
        (First::Challenger, Side::Second, &ann),
        (First::Challenged, Side::First, &ben),
        (First::Random, Side::First, &ann),
        (First::Random, Side::Second, &ben),
    ] {
        let players = challenge(Terms { first, ..terms() }).unwrap().players(chance);
        assert_eq!(players[0], *begins);
        assert_ne!(players[0], players[1]);
    }
}
