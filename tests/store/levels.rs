//! Results of the computer's levels against people: counted by a job soon after a game ends.

use bastide::account::UserId;
use bastide::engine::Seat;
use bastide::service::{Service, Store};
use bastide::store::AfterJob;
use bastide::table::{
    ComputerLevel, GameId, GameResult, Lane, LevelResults, OpenTable, SeatResult, seat_results,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    results_are_counted_when_a_game_has_ended_and_only_then
    the_move_that_ends_a_game_writes_no_row_that_games_share
    results_are_counted_once_however_often_their_job_runs
    results_that_still_wait_are_no_difference
    a_game_that_is_played_to_its_end_counts_as_its_winners_say
    counts_that_were_damaged_are_found_and_repaired
    a_guest_who_goes_takes_the_results_along
    a_search_keeps_no_quick_turn_waiting
}

async fn game(app: &TestApp, player: &UserId, levels: &[ComputerLevel]) -> GameId {
    let computers: Vec<_> = (1..).map(Seat).zip(levels.iter().copied()).collect();
    let seats = u8::try_from(levels.len() + 1).unwrap();
    let opening = OpenTable { computers, seats, ..two_seats() }.with(|settings| settings.public = false);
    app.service.open_and_join(&as_user(player), &opening, None).await.unwrap()
}

async fn resign(app: &TestApp, player: &UserId, game: &GameId) {
    let table = app.service.table(&as_user(player), game, None).await.unwrap().unwrap();
    let last = table.play.unwrap().last();
    app.service.resign(&as_user(player), game, &submission(&app.service, last)).await.unwrap();
}

async fn results(service: &Service) -> Vec<(ComputerLevel, [u32; 3])> {
    let results = service.level_results(&HOME).await.unwrap().into_iter();
    results.map(|(level, LevelResults { won, drawn, lost })| (level, [won, drawn, lost])).collect()
}

async fn results_are_counted_when_a_game_has_ended_and_only_then(app: &TestApp) {
    let ann = app.person("ann").await;
    let first = game(app, &ann, &[ComputerLevel::Two]).await;
    run_jobs(&app.service).await;
    assert_eq!(results(&app.service).await, []);
    resign(app, &ann, &first).await;
    run_jobs(&app.service).await;
    assert_eq!(results(&app.service).await, [(ComputerLevel::Two, [1, 0, 0])]);
    for level in [ComputerLevel::Two, ComputerLevel::Eight] {
        let next = game(app, &ann, &[level]).await;
        resign(app, &ann, &next).await;
    }
    run_jobs(&app.service).await;
    assert_eq!(
        results(&app.service).await,
        [(ComputerLevel::Two, [2, 0, 0]), (ComputerLevel::Eight, [1, 0, 0])]
    );
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn the_move_that_ends_a_game_writes_no_row_that_games_share(app: &TestApp) {
    let ann = app.person("ann").await;
    let id = game(app, &ann, &[ComputerLevel::Two]).await;
    resign(app, &ann, &id).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM level_results").await, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'count_results'").await, 1);
    let ben = app.person("ben").await;
    let others = app.game_of(&[&ann, &ben], None).await;
    resign(app, &ann, &others).await;
    assert_eq!(
        app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'count_results'").await,
        1,
        "it has no result"
    );
}

async fn results_are_counted_once_however_often_their_job_runs(app: &TestApp) {
    let ann = app.person("ann").await;
    let mut games = Vec::new();
    for _ in 0..10 {
        let id = game(app, &ann, &[ComputerLevel::Two]).await;
        resign(app, &ann, &id).await;
        games.push(id);
    }
    // A server leases the jobs, counts half of the games, and stalls until another has taken over.
    let stalled = Store::open(&app.url).await.unwrap();
    let now = app.service.now();
    let until = now + TimeDelta::seconds(15);
    let leased = stalled.lease_jobs(Lane::Results, now, until, "stalled".to_owned(), 10).await.unwrap();
    assert_eq!(leased.len(), 10);
    for game in &games[..5] {
        assert!(stalled.count_results_of(game).await.unwrap());
    }
    app.clock.advance(TimeDelta::seconds(15));
    let (_, ()) = tokio::join!(run_jobs(&app.service), async {
        for game in &games {
            stalled.count_results_of(game).await.unwrap();
        }
    });
    for job in &leased {
        stalled.end_lease(job, AfterJob::Remove).await.unwrap();
    }
    assert_eq!(results(&app.service).await, [(ComputerLevel::Two, [10, 0, 0])]);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    stalled.close().await;
}

async fn results_that_still_wait_are_no_difference(app: &TestApp) {
    let ann = app.person("ann").await;
    for level in [ComputerLevel::Two, ComputerLevel::Two, ComputerLevel::Six] {
        let id = game(app, &ann, &[level]).await;
        resign(app, &ann, &id).await;
    }
    app.damage("UPDATE jobs SET failed = 1 WHERE unique_key = (SELECT MIN(unique_key) FROM jobs WHERE kind = 'count_results')").await;
    let differences = async || app.service.rebuild(false, |_, _| ()).await.unwrap().differences;
    assert_eq!(differences().await, Vec::<String>::new(), "nothing is counted, and all wait");
    // A wrong count is repaired without those that wait, which are added later.
    app.damage("INSERT INTO level_results (level, won, drawn, lost) VALUES ('two', 5, 0, 0)").await;
    assert_eq!(differences().await.len(), 1);
    app.service.retry_failed_jobs().await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!(
        results(&app.service).await,
        [(ComputerLevel::Two, [2, 0, 0]), (ComputerLevel::Six, [1, 0, 0])]
    );
    assert_eq!(differences().await, Vec::<String>::new());
    // A job that is lost leaves a difference, which is repaired.
    let id = game(app, &ann, &[ComputerLevel::Six]).await;
    resign(app, &ann, &id).await;
    app.damage("DELETE FROM jobs WHERE kind = 'count_results'").await;
    assert_eq!(differences().await.len(), 1);
    assert_eq!(
        results(&app.service).await,
        [(ComputerLevel::Two, [2, 0, 0]), (ComputerLevel::Six, [2, 0, 0])]
    );
}

async fn a_game_that_is_played_to_its_end_counts_as_its_winners_say(app: &TestApp) {
    let ann = app.person("ann").await;
    let id = game(app, &ann, &[ComputerLevel::One, ComputerLevel::Three]).await;
    let mut expected = [0; 3];
    loop {
        run_jobs(&app.service).await;
        let table = app.service.table(&as_user(&ann), &id, None).await.unwrap().unwrap();
        let replay = table.play.unwrap();
        if replay.game.is_finished() {
            for SeatResult { result, .. } in
                seat_results(&replay, &table.table.seats(), table.table.winners())
            {
                expected[result as usize] += 1;
            }
            break;
        }
        let turn = bastide::players::choose(&replay.game).unwrap();
        let form = submission(&app.service, replay.last());
        app.service.turn(&as_user(&ann), &id, &form, turn).await.unwrap();
    }
    run_jobs(&app.service).await;
    let counted = results(&app.service).await;
    assert_eq!(counted.iter().fold([0; 3], |sum, (_, one)| [0, 1, 2].map(|i| sum[i] + one[i])), expected);
    assert_eq!(GameResult::ALL.map(|result| result as usize), [0, 1, 2]);
}

async fn counts_that_were_damaged_are_found_and_repaired(app: &TestApp) {
    let ann = app.person("ann").await;
    for level in [ComputerLevel::One, ComputerLevel::Four] {
        let id = game(app, &ann, &[level]).await;
        resign(app, &ann, &id).await;
    }
    run_jobs(&app.service).await;
    let right = results(&app.service).await;
    for (damage, what) in [
        (
            "UPDATE level_results SET won = 7 WHERE level = 'four'",
            "level four, results: LevelResults { won: 7",
        ),
        ("DELETE FROM level_results WHERE level = 'one'", "level one, results: LevelResults { won: 0"),
        ("UPDATE seats SET result = 'lost' WHERE computer = 'one'", "results: [[1,\"lost\"]] is stored"),
    ] {
        app.damage(damage).await;
        for check_only in [true, false] {
            let found = app.service.rebuild(check_only, |_, _| ()).await.unwrap().differences;
            assert!(found.iter().any(|line| line.contains(what)), "{damage}: {found:?}");
        }
        assert_eq!(results(&app.service).await, right, "{damage}");
        assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    }
}

async fn a_guest_who_goes_takes_the_results_along(app: &TestApp) {
    let ann = app.person("ann").await;
    let guest = app.service.create_guest(&HOME, "").await.unwrap().user.id;
    for player in [&ann, &guest] {
        let id = game(app, player, &[ComputerLevel::Five]).await;
        resign(app, player, &id).await;
    }
    run_jobs(&app.service).await;
    assert_eq!(results(&app.service).await, [(ComputerLevel::Five, [2, 0, 0])]);
    // Of these, none is counted when the guest goes.
    for _ in 0..2 {
        let id = game(app, &guest, &[ComputerLevel::Five]).await;
        resign(app, &guest, &id).await;
    }
    assert!(app.service.remove_guest(&as_user(&guest)).await.unwrap());
    run_jobs(&app.service).await;
    assert_eq!(results(&app.service).await, [(ComputerLevel::Five, [1, 0, 0])]);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_search_keeps_no_quick_turn_waiting(app: &TestApp) {
    let ann = app.person("ann").await;
    let slow = app.service.clone().with_computer(|position, player| {
        // Only what a level that searches would do; it never ends by itself.
        if player.to_string() == "level:8" {
            std::thread::sleep(std::time::Duration::from_secs(2));
        }
        bastide::players::choose(position).map(bastide::engine::Command::Play)
    });
    let mut games = Vec::new();
    for level in [[ComputerLevel::Eight; 40].as_slice(), &[ComputerLevel::One; 4]].concat() {
        games.push((level, game(app, &ann, &[level]).await));
    }
    let quick = "SELECT COUNT(*) FROM games WHERE computer_to_move = 1 AND id IN
         (SELECT game FROM seats WHERE computer = 'one')";
    let searching = "SELECT COUNT(*) FROM games WHERE computer_to_move = 1 AND id IN
         (SELECT game FROM seats WHERE computer = 'eight')";
    assert!(app.count(searching).await > 4, "whose turn it is depends on the draw");
    let running = bastide::jobs::Runner::new(slow).start();
    for _ in 0..100 {
        if app.count(quick).await == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert!(app.count(searching).await > 0, "searches go on");
    assert_eq!(app.count(quick).await, 0, "quick turns are played");
    running.stop().await;
}
