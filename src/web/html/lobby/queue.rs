//! `/queue`: all positions that wait for the viewer, with what has changed since their last turn there.

use crate::html::board::turn_rows::TurnRow;
use crate::html::games::player_names;
use crate::html::lobby::pages::{GameRow, SinceTurn};
use crate::html::lobby::queue_page::QueuePage;
use crate::html::lobby::row::row;
use crate::html::response::PageResult;
use crate::html::wording::challenge::ChallengeRow;
use crate::html::wording::invitation::InvitationRow;
use crate::http::session::{SignedIn, Viewer};
use insight::Regions;
use service::WaitingGame;

/// The number of turns that a position shows: more than one opponent rarely needs more.
const TURNS: usize = 3;
/// The number of turns that it counts.
const COUNTED: usize = 20;

pub(crate) async fn get(SignedIn { viewer, user }: SignedIn) -> PageResult {
    let found = viewer.web().service.queue(viewer.principal()).await?;
    let locale = viewer.locale();
    viewer.page(&QueuePage {
        layout: viewer.layout(locale.say("queue-title")),
        at: locale.soon(viewer.web().service.now(), viewer.zone()),
        games: found.games.iter().map(|game| position(&viewer, game)).collect(),
        invitations: found.invitations.iter().filter_map(|table| InvitationRow::of(&viewer, table)).collect(),
        challenges: found.challenges.iter().map(|view| ChallengeRow::of(&viewer, view, &user.id)).collect(),
    })
}

fn position(viewer: &Viewer, game: &WaitingGame) -> GameRow {
    let row = row(viewer, &game.table);
    // That it is the viewer's turn goes without saying here.
    let until = row.deadline.as_ref().map(|deadline| deadline.clock.clone());
    GameRow { since: since(viewer, game), state: until.unwrap_or(row.state), ..row }
}

/// `None` if the log is not there.
fn since(viewer: &Viewer, WaitingGame { table, play }: &WaitingGame) -> Option<SinceTurn> {
    let (replay, you) = (play.as_deref()?, table.seat_of(&viewer.user()?.id)?);
    let names = player_names(viewer.locale(), table, replay, Some(you));
    let own = insight::last_own_turn(&replay.game, &replay.log, you);
    let mut entries = insight::last_log_entries(&replay.game, &replay.log, COUNTED);
    entries.retain(|entry| entry.first > own);
    let earlier = entries.len().saturating_sub(TURNS);
    let regions = Regions::of(replay.game.board());
    let moment = |at| viewer.locale().clock(at, viewer.zone());
    let turns = entries[earlier..].iter().map(|entry| TurnRow::of(&names, regions, entry, moment));
    Some(SinceTurn { turns: turns.collect(), earlier })
}
