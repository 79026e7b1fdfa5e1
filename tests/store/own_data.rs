//! What is stored about a user is in their archive, or docs/account.md says why not.

use std::collections::BTreeSet;

use bastide::service::{AccessError, Denied, Principal};
use bastide::table::Plan;

use crate::app::{TestApp, as_confirmed, as_user, two_seats};

crate::on_both_databases! {
    own_data_is_for_its_owner_who_has_confirmed
}

/// Columns that name a user.
const OF_USERS: [&str; 6] = ["user_id", "opener", "actor", "subject", "challenger", "second"];
/// Tables whose JSON or text names users.
const WITHIN: [&str; 2] = ["jobs", "table_events"];

#[tokio::test]
async fn every_table_that_names_a_user_is_explained() {
    let app = TestApp::on_sqlite().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
    )
    .fetch_all(&app.raw)
    .await
    .unwrap();
    let of_users = columns.into_iter().filter(|(_, column)| OF_USERS.contains(&column.as_str()));
    let stored: BTreeSet<String> = of_users
        .map(|(table, _)| table)
        .chain(WITHIN.map(str::to_owned))
        .chain(["users".to_owned()])
        .collect();
    let docs = include_str!("../../docs/account.md");
    let (_, rest) = docs.split_once("| table | in the archive |\n").unwrap();
    let rows = rest.lines().skip(1).take_while(|line| line.starts_with('|'));
    let tables = rows.flat_map(|row| {
        let first = row.trim_start_matches('|').split('|').next().unwrap();
        first.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    });
    let explained: BTreeSet<String> = tables.collect();
    app.leave().await;
    assert_eq!(explained, stored);
}

async fn own_data_is_for_its_owner_who_has_confirmed(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(3)).await;
    let open = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.service.invite(&as_user(&ann), &open, "ben").await.unwrap();
    let plan = Plan { forced: true, ..Plan::default() };
    app.service.set_plan(&as_user(&ann), &game, plan.clone()).await.unwrap();
    let refused = app.service.own_data(&as_user(&ann)).await;
    assert!(matches!(refused, Err(AccessError::Denied(Denied::Unconfirmed))), "{refused:?}");
    let data = app.service.own_data(&as_confirmed(&ann, &app.clock)).await.unwrap();
    assert_eq!((data.profile.id, data.profile.name), (ann.clone(), "ann".to_owned()));
    assert_eq!(data.plans, [(game, plan)]);
    assert_eq!(data.tables.iter().map(|table| &table.id).collect::<Vec<_>>(), [&open]);
    assert!(data.invitations.is_empty());
    let others = app.service.own_data(&as_confirmed(&ben, &app.clock)).await.unwrap();
    assert!(others.plans.is_empty() && others.tables.is_empty(), "what others plan is their own");
    assert_eq!(others.invitations.iter().map(|one| &one.game).collect::<Vec<_>>(), [&open]);
}

/// Sends every statement about the data of an account.
pub async fn tour(app: &TestApp, me: &Principal) {
    app.service.own_data(me).await.unwrap();
    app.service.own_attempts(me, 0).await.unwrap();
}
