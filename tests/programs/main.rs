//! `bastide` as a process: the engine and its example client, matches with other programs, analyses, the commands for hosts, and the
//! server.

mod analysis;
mod bots;
mod copies;
#[cfg(target_os = "linux")]
mod crash;
mod first_games;
mod load;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod protocol;
mod server;
#[cfg(target_os = "linux")]
mod servers;
#[cfg(target_os = "linux")]
mod soak;
mod upkeep;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use bastide::clock::Clock;
use bastide::service::Service;
use tools::fill::Filler;

const BASTIDE: &str = env!("CARGO_BIN_EXE_bastide");

/// Runs `bastide` with input.
fn bastide(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(BASTIDE);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stdin = process.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = process.wait_with_output().unwrap();
    // The program may end before it has read everything.
    let _ = writer.join().unwrap();
    output
}

/// Fills a new database with finished games.
async fn fill(url: &str, games: u32) {
    let service = Service::open(url, Clock::system()).await.unwrap();
    let filler = Filler::open(&service, url).await.unwrap();
    filler.fill(games, 0, |_| ()).await.unwrap();
    filler.close().await;
    service.close().await;
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
