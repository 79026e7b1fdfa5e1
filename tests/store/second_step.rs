//! Authenticator apps, and signing in in two steps.

use bastide::account::{AuthenticatorSecret, RecoveryCode, SessionToken, UserId};
use bastide::service::{
    AuthenticatorError, Denied, LoginError, RecoverError, SecondStepError, Service, Throttled,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_user};

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

/// Signs up with an authenticator.
async fn with_app(app: &TestApp) -> (UserId, AuthenticatorSecret, Vec<RecoveryCode>) {
    let signed_up = app.service.sign_up(&HOME, "ann", PASSWORD, "").await.unwrap();
    let ann = signed_up.login.user.id;
    let me = as_confirmed(&ann, &app.clock);
    let authenticator = app.service.begin_authenticator(&me).await.unwrap();
    app.service.finish_authenticator(&me, &authenticator.code(app.clock.now())).await.unwrap();
    app.clock.advance(TimeDelta::minutes(1));
    (ann, authenticator, signed_up.codes)
}

/// The first step of signing in.
async fn first_step(service: &Service, password: &str) -> SessionToken {
    match service.log_in(&HOME, "ann", password, "").await {
        Err(LoginError::SecondStep(token)) => token,
        other => panic!("{other:?}"),
    }
}

async fn an_app_counts_after_its_first_code_and_each_code_once(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let me = as_confirmed(&ann, &app.clock);
    let forgotten = service.begin_authenticator(&me).await.unwrap();
    let authenticator = service.begin_authenticator(&me).await.unwrap();
    assert_eq!(service.unfinished_authenticator(&me).await.unwrap(), Some(authenticator.clone()));
    let code = authenticator.code(app.clock.now());
    for wrong in ["", "000000", &forgotten.code(app.clock.now())] {
        let refused = service.finish_authenticator(&me, wrong).await;
        assert!(matches!(refused, Err(AuthenticatorError::Wrong)), "{refused:?}");
    }
    service.log_in(&HOME, "ann", PASSWORD, "").await.expect("the authenticator does not count yet");
    assert_eq!(service.authenticator_since(&me).await.unwrap(), None);
    service.finish_authenticator(&me, &code).await.unwrap();
    assert_eq!(service.authenticator_since(&me).await.unwrap(), Some(app.clock.now()));
    let again = service.begin_authenticator(&me).await;
    assert!(matches!(again, Err(AuthenticatorError::NoSetUp)), "{again:?}");
    assert_eq!(service.unfinished_authenticator(&me).await.unwrap(), None, "it is shown no more");

    let token = first_step(service, PASSWORD).await;
    let refused = service.finish_log_in(&HOME, &token, &code, "").await;
    assert!(
        matches!(refused, Err(SecondStepError::Wrong)),
        "it was used to set the authenticator up: {refused:?}"
    );
    app.clock.advance(TimeDelta::seconds(30));
    let login =
        service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "Lynx").await.unwrap();
    assert_eq!(
        (login.user.id.clone(), service.signed_in(&login.token).await.unwrap().is_some()),
        (ann.clone(), true)
    );
    let finished = service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "").await;
    assert!(matches!(finished, Err(SecondStepError::Expired)), "{finished:?}");
    let wrong = service.log_in(&HOME, "ann", "wrong password", "").await;
    assert!(matches!(wrong, Err(LoginError::Wrong)), "who guesses learns nothing: {wrong:?}");

    let me = as_confirmed(&ann, &app.clock);
    service.remove_authenticator(&me).await.unwrap();
    service.log_in(&HOME, "ann", PASSWORD, "").await.expect("the password is enough again");
}

async fn of_two_sign_ins_with_one_code_at_once_one_succeeds(app: &TestApp) {
    let (_, authenticator, _) = with_app(app).await;
    let (service, home, code) = (&app.service, HOME, authenticator.code(app.clock.now()));
    let (one, other) = (first_step(service, PASSWORD).await, first_step(service, PASSWORD).await);
    let (one, other) = tokio::join!(
        service.finish_log_in(&home, &one, &code, ""),
        service.finish_log_in(&home, &other, &code, "")
    );
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
}

async fn a_recovery_code_takes_the_place_of_a_lost_app_once(app: &TestApp) {
    let (ann, _, codes) = with_app(app).await;
    let service = &app.service;
    let token = first_step(service, PASSWORD).await;
    service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await.unwrap();
    assert_eq!(service.codes_left(&as_user(&ann)).await.unwrap(), 9);
    let token = first_step(service, PASSWORD).await;
    let refused = service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await;
    assert!(matches!(refused, Err(SecondStepError::Wrong)), "{refused:?}");
}

async fn a_recovered_password_does_not_skip_the_second_step(app: &TestApp) {
    let (_, authenticator, codes) = with_app(app).await;
    let service = &app.service;
    let token = match service.recover(&HOME, "ann", &codes[0].reveal(), "battery staple", "").await {
        Err(RecoverError::SecondStep(token)) => token,
        other => panic!("{other:?}"),
    };
    let refused = service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await;
    assert!(matches!(refused, Err(SecondStepError::Wrong)), "{refused:?}");
    service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "").await.unwrap();
}

async fn a_second_step_waits_ten_minutes_and_not_for_an_old_password(app: &TestApp) {
    let (ann, authenticator, _) = with_app(app).await;
    let service = &app.service;
    let late = first_step(service, PASSWORD).await;
    app.clock.advance(TimeDelta::minutes(10));
    let refused = service.finish_log_in(&HOME, &late, &authenticator.code(app.clock.now()), "").await;
    assert!(matches!(refused, Err(SecondStepError::Expired)), "{refused:?}");
    let before = first_step(service, PASSWORD).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM challenges").await, 1, "expired ones are deleted");
    service.change_password(&as_user(&ann), PASSWORD, "battery staple").await.unwrap();
    let refused = service.finish_log_in(&HOME, &before, &authenticator.code(app.clock.now()), "").await;
    assert!(matches!(refused, Err(SecondStepError::Expired)), "{refused:?}");
    let unknown = service.finish_log_in(&HOME, &SessionToken::new([7; 32]), "000000", "").await;
    assert!(matches!(unknown, Err(SecondStepError::Expired)), "{unknown:?}");
    let token = first_step(service, "battery staple").await;
    service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "").await.unwrap();
}

async fn wrong_codes_are_limited(app: &TestApp) {
    let (_, authenticator, codes) = with_app(app).await;
    let service = &app.service;
    for tried in 0..10 {
        let token = first_step(service, PASSWORD).await;
        let refused = service.finish_log_in(&HOME, &token, "000000", "").await;
        assert!(matches!(refused, Err(SecondStepError::Wrong)), "{tried}: {refused:?}");
    }
    let token = first_step(service, PASSWORD).await;
    for right in [authenticator.code(app.clock.now()), codes[0].reveal()] {
        let refused = service.finish_log_in(&HOME, &token, &right, "").await;
        let limited = matches!(refused, Err(SecondStepError::Throttled(Throttled::TooManyAttempts { .. })));
        assert!(limited, "{refused:?}");
    }
    app.clock.advance(TimeDelta::hours(1));
    let token = first_step(service, PASSWORD).await;
    service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "").await.unwrap();
}

async fn only_a_user_who_confirmed_who_they_are_changes_their_app(app: &TestApp) {
    let ann = app.person("ann").await;
    let (service, idle) = (&app.service, as_user(&ann));
    let refused = service.begin_authenticator(&idle).await;
    assert!(matches!(refused, Err(AuthenticatorError::Denied(Denied::Unconfirmed))), "{refused:?}");
    let me = as_confirmed(&ann, &app.clock);
    let authenticator = service.begin_authenticator(&me).await.unwrap();
    assert!(service.unfinished_authenticator(&idle).await.is_err());
    assert!(service.finish_authenticator(&idle, &authenticator.code(app.clock.now())).await.is_err());
    service.finish_authenticator(&me, &authenticator.code(app.clock.now())).await.unwrap();
    assert!(service.remove_authenticator(&idle).await.is_err());
    assert!(service.authenticator_since(&idle).await.unwrap().is_some());
    let ben = app.person("ben").await;
    service.remove_authenticator(&as_confirmed(&ben, &app.clock)).await.unwrap();
    assert!(service.authenticator_since(&idle).await.unwrap().is_some(), "it is ann's");
}

async fn the_host_removes_a_lost_app(app: &TestApp) {
    let (ann, ..) = with_app(app).await;
    let code = app.service.reset_account("ann").await.unwrap().unwrap().reveal();
    app.service.recover(&HOME, "ann", &code, "battery staple", "").await.expect("no second step");
    assert_eq!(app.service.authenticator_since(&as_user(&ann)).await.unwrap(), None);
}
