//! Rows of the database that can't be read.

use crate::app::{TestApp, open_table};
use crate::feeds::addresses;
use crate::play::{is_my_turn, preview, turn};

#[tokio::test]
async fn an_unreadable_table_is_left_out_of_lists_and_pages_of_its_players() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let [feed, calendar] = addresses(&app, &ann).await;
    let bad = app.game(&ann, &ben).await;
    let no_text = app.game(&ann, &ben).await;
    let good = app.game(&ann, &ben).await;
    open_table(&ann, &[]).await;
    for game in [&bad, &no_text, &good] {
        if is_my_turn(&ben.get(game).await) {
            ben.submit(turn(&preview(&ben, game).await, game)).await;
        }
    }
    let id = bad.strip_prefix("/games/").unwrap();
    app.execute(&format!("UPDATE games SET rules = '{{}}', hand = 'tile' WHERE id = '{id}'")).await;
    let bytes = no_text.strip_prefix("/games/").unwrap();
    app.execute(&format!("UPDATE games SET rules = CAST(x'7bff7d' AS TEXT) WHERE id = '{bytes}'")).await;
    for path in
        ["/", "/queue", "/games", "/games?rules=modern", "/games/mine", "/tables/new", &feed, &calendar]
    {
        let page = ann.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.contains(id) && !page.body.contains(bytes), "{path}");
    }
    assert!(ann.get("/games").await.body.contains(&good));
    assert!(ann.get(&feed).await.body.contains(&good));
    assert_eq!(ann.get("/next").await.path, good);
    let failed = ann.get(&bad).await;
    assert_eq!(failed.status, 500, "its own page can't be shown");
    let request = failed.headers["x-request-id"].to_str().unwrap();
    assert!(failed.says_with("error-request-id", &[("id", request)]), "{}", failed.text());
    assert!(!ann.get("/games/unknown").await.says("error-request-id"), "nothing to report");
}
