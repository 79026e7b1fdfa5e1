//! An empty database for one test.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyPool, AssertSqlSafe};
use tempfile::TempDir;

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A database without tables.
pub struct Database {
    pub url: String,
    /// On PostgreSQL the server, and the schema that belongs to the test.
    schema: Option<(String, String)>,
    _folder: TempDir,
}

impl Database {
    pub fn sqlite() -> Self {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}?mode=rwc", folder.path().join("bastide.db").display());
        Self { url, schema: None, _folder: folder }
    }

    pub async fn postgres() -> Self {
        sqlx::any::install_default_drivers();
        let server = crate::service("BASTIDE_TEST_POSTGRES");
        let schema = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        execute(&server, &format!("CREATE SCHEMA {schema}")).await;
        let mark = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{mark}options[search_path]={schema}&application_name={schema}");
        Self { url, schema: Some((server, schema)), _folder: tempfile::tempdir().unwrap() }
    }

    /// Connections that the program does not use.
    pub async fn connect(&self) -> AnyPool {
        AnyPool::connect(&self.url).await.unwrap()
    }

    /// Removes what the test has left on a server.
    pub async fn remove(self) {
        if let Some((server, schema)) = &self.schema {
            execute(server, &format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

async fn execute(server: &str, statement: &str) {
    let admin = AnyPool::connect(server).await.expect("BASTIDE_TEST_POSTGRES is reached");
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&admin).await.unwrap();
    admin.close().await;
}
