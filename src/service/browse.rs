//! Looking at games: one, mine, everybody's.

use std::sync::Arc;

use super::{GameId, Invite, Listed, Replay, Service, Status, StoreError};
use crate::account::UserId;
use crate::engine::{Commitment, Seat};

/// A table or game, as one person may see it.
#[derive(Clone, Debug)]
pub struct Table {
    /// What lists tell of it.
    pub listed: Listed,
    /// The viewer's seat.
    pub you: Option<Seat>,
    /// Whether the viewer opened it.
    pub yours: bool,
    /// The promise about the draw.
    pub commitment: Commitment,
    /// The invitation to a private table, for those who may pass it on.
    pub invite: Option<Invite>,
    /// The game, once it has begun.
    pub play: Option<Arc<Replay>>,
}

/// What somebody finds on coming home.
#[derive(Clone, Debug, Default)]
pub struct Dashboard {
    /// The viewer is to move: by deadline, then the longest waiting first.
    pub my_turn: Vec<Listed>,
    /// Others are to move: the latest change first.
    pub waiting: Vec<Listed>,
    /// Tables that the viewer opened or sits at, not yet full.
    pub my_tables: Vec<Listed>,
    /// Finished, and the viewer has not looked.
    pub unseen: Vec<Listed>,
    /// Tables that the viewer could join, the newest first.
    pub open: Vec<Listed>,
}

/// Where the next page of a list begins; goes into a URL as a plain number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub i64);

/// A part of a long list.
#[derive(Clone, Debug)]
pub struct Page {
    /// The games, the newest first.
    pub games: Vec<Listed>,
    /// Where to go on; `None` on the last page.
    pub next: Option<Cursor>,
}

/// Which games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only with a player of this name.
    pub player: Option<String>,
}

impl Service {
    /// Table or game `game`, if the viewer may see it: a public one, one's own, or one with its invitation.
    pub async fn table(
        &self,
        viewer: Option<&UserId>,
        game: &GameId,
        invite: Option<&Invite>,
    ) -> Result<Option<Table>, StoreError> {
        todo!()
    }

    /// The table that an invitation leads to.
    pub async fn invited(&self, invite: &Invite) -> Result<Option<GameId>, StoreError> {
        todo!()
    }

    /// All that waits for `user`.
    pub async fn dashboard(&self, user: &UserId) -> Result<Dashboard, StoreError> {
        todo!()
    }

    /// In how many games `user` is to move.
    pub async fn turns_waiting(&self, user: &UserId) -> Result<u32, StoreError> {
        todo!()
    }

    /// The games of `user`, the newest first.
    pub async fn my_games(
        &self,
        user: &UserId,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, StoreError> {
        todo!()
    }

    /// Everybody's public games, the newest first.
    pub async fn public_games(&self, filter: &Filter, from: Option<Cursor>) -> Result<Page, StoreError> {
        todo!()
    }

    /// `user` has seen how `game` ended.
    pub async fn mark_seen(&self, user: &UserId, game: &GameId) -> Result<(), StoreError> {
        todo!()
    }

    /// The record of a game that the viewer may see, as far as it has come; the draw secret is in it only after the end.
    pub async fn record(&self, viewer: Option<&UserId>, game: &GameId) -> Result<Option<String>, StoreError> {
        todo!()
    }
}
