//! The server that is measured.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server process, killed on drop.
pub struct Server {
    child: Child,
    pub address: String,
    /// How long it took until it could answer.
    pub started: Duration,
}

impl Server {
    pub fn start(url: &str) -> Self {
        Self::with(url, &[])
    }

    /// With options beside the usual ones.
    pub fn with(url: &str, options: &[&str]) -> Self {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database", url])
            .args(["--forms-a-minute", "4000000", "--connections-per-address", "20000", "--start-empty"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("listening on ").nth(1).unwrap().trim().trim_end_matches(')').to_owned();
        wait(&address);
        Self { child, address, started: begun.elapsed() }
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Its user and system time so far, to a hundredth of a second, if the system tells it.
    pub fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process())).ok()?;
        // After the name, which may contain anything, user and system time are the 12th and 13th field.
        let ticks = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(2);
        let ticks = ticks.map(|ticks| ticks.parse::<u64>().ok()).sum::<Option<u64>>()?;
        Some(Duration::from_millis(10 * ticks))
    }

    /// The most resident memory that it had so far.
    pub fn peak_memory_mb(&self) -> Option<f64> {
        kilobytes(self.process(), "VmHWM:").map(|kilobytes| kilobytes * 1024.0 / 1e6)
    }

    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The memory of a process from now on.
pub struct Memory {
    process: u32,
    idle: f64,
}

impl Memory {
    pub fn of(process: u32) -> Self {
        // Forgets the peak so far.
        std::fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
        Self { process, idle: kilobytes(process, "VmRSS:").unwrap() }
    }

    /// How much more resident memory it had at most, in MiB.
    pub fn grown(&self) -> f64 {
        (kilobytes(self.process, "VmHWM:").unwrap() - self.idle) / 1024.0
    }
}

/// A number from the status of a process.
fn kilobytes(process: u32, name: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Asks for a page until there is one.
fn wait(address: &str) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /health/ready HTTP/1.1\r\nHost: bastide\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
