//! Accounts and sessions.

use std::net::Ipv4Addr;

use bastide::account::{NameError, SessionToken};
use bastide::service::{LoginError, PasswordChangeError, Principal, RecoverError, SignUpError, Throttled};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_user, at};

crate::on_both_databases! {
    a_name_belongs_to_one_account_however_it_is_written
    names_that_look_alike_are_refused_and_other_alphabets_are_not
    a_name_from_before_skeletons_still_signs_in
    an_account_keeps_a_name_that_was_reserved_later
    two_people_who_want_one_name_at_once_do_not_both_get_it
    a_session_lasts_until_it_is_ended_or_old
    a_session_in_use_ends_at_once_however_it_is_ended
    a_session_in_use_knows_at_once_whose_turn_it_is
    a_new_password_ends_the_other_sessions
    a_recovery_code_leads_back_in_once
    new_codes_replace_the_old_ones
    guessing_a_password_is_stopped_by_account_and_by_address
    a_clock_that_is_set_back_does_not_prolong_a_lock_out
    the_host_can_restore_access_to_an_account
    a_time_zone_is_kept
    tokens_and_codes_are_stored_as_hashes_only
}

async fn a_name_belongs_to_one_account_however_it_is_written(app: &TestApp) {
    app.person("Ann-1").await;
    let again = app.service.sign_up(&HOME, "ANN-1", "correct horse", "").await;
    assert!(matches!(again, Err(SignUpError::Taken)), "{again:?}");
    let login = app.service.log_in(&HOME, "aNN-1", "correct horse", "").await.unwrap();
    assert_eq!(login.user.name, "Ann-1");
    for (name, password) in [("a", "correct horse"), ("ben", "short"), ("benjamin", "BENJAMIN")] {
        let refused = app.service.sign_up(&HOME, name, password, "").await;
        assert!(matches!(refused, Err(SignUpError::Name(_) | SignUpError::Password(_))), "{refused:?}");
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 1);
}

async fn names_that_look_alike_are_refused_and_other_alphabets_are_not(app: &TestApp) {
    app.person("Cop-Will").await;
    for alike in ["Cop-WiIl", "C0p-Will"] {
        let refused = app.service.sign_up(&HOME, alike, "correct horse", "").await;
        assert!(matches!(refused, Err(SignUpError::LooksTaken)), "{alike}: {refused:?}");
    }
    app.damage("UPDATE users SET skeleton = 'cop-will'").await;
    let refused = app.service.sign_up(&HOME, "C0p-WiIl", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::LooksTaken)), "like a name from before: {refused:?}");
    app.person("cop").await;
    let refused = app.service.sign_up(&HOME, "\u{441}\u{43e}\u{440}", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::LooksTaken)), "Cyrillic letters: {refused:?}");
    let guest = app.service.create_guest(&HOME, "").await.unwrap().principal(None);
    let refused = app.service.sign_up_guest(&guest, "C0P", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::LooksTaken)), "{refused:?}");

    let made = app.service.sign_up_guest(&guest, "J\u{f6}rg", "correct horse", "").await.unwrap();
    assert_eq!(made.login.user.name, "J\u{f6}rg");
    let again = app.service.sign_up(&HOME, "JO\u{308}RG", "correct horse", "").await;
    assert!(matches!(again, Err(SignUpError::Taken)), "{again:?}");
    app.service.log_in(&HOME, "jo\u{308}rg", "correct horse", "").await.unwrap();
    app.person("\u{5c0f}\u{660e}").await;
    app.person("\u{5e0}\u{5d5}\u{5e2}\u{5d4}").await;
}

async fn a_name_from_before_skeletons_still_signs_in(app: &TestApp) {
    app.person("Will").await;
    app.damage("UPDATE users SET skeleton = NULL").await;
    app.person("WiIl").await;
    for name in ["will", "wiil"] {
        app.service.log_in(&HOME, name, "correct horse", "").await.unwrap();
    }
}

async fn an_account_keeps_a_name_that_was_reserved_later(app: &TestApp) {
    app.person("ann").await;
    let reserved = app.service.sign_up(&HOME, "Adm1n", "correct horse", "").await;
    assert!(matches!(reserved, Err(SignUpError::Name(NameError::Reserved))), "{reserved:?}");
    app.damage("UPDATE users SET name = 'Adm1n', folded = 'adm1n'").await;
    let login = app.service.log_in(&HOME, "adm1n", "correct horse", "").await.unwrap();
    assert_eq!(login.user.name, "Adm1n");
}

async fn two_people_who_want_one_name_at_once_do_not_both_get_it(app: &TestApp) {
    let wishes = ["ann", "Ann", "aNn", "anN"].map(|name| {
        let service = app.service.clone();
        tokio::spawn(async move { service.sign_up(&HOME, name, "correct horse", "").await.is_ok() })
    });
    let mut granted = 0;
    for wish in wishes {
        granted += u32::from(wish.await.unwrap());
    }
    assert_eq!(granted, 1);
}

async fn a_session_lasts_until_it_is_ended_or_old(app: &TestApp) {
    let service = &app.service;
    let first = service.sign_up(&HOME, "ann", "correct horse", "Firefox\n").await.unwrap().login;
    let ann = first.user.id.clone();
    let seen = service.signed_in(&first.token).await.unwrap().unwrap();
    assert_eq!(seen.user, first.user);
    assert_eq!(service.signed_in(&SessionToken::new([0; 32])).await.unwrap(), None);

    app.clock.advance(TimeDelta::seconds(1));
    let second = service.log_in(&HOME, "ann", "correct horse", "Lynx").await.unwrap();
    let agents: Vec<String> =
        service.sessions(&as_user(&ann)).await.unwrap().into_iter().map(|one| one.agent).collect();
    assert_eq!(agents, ["Lynx", "Firefox"], "the newest first, without control characters");
    service.end_session(&as_confirmed(&ann, &app.clock), &seen.id).await.unwrap();
    assert_eq!(service.signed_in(&first.token).await.unwrap(), None);

    let third = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    let keep = third.session.clone();
    service.end_other_sessions(&third.principal(None)).await.unwrap();
    assert_eq!(service.signed_in(&second.token).await.unwrap(), None);
    let ben = app.person("ben").await;
    service.end_session(&as_confirmed(&ben, &app.clock), &keep).await.unwrap();
    assert!(service.signed_in(&third.token).await.unwrap().is_some(), "nobody ends the session of another");

    app.clock.advance(TimeDelta::days(91));
    assert_eq!(service.signed_in(&third.token).await.unwrap(), None);
    assert!(service.sessions(&as_user(&ann)).await.unwrap().is_empty());
    service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1, "old sessions are swept out");
}

/// A session that requests have just been made with, so that it is in the cache.
async fn session_in_use(app: &TestApp) -> SessionToken {
    let token = app.service.log_in(&HOME, "ann", "correct horse", "").await.unwrap().token;
    for _ in 0..3 {
        assert!(app.service.signed_in(&token).await.unwrap().is_some());
    }
    token
}

async fn a_session_in_use_ends_at_once_however_it_is_ended(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let is_over = async |token: &SessionToken| service.signed_in(token).await.unwrap().is_none();

    let token = session_in_use(app).await;
    let session = service.signed_in(&token).await.unwrap().unwrap().id;
    service.end_session(&as_confirmed(&ann, &app.clock), &session).await.unwrap();
    assert!(is_over(&token).await);

    let (token, here) = (session_in_use(app).await, session_in_use(app).await);
    let principal = Principal::in_session(&service.signed_in(&here).await.unwrap().unwrap(), None);
    service.set_zone(&principal, chrono_tz::Europe::Prague).await.unwrap();
    assert_eq!(service.signed_in(&token).await.unwrap().unwrap().user.zone, chrono_tz::Europe::Prague);
    service.end_other_sessions(&principal).await.unwrap();
    assert!(is_over(&token).await);

    let token = session_in_use(app).await;
    let (_, fresh) = service.change_password(&principal, "correct horse", "correct app").await.unwrap();
    assert!(is_over(&token).await);
    assert!(is_over(&here).await && !is_over(&fresh).await, "it goes on with another token");
    let here = fresh;
    service.reset_account("ann").await.unwrap();
    assert!(is_over(&here).await);
}

async fn a_session_in_use_knows_at_once_whose_turn_it_is(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let token = session_in_use(app).await;
    let mut seen = Vec::new();
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(app.game_of(&[&ann, &ben], None).await);
        for game in &games {
            app.play(game, &[&ann, &ben]).await.unwrap();
            let waiting = app.service.dashboard(&as_user(&ann)).await.unwrap().my_turn.len();
            // Twice: read, and from the cache.
            for _ in 0..2 {
                let turns = app.service.signed_in(&token).await.unwrap().unwrap().turns;
                assert_eq!(usize::try_from(turns).unwrap(), waiting);
            }
            seen.push(waiting);
        }
    }
    assert!(seen.contains(&0) && seen.iter().any(|waiting| *waiting > 0), "{seen:?}");
}

async fn a_new_password_ends_the_other_sessions(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap().login;
    let here = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    let here_now = here.principal(HOME.address());
    let change = |old, new| service.change_password(&here_now, old, new);
    assert!(matches!(change("wrong horse", "battery staple").await, Err(PasswordChangeError::Wrong)));
    assert!(matches!(change("correct horse", "short").await, Err(PasswordChangeError::New(_))));
    let (_, token) = change("correct horse", "battery staple").await.unwrap();
    assert!(service.signed_in(&token).await.unwrap().is_some());
    assert_eq!(service.signed_in(&here.token).await.unwrap(), None, "the session has another token now");
    assert_eq!(service.signed_in(&ann.token).await.unwrap(), None);
    let old = service.log_in(&HOME, "ann", "correct horse", "").await;
    assert!(matches!(old, Err(LoginError::Wrong)));
    service.log_in(&HOME, "ann", "battery staple", "").await.unwrap();
}

async fn a_recovery_code_leads_back_in_once(app: &TestApp) {
    let service = &app.service;
    let signed_up = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    app.person("ben").await;
    let code = signed_up.codes[3].reveal();
    let home = HOME;
    let recover = |name, code, password| service.recover(&home, name, code, password, "");
    for (name, code) in [("ben", code.as_str()), ("nobody", &code), ("ann", "0000-0000-0000-0000"), ("", "?")]
    {
        let refused = recover(name, code, "battery staple").await;
        assert!(matches!(refused, Err(RecoverError::Wrong)), "{name} {refused:?}");
    }
    let weak = recover("ann", &code, "short").await;
    assert!(matches!(weak, Err(RecoverError::Password(_))));
    let shouted = code.to_uppercase();
    let login = recover("ANN", &shouted, "battery staple").await.unwrap();
    assert!(service.signed_in(&login.token).await.unwrap().is_some());
    assert_eq!(service.signed_in(&signed_up.login.token).await.unwrap(), None, "all other sessions ended");
    assert_eq!(service.codes_left(&as_user(&login.user.id)).await.unwrap(), 9);
    let twice = recover("ann", &code, "battery staple").await;
    assert!(matches!(twice, Err(RecoverError::Wrong)));
    service.log_in(&HOME, "ann", "battery staple", "").await.unwrap();
}

async fn new_codes_replace_the_old_ones(app: &TestApp) {
    let service = &app.service;
    let signed_up = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    let ann = &signed_up.login.user.id;
    let refused = service.renew_codes(&as_user(ann), "wrong horse").await;
    assert!(matches!(refused, Err(PasswordChangeError::Wrong)));
    let (fresh, _) = service.renew_codes(&as_user(ann), "correct horse").await.unwrap();
    assert_eq!((fresh.len(), service.codes_left(&as_user(ann)).await.unwrap()), (10, 10));
    let old = service.recover(&HOME, "ann", &signed_up.codes[0].reveal(), "battery staple", "").await;
    assert!(matches!(old, Err(RecoverError::Wrong)));
    service.recover(&HOME, "ann", &fresh[0].reveal(), "battery staple", "").await.unwrap();
}

async fn guessing_a_password_is_stopped_by_account_and_by_address(app: &TestApp) {
    let service = &app.service;
    app.person("ann").await;
    let elsewhere = |last: u8| at(Ipv4Addr::new(203, 0, 113, last));
    for last in 0..10 {
        let wrong = service.log_in(&elsewhere(last), "ann", "wrong horse", "").await;
        assert!(matches!(wrong, Err(LoginError::Wrong)), "{wrong:?}");
    }
    let right = service.log_in(&elsewhere(99), "ann", "correct horse", "").await;
    let Err(LoginError::Throttled(Throttled::TooManyAttempts { until, .. })) = right else {
        panic!("{right:?}")
    };
    assert!(until > service.now());
    let unknown = service.log_in(&HOME, "nobody-here", "wrong horse", "").await;
    assert!(matches!(unknown, Err(LoginError::Wrong)), "an unknown name sounds like a wrong password");
    app.clock.advance(TimeDelta::minutes(16));
    service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    app.clock.advance(TimeDelta::minutes(16));
    for number in 0..100 {
        let wrong = service.log_in(&HOME, &format!("7{number}"), "wrong horse", "").await;
        assert!(matches!(wrong, Err(LoginError::Wrong)), "{wrong:?}");
    }
    let stopped = service.log_in(&HOME, "ann", "correct horse", "").await;
    assert!(matches!(stopped, Err(LoginError::Throttled(Throttled::TooManyAttempts { .. }))));
    service.log_in(&elsewhere(1), "ann", "correct horse", "").await.unwrap();
}

async fn a_clock_that_is_set_back_does_not_prolong_a_lock_out(app: &TestApp) {
    app.person("ann").await;
    for _ in 0..11 {
        let _ = app.service.log_in(&HOME, "ann", "wrong horse", "").await;
    }
    assert!(app.service.log_in(&HOME, "ann", "correct horse", "").await.is_err());
    app.clock.advance(TimeDelta::days(-1));
    app.service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
}

async fn the_host_can_restore_access_to_an_account(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap().login;
    assert_eq!(service.reset_account("ben").await.unwrap(), None);
    assert_eq!(service.reset_account("no name!").await.unwrap(), None);
    let fresh = service.reset_account("ANN").await.unwrap().unwrap();
    assert_eq!(service.signed_in(&ann.token).await.unwrap(), None);
    assert!(service.log_in(&HOME, "ann", "correct horse", "").await.is_err());
    assert_eq!(service.codes_left(&as_user(&ann.user.id)).await.unwrap(), 1, "lost ones are worthless, too");
    let code = fresh.reveal();
    service.recover(&HOME, "ann", &code, "battery staple", "").await.unwrap();
    assert!(service.recover(&HOME, "ann", &code, "another password", "").await.is_err(), "it works once");
    service.log_in(&HOME, "ann", "battery staple", "").await.unwrap();
}

async fn a_time_zone_is_kept(app: &TestApp) {
    let ann = app.person("ann").await;
    app.service.set_zone(&as_user(&ann), chrono_tz::Europe::Prague).await.unwrap();
    let login = app.service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    assert_eq!(login.user.zone, chrono_tz::Europe::Prague);
    let seen = app.service.signed_in(&login.token).await.unwrap().unwrap();
    assert_eq!(seen.user.zone, chrono_tz::Europe::Prague);
}

async fn tokens_and_codes_are_stored_as_hashes_only(app: &TestApp) {
    let service = app.with_costly_passwords().await;
    let signed_up = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    let token = signed_up.login.token.reveal();
    assert_eq!(app.count(&format!("SELECT COUNT(*) FROM sessions WHERE token = '{token}'")).await, 0);
    let code = signed_up.codes[0].reveal().replace('-', "");
    assert_eq!(app.count(&format!("SELECT COUNT(*) FROM recovery_codes WHERE code = '{code}'")).await, 0);
    let phc = "SELECT COUNT(*) FROM users WHERE password LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'";
    assert_eq!(app.count(phc).await, 1);
    service.close().await;
}
