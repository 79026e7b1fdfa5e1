//! Lists and views of games.

use std::collections::HashMap;
use std::sync::Arc;

use crate::lobby::tables::person_of;
use crate::people::is_hidden;
use crate::{AccessError, Principal, Scope, Service, StoreError};
use account::{UserId, UserName};
use engine::{Commitment, Record, Seat};
use table::{
    Challenge, ChallengeView, ComputerLevel, Cursor, Filter, GameId, Handover, Invite, LevelResults,
    NotificationKind, Page, Person, Player, Reliability, Replay, Status, Stop, StoredNotification, Table,
    TalkState,
};

/// A table as one user may see it.
#[derive(Clone, Debug)]
pub struct TableView {
    pub table: Table,
    /// The viewer's seat.
    pub you: Option<Seat>,
    pub is_opener: bool,
    /// Whether the viewer opened it and only the computer has or can take the other seats. Guests may join only such
    /// tables.
    pub computer_only: bool,
    /// Published commitment to the draw secret.
    pub commitment: Commitment,
    /// `None` if the table is public, all seats are taken, or the viewer may not share the invite.
    pub invite: Option<Invite>,
    /// `None` before the start.
    pub play: Option<Arc<Replay>>,
    /// Why the clock of the player to move stands, if it does.
    pub stop: Option<Stop>,
    /// Whose seats others have taken over, in order.
    pub former: Vec<Predecessor>,
    /// Of the people who have a seat; empty from the start on, and where all others are computers.
    pub reliability: HashMap<UserId, Reliability>,
    /// The viewer's, if it keeps them from taking a seat.
    pub too_unreliable: Option<Reliability>,
    /// The viewer's points, if they keep them from taking a seat.
    pub rating_outside: Option<i64>,
    /// Whether the viewer, or somebody at the table, has blocked the other.
    pub blocked: bool,
    /// People whom the viewer knows and can invite: those they have played with, then those who follow them, the last first; only for the opener.
    pub invitable: Vec<Person>,
    /// What was said at the table, also where the viewer can't read it.
    pub talk: TalkState,
}

/// Somebody whose seat another player has taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessor {
    pub seat: Seat,
    /// The game event with which it changed hands.
    pub n: u32,
    pub player: Person,
    /// Who has taken it over.
    pub by: Person,
}

/// What came of the turns that a player has missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// So many were skipped, in a row.
    Turns(u8),
    /// A computer plays for the player.
    Substituted,
    /// The seat waits for somebody to take it over, or for the player.
    Offered,
}

/// What a user sees on the home page.
#[derive(Clone, Debug, Default)]
pub struct Dashboard {
    /// It is the viewer's turn: earliest deadline first, then longest waiting.
    pub my_turn: Vec<Table>,
    /// It is another player's turn: most recently changed first.
    pub waiting: Vec<Table>,
    /// The viewer is invited: most recent first.
    pub invitations: Vec<Table>,
    /// Challenges without a decision, made and received, and recent answers to the viewer's: the last offer first.
    pub challenges: Vec<ChallengeView>,
    /// Not full yet; opened or joined by the viewer, or with a seat reserved for them.
    pub my_tables: Vec<Table>,
    /// Finished, but not yet viewed.
    pub unseen: Vec<Table>,
    /// Tables that the viewer could join, newest first.
    pub open: Vec<Table>,
    /// Games with a seat that the viewer could take over, newest first.
    pub offered: Vec<Table>,
    /// Unseen notifications, most recent first.
    pub notifications: Vec<StoredNotification>,
    /// Games in which the viewer has missed the last turns.
    pub missed: Vec<(GameId, Missed)>,
    /// Tables at which people have written what the viewer has not read, with the number of lines.
    pub unread: Vec<(GameId, u32)>,
    /// Whether the viewer has never had a seat at a table.
    pub is_new: bool,
}

impl Dashboard {
    /// These games and tables of a user, each where it belongs.
    pub(super) fn of(user: &UserId, games: Vec<Table>) -> Self {
        let mut dashboard = Self::default();
        for game in games {
            let mine = game.waits_for(user);
            match game.status() {
                Status::Open if game.is_invited(user) => dashboard.invitations.push(game),
                // The seat stays reserved until the opener offers it to someone else.
                Status::Open if game.has_declined(user) => {}
                Status::Open => dashboard.my_tables.push(game),
                Status::Playing if mine => dashboard.my_turn.push(game),
                // Somebody else has taken over the seat.
                Status::Playing if game.seat_of(user).is_none() => dashboard.unseen.push(game),
                Status::Playing => dashboard.waiting.push(game),
                Status::Finished => dashboard.unseen.push(game),
            }
        }
        // `None` would sort first, but games without a deadline come last.
        dashboard.my_turn.sort_by_key(|game| (game.deadline().is_none(), game.deadline(), game.changed()));
        let invited = |game: &Table| game.invitation(user).map(|invitation| invitation.at);
        dashboard.invitations.sort_by_key(|game| std::cmp::Reverse(invited(game)));
        dashboard.waiting.sort_by_key(|game| std::cmp::Reverse(game.changed()));
        dashboard.unseen.sort_by_key(|game| std::cmp::Reverse(game.changed()));
        dashboard
    }

    /// Whether no game of the viewer is current.
    const fn is_empty(&self) -> bool {
        self.my_turn.is_empty()
            && self.waiting.is_empty()
            && self.invitations.is_empty()
            && self.challenges.is_empty()
            && self.my_tables.is_empty()
            && self.unseen.is_empty()
    }
}

/// A landscape with fewer events looks like nothing yet.
const WORTH_WATCHING: u32 = 20;

impl Service {
    /// `None` unless the viewer may see the table: it is public, they are at it, were invited, or have its invite.
    pub async fn table(
        &self,
        principal: &Principal,
        game: &GameId,
        invite: Option<&Invite>,
    ) -> Result<Option<TableView>, StoreError> {
        let viewer = principal.reader();
        let Some((table, secret, talk)) = self.store.table_with_talk(game, viewer).await? else {
            return Ok(None);
        };
        if is_hidden(principal, viewer, &table, invite) {
            return Ok(None);
        }
        let play = self.replay(&table).await?;
        let stop = match &play {
            Some(play) => self.clock_stop(&table, play).await?,
            None => None,
        };
        let outsider = viewer.filter(|user| table.is_waiting() && table.seat_of(user).is_none());
        let (too_unreliable, rating_outside, blocked) = match outsider {
            Some(user) => (
                self.too_unreliable(&table, user).await?,
                self.rating_outside(&table, user).await?,
                self.is_kept_from(user, &table).await?,
            ),
            None => (None, None, false),
        };
        Ok(Some(TableView {
            stop,
            former: self.former_names(&table).await?,
            reliability: self.reliability_at(principal, [&table]).await?,
            too_unreliable,
            rating_outside,
            blocked,
            invitable: self.invitable(principal, &table).await?,
            you: viewer.and_then(|user| table.seat_of(user)),
            is_opener: viewer.is_some_and(|user| table.is_opened_by(user)),
            computer_only: viewer.is_some_and(|user| table.guest_may_join(user)),
            commitment: secret.commitment(),
            invite: table.invite_for(viewer, invite).cloned(),
            play,
            table,
            talk,
        }))
    }

    async fn former_names(&self, table: &Table) -> Result<Vec<Predecessor>, StoreError> {
        let mut former: Vec<Predecessor> = Vec::new();
        for Handover { seat, from, n, .. } in table.agreements.handovers() {
            let user = self.store.user(from).await?;
            let player = person_of(from, user.as_ref());
            if let Some(before) = former.iter_mut().rev().find(|before| before.seat == *seat) {
                before.by.clone_from(&player);
            }
            let by = table.player(*seat).and_then(Player::person).unwrap_or(&player).clone();
            former.push(Predecessor { seat: *seat, n: *n, player, by });
        }
        Ok(former)
    }

    /// The table of an invite. Anyone who has the invite may ask.
    pub async fn invited(&self, _: &Principal, invite: &Invite) -> Result<Option<GameId>, StoreError> {
        self.store.invited(invite).await
    }

    /// The user's current games and tables: a dashboard without open tables of others and without notifications.
    pub(crate) async fn current_games(&self, user: &UserId) -> Result<Dashboard, StoreError> {
        Ok(Dashboard::of(user, self.store.current_games(user).await?))
    }

    pub async fn dashboard(&self, principal: &Principal) -> Result<Dashboard, AccessError> {
        let user = principal.require(Scope::Read)?;
        let mut dashboard = self.current_games(user).await?;
        dashboard.challenges = self.current_challenges(user, self.now() - Challenge::LASTS).await?;
        dashboard.notifications = self.store.unseen(user).await?;
        dashboard.missed = self.missed_turns(user, &dashboard).await?;
        let Dashboard { my_turn, waiting, my_tables, unseen, .. } = &dashboard;
        let own: Vec<&Table> = [my_turn, waiting, my_tables, unseen].into_iter().flatten().collect();
        dashboard.unread = self.unread_at(principal, &own).await?;
        let open = Filter { status: Some(Status::Open), ..Filter::default() };
        let strangers = self.store.public_games(&open, None).await?.games.into_iter();
        let is_new = |game: &Table| {
            game.invitation(user).is_none() && dashboard.my_tables.iter().all(|mine| mine.id != game.id)
        };
        dashboard.open = strangers.filter(|game| game.seat_for(user).is_some() && is_new(game)).collect();
        dashboard.offered = self.store.offered_games().await?;
        dashboard.offered.retain(|game| game.seat_of(user).is_none());
        for list in [&mut dashboard.open, &mut dashboard.offered, &mut dashboard.invitations] {
            *list = self.without_blocked(user, std::mem::take(list)).await?;
        }
        dashboard.is_new = dashboard.is_empty()
            && self.store.games_of(user, &Filter::default(), None).await?.games.is_empty();
        Ok(dashboard)
    }

    /// Notifications say in which games turns were missed, and the games what came of it.
    async fn missed_turns(
        &self,
        user: &UserId,
        dashboard: &Dashboard,
    ) -> Result<Vec<(GameId, Missed)>, StoreError> {
        let told = |game: &GameId| {
            dashboard.notifications.iter().any(|told| {
                told.game == *game
                    && matches!(told.kind, NotificationKind::Missed | NotificationKind::Substituted)
            })
        };
        let mut missed = Vec::new();
        for game in dashboard.my_turn.iter().chain(&dashboard.waiting).filter(|game| told(&game.id)) {
            let (Some(replay), Some(seat)) = (self.replay(game).await?, game.seat_of(user)) else { continue };
            if game.is_vacant() && game.to_move() == Some(seat) {
                missed.push((game.id.clone(), Missed::Offered));
            } else if replay.substitute(seat).is_some() {
                missed.push((game.id.clone(), Missed::Substituted));
            } else if replay.game.misses(seat) > 0 {
                missed.push((game.id.clone(), Missed::Turns(replay.game.misses(seat))));
            }
        }
        Ok(missed)
    }

    /// A public game to look at: of the newest in progress the one that has come furthest, or else of those that ended the one
    /// with the most points. `None` if none has more than a few tiles.
    pub async fn game_to_watch(&self, principal: &Principal) -> Result<Option<Table>, StoreError> {
        let filter = |status| Filter { status: Some(status), ..Filter::default() };
        for status in [Status::Playing, Status::Finished] {
            let found = self.public_games(principal, &filter(status), None).await?.games.into_iter();
            let worth = found.filter(|game| game.last_event() >= WORTH_WATCHING);
            let best = match status {
                Status::Playing => worth.max_by_key(Table::last_event),
                _ => worth.max_by_key(|game| game.scores().iter().copied().max()),
            };
            if best.is_some() {
                return Ok(best);
            }
        }
        Ok(None)
    }

    /// The user's most recent table with other people, or else their most recent one against the computer.
    pub async fn last_opened(&self, principal: &Principal) -> Result<Option<Table>, AccessError> {
        let mut opened = self.store.last_opened(principal.require(Scope::Read)?).await?;
        let people = |table: &Table| {
            table.seats().into_iter().filter(|player| player.and_then(Player::level).is_none()).count()
        };
        let last = opened.iter().position(|table| people(table) > 1).unwrap_or_default();
        Ok((last < opened.len()).then(|| opened.swap_remove(last)))
    }

    /// The number of games, invitations and challenges that wait for the user.
    pub async fn turns_waiting(&self, principal: &Principal) -> Result<u32, AccessError> {
        Ok(self.store.turns_waiting(principal.require(Scope::Read)?).await?)
    }

    pub async fn my_games(
        &self,
        principal: &Principal,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, AccessError> {
        let (user, filter) = (principal.require(Scope::Read)?, folded(filter));
        // Games in play belong to the viewer's turns.
        if filter.status == Some(Status::Finished)
            && !principal.reads_fresh()
            && let Some((replica, age)) = self.store.replica()
            && let Some(page) = self.store.from_replica(replica.games_of(user, &filter, from)).await
        {
            return Ok(Page { age: Some(age), ..page });
        }
        Ok(self.store.games_of(user, &filter, from).await?)
    }

    /// Visible to everyone.
    pub async fn public_games(
        &self,
        principal: &Principal,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, StoreError> {
        let filter = folded(filter);
        if !principal.reads_fresh()
            && let Some((replica, age)) = self.store.replica()
            && let Some(page) = self.store.from_replica(replica.public_games(&filter, from)).await
        {
            return Ok(Page { age: Some(age), ..page });
        }
        self.store.public_games(&filter, from).await
    }

    /// How the levels of the computer do against people; a level without results may be missing. Visible to everyone.
    pub async fn level_results(
        &self,
        _: &Principal,
    ) -> Result<Vec<(ComputerLevel, LevelResults)>, StoreError> {
        self.store.level_results().await
    }

    /// Marks the end of `game` as seen: it and its notifications leave the dashboard.
    pub async fn mark_seen(&self, principal: &Principal, game: &GameId) -> Result<(), AccessError> {
        Ok(self.store.mark_seen(principal.require(Scope::Play)?, game, self.now()).await?)
    }

    /// The game record so far, if the viewer may see the game. Contains the draw secret only after the end, and
    /// no name that a moderator has removed.
    pub async fn record(&self, principal: &Principal, game: &GameId) -> Result<Option<String>, StoreError> {
        let Some(view) = self.table(principal, game, None).await? else { return Ok(None) };
        // Not from the cache, where names of closed accounts may be left.
        let Some((mut header, mut events)) = self.store.record(game).await? else { return Ok(None) };
        self.put_present_names(&view.table, &mut header.seats, &mut events).await?;
        Ok(Some(Record { header, events }.write()))
    }
}

/// Folds the player's name as the database does. An invalid name matches no account.
fn folded(filter: &Filter) -> Filter {
    let fold =
        |name: &str| UserName::parse(name).map_or_else(|_| name.trim().to_lowercase(), |name| name.folded());
    Filter { player: filter.player.as_deref().map(fold), ..filter.clone() }
}
