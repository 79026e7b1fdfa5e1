//! Records with all of their events: with the draws, scores and end that they may leave out, and with an end where they just stop.

use super::{Due, Game, Mismatch};
use crate::catalogue::TileKind;
use crate::event::{Event, StopReason};

/// What to add while a record is completed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missing {
    pub draws: bool,
    pub scores: bool,
}

impl Game {
    /// Applies an event of a record and what the record leaves out before and after it; appends all of that to `events`.
    pub(crate) fn apply_completely(
        &mut self,
        event: &Event,
        missing: Missing,
        events: &mut Vec<Event>,
    ) -> Result<(), Mismatch> {
        if missing.draws && matches!(self.due(), Due::Draw) {
            let order = match event {
                Event::End { .. } => self.all_left(),
                event => event.turn().map(|(_, turn)| vec![turn.tile]).unwrap_or_default(),
            };
            if !order.is_empty() {
                let draw = self.draw_of(&order)?.ok_or(Mismatch::TooFewDrawn)?;
                self.add(draw, events)?;
            }
        }
        if missing.scores && matches!(event, Event::End { .. }) && self.is_finished() {
            return Ok(());
        }
        self.add(event.clone(), events)?;
        if missing.scores { self.add_what_follows(events) } else { Ok(()) }
    }

    /// Adds what ends a game whose record stops before: it is scored as it stands.
    pub(crate) fn stop_if_unfinished(&mut self, events: &mut Vec<Event>) -> Result<bool, Mismatch> {
        self.add_what_follows(events)?;
        if self.is_finished() {
            return Ok(false);
        }
        self.add(Event::Stop { reason: StopReason::Agreed }, events)?;
        self.add_what_follows(events)?;
        Ok(true)
    }

    /// Adds the scores and the end that follow by themselves.
    fn add_what_follows(&mut self, events: &mut Vec<Event>) -> Result<(), Mismatch> {
        loop {
            let event = match self.due() {
                Due::Score(score) => score,
                Due::End(reason) => Event::End { scores: self.scores().to_vec(), reason, secret: None },
                Due::Draw | Due::Player | Due::Nothing => return Ok(()),
            };
            self.add(event, events)?;
        }
    }

    /// The tiles in the bag, of which none fits anywhere where a record ends.
    fn all_left(&self) -> Vec<TileKind> {
        let tiles = |kind: TileKind| std::iter::repeat_n(kind, usize::from(self.unseen()[kind.index()]));
        self.drawable().flat_map(tiles).collect()
    }

    fn add(&mut self, event: Event, events: &mut Vec<Event>) -> Result<(), Mismatch> {
        self.apply(&event)?;
        events.push(event);
        Ok(())
    }
}
