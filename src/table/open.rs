//! Opening a table. It publishes the commitment to its draws and seats nobody, the opener included: people join afterwards,
//! with a salt that the host cannot have known when the draw secret was made.

use chrono::{DateTime, Utc};

use crate::account::UserId;
use crate::engine::{DrawSecret, Game, Header, RulesError, Ruleset, Seat, SetupError};
use crate::table::{
    Aids, GameId, Invite, Level, MissedTurns, Opened, OpenedSeat, Outcome, Player, Secrets, Table,
    TableEvent, TimeControl,
};

/// The command to open a table.
#[derive(Clone, Debug)]
pub struct OpenTable {
    /// What is played.
    pub rules: Ruleset,
    /// How many seats, 2 to what the rules allow.
    pub seats: u8,
    /// The seats of computer players; at least one is left for a person.
    pub computer: Vec<Seat>,
    /// How well those play.
    pub level: Level,
    /// For everybody; otherwise by a secret link.
    pub public: bool,
    /// How long players may think.
    pub time_control: TimeControl,
    /// Points that each seat starts with; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// The player aids while the game is in progress.
    pub aids: Aids,
}

/// What chance gives a new table.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// Its name.
    pub id: GameId,
    /// The invitation, if it needs one.
    pub invite: Invite,
    /// What the draws follow from.
    pub secret: DrawSecret,
    /// Keeps tables of one millisecond apart in lists.
    pub place: [u8; 2],
}

/// Why there is no such table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenRefusal {
    /// The rules contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Too few or too many seats.
    #[error("These rules are for 2 to {most} seats.")]
    Seats {
        /// What the rules allow.
        most: usize,
    },
    /// A seat twice, or one that is not there.
    #[error("The computer can have each seat of the table once.")]
    ComputerSeats,
    /// No seat for a person.
    #[error("At least one seat must be left for a person.")]
    NoPerson,
    /// Too short or too long.
    #[error("A move takes {} to {} days, or there is no clock.", TimeControl::DAYS.start(), TimeControl::DAYS.end())]
    TimeControl,
    /// Handicaps that make no game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl OpenRefusal {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rules(_) => "bad-rules",
            Self::Seats { .. } => "bad-seat-count",
            Self::ComputerSeats => "bad-computer-seats",
            Self::NoPerson => "no-seat-for-a-person",
            Self::TimeControl => "bad-time-control",
            Self::Setup(_) => "bad-setup",
        }
    }
}

impl OpenTable {
    /// Whether only one seat is left for a person.
    pub fn with_computer_only(&self) -> bool {
        self.computer.len() + 1 == usize::from(self.seats)
    }

    /// Refuses what makes no game.
    pub fn check(&self) -> Result<(), OpenRefusal> {
        self.rules.validate()?;
        self.rules.check_effects()?;
        let most = self.rules.most_seats();
        if !(2..=most).contains(&usize::from(self.seats)) {
            return Err(OpenRefusal::Seats { most });
        }
        let mut computer = self.computer.clone();
        computer.sort();
        computer.dedup();
        if computer.len() != self.computer.len() || computer.iter().any(|seat| seat.0 >= self.seats) {
            return Err(OpenRefusal::ComputerSeats);
        }
        if computer.len() == usize::from(self.seats) {
            return Err(OpenRefusal::NoPerson);
        }
        if self.time_control.days().is_some_and(|days| !TimeControl::DAYS.contains(&days)) {
            return Err(OpenRefusal::TimeControl);
        }
        let names = (0..self.seats).map(|seat| seat.to_string()).collect();
        let mut header = Header::new(self.rules.clone(), names, Seat(0));
        header.handicaps.clone_from(&self.handicaps);
        Game::new(&header)?;
        Ok(())
    }

    /// Opens the table, with the computer players seated.
    pub fn open(&self, opener: &UserId, fresh: Fresh, at: DateTime<Utc>) -> Outcome {
        self.outcome(opener, None, &[], fresh, at)
    }

    /// Opens the table, with free seats reserved for these players.
    fn outcome(
        &self,
        opener: &UserId,
        rematch_of: Option<GameId>,
        reserved: &[Option<&Player>],
        Fresh { id, invite, secret, place }: Fresh,
        at: DateTime<Utc>,
    ) -> Outcome {
        let seat = |seat: Seat| {
            let user = reserved.get(seat.index()).copied().flatten().and_then(Player::user);
            match user {
                _ if self.computer.contains(&seat) => OpenedSeat::Computer(self.level),
                Some(user) => OpenedSeat::Reserved(user.clone()),
                None => OpenedSeat::Free,
            }
        };
        let event = TableEvent::Opened(Box::new(Opened {
            opener: opener.clone(),
            rules: self.rules.clone(),
            handicaps: self.handicaps.clone(),
            seats: (0..self.seats).map(Seat).map(seat).collect(),
            public: self.public,
            time_control: self.time_control,
            missed_turns: MissedTurns::default(),
            aids: self.aids,
            rematch_of,
            place: (at.timestamp_millis() << 16) + i64::from(u16::from_be_bytes(place)),
        }));
        let invite = (!self.public).then_some(invite);
        Outcome {
            secrets: Some(Secrets { draw: secret, invite }),
            ..Outcome::of_table(&id, (0, 0), vec![event], at)
        }
    }
}

impl Table {
    /// Opens the same table once more, with the seats reserved for the people who had them.
    pub fn rematch(&self, handicaps: Vec<i32>, opener: &UserId, fresh: Fresh, at: DateTime<Utc>) -> Outcome {
        let players = self.seats();
        let computers =
            (0..).map(Seat).zip(&players).filter(|(_, player)| matches!(player, Some(Player::Computer(_))));
        let again = OpenTable {
            rules: self.rules.clone(),
            seats: u8::try_from(players.len()).unwrap_or(u8::MAX),
            computer: computers.map(|(seat, _)| seat).collect(),
            level: players.iter().flatten().find_map(|player| player.level()).unwrap_or_default(),
            public: self.is_public(),
            time_control: self.time_control,
            handicaps,
            aids: self.aids,
        };
        again.outcome(opener, Some(self.id.clone()), &players, fresh, at)
    }
}
