//! Opening a table publishes the commitment to its draws. Openers may take a seat in the same step. Of their salts, as of those
//! of all others, the server then only knows the hash.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::{
    Absences, Allowance, AllowanceRefusal, BadLog, ClockHours, ComputerLevel, GameId, Invite, MissedTurns,
    NotRated, Opened, OpenedSeat, Outcome, Person, Player, PlayingHoursRefusal, RatingRange, ReplayContext,
    Salts, Secrets, Settings, Stage, Started, Table, TableEvent,
};
use account::UserId;
use engine::{DrawSecret, DrawVersion, Game, Header, RulesError, SaltHash, Seat, SetupError};

#[derive(Clone, Debug)]
pub struct OpenTable {
    pub settings: Settings,
    /// From 2 to the maximum of the rules.
    pub seats: u8,
    /// Seats of computer players and their levels; at least one seat must be left for a person.
    pub computers: Vec<(Seat, ComputerLevel)>,
}

/// The random values of a new table.
#[derive(Clone, Debug)]
pub struct TableRandomness {
    pub id: GameId,
    /// Unused if the table is public.
    pub invite: Invite,
    /// Determines all draws.
    pub secret: DrawSecret,
    /// Separates tables opened in the same millisecond; see `Table::sort_key`.
    pub sort_suffix: [u8; 2],
}

impl TableRandomness {
    /// The two by seat, so that `first` has the one that the draw lets begin. Nobody may add a salt to it.
    pub fn seated(&self, first: Person, second: Person) -> [Person; 2] {
        match self.secret.dealer(DrawVersion::Two, &[None, None]).first_seat(2) {
            0 => [first, second],
            _ => [second, first],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenRefusal {
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("seats-for-rules")]
    Seats {
        /// The maximum of the rules.
        most: usize,
    },
    /// A seat is listed twice or does not exist.
    #[error("computer-seats")]
    ComputerSeats,
    #[error("no-seat-for-a-person")]
    NoPerson,
    /// Seats are offered at public tables only.
    #[error("replacement-private")]
    ReplacementPrivate,
    /// No computer takes single turns where seats wait for others to take them over: the log doesn't tell one from the other.
    #[error("stand-ins")]
    StandIns,
    #[error(transparent)]
    TimeControl(#[from] AllowanceRefusal),
    #[error(transparent)]
    Hours(#[from] PlayingHoursRefusal),
    /// The least reliability is above 100 %.
    #[error("reliability-above-100")]
    Reliability,
    #[error(transparent)]
    Rated(#[from] NotRated),
    /// Nobody can be in the range of ratings, or a number is no rating.
    #[error("rating-range")]
    RatingRange,
    /// Only rated tables have a range of ratings.
    #[error("rating-range-unrated")]
    RatingRangeUnrated,
    /// The handicaps are invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl OpenRefusal {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rules(_) => "bad-rules",
            Self::Seats { .. } => "bad-seat-count",
            Self::ComputerSeats => "bad-computer-seats",
            Self::NoPerson => "no-seat-for-a-person",
            Self::ReplacementPrivate => "replacement-private",
            Self::StandIns => "stand-ins",
            Self::TimeControl(_) => "bad-time-control",
            Self::Hours(_) => "bad-playing-hours",
            Self::Reliability => "bad-reliability",
            Self::Rated(_) => "not-rated",
            Self::RatingRange | Self::RatingRangeUnrated => "bad-rating-range",
            Self::Setup(_) => "bad-setup",
        }
    }
}

impl OpenTable {
    /// Changes settings.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// Whether only one seat is left for a person.
    pub fn with_computer_only(&self) -> bool {
        self.computers.len() + 1 == usize::from(self.seats)
    }

    pub fn check(&self) -> Result<(), OpenRefusal> {
        let Settings { rules, time_control, clock_hours, handicaps, reliability, .. } = &self.settings;
        rules.validate()?;
        rules.check_effects()?;
        let most = rules.most_seats();
        if !(2..=most).contains(&usize::from(self.seats)) {
            return Err(OpenRefusal::Seats { most });
        }
        let seats: BTreeSet<Seat> = self.computers.iter().map(|&(seat, _)| seat).collect();
        if seats.len() != self.computers.len() || seats.iter().any(|seat| seat.0 >= self.seats) {
            return Err(OpenRefusal::ComputerSeats);
        }
        if seats.len() == usize::from(self.seats) {
            return Err(OpenRefusal::NoPerson);
        }
        if !self.settings.public && self.settings.missed_turns.offers_seats() {
            return Err(OpenRefusal::ReplacementPrivate);
        }
        if self.settings.stand_ins && matches!(self.settings.missed_turns, MissedTurns::Offer(_)) {
            return Err(OpenRefusal::StandIns);
        }
        time_control.allowance().map_or(Ok(()), Allowance::check)?;
        if let ClockHours::Table(hours) = clock_hours {
            hours.check()?;
        }
        if reliability.percent > 100 {
            return Err(OpenRefusal::Reliability);
        }
        if self.settings.rated {
            self.check_rated()?;
        }
        self.check_rating_range()?;
        let names = (0..self.seats).map(|seat| seat.to_string()).collect();
        let mut header = Header::new(rules.clone(), names, Seat(0));
        header.handicaps.clone_from(handicaps);
        Game::new(&header)?;
        Ok(())
    }

    fn check_rating_range(&self) -> Result<(), OpenRefusal> {
        let Settings { rated, rating, .. } = self.settings;
        match rating.is_possible() {
            _ if rating.is_none() => Ok(()),
            _ if !rated => Err(OpenRefusal::RatingRangeUnrated),
            false => Err(OpenRefusal::RatingRange),
            true => Ok(()),
        }
    }

    /// Seats no one but the computer.
    pub fn open(&self, opener: &UserId, randomness: TableRandomness, at: DateTime<Utc>) -> Outcome {
        self.outcome(Some(opener), None, &[], randomness, at)
    }

    /// Opens a game in which only computers play, and starts it. All seats are theirs.
    pub(super) fn open_exhibition(
        &self,
        randomness: TableRandomness,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        let opening = self.outcome(None, None, &[], randomness, at);
        and_then(opening, &ReplayContext::default(), |table, secret| {
            table.fill(Salts::new(), secret, &Absences::default(), at).map(Some)
        })
    }

    /// Gives the opener the first free seat. If there is no other, the game starts or waits for the opener's salt.
    pub fn open_and_join(
        &self,
        opener: &Person,
        salt_hash: Option<SaltHash>,
        randomness: TableRandomness,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        seat_opener(self.open(&opener.id, randomness, at), opener, salt_hash, absences, at)
    }

    /// Opens a table for people who have agreed to play, by seat, and starts the game. `knows` is not notified of it.
    pub fn begin(
        &self,
        people: &[Person],
        knows: Option<&UserId>,
        randomness: TableRandomness,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        let opening = self.outcome(people.first().map(|opener| &opener.id), None, &[], randomness, at);
        let named = people.iter().map(|person| (person.id.clone(), person.clone()));
        let context = ReplayContext { invite: None, people: named.collect() };
        and_then(opening, &context, |table, secret| {
            let joined = |(seat, person): (Seat, &Person)| TableEvent::Joined {
                seat,
                user: person.id.clone(),
                salt_hash: None,
            };
            let joined: Vec<TableEvent> = (0..).map(Seat).zip(people).map(joined).collect();
            let mut table = table.clone();
            for event in &joined {
                table = table.followed_by(event, &context, at)?;
            }
            let started = table.fill(Salts::new(), secret, absences, at)?;
            let mut outcome = joined.into_iter().rev().fold(started, Outcome::preceded_by);
            outcome.notifications.retain(|one| Some(&one.user) != knows);
            Ok(Some(outcome))
        })
    }

    /// `reserved` holds free seats for these users, by seat. The opener needs no reservation unless other seats are free, too.
    fn outcome(
        &self,
        opener: Option<&UserId>,
        rematch_of: Option<GameId>,
        reserved: &[Option<&Player>],
        TableRandomness { id, invite, secret, sort_suffix }: TableRandomness,
        at: DateTime<Utc>,
    ) -> Outcome {
        let seat = |seat: Seat| {
            let user = reserved.get(seat.index()).copied().flatten().and_then(Player::user);
            let computer = self.computers.iter().find(|&&(other, _)| other == seat);
            match (computer, user) {
                (Some(&(_, level)), _) => OpenedSeat::Computer(level),
                (None, Some(user)) if Some(user) != opener || reserved.iter().any(Option::is_none) => {
                    OpenedSeat::Reserved(user.clone())
                }
                (None, _) => OpenedSeat::Free,
            }
        };
        let event = TableEvent::Opened(Box::new(Opened {
            opener: opener.cloned(),
            settings: self.settings.clone(),
            seats: (0..self.seats).map(Seat).map(seat).collect(),
            rematch_of,
            series: None,
            imported: None,
            sort_key: Table::sort_key_at(at) + i64::from(u16::from_be_bytes(sort_suffix)),
        }));
        let invite = (!self.settings.public).then_some(invite);
        Outcome {
            secrets: Some(Secrets { draw: secret, invite }),
            ..Outcome::of_table(&id, (0, 0), vec![event], at)
        }
    }
}

impl Table {
    /// The table of a game without some of its players, so that a rematch reserves no seats for them.
    #[must_use]
    pub fn without_players(mut self, gone: &[UserId]) -> Self {
        if let Stage::Started(Started { players, .. }) = &mut self.stage {
            let is_gone =
                |player: &Player| player.user().is_some_and(|user| gone.iter().any(|gone| gone == user));
            for player in players {
                *player = player.take().filter(|player| !is_gone(player));
            }
        }
        self
    }

    /// Opens a table with the same settings, its seats reserved for the people who had them, and seats the opener. With handicaps, it is not
    /// rated. Starts the game, or waits for the opener's salt, if all others are computer players.
    pub fn rematch(
        &self,
        handicaps: Vec<i32>,
        opener: &Person,
        salt_hash: Option<SaltHash>,
        randomness: TableRandomness,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        let players = self.seats();
        let computers =
            (0..).map(Seat).zip(&players).filter_map(|(seat, player)| Some((seat, (*player)?.level()?)));
        let rated = self.settings.rated && handicaps.iter().all(|&points| points == 0);
        let again = OpenTable {
            settings: Settings {
                rated,
                rating: if rated { self.settings.rating } else { RatingRange::default() },
                handicaps,
                ..self.settings.clone()
            },
            seats: u8::try_from(players.len()).unwrap_or(u8::MAX),
            computers: computers.collect(),
        };
        let opening = again.outcome(Some(&opener.id), Some(self.id.clone()), &players, randomness, at);
        seat_opener(opening, opener, salt_hash, absences, at)
    }
}

/// Adds to the outcome of an opening that the opener takes a seat.
fn seat_opener(
    opening: Outcome,
    opener: &Person,
    salt_hash: Option<SaltHash>,
    absences: &Absences,
    at: DateTime<Utc>,
) -> Result<Outcome, BadLog> {
    let people = [(opener.id.clone(), opener.clone())].into();
    and_then(opening, &ReplayContext { invite: None, people }, |table, secret| {
        let joined = table.join(opener, salt_hash, Salts::new(), secret, absences, at)?;
        // Valid settings leave a seat for a person.
        Ok(joined.ok().map(|(_, outcome)| outcome))
    })
}

/// Adds what follows at once to the outcome of an opening.
fn and_then(
    opening: Outcome,
    context: &ReplayContext,
    decide: impl FnOnce(&Table, &DrawSecret) -> Result<Option<Outcome>, BadLog>,
) -> Result<Outcome, BadLog> {
    let (Some(TableEvent::Opened(event)), Some(secrets)) = (opening.table_events.first(), &opening.secrets)
    else {
        return Ok(opening);
    };
    let context = ReplayContext { invite: secrets.invite.clone(), ..context.clone() };
    let Ok(table) = event.table(&opening.game, opening.at, &context) else { return Ok(opening) };
    Ok(match decide(&table, &secrets.draw)? {
        Some(next) => Outcome {
            revision: opening.revision,
            table_events: [opening.table_events, next.table_events].concat(),
            secrets: opening.secrets,
            ..next
        },
        None => opening,
    })
}
