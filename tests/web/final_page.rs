//! The final page: who won, and what scored.

use crate::app::{TestApp, join, open_table};
use crate::browser::Page;
use crate::turns::play;

/// The totals, by the names in the table.
fn totals(page: &Page) -> Vec<(String, i32)> {
    let names = page.texts(".points-table tbody th > span");
    let totals = page.texts(".points-table tbody td.total");
    let name = |name: String| name.trim_end_matches(" won").to_owned();
    names.into_iter().map(name).zip(totals.into_iter().map(|points| points.parse().unwrap())).collect()
}

#[tokio::test]
async fn the_heading_says_who_won_by_how_much_as_each_reader_sees_it() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    // Draws differ, and few games are a tie.
    let (table, page, totals) = loop {
        let table = app.game(&ann, &ben).await;
        play(&app, &table, 100).await;
        let page = app.browser().get(&format!("{table}/final")).await;
        let mut totals = totals(&page);
        totals.sort_by_key(|(_, points)| -points);
        if totals[0].1 > totals[1].1 {
            break (table, page, totals);
        }
    };
    let end = format!("{table}/final");
    let [(winner, most), (_, least)] = &totals[..] else { panic!("{totals:?}") };
    assert_eq!(page.heading(), format!("{winner} won {most} : {least}"));
    let (won, lost) = if winner == "ann" { (&ann, &ben) } else { (&ben, &ann) };
    assert_eq!(won.get(&end).await.heading(), format!("You won {most} : {least}"));
    assert_eq!(lost.get(&end).await.heading(), format!("You lost {least} : {most}"));
    assert_eq!(lost.get(&table).await.heading(), format!("You lost {least} : {most}"), "on the table too");
    let first = page.texts(".points-table thead th.number");
    assert_eq!(first[0], "Total");
}

#[tokio::test]
async fn a_row_of_the_breakdown_leads_to_the_board_with_its_feature_outlined() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    play(&app, &table, 100).await;
    let page = ann.get(&format!("{table}/final")).await;
    let rows = page.links(".breakdown h3 a");
    assert!(rows.len() > 3 && page.all(".a-out").is_empty());
    let all = ann.get(&format!("{table}/final/outlines")).await;
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(*row, format!("{table}/final?feature={index}#board"));
        let outlined = ann.get(row).await;
        let areas = outlined.all(".a-out.on path").len();
        assert!(areas > 0 && outlined.all(".a-out").len() == 1);
        assert_eq!(all.all(&format!("[data-outline='{index}'] path")).len(), areas);
        let on = outlined.all(".breakdown li.on");
        assert_eq!(on.len(), 1);
        assert_eq!(on[0].attr("data-row"), Some(index.to_string().as_str()));
    }
    assert!(page.body.len() < 100_000, "{} bytes", page.body.len());
    assert_eq!(ann.get(&format!("{table}/final?feature=999")).await.status, 200, "nothing is outlined");
    let running = app.game(&ann, &ben).await;
    assert_eq!(ann.get(&format!("{running}/final/outlines")).await.status, 404);
}

#[tokio::test]
async fn a_finished_game_can_be_had_as_a_poster() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    assert_eq!(ann.get(&format!("{table}/poster.svg")).await.status, 404, "not yet finished");
    play(&app, &table, 100).await;
    let page = ann.get(&format!("{table}/final")).await;
    assert!(page.links("main a").contains(&format!("{table}/poster.svg")));
    let svg = app.browser().get(&format!("{table}/poster.svg")).await;
    assert_eq!(
        (svg.status, svg.headers["content-type"].to_str().unwrap()),
        (200, "image/svg+xml; charset=utf-8")
    );
    assert!(svg.body.contains("<title>ann – ben</title>") && svg.body.contains("420mm"));
    let png = app.browser().get(&format!("{table}/poster.png")).await;
    assert_eq!((png.status, png.headers["content-type"].to_str().unwrap()), (200, "image/png"));
}

#[tokio::test]
async fn the_table_below_the_score_graph_has_a_column_for_each_of_five_players() {
    let app = TestApp::start().await;
    let mut players = Vec::new();
    for name in ["ann", "ben", "cleo", "dora", "eve"] {
        players.push(app.person(name).await);
    }
    let table = open_table(&players[0], &[("seats", "5")]).await;
    for player in &players[1..] {
        join(player, &table).await;
    }
    play(&app, &table, 5).await;
    for player in &players[1..] {
        let page = player.get(&format!("{table}/resign")).await;
        player.submit(page.form(&format!("{table}/resign"))).await;
    }
    let page = players[0].get(&format!("{table}/final")).await;
    let graph = "section[aria-labelledby=h-graph] table";
    let rows = page.all(&format!("{graph} tbody tr")).len();
    assert!(rows > 1, "{rows}");
    assert_eq!(page.all(&format!("{graph} thead th.number")).len(), 5);
    assert_eq!(page.all(&format!("{graph} tbody td")).len(), 5 * rows);
}
