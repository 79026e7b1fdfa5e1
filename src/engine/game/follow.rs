//! Following a game that another program conducts: it reports turns and draws, and scores and the end follow from them.

use super::{Due, Game, ImpliedEvents, Mismatch};
use crate::catalogue::TileKind;
use crate::event::Event;

impl Game {
    /// This game with every event still to be applied, whatever its record left out so far.
    #[must_use]
    pub fn recording_everything(mut self) -> Self {
        self.implied = ImpliedEvents::default();
        if !self.is_finished() {
            self.proceed();
        }
        self
    }

    /// Applies the scores and the end that follow from the last event.
    pub fn catch_up(&mut self) -> Result<(), Mismatch> {
        loop {
            let event = match self.due() {
                Due::Score(score) => score,
                Due::End(reason) => Event::End { scores: self.scores().to_vec(), reason, secret: None },
                Due::Draw | Due::Player | Due::Nothing => return Ok(()),
            };
            self.apply(&event)?;
        }
    }

    /// The event of drawing `tiles` in this order, those that are set aside included; `None` while more must be drawn.
    ///
    /// # Errors
    /// If they cannot be drawn now, or are too many.
    pub fn draw_of(&self, tiles: &[TileKind]) -> Result<Option<Event>, Mismatch> {
        if !matches!(self.due(), Due::Draw) {
            return Err(Mismatch::NoDraw);
        }
        let mut order = tiles.iter();
        let mut after = self.clone();
        match after.fill(|_, _| order.next().copied()) {
            Ok(_) if order.len() > 0 => Err(Mismatch::TooManyDrawn(tiles.len() - order.len())),
            Ok(discarded) => {
                let (colour, tiles) = (self.drawing_by_name(), after.drawn_tiles().to_vec());
                Ok(Some(Event::Draw { colour, tiles, discarded }))
            }
            Err(Mismatch::TooFewDrawn) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The tiles of a draw in the order in which they left the bag.
    pub fn order_of_draw<'a>(
        &self,
        tiles: &'a [TileKind],
        discarded: &'a [TileKind],
    ) -> impl Iterator<Item = TileKind> + use<'a> {
        // Tiles that were in the hand already were not drawn now, even if they are set aside now.
        let held = self.hand().len().min(discarded.len());
        discarded[held..].iter().chain(tiles).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Command, DrawSecret, Event, Game, HandRule, Header, Mismatch, Preset, Ruleset, Seat, TileSet, Turn,
        legal,
    };

    /// Plays a game on a compact board, where many tiles fit nowhere, and calls `each` with the game before and the event of every draw.
    fn each_draw(rules: Ruleset, secret: u8, mut each: impl FnMut(&Game, &Event)) {
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([secret; 32]));
        let mut game = Game::new(&header).unwrap();
        let mut command = Command::Start;
        loop {
            for event in &game.decide(&command, &dealer).unwrap() {
                if matches!(event, Event::Draw { .. }) {
                    each(&game, event);
                }
                game.apply(event).unwrap();
            }
            let far = |turn: &Turn| i32::from(turn.position.x).pow(2) + i32::from(turn.position.y).pow(2);
            let Some(turn) = legal::turns(&game).into_iter().min_by_key(far) else { return };
            command = Command::Play(turn);
        }
    }

    #[test]
    fn a_draw_reported_tile_by_tile_is_the_draw_of_the_record() {
        let (mut draws, mut set_aside, mut held) = (0, 0, 0);
        let sets = vec![TileSet::Base, TileSet::River, TileSet::Inns];
        let pairs = Ruleset { sets, hand: HandRule::Shared(2), ..Ruleset::default() };
        let ahead = Ruleset { draw_ahead: true, ..Ruleset::default() };
        let ahead = (0..4).map(|_| ahead.clone());
        let rules =
            Preset::ALL.map(Ruleset::of).into_iter().chain((0..12).map(|_| pairs.clone())).chain(ahead);
        for (secret, rules) in (0..).zip(rules) {
            each_draw(rules, secret, |game, event| {
                let Event::Draw { tiles, discarded, .. } = event else { return };
                let order: Vec<_> = game.order_of_draw(tiles, discarded).collect();
                for count in 0..order.len() {
                    assert_eq!(game.draw_of(&order[..count]), Ok(None), "{order:?}");
                }
                assert_eq!(game.draw_of(&order).unwrap().as_ref(), Some(event));
                let more = [&order[..], &[tiles.first().copied().unwrap_or(game.header().start[0])]].concat();
                assert_eq!(game.draw_of(&more), Err(Mismatch::TooManyDrawn(order.len())));
                draws += 1;
                set_aside += discarded.len();
                held += tiles.len() + discarded.len() - order.len();
            });
        }
        assert!(
            draws > 1000 && set_aside > held && held > 0,
            "{draws} draws, {set_aside} set aside, {held} held"
        );
    }

    #[test]
    fn a_game_that_catches_up_after_each_turn_and_draw_is_the_game_itself() {
        let ahead = Ruleset { draw_ahead: true, ..Ruleset::default() };
        for rules in Preset::ALL.map(Ruleset::of).into_iter().chain([ahead]) {
            let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
            let dealer = header.dealer(&DrawSecret::new([6; 32]));
            let mut game = Game::new(&header).unwrap();
            let mut following = game.clone();
            let (mut log, mut command) = (Vec::new(), Command::Start);
            loop {
                log.clear();
                game.execute(&command, &dealer, &mut log).unwrap();
                for event in &log {
                    if matches!(event, Event::Draw { .. } | Event::Turn { .. }) {
                        following.apply(event).unwrap();
                        following.catch_up().unwrap();
                    }
                }
                assert_eq!(following, game);
                let Some(&turn) = legal::turns(&game).first() else { break };
                command = Command::Play(turn);
            }
            assert!(following.is_finished());
        }
    }
}
