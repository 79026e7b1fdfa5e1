//! The numbers that administrators see: counted where that is cheap, otherwise estimated.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::staff::{Role, StaffError};
use crate::{JobFigures, JobState, Principal, Process, Service, StoreError};
use table::{Lane, Status};

/// Of how many ids a number is estimated. The error is about 3 % then, and more for small parts.
const SAMPLE: u32 = 1000;
/// How long numbers are shown before they are looked up again.
const FRESH: Duration = Duration::from_secs(15);

/// How many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    pub count: u64,
    /// Whether it was counted rather than estimated.
    pub exact: bool,
}

/// The state of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub accounts: Estimate,
    pub guests: Estimate,
    /// Tables that wait for players.
    pub open: Estimate,
    pub playing: Estimate,
    pub finished: Estimate,
    /// The database, in bytes.
    pub size: u64,
    pub jobs: BTreeMap<(Lane, JobState), JobFigures>,
}

/// The numbers that were looked up last.
#[derive(Debug, Default)]
pub(crate) struct LastNumbers(Mutex<Option<(Instant, Numbers)>>);

impl Service {
    /// At most 15 seconds old.
    pub async fn numbers(&self, principal: &Principal) -> Result<Numbers, StaffError> {
        self.require_role(principal, Role::Admin)?;
        let last = || self.numbers.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, numbers)) = &*last()
            && at.elapsed() < FRESH
        {
            return Ok(numbers.clone());
        }
        let numbers = self.look_up_numbers().await?;
        *last() = Some((Instant::now(), numbers.clone()));
        Ok(numbers)
    }

    /// About how many games are in progress.
    pub(crate) async fn games_in_progress(&self) -> Result<u64, StoreError> {
        let tables = self.store.first_tables(SAMPLE).await?;
        Ok(part(&tables, |status| *status == Status::Playing).count)
    }

    /// Moves that this process has stored since midnight UTC, or since its start.
    pub fn moves_today(&self) -> u64 {
        self.metrics.moves_on(self.now().date_naive())
    }

    /// What the operating system says about this process.
    pub fn process(&self) -> Process {
        Process::now()
    }

    async fn look_up_numbers(&self) -> Result<Numbers, StoreError> {
        let users = self.store.first_users(SAMPLE).await?;
        let tables = self.store.first_tables(SAMPLE).await?;
        let table = |wanted| part(&tables, |status| *status == wanted);
        Ok(Numbers {
            accounts: part(&users, |guest| !guest),
            guests: part(&users, |guest| *guest),
            open: table(Status::Open),
            playing: table(Status::Playing),
            finished: table(Status::Finished),
            size: self.store.size().await?,
            jobs: self.jobs().await?,
        })
    }
}

/// How many of all rows have a property, by the rows with the smallest ids. Ids are random: if the thousandth is a tenth of
/// the way through all possible ids, there are ten thousand rows.
fn part<T>(rows: &[(String, T)], has: impl Fn(&T) -> bool) -> Estimate {
    let found = rows.iter().filter(|(_, row)| has(row)).count();
    match rows.last() {
        Some((last, _)) if rows.len() >= SAMPLE as usize => {
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "an estimate"
            )]
            let count = (found as f64 / way_through(last)).round() as u64;
            Estimate { count: rounded(count), exact: false }
        }
        _ => Estimate { count: found as u64, exact: true },
    }
}

/// How far through all possible ids this one is, from nearly 0 to 1.
fn way_through(id: &str) -> f64 {
    const LETTERS: &str = "0123456789abcdefghjkmnpqrstvwxyz";
    let digit = |letter: char| LETTERS.find(letter).unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let way = id.chars().rev().fold(0.5, |rest, letter| (digit(letter) as f64 + rest) / 32.0);
    way.max(1e-12)
}

/// With two digits that count.
fn rounded(count: u64) -> u64 {
    let unit = 10_u64.pow(count.checked_ilog10().unwrap_or_default().saturating_sub(1));
    (count + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    use super::*;
    use account::UserId;

    #[test]
    fn many_rows_are_estimated_from_the_smallest_ids() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut rows: Vec<(String, bool)> = (0..200_000)
            .map(|i| {
                let mut bytes = [0; 10];
                rng.fill_bytes(&mut bytes);
                (UserId::new(bytes).to_string(), i % 4 == 0)
            })
            .collect();
        rows.sort();
        rows.truncate(SAMPLE as usize);
        let all = part(&rows, |_| true);
        assert!(!all.exact && (180_000..=220_000).contains(&all.count), "{all:?}");
        let few = part(&rows, |few| *few);
        assert!(!few.exact && (42_000..=58_000).contains(&few.count), "{few:?}");
        rows.pop();
        assert_eq!(part(&rows, |_| true), Estimate { count: 999, exact: true });
        assert_eq!(part::<bool>(&[], |_| true), Estimate { count: 0, exact: true });
    }

    #[test]
    fn estimates_have_two_digits_that_count() {
        assert_eq!(
            [0, 7, 42, 994, 996, 12_345, 1_251_000].map(rounded),
            [0, 7, 42, 990, 1000, 12_000, 1_300_000]
        );
    }
}
