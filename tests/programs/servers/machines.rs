//! The processes: servers, proxy, databases, and a pool.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{AnyConnection, Connection, Executor};
use tempfile::TempDir;
use tokio::time::sleep;

use super::players::Everyone;
use support::client::{self, Client};
use support::free_port;
use support::postgres_server::{PostgresServer, as_postgres, folder_of_postgres};

const SERVERS: usize = 3;
/// How long a server that is asked to stop goes on: the proxy asks for its health every 300 ms.
const DRAIN: &str = "2";
/// How long the proxy takes to notice that a server is there again.
const NOTICED: Duration = Duration::from_millis(700);

/// Notes each time that a server takes a job.
const WATCH: [&str; 3] = [
    "CREATE TABLE taken (job TEXT, created BIGINT, attempts BIGINT, server TEXT, calm BIGINT)",
    "CREATE TABLE calm (calm BIGINT)",
    "CREATE FUNCTION note_taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.attempts > OLD.attempts AND NEW.kind NOT IN ('clean_up', 'find_puzzles') THEN
             INSERT INTO taken VALUES (NEW.unique_key, NEW.created, NEW.attempts, split_part(NEW.lease, '.', 1),
                 (SELECT calm FROM calm));
         END IF;
         RETURN NULL;
     END $$",
];

pub struct Machines {
    /// The address of the proxy.
    pub web: String,
    primary: PostgresServer,
    standby: Option<PostgresServer>,
    servers: [Option<Killed>; SERVERS],
    ports: [u16; SERVERS],
    /// Where the proxy leads to the present primary.
    database: u16,
    pool: Option<u16>,
    _proxy: Killed,
    _pgbouncer: Option<Killed>,
    folder: TempDir,
}

/// Is killed when dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Machines {
    /// Starts the database, its standby if wanted, the proxy and, if it is named, a pool in transaction mode.
    pub async fn start(with_standby: bool, pgbouncer: Option<&str>) -> Self {
        let primary = PostgresServer::start(&["max_connections=200"]).await;
        let standby = if with_standby { Some(primary.standby().await) } else { None };
        if with_standby {
            primary.wait_for_standby().await;
        }
        let folder = folder_of_postgres();
        let (ports, [web, database, pool]) =
            ([(); SERVERS].map(|()| free_port()), [(); 3].map(|()| free_port()));
        let standby_port = standby.as_ref().map_or(database, |standby| standby.port);
        let proxy = start_proxy(folder.path(), &ports, web, (database, primary.port, standby_port));
        let password = primary.url();
        let password = password.split([':', '@']).nth(2).unwrap();
        let pgbouncer =
            pgbouncer.map(|program| start_pgbouncer(program, folder.path(), (pool, database), password));
        Self {
            web: format!("127.0.0.1:{web}"),
            primary,
            standby,
            servers: [const { None }; SERVERS],
            ports,
            database,
            pool: pgbouncer.is_some().then_some(pool),
            _proxy: proxy,
            _pgbouncer: pgbouncer,
            folder,
        }
    }

    /// The present primary, past proxy and pool.
    pub fn database_url(&self) -> String {
        self.primary.url()
    }

    fn url_at(&self, port: u16) -> String {
        self.primary.url().replace(&format!(":{}/", self.primary.port), &format!(":{port}/"))
    }

    /// Starts all servers, and notes which jobs they take.
    pub async fn start_servers(&mut self) {
        let mut admin = AnyConnection::connect(&self.database_url()).await.unwrap();
        for statement in WATCH {
            admin.execute(statement).await.unwrap();
        }
        admin.execute("INSERT INTO calm VALUES (1)").await.unwrap();
        let trigger =
            "CREATE TRIGGER note_taken AFTER UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION note_taken()";
        admin.execute(trigger).await.unwrap();
        admin.close().await.unwrap();
        for server in 0..SERVERS {
            self.start_server(server);
        }
        for server in 0..SERVERS {
            self.is_ready(server).await;
        }
    }

    fn start_server(&mut self, server: usize) {
        let log = File::options().create(true).append(true).open(self.log(server)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
        command
            .args([
                "serve",
                "--threads",
                "1",
                "--forms-a-minute",
                "4000000",
                "--behind-proxy",
                "--start-empty",
                "--log",
                "warn",
            ])
            .args(["--drain", DRAIN, "--listen", &format!("127.0.0.1:{}", self.ports[server])])
            .args(["--database", &self.url_at(self.pool.unwrap_or(self.database))]);
        if self.pool.is_some() {
            command.args(["--database-direct", &self.url_at(self.database)]);
        }
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("listening on"), "{}", fs::read_to_string(self.log(server)).unwrap());
        self.servers[server] = Some(Killed(process));
    }

    fn log(&self, server: usize) -> PathBuf {
        self.folder.path().join(format!("server-{server}.log"))
    }

    /// What the servers have logged.
    pub fn logs(&self) -> String {
        (0..SERVERS).map(|server| fs::read_to_string(self.log(server)).unwrap_or_default()).collect()
    }

    /// Waits until the proxy sends requests to the server.
    async fn is_ready(&self, server: usize) {
        let begun = Instant::now();
        let address = format!("127.0.0.1:{}", self.ports[server]);
        loop {
            if let Ok(mut client) = Client::try_connect(&address).await
                && let Ok(answer) = client.try_ask(&client::get("/health/ready", "", "")).await
                && answer.status == 200
            {
                break;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "not ready: {}", self.logs());
            sleep(Duration::from_millis(20)).await;
        }
        sleep(NOTICED).await;
    }

    /// Restarts one server after the other, each when the one before is ready. No request may fail.
    pub async fn restart_all(&mut self) {
        // A server that stops may leave a job to the others that it has just taken, and not begun.
        self.note_calm(false).await;
        for server in 0..SERVERS {
            self.stop_server(server).await;
            self.start_server(server);
            self.is_ready(server).await;
        }
        self.note_calm(true).await;
    }

    async fn stop_server(&mut self, server: usize) {
        let Some(mut process) = self.servers[server].take() else { return };
        signal("-TERM", process.0.id());
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = process.0.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "it does not stop: {}", self.logs());
            sleep(Duration::from_millis(10)).await;
        };
        assert!(status.success(), "{status}: {}", self.logs());
    }

    pub async fn stop_servers(&mut self) {
        for server in 0..SERVERS {
            self.stop_server(server).await;
        }
    }

    /// Kills a server, and starts it again a second later.
    pub async fn kill_server(&mut self, server: usize, everyone: &Everyone) {
        self.set_calm(everyone, false).await;
        drop(self.servers[server].take());
        sleep(Duration::from_secs(1)).await;
        self.start_server(server);
        self.is_ready(server).await;
        self.set_calm(everyone, true).await;
    }

    /// Stops the database as an administrator does, and starts it again.
    pub async fn restart_database(&mut self, everyone: &Everyone) {
        self.set_calm(everyone, false).await;
        self.primary.stop();
        self.primary.restart().await;
        self.recovered(everyone).await;
    }

    /// Kills the primary, and makes the standby the new one.
    pub async fn promote_standby(&mut self, everyone: &Everyone) {
        self.set_calm(everyone, false).await;
        self.primary.kill();
        let standby = self.standby.take().expect("it was not promoted before");
        standby.promote().await;
        self.primary = standby;
        let tell = "disable server database/primary; shutdown sessions server database/primary; enable server database/standby\n";
        let mut control = UnixStream::connect(self.folder.path().join("control")).unwrap();
        control.write_all(tell.as_bytes()).unwrap();
        control.read_to_string(&mut String::new()).unwrap();
        self.recovered(everyone).await;
    }

    async fn recovered(&mut self, everyone: &Everyone) {
        for server in 0..SERVERS {
            self.is_ready(server).await;
        }
        everyone.all_have_moved().await;
        self.set_calm(everyone, true).await;
    }

    /// Says whether requests may fail, and jobs may be taken again.
    async fn set_calm(&self, everyone: &Everyone, calm: bool) {
        if !calm {
            everyone.set_calm(false);
        }
        self.note_calm(calm).await;
        if calm {
            everyone.set_calm(true);
        }
    }

    /// Says whether jobs may be taken again.
    async fn note_calm(&self, calm: bool) {
        let mut admin = AnyConnection::connect(&self.database_url()).await.unwrap();
        // Each calm time has a number of its own, and what comes after it the same with a minus.
        let statement = if calm { "UPDATE calm SET calm = 1 - calm" } else { "UPDATE calm SET calm = -calm" };
        admin.execute(statement).await.unwrap();
        admin.close().await.unwrap();
    }

    /// The jobs that were taken more than once while nothing was stopped.
    pub async fn jobs_done_twice(&self) -> Vec<String> {
        let mut admin = AnyConnection::connect(&self.database_url()).await.unwrap();
        let twice = "SELECT job FROM taken GROUP BY job, created HAVING COUNT(*) > 1 AND MIN(calm) = MAX(calm) AND MIN(calm) > 0";
        sqlx::query_scalar(twice).fetch_all(&mut admin).await.unwrap()
    }
}

/// `HAProxy`, for the pages and for the database.
fn start_proxy(folder: &Path, servers: &[u16], web: u16, database: (u16, u16, u16)) -> Killed {
    let list = servers.iter().enumerate();
    let list: Vec<String> =
        list.map(|(n, port)| format!("    server server{n} 127.0.0.1:{port} check")).collect();
    let (database, primary, standby) = database;
    let control = folder.join("control");
    let settings = format!(
        "global
    maxconn 8000
    stats socket {} level admin
defaults
    timeout connect 1s
    timeout check 5s
    timeout client 60s
    timeout server 60s
frontend web
    mode http
    bind 127.0.0.1:{web}
    option forwardfor
    default_backend servers
backend servers
    mode http
    balance roundrobin
    option httpchk GET /health/ready
    option redispatch
    option http-server-close
    default-server inter 300ms fall 2 rise 1
{}
listen database
    mode tcp
    bind 127.0.0.1:{database}
    timeout client 1h
    timeout server 1h
    server primary 127.0.0.1:{primary}
    server standby 127.0.0.1:{standby} disabled
",
        control.display(),
        list.join("\n"),
    );
    let file = folder.join("haproxy.cfg");
    fs::write(&file, settings).unwrap();
    let program = ["/usr/sbin/haproxy", "haproxy"].into_iter().find(|name| Path::new(name).exists());
    let log = File::create(folder.join("haproxy.log")).unwrap();
    let mut command = Command::new(program.unwrap_or("haproxy"));
    let process = command.args(["-db", "-f"]).arg(&file).stdout(log.try_clone().unwrap()).stderr(log).spawn();
    let process = Killed(process.expect("the Debian package haproxy"));
    wait_for(web, || fs::read_to_string(folder.join("haproxy.log")).unwrap());
    process
}

/// A pool in transaction mode that leads to the present primary.
fn start_pgbouncer(program: &str, folder: &Path, (pool, database): (u16, u16), password: &str) -> Killed {
    let settings = format!(
        "[databases]
* = host=127.0.0.1 port={database} pool_size=16 connect_query='SET enable_bitmapscan = off; SET random_page_cost = 1.1; \
         SET max_parallel_workers_per_gather = 0; SET jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {pool}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {0}/users
pool_mode = transaction
max_prepared_statements = 500
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
",
        folder.display()
    );
    let file = folder.join("pgbouncer.ini");
    fs::write(&file, settings).unwrap();
    fs::write(folder.join("users"), format!("\"bastide\" \"{password}\"\n")).unwrap();
    let log = File::create(folder.join("pgbouncer.log")).unwrap();
    let run = as_postgres(Path::new(program)).arg(&file).stdout(log.try_clone().unwrap()).stderr(log).spawn();
    let process = Killed(run.unwrap());
    wait_for(pool, || fs::read_to_string(folder.join("pgbouncer.log")).unwrap());
    process
}

/// Waits until a process listens.
fn wait_for(port: u16, log: impl Fn() -> String) {
    let begun = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{}", log());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}
