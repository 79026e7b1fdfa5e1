//! What leaves a server in large files: the records of a search, and the file of a month; how long each takes, and how much memory.

use std::io::Write;
use std::time::{Duration, Instant};

use bastide::clock::Clock;
use bastide::service::Service;
use bastide::table::Month;
use chrono::TimeDelta;
use flate2::write::GzDecoder;

use crate::server::Memory;
use crate::{Subject, filled_until};

/// Records of a search that are downloaded at most.
const DOWNLOADED: u64 = 100_000;

pub async fn measure(subjects: &[Subject]) {
    println!(
        "\n| finished games | records of a search | in | memory above idle | games of a month | made in | checked in | memory above idle |"
    );
    println!("|{}", "---:|".repeat(8));
    for subject in subjects {
        let Downloaded { records, took, memory } = download(subject).await;
        print!("| {} | {records} | {:.1} s | {memory:.1} MiB ", subject.games, took.as_secs_f64());
        let Made { games, took, checked, memory } = &subject.month;
        println!(
            "| {games} | {:.1} s | {:.1} s | {memory:.1} MiB |",
            took.as_secs_f64(),
            checked.as_secs_f64()
        );
    }
}

struct Downloaded {
    records: u64,
    took: Duration,
    memory: f64,
}

/// Downloads records of all public games and counts them, until there are enough.
async fn download(Subject { server, token, .. }: &Subject) -> Downloaded {
    let memory = Memory::of(server.process());
    let begun = Instant::now();
    let url = format!("http://{}/games/search/records.ndjson.gz", server.address);
    let request = reqwest::Client::new().get(url).header("cookie", format!("bastide={token}"));
    let mut answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut gzip = GzDecoder::new(Records::default());
    while gzip.get_ref().found < DOWNLOADED
        && let Some(part) = answer.chunk().await.unwrap()
    {
        gzip.write_all(&part).unwrap();
    }
    gzip.flush().unwrap();
    Downloaded { records: gzip.get_ref().found, took: begun.elapsed(), memory: memory.grown() }
}

/// Counts records in a text by their first lines.
#[derive(Default)]
struct Records {
    found: u64,
    /// The beginning of the present line.
    line: Vec<u8>,
}

impl Write for Records {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        const FIRST: &[u8] = b"{\"record\":";
        for byte in bytes {
            if *byte == b'\n' {
                self.line.clear();
            } else if self.line.len() < FIRST.len() {
                self.line.push(*byte);
                self.found += u64::from(self.line == FIRST);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The file of a month.
pub struct Made {
    games: u64,
    took: Duration,
    checked: Duration,
    memory: f64,
}

/// Makes the file of the month in which the games ended, and checks every record of it. A job of a server would make it, too.
pub async fn month(database: &str) -> Made {
    let service = Service::open(database, Clock::system()).await.unwrap();
    let month = Month::of(filled_until() - TimeDelta::seconds(1));
    let memory = Memory::of(std::process::id());
    let begun = Instant::now();
    let archive = service.make_archive(month).await.unwrap().expect("a month that is over, with games");
    let (took, memory) = (begun.elapsed(), memory.grown());
    let begun = Instant::now();
    let checked = service.check_archive(month).await.unwrap().unwrap();
    assert_eq!(checked.problems, []);
    service.close().await;
    Made { games: archive.games, took, checked: begun.elapsed(), memory }
}
