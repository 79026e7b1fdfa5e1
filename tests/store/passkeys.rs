//! Passkeys: adding, using and removing them, and what is refused.

use bastide::account::{SessionToken, UserId};
use bastide::service::{
    Denied, Login, LoginError, MOST_PASSKEYS, PasskeyError, PasskeySite, Principal, Service, Throttled,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_user};
use crate::soft_passkey::{ORIGIN, SoftPasskey};

crate::on_both_databases! {
    a_passkey_signs_in_alone_in_any_process
    a_challenge_is_answered_once_and_within_five_minutes
    an_answer_for_another_site_or_without_verification_is_refused
    a_passkey_whose_counter_goes_back_is_refused
    a_passkey_serves_only_its_owner
    a_passkey_is_the_second_step_if_the_user_wants_it
    a_passkey_confirms_instead_of_the_password
    a_user_has_ten_passkeys_at_most_and_each_once
    only_a_user_who_confirmed_who_they_are_changes_their_passkeys
    challenges_are_bounded_and_expire
    the_host_removes_lost_passkeys
}

fn site() -> PasskeySite {
    PasskeySite::of(ORIGIN).unwrap()
}

/// Adds a passkey.
async fn add(app: &TestApp, user: &UserId) -> SoftPasskey {
    let (service, site, me) = (&app.service, site(), as_confirmed(user, &app.clock));
    let asked = service.begin_passkey(&site, &me).await.unwrap();
    let passkey = SoftPasskey::new(&asked.options);
    let answer = passkey.registration(&asked.options);
    service.add_passkey(&site, &me, &asked.token, &answer, " Phone\n").await.unwrap();
    passkey
}

async fn log_in(service: &Service, passkey: &mut SoftPasskey) -> Result<Login, PasskeyError> {
    let asked = service.begin_passkey_log_in(&site(), &HOME).await?;
    let answer = passkey.answer(&asked.options);
    service.log_in_with_passkey(&site(), &HOME, &asked.token, &answer, "Lynx").await
}

fn is_refused(result: &Result<Login, PasskeyError>) -> bool {
    matches!(result, Err(PasskeyError::Refused))
}

async fn a_passkey_signs_in_alone_in_any_process(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let service = &app.service;
    let other = app.second_process().await;
    let asked = service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
    assert_eq!(asked.options["userVerification"], "required");
    assert_eq!(asked.options["allowCredentials"], serde_json::json!([]), "nobody is named");
    let answer = passkey.answer(&asked.options);
    let login = other.log_in_with_passkey(&site(), &HOME, &asked.token, &answer, "Lynx").await.unwrap();
    assert_eq!(login.user.id, ann);
    assert!(login.browser.is_some(), "the browser is known from now on");
    assert!(service.signed_in(&login.token).await.unwrap().is_some());
    let listed = service.passkeys(&as_user(&ann)).await.unwrap();
    let [shown] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((shown.name.as_str(), shown.used), ("Phone", Some(app.clock.now())));
    service.remove_passkey(&as_confirmed(&ann, &app.clock), &shown.id).await.unwrap();
    assert!(is_refused(&log_in(service, &mut passkey).await), "it is removed");
    service.log_in(&HOME, "ann", "correct horse", "").await.expect("the password still works");
    other.close().await;
}

async fn a_challenge_is_answered_once_and_within_five_minutes(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let service = &app.service;
    let asked = service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
    let answer = passkey.answer(&asked.options);
    service.log_in_with_passkey(&site(), &HOME, &asked.token, &answer, "").await.unwrap();
    let replayed = service.log_in_with_passkey(&site(), &HOME, &asked.token, &answer, "").await;
    assert!(matches!(replayed, Err(PasskeyError::Expired)), "{replayed:?}");
    let next = service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
    let replayed = service.log_in_with_passkey(&site(), &HOME, &next.token, &answer, "").await;
    assert!(is_refused(&replayed), "an answer to another challenge: {replayed:?}");
    let late = service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
    app.clock.advance(TimeDelta::minutes(5));
    let answer = passkey.answer(&late.options);
    let late = service.log_in_with_passkey(&site(), &HOME, &late.token, &answer, "").await;
    assert!(matches!(late, Err(PasskeyError::Expired)), "{late:?}");
    for nonsense in ["", "{}", "null", "[]"] {
        let asked = service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
        let refused = service.log_in_with_passkey(&site(), &HOME, &asked.token, nonsense, "").await;
        assert!(is_refused(&refused), "{nonsense}: {refused:?}");
    }
    let unknown = SessionToken::new([7; 32]).reveal();
    for token in ["", "nonsense", &unknown] {
        let refused = service.log_in_with_passkey(&site(), &HOME, token, &answer, "").await;
        assert!(matches!(refused, Err(PasskeyError::Expired)), "{token}: {refused:?}");
    }
}

async fn an_answer_for_another_site_or_without_verification_is_refused(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let service = &app.service;
    for origin in ["https://localhost:8080", "http://localhost:8081", "http://evil.example"] {
        origin.clone_into(&mut passkey.origin);
        assert!(is_refused(&log_in(service, &mut passkey).await), "{origin}");
    }
    ORIGIN.clone_into(&mut passkey.origin);
    "evil.example".clone_into(&mut passkey.site);
    assert!(is_refused(&log_in(service, &mut passkey).await), "signed for another site");
    "localhost".clone_into(&mut passkey.site);
    passkey.verified = false;
    assert!(is_refused(&log_in(service, &mut passkey).await), "nobody was verified");
    passkey.verified = true;
    log_in(service, &mut passkey).await.unwrap();

    let me = as_confirmed(&ann, &app.clock);
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    assert_eq!(asked.options["authenticatorSelection"]["residentKey"], "required");
    let mut other = SoftPasskey::new(&asked.options);
    "http://evil.example".clone_into(&mut other.origin);
    let answer = other.registration(&asked.options);
    let refused = service.add_passkey(&site(), &me, &asked.token, &answer, "").await;
    assert!(matches!(refused, Err(PasskeyError::Refused)), "{refused:?}");
}

async fn a_passkey_whose_counter_goes_back_is_refused(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    passkey.counter = 40;
    log_in(&app.service, &mut passkey).await.unwrap();
    for (counter, accepted) in [(40, false), (9, false), (41, true)] {
        // It is counted up before signing.
        passkey.counter = counter;
        let result = log_in(&app.service, &mut passkey).await;
        assert_eq!(result.is_ok(), accepted, "{counter}: {result:?}");
    }
}

async fn a_passkey_serves_only_its_owner(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut of_ann, mut of_ben) = (add(app, &ann).await, add(app, &ben).await);
    let service = &app.service;
    // Ben's passkey says that it is ann's.
    std::mem::swap(&mut of_ann.handle, &mut of_ben.handle);
    assert!(is_refused(&log_in(service, &mut of_ben).await));
    of_ben.handle = None;
    assert!(is_refused(&log_in(service, &mut of_ben).await), "it names nobody");
    // Ben's passkey under the id of ann's, which the key doesn't fit.
    std::mem::swap(&mut of_ann.id, &mut of_ben.id);
    of_ben.handle = of_ann.handle.clone();
    assert!(is_refused(&log_in(service, &mut of_ben).await));

    let mut of_ben = add(app, &ben).await;
    service.set_two_steps(&as_confirmed(&ann, &app.clock), true).await.unwrap();
    let Err(LoginError::SecondStep(waiting)) = service.log_in(&HOME, "ann", "correct horse", "").await else {
        panic!("a second step")
    };
    let asked = service.begin_passkey_second_step(&site(), &HOME, &waiting).await.unwrap();
    let answer = of_ben.answer(&asked.options);
    let refused =
        service.finish_log_in_with_passkey(&site(), &HOME, &waiting, (&asked.token, &answer), "").await;
    assert!(is_refused(&refused), "{refused:?}");
    let me = as_user(&ann);
    let asked = service.begin_passkey_confirm(&site(), &me).await.unwrap();
    let answer = of_ben.answer(&asked.options);
    let refused = service.confirm_with_passkey(&site(), &me, &asked.token, &answer).await;
    assert!(matches!(refused, Err(PasskeyError::Refused)), "{refused:?}");
    // Ann's challenge in ben's session.
    let (me, him) = (as_confirmed(&ann, &app.clock), as_confirmed(&ben, &app.clock));
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    let answer = SoftPasskey::new(&asked.options).registration(&asked.options);
    let refused = service.add_passkey(&site(), &him, &asked.token, &answer, "").await;
    assert!(matches!(refused, Err(PasskeyError::Refused)), "{refused:?}");
    let listed = service.passkeys(&me).await.unwrap();
    service.remove_passkey(&him, &listed[0].id).await.unwrap();
    assert_eq!(service.passkeys(&me).await.unwrap().len(), 1, "it is ann's");
}

async fn a_passkey_is_the_second_step_if_the_user_wants_it(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let (service, me) = (&app.service, as_confirmed(&ann, &app.clock));
    service.log_in(&HOME, "ann", "correct horse", "").await.expect("the password alone");
    assert!(!service.takes_two_steps(&me).await.unwrap());
    service.set_two_steps(&me, true).await.unwrap();
    assert!(service.takes_two_steps(&me).await.unwrap());
    let Err(LoginError::SecondStep(waiting)) = service.log_in(&HOME, "ann", "correct horse", "").await else {
        panic!("a second step")
    };
    let ways = service.second_step_ways(&HOME, &waiting).await.unwrap();
    assert_eq!((ways.app, ways.passkey), (false, true));
    let asked = service.begin_passkey_second_step(&site(), &HOME, &waiting).await.unwrap();
    assert_eq!(asked.options["allowCredentials"].as_array().unwrap().len(), 1);
    // A challenge for signing in alone is another purpose.
    let answer = passkey.answer(&asked.options);
    let mixed = service.log_in_with_passkey(&site(), &HOME, &asked.token, &answer, "").await;
    assert!(matches!(mixed, Err(PasskeyError::Expired)), "{mixed:?}");
    passkey.handle = None;
    let answer = passkey.answer(&asked.options);
    let login = service
        .finish_log_in_with_passkey(&site(), &HOME, &waiting, (&asked.token, &answer), "")
        .await
        .expect("authenticators need not name the user that was asked for");
    assert_eq!(login.user.id, ann);
    let ended = service.begin_passkey_second_step(&site(), &HOME, &waiting).await;
    assert!(matches!(ended, Err(PasskeyError::Expired)), "{ended:?}");

    let listed = service.passkeys(&me).await.unwrap();
    service.remove_passkey(&me, &listed[0].id).await.unwrap();
    service.log_in(&HOME, "ann", "correct horse", "").await.expect("there is no second step any more");
    service.set_two_steps(&me, true).await.unwrap();
    assert!(!service.takes_two_steps(&me).await.unwrap(), "it takes a passkey");
}

async fn a_passkey_confirms_instead_of_the_password(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let service = &app.service;
    let login = log_in(service, &mut passkey).await.unwrap();
    app.clock.advance(TimeDelta::minutes(11));
    let idle = Principal::in_session(&service.signed_in(&login.token).await.unwrap().unwrap(), None);
    assert!(!idle.is_confirmed(app.clock.now()));
    let asked = service.begin_passkey_confirm(&site(), &idle).await.unwrap();
    let answer = passkey.answer(&asked.options);
    let token = service.confirm_with_passkey(&site(), &idle, &asked.token, &answer).await.unwrap();
    assert_eq!(service.signed_in(&login.token).await.unwrap(), None, "the session has another token now");
    let fresh = Principal::in_session(&service.signed_in(&token).await.unwrap().unwrap(), None);
    assert!(fresh.is_confirmed(app.clock.now()));
}

async fn a_user_has_ten_passkeys_at_most_and_each_once(app: &TestApp) {
    let ann = app.person("ann").await;
    let (service, me) = (&app.service, as_confirmed(&ann, &app.clock));
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    let first = SoftPasskey::new(&asked.options);
    let answer = first.registration(&asked.options);
    service.add_passkey(&site(), &me, &asked.token, &answer, "").await.unwrap();
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    assert_eq!(asked.options["excludeCredentials"].as_array().unwrap().len(), 1);
    let ben = app.person("ben").await;
    let him = as_confirmed(&ben, &app.clock);
    let asked = service.begin_passkey(&site(), &him).await.unwrap();
    let answer = first.registration(&asked.options);
    let known = service.add_passkey(&site(), &him, &asked.token, &answer, "").await;
    assert!(matches!(known, Err(PasskeyError::Known)), "{known:?}");

    for _ in 2..MOST_PASSKEYS {
        add(app, &ann).await;
    }
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    let answer = SoftPasskey::new(&asked.options).registration(&asked.options);
    add_behind(app, &ann).await;
    let full = service.add_passkey(&site(), &me, &asked.token, &answer, "").await;
    assert!(matches!(full, Err(PasskeyError::TooMany)), "{full:?}");
    let full = service.begin_passkey(&site(), &me).await;
    assert!(matches!(full, Err(PasskeyError::TooMany)), "{full:?}");
}

/// Adds a row behind the program's back.
async fn add_behind(app: &TestApp, user: &UserId) {
    let row = format!(
        "INSERT INTO passkeys (id, user_id, name, credential, since) VALUES ('x', '{user}', '', '', 0)"
    );
    app.damage(&row).await;
}

async fn only_a_user_who_confirmed_who_they_are_changes_their_passkeys(app: &TestApp) {
    let ann = app.person("ann").await;
    add(app, &ann).await;
    let (service, idle) = (&app.service, as_user(&ann));
    let refused = service.begin_passkey(&site(), &idle).await;
    assert!(matches!(refused, Err(PasskeyError::Denied(Denied::Unconfirmed))), "{refused:?}");
    let me = as_confirmed(&ann, &app.clock);
    let asked = service.begin_passkey(&site(), &me).await.unwrap();
    let answer = SoftPasskey::new(&asked.options).registration(&asked.options);
    assert!(service.add_passkey(&site(), &idle, &asked.token, &answer, "").await.is_err());
    let listed = service.passkeys(&idle).await.unwrap();
    assert!(service.remove_passkey(&idle, &listed[0].id).await.is_err());
    assert!(service.set_two_steps(&idle, true).await.is_err());
    assert!(service.begin_passkey(&site(), &HOME).await.is_err());
    assert!(service.begin_passkey_confirm(&site(), &HOME).await.is_err());
    assert_eq!(service.passkeys(&idle).await.unwrap(), listed);
}

async fn challenges_are_bounded_and_expire(app: &TestApp) {
    let ann = app.person("ann").await;
    let (service, me) = (&app.service, as_confirmed(&ann, &app.clock));
    for _ in 0..3 {
        service.begin_passkey(&site(), &me).await.unwrap();
        service.begin_passkey_confirm(&site(), &me).await.unwrap();
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM challenges").await, 2, "one for each purpose");
    let mut stored = 0;
    let refused = loop {
        match service.begin_passkey_log_in(&site(), &HOME).await {
            Ok(_) => stored += 1,
            Err(refused) => break refused,
        }
    };
    assert!(matches!(refused, PasskeyError::Throttled(Throttled::TooManyAttempts { .. })), "{refused:?}");
    assert_eq!(stored, 100, "from one address");
    app.clock.advance(TimeDelta::minutes(15));
    service.begin_passkey_log_in(&site(), &HOME).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM challenges").await, 1, "expired ones are deleted");
}

async fn the_host_removes_lost_passkeys(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut passkey = add(app, &ann).await;
    let me = as_confirmed(&ann, &app.clock);
    app.service.set_two_steps(&me, true).await.unwrap();
    let code = app.service.reset_account("ann").await.unwrap().unwrap().reveal();
    app.service.recover(&HOME, "ann", &code, "battery staple", "").await.expect("no second step");
    assert!(is_refused(&log_in(&app.service, &mut passkey).await));
}
