//! The server that is killed.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub struct Server {
    process: Child,
    pub address: String,
    log: PathBuf,
}

impl Server {
    /// Starts a server, by way of another program if `prefix` names one.
    pub fn start(prefix: &[&str], url: &str, log: &Path) -> Self {
        let words = [prefix, &[env!("CARGO_BIN_EXE_bastide")]].concat();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--threads", "2"])
            .args(["--forms-a-minute", "4000000", "--start-empty", "--database", url]);
        let file = File::options().create(true).append(true).open(log).unwrap();
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let log = log.to_owned();
        let Some((_, address)) = line.split_once("listening on ") else {
            panic!("the server did not start: {}", std::fs::read_to_string(&log).unwrap())
        };
        Self { process, address: address.trim().trim_end_matches(')').to_owned(), log }
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        // It may have been killed already.
        let _ = self.process.kill();
        self.process.wait().unwrap();
    }

    pub fn wait(&mut self) {
        self.process.wait().unwrap();
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
