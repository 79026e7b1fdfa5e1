//! Deciding commands: a command's own events, and everything that happens before a player can move again.

use super::{Due, Game, Mismatch};
use crate::draw::Dealer;
use crate::event::{Command, Event};
use crate::refusal::Refusal;

/// Why a command leads to no events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The rules forbid it: an answer for the player.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A decided event does not follow from the game: a bug, or a damaged game. Nothing may be stored.
    #[error("the game is inconsistent: {0}")]
    Inconsistent(Mismatch),
}

impl Game {
    /// The events that follow from a command, down to the next hand or the end of the game. Does not change the game.
    pub fn decide(&self, command: &Command, dealer: &Dealer) -> Result<Vec<Event>, DecideError> {
        let mut events = Vec::with_capacity(4);
        self.clone().execute(command, dealer, &mut events)?;
        Ok(events)
    }

    /// Like [`Game::decide`], but also applies the events, and appends them to `events`.
    ///
    /// # Errors
    /// A refused command changes nothing. After any other error, both the game and `events` must be dropped.
    pub fn execute(
        &mut self,
        command: &Command,
        dealer: &Dealer,
        events: &mut Vec<Event>,
    ) -> Result<(), DecideError> {
        if self.is_finished() {
            return Err(Refusal::Over.into());
        }
        match *command {
            Command::Start if self.events > 0 => return Err(Refusal::Begun.into()),
            Command::Start => {}
            Command::Play(turn) => {
                let to_move = self.check_turn(&turn)?;
                self.step(Event::of_turn(to_move, turn), events)?;
            }
            Command::Pass => {
                let colour = self.to_move().ok_or(Refusal::Over)?;
                self.check_pass(colour)?;
                self.step(Event::Pass { colour }, events)?;
            }
            Command::Resign(colour) => {
                if colour.index() >= self.header().colours.len() {
                    return Err(Refusal::NoSuchColour(colour).into());
                }
                if self.is_out(colour) {
                    return Err(Refusal::Out(colour).into());
                }
                for colour in self.active_colours(self.seat_of(colour)) {
                    self.step(Event::Resign { colour }, events)?;
                }
            }
            Command::Substitute { seat, level } => {
                self.step(Event::Substitute { seat, level, player: None }, events)?;
            }
            Command::Stop(reason) => self.step(Event::Stop { reason }, events)?,
            Command::Miss { allowed } => {
                let Due::Player = self.due() else { return Err(Refusal::NotDealt.into()) };
                let seat = self.to_move().map(|colour| self.seat_of(colour)).ok_or(Refusal::Over)?;
                self.step(Event::Skip {}, events)?;
                if self.misses[seat.index()] > allowed {
                    for colour in self.active_colours(seat) {
                        self.step(Event::Timeout { colour }, events)?;
                    }
                }
            }
        }
        self.follow_up(dealer, events)
    }

    /// Applies an event that was just decided.
    fn step(&mut self, event: Event, events: &mut Vec<Event>) -> Result<(), DecideError> {
        self.apply(&event).map_err(DecideError::Inconsistent)?;
        events.push(event);
        Ok(())
    }

    /// Everything that happens before a player can move again.
    fn follow_up(&mut self, dealer: &Dealer, events: &mut Vec<Event>) -> Result<(), DecideError> {
        loop {
            match self.due() {
                Due::Score(score) => self.step(score, events)?,
                Due::Draw => events.push(self.deal(dealer).map_err(DecideError::Inconsistent)?),
                Due::End(reason) => {
                    let secret = self.header().commitment.is_some().then(|| dealer.reveal());
                    self.step(Event::End { scores: self.scores().to_vec(), reason, secret }, events)?;
                }
                Due::Player | Due::Nothing => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Cause, Colour, ColourSet, DrawSecret, EndReason, Header, Logged, Phase, Ruleset, Scored, Seat,
        StopReason, legal,
    };

    /// A game in which the first player is to move.
    fn started() -> (Game, Dealer) {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([7; 32]));
        let mut game = Game::new(&header).unwrap();
        game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
        (game, dealer)
    }

    #[test]
    fn an_event_that_does_not_follow_is_a_failure_and_no_refusal() {
        let (mut game, dealer) = started();
        let turn = Command::Play(legal::turns(&game)[0]);
        assert!(game.decide(&turn, &dealer).is_ok());
        // A state that no play leads to: a score is still owed from before.
        game.owed.push(Event::Score {
            feature: Scored::Road,
            colours: ColourSet::from_iter([Colour(0)]),
            points: 3,
            tiles: Some(3),
            cause: Cause::Completed,
        });
        for command in [turn, Command::Resign(Colour(0))] {
            let error = game.decide(&command, &dealer).unwrap_err();
            assert!(matches!(error, DecideError::Inconsistent(Mismatch::Owed(_))), "{command:?}: {error:?}");
        }
    }

    /// The game of [`started`] after so many turns, with all its events.
    fn played(turns: usize) -> (Game, Dealer, Vec<Event>) {
        let (game, dealer) = started();
        let mut game = Game::new(game.header()).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        for _ in 0..turns {
            let claims = |turn: &&crate::Turn| turn.follower.is_some();
            let turns = legal::turns(&game);
            let turn = turns.iter().find(claims).unwrap_or(&turns[0]);
            game.execute(&Command::Play(*turn), &dealer, &mut events).unwrap();
        }
        (game, dealer, events)
    }

    fn replayed(header: &Header, events: &[Event]) -> Game {
        let log = events.iter().zip(1..).map(|(event, n)| Logged { n, event: event.clone(), at: None });
        Game::replay(header, &log.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_game_that_is_stopped_by_agreement_is_scored_as_if_the_bag_were_empty() {
        let (mut game, dealer, mut events) = played(9);
        let (unseen, expected) = (game.tiles_left(), game.as_if_ended().scores().to_vec());
        assert_ne!(expected, game.scores(), "something is scored");
        game.execute(&Command::Stop(StopReason::Agreed), &dealer, &mut events).unwrap();
        assert_eq!((game.scores(), game.tiles_left()), (&expected[..], unseen + 1));
        assert_eq!(game.phase(), Phase::Finished { reason: EndReason::Agreed });
        assert!(!game.winners().is_empty());
        assert_eq!(replayed(game.header(), &events), game);
        let again = game.execute(&Command::Stop(StopReason::Agreed), &dealer, &mut Vec::new());
        assert_eq!(again, Err(Refusal::Over.into()));
    }

    #[test]
    fn a_game_that_is_called_off_has_no_winner_and_scores_nothing_more() {
        let (mut game, dealer, mut events) = played(9);
        let before = game.scores().to_vec();
        game.execute(&Command::Stop(StopReason::CalledOff), &dealer, &mut events).unwrap();
        assert_eq!((game.scores(), game.winners().len(), game.claims().len()), (&before[..], 0, 0));
        let [.., Event::Stop { .. }, Event::End { reason: EndReason::CalledOff, secret, .. }] = &events[..]
        else {
            panic!("{events:?}")
        };
        assert_eq!(secret.is_some(), game.header().commitment.is_some());
        assert_eq!(replayed(game.header(), &events), game);
    }

    #[test]
    fn a_computer_of_a_known_level_plays_for_a_player_until_they_are_back() {
        let (mut game, dealer, mut events) = played(2);
        let mut put = |game: &mut Game, seat, level| {
            game.execute(&Command::Substitute { seat: Seat(seat), level }, &dealer, &mut events)
        };
        put(&mut game, 1, Some(4)).unwrap();
        assert_eq!((game.substitute(Seat(0)), game.substitute(Seat(1))), (None, Some(4)));
        for (seat, level) in [(1, Some(4)), (0, None), (0, Some(0)), (0, Some(9)), (2, Some(1)), (200, None)]
        {
            let refused = put(&mut game.clone(), seat, level);
            assert!(matches!(refused, Err(DecideError::Inconsistent(_))), "{seat} {level:?}: {refused:?}");
        }
        put(&mut game, 1, None).unwrap();
        assert_eq!(game.substitute(Seat(1)), None);
        assert_eq!(replayed(game.header(), &events), game);
        let lines: Vec<String> =
            events.iter().rev().take(2).map(|event| serde_json::to_string(event).unwrap()).collect();
        assert_eq!(
            lines,
            [r#"{"type":"substitute","seat":1}"#, r#"{"type":"substitute","seat":1,"level":4}"#]
        );
    }

    #[test]
    fn a_seat_for_which_a_computer_plays_is_handed_to_somebody_else_without_its_missed_turns() {
        let (mut game, dealer, mut events) = played(2);
        let seat = game.seat_of(game.to_move().unwrap());
        game.execute(&Command::Miss { allowed: 2 }, &dealer, &mut events).unwrap();
        let handed = |level, name: &str| Event::Substitute { seat, level, player: Some(name.to_owned()) };
        assert_eq!(game.clone().apply(&handed(None, "cat")), Err(Mismatch::Substitute));
        game.execute(&Command::Substitute { seat, level: Some(4) }, &dealer, &mut events).unwrap();
        assert_eq!(game.clone().apply(&handed(Some(5), "cat")), Err(Mismatch::Substitute));
        assert_eq!(game.misses(seat), 1);
        game.apply(&handed(None, "cat")).unwrap();
        assert_eq!((game.substitute(seat), game.misses(seat)), (None, 0));
        let line = serde_json::to_string(&handed(None, "cat")).unwrap();
        assert_eq!(line, format!(r#"{{"type":"substitute","seat":{},"player":"cat"}}"#, seat.0));
        assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), handed(None, "cat"));
    }

    #[test]
    fn a_draw_that_cannot_be_made_is_a_failure() {
        let (mut game, dealer) = started();
        let turn = Command::Play(legal::turns(&game)[0]);
        game.position.bag.lose_tiles();
        assert_eq!(game.decide(&turn, &dealer), Err(DecideError::Inconsistent(Mismatch::TooFewDrawn)));
    }
}
