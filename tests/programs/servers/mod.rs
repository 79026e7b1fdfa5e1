//! Three servers behind `HAProxy` on one PostgreSQL with a standby. People play each other and the computer, through the proxy and without
//! sticky sessions, while servers are killed and restarted one after the other, the database is restarted, and its standby promoted.
//!
//!     cargo test --test programs servers -- --include-ignored --nocapture --test-threads 1
//!
//! Every acknowledged move must be stored once and in order, every page must fit its game, no job may be taken twice while nothing is stopped, and no
//! request may fail in a rolling restart.

mod machines;
mod players;
mod report;

use std::time::Duration;

use machines::Machines;
use players::Everyone;
use report::Report;
use support::setting;
use tokio::time::sleep;

use crate::crash::play;

/// How long games go on between two disturbances of the long version.
const BETWEEN: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_notice_no_rolling_restart_and_lose_nothing_when_a_server_is_killed() {
    let machines = Machines::start(false, None).await;
    disturb(machines, 6, async |machines, everyone, report| {
        report.phase("a rolling restart", everyone, machines.restart_all()).await;
        report.phase("a server killed", everyone, machines.kill_server(0, everyone)).await;
        everyone.all_have_moved().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn nothing_is_lost_when_servers_and_databases_fail_while_300_games_are_played() {
    fail_in_all_ways(Machines::start(true, None).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes, and needs PgBouncer 1.21 or later"]
async fn nothing_is_lost_with_a_pool_in_transaction_mode() {
    let pgbouncer = setting("BASTIDE_TEST_PGBOUNCER").expect("BASTIDE_TEST_PGBOUNCER names the program");
    fail_in_all_ways(Machines::start(true, Some(&pgbouncer)).await).await;
}

async fn fail_in_all_ways(machines: Machines) {
    let number = |name, default| setting(name).map_or(default, |text| text.parse().expect("a number"));
    let (games, rounds) = (number("BASTIDE_GAMES", 300), number("BASTIDE_KILLS", 6));
    disturb(machines, games, async |machines, everyone, report| {
        report.phase("nothing happens", everyone, sleep(2 * BETWEEN)).await;
        for _ in 0..2 {
            report.phase("a rolling restart", everyone, machines.restart_all()).await;
        }
        for kill in 0..rounds {
            report.phase("a server killed", everyone, machines.kill_server(kill % 3, everyone)).await;
            sleep(BETWEEN).await;
        }
        for _ in 0..2 {
            report.phase("the database restarted", everyone, machines.restart_database(everyone)).await;
            sleep(BETWEEN).await;
        }
        report.phase("the standby promoted", everyone, machines.promote_standby(everyone)).await;
        report.phase("a rolling restart", everyone, machines.restart_all()).await;
        report.phase("nothing happens", everyone, sleep(2 * BETWEEN)).await;
    })
    .await;
}

/// Lets people play while `disturbances` go on, then checks what is stored.
async fn disturb(
    mut machines: Machines,
    games: usize,
    disturbances: impl AsyncFnOnce(&mut Machines, &Everyone, &mut Report),
) {
    let everyone = Everyone::set_up(&machines, games).await;
    machines.start_servers().await;
    let mut report = Report::default();
    let address = machines.web.clone();
    let play = everyone.play(&address);
    let disturb = async {
        everyone.have_begun().await;
        disturbances(&mut machines, &everyone, &mut report).await;
        everyone.stop();
    };
    let (promised, ()) = tokio::join!(play, disturb);
    machines.stop_servers().await;
    let url = machines.database_url();
    everyone.assert_kept(&promised, &play::Stored::read(&url).await);
    play::assert_verified(&url).await;
    assert_eq!(machines.jobs_done_twice().await, Vec::<String>::new());
    println!("{games} games\n{report}");
    report.assert_fine(&machines.logs());
}
