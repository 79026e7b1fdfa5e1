//! The same turns with two servers as processes on one PostgreSQL: they are restarted one after the other, and killed.

use std::path::PathBuf;

use bastide::clock::Clock;

use super::crowd::until;
use super::service::{Mood, PushService};
use super::turns::{BROWSERS, Season};
use super::with_push;
use crate::app::TestApp;
use crate::cluster::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_turn_goes_unsaid_when_servers_are_restarted_and_killed() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    let at = PushService::start().await;
    let service = with_push(&app).await;
    let logs = tempfile::tempdir().unwrap();
    let start = |name| start(app.url.clone(), logs.path().join(name));
    let season = Season::begin(&app, &service, &at).await;
    let stops = async {
        let (one, other) = (start("one").await, start("other").await);
        at_work(&at, 10).await;
        // A rolling restart: there is always one of them.
        assert!(other.end().await.success());
        let other = start("other again").await;
        at_work(&at, 10).await;
        assert!(one.end().await.success());
        let one = start("one again").await;
        at_work(&at, 10).await;
        one.kill();
        let leased = leased(&app).await;
        (start("one at last").await, other, leased)
    };
    let (games, (one, other, mut leased_at_kills)) = tokio::join!(season.play(), stops);
    // Both are killed while messages about the last turns are on their way.
    at.set_mood(Mood::Hangs);
    until("messages are on their way", async || at.held() > 0).await;
    one.kill();
    other.kill();
    leased_at_kills += leased(&app).await;
    at.set_mood(Mood::Works);
    let server = start("the last").await;
    season.wait_for_messages().await;
    assert!(server.end().await.success());
    let report = season.check(&games);
    println!("killed with {leased_at_kills} messages to three browsers; {report}");
    assert!(report.unanswered > 0 && report.again > 0, "{report}");
    assert!(report.again <= leased_at_kills * BROWSERS, "nothing else comes twice: {report}");
    service.close().await;
    app.leave().await;
}

/// How many messages a server is sending, or has been.
async fn leased(app: &TestApp) -> usize {
    let leased = "SELECT COUNT(*) FROM jobs WHERE kind = 'push' AND lease IS NOT NULL";
    usize::try_from(app.count(leased).await).unwrap()
}

async fn start(database: String, log: PathBuf) -> Server {
    let arguments = [
        "--push-subject=https://play.example",
        "--push-service=127.0.0.1",
        "--outbound-network=127.0.0.0/8",
        "--outbound-http",
    ];
    let start = move || Server::start_with(&database, &log, &arguments);
    tokio::task::spawn_blocking(start).await.unwrap()
}

/// Waits until the push service has had so many more messages.
async fn at_work(at: &PushService, more: usize) {
    let before = at.count();
    until("messages come", async || at.count() >= before + more).await;
}
