//! The start of a game: with the last seat or, if players have committed to salts, once these are revealed or too late.
//!
//! Nobody joins or leaves after the first salt is revealed, so nobody can choose a salt that suits the others.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::{
    Absences, BadLog, JobChange, LoggedTableEvent, MoveError, Outcome, Replay, ReplayContext, Row, Stage,
    Table, TableEvent,
};
use account::UserId;
use engine::{Command, DrawSecret, DrawVersion, Header, SaltHash, Seat};

/// The salts that are known, by seat.
pub type Salts = BTreeMap<Seat, String>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevealRefusal {
    /// The user has no seat.
    NotIn,
    /// Somebody could still join.
    OpenSeats,
    /// The game has started.
    Started,
    /// The user has committed to no salt.
    NoSalt,
    /// The salt was revealed before.
    Known,
    /// Not the salt that the user has committed to.
    Mismatch,
}

impl Table {
    /// Reveals a user's salt. The last one starts the game.
    pub fn reveal(
        &self,
        user: &UserId,
        salt: &str,
        mut salts: Salts,
        secret: &DrawSecret,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Result<Outcome, RevealRefusal>, BadLog> {
        let seat = match self.may_reveal(user, salt) {
            Ok(seat) => seat,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let event = TableEvent::Revealed { seat };
        let after = self.followed_by(&event, &ReplayContext::default(), at)?;
        let missing = after
            .revealing()
            .is_some_and(|revealing| revealing.salts.iter().flatten().any(|salt| !salt.revealed));
        let outcome = if missing {
            self.outcome(vec![event], at)
        } else {
            salts.insert(seat, salt.to_owned());
            after.start(salts, secret, absences, at)?.preceded_by(event)
        };
        Ok(Ok(Outcome { salt: Some(salt.to_owned()), ..outcome }))
    }

    fn may_reveal(&self, user: &UserId, salt: &str) -> Result<Seat, RevealRefusal> {
        let seat = self.seat_of(user).ok_or(RevealRefusal::NotIn)?;
        let salts = match &self.stage {
            Stage::Waiting(_) => return Err(RevealRefusal::OpenSeats),
            Stage::Started(_) => return Err(RevealRefusal::Started),
            Stage::Revealing(revealing) => &revealing.salts,
        };
        match salts.get(seat.index()).copied().flatten() {
            None => Err(RevealRefusal::NoSalt),
            Some(committed) if committed.revealed => Err(RevealRefusal::Known),
            Some(committed) if committed.hash != SaltHash::of(salt) => Err(RevealRefusal::Mismatch),
            Some(_) => Ok(seat),
        }
    }

    /// Starts the game without the missing salts. `None`: the table waits for no salts, or still has time.
    pub fn start_without_salts(
        &self,
        salts: Salts,
        secret: &DrawSecret,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Option<Outcome>, BadLog> {
        let late = self.revealing().is_some_and(|revealing| revealing.until <= at);
        late.then(|| self.start(salts, secret, absences, at)).transpose()
    }

    /// What happens when the last seat is taken: the game starts, unless players have committed to salts.
    pub(super) fn fill(
        &self,
        salts: Salts,
        secret: &DrawSecret,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        if self.salt_hashes().iter().all(Option::is_none) {
            return self.start(salts, secret, absences, at);
        }
        let event = TableEvent::Filled {};
        let filled = LoggedTableEvent { n: self.revision + 1, at, event: event.clone() };
        let full = self.followed_by(&event, &ReplayContext::default(), at)?;
        let row = Row::waiting(&full.with_outages(&[filled], &absences.outages));
        let job = row.job(&self.id, &self.seats());
        Ok(Outcome {
            jobs: job.into_iter().map(JobChange::Put).collect(),
            row: Some(row),
            ..self.outcome(vec![event], at)
        })
    }

    fn start(
        &self,
        salts: Salts,
        secret: &DrawSecret,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        let header = self.header(salts, secret);
        let replay = Replay::begin(&self.id, &header)?;
        let (outcome, _) =
            self.play(&replay, Command::Start, secret, None, absences, at).map_err(|error| match error {
                MoveError::BadLog(bad) => bad,
                // No rules that a table can have forbid it.
                MoveError::Refused(why) => BadLog { game: self.id.clone(), n: None, why: why.to_string() },
            })?;
        let table_events = vec![TableEvent::Started {}];
        let mut notifications = self.notifications_about(&table_events);
        notifications.extend(outcome.notifications);
        Ok(Outcome { table_events, header: Some(Box::new(header)), notifications, ..outcome })
    }

    /// The first line of the game record.
    fn header(&self, mut salts: Salts, secret: &DrawSecret) -> Header {
        let names: Vec<String> =
            self.seats().iter().flatten().map(|player| player.name().to_owned()).collect();
        let hashes = self.salt_hashes().into_iter();
        let (salts, hashes): (Vec<_>, Vec<_>) = (0..)
            .map(Seat)
            .zip(hashes)
            .map(|(seat, hash)| {
                let salt = salts.remove(&seat);
                // Before players committed to salts, they revealed them when joining.
                let hash = hash.or_else(|| salt.as_deref().map(SaltHash::of));
                (salt, hash)
            })
            .unzip();
        let dealer = secret.dealer(DrawVersion::Two, &salts);
        let first = dealer.first_seat(u32::try_from(names.len()).unwrap_or(1));
        let mut header =
            Header::new(self.settings.rules.clone(), names, Seat(u8::try_from(first).unwrap_or(0)));
        header.id = Some(self.id.to_string());
        header.created = Some(self.created);
        header.commitment = Some(secret.commitment().to_string());
        (header.draw, header.salts, header.salt_hashes) = (DrawVersion::Two, salts, hashes);
        header.handicaps.clone_from(&self.settings.handicaps);
        header
    }

    /// The table after an event that was decided on it.
    pub(super) fn followed_by(
        &self,
        event: &TableEvent,
        context: &ReplayContext,
        at: DateTime<Utc>,
    ) -> Result<Self, BadLog> {
        let mut table = self.clone();
        let applied = table.apply_event(event, at, context);
        applied.map_err(|why| BadLog { game: self.id.clone(), n: None, why: why.to_owned() })?;
        table.revision += 1;
        Ok(table)
    }
}
