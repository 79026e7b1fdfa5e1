//! Bots: accounts with which programs play. People make them, and nobody signs in to them.

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::people::accounts::NameClash;
use crate::people::security_log::SecurityEvent;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, Throttled, TokenError, TokenLife};
use account::{ApiToken, IssuedToken, NameError, UserId, UserName};
use store::{AddedBot, NewBot};
use table::{Job, Person};

/// The most bots of a person.
pub const MOST_BOTS: u32 = 3;

/// A bot as its maker sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    pub id: UserId,
    pub name: String,
    pub since: DateTime<Utc>,
    /// The oldest first.
    pub tokens: Vec<IssuedToken>,
}

#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("name-taken")]
    Taken,
    #[error("name-looks-taken")]
    LooksTaken,
    #[error("too-many-bots")]
    TooMany,
    /// Guests and accounts that are being closed have none.
    #[error("account-needed")]
    Guest,
    /// The user has no such bot.
    #[error("no-such-bot")]
    Unknown,
    /// About a token of a bot.
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BotError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "bad-name",
            Self::Taken => "name-taken",
            Self::LooksTaken => "name-looks-taken",
            Self::TooMany => "too-many-bots",
            Self::Guest => "guest",
            Self::Unknown => "no-such-bot",
            Self::Token(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<NameClash> for BotError {
    fn from(clash: NameClash) -> Self {
        match clash {
            NameClash::Taken => Self::Taken,
            NameClash::LooksTaken => Self::LooksTaken,
        }
    }
}

impl Service {
    /// The user's bots, the oldest first.
    pub async fn bots(&self, principal: &Principal) -> Result<Vec<Bot>, AccessError> {
        let (user, now) = (principal.require(Scope::Account)?, self.now());
        let mut bots = Vec::new();
        for bot in self.store.bots(user).await? {
            let tokens = self.store.tokens(&bot.id, now).await?;
            bots.push(Bot { id: bot.id, name: bot.name, since: bot.since, tokens });
        }
        Ok(bots)
    }

    /// The bot with this name.
    pub async fn bot_called(&self, _: &Principal, name: &str) -> Result<Option<Person>, StoreError> {
        let Ok(name) = UserName::parse(name) else { return Ok(None) };
        let found = self.store.user_named(&name.folded()).await?;
        Ok(found.map(|found| found.person()).filter(Person::is_bot))
    }

    pub async fn make_bot(&self, principal: &Principal, name: &str) -> Result<(), BotError> {
        let now = self.now();
        let user = principal.require_confirmed(Scope::Account, now)?;
        if principal.is_guest() {
            return Err(BotError::Guest);
        }
        let name = UserName::choose(name)?;
        if let Some(clash) = self.name_clash(&name).await? {
            return Err(clash.into());
        }
        self.count_bot(user).await??;
        let bot = NewBot { id: UserId::new(self.chance.bytes()), name, maker: user.clone(), created: now };
        match self.store.add_bot(&bot, MOST_BOTS).await? {
            AddedBot::Done => {}
            AddedBot::TooMany => return Err(BotError::TooMany),
            AddedBot::Taken => return Err(BotError::Taken),
            AddedBot::Refused => return Err(BotError::Guest),
        }
        SecurityEvent::BotMade.log(Some(principal), Some(&bot.id));
        Ok(())
    }

    /// Closes the bot's account: its games are resigned, and nobody can take its name again.
    pub async fn remove_bot(&self, principal: &Principal, bot: &UserId) -> Result<(), BotError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        self.require_bot(user, bot).await?;
        self.close_bot(bot).await?;
        SecurityEvent::BotRemoved.log(Some(principal), Some(bot));
        Ok(())
    }

    /// A token with which a program reads and plays as the bot. The secret is shown this once.
    pub async fn make_bot_token(
        &self,
        principal: &Principal,
        bot: &UserId,
        name: &str,
        life: TokenLife,
    ) -> Result<ApiToken, BotError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        self.require_bot(user, bot).await?;
        Ok(self.issue_token(principal, bot, name, Scope::Read | Scope::Play | Scope::Talk, life).await?)
    }

    /// The token stops working at once.
    pub async fn revoke_bot_token(
        &self,
        principal: &Principal,
        bot: &UserId,
        id: &str,
    ) -> Result<(), BotError> {
        let user = principal.require(Scope::Account)?;
        self.require_bot(user, bot).await?;
        Ok(self.remove_token(principal, bot, id).await?)
    }

    async fn require_bot(&self, maker: &UserId, bot: &UserId) -> Result<(), BotError> {
        let is_theirs = self.store.bots(maker).await?.iter().any(|own| own.id == *bot);
        if is_theirs { Ok(()) } else { Err(BotError::Unknown) }
    }

    /// Closes all bots of a user whose account is closed.
    pub(crate) async fn close_bots(&self, maker: &UserId) -> Result<(), StoreError> {
        for bot in self.store.bots(maker).await? {
            self.close_bot(&bot.id).await?;
        }
        Ok(())
    }

    /// A job does the rest, at once.
    async fn close_bot(&self, bot: &UserId) -> Result<(), StoreError> {
        let now = self.now();
        let changes = [Change::Jobs(Job::CloseAccount(bot.clone()).lane(), now)];
        self.store.begin_closing(bot, now, now, self.change_message(&changes)).await?;
        self.account_changed();
        self.wake(&changes);
        Ok(())
    }
}
