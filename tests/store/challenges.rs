//! Challenges to games: two people who agree on terms, whoever is first and whatever comes in between.

use bastide::account::{ChallengeId, Hidden, RestrictionKind, UserId};
use bastide::service::{
    ChallengeError, Denied, Principal, RestrictionTerms, Scope, Service, StoreError, Throttled,
};
use bastide::table::{
    BestOf, Challenge, ChallengeEnd, ChallengeRefusal, ChallengeState, First, GameId, NotificationKind,
    Settings, Status, Terms, TimeControl,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_guest, as_user, run_jobs};
use crate::closing::close;

crate::on_both_databases! {
    accepting_a_challenge_begins_the_game_as_agreed
    the_two_go_back_and_forth_until_they_agree
    a_challenge_is_seen_by_the_two_only
    of_all_answers_at_once_one_counts
    two_people_have_one_open_challenge
    a_person_has_twenty_open_challenges_and_sends_thirty_a_day
    nobody_challenges_whom_they_cannot_play
    a_block_ends_challenges_and_none_comes_after_it
    a_block_and_a_challenge_at_once_leave_no_challenge
    nobody_who_is_kept_from_tables_makes_or_gets_or_accepts_a_challenge
    closing_an_account_removes_its_challenges
    an_offer_that_nobody_answers_expires_and_both_learn_of_it
    decided_challenges_are_deleted_after_thirty_days
}

/// A single game with a clock.
pub fn terms() -> Terms {
    Terms {
        settings: Settings { time_control: TimeControl::of_days(Some(3)), ..Settings::default() },
        first: First::Challenger,
        best_of: BestOf::One,
        tie_to_second: false,
    }
}

async fn challenge(service: &Service, from: &UserId, to: &UserId) -> ChallengeId {
    service.challenge(&as_user(from), to, terms()).await.unwrap()
}

async fn find(service: &Service, id: &ChallengeId, user: &UserId) -> Challenge {
    service.challenge_view(&as_user(user), id).await.unwrap().expect("the user is in it").challenge
}

async fn open_challenges(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) FROM game_challenges WHERE ended IS NULL").await
}

async fn waiting(service: &Service, user: &UserId) -> u32 {
    service.turns_waiting(&as_user(user)).await.unwrap()
}

async fn first_player(app: &TestApp, game: &GameId) -> UserId {
    let table = app.service.table(&HOME, game, None).await.unwrap().unwrap().table;
    table.player(table.to_move().unwrap()).unwrap().user().unwrap().clone()
}

async fn accepting_a_challenge_begins_the_game_as_agreed(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = challenge(service, &ann, &ben).await;
    assert_eq!((waiting(service, &ben).await, waiting(service, &ann).await), (1, 0));
    for user in [&ann, &ben] {
        let dashboard = service.dashboard(&as_user(user)).await.unwrap();
        assert_eq!(dashboard.challenges.len(), 1);
        assert_eq!(dashboard.challenges[0].waits_for(user), user == &ben);
    }
    assert_eq!(service.queue(&as_user(&ben)).await.unwrap().challenges.len(), 1);
    assert!(service.queue(&as_user(&ann)).await.unwrap().challenges.is_empty());

    let game = service.accept_challenge(&as_user(&ben), &id, 1).await.unwrap();
    assert_eq!(service.accept_challenge(&as_user(&ben), &id, 1).await.unwrap(), game, "twice");
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table;
    assert_eq!((table.status(), &table.settings, table.series), (Status::Playing, &terms().settings, None));
    assert_eq!(first_player(app, &game).await, ann, "the challenger begins");
    let told = service.dashboard(&as_user(&ann)).await.unwrap().notifications;
    assert_eq!(told.iter().map(|one| one.kind).collect::<Vec<_>>(), [NotificationKind::Started]);
    let told = service.dashboard(&as_user(&ben)).await.unwrap();
    assert!(told.notifications.is_empty() && told.challenges.is_empty(), "who accepts knows");
    assert_eq!((waiting(service, &ben).await, waiting(service, &ann).await), (0, 1), "a turn");
    let end = ChallengeEnd::Accepted { game: game.clone(), series: None };
    assert_eq!(find(service, &id, &ann).await.state, ChallengeState::Ended(end, service.now()));
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'expire_challenge'").await, 0);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn the_two_go_back_and_forth_until_they_agree(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = challenge(service, &ann, &ben).await;
    let private = |first| {
        let mut other = Terms { first, ..terms() };
        other.settings.public = false;
        other
    };
    let early = service.counter_challenge(&as_user(&ann), &id, 1, private(First::Random)).await;
    assert!(matches!(early, Err(ChallengeError::Refused(ChallengeRefusal::NotYours))), "{early:?}");
    service.counter_challenge(&as_user(&ben), &id, 1, private(First::Challenged)).await.unwrap();
    service.counter_challenge(&as_user(&ben), &id, 1, private(First::Challenged)).await.unwrap();
    assert_eq!((waiting(service, &ben).await, waiting(service, &ann).await), (0, 1), "now Ann must answer");
    let countered = find(service, &id, &ann).await;
    assert_eq!((countered.n, &countered.former), (2, &Some(terms())));
    let late = service.accept_challenge(&as_user(&ben), &id, 1).await;
    assert!(matches!(late, Err(ChallengeError::Refused(ChallengeRefusal::Changed))), "{late:?}");
    let game = service.accept_challenge(&as_user(&ann), &id, 2).await.unwrap();
    let table = service.table(&as_user(&ben), &game, None).await.unwrap().unwrap().table;
    assert!(!table.is_public() && table.waits_for(&ben), "Ben begins, as the challenged one");
    let after = service.decline_challenge(&as_user(&ann), &id, 2).await;
    assert!(matches!(after, Err(ChallengeError::Refused(ChallengeRefusal::Decided))), "{after:?}");

    let id = challenge(service, &ben, &ann).await;
    service.decline_challenge(&as_user(&ann), &id, 1).await.unwrap();
    service.decline_challenge(&as_user(&ann), &id, 1).await.unwrap();
    let told = service.dashboard(&as_user(&ben)).await.unwrap().challenges;
    assert_eq!(told.len(), 1, "Ben learns that Ann has declined");
    assert!(service.dashboard(&as_user(&ann)).await.unwrap().challenges.is_empty());
    let id = challenge(service, &ben, &ann).await;
    let others = service.withdraw_challenge(&as_user(&ann), &id, 1).await;
    assert!(matches!(others, Err(ChallengeError::Refused(ChallengeRefusal::NotYours))), "{others:?}");
    service.withdraw_challenge(&as_user(&ben), &id, 1).await.unwrap();
    service.withdraw_challenge(&as_user(&ben), &id, 1).await.unwrap();
    assert_eq!((open_challenges(app).await, waiting(service, &ann).await), (0, 0));
}

async fn a_challenge_is_seen_by_the_two_only(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let id = challenge(service, &ann, &ben).await;
    assert!(service.challenge_view(&as_user(&cleo), &id).await.unwrap().is_none());
    assert!(service.challenges(&as_user(&cleo)).await.unwrap().is_empty());
    let cleos = as_user(&cleo);
    for answer in [
        service.accept_challenge(&cleos, &id, 1).await.map(drop),
        service.decline_challenge(&cleos, &id, 1).await,
        service.withdraw_challenge(&cleos, &id, 1).await,
        service.counter_challenge(&cleos, &id, 1, terms()).await,
    ] {
        assert!(matches!(answer, Err(ChallengeError::NoSuchChallenge)), "{answer:?}");
    }
    for user in [&ann, &ben] {
        let listed = service.challenges(&as_user(user)).await.unwrap();
        let other = if user == &ann { "ben" } else { "ann" };
        assert_eq!(listed[0].opponent_of(user).unwrap().name, other);
    }
}

async fn of_all_answers_at_once_one_counts(app: &TestApp) {
    let (here, there) = (&app.service, app.second_process().await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (anns, bens) = (as_user(&ann), as_user(&ben));
    let other = || Terms { first: First::Random, ..terms() };
    let (mut games, mut accepted) = (0, 0);
    for round in 0..24 {
        // Counter-offers count, too.
        app.clock.advance(TimeDelta::hours(9));
        let id = challenge(here, &ann, &ben).await;
        match round % 3 {
            0 => {
                let (one, two) =
                    tokio::join!(here.accept_challenge(&bens, &id, 1), there.accept_challenge(&bens, &id, 1));
                assert_eq!(one.unwrap(), two.unwrap(), "the same form sent twice begins one game");
                accepted += 1;
            }
            1 => {
                let (one, two) = tokio::join!(
                    here.accept_challenge(&bens, &id, 1),
                    there.counter_challenge(&bens, &id, 1, other())
                );
                assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
                accepted += i64::from(one.is_ok());
                if two.is_ok() {
                    here.withdraw_challenge(&bens, &id, 2).await.unwrap();
                }
            }
            _ => {
                let (one, two) = tokio::join!(
                    there.accept_challenge(&bens, &id, 1),
                    here.withdraw_challenge(&anns, &id, 1)
                );
                assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
                accepted += i64::from(one.is_ok());
            }
        }
        games = app.count("SELECT COUNT(*) FROM games").await;
        assert_eq!((games, open_challenges(app).await), (accepted, 0), "round {round}");
    }
    assert!(games >= 8, "{games}");
    assert_eq!(here.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    there.close().await;
}

async fn two_people_have_one_open_challenge(app: &TestApp) {
    let (here, there) = (&app.service, app.second_process().await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (anns, bens) = (as_user(&ann), as_user(&ben));
    let (one, other) =
        tokio::join!(here.challenge(&anns, &ben, terms()), there.challenge(&bens, &ann, terms()));
    assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
    let (first, refused) = if one.is_ok() { (one, other) } else { (other, one) };
    let id = first.unwrap();
    assert!(matches!(&refused, Err(ChallengeError::Exists(open)) if *open == id), "{refused:?}");
    assert_eq!(open_challenges(app).await, 1);
    let maker = find(here, &id, &ann).await.from;
    let other = if maker == ann { &ben } else { &ann };
    let again = here.challenge(&as_user(&maker), other, terms()).await;
    assert_eq!(again.unwrap(), id, "the same form sent twice");
    let five = Terms { best_of: BestOf::Five, ..terms() };
    let again = here.challenge(&as_user(&maker), other, five).await;
    assert!(matches!(again, Err(ChallengeError::Exists(_))), "{again:?}");
    // Even if no job has come round to it, an old one is in nobody's way.
    app.clock.advance(Challenge::LASTS);
    let next = here.challenge(&as_user(other), &maker, terms()).await.unwrap();
    assert!(next != id && open_challenges(app).await == 1);
    there.close().await;
}

async fn a_person_has_twenty_open_challenges_and_sends_thirty_a_day(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let mut sent = Vec::new();
    for n in 0..20 {
        let other = app.person(&format!("other-{n}")).await;
        sent.push((challenge(service, &ann, &other).await, other));
    }
    let last = app.person("last").await;
    let refused = service.challenge(&as_user(&ann), &last, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::TooMany(20))), "{refused:?}");
    for (id, _) in &sent {
        service.withdraw_challenge(&as_user(&ann), id, 1).await.unwrap();
    }
    let mut more = 0;
    let refused = loop {
        match service.challenge(&as_user(&ann), &sent[more].1, terms()).await {
            Ok(_) => more += 1,
            Err(why) => break why,
        }
    };
    let too_many = matches!(refused, ChallengeError::Throttled(Throttled::TooManyAttempts { .. }));
    assert!(more == 9 && too_many, "{more}: {refused:?}");
    app.clock.advance(TimeDelta::days(1));
    challenge(service, &ann, &last).await;
}

async fn nobody_challenges_whom_they_cannot_play(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let yourself = service.challenge(&as_user(&ann), &ann, terms()).await;
    assert!(matches!(yourself, Err(ChallengeError::Refused(ChallengeRefusal::Yourself))), "{yourself:?}");
    let guest = service.create_guest(&HOME, "test").await.unwrap().user.id;
    let refused = service.challenge(&as_user(&ann), &guest, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::NoSuchPlayer)), "{refused:?}");
    let refused = service.challenge(&as_guest(&guest), &ann, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::Guest)), "{refused:?}");
    let nobody = UserId::new([9; 10]);
    let refused = service.challenge(&as_user(&ann), &nobody, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::NoSuchPlayer)), "{refused:?}");
    let bot = crate::bots::bot(app, &ann, "rex-bot").await;
    let ben = app.person("ben").await;
    for (from, to) in [(&ben, &bot), (&bot, &ben)] {
        let refused = service.challenge(&as_user(from), to, terms()).await;
        assert!(matches!(refused, Err(ChallengeError::Refused(ChallengeRefusal::Bot))), "{refused:?}");
    }
    let reader = Principal::token(ann.clone(), Scope::Read.into(), None);
    let refused = service.challenge(&reader, &ben, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::Denied(Denied::Scope(Scope::Play)))), "{refused:?}");
    assert_eq!(open_challenges(app).await, 0);
}

async fn block(service: &Service, user: &UserId, other: &UserId, hidden: bool) -> Result<(), StoreError> {
    service.hide_person(&as_user(user), other, Hidden::Blocked, hidden).await.unwrap();
    Ok(())
}

async fn a_block_ends_challenges_and_none_comes_after_it(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for (blocker, other) in [(&ann, &ben), (&ben, &ann)] {
        let id = challenge(service, &ann, &ben).await;
        block(service, blocker, other, true).await.unwrap();
        assert_eq!((open_challenges(app).await, waiting(service, &ben).await), (0, 0));
        let gone = service.accept_challenge(&as_user(&ben), &id, 1).await;
        assert!(matches!(gone, Err(ChallengeError::NoSuchChallenge)), "{gone:?}");
        for (from, to) in [(&ann, &ben), (&ben, &ann)] {
            let refused = service.challenge(&as_user(from), to, terms()).await;
            assert!(matches!(refused, Err(ChallengeError::Blocked)), "{refused:?}");
        }
        block(service, blocker, other, false).await.unwrap();
    }
    challenge(service, &ann, &ben).await;
    service.hide_person(&as_user(&ben), &ann, Hidden::Muted, true).await.unwrap();
    assert_eq!(open_challenges(app).await, 1, "who is muted may still challenge");
}

async fn a_block_and_a_challenge_at_once_leave_no_challenge(app: &TestApp) {
    let (here, there) = (&app.service, app.second_process().await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (anns, bens) = (as_user(&ann), as_user(&ben));
    for round in 0..12 {
        app.clock.advance(TimeDelta::hours(9));
        if round % 2 == 0 {
            let (_, blocked) =
                tokio::join!(here.challenge(&anns, &ben, terms()), block(&there, &ben, &ann, true));
            blocked.unwrap();
        } else {
            let id = challenge(here, &ann, &ben).await;
            let before = app.count("SELECT COUNT(*) FROM games").await;
            let (accepted, blocked) =
                tokio::join!(here.accept_challenge(&bens, &id, 1), block(&there, &ann, &ben, true));
            blocked.unwrap();
            let games = app.count("SELECT COUNT(*) FROM games").await;
            assert_eq!(games - before, i64::from(accepted.is_ok()), "{accepted:?}");
        }
        assert_eq!(open_challenges(app).await, 0, "round {round}");
        let (blocker, other) = if round % 2 == 0 { (&ben, &ann) } else { (&ann, &ben) };
        block(here, blocker, other, false).await.unwrap();
    }
    there.close().await;
}

async fn nobody_who_is_kept_from_tables_makes_or_gets_or_accepts_a_challenge(app: &TestApp) {
    let (mo, ann, ben) = (app.person("mo").await, app.person("ann").await, app.person("ben").await);
    let service = app.service.clone().with_staff(&[], &["mo".to_owned()]).await.unwrap().0;
    let received = challenge(&service, &ann, &ben).await;
    let restriction =
        RestrictionTerms { kind: RestrictionKind::Tables, days: 7, rule: "1", reason: "reason" };
    service.restrict(&as_confirmed(&mo, &app.clock), &ben, restriction).await.unwrap();
    let refused = service.accept_challenge(&as_user(&ben), &received, 1).await;
    assert!(matches!(refused, Err(ChallengeError::Denied(Denied::Restricted { .. }))), "{refused:?}");
    let other = Terms { best_of: BestOf::Three, ..terms() };
    let refused = service.counter_challenge(&as_user(&ben), &received, 1, other).await;
    assert!(matches!(refused, Err(ChallengeError::Denied(Denied::Restricted { .. }))), "{refused:?}");
    service.decline_challenge(&as_user(&ben), &received, 1).await.unwrap();
    let refused = service.challenge(&as_user(&ben), &ann, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::Denied(Denied::Restricted { .. }))), "{refused:?}");
    let refused = service.challenge(&as_user(&ann), &ben, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::Unavailable)), "{refused:?}");
    // The challenger is locked out while the other one thinks about it.
    let cleo = app.person("cleo").await;
    let id = challenge(&service, &ann, &cleo).await;
    let lock = RestrictionTerms { kind: RestrictionKind::Account, ..restriction };
    service.restrict(&as_confirmed(&mo, &app.clock), &ann, lock).await.unwrap();
    let refused = service.accept_challenge(&as_user(&cleo), &id, 1).await;
    assert!(matches!(refused, Err(ChallengeError::Unavailable)), "{refused:?}");
}

async fn closing_an_account_removes_its_challenges(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    // It takes a week, so these are still open.
    let closes = service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    app.clock.advance(closes - service.now() - TimeDelta::minutes(1));
    challenge(service, &ann, &ben).await;
    challenge(service, &cleo, &ann).await;
    challenge(service, &cleo, &ben).await;
    app.clock.advance(TimeDelta::minutes(1));
    run_jobs(service).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM game_challenges").await, 1);
    let refused = service.challenge(&as_user(&ben), &ann, terms()).await;
    assert!(matches!(refused, Err(ChallengeError::NoSuchPlayer)), "{refused:?}");
    close(app, service, &ben).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM game_challenges").await, 0);
}

async fn an_offer_that_nobody_answers_expires_and_both_learn_of_it(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for user in [&ann, &ben] {
        service.make_feed(&as_confirmed(user, &app.clock)).await.unwrap();
    }
    let pushes = "SELECT COUNT(*) FROM jobs WHERE kind = 'push' AND payload LIKE '%challenge/%'";
    let id = challenge(service, &ann, &ben).await;
    assert_eq!(app.count(pushes).await, 1, "Ben is told");
    app.clock.advance(TimeDelta::days(2));
    let other = Terms { first: First::Random, ..terms() };
    service.counter_challenge(&as_user(&ben), &id, 1, other).await.unwrap();
    assert_eq!(app.count(pushes).await, 2, "and then Ann");
    app.clock.advance(Challenge::LASTS - TimeDelta::seconds(1));
    run_jobs(service).await;
    assert_eq!(
        (open_challenges(app).await, app.count(pushes).await),
        (1, 0),
        "the offer is two days younger"
    );
    app.clock.advance(TimeDelta::seconds(1));
    let late = service.accept_challenge(&as_user(&ann), &id, 2).await;
    assert!(matches!(late, Err(ChallengeError::Refused(ChallengeRefusal::Decided))), "{late:?}");
    run_jobs(service).await;
    let expired = find(service, &id, &ann).await;
    assert_eq!(expired.state, ChallengeState::Ended(ChallengeEnd::Expired, expired.expires()));
    assert_eq!((waiting(service, &ann).await, waiting(service, &ben).await), (0, 0));
    let told = service.dashboard(&as_user(&ben)).await.unwrap().challenges;
    assert_eq!(told.len(), 1, "who waited for an answer learns that there was none");
    assert!(service.dashboard(&as_user(&ann)).await.unwrap().challenges.is_empty());
}

async fn decided_challenges_are_deleted_after_thirty_days(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = challenge(service, &ann, &ben).await;
    let game = service.accept_challenge(&as_user(&ben), &id, 1).await.unwrap();
    app.clock.advance(TimeDelta::days(30));
    service.clean_up().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM game_challenges").await, 1);
    app.clock.advance(TimeDelta::milliseconds(1));
    service.clean_up().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM game_challenges").await, 0);
    assert!(service.table(&as_user(&ann), &game, None).await.unwrap().is_some());
}
