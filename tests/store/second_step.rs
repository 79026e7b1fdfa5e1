//! Authenticator apps, and signing in in two steps.

use bastide::account::{AuthenticatorSecret, RecoveryCode, SessionToken, UserId};
use bastide::service::{
    AuthenticatorError, Denied, LoginError, RecoverError, SecondStepError, Service, Throttled,
};
use chrono::TimeDelta;

use crate::house::{HOME, House, as_confirmed, as_user};

crate::on_both_databases! {
    an_app_counts_after_its_first_code_and_each_code_once
    of_two_sign_ins_with_one_code_at_once_one_succeeds
    a_recovery_code_takes_the_place_of_a_lost_app_once
    a_recovered_password_does_not_skip_the_second_step
    a_second_step_waits_ten_minutes_and_not_for_an_old_password
    wrong_codes_are_limited
    only_a_user_who_confirmed_who_they_are_changes_their_app
    the_host_removes_a_lost_app
}

const PASSWORD: &str = "correct horse";

/// Signs up with an app.
async fn with_app(house: &House) -> (UserId, AuthenticatorSecret, Vec<RecoveryCode>) {
    let signed_up = house.service.sign_up(&HOME, "ann", PASSWORD, "").await.unwrap();
    let ann = signed_up.login.user.id;
    let me = as_confirmed(&ann, &house.clock);
    let app = house.service.begin_authenticator(&me).await.unwrap();
    house.service.finish_authenticator(&me, &app.code(house.clock.now())).await.unwrap();
    house.clock.advance(TimeDelta::minutes(1));
    (ann, app, signed_up.codes)
}

/// The first step of signing in.
async fn first_step(service: &Service, password: &str) -> SessionToken {
    match service.log_in(&HOME, "ann", password, "").await {
        Err(LoginError::SecondStep(token)) => token,
        other => panic!("{other:?}"),
    }
}

async fn an_app_counts_after_its_first_code_and_each_code_once(house: &House) {
    let service = &house.service;
    let ann = house.person("ann").await;
    let me = as_confirmed(&ann, &house.clock);
    let forgotten = service.begin_authenticator(&me).await.unwrap();
    let app = service.begin_authenticator(&me).await.unwrap();
    assert_eq!(service.unfinished_authenticator(&me).await.unwrap(), Some(app.clone()));
    let code = app.code(house.clock.now());
    for wrong in ["", "000000", &forgotten.code(house.clock.now())] {
        let refused = service.finish_authenticator(&me, wrong).await;
        assert!(matches!(refused, Err(AuthenticatorError::Wrong)), "{refused:?}");
    }
    service.log_in(&HOME, "ann", PASSWORD, "").await.expect("the app does not count yet");
    assert_eq!(service.authenticator_since(&me).await.unwrap(), None);
    service.finish_authenticator(&me, &code).await.unwrap();
    assert_eq!(service.authenticator_since(&me).await.unwrap(), Some(house.clock.now()));
    let again = service.begin_authenticator(&me).await;
    assert!(matches!(again, Err(AuthenticatorError::NoSetUp)), "{again:?}");
    assert_eq!(service.unfinished_authenticator(&me).await.unwrap(), None, "it is shown no more");

    let token = first_step(service, PASSWORD).await;
    let refused = service.finish_log_in(&HOME, &token, &code, "").await;
    assert!(matches!(refused, Err(SecondStepError::Wrong)), "it was used to set the app up: {refused:?}");
    house.clock.advance(TimeDelta::seconds(30));
    let login = service.finish_log_in(&HOME, &token, &app.code(house.clock.now()), "Lynx").await.unwrap();
    assert_eq!(
        (login.user.id.clone(), service.signed_in(&login.token).await.unwrap().is_some()),
        (ann.clone(), true)
    );
    let finished = service.finish_log_in(&HOME, &token, &app.code(house.clock.now()), "").await;
    assert!(matches!(finished, Err(SecondStepError::Expired)), "{finished:?}");
    let wrong = service.log_in(&HOME, "ann", "wrong password", "").await;
    assert!(matches!(wrong, Err(LoginError::Wrong)), "who guesses learns nothing: {wrong:?}");

    let me = as_confirmed(&ann, &house.clock);
    service.remove_authenticator(&me).await.unwrap();
    service.log_in(&HOME, "ann", PASSWORD, "").await.expect("the password is enough again");
}

async fn of_two_sign_ins_with_one_code_at_once_one_succeeds(house: &House) {
    let (_, app, _) = with_app(house).await;
    let (service, home, code) = (&house.service, HOME, app.code(house.clock.now()));
    let (one, other) = (first_step(service, PASSWORD).await, first_step(service, PASSWORD).await);
    let (one, other) = tokio::join!(
        service.finish_log_in(&home, &one, &code, ""),
        service.finish_log_in(&home, &other, &code, "")
    );
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
}

async fn a_recovery_code_takes_the_place_of_a_lost_app_once(house: &House) {
    let (ann, _, codes) = with_app(house).await;
    let service = &house.service;
    let token = first_step(service, PASSWORD).await;
    service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await.unwrap();
    assert_eq!(service.codes_left(&as_user(&ann)).await.unwrap(), 9);
    let token = first_step(service, PASSWORD).await;
    let refused = service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await;
    assert!(matches!(refused, Err(SecondStepError::Wrong)), "{refused:?}");
}

async fn a_recovered_password_does_not_skip_the_second_step(house: &House) {
    let (_, app, codes) = with_app(house).await;
    let service = &house.service;
    let token = match service.recover(&HOME, "ann", &codes[0].reveal(), "battery staple", "").await {
        Err(RecoverError::SecondStep(token)) => token,
        other => panic!("{other:?}"),
    };
    let refused = service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await;
    assert!(matches!(refused, Err(SecondStepError::Wrong)), "{refused:?}");
    service.finish_log_in(&HOME, &token, &app.code(house.clock.now()), "").await.unwrap();
}

async fn a_second_step_waits_ten_minutes_and_not_for_an_old_password(house: &House) {
    let (ann, app, _) = with_app(house).await;
    let service = &house.service;
    let late = first_step(service, PASSWORD).await;
    house.clock.advance(TimeDelta::minutes(10));
    let refused = service.finish_log_in(&HOME, &late, &app.code(house.clock.now()), "").await;
    assert!(matches!(refused, Err(SecondStepError::Expired)), "{refused:?}");
    let before = first_step(service, PASSWORD).await;
    assert_eq!(house.count("SELECT COUNT(*) FROM challenges").await, 1, "expired ones are deleted");
    service.change_password(&as_user(&ann), PASSWORD, "battery staple").await.unwrap();
    let refused = service.finish_log_in(&HOME, &before, &app.code(house.clock.now()), "").await;
    assert!(matches!(refused, Err(SecondStepError::Expired)), "{refused:?}");
    let unknown = service.finish_log_in(&HOME, &SessionToken::new([7; 32]), "000000", "").await;
    assert!(matches!(unknown, Err(SecondStepError::Expired)), "{unknown:?}");
    let token = first_step(service, "battery staple").await;
    service.finish_log_in(&HOME, &token, &app.code(house.clock.now()), "").await.unwrap();
}

async fn wrong_codes_are_limited(house: &House) {
    let (_, app, codes) = with_app(house).await;
    let service = &house.service;
    for tried in 0..10 {
        let token = first_step(service, PASSWORD).await;
        let refused = service.finish_log_in(&HOME, &token, "000000", "").await;
        assert!(matches!(refused, Err(SecondStepError::Wrong)), "{tried}: {refused:?}");
    }
    let token = first_step(service, PASSWORD).await;
    for right in [app.code(house.clock.now()), codes[0].reveal()] {
        let refused = service.finish_log_in(&HOME, &token, &right, "").await;
        let limited = matches!(refused, Err(SecondStepError::Throttled(Throttled::TooManyAttempts { .. })));
        assert!(limited, "{refused:?}");
    }
    house.clock.advance(TimeDelta::hours(1));
    let token = first_step(service, PASSWORD).await;
    service.finish_log_in(&HOME, &token, &app.code(house.clock.now()), "").await.unwrap();
}

async fn only_a_user_who_confirmed_who_they_are_changes_their_app(house: &House) {
    let ann = house.person("ann").await;
    let (service, idle) = (&house.service, as_user(&ann));
    let refused = service.begin_authenticator(&idle).await;
    assert!(matches!(refused, Err(AuthenticatorError::Denied(Denied::Unconfirmed))), "{refused:?}");
    let me = as_confirmed(&ann, &house.clock);
    let app = service.begin_authenticator(&me).await.unwrap();
    assert!(service.unfinished_authenticator(&idle).await.is_err());
    assert!(service.finish_authenticator(&idle, &app.code(house.clock.now())).await.is_err());
    service.finish_authenticator(&me, &app.code(house.clock.now())).await.unwrap();
    assert!(service.remove_authenticator(&idle).await.is_err());
    assert!(service.authenticator_since(&idle).await.unwrap().is_some());
    let ben = house.person("ben").await;
    service.remove_authenticator(&as_confirmed(&ben, &house.clock)).await.unwrap();
    assert!(service.authenticator_since(&idle).await.unwrap().is_some(), "it is ann's");
}

async fn the_host_removes_a_lost_app(house: &House) {
    let (ann, ..) = with_app(house).await;
    let code = house.service.reset_account("ann").await.unwrap().unwrap().reveal();
    house.service.recover(&HOME, "ann", &code, "battery staple", "").await.expect("no second step");
    assert_eq!(house.service.authenticator_since(&as_user(&ann)).await.unwrap(), None);
}
