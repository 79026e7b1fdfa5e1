use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use tokio::sync::Notify;

use crate::StoreError;
use crate::batch::Batch;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::writer::{Connect, Writer};

/// A writer on a table `t (n, body)` in an SQLite database whose page limit tests can change.
struct Bench {
    writer: Writer,
    pages: Arc<AtomicU32>,
    folder: tempfile::TempDir,
}

const NO_LIMIT: u32 = 1_000_000;

impl Bench {
    async fn sqlite() -> Self {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}?mode=rwc", folder.path().join("t.db").display());
        let pages = Arc::new(AtomicU32::new(NO_LIMIT));
        let limit = pages.clone();
        let connect: Connect = Arc::new(move || {
            let (url, limit) = (url.clone(), limit.load(Ordering::SeqCst));
            Box::pin(async move {
                let mut connection = AnyConnection::connect(&url).await?;
                connection.execute("PRAGMA journal_mode = WAL").await?;
                connection.execute(AssertSqlSafe(format!("PRAGMA max_page_count = {limit}"))).await?;
                Ok(connection)
            })
        });
        let mut connection = connect().await.unwrap();
        connection.execute("CREATE TABLE t (n BIGINT PRIMARY KEY, body TEXT NOT NULL)").await.unwrap();
        Self { writer: Writer::grouped(connection, connect, None), pages, folder }
    }

    /// Limits the size of the database file from now on.
    async fn limit(&self, pages: u32) {
        self.pages.store(pages, Ordering::SeqCst);
        let limit = self.writer.write(pages, |tx, pages| {
            Box::pin(async move {
                tx.execute(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).await?;
                Ok(Unchanged(()))
            })
        });
        limit.await.unwrap();
    }

    async fn insert(&self, n: i64) -> Result<bool, StoreError> {
        insert(&self.writer, n, 1).await
    }

    async fn numbers(&self) -> Vec<i64> {
        self.read("SELECT n FROM t ORDER BY n").await
    }

    async fn count(&self, statement: &'static str) -> i64 {
        self.read(statement).await[0]
    }

    async fn read(&self, statement: &'static str) -> Vec<i64> {
        let read = self.writer.write(statement, |tx, statement| {
            Box::pin(async move { Ok(Unchanged(sqlx::query_scalar(*statement).fetch_all(tx).await?)) })
        });
        read.await.unwrap()
    }
}

/// Inserts a row with a body of `length` bytes. `false`: the number is taken.
async fn insert(writer: &Writer, n: i64, length: usize) -> Result<bool, StoreError> {
    let insert = writer.write((n, "x".repeat(length)), |tx, (n, body)| {
        Box::pin(async move {
            let inserted = sqlx::query("INSERT INTO t (n, body) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(*n)
                .bind(body.as_str())
                .execute(tx)
                .await?;
            Ok(if inserted.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
        })
    });
    insert.await
}

/// Inserts a row and then fails in one of three ways.
async fn fail_after_insert(writer: &Writer, n: i64, how: &'static str) -> Result<&'static str, StoreError> {
    let write = writer.write((n, how), |tx, (n, how)| {
        Box::pin(async move {
            sqlx::query("INSERT INTO t (n, body) VALUES ($1, '')").bind(*n).execute(&mut *tx).await?;
            match *how {
                "undo" => return Ok(RollBack("undone")),
                "panic" => panic!("on purpose"),
                _ => tx.execute("INSERT INTO nowhere VALUES (1)").await?,
            };
            Ok(Commit("kept"))
        })
    });
    write.await
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_writes_leave_nothing_behind_and_do_not_affect_others() {
    let bench = Bench::sqlite().await;
    assert!(bench.insert(7).await.unwrap());
    let good = join_all((0..100).map(|n| bench.insert(n)));
    let bad = join_all(["undo", "panic", "error", "undo", "panic", "error"].into_iter().zip(200..).map(
        |(how, n)| {
            let writer = &bench.writer;
            async move { (how, fail_after_insert(writer, n, how).await) }
        },
    ));
    let (good, bad) = tokio::join!(good, bad);
    for (n, inserted) in good.into_iter().enumerate() {
        assert_eq!(inserted.unwrap(), n != 7, "{n}");
    }
    for (how, result) in bad {
        match (how, result) {
            ("undo", Ok("undone")) | ("panic", Err(StoreError::Interrupted)) => {}
            ("error", Err(StoreError::Database(error))) => assert!(error.to_string().contains("nowhere")),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(bench.numbers().await, (0..100).collect::<Vec<_>>());
}

/// So many rows from a number on, and how often their write ran alone.
type Rows = (i64, i64, Arc<AtomicU32>);

fn insert_rows((first, count, _): &Rows) -> Batch {
    let mut batch = Batch::default();
    for n in *first..first + count {
        batch.add("INSERT INTO t (n, body) VALUES ($1, $2)", [n.into(), n.to_string().into()]);
    }
    batch
}

/// Inserts rows by statements that can be joined to others. `false`: a number is taken.
async fn insert_joined(writer: &Writer, rows: Rows) -> bool {
    let insert = writer.write_joined(
        None,
        rows,
        |rows| Some((insert_rows(rows), true)),
        |tx, rows| {
            Box::pin(async move {
                rows.2.fetch_add(1, Ordering::SeqCst);
                Ok(match insert_rows(rows).execute(tx).await {
                    Ok(()) => Commit(true),
                    Err(_) => RollBack(false),
                })
            })
        },
    );
    insert.await.unwrap()
}

/// Runs writes in one group: they queue while another write holds the writer.
async fn in_one_group<T>(bench: &Bench, inserts: impl Future<Output = T>) -> T {
    let begun_and_end = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begun, end) = begun_and_end.clone();
    let wait = bench.writer.write(begun_and_end, |_, (begun, end)| {
        Box::pin(async move {
            begun.notify_one();
            end.notified().await;
            Ok(Unchanged(()))
        })
    });
    let inserts = async {
        begun.notified().await;
        // They are polled first, and have their places in the queue.
        tokio::join!(inserts, async { end.notify_one() }).0
    };
    let (waited, inserted) = tokio::join!(wait, inserts);
    waited.unwrap();
    inserted
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_of_one_shape_are_sent_together() {
    let (bench, alone) = (Bench::sqlite().await, Arc::new(AtomicU32::new(0)));
    // Of one row, two and three, mixed: 8 + 2, 8 + 1, and 1.
    let writes = join_all((0..20).map(|i| {
        let rows = if i == 13 { 3 } else { 1 + i % 2 };
        insert_joined(&bench.writer, (10 * i, rows, alone.clone()))
    }));
    let (inserted, other) = in_one_group(&bench, join(writes, bench.insert(1000))).await;
    assert!(other.unwrap() && inserted.into_iter().all(|inserted| inserted));
    assert_eq!(alone.load(Ordering::SeqCst), 2, "those that are alone of their shape, or too many for eight");
    assert_eq!(bench.numbers().await.len(), 10 + 2 * 9 + 3 + 1);
    let bodies: i64 = bench.count("SELECT COUNT(*) FROM t WHERE n < 1000 AND body = CAST(n AS TEXT)").await;
    assert_eq!(bodies, 10 + 2 * 9 + 3, "each has its own arguments");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_writes_that_are_sent_together_only_the_one_that_fails_is_refused() {
    let (bench, alone) = (Bench::sqlite().await, Arc::new(AtomicU32::new(0)));
    assert!(bench.insert(71).await.unwrap());
    let writes = join_all((0..16).map(|i| insert_joined(&bench.writer, (10 * i, 2, alone.clone()))));
    for (i, inserted) in in_one_group(&bench, writes).await.into_iter().enumerate() {
        assert_eq!(inserted, i != 7, "{i}");
    }
    assert_eq!(bench.numbers().await.len(), 1 + 15 * 2, "nothing of the one that was refused");
    assert_eq!(bench.count("SELECT COUNT(*) FROM t WHERE n = 70").await, 0);
    // What comes next is sent together again.
    alone.store(0, Ordering::SeqCst);
    let writes = join_all((20..28).map(|i| insert_joined(&bench.writer, (10 * i, 2, alone.clone()))));
    assert!(in_one_group(&bench, writes).await.into_iter().all(|inserted| inserted));
    assert_eq!(alone.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_continue_without_a_restart_after_a_full_disk() {
    let bench = Bench::sqlite().await;
    bench.limit(20).await;
    let mut stored = Vec::new();
    let error = loop {
        let n = i64::try_from(stored.len()).unwrap();
        match insert(&bench.writer, n, 8000).await {
            Ok(inserted) => stored.push((n, inserted)),
            Err(error) => break error,
        }
        assert!(stored.len() < 100, "the page limit has no effect");
    };
    assert!(error.to_string().contains("database or disk is full"), "{error}");
    let before = bench.numbers().await;
    for result in join_all((500..520).map(|n| insert(&bench.writer, n, 8000))).await {
        let error = result.unwrap_err().to_string();
        assert!(error.contains("database or disk is full"), "the reason is given each time: {error}");
    }
    assert_eq!(bench.numbers().await, before);
    bench.limit(NO_LIMIT).await;
    assert!(insert(&bench.writer, 1000, 8000).await.unwrap(), "there is room again");
    assert_eq!(bench.numbers().await.len(), before.len() + 1);
}

/// Panics when dropped, which is outside any write and so ends the task itself.
struct Bomb(Arc<AtomicU32>);

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(self.0.fetch_add(1, Ordering::SeqCst) > 0, "a panic outside any write");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_panics_restarts_with_its_queue() {
    let bench = Bench::sqlite().await;
    let drops = Arc::new(AtomicU32::new(0));
    let bomb = bench.writer.write(Bomb(drops.clone()), |_, _| Box::pin(async { Ok(Commit(())) }));
    let others = join_all((0..10).map(|n| bench.insert(n)));
    let (_, others) = tokio::join!(bomb, others);
    assert_eq!(drops.load(Ordering::SeqCst), 1);
    for (n, other) in (0..).zip(others) {
        match other {
            Ok(inserted) => assert!(inserted),
            // It was in the same group as the bomb.
            Err(StoreError::Interrupted) => {}
            Err(error) => panic!("{n}: {error}"),
        }
    }
    assert!(bench.insert(1000).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_writes_are_stored_before_the_writer_closes_and_later_ones_are_refused() {
    let bench = Bench::sqlite().await;
    let writer = bench.writer.clone();
    let queued: Vec<_> = (0..50)
        .map(|n| {
            let writer = writer.clone();
            tokio::spawn(async move { insert(&writer, n, 10).await })
        })
        .collect();
    assert!(bench.insert(100).await.unwrap());
    bench.writer.close().await;
    let mut stored = 1;
    for write in queued {
        match write.await.unwrap() {
            Ok(inserted) => stored += i64::from(inserted),
            Err(StoreError::Closed) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(matches!(bench.insert(101).await, Err(StoreError::Closed)));
    let url = format!("sqlite:{}", bench.folder.path().join("t.db").display());
    let mut reader = AnyConnection::connect(&url).await.unwrap();
    let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM t").fetch_one(&mut reader).await.unwrap();
    assert_eq!(rows, stored);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_on_postgres_fails_only_its_own_write() {
    sqlx::any::install_default_drivers();
    #[expect(clippy::disallowed_methods, reason = "a setting of the tests")]
    let url = std::env::var("BASTIDE_TEST_POSTGRES")
        .expect("BASTIDE_TEST_POSTGRES must name a PostgreSQL to test with");
    let pool = AnyPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(5));
    let pool = pool.connect(&url).await.unwrap();
    pool.execute("CREATE TEMPORARY TABLE u (n BIGINT PRIMARY KEY)").await.unwrap();
    let writer = Writer::parallel(pool.clone());
    let write = |panics: bool| {
        writer.write(panics, |tx, panics| {
            Box::pin(async move {
                let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM pg_class WHERE relname = 'u'")
                    .fetch_one(tx)
                    .await?;
                assert!(!panics, "on purpose");
                Ok(Commit(rows))
            })
        })
    };
    write(false).await.unwrap();
    for _ in 0..3 {
        assert!(matches!(write(true).await, Err(StoreError::Interrupted)));
    }
    write(false).await.unwrap();
    pool.close().await;
}
