//! Playing on without events, for players that look ahead and for programs that tell what was drawn.

use super::{Due, Game, Mismatch, Omitted};
use crate::engine::catalogue::TileKind;
use crate::engine::event::Event;

impl Game {
    /// This game, but one that credits points and ends by itself: turns, passes and draws are all that is left to apply.
    #[must_use]
    pub fn self_scoring(mut self) -> Self {
        self.omitted = Omitted { draws: false, scores: true, end: true };
        if !self.is_finished() {
            self.proceed();
        }
        self
    }

    /// This game with every event still to be applied, whatever its record left out so far.
    #[must_use]
    pub fn leaving_nothing_out(mut self) -> Self {
        self.omitted = Omitted::default();
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

    /// Whether the hand must be filled before anyone can move.
    pub fn needs_draw(&self) -> bool {
        matches!(self.due(), Due::Draw)
    }

    /// Makes the draws that are due, with a generator of the caller's: `choose` returns a number below its argument.
    ///
    /// # Errors
    /// If no tile can be drawn, which no play leads to.
    pub fn draw_by(&mut self, mut choose: impl FnMut(u32) -> u32) -> Result<(), Mismatch> {
        while self.needs_draw() {
            self.fill(|bag, _| {
                let choices = bag.choices();
                (choices > 0).then(|| bag.pick(choose(choices))).flatten()
            })?;
            self.events += 1;
            self.proceed();
        }
        Ok(())
    }

    /// The event of drawing `tiles` in this order, those that are set aside included; `None` while more must be drawn.
    ///
    /// # Errors
    /// If they cannot be drawn now, or are too many.
    pub fn draw_of(&self, tiles: &[TileKind]) -> Result<Option<Event>, Mismatch> {
        if !self.needs_draw() {
            return Err(Mismatch::NoDraw);
        }
        let mut order = tiles.iter();
        match self.clone().fill(|_, _| order.next().copied()) {
            Ok(_) if order.len() > 0 => Err(Mismatch::TooManyDrawn(tiles.len() - order.len())),
            Ok((tiles, discarded)) => Ok(Some(Event::Draw { tiles, discarded })),
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
    use crate::engine::{
        Command, DrawSecret, Event, Game, HandRule, Header, Mismatch, Preset, Ruleset, Seat, TileSet, Turn,
        legal,
    };

    /// Plays a game on a compact board, where many tiles fit nowhere, and calls `each` with the game before and the event of every draw.
    fn each_draw(rules: Ruleset, secret: u8, mut each: impl FnMut(&Game, &Event)) {
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = DrawSecret::new([secret; 32]).dealer(&header.salts);
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
    fn a_draw_told_tile_by_tile_is_the_draw_of_the_record() {
        let (mut draws, mut set_aside, mut held) = (0, 0, 0);
        let sets = vec![TileSet::Base, TileSet::River, TileSet::Inns];
        let pairs = Ruleset { sets, hand: HandRule::Shared(2), ..Ruleset::default() };
        let rules = Preset::ALL.map(Ruleset::of).into_iter().chain((0..12).map(|_| pairs.clone()));
        for (secret, rules) in (0..).zip(rules) {
            each_draw(rules, secret, |game, event| {
                let Event::Draw { tiles, discarded } = event else { return };
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
    fn a_self_scoring_game_of_the_same_turns_and_draws_has_the_same_points() {
        for preset in Preset::ALL {
            let mut log = Vec::new();
            let header = Header::new(Ruleset::of(preset), vec!["ann".into(), "ben".into()], Seat(0));
            let mut copy = Game::new(&header).unwrap().self_scoring();
            let mut told = Game::new(&header).unwrap();
            let dealer = DrawSecret::new([6; 32]).dealer(&header.salts);
            let mut game = Game::new(&header).unwrap();
            let mut command = Command::Start;
            loop {
                log.clear();
                game.execute(&command, &dealer, &mut log).unwrap();
                for event in &log {
                    if matches!(event, Event::Draw { .. } | Event::Turn { .. }) {
                        copy.apply(event).unwrap();
                        told.apply(event).unwrap();
                        told.catch_up().unwrap();
                    }
                }
                assert_eq!(told, game);
                assert_eq!(
                    (copy.scores(), copy.hand(), copy.phase()),
                    (game.scores(), game.hand(), game.phase())
                );
                let Some(&turn) = legal::turns(&game).first() else { break };
                command = Command::Play(turn);
            }
            assert!(copy.is_finished());
        }
    }

    #[test]
    fn draws_by_another_generator_use_up_the_same_bag() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let mut game = Game::new(&header).unwrap().self_scoring();
        let mut turns = 0;
        loop {
            game.draw_by(|choices| choices / 2).unwrap();
            let Some(&turn) = legal::turns(&game).first() else { break };
            let colour = game.to_move().unwrap();
            game.apply(&Event::of_turn(colour, turn)).unwrap();
            turns += 1;
        }
        assert!(game.is_finished());
        assert_eq!(turns + game.discarded().len(), 71);
    }
}
