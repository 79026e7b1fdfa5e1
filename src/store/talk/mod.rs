//! What people say at tables. It is no part of a game's log, so that a line never makes a turn stale.

pub(crate) mod guests;
mod hidden;
mod read;
mod state;
mod unread;
mod write;

pub(super) use read::read_said;
pub use write::{NewLine, SayResult};

use sqlx::any::AnyRow;

use crate::StoreError;
use crate::row::Reader;
use account::UserId;
use table::{ChannelHead, TalkChannel, TalkHead};

/// Who owns a line of a channel: the user whose notes they are, or nobody.
fn owner(channel: TalkChannel, user: &UserId) -> String {
    if channel.is_shared() { String::new() } else { user.to_string() }
}

fn read_head(row: &AnyRow) -> Result<TalkHead, StoreError> {
    let row = Reader::new(row, "talk", "game")?;
    let head = |last, changes| {
        Ok::<_, StoreError>(ChannelHead { last: row.number(last)?, changes: row.number(changes)? })
    };
    Ok(TalkHead {
        seats: head("seats", "seats_changes")?,
        spectators: head("spectators", "spectators_changes")?,
        closed: row.maybe_time("closed")?.is_some(),
    })
}
