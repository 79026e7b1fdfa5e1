//! Games in frames on other sites.

use std::sync::{Arc, Mutex};

use bastide::engine::{Preset, Ruleset};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::browser::{Browser, Scripts};
use crate::site::Site;

/// Another site, which has one page.
struct Elsewhere {
    url: String,
    page: Arc<Mutex<String>>,
}

impl Elsewhere {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let page = Arc::new(Mutex::new(String::new()));
        let shown = page.clone();
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let shown = shown.clone();
                tokio::spawn(async move {
                    let _ = connection.read(&mut [0; 4096]).await;
                    // Browsers connect ahead of their requests: the page is that of the moment.
                    let page = shown.lock().unwrap().clone();
                    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close";
                    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{page}", page.len());
                    let _ = connection.write_all(answer.as_bytes()).await;
                });
            }
        });
        Self { url, page }
    }

    /// Opens the page, with another one in a frame, and enters that.
    async fn frame(&self, browser: &Browser, url: &str, width: u32) {
        *self.page.lock().unwrap() = format!(
            "<!doctype html><h1>Elsewhere</h1><iframe src='{url}' width='{width}' height='540'></iframe>"
        );
        browser.goto(&self.url).await;
        assert_eq!(browser.heading().await, "Elsewhere");
        browser.element("iframe").await.enter_frame().await.unwrap();
    }
}

#[tokio::test]
async fn another_site_shows_a_game_in_a_frame_and_nothing_else_of_this_one() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 12).await;
    let elsewhere = Elsewhere::open().await;
    for scripts in [Scripts::On, Scripts::Off] {
        let browser = Browser::open(scripts).await;
        for (path, width) in
            [(format!("/embed/games/{game}"), 480), (format!("/embed/games/{game}/moves/5"), 240)]
        {
            elsewhere.frame(&browser, &site.url(&path), width).await;
            let heading = browser.heading().await;
            assert!(heading.contains("Ann") && heading.contains("Ben"), "{heading}");
            let (_, _, shown, tall) = browser.element("img").await.rectangle().await.unwrap();
            assert!(shown > 100.0 && shown < f64::from(width) && tall > 100.0, "{shown} × {tall}");
        }
        for path in [format!("/games/{game}"), "/".to_owned(), "/login".to_owned()] {
            elsewhere.frame(&browser, &site.url(&path), 480).await;
            assert!(browser.all(".brand").await.is_empty(), "{path} is framed");
        }
    }
}
