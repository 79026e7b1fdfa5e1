//! All parameters are stored with a game, so that a later change of a rule book affects no existing game.

use bastide::engine::{FieldRule, Preset, Ruleset};
use bastide::table::{Expansions, Filter};
use serde_json::Value;
use sqlx::Row;

use crate::app::{HOME, TestApp, as_user, two_seats};

crate::on_both_databases! {
    a_game_is_stored_with_every_parameter_of_its_rules
    rules_stored_in_version_1_are_read_as_they_were_meant
}

/// A column of the only game, as JSON.
async fn column(app: &TestApp, column: &str) -> Value {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {column} AS json FROM games")))
        .fetch_one(&app.raw)
        .await
        .unwrap();
    serde_json::from_str(&row.get::<String, _>("json")).unwrap()
}

async fn a_game_is_stored_with_every_parameter_of_its_rules(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rules: Ruleset = serde_json::from_str(r#"{"preset":"chicago","meeples":5}"#).unwrap();
    let mut all = Value::Object(rules.parameters());
    all["preset"] = "chicago".into();
    // It came later, and is stored only where it holds.
    assert_eq!(all.as_object_mut().unwrap().remove("draw_ahead"), Some(Value::Bool(false)));
    let opening = two_seats().with(|settings| settings.rules = rules.clone());
    let game = app.service.open_table(&as_user(&ann), &opening).await.unwrap();
    assert_eq!(column(app, "rules").await, all);
    for player in [&ann, &ben] {
        app.service.join(&as_user(player), &game, None, None).await.unwrap();
    }
    assert_eq!(column(app, "header").await["rules"], all);
    let fresh = app.second_process().await;
    assert_eq!(fresh.table(&HOME, &game, None).await.unwrap().unwrap().table.settings.rules, rules);
    let record = fresh.record(&HOME, &game).await.unwrap().unwrap();
    let header = record.lines().next().unwrap();
    assert!(
        header.contains(r#""rules":{"preset":"chicago","meeples":5}"#),
        "the record names what differs: {header}"
    );
    fresh.close().await;
}

async fn rules_stored_in_version_1_are_read_as_they_were_meant(app: &TestApp) {
    let ann = app.person("ann").await;
    let game = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.damage(r#"UPDATE games SET rules_version = 1, rules = '{"preset":"chicago","meeples":5}'"#).await;
    let fresh = app.second_process().await;
    let read = fresh.table(&HOME, &game, None).await.unwrap().unwrap().table.settings.rules;
    assert_eq!(
        (read.preset, read.meeples, read.fields, read.field_points),
        (Preset::Chicago, 5, FieldRule::PerCity, 4)
    );
    for (preset, found) in [(Preset::Chicago, 1), (Preset::Modern, 0)] {
        let filter = Filter { preset: Some(preset), expansions: Some(Expansions::None), ..Filter::default() };
        assert_eq!(fresh.public_games(&HOME, &filter, None).await.unwrap().games.len(), found, "{preset:?}");
    }
    fresh.close().await;
}
