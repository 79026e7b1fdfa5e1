//! A server for each test: a free port, a database in a temporary folder, and a manual clock.

use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use bastide::account::{HashCost, SessionId, UserId};
use bastide::chance::Chance;
use bastide::clock::Clock;
use bastide::config::{ChatSetting, push_subject_of};
use bastide::jobs::Runner;
use bastide::outbound::Policy;
use bastide::service::{NotifierSettings, Principal, Service};
use bastide::web::{Settings, push_text, serve_with_metrics};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection};
use support::database::copy_with_tables;
use tempfile::TempDir;

use crate::browser::{Browser, Page};

/// A running server.
pub struct TestApp {
    pub origin: String,
    pub service: Service,
    pub clock: Clock,
    /// The path of the database.
    database: String,
    people: AtomicU32,
    chance: Chance,
    staff: Vec<String>,
    _folder: TempDir,
}

/// Notifies users, with push messages if browsers allow them for this origin, as the program does it.
async fn with_notifier(service: Service, origin: &str) -> Service {
    let settings = NotifierSettings {
        push_subject: push_subject_of(None, origin),
        push_services: Vec::new(),
        policy: Policy::default(),
        origin: origin.to_owned(),
        wording: push_text,
    };
    service.with_notifier(settings).await.unwrap()
}

/// Friday, 20 November 2026, noon.
pub fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_176_000, 0).unwrap()
}

async fn migrate(url: &str) {
    Service::open(url, Clock::standing_at(noon())).await.unwrap().close().await;
}

impl TestApp {
    /// A server with the usual settings, except that it accepts forms as fast as tests send them.
    pub async fn start() -> Self {
        Self::start_with(|settings| settings.forms_a_minute = 100_000).await
    }

    /// A server with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::start_beside(change, None).await
    }

    /// A server with the usual settings and metrics, and the origin of the metrics.
    pub async fn start_with_metrics() -> (Self, String) {
        let metrics = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", metrics.local_addr().unwrap());
        let app = Self::start_beside(|settings| settings.forms_a_minute = 100_000, Some(metrics)).await;
        (app, origin)
    }

    /// A server whose host lets people say this.
    pub async fn start_with_chat(chat: ChatSetting) -> Self {
        let settings = Settings { origin: String::new(), forms_a_minute: 100_000, ..Settings::default() };
        let chance = Chance::from_seed(support::seed());
        Self::start_as(tempfile::tempdir().unwrap(), settings, None, &[], chance, chat).await
    }

    /// A server with the administrator `ada` and the moderator `mo`.
    pub async fn start_with_staff() -> Self {
        Self::start_full(|settings| settings.forms_a_minute = 100_000, None, &["ada", "mo"]).await
    }

    async fn start_beside(change: impl FnOnce(&mut Settings), metrics: Option<TcpListener>) -> Self {
        Self::start_full(change, metrics, &[]).await
    }

    /// The first new account of `staff` is an administrator, the others are moderators.
    pub async fn start_full(
        change: impl FnOnce(&mut Settings),
        metrics: Option<TcpListener>,
        staff: &[&str],
    ) -> Self {
        let mut settings = Settings { origin: String::new(), ..Settings::default() };
        change(&mut settings);
        Self::start_in(
            tempfile::tempdir().unwrap(),
            settings,
            metrics,
            staff,
            Chance::from_seed(support::seed()),
        )
        .await
    }

    /// A server whose database is in this folder. Without an origin, it gets the one it listens on.
    async fn start_in(
        folder: TempDir,
        settings: Settings,
        metrics: Option<TcpListener>,
        staff: &[&str],
        chance: Chance,
    ) -> Self {
        Self::start_as(folder, settings, metrics, staff, chance, ChatSetting::default()).await
    }

    async fn start_as(
        folder: TempDir,
        mut settings: Settings,
        metrics: Option<TcpListener>,
        staff: &[&str],
        chance: Chance,
        chat: ChatSetting,
    ) -> Self {
        let clock = Clock::standing_at(noon());
        let file = folder.path().join("test.db");
        if !file.exists() {
            copy_with_tables(&file, Path::new(env!("CARGO_TARGET_TMPDIR")), migrate).await;
        }
        let database = format!("sqlite:{}", file.display());
        let service = Service::open(&database, clock.clone()).await.unwrap();
        let mut service = service.with_chance(chance.clone()).with_hash_cost(HashCost::LEAST).with_chat(chat);
        let staff: Vec<String> = staff.iter().map(|name| (*name).to_owned()).collect();
        if let Some((admin, moderators)) = staff.split_first() {
            for name in &staff {
                // A copy of a database has them already.
                if let Ok(new) = service.sign_up(&Principal::anonymous(None), name, PASSWORD, "test").await {
                    service.log_out(&new.login.principal(None)).await.unwrap();
                }
            }
            service = service.with_staff(std::slice::from_ref(admin), moderators).await.unwrap().0;
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        settings.threads = Some(1);
        if settings.origin.is_empty() {
            settings.origin.clone_from(&origin);
        }
        let service = with_notifier(service, &settings.origin).await;
        tokio::spawn(serve_with_metrics(service.clone(), &settings, listener, metrics).unwrap());
        Self { origin, service, clock, database, people: AtomicU32::new(0), chance, staff, _folder: folder }
    }

    /// A second server with a copy of the database.
    pub async fn copy(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db");
        self.execute(&format!("VACUUM INTO '{}'", file.display())).await;
        let settings = Settings { forms_a_minute: 100_000, ..Settings::default() };
        let staff: Vec<&str> = self.staff.iter().map(String::as_str).collect();
        Self::start_in(folder, settings, None, &staff, self.chance.clone()).await
    }

    /// A browser without cookies.
    pub fn browser(&self) -> Browser {
        Browser::new(&self.origin)
    }

    /// A user with an account, signed in again.
    pub async fn signed_in(&self, name: &str) -> Browser {
        let browser = self.browser();
        crate::accounts::log_in(&browser, name, PASSWORD).await;
        browser
    }

    /// A user with a new account, signed in.
    pub async fn person(&self, name: &str) -> Browser {
        self.people.fetch_add(1, Ordering::Relaxed);
        let browser = self.browser();
        let page = browser.get("/signup").await;
        let page = browser.submit(page.form("/signup").set("name", name).set("password", PASSWORD)).await;
        assert_eq!(page.status, 200, "{}", page.text());
        browser
    }

    /// Every row of every table, as text.
    pub async fn rows(&self) -> Vec<String> {
        let raw = AnyPool::connect(&self.database).await.unwrap();
        let text = async |statement: String| -> Vec<String> {
            sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&raw).await.unwrap()
        };
        let mut rows = Vec::new();
        for table in text("SELECT name FROM sqlite_master WHERE type = 'table'".to_owned()).await {
            let columns = text(format!("SELECT name FROM pragma_table_info('{table}')")).await;
            let quoted: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
            let all = text(format!("SELECT {} FROM {table}", quoted.join(" || ', ' || "))).await;
            rows.extend(all.into_iter().map(|row| format!("{table}: {row}")));
        }
        raw.close().await;
        rows.sort();
        rows
    }

    /// The texts that a query returns.
    pub async fn texts(&self, statement: &str) -> Vec<String> {
        let raw = AnyPool::connect(&self.database).await.unwrap();
        let found = sqlx::query_scalar(AssertSqlSafe(statement.to_owned())).fetch_all(&raw).await.unwrap();
        raw.close().await;
        found
    }

    /// Runs a statement on the database, beside the server.
    pub async fn execute(&self, statement: &str) {
        let raw = AnyPool::connect(&self.database).await.unwrap();
        sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&raw).await.unwrap();
        raw.close().await;
    }

    /// Tells cheaply whether anything was written.
    pub async fn watch(&self) -> Watch {
        let mut connection = AnyConnection::connect(&self.database).await.unwrap();
        Watch { version: version(&mut connection).await, connection }
    }

    /// Holds the database's write lock, as another program might.
    pub async fn lock(&self) -> sqlx::Transaction<'static, sqlx::Any> {
        let raw = AnyPool::connect(&self.database).await.unwrap();
        raw.begin_with("BEGIN IMMEDIATE").await.unwrap()
    }

    /// Runs all jobs that are due, as a server does in the background.
    pub async fn run_jobs(&self) {
        Runner::new(self.service.clone()).run_due().await.unwrap();
    }

    /// Advances the clock.
    pub fn wait(&self, days: i64) {
        self.clock.advance(TimeDelta::days(days));
    }

    /// Opens a public table for two as `first`, whose clocks nobody's leave stops, and `second` joins; returns its path.
    pub async fn game(&self, first: &Browser, second: &Browser) -> String {
        let table = open_table(first, &[("leave", "no")]).await;
        join(second, &table).await;
        table
    }
}

/// A connection that notices what others write.
pub struct Watch {
    connection: AnyConnection,
    version: i64,
}

impl Watch {
    /// Since it was asked last.
    pub async fn has_changed(&mut self) -> bool {
        let before = std::mem::replace(&mut self.version, version(&mut self.connection).await);
        before != self.version
    }
}

async fn version(connection: &mut AnyConnection) -> i64 {
    sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await.unwrap()
}

/// A user, with a session that need not be in the database.
pub fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";

/// Takes a seat at a table.
pub async fn join(browser: &Browser, table: &str) -> Page {
    let page = browser.get(table).await;
    let joined = browser.submit(page.form(&format!("{table}/join"))).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    joined
}

/// Opens a table with the form's defaults, except for `changes`, and takes a seat unless they say otherwise; returns its
/// path.
pub async fn open_table(browser: &Browser, changes: &[(&str, &str)]) -> String {
    let page = browser.get("/tables/new?game=custom").await;
    let form = changes.iter().fold(page.form("/tables/new"), |form, (name, value)| form.set(name, value));
    let page = browser.submit(form).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page.path
}
