//! Offers: who is put together, that nobody plays more than they want, and that no offer is taken twice.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use bastide::account::{Hidden, OfferId, RestrictionKind, UserId};
use bastide::engine::{DrawSecret, Preset, Ruleset};
use bastide::rating::Pool;
use bastide::service::{Denied, Found, JoinError, OfferError, RestrictionTerms, Service, Store};
use bastide::store::BeginResult;
use bastide::table::{
    Absences, ClockPreset, GameId, Invite, NewOffer, Offer, OfferRefusal, OfferTerms, OfferedRules,
    OpenTable, Period, Person, RatedChoice, RatingRange, RequiredReliability, Settings, Status,
    TableRandomness,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_guest, as_user, at, run_jobs, submission};

crate::on_both_databases! {
    two_offers_that_welcome_a_game_begin_it
    who_wants_to_play_now_takes_what_there_is_or_waits
    a_table_that_waits_is_taken_before_an_offer
    an_offer_begins_as_many_games_as_it_says_and_waits_again_when_one_ends
    nobody_gets_more_games_than_they_want
    who_must_not_meet_is_not_put_together
    a_block_that_comes_in_between_is_heeded
    ratings_and_reliability_are_what_both_ask_for
    a_game_of_three_begins_when_three_fit
    of_a_thousand_who_take_offers_at_once_each_offer_serves_one
    only_people_with_accounts_make_offers_and_only_so_many
    offers_end_by_their_user_and_with_the_account
    keys_of_another_version_are_renewed
}

/// Rows by a number `k.i`, so that the databases have a reason to use indexes. The offers begin to wait in the future, so that no job looks for others who
/// fit each of them.
pub const PADDING: [&str; 3] = [
    r#"offers (id, user_id, terms, at_once, once, since, waits)
       SELECT '0000000000' || CAST(100000 + k.i AS TEXT), {user}, '{"rules":[],"seats":[],"clocks":[],"rated":"either"}',
              1, 0, k.i, CASE WHEN k.i % 2 = 0 THEN 4000000000000 + k.i END FROM k"#,
    "offer_keys (game_key, waits, offer)
     SELECT 'key' || CAST(k.i % 100 AS TEXT), o.waits, o.id FROM k JOIN offers o ON o.since = k.i WHERE o.waits IS NOT NULL",
    "offer_games (game, offer) SELECT o.id, o.id FROM k JOIN offers o ON o.since = k.i",
];

/// Modern rules, a turn a day, with anybody.
pub fn terms(seats: &[u8]) -> OfferTerms {
    OfferTerms {
        rules: vec![OfferedRules(Ruleset::of(Preset::Modern))],
        seats: seats.iter().copied().collect(),
        clocks: [ClockPreset::Daily].into(),
        rated: RatedChoice::Unrated,
        rating: RatingRange::default(),
        reliability: RequiredReliability::default(),
    }
}

fn standing(terms: OfferTerms, at_once: u8) -> NewOffer {
    NewOffer { terms, at_once, once: false }
}

async fn make(service: &Service, user: &UserId, offer: NewOffer) -> OfferId {
    service.make_offer(&as_user(user), offer).await.unwrap()
}

/// The games of a user that are in progress.
async fn games(app: &TestApp, user: &UserId) -> Vec<GameId> {
    let found = app.service.dashboard(&as_user(user)).await.unwrap();
    found.my_turn.into_iter().chain(found.waiting).map(|table| table.id).collect()
}

async fn people<const N: usize>(app: &TestApp, names: [&str; N]) -> [UserId; N] {
    let mut people = Vec::new();
    for name in names {
        people.push(app.person(name).await);
    }
    people.try_into().unwrap()
}

/// Has all offers matched that wait, as each server does every few minutes.
async fn look_again(app: &TestApp) {
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('match_offers', 'match_offers', 'results', '', 0, 0)
         ON CONFLICT (unique_key) DO UPDATE SET due = 0",
    )
    .await;
    run_jobs(&app.service).await;
}

/// A user with an account who signs up from some network: each can make only so many.
async fn person_from(app: &TestApp, network: u8, name: &str) -> UserId {
    let address = at(Ipv4Addr::new(192, 0, network, 1));
    app.service.sign_up(&address, name, "correct horse", "test").await.unwrap().login.user.id
}

/// Ends a game, with the jobs that follow.
async fn resign(app: &TestApp, user: &UserId, game: &GameId) {
    let last = app.replay(game).await.last();
    app.service.resign(&as_user(user), game, &submission(&app.service, last)).await.unwrap();
    run_jobs(&app.service).await;
}

/// Sends every statement about offers.
pub async fn tour(app: &TestApp) {
    let [ann, ben] = people(app, ["oda", "olaf"]).await;
    let service = &app.service;
    service.set_games_wanted(&as_user(&ann), Some(50)).await.unwrap();
    let kept = make(service, &ann, standing(terms(&[2]), 1)).await;
    service.own_offers(&as_user(&ann)).await.unwrap();
    service.open_offers(&as_user(&ben)).await.unwrap();
    let Found::Game(game) = service.take_offer(&as_user(&ben), &kept).await.unwrap() else {
        panic!("a game")
    };
    resign(app, &ann, &game).await;
    app.damage(&format!("UPDATE offer_keys SET game_key = 'old' WHERE offer = '{kept}'")).await;
    service.set_games_wanted(&as_user(&ann), None).await.unwrap();
    look_again(app).await;
    make(service, &ben, standing(terms(&[2, 3]), 5)).await;
    run_jobs(service).await;
    service.end_offer(&as_user(&ann), &kept).await.unwrap();
    service
        .end_offer(&as_user(&ben), &service.own_offers(&as_user(&ben)).await.unwrap().offers[0].id)
        .await
        .unwrap();
    let [oleg, otto] = people(app, ["oleg", "otto"]).await;
    for user in [&oleg, &otto] {
        service.play_now(&as_user(user), terms(&[2])).await.unwrap();
    }
}

async fn two_offers_that_welcome_a_game_begin_it(app: &TestApp) {
    let [ann, ben, cyd] = people(app, ["ann", "ben", "cyd"]).await;
    let choice = |presets: &[Preset], clocks: &[ClockPreset], rated| OfferTerms {
        rules: presets.iter().map(|&preset| OfferedRules(Ruleset::of(preset))).collect(),
        clocks: clocks.iter().copied().collect(),
        rated,
        ..terms(&[2, 3])
    };
    let of_ann = choice(
        &[Preset::Modern, Preset::Abbeys],
        &[ClockPreset::Daily, ClockPreset::Slow],
        RatedChoice::Either,
    );
    make(&app.service, &ann, standing(of_ann, 1)).await;
    make(
        &app.service,
        &cyd,
        standing(choice(&[Preset::Chicago], &[ClockPreset::Slow], RatedChoice::Either), 1),
    )
    .await;
    run_jobs(&app.service).await;
    assert!(games(app, &ann).await.is_empty(), "the two have no game in common");
    let of_ben = choice(&[Preset::Chicago, Preset::Abbeys], &[ClockPreset::Daily], RatedChoice::Rated);
    make(&app.service, &ben, standing(of_ben, 1)).await;
    run_jobs(&app.service).await;
    let begun = games(app, &ann).await;
    let [game] = &begun[..] else { panic!("one game: {begun:?}") };
    assert_eq!(games(app, &ben).await, begun);
    let table = app.service.table(&HOME, game, None).await.unwrap().unwrap().table;
    assert_eq!(table.status(), Status::Playing);
    assert_eq!(table.settings.rules, Ruleset::of(Preset::Abbeys));
    assert_eq!(table.settings.time_control.preset(), Some(ClockPreset::Daily));
    assert!(table.settings.rated && table.settings.public && table.seats().len() == 2);
    for user in [&ann, &ben] {
        let told = app.service.dashboard(&as_user(user)).await.unwrap().notifications;
        assert!(told.iter().any(|told| told.game == *game), "both are told that it has begun");
        let own = app.service.own_offers(&as_user(user)).await.unwrap().offers;
        assert_eq!((own[0].playing, own[0].waits), (1, None));
    }
    assert_eq!(app.count("SELECT COUNT(DISTINCT offer) FROM offer_keys").await, 1, "only Cyd's can be found");
}

async fn who_wants_to_play_now_takes_what_there_is_or_waits(app: &TestApp) {
    let [ann, ben, cyd] = people(app, ["ann", "ben", "cyd"]).await;
    let found = app.service.play_now(&as_user(&ann), terms(&[2])).await.unwrap();
    assert!(matches!(found, Found::Waits(_)), "{found:?}");
    assert_eq!(
        app.service.play_now(&as_user(&ann), terms(&[2])).await.unwrap(),
        found,
        "asked twice, made once"
    );
    let Found::Game(game) = app.service.play_now(&as_user(&ben), terms(&[2])).await.unwrap() else {
        panic!("Ann waits")
    };
    assert_eq!((games(app, &ann).await, games(app, &ben).await), (vec![game.clone()], vec![game]));
    assert!(
        app.service.own_offers(&as_user(&ann)).await.unwrap().offers.is_empty(),
        "it ended with its game"
    );
    assert!(matches!(app.service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap(), Found::Waits(_)));
    let told = |user: &UserId| {
        let user = as_user(user);
        async move { app.service.dashboard(&user).await.unwrap().notifications.len() }
    };
    assert_eq!((told(&ann).await, told(&ben).await), (1, 0), "who has pressed the button knows");
}

async fn a_table_that_waits_is_taken_before_an_offer(app: &TestApp) {
    let [ann, ben, cyd, dan] = people(app, ["ann", "ben", "cyd", "dan"]).await;
    make(&app.service, &ann, standing(terms(&[2]), 1)).await;
    let settings = Settings::usual(Ruleset::of(Preset::Modern), Some(ClockPreset::Daily), true);
    let open = OpenTable { settings, seats: 2, computers: Vec::new() };
    let other = open.clone().with(|settings| settings.hints = true);
    app.service.open_and_join(&as_user(&ben), &other, None).await.unwrap();
    let table = app.service.open_and_join(&as_user(&ben), &open, None).await.unwrap();
    assert_eq!(app.service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap(), Found::Game(table));
    let Found::Game(game) = app.service.play_now(&as_user(&dan), terms(&[2])).await.unwrap() else {
        panic!("Ann waits")
    };
    assert_eq!(games(app, &ann).await, [game]);
}

async fn an_offer_begins_as_many_games_as_it_says_and_waits_again_when_one_ends(app: &TestApp) {
    let [ann, ben, cyd, dan] = people(app, ["ann", "ben", "cyd", "dan"]).await;
    let offer = make(&app.service, &ann, standing(terms(&[2]), 2)).await;
    let take = async |user: &UserId| app.service.take_offer(&as_user(user), &offer).await;
    let Found::Game(first) = take(&ben).await.unwrap() else { panic!("a game") };
    let again = take(&ben).await;
    assert!(
        matches!(again, Err(OfferError::Met)),
        "no second game with the same person meanwhile: {again:?}"
    );
    take(&cyd).await.unwrap();
    let full = take(&dan).await;
    assert!(matches!(full, Err(OfferError::Taken)), "{full:?}");
    app.service.play_now(&as_user(&dan), terms(&[2])).await.unwrap();
    assert!(games(app, &dan).await.is_empty());
    resign(app, &ben, &first).await;
    assert_eq!(games(app, &dan).await.len(), 1, "the job after the end has found Dan");
    assert_eq!(games(app, &ann).await.len(), 2);
    run_jobs(&app.service).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM offer_games").await, 2);
    assert_eq!(app.count("SELECT COUNT(*) FROM offer_keys").await, 0);
}

async fn nobody_gets_more_games_than_they_want(app: &TestApp) {
    let [ann, ben, cyd] = people(app, ["ann", "ben", "cyd"]).await;
    app.service.set_games_wanted(&as_user(&ann), Some(1)).await.unwrap();
    let offer = make(&app.service, &ann, standing(terms(&[2]), 5)).await;
    let game = app.game_of(&[&ann, &ben], None).await;
    let found = app.service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap();
    assert!(matches!(found, Found::Waits(_)), "Ann has a game: {found:?}");
    assert!(matches!(app.service.take_offer(&as_user(&cyd), &offer).await, Err(OfferError::Taken)));
    assert!(app.service.open_offers(&as_user(&ben)).await.unwrap().iter().all(|open| open.person.id != ann));
    resign(app, &ben, &game).await;
    assert_eq!(games(app, &cyd).await, games(app, &ann).await);
    assert_eq!(games(app, &ann).await.len(), 1);
    app.service.play_now(&as_user(&ben), terms(&[2])).await.unwrap();
    app.service.set_games_wanted(&as_user(&ann), None).await.unwrap();
    assert_eq!(games(app, &ann).await.len(), 2, "the limit was all that was in the way");
    let refused = app.service.set_games_wanted(&as_user(&ann), Some(Offer::MOST_GAMES + 1)).await;
    assert!(matches!(refused, Err(OfferError::GamesWanted { most: Offer::MOST_GAMES })), "{refused:?}");
}

async fn who_must_not_meet_is_not_put_together(app: &TestApp) {
    let [ann, ben, mo, cyd] = people(app, ["ann", "ben", "mo", "cyd"]).await;
    let service = app.service.clone().with_staff(&[], &["mo".to_owned()]).await.unwrap().0;
    service.hide_person(&as_user(&ben), &ann, Hidden::Blocked, true).await.unwrap();
    let of_ann = make(&service, &ann, standing(terms(&[2]), 1)).await;
    assert!(service.open_offers(&as_user(&ben)).await.unwrap().is_empty());
    let refused = service.take_offer(&as_user(&ben), &of_ann).await;
    assert!(matches!(refused, Err(OfferError::Unfit(JoinError::Blocked))), "{refused:?}");
    service.play_now(&as_user(&ben), terms(&[2])).await.unwrap();
    run_jobs(&service).await;
    assert!(games(app, &ann).await.is_empty());
    let now = app.clock.now();
    let away = Period { from: now, until: now + TimeDelta::days(3) };
    service.take_leave(&as_user(&ann), away).await.unwrap();
    app.clock.advance(TimeDelta::minutes(1));
    service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap();
    assert_eq!(games(app, &cyd).await, games(app, &ben).await, "Ann has waited longer, but is on leave");
    service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(games(app, &cyd).await.len(), 1);
    app.clock.advance(TimeDelta::days(4));
    let terms_of = RestrictionTerms {
        kind: RestrictionKind::Tables,
        days: 7,
        rule: "Play on.",
        reason: "Left ten games",
    };
    service.restrict(&as_confirmed(&mo, &app.clock), &ann, terms_of).await.unwrap();
    look_again(app).await;
    assert!(games(app, &ann).await.is_empty(), "Ann can't play");
    let refused = service.play_now(&as_user(&ann), terms(&[2])).await;
    assert!(matches!(refused, Err(OfferError::Denied(Denied::Restricted { .. }))), "{refused:?}");
    app.clock.advance(TimeDelta::days(8));
    look_again(app).await;
    assert_eq!(games(app, &ann).await.len(), 1, "Cyd still waits");
}

async fn a_block_that_comes_in_between_is_heeded(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    let offer = make(&app.service, &ann, standing(terms(&[2]), 2)).await;
    let store = Store::open(app.url.as_str()).await.unwrap();
    let opening = |n: u8| {
        let randomness = TableRandomness {
            id: GameId::new([n; 10]),
            invite: Invite::new([n; 15]),
            secret: DrawSecret::new([n; 32]),
            sort_suffix: [0, n],
        };
        let players =
            [("ann", &ann), ("ben", &ben)].map(|(name, id)| Person::human(id.clone(), name.to_owned()));
        let table = terms(&[2]).games()[0].0.clone();
        table.begin(&players, None, randomness, &Absences::default(), app.clock.now()).unwrap()
    };
    let begin = async |n| {
        let players = vec![ben.clone(), ann.clone()];
        store.begin_offered(opening(n), players, vec![offer.clone()], None).await.unwrap()
    };
    assert_eq!(begin(1).await, BeginResult::Stored);
    app.service.hide_person(&as_user(&ben), &ann, Hidden::Blocked, true).await.unwrap();
    assert_eq!(begin(2).await, BeginResult::Taken, "they were found before the block");
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM offer_games").await, 1);
    store.close().await;
}

async fn ratings_and_reliability_are_what_both_ask_for(app: &TestApp) {
    let [ann, ben, cyd] = people(app, ["ann", "ben", "cyd"]).await;
    let strong = OfferTerms { rating: RatingRange { from: Some(1600), to: None }, ..terms(&[2]) };
    let known =
        OfferTerms { reliability: RequiredReliability { percent: 80, newcomers: false }, ..terms(&[2]) };
    let of_ann = make(&app.service, &ann, standing(strong, 1)).await;
    let of_ben = make(&app.service, &ben, standing(known, 1)).await;
    run_jobs(&app.service).await;
    let refused = app.service.take_offer(&as_user(&cyd), &of_ann).await;
    assert!(matches!(refused, Err(OfferError::Unfit(JoinError::Rating { yours: 1500, .. }))), "{refused:?}");
    let refused = app.service.take_offer(&as_user(&cyd), &of_ben).await;
    assert!(matches!(refused, Err(OfferError::Unfit(JoinError::Newcomer))), "{refused:?}");
    let open = app.service.open_offers(&as_user(&cyd)).await.unwrap();
    let why: BTreeSet<_> = open.iter().filter_map(|open| Some(open.why_not.as_ref()?.code())).collect();
    assert_eq!(why, ["newcomer", "rating-outside-range"].into());
    app.service.play_now(&as_user(&cyd), terms(&[2])).await.unwrap();
    run_jobs(&app.service).await;
    assert!(games(app, &cyd).await.is_empty());
    crate::ratings::rate(app, &cyd, Pool::ALL[0], 1700).await;
    look_again(app).await;
    assert_eq!(games(app, &cyd).await, games(app, &ann).await, "now Cyd is strong enough");
    assert_eq!(games(app, &cyd).await.len(), 1);
}

async fn a_game_of_three_begins_when_three_fit(app: &TestApp) {
    let [ann, ben, cyd, dan] = people(app, ["ann", "ben", "cyd", "dan"]).await;
    app.service.hide_person(&as_user(&ann), &cyd, Hidden::Blocked, true).await.unwrap();
    for user in [&ann, &ben, &cyd] {
        make(&app.service, user, standing(terms(&[3]), 1)).await;
        run_jobs(&app.service).await;
    }
    assert!(games(app, &ben).await.is_empty(), "Ann and Cyd are not put together");
    let [of_ann] = &app.service.own_offers(&as_user(&ann)).await.unwrap().offers[..] else {
        panic!("one offer")
    };
    let Found::Game(game) = app.service.take_offer(&as_user(&dan), &of_ann.id).await.unwrap() else {
        panic!("Dan makes three")
    };
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let players: BTreeSet<UserId> = table.people().map(|person| person.id.clone()).collect();
    assert!(players.contains(&dan) && players.contains(&ben) && players.len() == 3);
    assert!(!(players.contains(&ann) && players.contains(&cyd)));
}

async fn of_a_thousand_who_take_offers_at_once_each_offer_serves_one(app: &TestApp) {
    const TAKERS: usize = 40;
    const OFFERS: usize = 25;
    let mut takers = Vec::new();
    for n in 0..TAKERS {
        takers.push(person_from(app, 1, &format!("taker{n}")).await);
    }
    let mut offers = Vec::new();
    for n in 0..OFFERS {
        let user = person_from(app, 2, &format!("giver{n}")).await;
        offers.push(
            make(&app.service, &user, NewOffer { terms: terms(&[2]), at_once: 1, once: n % 2 == 0 }).await,
        );
    }
    let other = app.second_process().await;
    let mut races = Vec::new();
    for offer in &offers {
        for (n, taker) in takers.iter().enumerate() {
            let service = if n % 2 == 0 { app.service.clone() } else { other.clone() };
            let (taker, offer) = (as_user(taker), offer.clone());
            races.push(tokio::spawn(async move { service.take_offer(&taker, &offer).await }));
        }
    }
    let (mut begun, mut late) = (0, 0);
    for race in races {
        match race.await.unwrap() {
            Ok(Found::Game(_)) => begun += 1,
            Err(OfferError::Taken | OfferError::NoSuchOffer) => late += 1,
            other => panic!("{other:?}"),
        }
    }
    other.close().await;
    assert_eq!((begun, late), (OFFERS, TAKERS * OFFERS - OFFERS));
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 25);
    assert_eq!(
        app.count("SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM offer_games GROUP BY offer) AS each").await,
        1
    );
}

async fn only_people_with_accounts_make_offers_and_only_so_many(app: &TestApp) {
    let [ann] = people(app, ["ann"]).await;
    let (guest, ..) = crate::guests::guest(app).await;
    let refused = app.service.play_now(&as_guest(&guest), terms(&[2])).await;
    assert!(matches!(refused, Err(OfferError::Guest)), "{refused:?}");
    let rex = crate::bots::bot(app, &ann, "rex").await;
    let refused = app.service.make_offer(&as_user(&rex), standing(terms(&[2]), 1)).await;
    assert!(matches!(refused, Err(OfferError::Bot)), "{refused:?}");
    assert!(matches!(
        app.service.play_now(&HOME, terms(&[2])).await,
        Err(OfferError::Denied(Denied::SignedOut))
    ));
    for (offer, why) in [
        (standing(terms(&[]), 1), OfferRefusal::Seats { most: 6 }),
        (standing(terms(&[2]), 0), OfferRefusal::AtOnce { most: Offer::MOST_AT_ONCE }),
        (standing(terms(&[2]), 21), OfferRefusal::AtOnce { most: Offer::MOST_AT_ONCE }),
    ] {
        let refused = app.service.make_offer(&as_user(&ann), offer).await;
        assert!(matches!(&refused, Err(OfferError::Refused(refusal)) if *refusal == why), "{refused:?}");
    }
    for _ in 0..Offer::MOST {
        make(&app.service, &ann, standing(terms(&[2]), 1)).await;
    }
    let refused = app.service.make_offer(&as_user(&ann), standing(terms(&[2]), 1)).await;
    assert!(matches!(refused, Err(OfferError::TooMany(Offer::MOST))), "{refused:?}");
    let own = app.service.own_offers(&as_user(&ann)).await.unwrap().offers;
    let refused = app.service.take_offer(&as_user(&ann), &own[0].id).await;
    assert!(matches!(refused, Err(OfferError::Own)), "{refused:?}");
    run_jobs(&app.service).await;
    assert!(games(app, &ann).await.is_empty(), "nobody plays alone");
}

async fn offers_end_by_their_user_and_with_the_account(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    let first = make(&app.service, &ann, standing(terms(&[2]), 1)).await;
    make(&app.service, &ann, standing(terms(&[3]), 1)).await;
    let refused = app.service.end_offer(&as_user(&ben), &first).await;
    assert!(matches!(refused, Err(OfferError::NoSuchOffer)), "{refused:?}");
    app.service.end_offer(&as_user(&ann), &first).await.unwrap();
    assert!(matches!(app.service.take_offer(&as_user(&ben), &first).await, Err(OfferError::NoSuchOffer)));
    app.service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    make(&app.service, &ben, standing(terms(&[3, 2]), 1)).await;
    assert!(app.service.open_offers(&as_user(&ben)).await.unwrap().is_empty(), "who goes is not looked for");
    app.clock.advance(TimeDelta::days(8));
    run_jobs(&app.service).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM offers").await, 1);
}

async fn keys_of_another_version_are_renewed(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    for user in [&ann, &ben] {
        make(&app.service, user, standing(terms(&[2]), 1)).await;
        app.damage("UPDATE offer_keys SET game_key = offer").await;
    }
    look_again(app).await;
    assert_eq!(games(app, &ann).await.len(), 1, "each server begins with a look at all offers");
}
