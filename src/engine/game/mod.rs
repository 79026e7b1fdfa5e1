//! A game: a value that commands ask and events change.
//!
//! [`Game::decide`] answers a command with the events that follow from it, or with a [`Refusal`]; [`Game::apply`] takes
//! an event in, after checking that it follows; [`Game::replay`] does so with a whole log. Scores are never decided:
//! each turn *owes* the events that follow from it, and the game does not go on before they have come.

mod apply;
mod deal;
mod rematch;

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::bag::Bag;
use super::board::{Board, PlacedFollower};
use super::claim::{self, Claim};
use super::draw::Dealer;
use super::event::{Command, EndReason, Event, Logged, Scored};
use super::geometry::{Position, Rotation};
use super::header::{Header, SetupError};
use super::legal::Refusal;
use super::river::River;
use super::ruleset::{HandRule, Ruleset};
use super::seat::{ByColour, Colour, ColourSet, FollowerKind, MAX_COLOURS, Seat};
use super::tile::{Good, TileKind};

pub use apply::Mismatch;

/// The most tiles that a hand holds.
const MAX_HAND: usize = 6;

/// Turns that a seat may miss in a row before it is out.
pub const MISSES_ALLOWED: u8 = 2;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Somebody is to move.
    Playing {
        /// Who.
        to_move: Colour,
        /// Whether a builder has given them a second part.
        second_part: bool,
    },
    /// It is over, and this is why.
    Finished {
        /// Why.
        reason: EndReason,
    },
}

/// What must happen before a player can move.
enum Due {
    /// This score.
    Score(Event),
    /// The hand must be filled.
    Draw,
    /// The last event.
    End(EndReason),
    /// A player's turn.
    Player,
    /// Nothing: the game is over.
    Nothing,
}

/// What a record leaves out, so that the game must supply it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Omitted {
    /// Each turn draws the tile that it plays.
    pub draws: bool,
    /// Scores are computed.
    pub scores: bool,
    /// The end is computed.
    pub end: bool,
}

/// A game as it stands after some events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    header: Arc<Header>,
    omitted: Omitted,
    phase: Phase,
    board: Board,
    bag: Bag,
    river: Option<River>,
    hand: ArrayVec<TileKind, MAX_HAND>,
    /// Tiles of the hand that were drawn for the turn now to be played.
    fresh: ArrayVec<TileKind, MAX_HAND>,
    discarded: Vec<TileKind>,
    /// Draws made so far: the number of the next one.
    drawn: u32,
    needs_draw: bool,
    owed: Vec<Event>,
    ending: Option<EndReason>,
    supply: ByColour<[u8; 4]>,
    scores: [i32; MAX_COLOURS],
    points: ByColour<[i32; 5]>,
    goods: [[u8; MAX_COLOURS]; Good::ALL.len()],
    out: ColourSet,
    misses: [u8; MAX_COLOURS],
    turns: u32,
    events: u32,
}

/// An event of a log that does not follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {n}: {why}")]
pub struct ReplayError {
    /// The number of the event.
    pub n: u32,
    /// Why not.
    pub why: Mismatch,
}

impl Game {
    /// A game before its first draw.
    ///
    /// ```
    /// use bastide::engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
    /// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    /// let game = Game::new(&header).unwrap();
    /// let dealer = DrawSecret::new([7; 32]).dealer(&header.salts);
    /// let events = game.decide(&Command::Start, &dealer).unwrap();
    /// assert_eq!(events.len(), 1);
    /// ```
    pub fn new(header: &Header) -> Result<Self, SetupError> {
        Self::begin(Arc::new(header.clone()), Omitted::default())
    }

    pub(super) fn begin(header: Arc<Header>, omitted: Omitted) -> Result<Self, SetupError> {
        header.validate()?;
        let rules = &header.rules;
        let start = header.start[0];
        let mut board = Board::new(rules.loops_complete);
        board.place(start, Position::ORIGIN, Rotation::R0);
        let mut scores = [0; MAX_COLOURS];
        for (seat, &points) in header.handicaps.iter().enumerate() {
            // Points at the start stand with the first colour of the seat.
            if let Some(colour) = header.colours.iter().position(|colour| colour.seat.index() == seat) {
                scores[colour] = points;
            }
        }
        Ok(Self {
            omitted,
            phase: Phase::Playing { to_move: Colour(0), second_part: false },
            bag: Bag::new(rules, header.seats.len(), start),
            river: rules.plays_river().then(River::spring),
            board,
            hand: ArrayVec::new(),
            fresh: ArrayVec::new(),
            discarded: Vec::new(),
            drawn: 0,
            needs_draw: true,
            owed: Vec::new(),
            ending: None,
            supply: ByColour([FollowerKind::ALL.map(|kind| rules.supply(kind)); MAX_COLOURS]),
            scores,
            points: ByColour::default(),
            goods: [[0; MAX_COLOURS]; Good::ALL.len()],
            out: ColourSet::EMPTY,
            misses: [0; MAX_COLOURS],
            turns: 0,
            events: 0,
            header,
        })
    }

    /// The game after a whole log, every event of it checked.
    ///
    /// # Errors
    /// At the first event that does not follow, with its number; a header that makes no game is event 0.
    pub fn replay(header: &Header, log: &[Logged]) -> Result<Self, ReplayError> {
        let game = Self::new(header).map_err(|error| ReplayError { n: 0, why: Mismatch::Setup(error) })?;
        game.after(log)
    }

    /// This game after the events of a log that begins with it.
    pub(super) fn after(self, log: &[Logged]) -> Result<Self, ReplayError> {
        let fresh =
            log.iter().any(|entry| matches!(entry.event, Event::Takeback { .. })).then(|| self.clone());
        let mut game = self;
        let mut kept: Vec<&Logged> = Vec::new();
        for entry in log {
            let expected = game.events + 1;
            if entry.n != expected {
                return Err(ReplayError { n: entry.n, why: Mismatch::Number { expected } });
            }
            let fail = |why| ReplayError { n: entry.n, why };
            match (&entry.event, &fresh) {
                (&Event::Takeback { to }, Some(fresh)) => {
                    kept.retain(|kept| kept.n <= to);
                    let mut earlier = fresh.clone();
                    for kept in &kept {
                        earlier.events = kept.n - 1;
                        earlier.apply(&kept.event).map_err(fail)?;
                    }
                    if to >= expected || !matches!(earlier.due(), Due::Player) {
                        return Err(fail(Refusal::NoSuchEvent(to).into()));
                    }
                    game = Self { events: entry.n, ..earlier };
                }
                (event, _) => {
                    game.apply(event).map_err(fail)?;
                    if fresh.is_some() {
                        kept.push(entry);
                    }
                }
            }
        }
        Ok(game)
    }

    /// The events that follow from a command, in order, down to the next hand or the end of the game.
    ///
    /// Nothing is changed: the same question has the same answer.
    pub fn decide(&self, command: &Command, dealer: &Dealer) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::with_capacity(4);
        self.clone().execute(command, dealer, &mut events)?;
        Ok(events)
    }

    /// [`Game::decide`] and the events applied, in place; they are added to `events`. A refused command changes nothing.
    pub fn execute(
        &mut self,
        command: &Command,
        dealer: &Dealer,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.is_finished() {
            return Err(Refusal::Over);
        }
        match *command {
            Command::Start if self.events > 0 => return Err(Refusal::Begun),
            Command::Start => {}
            Command::Play(turn) => {
                let to_move = self.check_turn(&turn)?;
                self.step(Event::of_turn(to_move, turn), events);
            }
            Command::Resign(colour) => {
                if colour.index() >= self.header.colours.len() {
                    return Err(Refusal::NoSuchColour(colour));
                }
                if self.out.contains(colour) {
                    return Err(Refusal::Out(colour));
                }
                for colour in self.active_colours(self.seat_of(colour)) {
                    self.step(Event::Resign { colour }, events);
                }
            }
            Command::Miss => {
                let Due::Player = self.due() else { return Err(Refusal::NotDealt) };
                let seat = self.to_move().map(|colour| self.seat_of(colour)).ok_or(Refusal::Over)?;
                self.step(Event::Skip {}, events);
                if self.misses[seat.index()] > MISSES_ALLOWED {
                    for colour in self.active_colours(seat) {
                        self.step(Event::Timeout { colour }, events);
                    }
                }
            }
            Command::TakeBack(to) if to == 0 || to >= self.events => return Err(Refusal::NoSuchEvent(to)),
            // What it leads to is in the log, which a game does not keep: `replay` knows.
            Command::TakeBack(to) => {
                events.push(Event::Takeback { to });
                return Ok(());
            }
        }
        self.follow_up(dealer, events);
        Ok(())
    }

    /// Applies an event that has just been decided.
    fn step(&mut self, event: Event, events: &mut Vec<Event>) {
        let applied = self.apply(&event);
        debug_assert_eq!(applied, Ok(()), "{event:?} was decided, and so follows");
        events.push(event);
    }

    /// All that happens before a player can move again.
    fn follow_up(&mut self, dealer: &Dealer, events: &mut Vec<Event>) {
        loop {
            match self.due() {
                Due::Score(score) => self.step(score, events),
                Due::Draw => events.push(self.deal(dealer)),
                Due::End(reason) => {
                    let secret = self.header.commitment.is_some().then(|| dealer.reveal());
                    self.step(Event::End { scores: self.scores().to_vec(), reason, secret }, events);
                }
                Due::Player | Due::Nothing => return,
            }
        }
    }

    fn due(&self) -> Due {
        if let Phase::Finished { .. } = self.phase {
            Due::Nothing
        } else if let Some(score) = self.owed.first() {
            Due::Score(score.clone())
        } else if let Some(reason) = self.ending {
            Due::End(reason)
        } else if self.needs_draw {
            Due::Draw
        } else {
            Due::Player
        }
    }

    /// What was settled before the first draw.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.header.rules
    }

    /// Where it stands.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The scores that must come before anything else: what the last event has earned.
    pub fn owed(&self) -> &[Event] {
        &self.owed
    }

    /// What the end pays for on the board as it stands, and why: once it is over, what it has paid for.
    pub fn claims(&self) -> Vec<Claim> {
        claim::claims(&self.header.rules, &self.board, &self.goods, self.out)
    }

    /// Whether it is over.
    pub const fn is_finished(&self) -> bool {
        matches!(self.phase, Phase::Finished { .. })
    }

    /// The colour whose turn it is, while the game goes on.
    pub const fn to_move(&self) -> Option<Colour> {
        match self.phase {
            Phase::Playing { to_move, .. } => Some(to_move),
            Phase::Finished { .. } => None,
        }
    }

    /// All colours, in turn order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..u8::try_from(self.header.colours.len()).unwrap_or(u8::MAX)).map(Colour)
    }

    /// The seat that plays a colour of this game.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.header.colours[colour.index()].seat
    }

    fn active_colours(&self, seat: Seat) -> Vec<Colour> {
        self.colours().filter(|&colour| self.seat_of(colour) == seat && !self.out.contains(colour)).collect()
    }

    /// The face-up tiles.
    pub fn hand(&self) -> &[TileKind] {
        &self.hand
    }

    /// The most tiles that the hand holds.
    pub fn hand_size(&self) -> usize {
        match self.rules().hand {
            HandRule::Shared(tiles) => usize::from(tiles),
            HandRule::OneAColour => self.header.colours.len(),
        }
    }

    /// The tiles on the table.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn river(&self) -> Option<River> {
        self.river
    }

    /// How many tiles of each kind nobody has seen, those that will never be drawn included.
    pub const fn unseen(&self) -> &[u16; TileKind::COUNT] {
        self.bag.counts()
    }

    /// The kinds that the next draw chooses from.
    pub fn drawable(&self) -> impl Iterator<Item = TileKind> {
        self.bag.kinds()
    }

    /// Draws still to come.
    pub const fn tiles_left(&self) -> usize {
        self.bag.left()
    }

    /// Tiles set aside for good, in order.
    pub fn discarded(&self) -> &[TileKind] {
        &self.discarded
    }

    /// The points of each colour.
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.header.colours.len()]
    }

    /// The points of a colour by what paid them, in the order of [`Scored::ALL`]; a handicap is in none.
    pub fn points(&self, colour: Colour) -> &[i32; Scored::ALL.len()] {
        &self.points[colour]
    }

    /// The goods that a colour has taken, in the order of [`Good::ALL`].
    pub fn goods(&self, colour: Colour) -> [u8; Good::ALL.len()] {
        self.goods.map(|held| held[colour.index()])
    }

    /// How many figures of a kind a colour has at home.
    pub fn supply(&self, colour: Colour, kind: FollowerKind) -> u8 {
        self.supply[colour][kind.index()]
    }

    /// Whether a colour has given up or run out of time.
    pub const fn is_out(&self, colour: Colour) -> bool {
        self.out.contains(colour)
    }

    /// Turns that a seat has missed in a row.
    pub const fn misses(&self, seat: Seat) -> u8 {
        self.misses[seat.index()]
    }

    /// Tiles placed by players.
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The number of the last event; 0 before the first.
    pub const fn events(&self) -> u32 {
        self.events
    }

    /// The points of a seat: the sum of its colours'.
    pub fn seat_score(&self, seat: Seat) -> i32 {
        self.colours()
            .filter(|&colour| self.seat_of(colour) == seat)
            .map(|colour| self.scores[colour.index()])
            .sum()
    }

    /// The seats that have won, several if they share it; none while the game goes on.
    pub fn winners(&self) -> Vec<Seat> {
        let Phase::Finished { reason } = self.phase else { return Vec::new() };
        let seats = (0..u8::try_from(self.header.seats.len()).unwrap_or(u8::MAX)).map(Seat);
        let playing: Vec<Seat> = seats.filter(|&seat| !self.active_colours(seat).is_empty()).collect();
        if reason == EndReason::HandUnplayable {
            return playing;
        }
        let best = playing.iter().map(|&seat| self.seat_score(seat)).max();
        playing.into_iter().filter(|&seat| Some(self.seat_score(seat)) == best).collect()
    }

    fn stand(&mut self, follower: PlacedFollower) {
        self.supply[follower.colour][follower.kind.index()] -= 1;
        self.board.add_follower(follower);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::legal::Placement;
    use crate::engine::{SegmentKind, TileSet};

    /// Play cannot lead there, but a feature with a builder alone would still be somebody's.
    #[test]
    fn a_feature_with_only_a_builder_counts_as_occupied() {
        let rules = Ruleset { sets: vec![TileSet::Base, TileSet::Traders], ..Ruleset::default() };
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let mut game = Game::new(&header).unwrap();
        let straight: TileKind = "RFRF".parse().unwrap();
        let beside = Position::new(1, 0);
        let road = |game: &Game| {
            let placement = Placement::new(game, straight, beside, Rotation::R1).unwrap();
            let segment = straight.def().segments.iter().position(|one| one.kind == SegmentKind::Road);
            placement.check(FollowerKind::Meeple, segment.unwrap())
        };
        assert_eq!(road(&game), Ok(()));
        let start_road = 1;
        assert_eq!(game.header.start[0].def().segments[start_road].kind, SegmentKind::Road);
        let builder =
            PlacedFollower { colour: Colour(1), kind: FollowerKind::Builder, tile: 0, segment: start_road };
        game.stand(builder);
        assert_eq!(road(&game), Err(Refusal::Taken(SegmentKind::Road)));
    }
}
