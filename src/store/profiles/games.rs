//! What each finished game says about its players, and the totals of that.

use std::collections::BTreeMap;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::totals::{add_opponents, change_totals};
use crate::batch::Batch;
use crate::game::json;
use crate::outcome::lock;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, GameKind, HeadToHead, PlayedSeat, ProfileSums};

impl Store {
    /// What a game says about its players, as stored, by user.
    pub async fn played_seats(&self, game: &GameId) -> Result<Vec<PlayedSeat>, StoreError> {
        find_seats(&mut *self.readers.acquire().await?, game).await
    }

    /// Replaces what a game says about its players, and changes their totals. `false`: that is stored.
    pub async fn set_played_seats(&self, game: &GameId, seats: &[PlayedSeat]) -> Result<bool, StoreError> {
        let mut seats = seats.to_vec();
        seats.sort_by(|one, other| one.user.cmp(&other.user));
        let set = self.writer.write((game.clone(), seats), |tx, (game, seats)| {
            Box::pin(async move {
                // Two jobs can be about one game, and each adds what the other has not stored.
                lock(tx, game.as_str()).await?;
                let stored = match find_seats(tx, game).await {
                    // What can't be read is replaced. The totals are wrong then until they are rebuilt.
                    Err(error) if error.is_damage() => Vec::new(),
                    found => {
                        let found = found?;
                        if found == *seats {
                            return Ok(Unchanged(false));
                        }
                        found
                    }
                };
                let mut batch = Batch::default();
                batch.add("DELETE FROM player_games WHERE game = $1", [game.as_str().into()]);
                for seat in seats {
                    insert(&mut batch, game, seat);
                }
                batch.execute(&mut *tx).await?;
                for ((user, kind), (taken, added)) in changes(&stored, seats) {
                    change_totals(tx, user, kind, taken, added).await?;
                }
                let mut batch = Batch::default();
                for ((user, other), change) in opponents(&stored, seats) {
                    add_opponents(&mut batch, user, other, change);
                }
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        set.await
    }
}

type Key<'a> = (&'a UserId, GameKind);

/// What changes in which totals, in the order in which their rows are locked: what was stored, and what is added. Private games are in no
/// totals.
fn changes<'a>(
    stored: &'a [PlayedSeat],
    seats: &'a [PlayedSeat],
) -> BTreeMap<Key<'a>, (Option<&'a ProfileSums>, Option<&'a ProfileSums>)> {
    let mut changes: BTreeMap<Key<'_>, (Option<_>, Option<_>)> = BTreeMap::new();
    for seat in stored.iter().filter(|seat| seat.public) {
        changes.entry((&seat.user, seat.kind)).or_default().0 = Some(&seat.sums);
    }
    for seat in seats.iter().filter(|seat| seat.public) {
        changes.entry((&seat.user, seat.kind)).or_default().1 = Some(&seat.sums);
    }
    changes.retain(|_, (taken, added)| taken != added);
    changes
}

/// What changes between two players, in the order in which the rows are locked.
fn opponents<'a>(
    stored: &'a [PlayedSeat],
    seats: &'a [PlayedSeat],
) -> BTreeMap<(&'a UserId, &'a UserId), HeadToHead> {
    let mut changes: BTreeMap<(&UserId, &UserId), HeadToHead> = BTreeMap::new();
    for (seats, sign) in [(stored, -1), (seats, 1)] {
        for seat in seats {
            for (other, one) in HeadToHead::of_game(seats, seat) {
                let change = changes.entry((&seat.user, other)).or_default();
                change.ahead += sign * one.ahead;
                change.even += sign * one.even;
                change.behind += sign * one.behind;
            }
        }
    }
    changes.retain(|_, change| *change != HeadToHead::default());
    changes
}

fn insert(batch: &mut Batch, game: &GameId, seat: &PlayedSeat) {
    batch.add(
        "INSERT INTO player_games (game, user_id, kind, public, place, sums) VALUES ($1, $2, $3, $4, $5, $6)",
        [
            game.as_str().into(),
            seat.user.as_str().into(),
            seat.kind.to_string().into(),
            i64::from(seat.public).into(),
            i64::from(seat.place).into(),
            json(&seat.sums).into(),
        ],
    );
}

async fn find_seats(connection: &mut AnyConnection, game: &GameId) -> Result<Vec<PlayedSeat>, StoreError> {
    let rows = sqlx::query(
        "SELECT game, user_id, kind, public, place, sums FROM player_games WHERE game = $1 ORDER BY user_id",
    )
    .bind(game.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_seat).collect()
}

pub(super) fn read_seat(row: &AnyRow) -> Result<PlayedSeat, StoreError> {
    let row = Reader::new(row, "player_games", "game")?;
    Ok(PlayedSeat {
        user: row.parsed("user_id", UserId::parse)?,
        kind: row.parsed("kind", GameKind::parse)?,
        public: row.flag("public")?,
        place: row.number("place")?,
        sums: row.json("sums")?,
    })
}
