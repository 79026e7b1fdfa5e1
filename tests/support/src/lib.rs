//! What several test binaries and benchmarks share: databases, a PostgreSQL that can be killed, a browser without scripts, an
//! authenticator, the texts of the pages, and the settings of a run.
#![expect(clippy::missing_panics_doc, reason = "what fails here fails a test")]

pub mod browser;
pub mod client;
pub mod database;
pub mod messages;
pub mod postgres_server;
pub mod soft_passkey;

use std::net::TcpListener;
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use sha2::{Digest, Sha256};

/// A setting of the tests, an environment variable.
pub fn setting(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the tests' own settings are not the program's")]
    std::env::var(name).ok()
}

/// A setting that `./test.sh` provides.
pub fn service(name: &str) -> String {
    setting(name).unwrap_or_else(|| {
        panic!("{name} is not set: run ./test.sh, or ./test.sh services, which starts what the tests need")
    })
}

/// A port of this machine that is free, and stays free while the server that listens on it is restarted: the system gives none
/// of these to an outgoing connection, or to who asks for any port. Each process begins elsewhere.
pub fn free_port() -> u16 {
    const PORTS: std::ops::Range<u32> = 10_000..32_000;
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let begin = process::id().wrapping_mul(16);
    let mut ports = PORTS.map(|_| {
        let port = PORTS.start + begin.wrapping_add(GIVEN.fetch_add(1, Relaxed)) % (PORTS.end - PORTS.start);
        u16::try_from(port).unwrap()
    });
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a free port")
}

/// A seed for what a test draws at random: the same on every run, and another for each test. `BASTIDE_TEST_CHANCE=N` gives all
/// tests another one.
pub fn seed() -> u64 {
    let deal = setting("BASTIDE_TEST_CHANCE").unwrap_or_default();
    let hash = Sha256::digest(format!("{} {deal}", running_test()));
    u64::from_le_bytes(hash[..8].try_into().unwrap())
}

/// Whether the test that is running has its process to itself. If it hasn't, this runs it in a process of its own, and fails if
/// it fails there.
pub fn has_own_process() -> bool {
    const ALONE: &str = "BASTIDE_TEST_ALONE";
    if setting("NEXTEST").is_some() || setting(ALONE).is_some() {
        return true;
    }
    let name = running_test();
    let mut test = Command::new(std::env::current_exe().unwrap());
    test.args([&name, "--exact", "--include-ignored", "--nocapture"]).env(ALONE, "1");
    assert!(test.status().unwrap().success(), "{name} fails in a process of its own");
    false
}

/// The path of the test in its binary.
fn running_test() -> String {
    // nextest and single-threaded runs may run a test on the main thread.
    setting("NEXTEST_TEST_NAME").or_else(|| thread::current().name().map(str::to_owned)).unwrap_or_default()
}
