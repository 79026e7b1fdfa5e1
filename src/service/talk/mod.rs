//! What people say at tables.

mod read;
mod write;

pub use read::{NewTalk, TalkView};
pub use write::Say;

use crate::people::is_hidden;
use crate::{AccessError, Denied, Principal, Service, StoreError};
use account::UserId;
use environment::config::ChatSetting;
use table::{Chat, GameId, Speaker, Table, TalkChannel, TalkRefusal};

#[derive(Debug, thiserror::Error)]
pub enum TalkError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    #[error(transparent)]
    Refused(#[from] TalkRefusal),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TalkError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::Refused(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<AccessError> for TalkError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => Self::Denied(why),
            AccessError::Store(failure) => Self::Store(failure),
        }
    }
}

impl Service {
    /// The same service on a host that allows this.
    #[must_use]
    pub fn with_chat(mut self, setting: ChatSetting) -> Self {
        self.chat = match setting {
            ChatSetting::Off => Chat::Off,
            ChatSetting::Phrases => Chat::Phrases,
            ChatSetting::Accounts => Chat::Accounts,
            ChatSetting::All => Chat::All,
        };
        self
    }

    /// What the host lets people say.
    pub const fn chat(&self) -> Chat {
        self.chat
    }

    /// The channels that the principal can read at a table that they may see.
    pub fn talk_channels(&self, principal: &Principal, table: &Table) -> Vec<TalkChannel> {
        let channels = |user| table.talk_channels(self.chat, user, principal.is_guest());
        principal.reader().map_or_else(Vec::new, channels)
    }

    /// A table where people can talk, or at least keep notes.
    async fn talking(&self, principal: &Principal, game: &GameId) -> Result<Table, TalkError> {
        let (table, _) = self.store.table(game).await?.ok_or(TalkError::NoSuchGame)?;
        if self.chat == Chat::Off || is_hidden(principal, principal.user(), &table, None) {
            return Err(TalkError::NoSuchGame);
        }
        Ok(table)
    }

    /// The table, if the principal can read this channel there.
    pub(crate) async fn channel_at(
        &self,
        principal: &Principal,
        game: &GameId,
        channel: TalkChannel,
    ) -> Result<Table, TalkError> {
        let table = self.talking(principal, game).await?;
        if !self.talk_channels(principal, &table).contains(&channel) {
            return Err(TalkRefusal::NoSuchChannel.into());
        }
        Ok(table)
    }

    async fn speaker<'u>(&self, user: &'u UserId) -> Result<Speaker<'u>, StoreError> {
        let stored = self.store.user(user).await?;
        let guest = stored.as_ref().is_none_or(|stored| stored.user.guest);
        Ok(Speaker { user, guest, bot: stored.is_some_and(|stored| stored.person().is_bot()) })
    }
}
