//! Draw ahead: each colour draws its next tile right after its turn, for all to see.
//!
//! A tile drawn ahead lies before its colour until that is to move. Then it is the hand, and the turn is like any other: a tile that
//! fits nowhere is replaced by the next draw. A colour without a tile draws one when it is to move, and is passed over if nothing is
//! left.

use super::{Hand, Phase, Position};
use crate::catalogue::TileKind;
use crate::event::EndReason;
use crate::seat::{ByColour, Colour, ColourSet, Seat};

/// What colours have drawn ahead. Empty under other rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ahead {
    tiles: ByColour<Option<TileKind>>,
    /// The colours that draw before the next turn, in ascending order.
    due: ColourSet,
}

impl Ahead {
    /// At the start every colour draws.
    pub(super) fn of_all(colours: impl Iterator<Item = Colour>) -> Self {
        Self { tiles: ByColour::default(), due: colours.collect() }
    }

    pub(super) const fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.tiles.0.iter().all(Option::is_none)
    }
}

impl Position {
    /// The tile that a colour has drawn ahead for its next turn. When the colour is to move, the tile is in the hand.
    pub fn ahead(&self, colour: Colour) -> Option<TileKind> {
        self.state.ahead.tiles[colour]
    }

    /// The tiles that colours have [drawn ahead](Position::ahead).
    pub fn tiles_ahead(&self) -> impl Iterator<Item = TileKind> {
        self.state.ahead.tiles.0.iter().copied().flatten()
    }

    /// Draws still to come, and tiles that have been drawn ahead.
    pub fn tiles_to_come(&self) -> usize {
        self.tiles_left() + self.tiles_ahead().count()
    }

    /// The colour that the next draw is for.
    pub fn drawing(&self) -> Option<Colour> {
        self.draws_ahead().or_else(|| self.to_move()).filter(|_| self.needs_draw())
    }

    /// The position before the colour to move drew its tile, and the tile: there the draw comes only now. `None` unless the tile is
    /// the only one in the hand.
    pub fn undrawn(&self) -> Option<(Self, TileKind)> {
        let &[kind] = self.hand() else { return None };
        let mut before = self.clone();
        before.return_fresh();
        before.state.needs_draw = true;
        before.forget();
        before.hand().is_empty().then_some((before, kind))
    }

    /// The colour with which a seat plays its next turn after this one.
    pub(crate) fn next_colour_of(&self, seat: Seat) -> Option<Colour> {
        let to_move = self.to_move()?;
        let (later, earlier): (Vec<_>, Vec<_>) = self.colours().partition(|&colour| colour > to_move);
        let mut next = later.into_iter().chain(earlier);
        next.find(|&colour| self.seat_of(colour) == seat && !self.is_out(colour))
    }

    /// The position in which it is the turn of a colour that has drawn ahead, on the board as it is.
    pub(crate) fn as_if_next(&self, colour: Colour) -> Option<Self> {
        let (kind, to_move) = (self.ahead(colour)?, self.to_move()?);
        let &[in_hand] = self.hand() else { return None };
        let mut next = self.clone();
        next.state.ahead.tiles[to_move] = Some(in_hand);
        next.state.ahead.tiles[colour] = None;
        next.state.hand = Hand::of(kind);
        next.state.fresh = Hand::of(kind);
        next.state.phase = Phase::Playing { to_move: colour, second_part: false };
        next.forget();
        Some(next)
    }

    /// The colour that draws ahead now.
    pub fn draws_ahead(&self) -> Option<Colour> {
        self.state.ahead.due.iter().next()
    }

    /// Draws a tile ahead; `false` if it cannot be drawn now.
    pub(super) fn take_ahead(&mut self, colour: Colour, kind: TileKind) -> bool {
        let taken = self.bag.take(kind);
        if taken {
            self.state.ahead.due.remove(colour);
            self.state.ahead.tiles[colour] = Some(kind);
            self.state.fresh = Hand::of(kind);
        }
        taken
    }

    /// Ends the turn of the colour to move, which draws ahead if the rules say so.
    pub(crate) fn end_turn(&mut self) {
        if let (true, Some(colour)) = (self.rules().draw_ahead, self.to_move()) {
            self.state.ahead.due.insert(colour);
        }
        self.pass_on();
        self.state.needs_draw = true;
    }

    /// Ends a double turn without its second part. The tiles for it stay in the hand; where colours draw ahead, the tile is the next
    /// of its colour.
    pub(crate) fn end_without_second_part(&mut self) {
        self.state.fresh = Hand::EMPTY;
        let tile = self.hand().first().copied();
        match self.to_move().filter(|_| self.rules().draw_ahead).zip(tile) {
            Some((colour, _)) => {
                self.state.ahead.tiles[colour] = tile;
                self.state.hand = Hand::EMPTY;
                self.pass_on();
                self.state.needs_draw = true;
            }
            None => self.end_turn(),
        }
    }

    /// A colour that is out draws no more, and its tile goes back into the bag.
    pub(crate) fn return_ahead(&mut self, colour: Colour) {
        self.state.ahead.due.remove(colour);
        if let Some(kind) = self.state.ahead.tiles[colour].take() {
            self.bag.put_back(kind);
        }
    }

    /// Gives the colour to move its tile, when all colours have drawn that have to. Colours without a tile are passed over if nothing
    /// is left to draw; when none has one, the game ends. `false` if a draw ahead comes first, or the game ends.
    pub(super) fn begin_turn(&mut self) -> bool {
        loop {
            if self.bag.left() == 0 {
                self.state.ahead.due = ColourSet::EMPTY;
            }
            if self.state.ahead.is_due() {
                self.state.needs_draw = true;
                return false;
            }
            let Phase::Playing { to_move, second_part } = self.state.phase else { return false };
            let next = self.state.ahead.tiles[to_move].filter(|_| self.state.hand.is_empty() && !second_part);
            if let Some(kind) = next {
                self.state.ahead.tiles[to_move] = None;
                self.state.hand = Hand::of(kind);
                self.state.fresh = Hand::of(kind);
            }
            if !self.state.hand.is_empty() || self.bag.left() > 0 && self.can_continue() {
                return true;
            }
            if second_part {
                self.end_turn();
            } else if self.state.ahead.is_empty() {
                self.end(EndReason::BagEmpty);
                return false;
            } else {
                self.pass_on();
            }
        }
    }

    /// Sets the hand of the colour to move aside if it can't be placed, and passes over colours that can't draw another tile. A game
    /// leaves that to the draw, since the event of the draw says it.
    pub(super) fn clear_unplayable(&mut self) {
        while self.needs_draw() && !self.state.ahead.is_due() && !self.state.hand.is_empty() {
            self.clear_hand();
            self.prepare_hand();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BagRule, Command, Dealer, DrawSecret, Event, Game, Header, Ruleset, Seat, TileSet, Unplaceable, legal,
    };

    fn started(rules: Ruleset, seats: usize, secret: u8) -> (Game, Dealer, Vec<Event>) {
        let names = (0..seats).map(|seat| format!("player {seat}")).collect();
        let header = Header::new(Ruleset { draw_ahead: true, ..rules }, names, Seat(0));
        let dealer = header.dealer(&DrawSecret::new([secret; 32]));
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        (game, dealer, events)
    }

    fn ahead(position: &Position) -> Vec<Option<TileKind>> {
        position.colours().map(|colour| position.ahead(colour)).collect()
    }

    #[test]
    fn at_the_start_every_colour_draws_and_the_first_has_its_tile_in_hand() {
        let (game, _, events) = started(Ruleset::default(), 3, 1);
        let drawn: Vec<(Option<Colour>, TileKind)> = events
            .iter()
            .map(|event| {
                let Event::Draw { colour, tiles, .. } = event else { panic!("{event:?}") };
                (*colour, tiles[0])
            })
            .collect();
        assert_eq!(drawn.iter().map(|(colour, _)| colour.unwrap().0).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((game.hand(), game.to_move()), (&[drawn[0].1][..], Some(Colour(0))));
        assert_eq!(ahead(&game), [None, Some(drawn[1].1), Some(drawn[2].1)]);
        assert_eq!((game.tiles_left(), game.tiles_to_come()), (71 - 3, 71 - 1));
    }

    #[test]
    fn the_next_tile_is_drawn_right_after_the_turn_and_waits_until_the_others_have_played() {
        let (mut game, dealer, _) = started(Ruleset::default(), 2, 2);
        let waits = game.ahead(Colour(1)).unwrap();
        let mut events = Vec::new();
        let turn = legal::turns(&game)[0];
        game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        let Some(Event::Draw { colour, tiles, discarded }) = events.last() else { panic!("{events:?}") };
        assert_eq!((*colour, discarded.len()), (Some(Colour(0)), 0));
        assert_eq!((game.hand(), game.ahead(Colour(0))), (&[waits][..], Some(tiles[0])));
    }

    #[test]
    fn nothing_is_drawn_ahead_under_other_rules() {
        let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        game.execute(&Command::Start, &header.dealer(&DrawSecret::new([1; 32])), &mut events).unwrap();
        assert!(matches!(events[..], [Event::Draw { colour: None, .. }]));
        assert_eq!((ahead(&game), game.tiles_to_come()), (vec![None, None], 70));
        let text = serde_json::to_string(&(game.rules(), &events)).unwrap();
        assert!(!text.contains("draw_ahead") && !text.contains("colour"), "{text}");
    }

    /// Missed turns and resignations put tiles back, so that a colour without one may draw again.
    #[test]
    fn a_tile_that_goes_back_can_be_drawn_by_a_colour_that_has_none() {
        let rules = Ruleset { bag: BagRule::Minutes(10), ..Ruleset::default() };
        let (mut game, dealer, _) = started(rules, 3, 3);
        while game.tiles_left() > 0 {
            let turn = legal::turns(&game)[0];
            game.execute(&Command::Play(turn), &dealer, &mut Vec::new()).unwrap();
        }
        let turn = legal::turns(&game)[0];
        let first = game.to_move().unwrap();
        game.execute(&Command::Play(turn), &dealer, &mut Vec::new()).unwrap();
        assert_eq!((game.ahead(first), game.tiles_to_come()), (None, 1));
        let second = game.to_move().unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Resign(second), &dealer, &mut events).unwrap();
        assert_eq!(game.tiles_left(), 1);
        let third = game.to_move().unwrap();
        let turn = legal::turns(&game)[0];
        events.clear();
        game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        let draws = events.iter().filter(|event| matches!(event, Event::Draw { .. })).count();
        assert_eq!((draws, game.tiles_left(), game.to_move()), (1, 0, Some(third)), "{events:?}");
    }

    /// Plays every event of random games on positions too.
    #[test]
    fn a_position_draws_and_deals_as_a_game_does() {
        let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
        let put_back = Ruleset { unplaceable: Unplaceable::PutBack, ..Ruleset::default() };
        let short = Ruleset { bag: BagRule::Minutes(20), ..Ruleset::default() };
        for (secret, rules) in (10..).zip([all.clone(), all, put_back, short, Ruleset::default()]) {
            let (mut game, dealer, _) = started(rules, 2 + usize::from(secret) % 2, secret);
            while let Some(&turn) = legal::turns(&game).get(usize::from(secret) % 3) {
                let before = game.position().clone();
                let (mut position, mut steps, mut events) = (before.clone(), 1, Vec::new());
                game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
                position.play(&turn);
                let mut aside = false;
                for event in &events {
                    let Event::Draw { colour, tiles, discarded } = event else { continue };
                    // A position may find out at once that a tile fits nowhere.
                    aside = aside || !discarded.is_empty();
                    if aside {
                        break;
                    }
                    assert_eq!(position.drawing(), *colour);
                    let mut possible = Vec::new();
                    position.draws(&mut possible);
                    let sum: f64 = possible.iter().map(|draw| draw.chance).sum();
                    assert!((sum - 1.0).abs() < 1e-9 && possible.iter().any(|draw| draw.kind == tiles[0]));
                    position.draw(tiles[0]);
                    steps += 1;
                }
                if !aside {
                    position.undo_states.clear();
                    position.stocks.clear();
                    position.forget();
                    let mut same = game.position().clone();
                    (same.state.fresh, position.state.fresh) = (Hand::EMPTY, Hand::EMPTY);
                    assert_eq!(position, same);
                    continue;
                }
                for _ in 0..steps {
                    assert!(position.take_back());
                }
                assert_eq!(position, before);
                position.play(&turn);
                if position.needs_draw() {
                    position.deal(|_| 0);
                    assert!(!position.needs_draw());
                    assert!(position.take_back());
                }
                assert!(position.take_back());
                assert_eq!(position, before);
            }
            assert!(game.is_finished() || !game.hand().is_empty());
        }
    }

    #[test]
    fn before_the_draw_of_a_tile_in_hand_it_is_in_the_bag_and_still_to_be_drawn() {
        let (game, ..) = started(Ruleset::default(), 2, 5);
        let (mut before, kind) = game.undrawn().unwrap();
        assert_eq!((before.hand(), before.tiles_left()), (&[][..], 70));
        assert_eq!((before.drawing(), before.ahead(Colour(1))), (Some(Colour(0)), game.ahead(Colour(1))));
        before.draw(kind);
        assert_eq!((before.hand(), before.unseen()), (game.hand(), game.unseen()));
    }
}
