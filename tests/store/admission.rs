//! What lists of open tables say to who looks at them.

use bastide::account::UserId;
use bastide::service::Principal;
use bastide::table::{GameId, OpenTable, RatingRange, Reliability, RequiredReliability, Table, TimeControl};

use crate::app::{HOME, TestApp, as_guest, as_user, two_seats};

crate::on_both_databases! {
    every_table_that_somebody_cannot_join_has_its_reason
    a_visitor_is_told_nothing_about_themselves
}

async fn opened(app: &TestApp, by: &UserId, opening: OpenTable) -> GameId {
    app.service.open_and_join(&as_user(by), &opening, None).await.unwrap()
}

async fn table(app: &TestApp, game: &GameId) -> Table {
    app.service.table(&HOME, game, None).await.unwrap().unwrap().table
}

/// The codes of the reasons, table by table.
async fn reasons(app: &TestApp, viewer: &Principal, tables: &[Table]) -> Vec<&'static str> {
    let tables: Vec<&Table> = tables.iter().collect();
    let found = app.service.admission(viewer, &tables).await.unwrap();
    tables.iter().map(|table| found.refused.get(&table.id).map_or("", |why| why.code())).collect()
}

async fn every_table_that_somebody_cannot_join_has_its_reason(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let clock =
        |opening: OpenTable| opening.with(|settings| settings.time_control = TimeControl::of_days(Some(3)));
    let asking = |percent, newcomers| {
        clock(two_seats()).with(|settings| settings.reliability = RequiredReliability { percent, newcomers })
    };
    let rated = |from| {
        clock(two_seats()).with(|settings| {
            (settings.rated, settings.rating) = (true, RatingRange { from: Some(from), to: None });
        })
    };
    let for_bots = clock(two_seats()).with(|settings| (settings.rated, settings.bots) = (true, true));
    let over = app.game_of(&[&ann, &cleo], None).await;
    service.resign(&as_user(&ann), &over, &crate::app::submission(service, 1)).await.unwrap();
    let mut tables = Vec::new();
    for opening in [two_seats(), asking(0, false), asking(90, true), rated(1501), rated(1500)] {
        tables.push(table(app, &opened(app, &ann, opening).await).await);
    }
    let empty = service.open_table(&as_user(&ann), &for_bots).await.unwrap();
    tables.push(table(app, &empty).await);
    let rematch = service.rematch(&as_user(&ann), &over, None).await.unwrap();
    tables.push(table(app, &rematch).await);

    let strangers = ["", "newcomer", "", "rating-outside-range", "", "for-bots", "seats-reserved"];
    assert_eq!(reasons(app, &as_user(&ben), &tables).await, strangers);
    let seated = "already-seated";
    assert_eq!(
        reasons(app, &as_user(&ann), &tables).await,
        [seated, seated, seated, seated, seated, "for-bots", seated]
    );
    assert_eq!(reasons(app, &as_user(&cleo), &tables).await[6], "", "the seat is reserved for cleo");
    let guest = service.create_guest(&HOME, "").await.unwrap().user.id;
    let refused = reasons(app, &as_guest(&guest), &tables).await;
    assert_eq!((refused[0], refused[5], refused[6]), ("guest", "for-bots", "seats-reserved"));
    // What the list says is what happens.
    for (table, reason) in tables.iter().zip(strangers) {
        let joined = service.join(&as_user(&ben), &table.id, None, None).await;
        assert_eq!(joined.map_or_else(|why| why.code(), |_| ""), reason);
    }
    assert_eq!(reasons(app, &as_user(&ben), &[table(app, &tables[0].id).await]).await, [""], "it has begun");
}

async fn a_visitor_is_told_nothing_about_themselves(app: &TestApp) {
    let ann = app.person("ann").await;
    let waiting = table(app, &opened(app, &ann, two_seats()).await).await;
    let found = app.service.admission(&HOME, &[&waiting]).await.unwrap();
    assert!(found.refused.is_empty());
    assert_eq!(found.reliability, [(ann, Reliability::New)].into());
}
