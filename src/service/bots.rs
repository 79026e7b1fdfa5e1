//! The computer at the table: it plays by the same steps as a person, in the background.

use futures_util::{StreamExt, stream};

use crate::engine::Command;
use crate::players::{self, Level};
use crate::service::play::PlayError;
use crate::service::{GameId, Service, StoreError};
use crate::store::Appended;

/// How many games are looked at in one round.
const ROUND: u32 = 500;
/// How many of them at once, so that their moves are committed together.
const AT_ONCE: usize = 32;

impl Service {
    /// Plays a turn in every game in which the computer is to move, and tells how many that were.
    ///
    /// What is due stands in the database, so that a restart forgets nothing; the numbers of the events see to it that
    /// nothing happens twice.
    pub async fn play_computer(&self) -> Result<u32, StoreError> {
        let due = self.store.computer_due(ROUND).await?;
        let played = stream::iter(due)
            .map(|game| async move {
                match self.play_once(&game).await {
                    Ok(played) => u32::from(played),
                    Err(error) => {
                        tracing::error!(%game, %error, "the computer could not play");
                        0
                    }
                }
            })
            .buffer_unordered(AT_ONCE)
            .fold(0, |sum, played| async move { sum + played })
            .await;
        Ok(played)
    }

    /// Plays the computer's turn, unless another process was faster.
    async fn play_once(&self, game: &GameId) -> Result<bool, PlayError> {
        let Some(stored) = self.store.game(game).await? else { return Ok(false) };
        let Some(replay) = self.replay(&stored).await? else { return Ok(false) };
        let computers_turn = stored.listed.to_move.and_then(|seat| stored.listed.seats.get(seat.index()));
        if replay.last() != stored.listed.last_n || computers_turn != Some(&Some(super::Player::Computer)) {
            return Ok(false);
        }
        let Some(turn) = players::choose(&replay.game, Level::Greedy) else { return Ok(false) };
        let appended = self.act(&stored, &replay, Command::Play(turn), None).await?;
        Ok(matches!(appended, Appended::Stored { .. }))
    }
}
