//! What games add up to for each player.

use std::collections::BTreeMap;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::games::read_seat;
use crate::batch::Batch;
use crate::game::json;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameKind, HeadToHead, PlayedSeat, PlayedTotals, ProfileSums};

impl Store {
    /// What the user's public games add up to, by kind of game.
    pub async fn profile_sums(&self, user: &UserId) -> Result<BTreeMap<GameKind, ProfileSums>, StoreError> {
        let rows = sqlx::query("SELECT user_id, kind, sums FROM player_totals WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "player_totals", "user_id")?;
            Ok((row.parsed("kind", GameKind::parse)?, row.json("sums")?))
        };
        rows.iter().map(read).collect()
    }

    /// How the user's games with another went; nothing if they have finished none together.
    pub async fn head_to_head(&self, user: &UserId, other: &UserId) -> Result<HeadToHead, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, other, ahead, even, behind FROM opponent_totals WHERE user_id = $1 AND other = $2",
        )
        .bind(user.as_str())
        .bind(other.as_str())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(read_opponent).transpose()?.map(|(_, found)| found).unwrap_or_default())
    }

    /// All totals of the user, as stored: for the host's commands only.
    pub async fn played_totals(&self, user: &UserId) -> Result<PlayedTotals, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, other, ahead, even, behind FROM opponent_totals WHERE user_id = $1 AND other > ''",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let opponents = rows.iter().map(read_opponent).collect::<Result<_, StoreError>>()?;
        Ok(PlayedTotals { kinds: self.profile_sums(user).await?, opponents })
    }

    /// The same as it follows from what is stored about each game: for the host's commands only.
    pub async fn recounted_totals(&self, user: &UserId) -> Result<PlayedTotals, StoreError> {
        recount(&mut *self.readers.acquire().await?, user).await
    }

    /// The next user in the order of ids who has games or totals: for the host's commands only.
    pub async fn next_counted_user(&self, after: Option<&UserId>) -> Result<Option<UserId>, StoreError> {
        let mut next: Option<UserId> = None;
        for statement in [
            "SELECT user_id FROM player_games WHERE user_id > $1 ORDER BY user_id LIMIT 1",
            "SELECT user_id FROM player_totals WHERE user_id > $1 ORDER BY user_id LIMIT 1",
            "SELECT user_id FROM opponent_totals WHERE user_id > $1 ORDER BY user_id LIMIT 1",
        ] {
            let row = sqlx::query(statement)
                .bind(after.map_or("", UserId::as_str))
                .fetch_optional(&self.readers)
                .await?;
            let Some(row) = row else { continue };
            let found = Reader::new(&row, "player_games", "user_id")?.parsed("user_id", UserId::parse)?;
            next = Some(next.map_or(found.clone(), |next| next.min(found)));
        }
        Ok(next)
    }

    /// Stores what [`Store::recounted_totals`] finds.
    pub async fn repair_totals(&self, user: &UserId) -> Result<(), StoreError> {
        let repair = self.writer.write(user.clone(), |tx, user| {
            Box::pin(async move {
                // Transactions that change them meanwhile wait, and then change what stands here.
                for statement in [
                    "DELETE FROM player_totals WHERE user_id = $1",
                    "DELETE FROM opponent_totals WHERE user_id = $1",
                ] {
                    sqlx::query(statement).bind(user.as_str()).execute(&mut *tx).await?;
                }
                let right = recount(&mut *tx, user).await?;
                for (kind, sums) in &right.kinds {
                    change_totals(tx, user, *kind, None, Some(sums)).await?;
                }
                let mut batch = Batch::default();
                for (other, change) in &right.opponents {
                    add_opponents(&mut batch, user, other, *change);
                }
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        repair.await
    }
}

async fn recount(connection: &mut AnyConnection, user: &UserId) -> Result<PlayedTotals, StoreError> {
    let mut totals = PlayedTotals::default();
    let mut after = String::new();
    loop {
        let games = seats_after(connection, user, &after).await?;
        let Some((last, _)) = games.last_key_value() else { return Ok(totals) };
        after.clone_from(last);
        for seats in games.values() {
            let Some(own) = seats.iter().find(|seat| seat.user == *user) else { continue };
            if own.public {
                totals.kinds.entry(own.kind).or_default().add(&own.sums);
            }
            for (other, one) in HeadToHead::of_game(seats, own) {
                let sum = totals.opponents.entry(other.clone()).or_default();
                sum.ahead += one.ahead;
                sum.even += one.even;
                sum.behind += one.behind;
            }
        }
    }
}

/// What some games of the user say about all their players, by game: those after this one.
async fn seats_after(
    connection: &mut AnyConnection,
    user: &UserId,
    after: &str,
) -> Result<BTreeMap<String, Vec<PlayedSeat>>, StoreError> {
    let rows = sqlx::query(
        "SELECT o.game, o.user_id, o.kind, o.public, o.place, o.sums
         FROM (SELECT m.game FROM player_games m WHERE m.user_id = $1 AND m.game > $2 ORDER BY m.game LIMIT 100) p
         CROSS JOIN player_games o WHERE o.game = p.game",
    )
    .bind(user.as_str())
    .bind(after)
    .fetch_all(connection)
    .await?;
    let mut games: BTreeMap<String, Vec<PlayedSeat>> = BTreeMap::new();
    for row in &rows {
        let game = Reader::new(row, "player_games", "game")?.text("game")?;
        games.entry(game).or_default().push(read_seat(row)?);
    }
    Ok(games)
}

/// Changes the totals of a player and a kind of game, which stay locked until the end of the transaction.
pub(super) async fn change_totals(
    tx: &mut AnyConnection,
    user: &UserId,
    kind: GameKind,
    taken: Option<&ProfileSums>,
    added: Option<&ProfileSums>,
) -> Result<(), StoreError> {
    let kind = kind.to_string();
    let row = sqlx::query(
        "INSERT INTO player_totals (user_id, kind, sums) VALUES ($1, $2, '{}')
         ON CONFLICT (user_id, kind) DO UPDATE SET kind = excluded.kind RETURNING user_id, sums",
    )
    .bind(user.as_str())
    .bind(&kind)
    .fetch_one(&mut *tx)
    .await?;
    let mut sums: ProfileSums = Reader::new(&row, "player_totals", "user_id")?.json("sums")?;
    if let Some(taken) = taken {
        sums.take(taken);
    }
    if let Some(added) = added {
        sums.add(added);
    }
    let mut batch = Batch::default();
    if sums == ProfileSums::default() {
        let key = [user.as_str().into(), kind.into()];
        batch.add("DELETE FROM player_totals WHERE user_id = $1 AND kind = $2", key);
    } else {
        let values = [user.as_str().into(), kind.into(), json(&sums).into()];
        batch.add("UPDATE player_totals SET sums = $3 WHERE user_id = $1 AND kind = $2", values);
    }
    Ok(batch.execute(tx).await?)
}

pub(super) fn add_opponents(batch: &mut Batch, user: &UserId, other: &UserId, change: HeadToHead) {
    batch.add(
        "INSERT INTO opponent_totals (user_id, other, ahead, even, behind) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, other) DO UPDATE SET ahead = opponent_totals.ahead + excluded.ahead,
             even = opponent_totals.even + excluded.even, behind = opponent_totals.behind + excluded.behind",
        [
            user.as_str().into(),
            other.as_str().into(),
            change.ahead.into(),
            change.even.into(),
            change.behind.into(),
        ],
    );
    batch.add(
        "DELETE FROM opponent_totals WHERE user_id = $1 AND other = $2 AND ahead = 0 AND even = 0 AND behind = 0",
        [user.as_str().into(), other.as_str().into()],
    );
}

fn read_opponent(row: &AnyRow) -> Result<(UserId, HeadToHead), StoreError> {
    let row = Reader::new(row, "opponent_totals", "user_id")?;
    let found =
        HeadToHead { ahead: row.number("ahead")?, even: row.number("even")?, behind: row.number("behind")? };
    Ok((row.parsed("other", UserId::parse)?, found))
}
