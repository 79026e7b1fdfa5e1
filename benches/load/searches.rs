//! Pages while the computer thinks about its turns, compared with the same server when it does not.

use std::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Plan;
use super::games::{Pair, TestData};
use super::limits::{all, times};
use super::report::{HEADING, Times};
use super::server::Server;
use support::client::{self, Client};

/// How often pages beside searches are measured, each time after the same without.
const ROUNDS: u32 = 3;
/// Connections.
const VISITORS: usize = 8;
/// From one page of a visitor to the next.
const PAUSE: Duration = Duration::from_millis(20);
/// Tables whose computer players are to keep the processors busy for the whole measurement.
const TABLES: usize = 100;

#[derive(Debug, Serialize)]
pub struct Searches {
    without: Times,
    beside: Times,
}

impl fmt::Display for Searches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nsearches, {VISITORS} visitors with a page every {} ms\n{HEADING}", PAUSE.as_millis())?;
        writeln!(f, "  {:<30}{}", "no searches", self.without)?;
        writeln!(f, "  {:<30}{}", "beside searches", self.beside)?;
        writeln!(f, "  p99 {:.2} of that without searches", self.beside.p99 / self.without.p99)
    }
}

pub async fn measure(plan: &Plan, data: &TestData, url: &str) -> Searches {
    let (mut idle, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (tables, measured) in [(0, &mut idle), (TABLES, &mut busy)] {
            data.queue_searches(url, tables).await;
            let mut server = Server::start(url);
            let visitors = data.pairs.iter().take(VISITORS);
            measured.extend(all(visitors, |pair| visits(&server.address, pair, plan.time())).await);
            server.stop();
        }
    }
    let over = plan.time() * ROUNDS;
    Searches { without: times(&idle, over), beside: times(&busy, over) }
}

async fn visits(address: &str, pair: &Pair, time: Duration) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let request =
        client::get(&format!("/games/{}", pair.middle), &pair.tokens[0], "Accept-Encoding: gzip\r\n");
    let (mut times, until) = (Vec::new(), Instant::now() + time);
    while Instant::now() < until {
        let start = Instant::now();
        let response = client.ask(&request).await;
        times.push(start.elapsed());
        assert_eq!(response.status, 200);
        tokio::time::sleep(PAUSE.saturating_sub(start.elapsed())).await;
    }
    times
}
