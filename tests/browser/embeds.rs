//! Games in frames on other sites.

use bastide::engine::{Preset, Ruleset};

use crate::browser::{Browser, Scripts};
use crate::site::Site;

/// A page of another site, with this page in a frame.
fn framing(url: &str, width: u32) -> String {
    format!("data:text/html,<h1>Elsewhere</h1><iframe src='{url}' width='{width}' height='540'></iframe>")
}

#[tokio::test]
async fn another_site_shows_a_game_in_a_frame_and_nothing_else_of_this_one() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 12).await;
    for scripts in [Scripts::On, Scripts::Off] {
        let browser = Browser::open(scripts).await;
        for (path, width) in
            [(format!("/embed/games/{game}"), 480), (format!("/embed/games/{game}/moves/5"), 240)]
        {
            browser.goto(&framing(&site.url(&path), width)).await;
            assert_eq!(browser.heading().await, "Elsewhere");
            browser.element("iframe").await.enter_frame().await.unwrap();
            let heading = browser.heading().await;
            assert!(heading.contains("Ann") && heading.contains("Ben"), "{heading}");
            let (_, _, shown, tall) = browser.element("img").await.rectangle().await.unwrap();
            assert!(shown > 100.0 && shown < f64::from(width) && tall > 100.0, "{shown} × {tall}");
        }
        for path in [format!("/games/{game}"), "/".to_owned(), "/login".to_owned()] {
            browser.goto(&framing(&site.url(&path), 480)).await;
            browser.element("iframe").await.enter_frame().await.unwrap();
            assert!(browser.all(".brand").await.is_empty(), "{path} is framed");
        }
    }
}
