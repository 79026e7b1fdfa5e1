//! A game replayed from its log.

use chrono::{DateTime, Utc};

use crate::{Clocks, ComputerLevel, GameId, Player, Span, SpanEnd, Stops, TimeControl};
use engine::{Event, Game, Header, Logged, Seat};

/// A log that the engine cannot replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {}: {why}", .n.map_or("header".to_owned(), |n| format!("event {n}")))]
pub struct BadLog {
    pub game: GameId,
    /// The offending event; `None` for the header.
    pub n: Option<u32>,
    pub why: String,
}

/// A game with its log. Cheap to share: extending it makes a new one.
#[derive(Clone, Debug)]
pub struct Replay {
    /// After the last event.
    pub game: Game,
    pub log: Vec<Logged>,
    /// When the current turn began; before the first event, the start of the game.
    pub turn_since: DateTime<Utc>,
    /// Whom the game waited for before, in order.
    pub spans: Vec<Span>,
}

impl Replay {
    /// The game before its first event.
    pub fn begin(id: &GameId, header: &Header) -> Result<Self, BadLog> {
        let game = Game::new(header).map_err(|error| BadLog {
            game: id.clone(),
            n: None,
            why: error.to_string(),
        })?;
        let turn_since = header.created.unwrap_or_default();
        Ok(Self { game, log: Vec::new(), turn_since, spans: Vec::new() })
    }

    pub fn extended(&self, id: &GameId, events: Vec<Logged>) -> Result<Self, BadLog> {
        let mut longer = self.clone();
        for logged in events {
            longer.add(id, logged)?;
        }
        Ok(longer)
    }

    pub fn add(&mut self, id: &GameId, logged: Logged) -> Result<(), BadLog> {
        let n = logged.n;
        let bad = |why: String| BadLog { game: id.clone(), n: Some(n), why };
        let expected = self.game.events() + 1;
        if n != expected {
            return Err(bad(format!("event {expected} is missing")));
        }
        let (before, waited_for) = (self.game.to_move(), self.seat_to_move());
        let at = logged.at.unwrap_or(self.turn_since);
        let substituted = waited_for.is_some_and(|seat| self.game.substitute(seat).is_some());
        let end = match logged.event {
            Event::Turn { planned: true, .. } => Some(SpanEnd::Planned),
            Event::Turn { .. } | Event::Pass { .. } if substituted => Some(SpanEnd::Substituted),
            Event::Turn { .. } | Event::Pass { .. } => Some(SpanEnd::Played),
            Event::Substitute { seat, level: None, .. } if waited_for == Some(seat) => Some(SpanEnd::Offered),
            Event::Substitute { seat, .. } if waited_for == Some(seat) => Some(SpanEnd::HandedOver),
            Event::Skip {} => Some(SpanEnd::Missed),
            Event::Takeback { to, reason: None } => Some(SpanEnd::TakenBack { to }),
            Event::Takeback { to, .. } => Some(SpanEnd::TimeOutTakenBack { to }),
            Event::Resign { .. } | Event::Timeout { .. } => Some(SpanEnd::Left),
            _ => None,
        };
        let is_turn = end.is_some_and(|end| end != SpanEnd::Left);
        if let Event::Takeback { .. } = logged.event {
            self.log.push(logged);
            self.game =
                Game::replay(self.game.header(), &self.log).map_err(|error| bad(error.to_string()))?;
        } else {
            self.game.apply(&logged.event).map_err(|why| bad(why.to_string()))?;
            self.log.push(logged);
        }
        if is_turn || self.game.to_move() != before || expected == 1 {
            let span = waited_for.zip(end);
            self.spans.extend(span.map(|(seat, end)| Span {
                seat,
                from: self.turn_since,
                until: at,
                end,
                n,
            }));
            self.turn_since = at;
        }
        Ok(())
    }

    pub fn seat_to_move(&self) -> Option<Seat> {
        self.game.to_move().map(|colour| self.game.seat_of(colour))
    }

    /// Who plays each seat: of these players, or a computer in the place of one.
    pub fn acting<'a>(&self, players: &[Option<&'a Player>]) -> Vec<Option<&'a Player>> {
        let acting = |(seat, player)| self.substitute(seat).map(ComputerLevel::player).or(player);
        (0..).map(Seat).zip(players.iter().copied()).map(acting).collect()
    }

    /// The computer that plays for the player of a seat.
    pub fn substitute(&self, seat: Seat) -> Option<ComputerLevel> {
        self.game.substitute(seat).and_then(ComputerLevel::of_number)
    }

    /// The seat to move, if its player has run out of time and no computer has moved for them since.
    pub fn handed_over(&self) -> Option<Seat> {
        let seat = self.seat_to_move().filter(|&seat| self.substitute(seat).is_some())?;
        let last = self.spans.last()?;
        (last.seat == seat && last.end == SpanEnd::HandedOver).then_some(seat)
    }

    /// Whether no computer has played for anybody, and nobody has stopped the game.
    pub fn was_played_out(&self) -> bool {
        self.log.iter().all(|logged| !matches!(logged.event, Event::Substitute { .. } | Event::Stop { .. }))
    }

    /// How many turns the player of a seat has ended. The parts of a double turn are one.
    pub fn turns_of(&self, seat: Seat) -> usize {
        let next = self.spans.iter().skip(1).map(|span| span.seat).chain(self.seat_to_move());
        let mine = |&(span, next): &(&Span, Seat)| {
            span.seat == seat && matches!(span.end, SpanEnd::Played | SpanEnd::Planned) && next != seat
        };
        self.spans.iter().zip(next).filter(mine).count()
    }

    /// The number of the event with which the seat has ended its turn, if nobody has done anything since.
    pub fn turn_to_take_back(&self, seat: Seat) -> Option<u32> {
        let follows = |event: &Event| matches!(event, Event::Score { .. } | Event::Draw { .. });
        let last = self.log.iter().rev().find(|logged| !follows(&logged.event))?;
        let (Event::Turn { colour, .. } | Event::Pass { colour }) = last.event else { return None };
        let is_over = self.game.is_finished() || self.seat_to_move() == Some(seat);
        (self.game.seat_of(colour) == seat && !is_over).then_some(last.n)
    }

    /// `None` without a time control.
    pub fn clocks(&self, time_control: TimeControl, stops: Stops) -> Option<Clocks> {
        let seats = self.header().seats.len();
        time_control.allowance().map(|allowance| Clocks::of(allowance, stops, seats, &self.spans))
    }

    /// The first line of the game record.
    pub fn header(&self) -> &Header {
        self.game.header()
    }

    /// The number of the last event; 0 before the first.
    pub fn last(&self) -> u32 {
        self.game.events()
    }

    /// The game as it stood after event `n`; 0 is the position before the first draw. `None` if `n` is past the end.
    pub fn at(&self, n: u32) -> Option<Game> {
        let events = self.log.get(..usize::try_from(n).ok()?)?;
        Game::replay(self.header(), events).ok()
    }
}
