//! Tables that only invited people can join, made public before the start.

use chrono::{DateTime, Utc};

use crate::{Outcome, Settings, Table, TableEvent};
use account::UserId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MakePublicRefusal {
    NotOpener,
    /// All seats are taken.
    Started,
    AlreadyPublic,
}

impl Table {
    /// Lists the table in the lobby. Its invite link still leads to it.
    pub fn make_public(&self, by: &UserId, at: DateTime<Utc>) -> Result<Outcome, MakePublicRefusal> {
        if !self.is_opened_by(by) {
            return Err(MakePublicRefusal::NotOpener);
        }
        if !self.is_waiting() {
            return Err(MakePublicRefusal::Started);
        }
        if self.is_public() {
            return Err(MakePublicRefusal::AlreadyPublic);
        }
        let settings = Settings { public: true, ..self.settings.clone() };
        Ok(Outcome {
            settings: Some(Box::new(settings)),
            ..self.outcome(vec![TableEvent::MadePublic {}], at)
        })
    }

    pub(super) fn apply_public(&mut self) -> Result<(), &'static str> {
        if !self.is_waiting() {
            return Err("all seats are taken");
        }
        if self.is_public() {
            return Err("the table is public");
        }
        self.settings.public = true;
        Ok(())
    }
}
