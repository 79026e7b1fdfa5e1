//! People who have blocked each other never meet at a new table.

use bastide::account::{Hidden, UserId};
use bastide::engine::Seat;
use bastide::service::{InviteError, JoinError, ProposalError};
use bastide::table::{BestOf, Challenge, Filter, GameId, OpenTable, Status, Terms};
use chrono::TimeDelta;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::app::{TestApp, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    a_blocked_pair_can_neither_join_nor_invite_nor_take_over_nor_play_again
    a_blocked_pair_meets_at_no_table_whatever_everybody_does
    who_was_blocked_sees_no_profile_and_is_offered_no_table
}

async fn block(app: &TestApp, user: &UserId, other: &UserId) {
    app.service.hide_person(&as_user(user), other, Hidden::Blocked, true).await.unwrap();
}

async fn a_blocked_pair_can_neither_join_nor_invite_nor_take_over_nor_play_again(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let before = app.game_of(&[&ann, &ben], None).await;
    let three = OpenTable { seats: 3, ..two_seats() };
    let others = app.game_of(&[&ann, &cleo], None).await;
    block(app, &ben, &ann).await;
    // The game that they play goes on.
    app.play(&before, &[&ann, &ben]).await.unwrap();
    for (opener, other, name) in [(&ann, &ben, "ben"), (&ben, &ann, "ann")] {
        let table = service.open_and_join(&as_user(opener), &three, None).await.unwrap();
        let joined = service.join(&as_user(other), &table, None, None).await;
        assert!(matches!(joined, Err(JoinError::Blocked)), "{joined:?}");
        let invited = service.invite(&as_user(opener), &table, name).await;
        assert!(matches!(invited, Err(InviteError::Blocked)), "{invited:?}");
        // Nor through somebody else.
        service.join(&as_user(&cleo), &table, None, None).await.unwrap();
        let table = service.open_table(&as_user(&cleo), &three).await.unwrap();
        service.join(&as_user(opener), &table, None, None).await.unwrap();
        let invited = service.invite(&as_user(&cleo), &table, name).await;
        assert!(matches!(invited, Err(InviteError::Blocked)), "{invited:?}");
        let joined = service.join(&as_user(other), &table, None, None).await;
        assert!(matches!(joined, Err(JoinError::Blocked)), "{joined:?}");
    }
    let taken = service.take_seat(&as_user(&ben), &others, Seat(0)).await;
    assert!(matches!(taken, Err(ProposalError::Unfit(JoinError::Blocked))), "{taken:?}");
    let last = service.table(&as_user(&ann), &before, None).await.unwrap().unwrap().table.last_event();
    service.resign(&as_user(&ann), &before, &submission(service, last)).await.unwrap();
    let again = service.rematch(&as_user(&ann), &before, None).await.unwrap();
    let table = service.table(&as_user(&ann), &again, None).await.unwrap().unwrap().table;
    assert!(!table.is_reserved_for(&ben), "no seat is kept for who is blocked");
    assert!(service.rematch(&as_user(&ben), &before, None).await.is_err());
}

/// How often something happens; `BASTIDE_LONG=1` makes it a thousand sequences' worth.
fn steps() -> usize {
    if support::setting("BASTIDE_LONG").is_some() { 10_000 } else { 250 }
}

async fn a_blocked_pair_meets_at_no_table_whatever_everybody_does(app: &TestApp) {
    let service = &app.service;
    let mut random = StdRng::seed_from_u64(support::seed());
    let names = ["ann", "ben", "cleo", "dan"];
    let mut people = Vec::new();
    for name in names {
        people.push(app.person(name).await);
    }
    // Ann and Ben have blocked each other.
    let old = app.game_of(&[&people[0], &people[1], &people[2]], Some(2)).await;
    block(app, &people[0], &people[1]).await;
    let mut tables: Vec<GameId> = vec![old.clone()];
    for _ in 0..steps() {
        let person = random.random_range(0..people.len());
        let me = as_user(&people[person]);
        let table = tables[random.random_range(0..tables.len())].clone();
        // Whatever is refused is fine: what counts is what comes of it.
        let other = &people[random.random_range(0..people.len())];
        match random.random_range(0..16) {
            0 | 1 => {
                let open = OpenTable { seats: random.random_range(2..=3), ..two_seats() };
                let opened = if random.random_bool(0.7) {
                    service.open_and_join(&me, &open, None).await
                } else {
                    service.open_table(&me, &open).await
                };
                tables.extend(opened);
            }
            2..5 => drop(service.join(&me, &table, None, None).await),
            5 => drop(service.invite(&me, &table, names[random.random_range(0..names.len())]).await),
            6 => drop(service.leave(&me, &table).await),
            7 => {
                if let Some(found) = service.table(&me, &table, None).await.unwrap()
                    && found.table.status() == Status::Playing
                {
                    let seen = submission(service, found.table.last_event());
                    drop(service.resign(&me, &table, &seen).await);
                }
            }
            8 => tables.extend(service.rematch(&me, &table, None).await),
            9 => {
                let best_of = BestOf::ALL[random.random_range(0..3)];
                drop(service.challenge(&me, other, Terms { best_of, ..crate::challenges::terms() }).await);
            }
            10 | 11 => {
                for view in service.challenges(&me).await.unwrap() {
                    let Challenge { id, n, .. } = view.challenge;
                    tables.extend(service.accept_challenge(&me, &id, n).await);
                }
            }
            12 => drop(service.follow_player(&me, other).await),
            13 => drop(service.play_now(&me, crate::offers::terms(&[2, 3])).await),
            14 => {
                for open in service.open_offers(&me).await.unwrap() {
                    drop(service.take_offer(&me, &open.offer.id).await);
                }
            }
            _ => {
                app.clock.advance(TimeDelta::hours(7));
                run_jobs(service).await;
            }
        }
    }
    // The games of series and of offers that have begun by themselves, too.
    for person in &people {
        let games = service.my_games(&as_user(person), &Filter::default(), None).await.unwrap().games;
        tables.extend(games.into_iter().map(|table| table.id).filter(|id| *id != old));
    }
    let mut looked_at = 0;
    for table in tables.iter().filter(|table| **table != old) {
        let Some(found) = service.table(&as_user(&people[0]), table, None).await.unwrap() else { continue };
        looked_at += 1;
        let company: Vec<&UserId> = found.table.company().collect();
        let meets = company.contains(&&people[0]) && company.contains(&&people[1]);
        assert!(!meets, "{table}: {company:?}");
    }
    assert!(looked_at > 5, "{looked_at}");
    for (one, other) in [(0, 1), (1, 0)] {
        let followed = service.watching(&as_user(&people[one]), None).await.unwrap().players;
        assert!(followed.iter().all(|player| player.id != people[other]), "{followed:?}");
    }
}

async fn who_was_blocked_sees_no_profile_and_is_offered_no_table(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = service.open_and_join(&as_user(&ann), &two_seats(), None).await.unwrap();
    let offered = async |user: &UserId| {
        let found = service.dashboard(&as_user(user)).await.unwrap();
        found.open.iter().any(|open| open.id == table)
    };
    assert!(offered(&ben).await);
    assert!(service.player(&as_user(&ben), &ann).await.unwrap().is_some());
    block(app, &ann, &ben).await;
    assert!(!offered(&ben).await);
    assert!(service.player(&as_user(&ben), &ann).await.unwrap().is_none());
    assert!(service.player(&as_user(&ann), &ben).await.unwrap().is_some(), "who blocks can end it there");
    let seen = service.table(&as_user(&ben), &table, None).await.unwrap().unwrap();
    assert!(seen.blocked, "the page says why there is no seat");
    service.hide_person(&as_user(&ann), &ben, Hidden::Blocked, false).await.unwrap();
    assert!(offered(&ben).await);
    service.join(&as_user(&ben), &table, None, None).await.unwrap();
}
