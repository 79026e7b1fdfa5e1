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
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database", url])
            .args(["--forms-a-minute", "4000000", "--connections-per-address", "20000", "--start-empty"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("listening on ").nth(1).unwrap().trim().trim_end_matches(')').to_owned();
        wait(&address);
        Self { child, address, started: begun.elapsed() }
    }

    /// The most resident memory that it had so far.
    pub fn peak_memory_mb(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024.0 / 1e6)
    }

    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
