//! Hints: a player asks, the table counts, and the best turns are computed from what everybody sees.

use crate::people::is_hidden;
use crate::{Expected, PlayError, Principal, Scope, Service, TableView};
use players::Hint;
use table::{GameId, Lane};

impl Service {
    /// Counts a hint for the player to move, unless they had it already.
    pub async fn ask_for_hint(
        &self,
        principal: &Principal,
        game: &GameId,
        expected: Expected,
    ) -> Result<(), PlayError> {
        let user = principal.require(Scope::Play)?;
        let (table, _) = self.store.table(game).await?.ok_or(PlayError::NoSuchGame)?;
        if is_hidden(principal, Some(user), &table, None) || table.hints.is_none() {
            return Err(PlayError::NoSuchGame);
        }
        let seat = table.seat_of(user).filter(|&seat| table.to_move() == Some(seat));
        let seat = seat.ok_or(PlayError::NotYourSeat)?;
        if table.last_event() != expected.0 {
            return Err(PlayError::Stale);
        }
        if let Some(outcome) = table.hint(seat, expected.0, self.now()) {
            // Stale: the same form was sent twice, or the game has gone on. The page shows which.
            self.execute(Some(&table), outcome).await?;
            self.tables.remove(game);
        }
        Ok(())
    }

    /// The hints that the viewer has asked for and not yet played on.
    pub async fn hints(&self, _: &Principal, view: &TableView) -> Vec<Hint> {
        let (Some(play), Some(seat), Some(hints)) = (&view.play, view.you, &view.table.hints) else {
            return Vec::new();
        };
        let to_move = play.game.to_move().map(|colour| play.game.seat_of(colour));
        if to_move != Some(seat) || !hints.has(seat, play.last()) {
            return Vec::new();
        }
        let position = play.game.position().clone();
        self.compute(Lane::Quick, move || players::hints(&position)).await
    }
}
