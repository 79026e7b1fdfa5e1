//! The server that is measured.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server process, killed on drop.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start(url: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database", url])
            .args(["--forms-a-minute", "4000000"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("listening on ").nth(1).unwrap().trim().trim_end_matches(')').to_owned();
        Self { child, address }
    }

    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
