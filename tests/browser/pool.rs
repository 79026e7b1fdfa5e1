//! The browsers that run: a test takes one that no other test uses and leaves it running for the next.
//!
//! Each has a file in the folder `BASTIDE_TEST_BROWSERS` with its `WebDriver` session, locked by who uses it, and a folder for
//! its downloads. Tests in other processes share them too.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tokio::time::timeout;

/// What a browser is started for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Pages, clicks and keys.
    Pages,
    /// Pictures, fingers, the wheel and fields that have the focus from the beginning as well, for which Chromium needs a thread of a
    /// compositor's.
    Compositor,
}

impl Purpose {
    /// The beginning of the names of its files.
    fn prefix(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Compositor => "compositor",
        }
    }
}

/// Ports that Chromium refuses by default because other protocols own them.
/// The system may give any of them to a test's server.
const ALLOWED_PORTS: &str = "--explicitly-allowed-ports=1719,1720,1723,2049,3659,4045,4190,5060,5061,\
    6000,6566,6665,6666,6667,6668,6669,6679,6697,10080";

/// A browser that belongs to a test as long as this lives.
pub struct Lease {
    /// What is downloaded goes here.
    pub downloads: PathBuf,
    /// The address of the driver, and the browser's session.
    driver: String,
    session: String,
    /// Locked.
    _file: File,
}

impl Drop for Lease {
    /// Leaves the page: until the next test it would go on moving, and looking for its server.
    fn drop(&mut self) {
        // A browser that does not listen any more is replaced by the next test.
        let _ = self.leave_page();
    }
}

impl Lease {
    fn leave_page(&self) -> io::Result<()> {
        const BODY: &str = r#"{"url":"about:blank"}"#;
        let Self { driver, session, .. } = self;
        let host = driver.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        let length = BODY.len();
        write!(
            stream,
            "POST /session/{session}/url HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{BODY}"
        )?;
        stream.read(&mut [0; 256]).map(drop)
    }
}

/// Takes a browser that nobody uses: a new tab, without what earlier tests left.
pub async fn take(driver: &str, purpose: Purpose) -> (Client, Lease) {
    let folder = PathBuf::from(support::service("BASTIDE_TEST_BROWSERS"));
    let (mut file, downloads) = lock_any(&folder, purpose);
    let mut session = String::new();
    file.read_to_string(&mut session).unwrap();
    // One that a test has left in the middle of something may never answer.
    let client = match timeout(Duration::from_secs(10), reuse(driver, &session)).await {
        Ok(Some(client)) => client,
        _ => start(driver, purpose).await,
    };
    let session = client.session_id().await.unwrap().unwrap();
    file.rewind().unwrap();
    file.set_len(0).unwrap();
    file.write_all(session.as_bytes()).unwrap();
    client.persist().await.unwrap();
    let _ = fs::remove_dir_all(&downloads);
    fs::create_dir(&downloads).unwrap();
    (client, Lease { downloads, driver: driver.to_owned(), session, _file: file })
}

/// The first file that nobody has locked, and the folder beside it.
fn lock_any(folder: &Path, purpose: Purpose) -> (File, PathBuf) {
    let prefix = purpose.prefix();
    for number in 0.. {
        let path = folder.join(format!("{prefix}-{number}"));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if file.try_lock().is_ok() {
            return (file, path.with_extension("downloads"));
        }
    }
    unreachable!("there is always another number")
}

/// The running browser of this session, if there is one.
async fn reuse(driver: &str, session: &str) -> Option<Client> {
    if session.is_empty() {
        return None;
    }
    let client = Client::with_existing_session(driver, session, HttpConnector::new()).await.ok()?;
    let old = client.windows().await.ok()?;
    // Sizes, networks and scripts that a test has set end with its tab.
    let new = client.new_window(true).await.ok()?;
    for tab in old {
        client.switch_to_window(tab).await.ok()?;
        client.close_window().await.ok()?;
    }
    client.switch_to_window(new.handle).await.ok()?;
    Some(client)
}

async fn start(driver: &str, purpose: Purpose) -> Client {
    let mut args = vec![
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
        // Pages are short-lived: to optimise their scripts and to clear away after them takes longer than it saves.
        "--js-flags=--no-turbofan --min-semi-space-size=16 --single-threaded-gc",
        ALLOWED_PORTS,
    ];
    if purpose != Purpose::Compositor && support::setting("BASTIDE_PICTURES").is_none() {
        // Then a page takes two thirds of the CPU time.
        args.push("--disable-threaded-compositing");
    }
    // Without the parts for a desktop, which take twice the CPU time of the pages.
    let options = json!({"binary": "/usr/bin/chromium-headless-shell", "args": args});
    let capabilities = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
    ClientBuilder::new(HttpConnector::new())
        .capabilities(capabilities)
        .connect(driver)
        .await
        .unwrap_or_else(|error| panic!("Chromium does not start by {driver}: {error}"))
}
