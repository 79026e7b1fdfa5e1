//! Looking at games: one, mine, everybody's.

use std::sync::Arc;

use crate::account::UserId;
use crate::engine::{Commitment, Record, Seat};
use crate::service::{AccessError, Principal, Scope, Service, StoreError};
use crate::store::{GameFilter, GamePage};
use crate::table::{GameId, Invite, Replay, Status, Table, UnseenNotification, Visibility};

/// A table as one user may see it.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub table: Table,
    /// The viewer's seat.
    pub you: Option<Seat>,
    /// Whether the viewer opened it.
    pub yours: bool,
    /// Whether it is the viewer's own, and nobody but the computer could play there, too: what guests may join.
    pub alone: bool,
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
    pub my_turn: Vec<Table>,
    /// Others are to move: the latest change first.
    pub waiting: Vec<Table>,
    /// Tables that the viewer opened or sits at, not yet full.
    pub my_tables: Vec<Table>,
    /// Finished, and the viewer has not looked.
    pub unseen: Vec<Table>,
    /// Tables that the viewer could join, the newest first.
    pub open: Vec<Table>,
    /// What has happened to the viewer and was not seen yet, the latest first.
    pub notifications: Vec<UnseenNotification>,
}

/// Where the next page of a list begins; goes into a URL as a plain number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub i64);

/// A part of a long list.
#[derive(Clone, Debug)]
pub struct Page {
    /// The games, the newest first.
    pub games: Vec<Table>,
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
        principal: &Principal,
        game: &GameId,
        invite: Option<&Invite>,
    ) -> Result<Option<TableView>, StoreError> {
        let viewer = principal.reader();
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(None) };
        if !table.may_see(viewer, invite) {
            return Ok(None);
        }
        let play = self.replay(&table).await?;
        Ok(Some(TableView {
            you: viewer.and_then(|user| table.seat_of(user)),
            yours: viewer == Some(&table.opener),
            alone: viewer.is_some_and(|user| table.guest_may_join(user)),
            commitment: secret.commitment(),
            invite: match &table.visibility {
                Visibility::Invited(invite) if table.status() == Status::Open => Some(invite.clone()),
                _ => None,
            },
            play,
            table,
        }))
    }

    /// The table that an invitation leads to, whoever has it.
    pub async fn invited(&self, _: &Principal, invite: &Invite) -> Result<Option<GameId>, StoreError> {
        self.store.invited(invite).await
    }

    /// The games and tables of `user` that are not over and done with: a dashboard without strangers' tables and notifications.
    pub(in crate::service) async fn at_hand(&self, user: &UserId) -> Result<Dashboard, StoreError> {
        let mut dashboard = Dashboard::default();
        for game in self.store.games_at_hand(user).await? {
            let mine = game.to_move().is_some() && game.to_move() == game.seat_of(user);
            match game.status() {
                Status::Open => dashboard.my_tables.push(game),
                Status::Playing if mine => dashboard.my_turn.push(game),
                Status::Playing => dashboard.waiting.push(game),
                Status::Finished => dashboard.unseen.push(game),
            }
        }
        // Games with a deadline come first: `None` would sort before every time.
        dashboard.my_turn.sort_by_key(|game| (game.deadline().is_none(), game.deadline(), game.changed));
        dashboard.waiting.sort_by_key(|game| std::cmp::Reverse(game.changed));
        dashboard.unseen.sort_by_key(|game| std::cmp::Reverse(game.changed));
        Ok(dashboard)
    }

    /// All that waits for the user.
    pub async fn dashboard(&self, principal: &Principal) -> Result<Dashboard, AccessError> {
        let user = principal.require(Scope::Read)?;
        let mut dashboard = self.at_hand(user).await?;
        dashboard.notifications = self.store.unseen(user).await?;
        let open = GameFilter { status: Some(Status::Open), ..GameFilter::default() };
        let strangers = self.store.public_games(&open).await?.games.into_iter();
        dashboard.open = strangers
            .filter(|game| {
                game.seat_for(user).is_some() && dashboard.my_tables.iter().all(|mine| mine.id != game.id)
            })
            .collect();
        Ok(dashboard)
    }

    /// In how many games the user is to move.
    pub async fn turns_waiting(&self, principal: &Principal) -> Result<u32, AccessError> {
        Ok(self.store.turns_waiting(principal.require(Scope::Read)?).await?)
    }

    /// The games of the user, the newest first.
    pub async fn my_games(
        &self,
        principal: &Principal,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, AccessError> {
        let user = principal.require(Scope::Read)?;
        Ok(self.store.games_of(user, &filter.of_page(from)).await?.into())
    }

    /// All public games, the newest first, whoever asks.
    pub async fn public_games(
        &self,
        _: &Principal,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, StoreError> {
        Ok(self.store.public_games(&filter.of_page(from)).await?.into())
    }

    /// The user has seen how `game` ended: it leaves the dashboard, and so do its notifications.
    pub async fn mark_seen(&self, principal: &Principal, game: &GameId) -> Result<(), AccessError> {
        Ok(self.store.mark_seen(principal.require(Scope::Play)?, game).await?)
    }

    /// The record of a game that the viewer may see, as far as it has come; the draw secret is in it only after the end.
    pub async fn record(&self, principal: &Principal, game: &GameId) -> Result<Option<String>, StoreError> {
        let Some(view) = self.table(principal, game, None).await? else { return Ok(None) };
        let record =
            |play: &Replay| Record { header: play.header().clone(), events: play.log.clone() }.write();
        Ok(view.play.as_deref().map(record))
    }
}

impl Filter {
    fn of_page(&self, from: Option<Cursor>) -> GameFilter {
        GameFilter {
            status: self.status,
            player: self.player.as_deref().map(|name| name.trim().to_ascii_lowercase()),
            after: from.map(|Cursor(place)| place),
        }
    }
}

impl From<GamePage> for Page {
    fn from(GamePage { games, next }: GamePage) -> Self {
        Self { games, next: next.map(Cursor) }
    }
}
