//! The rematch on the final page: the button, or the state of the rematch.

use crate::html::wording::{invitation, player};
use crate::http::live;
use crate::locale::Locale;
use account::UserId;
use table::{GameId, Player, Status, Table};

/// For a player of the finished game.
pub struct RematchOffer {
    pub state: RematchState,
    /// The number of the last change of seats and invitations.
    pub tables: u32,
}

pub enum RematchState {
    /// No player has asked for one.
    Unasked {
        /// Whether only computer players have the other seats, so that the rematch begins at once.
        at_once: bool,
        /// The only other player, whom the viewer can challenge on the same terms.
        opponent: Option<UserId>,
        /// Whether the handicaps that the rules propose leave it unrated, unlike the game.
        unrated: bool,
    },
    /// Another player asks the viewer.
    Asked { id: GameId, title: String },
    /// The viewer has a seat, or opened the table.
    Waiting {
        id: GameId,
        /// The players who have not answered; empty if there are none.
        names: String,
        /// The players who declined; empty if there are none.
        declined: String,
    },
    /// The viewer declined.
    Declined { title: String },
    /// The rematch has begun; `None` if the viewer may not see it.
    Begun { id: Option<GameId> },
}

impl RematchOffer {
    /// What the user sees of the rematch of a game in which they played.
    pub(crate) fn of(locale: Locale, user: &UserId, game: &Table, rematch: Option<&Table>) -> Self {
        let state = match rematch {
            None => {
                let people: Vec<_> = game.seats().into_iter().flatten().filter_map(Player::person).collect();
                let opponent = match people[..] {
                    [one, other] if game.seats().len() == 2 => {
                        [one, other].into_iter().find(|person| person.id != *user && !person.is_bot())
                    }
                    _ => None,
                };
                RematchState::Unasked {
                    at_once: people.len() <= 1,
                    opponent: opponent.map(|person| person.id.clone()),
                    unrated: game.settings.rated && game.settings.rules.rematch_handicap,
                }
            }
            Some(rematch) => state(locale, user, rematch),
        };
        Self { state, tables: live::tables(game, rematch, 0) }
    }
}

fn state(locale: Locale, user: &UserId, rematch: &Table) -> RematchState {
    let id = rematch.id.clone();
    if rematch.status() != Status::Open || !rematch.is_waiting() && rematch.seat_of(user).is_none() {
        return RematchState::Begun { id: rematch.may_see(Some(user), None).then_some(id) };
    }
    if rematch.is_invited(user) {
        return RematchState::Asked { id, title: invitation::title(locale, rematch) };
    }
    if rematch.has_declined(user) {
        return RematchState::Declined { title: invitation::title(locale, rematch) };
    }
    let names = |declined| {
        let these = rematch.invitations().iter().filter(|invitation| invitation.declined == declined);
        locale.list(
            &these.map(|invitation| player::person_name(locale, &invitation.person)).collect::<Vec<_>>(),
        )
    };
    RematchState::Waiting { id, names: names(false), declined: names(true) }
}
