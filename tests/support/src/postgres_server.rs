//! A PostgreSQL of a test's own, which makes its commits durable and can be killed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sqlx::AnyConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

use crate::free_port;

/// Data, password and log of a cluster in a temporary folder.
pub struct PostgresServer {
    process: Option<Child>,
    pub port: u16,
    password: String,
    /// More options of the server, `-c name=value`.
    options: Vec<String>,
    /// Whatever the data folder is called, it is in here.
    pub folder: TempDir,
    pub data: PathBuf,
}

/// The folder of PostgreSQL's programs.
pub fn programs() -> PathBuf {
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .expect("the Debian package postgresql")
        .map(|entry| entry.unwrap().path())
        .collect();
    versions.sort_by_key(|path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    versions.pop().expect("a version of PostgreSQL").join("bin")
}

/// A program as a user that PostgreSQL accepts, which root is not.
pub fn as_postgres(program: &Path) -> Command {
    if fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own)).ok() != Some(0) {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

/// A folder that its user can read.
pub fn folder_of_postgres() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    if as_postgres(Path::new("")).get_program() == "setpriv" {
        run(Command::new("chown").arg("postgres").arg(folder.path()));
    }
    folder
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

impl PostgresServer {
    pub async fn start(options: &[&str]) -> Self {
        sqlx::any::install_default_drivers();
        let folder = folder_of_postgres();
        let mut random = [0; 16];
        std::io::Read::read_exact(&mut File::open("/dev/urandom").unwrap(), &mut random).unwrap();
        let password = data_encoding::HEXLOWER.encode(&random);
        let file = folder.path().join("password");
        fs::write(&file, &password).unwrap();
        let data = folder.path().join("data");
        let mut init = as_postgres(&programs().join("initdb"));
        init.args(["-U", "bastide", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"]);
        run(init.arg("-D").arg(&data).arg(format!("--pwfile={}", file.display())));
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut server = Self { process: None, port: free_port(), password, options, folder, data };
        server.restart().await;
        server
    }

    /// A standby: a copy of this server that replays its log and answers queries.
    pub async fn standby(&self) -> Self {
        let folder = folder_of_postgres();
        let data = folder.path().join("data");
        let mut copy = as_postgres(&programs().join("pg_basebackup"));
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--dbname", &self.url()]);
        run(copy.arg("-D").arg(&data));
        let (password, options) = (self.password.clone(), self.options.clone());
        let mut standby = Self { process: None, port: free_port(), password, options, folder, data };
        standby.restart().await;
        standby
    }

    /// From now on a commit is acknowledged once a standby has stored it, too.
    pub async fn wait_for_standby(&self) {
        let mut admin = AnyConnection::connect(&self.url()).await.unwrap();
        admin.execute("ALTER SYSTEM SET synchronous_standby_names = '*'").await.unwrap();
        admin.execute("SELECT CAST(pg_reload_conf() AS TEXT)").await.unwrap();
        let synchronous = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while sqlx::query_scalar::<_, i64>(synchronous).fetch_one(&mut admin).await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        admin.close().await.unwrap();
    }

    /// Lets commits wait for a standby of this name; for none if it is empty.
    pub async fn set_standbys(&self, names: &str) {
        let mut admin = AnyConnection::connect(&self.url()).await.unwrap();
        let set = match names {
            "" => "ALTER SYSTEM RESET synchronous_standby_names".to_owned(),
            names => format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"),
        };
        admin.execute(AssertSqlSafe(set)).await.unwrap();
        admin.execute("SELECT CAST(pg_reload_conf() AS TEXT)").await.unwrap();
        admin.close().await.unwrap();
    }

    /// Makes a standby stop replaying, or go on.
    pub async fn pause(&self, pause: bool) {
        let mut admin = AnyConnection::connect(&self.url()).await.unwrap();
        let pause = if pause { "pg_wal_replay_pause" } else { "pg_wal_replay_resume" };
        admin.execute(AssertSqlSafe(format!("SELECT CAST({pause}() AS TEXT)"))).await.unwrap();
        admin.close().await.unwrap();
    }

    /// Makes a standby the primary.
    pub async fn promote(&self) {
        let mut admin = AnyConnection::connect(&self.url()).await.unwrap();
        let promoted = "SELECT CAST(pg_promote() AS TEXT)";
        let promoted: String = sqlx::query_scalar(promoted).fetch_one(&mut admin).await.unwrap();
        assert_eq!(promoted, "true");
        admin.close().await.unwrap();
    }

    pub fn url(&self) -> String {
        format!("postgres://bastide:{}@127.0.0.1:{}/postgres", self.password, self.port)
    }

    /// Starts the server on its data, and waits until it has recovered.
    pub async fn restart(&mut self) {
        let log = File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let mut command = as_postgres(&programs().join("postgres"));
        command.arg("-D").arg(&self.data).args(["-h", "127.0.0.1", "-p", &self.port.to_string()]);
        for option in [
            "unix_socket_directories=",
            "fsync=on",
            "synchronous_commit=on",
            "max_connections=60",
            "dynamic_shared_memory_type=mmap",
        ] {
            command.args(["-c", option]);
        }
        for option in &self.options {
            command.args(["-c", option]);
        }
        self.process = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap());
        let begun = Instant::now();
        while let Err(error) = AnyConnection::connect(&self.url()).await {
            assert!(begun.elapsed() < Duration::from_mins(1), "{error}: {}", self.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Kills all its processes with SIGKILL.
    pub fn kill(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        let parent = process.id();
        // It starts no more while its children are killed.
        signal("-STOP", &[parent]);
        let mut all = children(parent);
        all.push(parent);
        signal("-KILL", &all);
        process.wait().unwrap();
        while all.iter().any(|&pid| parent_of(pid).is_some()) {
            sleep(Duration::from_millis(5));
        }
    }

    /// Stops as an administrator does, within the time of a few transactions.
    pub fn stop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        signal("-INT", &[process.id()]);
        process.wait().unwrap();
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn signal(signal: &str, processes: &[u32]) {
    let ids = processes.iter().map(u32::to_string);
    // A process may have ended by itself.
    let _ = Command::new("kill").arg(signal).args(ids).stderr(Stdio::null()).status().unwrap();
}

fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|&id| parent_of(id) == Some(parent)).collect()
}

/// `None` if there is no such process, or it has ended and nobody has asked yet how.
fn parent_of(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // After the name, which may hold spaces: the state, then the parent.
    let mut fields = stat.rsplit(") ").next()?.split(' ');
    if fields.next()? == "Z" { None } else { fields.next()?.parse().ok() }
}
