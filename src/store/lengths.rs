//! Past games, for how long such games usually take.

use chrono::TimeDelta;
use sqlx::any::AnyRow;

use crate::columns::read_settings;
use crate::game::readable;
use crate::row::{Reader, fetch_each};
use crate::{Store, StoreError};
use table::{PastGame, Status};

/// Games that are read at a time.
const WINDOW: usize = 1000;

impl Store {
    /// The public games among the next thousand below a sort key, the last opened first, and the sort key below which there are more.
    /// Games that ended early are left out.
    pub async fn past_games(&self, below: i64) -> Result<(Vec<PastGame>, Option<i64>), StoreError> {
        let query = sqlx::query(
            "SELECT g.id, g.listed, g.settings, g.rules, g.rules_version, g.clock_days, g.handicaps, g.aids, g.hints, g.invite,
                 g.seat_count, g.status, g.last_n, g.changed,
                 (SELECT e.at FROM events e WHERE e.game = g.id AND e.n = 1) AS began,
                 (SELECT COUNT(*) FROM seats s WHERE s.game = g.id AND s.user_id IS NOT NULL) AS people
             FROM games g WHERE g.public = 1 AND g.listed < $1 ORDER BY g.listed DESC LIMIT 1000",
        )
        .bind(below);
        let rows = fetch_each(&self.readers, query).await?;
        let last = rows.iter().flatten().next_back().filter(|_| rows.len() == WINDOW);
        let more = last.map(|row| Reader::new(row, "games", "id")?.number("listed")).transpose()?;
        Ok((rows.iter().flatten().filter_map(|row| readable(read(row)).flatten()).collect(), more))
    }
}

/// `None` if the game says nothing about the length of others.
fn read(row: &AnyRow) -> Result<Option<PastGame>, StoreError> {
    let row = Reader::new(row, "games", "id")?;
    let Some(began) = row.maybe_time("began")? else { return Ok(None) };
    let took = match row.parsed("status", Status::parse)? {
        Status::Finished => Some(row.time("changed")? - began),
        Status::Open | Status::Playing => None,
    };
    let (settings, seats) = (read_settings(&row)?, row.number("seat_count")?);
    let tiles = settings.rules.tiles_in_bag(seats);
    // Every tile is drawn and placed, which are two events.
    let ended_early = took.is_some() && row.number::<usize>("last_n")? * 2 < tiles * 3;
    let past = PastGame::new(settings.time_control, &settings.rules, seats, row.number("people")?, took);
    Ok(past.filter(|_| !ended_early && took.is_none_or(|took| took >= TimeDelta::zero())))
}
