//! Rows and titles of invitations.

use crate::html::wording::{player, rule_names, time_control};
use crate::http::session::Viewer;
use crate::locale::Locale;
use table::{GameId, Table};

/// An invitation that the viewer has not answered.
pub struct InvitationRow {
    pub id: GameId,
    /// "ann invites you to a table for 3"
    pub title: String,
    /// Whether it is a rematch.
    pub is_rematch: bool,
    /// The players who already have a seat; empty if there are none.
    pub players: String,
    /// The rules in a few words.
    pub rules: String,
    /// The time control in words, and how long such games take.
    pub clock: String,
    /// When the viewer was invited, relative to now.
    pub at: String,
}

impl InvitationRow {
    /// `None` if the viewer has no unanswered invitation.
    pub(crate) fn of(viewer: &Viewer, table: &Table) -> Option<Self> {
        let locale = viewer.locale();
        let invitation = table.invitation(&viewer.user()?.id).filter(|invitation| !invitation.declined)?;
        let players: Vec<_> = player::names(locale, table).into_iter().flatten().collect();
        Some(Self {
            id: table.id.clone(),
            title: title(locale, table),
            is_rematch: table.rematch_of.is_some(),
            players: locale.list(&players),
            rules: rule_names::short(locale, &table.settings.rules),
            clock: time_control::name_and_length(
                locale,
                table.settings.time_control,
                viewer.web().service.game_lengths().of_table(table),
            ),
            at: locale.distance(invitation.at, viewer.web().service.now()),
        })
    }
}

/// "ann invites you to a table for 3", "ann wants a rematch".
pub(crate) fn title(locale: Locale, table: &Table) -> String {
    let name = table.opener.as_ref().map(|opener| player::person_name(locale, opener)).unwrap_or_default();
    match table.rematch_of {
        Some(_) => locale.text("invitation-rematch").with("name", name).to_string(),
        None => {
            locale.text("invitation-table").with("name", name).with("seats", table.seats().len()).to_string()
        }
    }
}
