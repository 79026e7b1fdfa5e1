//! Reports, restrictions and objections: what is copied as evidence, who decides, what somebody is kept from, and what stays.

use bastide::account::{
    AuditAction, Hidden, ReportId, Restriction, RestrictionKind, RestrictionState, UserId,
};
use bastide::service::{
    Decision, Denied, InviteError, JoinError, NewReport, OpenError, Principal, ProposalError, RematchError,
    ReportError, Reported, RestrictionError, RestrictionTerms, Say, Service, StaffError, TalkError,
    Throttled,
};
use bastide::table::{GameId, LinePlace, LineText, Phrase, ReportCategory, ReportOutcome, Said, TalkChannel};
use chrono::TimeDelta;

use crate::app::{TestApp, as_confirmed, as_guest, as_user, submission, two_seats};

crate::on_both_databases! {
    a_report_copies_the_line_and_those_around_it_also_a_withdrawn_one
    only_who_reads_a_channel_reports_its_lines_and_nobody_themselves
    ten_reports_a_day_are_enough
    a_moderator_sees_no_case_of_somebody_they_know
    the_first_decision_counts_and_is_stored_with_its_entry_and_its_restriction
    who_is_restricted_cannot_do_what_the_restriction_is_about
    a_bot_is_kept_from_what_its_maker_is_kept_from
    a_restriction_ends_by_itself_and_a_warning_when_it_was_read
    an_objection_is_answered_once_by_somebody_else
    every_restriction_has_its_reason_end_and_objection_in_the_audit_log
    what_was_reported_is_deleted_six_months_after_the_decision
    reports_stay_under_the_new_name_when_an_account_is_closed
}

/// A service with two administrators, two moderators and two players.
struct World {
    service: Service,
    ada: Principal,
    eva: Principal,
    mo: Principal,
    moritz: (UserId, Principal),
    ann: UserId,
    ben: UserId,
}

impl World {
    async fn of(app: &TestApp) -> Self {
        let names = ["ada", "eva", "mo", "moritz", "ann", "ben"];
        let mut people = Vec::new();
        for name in names {
            people.push(app.person(name).await);
        }
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (admins, moderators) = (owned(&names[..2]), owned(&names[2..4]));
        let service = app.service.clone().with_staff(&admins, &moderators).await.unwrap().0;
        let mut people = people.into_iter();
        let mut next = || people.next().unwrap();
        let staff = |user: UserId| (user.clone(), as_confirmed(&user, &app.clock));
        let [ada, eva, mo, moritz] = [staff(next()), staff(next()), staff(next()), staff(next())];
        Self { service, ada: ada.1, eva: eva.1, mo: mo.1, moritz, ann: next(), ben: next() }
    }

    /// Ben reports Ann.
    async fn report(&self) -> ReportId {
        self.service.report(&as_user(&self.ben), player(&self.ann)).await.unwrap()
    }

    async fn sees(&self, staff: &Principal, report: &ReportId) -> bool {
        let listed =
            self.service.cases(staff, None).await.unwrap().reports.iter().any(|one| one.id == *report);
        let shown = self.service.case(staff, report).await;
        match &shown {
            Ok(_) | Err(StaffError::NotFound) => assert_eq!(shown.is_ok(), listed),
            Err(other) => panic!("{other:?}"),
        }
        if !listed {
            let decided = self.service.decide_report(staff, report, DISMISS).await;
            assert!(matches!(decided, Err(StaffError::NotFound)), "{decided:?}");
        }
        listed
    }
}

const DISMISS: Decision<'_> = Decision::Dismiss { reason: "no rule was broken", answer: "Thank you." };

fn words(text: &str) -> LineText {
    LineText::parse(text).unwrap()
}

fn player(user: &UserId) -> NewReport {
    NewReport {
        reported: Reported::Player(user.clone()),
        category: ReportCategory::Name,
        words: words("Look at that name"),
    }
}

fn line(game: &GameId, channel: TalkChannel, n: u32) -> NewReport {
    NewReport {
        reported: Reported::Line(LinePlace { game: game.clone(), channel, n }),
        category: ReportCategory::Insult,
        words: words("This line"),
    }
}

fn terms(kind: RestrictionKind, days: u16) -> RestrictionTerms<'static> {
    RestrictionTerms { kind, days, rule: "Be civil.", reason: "Insults at three tables" }
}

fn say(channel: TalkChannel, text: &str) -> Say {
    Say { channel, said: Said::Text(words(text)), seen: None }
}

async fn only_restriction(service: &Service, user: &UserId) -> Restriction {
    let mut found = service.restrictions(&as_user(user)).await.unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.pop().unwrap()
}

/// Sends every statement about reports and restrictions.
pub async fn tour(app: &TestApp) {
    let names = ["cora", "dina", "emil", "fred"];
    let mut people = Vec::new();
    for name in names {
        people.push(app.person(name).await);
    }
    let [admin, _, one, other] = &people[..] else { panic!() };
    let admins = ["cora", "dina"].map(str::to_owned);
    let service = app.service.clone().with_staff(&admins, &[]).await.unwrap().0;
    let (admin, second) = (as_confirmed(admin, &app.clock), as_confirmed(&people[1], &app.clock));
    let (me, account) = (as_user(one), as_confirmed(one, &app.clock));
    let game = app.game_of(&[one, other], None).await;
    let n = service.say(&as_user(other), &game, say(TalkChannel::Seats, "hello")).await.unwrap();
    let place = Reported::Line(LinePlace { game: game.clone(), channel: TalkChannel::Seats, n });
    service.report_draft(&me, place).await.unwrap();
    let report = service.report(&me, line(&game, TalkChannel::Seats, n)).await.unwrap();
    let dismissed = service.report(&me, player(other)).await.unwrap();
    service.own_reports(&me, None).await.unwrap();
    service.own_report(&me, &report).await.unwrap();
    service.cases(&admin, None).await.unwrap();
    service.case(&admin, &report).await.unwrap();
    let terms_of = terms(RestrictionKind::Talk, 1);
    let decision = Decision::Restrict { terms: terms_of, answer: "Thanks" };
    service.decide_report(&admin, &report, decision).await.unwrap();
    service.decide_report(&admin, &dismissed, DISMISS).await.unwrap();
    for kind in RestrictionKind::ALL {
        service.restrict(&admin, one, terms(kind, 7)).await.unwrap();
        service.restrict(&admin, one, terms(kind, 7)).await.unwrap();
    }
    let restricted = service.restrictions(&me).await.unwrap();
    for restriction in &restricted {
        if restriction.kind == RestrictionKind::Warning {
            service.acknowledge_warning(&account, &restriction.id).await.unwrap();
        }
        service.object(&account, &restriction.id, &words("No")).await.unwrap();
    }
    service.objections(&second, None).await.unwrap();
    for (restriction, upheld) in restricted.iter().zip([true, false]) {
        service.answer_objection(&second, &restriction.id, upheld, "So be it").await.unwrap();
    }
    let open = restricted.iter().skip(2).find(|one| one.kind != RestrictionKind::Warning).unwrap();
    service.lift_restriction(&admin, &open.id, "a mistake").await.unwrap();
    service.restrictions_of(&admin, one).await.unwrap();
    service.clean_up().await.unwrap();
}

async fn a_report_copies_the_line_and_those_around_it_also_a_withdrawn_one(app: &TestApp) {
    let world = World::of(app).await;
    let (service, ann, ben) = (&world.service, as_user(&world.ann), as_user(&world.ben));
    let game = app.game_of(&[&world.ann, &world.ben], None).await;
    for n in 1..=14 {
        let who = if n % 2 == 0 { &ann } else { &ben };
        service.say(who, &game, say(TalkChannel::Seats, &format!("line {n}"))).await.unwrap();
    }
    service.withdraw(&ann, &game, TalkChannel::Seats, 8).await.unwrap();
    let id = service.report(&ben, line(&game, TalkChannel::Seats, 8)).await.unwrap();
    let case = service.case(&world.mo, &id).await.unwrap();
    let copied: Vec<_> =
        case.report.evidence.iter().map(|line| (line.n, line.text.clone().unwrap())).collect();
    assert_eq!(copied, (3..=13).map(|n| (n, format!("line {n}"))).collect::<Vec<_>>());
    let reported = case.report.evidence.iter().find(|line| line.n == 8).unwrap();
    assert!(reported.withdrawn, "the text is there nevertheless");
    assert_eq!((&case.report.subject, &case.report.reporter), (&world.ann, &world.ben));

    // Nobody else learns by reporting what was withdrawn.
    let place = Reported::Line(LinePlace { game: game.clone(), channel: TalkChannel::Seats, n: 8 });
    let (draft, _) = service.report_draft(&ben, place).await.unwrap();
    assert_eq!(
        draft.evidence.iter().map(|line| (line.n, line.text.clone())).collect::<Vec<_>>(),
        [(8, None)]
    );
    let own = service.own_reports(&ben, None).await.unwrap().0.reports;
    assert_eq!(own.iter().map(|report| &report.id).collect::<Vec<_>>(), [&id]);
    assert!(service.own_report(&ann, &id).await.unwrap().is_none(), "who is reported sees nothing");
    assert!(service.own_reports(&ann, None).await.unwrap().0.reports.is_empty());
}

async fn only_who_reads_a_channel_reports_its_lines_and_nobody_themselves(app: &TestApp) {
    let world = World::of(app).await;
    let (service, ann, ben) = (&world.service, as_user(&world.ann), as_user(&world.ben));
    let game = app.game_of(&[&world.ann, &world.ben], None).await;
    let spectator = app.person("cleo").await;
    service.say(&ann, &game, say(TalkChannel::Seats, "hello")).await.unwrap();
    service.say(&as_user(&spectator), &game, say(TalkChannel::Spectators, "hello")).await.unwrap();
    service.say(&ann, &game, say(TalkChannel::Notes, "hello")).await.unwrap();
    let refused = async |who: &Principal, new: NewReport| service.report(who, new).await.unwrap_err().code();
    for (who, channel, n) in [
        (&as_user(&spectator), TalkChannel::Seats, 1),
        (&ben, TalkChannel::Spectators, 1),
        (&ben, TalkChannel::Notes, 1),
        (&ann, TalkChannel::Notes, 1),
        (&ben, TalkChannel::Seats, 2),
    ] {
        assert_eq!(refused(who, line(&game, channel, n)).await, "no-such-line", "{channel:?}");
    }
    assert_eq!(refused(&ann, line(&game, TalkChannel::Seats, 1)).await, "yourself");
    assert_eq!(refused(&ann, player(&world.ann)).await, "yourself");
    assert_eq!(refused(&ann, player(&UserId::new([9; 10]))).await, "no-such-player");
    assert_eq!(refused(&crate::app::HOME, player(&world.ann)).await, "signed-out");
    let guest = app.service.create_guest(&crate::app::HOME, "").await.unwrap().user.id;
    service.report(&as_guest(&guest), player(&world.ann)).await.unwrap();
    service.report(&ben, line(&game, TalkChannel::Seats, 1)).await.unwrap();
}

async fn ten_reports_a_day_are_enough(app: &TestApp) {
    let world = World::of(app).await;
    for _ in 0..10 {
        world.report().await;
    }
    let refused = world.service.report(&as_user(&world.ben), player(&world.ann)).await;
    assert!(matches!(refused, Err(ReportError::Throttled(Throttled::TooManyAttempts { .. }))), "{refused:?}");
    app.clock.advance(TimeDelta::hours(25));
    world.report().await;
}

async fn a_moderator_sees_no_case_of_somebody_they_know(app: &TestApp) {
    let world = World::of(app).await;
    let (service, moritz) = (&world.service, &world.moritz.1);
    let report = world.report().await;
    assert!(world.sees(moritz, &report).await && world.sees(&world.ada, &report).await);
    for nobody in [as_user(&world.ann), as_user(&world.ben), crate::app::HOME] {
        assert!(matches!(service.cases(&nobody, None).await, Err(StaffError::NotFound)));
        assert!(matches!(service.case(&nobody, &report).await, Err(StaffError::NotFound)));
    }

    // Somebody whom they play with now, on either side.
    for side in [&world.ann, &world.ben] {
        let game = app.game_of(&[&world.moritz.0, side], None).await;
        assert!(!world.sees(moritz, &report).await);
        assert!(world.sees(&world.mo, &report).await, "others see it");
        let last = service.table(moritz, &game, None).await.unwrap().unwrap().table.last_event();
        service.resign(moritz, &game, &submission(service, last)).await.unwrap();
        assert!(world.sees(moritz, &report).await, "the game is over");
    }

    // A block, whoever has made it.
    for (who, whom) in [(moritz, &world.ann), (&as_user(&world.ben), &world.moritz.0)] {
        service.hide_person(who, whom, Hidden::Muted, true).await.unwrap();
        assert!(world.sees(moritz, &report).await, "muting is no block");
        service.hide_person(who, whom, Hidden::Blocked, true).await.unwrap();
        assert!(!world.sees(moritz, &report).await);
        service.hide_person(who, whom, Hidden::Blocked, false).await.unwrap();
    }

    // Themselves, and colleagues.
    let own = service.report(moritz, player(&world.ann)).await.unwrap();
    let about = service.report(&as_user(&world.ben), player(&world.moritz.0)).await.unwrap();
    assert!(!world.sees(moritz, &own).await && !world.sees(moritz, &about).await);
    assert!(world.sees(&world.mo, &own).await);
    assert!(!world.sees(&world.mo, &about).await, "about a colleague");
    assert!(world.sees(&world.ada, &about).await);
}

async fn the_first_decision_counts_and_is_stored_with_its_entry_and_its_restriction(app: &TestApp) {
    let world = World::of(app).await;
    let (service, report) = (&world.service, world.report().await);
    let talk = terms(RestrictionKind::Talk, 7);
    let decision = |terms| Decision::Restrict { terms, answer: "Thank you" };
    for (bad, code) in [
        (RestrictionTerms { days: 2, ..talk }, "bad-restriction-length"),
        (RestrictionTerms { rule: " ", ..talk }, "bad-rule"),
        (RestrictionTerms { reason: "", ..talk }, "bad-reason"),
    ] {
        assert_eq!(service.decide_report(&world.mo, &report, decision(bad)).await.unwrap_err().code(), code);
    }
    let no_answer = Decision::Dismiss { reason: "no", answer: "" };
    assert_eq!(service.decide_report(&world.mo, &report, no_answer).await.unwrap_err().code(), "bad-answer");
    assert_eq!(app.count("SELECT COUNT(*) FROM audit_log").await, 0);

    let (first, second) = tokio::join!(
        service.decide_report(&world.mo, &report, decision(talk)),
        service.decide_report(&world.ada, &report, decision(talk)),
    );
    let done = [first.is_ok(), second.is_ok()];
    assert!(done == [true, false] || done == [false, true], "{first:?} {second:?}");
    assert!(matches!(first.and(second), Err(StaffError::Stale)));
    let log = service.audit_log(&world.mo, None).await.unwrap().entries;
    assert_eq!(log.len(), 1);
    let restriction = only_restriction(service, &world.ann).await;
    assert_eq!(restriction.report.as_ref(), Some(&report));
    assert_eq!((restriction.rule.as_str(), restriction.reason.as_str()), (talk.rule, talk.reason));
    let own = service.own_report(&as_user(&world.ben), &report).await.unwrap().unwrap().0.decision.unwrap();
    assert_eq!((own.outcome, own.answer.as_str()), (ReportOutcome::Restricted, "Thank you"));
    assert!(service.cases(&world.mo, None).await.unwrap().reports.is_empty());
    let late = service.decide_report(&world.mo, &report, DISMISS).await;
    assert!(matches!(late, Err(StaffError::Stale)), "{late:?}");
}

/// What each use case answers.
async fn tried(
    app: &TestApp,
    service: &Service,
    ann: &UserId,
    ben: &UserId,
) -> Vec<(&'static str, Option<String>)> {
    let (me, other) = (as_user(ann), as_user(ben));
    let game = app.game_of(&[ben, &app.person(&unique("cleo")).await], None).await;
    let mine = service.open_table(&other, &two_seats()).await.unwrap();
    let talked = {
        let third = app.person(&unique("dora")).await;
        app.game_of(&[ben, &third], None).await
    };
    let code = |code: &str| Some(code.to_owned());
    let open = service.open_table(&me, &two_seats()).await.err();
    let sit = service.open_and_join(&me, &two_seats(), None).await.err();
    let invited = service.invite(&other, &mine, "ann").await.err();
    let join = service.join(&me, &mine, None, None).await.err();
    let line = service.say(&me, &talked, say(TalkChannel::Spectators, "hello")).await.err();
    let phrase = Say { said: Said::Phrase(Phrase::Hello), ..say(TalkChannel::Spectators, "x") };
    let phrase = service.say(&me, &talked, phrase).await.err();
    let note = service.say(&me, &game, say(TalkChannel::Notes, "hello")).await.err();
    let open = open.and_then(|error| code(OpenError::code(&error)));
    let sit = sit.and_then(|error| code(OpenError::code(&error)));
    let join = join.and_then(|error| code(JoinError::code(&error)));
    let invited = invited.and_then(|error| code(InviteError::code(&error)));
    let line = line.and_then(|error| code(TalkError::code(&error)));
    let phrase = phrase.and_then(|error| code(TalkError::code(&error)));
    let note = note.and_then(|error| code(TalkError::code(&error)));
    vec![
        ("open", open),
        ("open and join", sit),
        ("join", join),
        ("be invited", invited),
        ("say", line),
        ("say a phrase", phrase),
        ("note", note),
    ]
}

fn unique(name: &str) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{name}{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn who_is_restricted_cannot_do_what_the_restriction_is_about(app: &TestApp) {
    let world = World::of(app).await;
    let (service, ann) = (&world.service, &world.ann);
    let of_talk = ["say", "say a phrase"];
    let of_tables = ["open", "open and join", "join", "be invited"];
    for (kind, kept) in [
        (RestrictionKind::Warning, &[][..]),
        (RestrictionKind::Talk, &of_talk[..]),
        (RestrictionKind::Tables, &of_tables[..]),
    ] {
        service.restrict(&world.mo, ann, terms(kind, 1)).await.unwrap();
        for (what, refused) in tried(app, service, ann, &world.ben).await {
            let expected = match what {
                "be invited" => "player-unavailable",
                _ => "restricted",
            };
            let expected = kept.contains(&what).then(|| expected.to_owned());
            assert_eq!(refused, expected, "{what} with {}", kind.word());
        }
        let restrictions = service.restrictions(&as_user(ann)).await.unwrap();
        let restriction = restrictions.iter().find(|one| one.lifted.is_none()).unwrap();
        service.lift_restriction(&world.mo, &restriction.id, "enough").await.unwrap();
    }

    // Rematches, seats of others, inviting, and the channel of spectators.
    let game = app.game_of(&[ann, &world.ben], None).await;
    let me = as_user(ann);
    let mine = service.open_table(&me, &two_seats()).await.unwrap();
    for kind in [RestrictionKind::Talk, RestrictionKind::Tables] {
        service.restrict(&world.mo, ann, terms(kind, 1)).await.unwrap();
    }
    let restricted = |denied: Denied| denied.code() == "restricted";
    let closed = service.close_spectators(&me, &game, true).await;
    assert!(matches!(closed, Err(TalkError::Denied(why)) if restricted(why)), "{closed:?}");
    let invited = service.invite(&me, &mine, "ben").await;
    assert!(matches!(invited, Err(InviteError::Denied(why)) if restricted(why)), "{invited:?}");
    let seat = bastide::engine::Seat(0);
    let taken = service.take_seat(&me, &game, seat).await;
    assert!(matches!(taken, Err(ProposalError::Denied(why)) if restricted(why)), "{taken:?}");
    let last = service.table(&me, &game, None).await.unwrap().unwrap().table.last_event();
    service.resign(&me, &game, &submission(service, last)).await.unwrap();
    let again = service.rematch(&me, &game, None).await;
    assert!(matches!(again, Err(RematchError::Denied(why)) if restricted(why)), "{again:?}");
    let rematch = service.rematch(&as_user(&world.ben), &game, None).await.unwrap();
    let table = service.table(&as_user(&world.ben), &rematch, None).await.unwrap().unwrap().table;
    assert!(table.people().all(|person| person.id != *ann), "no seat is kept for who can't come");
}

async fn a_bot_is_kept_from_what_its_maker_is_kept_from(app: &TestApp) {
    let world = World::of(app).await;
    let (service, me) = (&world.service, as_confirmed(&world.ann, &app.clock));
    service.make_bot(&me, "rex").await.unwrap();
    let rex = as_user(&service.bots(&me).await.unwrap()[0].id);
    service.open_table(&rex, &two_seats()).await.unwrap();
    let rex_id = rex.user().unwrap();
    let game = app.game_with(&[&world.ben, rex_id], |settings| settings.bots = true).await;
    service.restrict(&world.mo, &world.ann, terms(RestrictionKind::Tables, 1)).await.unwrap();
    let refused = service.open_table(&rex, &two_seats()).await;
    assert!(matches!(refused, Err(OpenError::Denied(Denied::Restricted { .. }))), "{refused:?}");
    let ben = as_user(&world.ben);
    let last = service.table(&ben, &game, None).await.unwrap().unwrap().table.last_event();
    service.resign(&ben, &game, &submission(service, last)).await.unwrap();
    let rematch = service.rematch(&ben, &game, None).await.unwrap();
    let table = service.table(&ben, &rematch, None).await.unwrap().unwrap().table;
    assert!(table.people().all(|person| person.id != *rex_id), "no seat is kept for who can't come");
    app.clock.advance(TimeDelta::days(1));
    service.open_table(&rex, &two_seats()).await.unwrap();
}

async fn a_restriction_ends_by_itself_and_a_warning_when_it_was_read(app: &TestApp) {
    let world = World::of(app).await;
    let (service, me) = (&world.service, as_user(&world.ann));
    let login = service.log_in(&crate::app::HOME, "ann", "correct horse", "").await.unwrap();
    let shown = async || service.signed_in(&login.token).await.unwrap().unwrap().restrictions;
    let game = app.game_of(&[&world.ann, &world.ben], None).await;
    assert_eq!(shown().await, 0);
    service.restrict(&world.mo, &world.ann, terms(RestrictionKind::Talk, 1)).await.unwrap();
    assert_eq!(shown().await, 1);
    let refused = service.say(&me, &game, say(TalkChannel::Seats, "hello")).await;
    let until = app.clock.now() + TimeDelta::days(1);
    let expected = Denied::Restricted { kind: RestrictionKind::Talk, until };
    assert!(matches!(refused, Err(TalkError::Denied(why)) if why == expected), "{refused:?}");
    app.clock.advance(TimeDelta::days(1));
    service.say(&me, &game, say(TalkChannel::Seats, "hello")).await.unwrap();
    let restriction = only_restriction(service, &world.ann).await;
    assert_eq!(restriction.state(app.clock.now()), RestrictionState::Over);

    let mo = as_confirmed(world.mo.user().unwrap(), &app.clock);
    service.restrict(&mo, &world.ann, terms(RestrictionKind::Warning, 0)).await.unwrap();
    assert_eq!(service.signed_in(&login.token).await.unwrap().unwrap().restrictions, 1);
    app.clock.advance(TimeDelta::days(20));
    let warning = service.restrictions(&me).await.unwrap().remove(0);
    assert_eq!((warning.kind, warning.ends), (RestrictionKind::Warning, None));
    assert_eq!(service.signed_in(&login.token).await.unwrap().unwrap().restrictions, 1, "until it is read");
    let stranger = service.acknowledge_warning(&as_user(&world.ben), &warning.id).await;
    assert!(matches!(stranger, Err(RestrictionError::NoSuchRestriction)), "{stranger:?}");
    for _ in 0..2 {
        service.acknowledge_warning(&me, &warning.id).await.unwrap();
    }
    assert_eq!(service.signed_in(&login.token).await.unwrap().unwrap().restrictions, 0);
}

async fn an_objection_is_answered_once_by_somebody_else(app: &TestApp) {
    let world = World::of(app).await;
    let (service, me) = (&world.service, as_user(&world.ann));
    let tables = terms(RestrictionKind::Tables, 30);
    service.restrict(&world.ada, &world.ann, tables).await.unwrap();
    let id = only_restriction(service, &world.ann).await.id;
    service.object(&me, &id, &words("It was not me")).await.unwrap();
    let again = service.object(&me, &id, &words("Really")).await;
    assert!(matches!(again, Err(RestrictionError::NotObjectionable)), "{again:?}");
    let cases = async |staff: &Principal| service.objections(staff, None).await.map(|page| page.cases.len());
    assert!(matches!(cases(&world.mo).await, Err(StaffError::NotFound)), "only for administrators");
    assert_eq!(cases(&world.ada).await.unwrap(), 0, "not about their own decision");
    assert_eq!(cases(&world.eva).await.unwrap(), 1);
    let own = service.answer_objection(&world.ada, &id, true, "No").await;
    assert!(matches!(own, Err(StaffError::NotFound)), "{own:?}");
    service.answer_objection(&world.eva, &id, false, "You are right").await.unwrap();
    let late = service.answer_objection(&world.eva, &id, true, "No").await;
    assert!(matches!(late, Err(StaffError::Stale)), "{late:?}");
    let lifted = only_restriction(service, &world.ann).await;
    let answer = lifted.objection.as_ref().unwrap().answer.as_ref().unwrap();
    assert_eq!((answer.upheld, answer.text.as_str()), (false, "You are right"));
    assert_eq!(lifted.state(app.clock.now()), RestrictionState::Lifted);
    service.open_table(&me, &two_seats()).await.unwrap();

    // The only administrator answers alone.
    let alone = app.service.clone().with_staff(&["ada".to_owned()], &[]).await.unwrap().0;
    alone.restrict(&world.ada, &world.ann, tables).await.unwrap();
    let second = alone.restrictions(&me).await.unwrap().into_iter().find(|one| one.lifted.is_none()).unwrap();
    alone.object(&me, &second.id, &words("Again?")).await.unwrap();
    alone.answer_objection(&world.ada, &second.id, true, "Yes").await.unwrap();
    let refused = alone.open_table(&me, &two_seats()).await;
    assert!(matches!(refused, Err(OpenError::Denied(Denied::Restricted { .. }))), "{refused:?}");
}

async fn every_restriction_has_its_reason_end_and_objection_in_the_audit_log(app: &TestApp) {
    let world = World::of(app).await;
    let service = &world.service;
    let report = world.report().await;
    let decision = Decision::Restrict { terms: terms(RestrictionKind::Talk, 7), answer: "Thanks" };
    service.decide_report(&world.mo, &report, decision).await.unwrap();
    service.restrict(&world.mo, &world.ann, terms(RestrictionKind::Tables, 365)).await.unwrap();
    let me = as_user(&world.ann);
    let all = service.restrictions(&me).await.unwrap();
    for restriction in &all {
        service.object(&me, &restriction.id, &words("Not true")).await.unwrap();
        service.answer_objection(&world.eva, &restriction.id, true, "It is").await.unwrap();
        service.lift_restriction(&world.mo, &restriction.id, "good will").await.unwrap();
    }
    let log = service.audit_log(&world.mo, None).await.unwrap().entries;
    for restriction in &all {
        let ends = restriction.ends.unwrap().format("%Y-%m-%d %H:%M UTC").to_string();
        let of = |action: AuditAction| {
            let found = log.iter().filter(|entry| entry.action == action && entry.detail.contains(&ends));
            let found: Vec<_> = found.collect();
            assert_eq!(found.len(), 1, "{action:?}");
            assert_eq!(found[0].subject, world.ann.to_string());
            assert!(found[0].detail.contains("Be civil."), "{}", found[0].detail);
            assert!(!found[0].detail.contains("ben") && !found[0].reason.contains("ben"), "who has reported");
            found[0].reason.clone()
        };
        assert_eq!(of(AuditAction::Restrict), "Insults at three tables");
        assert_eq!(of(AuditAction::Object), "Not true");
        assert_eq!(of(AuditAction::UpholdRestriction), "It is");
        assert_eq!(of(AuditAction::LiftRestriction), "good will");
    }
    let dismissed = world.report().await;
    service.decide_report(&world.mo, &dismissed, DISMISS).await.unwrap();
    let newest = service.audit_log(&world.mo, None).await.unwrap().entries.remove(0);
    assert_eq!((newest.action, newest.subject), (AuditAction::DismissReport, dismissed.to_string()));
    let data = service.own_data(&as_confirmed(&world.ann, &app.clock)).await.unwrap();
    assert!(data.moderation.iter().all(|entry| entry.action != AuditAction::DismissReport));
}

async fn what_was_reported_is_deleted_six_months_after_the_decision(app: &TestApp) {
    let world = World::of(app).await;
    let service = &world.service;
    let game = app.game_of(&[&world.ann, &world.ben], None).await;
    service.say(&as_user(&world.ann), &game, say(TalkChannel::Seats, "hello")).await.unwrap();
    let ben = as_user(&world.ben);
    let decided = service.report(&ben, line(&game, TalkChannel::Seats, 1)).await.unwrap();
    let open = service.report(&ben, line(&game, TalkChannel::Seats, 1)).await.unwrap();
    service.decide_report(&world.mo, &decided, DISMISS).await.unwrap();
    app.clock.advance(TimeDelta::days(180));
    service.clean_up().await.unwrap();
    let of = async |id: &ReportId| service.own_report(&ben, id).await.unwrap().unwrap().0;
    assert!(of(&decided).await.words.is_some());
    app.clock.advance(TimeDelta::days(4));
    service.clean_up().await.unwrap();
    let gone = of(&decided).await;
    assert_eq!((gone.words, gone.evidence.len()), (None, 0));
    assert_eq!(gone.decision.unwrap().answer, "Thank you.", "how it was decided stays");
    let waiting = of(&open).await;
    assert!(waiting.words.is_some() && waiting.evidence.len() == 1, "a case that is open");
}

async fn reports_stay_under_the_new_name_when_an_account_is_closed(app: &TestApp) {
    let world = World::of(app).await;
    let service = &world.service;
    let report = world.report().await;
    service.close_account(&as_confirmed(&world.ben, &app.clock), false).await.unwrap();
    app.clock.advance(TimeDelta::days(8));
    crate::app::run_jobs(service).await;
    let case = service.case(&world.mo, &report).await.unwrap();
    let reporter = case.people.iter().find(|person| person.id == world.ben).unwrap();
    assert!(reporter.name.starts_with("Former-player"), "{}", reporter.name);
    let text = app.count("SELECT COUNT(*) FROM reports WHERE evidence LIKE '%ben%' OR answer LIKE '%ben%'");
    assert_eq!(text.await, 0);
}
