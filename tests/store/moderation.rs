//! What administrators and moderators do, and the audit log of it.

use std::path::Path;

use bastide::account::{AuditAction, NameError, RestrictionId, RestrictionKind, UserId};
use bastide::engine::Record;
use bastide::service::{
    Denied, LoginError, NewName, Principal, RestrictionTerms, Role, Scope, Service, SignUpError, StaffError,
};
use bastide::table::LineText;
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs, time_outs};

crate::on_both_databases! {
    a_role_belongs_to_accounts_that_exist_at_the_start
    for_everybody_else_there_is_nothing_to_moderate
    moderators_act_on_players_and_administrators_on_moderators_too
    who_is_locked_sees_why_and_can_object_and_nothing_else
    a_lock_ends_by_itself_and_not_before_the_last_one
    games_of_a_locked_account_go_on_by_their_time_controls
    a_renamed_account_keeps_its_old_name_for_itself
    guesses_at_all_names_of_an_account_count_together
    a_removed_name_disappears_from_records_and_comes_back_for_nobody
    a_new_name_follows_the_rules_for_names
    the_audit_log_has_every_action_once_in_order
    a_failed_job_is_retried_or_dropped_by_administrators_only
}

/// A service with an administrator, a moderator and a player.
struct Staff {
    service: Service,
    ada: UserId,
    mo: UserId,
    ann: UserId,
}

impl Staff {
    async fn of(app: &TestApp) -> Self {
        let (ada, mo, ann) = (app.person("ada").await, app.person("mo").await, app.person("ann").await);
        let (service, unknown) =
            app.service.clone().with_staff(&["Ada".to_owned()], &["mo".to_owned()]).await.unwrap();
        assert!(unknown.is_empty(), "{unknown:?}");
        Self { service, ada, mo, ann }
    }
}

async fn a_role_belongs_to_accounts_that_exist_at_the_start(app: &TestApp) {
    let ada = app.person("ada").await;
    let guest = app.service.create_guest(&HOME, "").await.unwrap();
    let names = ["ADA", "nobody-yet", "", guest.user.name.as_str()].map(str::to_owned);
    let (service, unknown) = app.service.clone().with_staff(&names, &names[..1]).await.unwrap();
    assert_eq!(unknown, names[1..]);
    assert_eq!(service.role(&as_user(&ada)), Some(Role::Admin));
    let late = app.person("nobody-yet").await;
    assert_eq!(service.role(&as_user(&late)), None, "nobody gets a role by taking a name");
    assert_eq!(service.role(&guest.principal(None)), None);
    assert_eq!(service.role(&HOME), None);
    let feed = Principal::token(ada, bastide::service::Scope::Read.into(), None);
    assert_eq!(service.role(&feed), None, "a feed address opens no doors");
}

async fn for_everybody_else_there_is_nothing_to_moderate(app: &TestApp) {
    let Staff { service, ada, mo, ann } = Staff::of(app).await;
    for nobody in [HOME, as_confirmed(&ann, &app.clock)] {
        let refused = [
            service.find_account(&nobody, "mo").await.err(),
            service.moderated_account(&nobody, &mo).await.err(),
            service.restrict(&nobody, &mo, lock("why")).await.err(),
            service.lift_restriction(&nobody, &RestrictionId::new([7; 10]), "why").await.err(),
            service.end_all_sessions(&nobody, &mo, "why").await.err(),
            service.rename_account(&nobody, &mo, NewName::Neutral, "why").await.err(),
            service.audit_log(&nobody, None).await.err(),
            service.failed_jobs_for(&nobody).await.err(),
            service.retry_job(&nobody, "clean_up").await.err(),
            service.drop_job(&nobody, "clean_up").await.err(),
        ];
        for refused in refused {
            assert!(matches!(refused, Some(StaffError::NotFound)), "{refused:?}");
        }
    }
    let unconfirmed = service.restrict(&as_user(&ada), &ann, lock("why")).await;
    assert!(matches!(unconfirmed, Err(StaffError::Denied(Denied::Unconfirmed))), "{unconfirmed:?}");
    let nobody = service.restrict(&as_confirmed(&ada, &app.clock), &UserId::new([7; 10]), lock("why")).await;
    assert!(matches!(nobody, Err(StaffError::NotFound)), "{nobody:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM audit_log").await, 0);
}

async fn moderators_act_on_players_and_administrators_on_moderators_too(app: &TestApp) {
    let Staff { service, ada, mo, ann } = Staff::of(app).await;
    let may = async |who: &UserId, whom: &UserId| {
        let done = service.end_all_sessions(&as_confirmed(who, &app.clock), whom, "why").await;
        match done {
            Ok(()) => true,
            Err(StaffError::Colleague) => false,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert_eq!([may(&mo, &ann).await, may(&ada, &ann).await, may(&ada, &mo).await], [true; 3]);
    assert_eq!([may(&mo, &ada).await, may(&mo, &mo).await, may(&ada, &ada).await], [false; 3]);
    let mo = as_confirmed(&mo, &app.clock);
    assert!(service.moderated_account(&mo, &ann).await.unwrap().may_act);
    assert!(!service.moderated_account(&mo, &ada).await.unwrap().may_act);
    let long = "x".repeat(501);
    for reason in ["", "  ", &long] {
        let refused = service.restrict(&mo, &ann, lock(reason)).await;
        assert!(matches!(refused, Err(StaffError::Reason)), "{refused:?}");
    }
}

/// A lock for a week.
fn lock(reason: &str) -> RestrictionTerms<'_> {
    RestrictionTerms { kind: RestrictionKind::Account, days: 7, rule: "Be civil", reason }
}

async fn who_is_locked_sees_why_and_can_object_and_nothing_else(app: &TestApp) {
    let Staff { service, ada, mo, .. } = Staff::of(app).await;
    let troll = app.service.sign_up(&HOME, "troll", "correct horse", "").await.unwrap().login;
    let (id, mo) = (troll.user.id.clone(), as_confirmed(&mo, &app.clock));
    let feed = service.make_feed(&as_confirmed(&id, &app.clock)).await.unwrap();
    let account = service.moderated_account(&mo, &id).await.unwrap();
    assert_eq!((account.user.sessions, account.user.locked), (1, None));
    service.restrict(&mo, &id, lock("insults")).await.unwrap();
    assert_eq!(service.moderated_account(&mo, &id).await.unwrap().user.locked, Some(app.clock.now()));
    assert!(service.feed(&HOME, &feed).await.unwrap().is_none());

    // In the session that was open, and in one that begins now.
    let again = service.log_in(&HOME, "troll", "correct horse", "").await.unwrap();
    for token in [&troll.token, &again.token] {
        let session = service.signed_in(token).await.unwrap().unwrap();
        let locked = Principal::in_session(&session, None).confirmed_at(app.clock.now());
        assert!(session.locked && locked.user().is_none());
        assert!(!service.is_signed_in(&locked).await.unwrap(), "open streams end");
        for scope in [Scope::Read, Scope::Play, Scope::Account] {
            assert_eq!(locked.require(scope), Err(Denied::Locked));
        }
        assert_eq!(locked.require_confirmed(Scope::Account, app.clock.now()), Err(Denied::Locked));
        let found = service.restrictions(&locked).await.unwrap();
        assert_eq!((found.len(), found[0].reason.as_str()), (1, "insults"));
        assert_eq!(
            (found[0].rule.as_str(), found[0].ends),
            ("Be civil", Some(app.clock.now() + TimeDelta::days(7)))
        );
    }
    let session = service.signed_in(&troll.token).await.unwrap().unwrap();
    let locked = Principal::in_session(&session, None);
    let restriction = service.restrictions(&locked).await.unwrap().remove(0).id;
    service.object(&locked, &restriction, &LineText::parse("It was a joke").unwrap()).await.unwrap();
    let warning = RestrictionTerms { kind: RestrictionKind::Warning, ..lock("insults") };
    service.restrict(&mo, &id, warning).await.unwrap();
    let found = service.restrictions(&locked).await.unwrap();
    let warning = found.iter().find(|one| one.kind == RestrictionKind::Warning).unwrap();
    service.acknowledge_warning(&locked, &warning.id).await.unwrap();
    service.log_out(&locked).await.unwrap();
    assert!(service.signed_in(&troll.token).await.unwrap().is_none());

    // The objection is upheld, and the account works again.
    let ada = as_confirmed(&ada, &app.clock);
    service.answer_objection(&ada, &restriction, false, "So it was").await.unwrap();
    let session = service.signed_in(&again.token).await.unwrap().unwrap();
    assert!(!session.locked);
    assert_eq!(Principal::in_session(&session, None).require(Scope::Play), Ok(&id));
    assert!(service.feed(&HOME, &feed).await.unwrap().is_some());
}

async fn a_lock_ends_by_itself_and_not_before_the_last_one(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let is_locked = async || {
        let mo = as_confirmed(&mo, &app.clock);
        service.moderated_account(&mo, &ann).await.unwrap().user.locked.is_some()
    };
    let ask = |days| RestrictionTerms { days, ..lock("insults") };
    for days in [30, 1] {
        service.restrict(&as_confirmed(&mo, &app.clock), &ann, ask(days)).await.unwrap();
    }
    for (days, locked) in [(1, true), (28, true), (1, false)] {
        app.clock.advance(TimeDelta::days(days));
        run_jobs(&service).await;
        assert_eq!(is_locked().await, locked, "after {days} more");
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'end_lock'").await, 0);
    // Ending one of two leaves the other.
    for days in [7, 7] {
        app.clock.advance(TimeDelta::minutes(1));
        service.restrict(&as_confirmed(&mo, &app.clock), &ann, ask(days)).await.unwrap();
    }
    let found = service.restrictions_of(&as_confirmed(&mo, &app.clock), &ann).await.unwrap();
    for (one, locked) in found[..2].iter().zip([true, false]) {
        service.lift_restriction(&as_confirmed(&mo, &app.clock), &one.id, "enough").await.unwrap();
        assert_eq!(is_locked().await, locked);
    }
}

async fn games_of_a_locked_account_go_on_by_their_time_controls(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let troll = app.person("troll").await;
    let game = app.game_of(&[&troll, &ann], Some(1)).await;
    service.restrict(&as_confirmed(&mo, &app.clock), &troll, lock("insults")).await.unwrap();
    let first = app.replay(&game).await.last();
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(time_outs(&app.service).await, 1);
    assert!(app.replay(&game).await.last() > first);
    app.play(&game, &[&troll, &ann]).await.unwrap();
}

async fn a_renamed_account_keeps_its_old_name_for_itself(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let login = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    let ben = app.person("ben").await;
    let game = app.game_of(&[&ann, &ben], None).await;
    let mo = as_confirmed(&mo, &app.clock);
    service.rename_account(&mo, &ann, NewName::Chosen(" Anna "), "asked for it").await.unwrap();
    assert_eq!(service.signed_in(&login.token).await.unwrap().unwrap().user.name, "Anna");
    for name in ["ann", "anna"] {
        let again = service.log_in(&HOME, name, "correct horse", "").await.unwrap();
        assert_eq!(again.user.name, "Anna", "signing in works with both names");
        assert_eq!(service.find_account(&mo, name).await.unwrap(), Some(ann.clone()));
    }
    for taken in ["ANN", "Anna"] {
        let refused = app.service.sign_up(&HOME, taken, "correct horse", "").await;
        assert!(matches!(refused, Err(SignUpError::Taken)), "{refused:?}");
        let refused = service.rename_account(&mo, &ben, NewName::Chosen(taken), "asked for it").await;
        assert!(matches!(refused, Err(StaffError::Taken)), "{refused:?}");
    }
    let record = service.record(&HOME, &game).await.unwrap().unwrap();
    assert!(Record::read(&record).unwrap().0.header.seats.contains(&"ann".to_owned()));
    let table = service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let names: Vec<_> =
        table.seats().into_iter().flatten().filter_map(|seat| seat.person().cloned()).collect();
    assert!(names.iter().any(|person| person.name == "Anna"), "{names:?}");

    service.rename_account(&mo, &ann, NewName::Chosen("ann"), "changed her mind").await.unwrap();
    let account = service.moderated_account(&mo, &ann).await.unwrap();
    assert_eq!(account.user.name, "ann");
    assert_eq!(account.user.former_names.len(), 2, "{:?}", account.user.former_names);
}

async fn guesses_at_all_names_of_an_account_count_together(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let mo = as_confirmed(&mo, &app.clock);
    for name in ["anna", "annabel"] {
        service.rename_account(&mo, &ann, NewName::Chosen(name), "asked for it").await.unwrap();
    }
    let names = ["ann", "anna", "annabel"];
    for name in names.into_iter().cycle().take(10) {
        let wrong = service.log_in(&HOME, name, "wrong horse", "").await;
        assert!(matches!(wrong, Err(LoginError::Wrong)), "{name}: {wrong:?}");
    }
    for name in names {
        let refused = service.log_in(&HOME, name, "correct horse", "").await;
        assert!(matches!(refused, Err(LoginError::Throttled(_))), "{name}: {refused:?}");
    }
}

async fn a_removed_name_disappears_from_records_and_comes_back_for_nobody(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let rude = app.person("RudeWord").await;
    let game = app.game_of(&[&rude, &ann], None).await;
    let before = service.record(&HOME, &game).await.unwrap().unwrap();
    assert!(before.contains("RudeWord"));
    let mo = as_confirmed(&mo, &app.clock);
    service.rename_account(&mo, &rude, NewName::Neutral, "rude").await.unwrap();
    let name = service.moderated_account(&mo, &rude).await.unwrap().user.name;
    assert!(name.starts_with("Renamed-"), "{name}");
    let record = service.record(&HOME, &game).await.unwrap().unwrap();
    assert_eq!(record, before.replace("RudeWord", &name));
    Record::read(&record).expect("it can still be replayed");
    let refused = app.service.sign_up(&HOME, "RUDEWORD", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::Taken)), "{refused:?}");
    let refused = app.service.sign_up(&HOME, "RudeW0rd", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::Taken)), "it looks the same: {refused:?}");
    service.rename_account(&mo, &rude, NewName::Chosen("knight"), "asked for it").await.unwrap();
    let record = service.record(&HOME, &game).await.unwrap().unwrap();
    assert_eq!(record, before.replace("RudeWord", "knight"));
    assert!(app.service.verify(None, 1, |_| ()).await.is_ok());
}

async fn a_new_name_follows_the_rules_for_names(app: &TestApp) {
    let Staff { service, mo, ann, .. } = Staff::of(app).await;
    let mo = as_confirmed(&mo, &app.clock);
    app.person("Will").await;
    let rename = async |name| service.rename_account(&mo, &ann, NewName::Chosen(name), "why").await;
    let refused = rename("admin").await;
    assert!(matches!(refused, Err(StaffError::Name(NameError::Reserved))), "{refused:?}");
    let refused = rename("a b").await;
    assert!(matches!(refused, Err(StaffError::Name(NameError::Character))), "{refused:?}");
    let refused = rename("WiIl").await;
    assert!(matches!(refused, Err(StaffError::LooksTaken)), "{refused:?}");
    rename("ANN").await.expect("other capitals of the own name");
    let guest = app.service.create_guest(&HOME, "").await.unwrap().user.id;
    let refused = service.rename_account(&mo, &guest, NewName::Neutral, "why").await;
    assert!(matches!(refused, Err(StaffError::Guest)), "{refused:?}");
}

async fn the_audit_log_has_every_action_once_in_order(app: &TestApp) {
    let Staff { service, ada, mo, ann } = Staff::of(app).await;
    let (ada, mo) = (as_confirmed(&ada, &app.clock), as_confirmed(&mo, &app.clock));
    service.restrict(&mo, &ann, lock(" insults ")).await.unwrap();
    let _ = service.restrict(&mo, &ann, lock(" ")).await;
    let locked = service.restrictions_of(&mo, &ann).await.unwrap().remove(0).id;
    service.lift_restriction(&ada, &locked, "apologised").await.unwrap();
    service.rename_account(&ada, &ann, NewName::Chosen("anna"), "asked for it").await.unwrap();
    let page = service.audit_log(&mo, None).await.unwrap();
    let told: Vec<_> = page
        .entries
        .iter()
        .map(|entry| {
            (entry.actor_name.as_str(), entry.action, entry.subject_name.as_str(), entry.reason.as_str())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("ada", AuditAction::Rename, "ann", "asked for it"),
            ("ada", AuditAction::LiftRestriction, "ann", "apologised"),
            ("mo", AuditAction::Restrict, "ann", "insults"),
        ]
    );
    assert_eq!((page.entries[0].detail.as_str(), page.next), ("anna", None));
    assert!(page.entries.windows(2).all(|pair| pair[0].at > pair[1].at), "times are unique");
    assert_eq!(service.moderated_account(&ada, &ann).await.unwrap().history, page.entries);

    for _ in 0..50 {
        service.end_all_sessions(&mo, &ann, "test").await.unwrap();
    }
    let newest = service.audit_log(&ada, None).await.unwrap();
    let rest = service.audit_log(&ada, newest.next).await.unwrap();
    assert_eq!((newest.entries.len(), rest.entries.len(), rest.next), (50, 3, None));
    assert_eq!(rest.entries, page.entries);
}

async fn a_failed_job_is_retried_or_dropped_by_administrators_only(app: &TestApp) {
    let Staff { service, ada, mo, ann } = Staff::of(app).await;
    let (ada, mo) = (as_confirmed(&ada, &app.clock), as_confirmed(&mo, &app.clock));
    let ben = app.person("ben").await;
    for _ in 0..2 {
        app.game_of(&[&ann, &ben], Some(1)).await;
    }
    app.damage("UPDATE jobs SET failed = 1, error = 'broken' WHERE kind = 'time_out'").await;
    let failed = service.failed_jobs_for(&ada).await.unwrap();
    let keys = [failed[0].key.as_str(), failed[1].key.as_str()];
    let refused = service.retry_job(&mo, keys[0]).await;
    assert!(matches!(refused, Err(StaffError::NotFound)), "{refused:?}");
    app.clock.advance(TimeDelta::minutes(5));
    service.retry_job(&ada, keys[0]).await.unwrap();
    service.drop_job(&ada, keys[1]).await.unwrap();
    for key in [keys[0], keys[1], "no such job"] {
        let refused = service.retry_job(&ada, key).await;
        assert!(matches!(refused, Err(StaffError::Stale)), "{refused:?}");
    }
    assert!(service.failed_jobs_for(&ada).await.unwrap().is_empty());
    run_jobs(&service).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'time_out'").await, 1, "the other waits");
    let page = service.audit_log(&ada, None).await.unwrap();
    let told: Vec<_> = page
        .entries
        .iter()
        .map(|entry| (entry.action, entry.subject.as_str(), entry.detail.as_str()))
        .collect();
    assert_eq!(told, [(AuditAction::DropJob, keys[1], "broken"), (AuditAction::RetryJob, keys[0], "broken")]);
}

#[test]
fn no_statement_changes_the_audit_log_but_the_one_that_removes_names_of_closed_accounts() {
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(code) = std::fs::read_to_string(&path) {
            let names_go = path.ends_with("store/audit_log.rs");
            assert_eq!(code.matches("UPDATE audit_log").count(), usize::from(names_go), "{}", path.display());
            assert!(!code.contains("DELETE FROM audit_log"), "{}", path.display());
        }
    }
}
