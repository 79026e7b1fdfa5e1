//! Table event logs: each event is stored together with its effects, and replaying the log gives the same table.

use bastide::account::{OpenSession, SessionId, SessionToken, UserId};
use bastide::engine::SaltHash;
use bastide::service::Store;
use bastide::store::{Executed, PreviousSession, SignIn, SignInBy, SignInResult};
use bastide::table::{
    Absences, GameId, OpenTable, Replay, ReplayContext, Row, Salts, Status, Stops, Table, TableEvent,
};
use chrono::TimeDelta;

use crate::app::{TestApp, against_computer, as_guest, as_user, submission, two_seats};

crate::on_both_databases! {
    a_table_of_every_stage_follows_from_its_logs
    every_use_case_that_changes_a_table_is_in_its_log
    a_guests_tables_say_who_took_them_over
    a_guest_whose_tables_have_changed_meanwhile_is_handed_over_later_or_not_at_all
    no_secret_is_in_a_log
    an_outcome_that_comes_late_is_stale_and_changes_nothing
    a_table_that_is_gone_takes_no_events
    tables_that_many_people_change_agree_with_their_logs
}

/// A table's events, each by its name and the user that it names.
async fn log(store: &Store, game: &GameId) -> Vec<(&'static str, Option<UserId>)> {
    let name = |event: TableEvent| match event {
        TableEvent::Opened(opened) => ("opened", opened.opener),
        TableEvent::Joined { user, .. } => ("joined", Some(user)),
        TableEvent::Left { user } => ("left", Some(user)),
        TableEvent::Invited { user } => ("invited", Some(user)),
        TableEvent::Declined { user } => ("declined", Some(user)),
        TableEvent::MadePublic {} => ("made public", None),
        TableEvent::Filled {} => ("filled", None),
        TableEvent::Revealed { .. } => ("revealed", None),
        TableEvent::Started {} => ("started", None),
        TableEvent::Hinted { .. } => ("hinted", None),
        TableEvent::Proposed { .. } => ("proposed", None),
        TableEvent::Answered { .. } => ("answered", None),
        TableEvent::Paused { .. } => ("paused", None),
        TableEvent::Resumed { .. } => ("resumed", None),
        TableEvent::Agreed { .. } => ("agreed", None),
        TableEvent::Gave { .. } => ("gave", None),
        TableEvent::SeatTaken { user, .. } => ("seat taken", Some(user)),
        TableEvent::MissedWhilePlaying { .. } => ("missed while playing", None),
        TableEvent::Replaced { by, .. } => ("replaced", Some(by)),
        TableEvent::Closed {} => ("closed", None),
    };
    store.table_log(game).await.unwrap().into_iter().map(|logged| name(logged.event)).collect()
}

/// The table rebuilt from both logs.
async fn replayed(store: &Store, stored: &Table) -> Table {
    let people = stored.people().map(|person| (person.id.clone(), person.clone())).collect();
    let invite = stored.invite.clone();
    let log = store.table_log(&stored.id).await.unwrap();
    let table = Table::replay(&stored.id, &log, &ReplayContext { invite, people }).unwrap();
    let Some((header, log)) = store.record(&stored.id).await.unwrap() else { return table };
    let changed = log.last().unwrap().at.unwrap();
    let replay = Replay::begin(&stored.id, &header).unwrap().extended(&stored.id, log).unwrap();
    let row = Row::of(&replay, &table.seats(), &table.settings, Stops::default(), changed);
    table.with_game(&row)
}

async fn a_table_of_every_stage_follows_from_its_logs(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let empty = service
        .open_table(&as_user(&ann), &against_computer().with(|settings| settings.public = false))
        .await
        .unwrap();
    let half = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    service.join(&as_user(&ben), &half, None, None).await.unwrap();
    let playing = app.game_of(&[&ann, &ben], Some(3)).await;
    app.clock.advance(TimeDelta::minutes(5));
    app.play(&playing, &[&ann, &ben]).await.unwrap();
    let over = app.game_of(&[&ann, &ben], None).await;
    service.resign(&as_user(&ann), &over, &submission(service, 1)).await.unwrap();
    let rematch = service.rematch(&as_user(&ann), &over, None).await.unwrap();
    let mut statuses = Vec::new();
    for game in [&empty, &half, &playing, &over, &rematch] {
        let (stored, _) = store.table(game).await.unwrap().unwrap();
        assert_eq!(replayed(&store, &stored).await, stored);
        statuses.push(stored.status());
    }
    assert_eq!(statuses, [Status::Open, Status::Open, Status::Playing, Status::Finished, Status::Open]);
    store.close().await;
}

async fn every_use_case_that_changes_a_table_is_in_its_log(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    service.leave(&as_user(&ann), &game).await.unwrap();
    service.join(&as_user(&ben), &game, None, None).await.unwrap();
    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    let (a, b) = (Some(ann.clone()), Some(ben.clone()));
    assert_eq!(
        log(&store, &game).await,
        [
            ("opened", a.clone()),
            ("joined", a.clone()),
            ("left", a.clone()),
            ("joined", b.clone()),
            ("joined", a.clone()),
            ("started", None)
        ]
    );
    let times: Vec<_> = store.table_log(&game).await.unwrap().into_iter().map(|logged| logged.at).collect();
    assert_eq!((times[1] - times[0], times[5]), (TimeDelta::hours(1), app.service.now()));
    service.resign(&as_user(&ann), &game, &submission(service, 1)).await.unwrap();
    assert_eq!(log(&store, &game).await.len(), 6, "what happens in a game is in its own log");

    let rematch = service.rematch(&as_user(&ben), &game, None).await.unwrap();
    let started = [("opened", b.clone()), ("joined", b.clone())];
    assert_eq!(log(&store, &rematch).await, started);
    service.decline(&as_user(&ann), &rematch).await.unwrap();
    let cleo = app.person("cleo").await;
    service.invite(&as_user(&ben), &rematch, "Cleo").await.unwrap();
    let answered = [("declined", a.clone()), ("invited", Some(cleo))];
    assert_eq!(log(&store, &rematch).await[2..], answered);
    service.close_table(&as_user(&ben), &rematch).await.unwrap();
    assert_eq!(log(&store, &rematch).await, [], "a table that is closed leaves nothing");
    let forgotten = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.clock.advance(TimeDelta::days(100));
    assert_eq!(service.clean_up().await.unwrap().tables, 1);
    assert_eq!(log(&store, &forgotten).await, []);
    store.close().await;
}

async fn a_guests_tables_say_who_took_them_over(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let ann = service.sign_up(&crate::app::HOME, "ann", "correct horse", "").await.unwrap().login.user;
    let guest = service.create_guest(&crate::app::HOME, "").await.unwrap().user.id;
    let alone = against_computer().with(|settings| settings.public = false);
    let waiting = service.open_table(&as_user(&guest), &alone).await.unwrap();
    let over = service.open_table(&as_user(&guest), &alone).await.unwrap();
    service.join(&as_user(&guest), &over, None, None).await.unwrap();
    service.resign(&as_user(&guest), &over, &submission(service, 1)).await.unwrap();
    let rematch = service.rematch(&as_user(&guest), &over, None).await.unwrap();
    service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.unwrap();
    let a = Some(ann.id.clone());
    for game in [&waiting, &over, &rematch] {
        assert_eq!(log(&store, game).await.last().unwrap(), &("replaced", a.clone()));
        let (stored, _) = store.table(game).await.unwrap().unwrap();
        assert_eq!(stored.opener.as_ref().unwrap().id, ann.id);
        assert_eq!(replayed(&store, &stored).await, stored);
    }
    let notified = store.notifications(&over).await.unwrap();
    assert_eq!(notified.iter().map(|one| &one.user).collect::<Vec<_>>(), [&ann.id]);
    store.close().await;
}

async fn a_guest_whose_tables_have_changed_meanwhile_is_handed_over_later_or_not_at_all(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let ann = app.person("ann").await;
    let guest = service.create_guest(&crate::app::HOME, "").await.unwrap().user.id;
    let alone = against_computer().with(|settings| settings.public = false);
    let games = [
        service.open_table(&as_user(&guest), &alone).await.unwrap(),
        service.open_table(&as_user(&guest), &alone).await.unwrap(),
    ];
    let outcomes = || async {
        let tables = store.tables_of_guest(&guest).await.unwrap();
        assert_eq!(tables.len(), 2);
        let replaced = tables.iter().map(|table| table.replace(&guest, &ann, service.now()).unwrap());
        replaced.collect::<Vec<_>>()
    };
    let session = std::cell::Cell::new(0);
    let sign_in = async |outcomes| {
        session.set(session.get() + 1);
        let (since, id) = (service.now(), SessionId::new([session.get(); 10]));
        let sign_in = SignIn {
            user: ann.clone(),
            by: SignInBy::Checked,
            token: SessionToken::new([session.get(); 32]).hash(),
            session: OpenSession { id, agent: String::new(), since, until: since + TimeDelta::days(1) },
            previous: PreviousSession::OfGuest(guest.clone(), SessionId::new([0; 10]), outcomes),
            forget: Vec::new(),
        };
        store.sign_in(sign_in).await.unwrap()
    };
    let [one, two] = outcomes().await.try_into().unwrap();
    service.join(&as_user(&guest), &games[0], None, None).await.unwrap();
    for late in [vec![], vec![one.clone()], vec![two.clone()], vec![one.clone(), two.clone()], vec![two, one]]
    {
        assert_eq!(sign_in(late).await, SignInResult::Stale);
        assert_eq!(outcomes().await.len(), 2, "both are still the guest's");
        assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 2, "nobody has signed in");
    assert_eq!(sign_in(outcomes().await).await, SignInResult::Done);
    assert_eq!(sign_in(Vec::new()).await, SignInResult::Done, "the guest is gone");
    assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 3);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    store.close().await;
}

async fn no_secret_is_in_a_log(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service
        .open_table(&as_user(&ann), &two_seats().with(|settings| settings.public = false))
        .await
        .unwrap();
    let invite = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite.unwrap();
    let hash = |salt: &str| Some(SaltHash::of(salt));
    service.join(&as_user(&ann), &game, None, hash("words of ann")).await.unwrap();
    service.join(&as_user(&ben), &game, Some(&invite), hash("words of ben")).await.unwrap();
    for (player, salt) in [(&ann, "words of ann"), (&ben, "words of ben")] {
        service.reveal_salt(&as_user(player), &game, salt).await.unwrap();
    }
    let secret: String = sqlx::query_scalar("SELECT secret FROM games").fetch_one(&app.raw).await.unwrap();
    let bodies: Vec<String> =
        sqlx::query_scalar("SELECT body FROM table_events").fetch_all(&app.raw).await.unwrap();
    assert_eq!(bodies.len(), 7);
    for hidden in [secret.as_str(), invite.reveal(), "words of", "ann\""] {
        assert!(bodies.iter().all(|body| !body.contains(hidden)), "{hidden}: {bodies:?}");
    }
}

async fn an_outcome_that_comes_late_is_stale_and_changes_nothing(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_table(&as_user(&ann), &OpenTable { seats: 3, ..two_seats() }).await.unwrap();
    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    let (table, secret) = store.table(&game).await.unwrap().unwrap();
    service.leave(&as_user(&ann), &game).await.unwrap();
    let person = bastide::table::Person::human(ben.clone(), "ben".to_owned());
    let now = service.now();
    let (_, joins) =
        table.join(&person, None, Salts::new(), &secret, &Absences::default(), now).unwrap().unwrap();
    let late = [table.leave(&ann, now).unwrap(), joins, table.close(&ann, now).unwrap()];
    for outcome in late {
        assert_eq!(store.execute(outcome, None).await.unwrap(), Executed::Stale);
    }
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table;
    assert_eq!((table.free_seats(), table.revision), (3, 3));
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    store.close().await;
}

async fn a_table_that_is_gone_takes_no_events(app: &TestApp) {
    let (service, store) = (&app.service, Store::open(&app.url).await.unwrap());
    let ann = app.person("ann").await;
    let game = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let (table, _) = store.table(&game).await.unwrap().unwrap();
    service.close_table(&as_user(&ann), &game).await.unwrap();
    assert_eq!(
        store.execute(table.close(&ann, service.now()).unwrap(), None).await.unwrap(),
        Executed::Stale
    );
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events").await, 0);
    store.close().await;
}

async fn tables_that_many_people_change_agree_with_their_logs(app: &TestApp) {
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(app.person(&format!("friend-{number}")).await);
    }
    let mut tables = Vec::new();
    for seats in [2, 3, 4, 5] {
        tables.push(
            app.service.open_table(&as_user(&people[0]), &OpenTable { seats, ..two_seats() }).await.unwrap(),
        );
    }
    let tables = std::sync::Arc::new(tables);
    let busy: Vec<_> = (0_usize..)
        .zip(&people)
        .map(|(number, person)| {
            let (service, person, tables) = (app.service.clone(), person.clone(), tables.clone());
            tokio::spawn(async move {
                // Latecomers are refused.
                for step in 0..12 {
                    let game = &tables[(number + step) % tables.len()];
                    let _refused = if (number * 5 + step * 3) % 7 < 4 {
                        service.join(&as_user(&person), game, None, None).await.is_err()
                    } else {
                        service.leave(&as_user(&person), game).await.is_err()
                    };
                }
            })
        })
        .collect();
    for person in busy {
        person.await.unwrap();
    }
    assert!(app.count("SELECT COUNT(*) FROM table_events").await > 12);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    let gaps = app.count("SELECT COUNT(*) FROM games g WHERE g.revision <> (SELECT COUNT(*) FROM table_events t WHERE t.game = g.id)");
    assert_eq!(gaps.await, 0);
}
