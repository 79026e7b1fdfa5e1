//! Security: headers, cookies, tokens, limits.

use std::io::Read;
use std::time::Duration;

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{PASSWORD, TestApp};
use crate::messages::message;

const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; script-src 'self'; \
     connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let style = browser.get("/").await.links("link[rel=stylesheet]")[0].clone();
    for path in ["/", "/login", "/games", "/nothing/here", "/account", &style] {
        let page = browser.request(Method::GET, path, &[], String::new()).await;
        let header = |name: &str| page.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        assert_eq!(header("content-security-policy"), POLICY, "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        assert!(!header("cache-control").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn pages_need_nothing_that_the_policy_forbids() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let paths =
        ["/", "/games", "/account", "/tables/new", "/login", "/signup", "/recover", "/nothing", &table];
    for path in paths {
        let page = ann.get(path).await;
        assert!(page.all("[style], style").is_empty(), "{path}: inline style");
        assert!(
            page.all("script:not([src]):not([type=\"application/json\"])").is_empty(),
            "{path}: inline script"
        );
        let handlers = ["onclick=", "onload=", "onerror=", "javascript:", "http://", "https://"];
        for handler in handlers {
            let allowed = page.body.replace(&app.origin, "").replace("http://www.w3.org/2000/svg", "");
            assert!(!allowed.contains(handler), "{path}: {handler}");
        }
    }
}

#[tokio::test]
async fn files_keep_for_ever_under_an_address_of_their_content() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/").await;
    let files = [page.links("link[rel=stylesheet]"), page.links("link[rel=icon]")].concat();
    for file in &files {
        let answer = browser.get(file).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["cache-control"], "public, max-age=31536000, immutable");
        let changed = file.replace("/static/", "/static/0");
        assert_eq!(browser.get(&changed).await.status, 404, "another content has another address");
    }
}

#[tokio::test]
async fn cookies_are_out_of_reach_of_scripts_and_other_sites() {
    for (https, prefix) in [(false, ""), (true, "__Host-")] {
        let app = TestApp::start_with(|settings| settings.https = https).await;
        let browser = app.browser();
        let page = browser.request(Method::GET, "/signup", &[], String::new()).await;
        let visitor = page.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(visitor.starts_with(&format!("{prefix}visitor=")), "{visitor}");
        assert!(visitor.contains("HttpOnly") && visitor.contains("SameSite=Lax"), "{visitor}");
        assert_eq!(visitor.contains("Secure"), https);
        assert_eq!(page.headers.contains_key("strict-transport-security"), https);

        let secret = visitor.split(';').next().unwrap();
        let form = page.form("/signup").set("name", "ann").set("password", PASSWORD);
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let body = crate::browser::encode(&form.fields);
        let page = app.browser().request(Method::POST, "/signup", &[kind, ("cookie", secret)], body).await;
        assert_eq!(page.status, 200, "{}", page.text());
        let session = page.headers["set-cookie"].to_str().unwrap();
        assert!(session.starts_with(&format!("{prefix}bastide=")), "{session}");
        assert!(
            session.contains("HttpOnly") && session.contains("SameSite=Lax") && session.contains("Path=/")
        );
        assert_eq!(session.contains("Secure"), https);
        assert!(!session.contains("Domain"));
    }
}

#[tokio::test]
async fn a_visitor_who_only_looks_gets_no_cookie() {
    let app = TestApp::start().await;
    for path in ["/games", "/rules", "/atlas", "/nothing"] {
        let page = app.browser().get(path).await;
        assert!(!page.headers.contains_key("set-cookie"), "{path}");
    }
}

#[tokio::test]
async fn trace_and_other_methods_are_refused() {
    let app = TestApp::start().await;
    for method in [Method::TRACE, Method::OPTIONS, Method::PUT, Method::PATCH, Method::DELETE] {
        for path in ["/", "/login", "/account/password", "/health/live"] {
            let page = app.browser().request(method.clone(), path, &[], String::new()).await;
            assert_eq!(page.status, 405, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn no_form_works_without_its_token() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let theirs = ben.token().await;
    let posts = [
        "/signup",
        "/login",
        "/recover",
        "/logout",
        "/account/password",
        "/account/zone",
        "/account/codes",
        "/account/sessions/end-others",
        "/account/sessions/0123456789abcdef/end",
        "/tables/new",
        "/play-the-computer",
        "/guest/end",
        "/games/0123456789abcdef/join",
        "/games/0123456789abcdef/salt",
        "/games/0123456789abcdef/invite",
        "/games/0123456789abcdef/decline",
        "/games/0123456789abcdef/make-public",
        "/games/0123456789abcdef/leave",
        "/games/0123456789abcdef/close",
        "/games/0123456789abcdef/seen",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(
        ["turns", "hint", "resign", "join", "salt", "leave", "close", "seen"]
            .map(|verb| format!("{table}/{verb}")),
    );
    for path in posts {
        let none: [(&str, &str); 0] = [];
        assert_eq!(ann.post(&path, &none).await.status, 403, "{path} without a token");
        for token in ["", "0", &theirs, &"f".repeat(128)] {
            let page = ann.post(&path, &[("csrf", token)]).await;
            assert_eq!(page.status, 403, "{path} with a wrong token");
            assert_eq!(page.heading(), message("error-forged"));
        }
    }
    assert!(ann.get("/").await.find_form("/logout").is_some(), "nothing was done");
}

#[tokio::test]
async fn a_form_that_a_browser_says_comes_from_elsewhere_is_refused_even_with_its_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let form = ann.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo");
    let body = crate::browser::encode(&form.fields);
    let kind = ("content-type", "application/x-www-form-urlencoded");
    let sent = |site: &'static str| {
        let (ann, body) = (ann.clone(), body.clone());
        async move {
            let headers = [kind, ("sec-fetch-site", site)];
            ann.request(Method::POST, "/account/zone", &headers, body).await.status
        }
    };
    assert_eq!(sent("cross-site").await, 403);
    assert_eq!(sent("same-site").await, 403);
    assert_eq!(sent("same-origin").await, 303);
}

#[tokio::test]
async fn a_token_of_the_signed_out_visitor_is_not_good_for_the_session_after() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let before = page.form("/signup").value("csrf");
    browser.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    assert_eq!(browser.post("/logout", &[("csrf", before)]).await.status, 403);
}

#[tokio::test]
async fn too_many_forms_from_one_address_have_to_wait() {
    let app = TestApp::start_with(|settings| settings.forms_a_minute = 5).await;
    let browser = app.browser();
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(browser.post("/login", &[("name", "x")]).await);
    }
    assert_eq!(statuses[0].status, 403, "no token");
    let last = &statuses[6];
    assert_eq!(last.status, 429);
    let wait: u32 = last.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=13).contains(&wait), "{wait}");
    assert_eq!(last.heading(), message("error-too-many"));
    assert_eq!(browser.get("/login").await.status, 200, "looking is free");
}

#[tokio::test]
async fn too_many_searches_by_name_from_one_address_have_to_wait_and_lists_do_not() {
    let app = TestApp::start_with(|settings| settings.forms_a_minute = 5).await;
    let browser = app.browser();
    for name in ["an", "be", "cl", "do", "em"] {
        assert_eq!(browser.get(&format!("/games?player={name}")).await.status, 200, "{name}");
    }
    let refused = browser.get("/games?player=fr").await;
    assert_eq!((refused.status, refused.heading()), (429, message("error-too-many")));
    assert!(refused.headers.contains_key("retry-after"));
    for list in ["/games", "/games?player=", "/games?status=finished"] {
        assert_eq!(browser.get(list).await.status, 200, "{list}");
    }
    assert_eq!(browser.post("/login", &[("name", "x")]).await.status, 403, "forms count apart");
}

#[tokio::test]
async fn behind_a_proxy_addresses_are_the_ones_that_it_adds() {
    let app = TestApp::start_with(|settings| {
        settings.forms_a_minute = 1;
        settings.behind_proxy = true;
    })
    .await;
    let browser = app.browser();
    let from = |address: &'static str| {
        let browser = browser.clone();
        async move {
            let headers = [("x-forwarded-for", address)];
            browser.request(Method::POST, "/login", &headers, String::new()).await.status
        }
    };
    assert_ne!(from("192.0.2.1").await, 429);
    assert_eq!(from("192.0.2.1").await, 429);
    assert_ne!(from("192.0.2.2").await, 429);
    assert_eq!(from("198.51.100.7, 192.0.2.2").await, 429, "what a client makes up does not count");
}

#[tokio::test]
async fn pages_are_compressed_when_the_browser_can_read_it_and_say_how_long_they_are() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let browser = app.browser();
    let style = browser.get("/").await.links("link[rel=stylesheet]")[0].clone();
    for path in [&table, &style, "/rules/base", "/nothing"] {
        let plain = browser.request(Method::GET, path, &[], String::new()).await;
        assert!(!plain.headers.contains_key("content-encoding"));
        // The second time, long parts come from the cache.
        for coding in ["br", "gzip", "br", "gzip"] {
            let request = reqwest::Client::new().get(format!("{}{path}", app.origin));
            let answer = request.header("accept-encoding", coding).send().await.unwrap();
            let headers = answer.headers().clone();
            assert_eq!(headers["content-encoding"], coding, "{path}");
            assert_eq!(headers["vary"], "accept-encoding", "{path}");
            assert!(!headers.contains_key("transfer-encoding"), "{path}");
            let packed = answer.bytes().await.unwrap();
            assert_eq!(headers["content-length"], packed.len().to_string().as_str(), "{path}");
            let mut text = String::new();
            match coding {
                "br" => brotli::Decompressor::new(&packed[..], 4096).read_to_string(&mut text).unwrap(),
                _ => flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap(),
            };
            assert!(text == plain.body, "{path} by {coding}");
            assert!(packed.len() < text.len() / 2, "{path}: {} of {}", packed.len(), text.len());
        }
    }
}

#[tokio::test]
async fn streams_are_not_compressed() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let request = reqwest::Client::new().get(format!("{}{table}/live", app.origin));
    let answer = request.header("accept-encoding", "gzip, br").send().await.unwrap();
    assert!(!answer.headers().contains_key("content-encoding"));
    assert_eq!(answer.headers()["content-type"], "text/event-stream; charset=utf-8");
}

#[tokio::test]
async fn a_visitor_gets_a_cookie_with_pages_that_have_forms_and_with_no_others() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let open = crate::app::open_table(&ann, &[]).await;
    let paths = [
        "/",
        "/login",
        "/signup",
        "/recover",
        "/games",
        "/rules",
        "/rules/base",
        "/atlas",
        "/atlas/try",
        "/nothing",
        "/tables/new",
        "/account",
        &table,
        &open,
        &format!("{table}/moves"),
        &format!("{table}/moves/1"),
    ];
    let mut with_forms = 0;
    for path in paths {
        let page = app.browser().request(Method::GET, path, &[], String::new()).await;
        let form = !page.all("form[method=post]").is_empty();
        with_forms += usize::from(form);
        assert_eq!(page.headers.contains_key("set-cookie"), form, "{path}");
        for field in page.all("input[name=csrf]") {
            assert_eq!(field.attr("value").unwrap().len(), 128, "{path}");
        }
    }
    assert_eq!(with_forms, 4);
}

#[tokio::test]
async fn a_body_that_never_arrives_is_not_waited_for() {
    let app = TestApp::start_with(|settings| settings.body_timeout = Duration::from_millis(200)).await;
    let form = "Content-Type: application/x-www-form-urlencoded";
    for (request, status) in [
        (format!("POST /login HTTP/1.1\r\n{form}\r\nContent-Length: 100\r\n"), "408"),
        (format!("POST /login HTTP/1.1\r\n{form}\r\nTransfer-Encoding: chunked\r\n"), "411"),
        ("POST /nothing HTTP/1.1\r\nContent-Length: 100\r\n".to_owned(), "404"),
        ("POST /nothing HTTP/1.1\r\nTransfer-Encoding: chunked\r\n".to_owned(), "411"),
        ("GET /rules HTTP/1.1\r\nContent-Length: 100\r\n".to_owned(), "200"),
    ] {
        let mut stream = TcpStream::connect(app.origin.strip_prefix("http://").unwrap()).await.unwrap();
        stream.write_all(format!("{request}Host: bastide\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(15), stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "{request}: the connection stays open");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
    }
}

#[tokio::test]
async fn head_answers_like_get_without_the_page() {
    let app = TestApp::start().await;
    let browser = app.browser();
    for (path, status) in [("/", 200), ("/login", 200), ("/nothing", 404)] {
        let page = browser.request(Method::HEAD, path, &[], String::new()).await;
        assert_eq!((page.status, page.body.as_str()), (status, ""), "{path}");
    }
}

#[tokio::test]
async fn the_address_of_an_error_is_not_repeated_in_its_page() {
    let app = TestApp::start().await;
    let page = app.browser().get("/%3Cscript%3Ealert(1)%3C/script%3E?q=%3Cb%3E").await;
    assert_eq!(page.status, 404);
    assert!(!page.body.contains("alert(1)") && !page.body.contains("%3Cb"));
}
