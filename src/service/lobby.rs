//! Tables before the game: opening, joining, leaving. The game begins by itself when the last seat is taken.
//!
//! Opening a table publishes its commitment and seats nobody, the opener included: whoever plays joins afterwards,
//! with a salt that the host cannot have known when the draw secret was made.

use subtle::ConstantTimeEq;

use crate::account::UserId;
use crate::aids::Aids;
use crate::engine::{Command, Game, Header, Ruleset, Seat};
use crate::service::play::{PlayError, decide};
use crate::service::{GameId, Invite, Player, Replay, Service, Status, StoreError, chance, guests};
use crate::store::{NewTable, Seated, Start, StoredGame, Visibility};

/// The most bytes of a salt.
pub const SALT_LONGEST: usize = 200;

/// The most tables that one person may have waiting.
pub(super) const TABLES_AT_MOST: u32 = 20;

/// Days that a move may take.
const CLOCK_DAYS: std::ops::RangeInclusive<u8> = 1..=14;

/// How often to try again when others sit down and get up at the same moment.
const TRIES: u32 = 20;

/// What a new table is to be.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What is played.
    pub rules: Ruleset,
    /// How many seats, 2 to what the rules allow.
    pub seats: u8,
    /// Which of them the computer takes; at least one is left for a person.
    pub computer: Vec<Seat>,
    /// Open to all; otherwise by a secret link.
    pub public: bool,
    /// Days that each move may take, 1 to 14; `None` without a clock.
    pub clock_days: Option<u8>,
    /// Points that each seat starts with; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// What help the pages give while the game is on.
    pub aids: Aids,
}

/// Why no table was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The wish cannot be granted; a sentence for the player.
    #[error("{0}")]
    Refused(String),
    /// One person may have so many tables waiting.
    #[error("You have {0} tables waiting for players. Close one before you open another.")]
    TooMany(u32),
    /// A guest plays alone with the computer.
    #[error("Others count on players who stay: choose a name and a password before you open a table.")]
    Guest,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why somebody got no seat.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// No such table, or one that this person may not see.
    #[error("There is no such table.")]
    NoSuchGame,
    /// The game has begun.
    #[error("The last seat has just been taken.")]
    Full,
    /// All free seats are kept for others.
    #[error("The free seats are kept for the players of the last game.")]
    Kept,
    /// Already seated.
    #[error("You sit at this table already.")]
    AlreadyIn,
    /// A guest plays alone with the computer.
    #[error("Others count on players who stay: choose a name and a password before you take a seat.")]
    Guest,
    /// The salt is too long.
    #[error("Your words for the draw may have {SALT_LONGEST} bytes at most.")]
    Salt,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why somebody could not get up, or close a table.
#[derive(Debug, thiserror::Error)]
pub enum LeaveError {
    /// No such table, or one that this person may not see.
    #[error("There is no such table.")]
    NoSuchGame,
    /// Not seated here, or (closing) not the one who opened the table.
    #[error("You do not sit at this table.")]
    NotIn,
    /// The game has begun: one can only resign.
    #[error("The game has begun.")]
    Begun,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Opens a table; nobody is seated yet.
    pub async fn open_table(&self, user: &UserId, opening: &Opening) -> Result<GameId, OpenError> {
        opening.check().map_err(OpenError::Refused)?;
        if (opening.public || !opening.with_computer_only()) && self.is_guest(user).await? {
            return Err(OpenError::Guest);
        }
        let waiting = self.store.tables_of(user).await?;
        if waiting >= TABLES_AT_MOST {
            return Err(OpenError::TooMany(waiting));
        }
        let table = self.new_table(user, opening);
        self.store.open_table(&table).await?;
        Ok(table.id)
    }

    /// The table that an opening asks for, with a secret of its own.
    pub(super) fn new_table(&self, user: &UserId, opening: &Opening) -> NewTable {
        let visibility = if opening.public {
            Visibility::Public
        } else {
            Visibility::Invited(Invite::new(chance::bytes()))
        };
        let created = self.now();
        NewTable {
            id: GameId::new(chance::bytes()),
            opener: user.clone(),
            rules: opening.rules.clone(),
            seats: opening.seats,
            computer: opening.computer.clone(),
            kept: Vec::new(),
            handicaps: opening.handicaps.clone(),
            aids: opening.aids,
            rematch_of: None,
            visibility,
            clock_days: opening.clock_days,
            secret: crate::engine::DrawSecret::new(chance::bytes()),
            created,
            listed: place_in_lists(created.timestamp_millis(), chance::bytes()),
        }
    }

    /// Takes the next free seat, with a salt for the draw (random if empty). Private tables want their invitation,
    /// except from whoever opened them. Tells the seat; with the last one the game has begun.
    pub async fn join(
        &self,
        user: &UserId,
        game: &GameId,
        invite: Option<&Invite>,
        salt: &str,
    ) -> Result<Seat, JoinError> {
        if salt.len() > SALT_LONGEST {
            return Err(JoinError::Salt);
        }
        let salt =
            if salt.is_empty() { crate::account::base32(&chance::bytes::<20>()) } else { salt.to_owned() };
        for _ in 0..TRIES {
            let stored = self.store.game(game).await?.ok_or(JoinError::NoSuchGame)?;
            if !may_see(&stored, Some(user), invite) {
                return Err(JoinError::NoSuchGame);
            }
            let seated = next_seat(&stored, user, &salt)?;
            if !guests::may_sit(&stored, user) && self.is_guest(user).await? {
                return Err(JoinError::Guest);
            }
            let seat = seated.seat;
            let start = self.start(&stored, &seated).await?;
            if self.store.take_seat(game, stored.roster, &seated, start.as_ref()).await? {
                self.table_changed(&stored, Some(user)).await;
                if let Some(start) = start {
                    self.runner.enqueued(&start.append.jobs);
                }
                return Ok(seat);
            }
        }
        Err(JoinError::Full)
    }

    /// Gets up again before the game has begun.
    pub async fn leave(&self, user: &UserId, game: &GameId) -> Result<(), LeaveError> {
        for _ in 0..TRIES {
            let stored = self.store.game(game).await?.ok_or(LeaveError::NoSuchGame)?;
            if stored.listed.seat_of(user).is_none() {
                let seen = may_see(&stored, Some(user), None);
                return Err(if seen { LeaveError::NotIn } else { LeaveError::NoSuchGame });
            }
            if stored.listed.status != Status::Open {
                return Err(LeaveError::Begun);
            }
            if self.store.free_seat(game, stored.roster, user).await? {
                self.table_changed(&stored, None).await;
                return Ok(());
            }
        }
        Err(LeaveError::Begun)
    }

    /// Removes a table that has not begun; only whoever opened it may.
    pub async fn close_table(&self, user: &UserId, game: &GameId) -> Result<(), LeaveError> {
        let stored = self.store.game(game).await?.ok_or(LeaveError::NoSuchGame)?;
        if stored.opener != *user {
            let seen = may_see(&stored, Some(user), None);
            return Err(if seen { LeaveError::NotIn } else { LeaveError::NoSuchGame });
        }
        if self.store.close_table(game).await? { Ok(()) } else { Err(LeaveError::Begun) }
    }

    /// The start of the game, if `last` takes the last seat.
    async fn start(&self, stored: &StoredGame, last: &Seated) -> Result<Option<Start>, StoreError> {
        if stored.listed.free_seats() > 1 {
            return Ok(None);
        }
        let id = &stored.listed.id;
        let mut salts = self.store.salts(id).await?;
        if salts.len() + 1 != stored.listed.seats.len() {
            // Somebody has sat down or got up since `stored` was read: the seat will be refused for that.
            return Ok(None);
        }
        salts.push((last.seat, last.salt.clone()));
        salts.sort();
        let salts: Vec<String> = salts.into_iter().map(|(_, salt)| salt).collect();
        let mut full = stored.clone();
        let name = self.store.user(&last.user).await?.map(|user| user.name).unwrap_or_default();
        full.listed.seats[last.seat.index()] = Some(Player::User { id: last.user.clone(), name });
        let header = header(&full, salts);
        let replay = Replay::begin(id, &header)?;
        let (append, _) =
            decide(&full, &replay, Command::Start, None, self.now()).map_err(|error| match error {
                PlayError::Store(error) => error,
                other => StoreError::BadRow {
                    table: "games",
                    column: "rules",
                    row: id.to_string(),
                    why: other.to_string(),
                },
            })?;
        Ok(Some(Start { header, append }))
    }
}

impl Opening {
    /// Whether only one seat is left for a person.
    fn with_computer_only(&self) -> bool {
        self.computer.len() + 1 == usize::from(self.seats)
    }

    /// Refuses what makes no game, in a sentence.
    fn check(&self) -> Result<(), String> {
        self.rules.validate().map_err(|error| error.to_string())?;
        let most = self.rules.most_seats();
        if !(2..=most).contains(&usize::from(self.seats)) {
            return Err(format!("These rules are for 2 to {most} seats."));
        }
        let mut computer = self.computer.clone();
        computer.sort();
        computer.dedup();
        if computer.len() != self.computer.len() || computer.iter().any(|seat| seat.0 >= self.seats) {
            return Err("The computer can have each seat of the table once.".to_owned());
        }
        if computer.len() == usize::from(self.seats) {
            return Err("At least one seat must be left for a person.".to_owned());
        }
        if self.clock_days.is_some_and(|days| !CLOCK_DAYS.contains(&days)) {
            let (least, most) = CLOCK_DAYS.into_inner();
            return Err(format!("A move takes {least} to {most} days, or there is no clock."));
        }
        let names = (0..self.seats).map(|seat| seat.to_string()).collect();
        let mut header = Header::new(self.rules.clone(), names, Seat(0));
        header.handicaps.clone_from(&self.handicaps);
        Game::new(&header).map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Whether somebody may look at a table: a public one, one's own, or one with its invitation.
pub(super) fn may_see(stored: &StoredGame, viewer: Option<&UserId>, invite: Option<&Invite>) -> bool {
    let own = viewer.is_some_and(|user| {
        let listed = &stored.listed;
        stored.opener == *user || listed.seat_of(user).is_some() || listed.is_kept_for(user)
    });
    let invited = match (&stored.visibility, invite) {
        (Visibility::Public, _) => true,
        (Visibility::Invited(right), Some(shown)) => {
            let same = right.reveal().as_bytes().ct_eq(shown.reveal().as_bytes());
            // An invitation is to sit down; it ends when the table is full.
            stored.listed.status == Status::Open && bool::from(same)
        }
        (Visibility::Invited(_), None) => false,
    };
    own || invited
}

/// The first free seat, for somebody who has none yet.
fn next_seat(stored: &StoredGame, user: &UserId, salt: &str) -> Result<Seated, JoinError> {
    if stored.listed.seat_of(user).is_some() {
        return Err(JoinError::AlreadyIn);
    }
    if stored.listed.status != Status::Open {
        return Err(JoinError::Full);
    }
    let seat = stored.listed.seat_for(user).ok_or(JoinError::Kept)?;
    Ok(Seated { seat, user: user.clone(), salt: salt.to_owned() })
}

/// The first line of the record of a table that is full.
fn header(full: &StoredGame, salts: Vec<String>) -> Header {
    let listed = &full.listed;
    let names: Vec<String> = listed.seats.iter().flatten().map(|player| player.name().to_owned()).collect();
    let first = full.secret.dealer(&salts).first_seat(u32::try_from(names.len()).unwrap_or(1));
    let mut header = Header::new(listed.rules.clone(), names, Seat(u8::try_from(first).unwrap_or(0)));
    header.id = Some(listed.id.to_string());
    header.created = Some(listed.created);
    header.commitment = Some(full.secret.commitment().to_string());
    header.salts = salts;
    header.handicaps.clone_from(&listed.handicaps);
    header
}

/// Later tables come first; random bits keep tables of one millisecond apart.
fn place_in_lists(created_ms: i64, random: [u8; 2]) -> i64 {
    (created_ms << 16) + i64::from(u16::from_be_bytes(random))
}
