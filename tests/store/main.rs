//! Accounts, tables and games: every use case and every statement, on SQLite and PostgreSQL alike.
//!
//! `./test.sh` starts a PostgreSQL and names it in `BASTIDE_TEST_POSTGRES`. Without it the tests fail: what was tested on one
//! database may not work on the other.

mod absences;
mod accounts;
mod admission;
mod agreements;
mod analyses;
mod app;
mod archives;
mod blocks;
mod bots;
mod brake;
mod challenges;
mod changes;
mod clocks;
mod closing;
#[cfg(unix)]
mod cluster;
mod due_at_once;
mod faults;
mod feeds;
mod fill;
mod first_games;
mod follow;
mod follows;
mod guests;
mod hints;
mod imports;
mod invitations;
mod jobs;
mod lengths;
mod levels;
mod lists;
mod moderation;
mod months;
mod moves;
mod notifications;
mod offers;
mod own_data;
mod passkeys;
mod planned;
mod plans;
mod principals;
mod profiles;
mod publication;
mod push;
mod puzzles;
mod races;
mod ratings;
mod reachable;
mod rebuild;
mod reliability;
mod rematches;
mod replacements;
mod reports;
mod rows;
mod salts;
mod search;
mod second_step;
mod series;
mod standings;
mod stored_rules;
mod substitutes;
mod table_events;
mod tables;
mod talk;
mod time;
mod time_outs;
mod tokens;
mod upgrade;
mod user_events;
mod verify;
mod waiting;
mod webhooks;

use support::soft_passkey;

/// Runs each test on a fresh database of each kind.
macro_rules! on_both_databases {
    ($($test:ident)+) => {$(
        mod $test {
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_sqlite() {
                let app = crate::app::TestApp::on_sqlite().await;
                super::$test(&app).await;
                app.leave().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_postgres() {
                let app = crate::app::TestApp::on_postgres().await;
                super::$test(&app).await;
                app.leave().await;
            }
        }
    )+};
}
pub(crate) use on_both_databases;
