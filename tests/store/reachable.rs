//! A server on SQLite keeps in memory which users it can notify of turns.

use bastide::account::UserId;
use bastide::service::{NewWebhook, Principal, Service};
use bastide::table::GameId;

use crate::app::{TestApp, as_confirmed, as_user, submission};
use crate::push;
use crate::push::service::PushService;

/// Ways to be notified of turns, or to ask for them.
#[derive(Clone, Copy, Debug)]
enum Way {
    Feed,
    Device,
    Webhook,
    Events,
}

impl Way {
    async fn add(
        self,
        app: &TestApp,
        server: &Service,
        (user, session): (&UserId, &Principal),
        at: &PushService,
    ) {
        match self {
            Self::Feed => _ = server.make_feed(&as_confirmed(user, &app.clock)).await.unwrap(),
            Self::Device => _ = push::subscribe(server, session, at, "/device").await,
            Self::Webhook => {
                let webhook =
                    NewWebhook { format: "generic", address: &at.url("/hook"), room: "", token: "" };
                server.add_webhook(&as_confirmed(user, &app.clock), &webhook).await.unwrap();
            }
            Self::Events => _ = server.events(&as_user(user), 0).await.unwrap(),
        }
    }

    /// How many messages are to be sent after a turn that begins, and how many turns that ended are kept.
    fn stored(self) -> (i64, i64) {
        match self {
            Self::Feed => (1, 1),
            Self::Device | Self::Webhook => (1, 0),
            Self::Events => (0, 1),
        }
    }
}

async fn start(app: &TestApp) -> Service {
    let server = Service::open_for_server(&(&app.url).into(), app.clock.clone()).await.unwrap();
    server.with_notifier(push::settings()).await.unwrap()
}

/// Plays one turn of each player. Returns how many messages and ended turns were stored, and deletes them.
async fn play_round(app: &TestApp, server: &Service, game: &GameId, players: [&UserId; 2]) -> (i64, i64) {
    for _ in players {
        let (player, expected, turn) = app.next_turn(game, &players).await;
        server.turn(&as_user(&player), game, &submission(server, expected), turn).await.unwrap();
    }
    let messages = app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await;
    let turns = app.count("SELECT COUNT(*) FROM past_turns").await;
    for statement in ["DELETE FROM jobs WHERE kind = 'push'", "DELETE FROM past_turns"] {
        sqlx::query(statement).execute(&app.raw).await.unwrap();
    }
    (messages, turns)
}

#[tokio::test]
async fn a_user_who_can_be_notified_is_notified_from_then_on_and_after_a_restart() {
    for way in [Way::Feed, Way::Device, Way::Webhook, Way::Events] {
        let app = TestApp::on_sqlite().await;
        let at = PushService::start().await;
        let people = [push::person(&app, "ann").await, push::person(&app, "ben").await];
        let sessions = people.clone();
        let [(ann, _), (ben, _)] = people;
        let game = app.game_of(&[&ann, &ben], Some(2)).await;
        let server = start(&app).await;
        assert_eq!(play_round(&app, &server, &game, [&ann, &ben]).await, (0, 0), "{way:?}");
        way.add(&app, &server, (&ann, &sessions[0].1), &at).await;
        assert_eq!(play_round(&app, &server, &game, [&ann, &ben]).await, way.stored(), "{way:?}");
        server.close().await;
        drop(server);
        let server = start(&app).await;
        assert_eq!(
            play_round(&app, &server, &game, [&ann, &ben]).await,
            way.stored(),
            "{way:?} after a restart"
        );
        server.close().await;
        app.leave().await;
    }
}
