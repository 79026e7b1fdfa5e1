use crate::{LineText, Phrase, Replay, Said, Status, Table, TalkChannel};
use account::UserId;
use engine::{Event, Logged};

/// What the host lets people say at tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chat {
    /// Nothing: there is no talk.
    Off,
    /// Accounts choose among phrases.
    Phrases,
    /// Accounts write what they like.
    #[default]
    Accounts,
    /// Guests, too.
    All,
}

/// Who would say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speaker<'u> {
    pub user: &'u UserId,
    pub guest: bool,
    pub bot: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TalkRefusal {
    /// The viewer can't read the channel either.
    #[error("no-such-channel")]
    NoSuchChannel,
    /// The host lets guests only read.
    #[error("talk-needs-account")]
    Guest,
    /// The host, or the rule for bots, allows phrases only.
    #[error("talk-phrases-only")]
    PhrasesOnly,
    /// The players have closed the spectators' channel.
    #[error("talk-closed")]
    Closed,
    /// So many lines a day are allowed.
    #[error("talk-too-much")]
    TooMuch(u32),
    /// A line can be withdrawn by its author, for five minutes.
    #[error("talk-not-withdrawable")]
    NotWithdrawable,
    /// Only players can close the spectators' channel, while the game is in progress.
    #[error("talk-not-closable")]
    NotClosable,
}

impl TalkRefusal {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoSuchChannel => "no-such-channel",
            Self::Guest => "guest",
            Self::PhrasesOnly => "phrases-only",
            Self::Closed => "talk-closed",
            Self::TooMuch(_) => "too-many-lines",
            Self::NotWithdrawable => "not-withdrawable",
            Self::NotClosable => "not-closable",
        }
    }
}

/// Lines a day before the table has had [`FIRST_TURNS`] turns: strangers have little to say to each other yet.
const LINES_AT_FIRST: u32 = 20;
const LINES_A_DAY: u32 = 60;
const FIRST_TURNS: usize = 3;

impl Table {
    /// The channels that the viewer, who may see the table, can read.
    pub fn talk_channels(&self, chat: Chat, viewer: &UserId, is_guest: bool) -> Vec<TalkChannel> {
        if chat == Chat::Off || self.is_imported() {
            return Vec::new();
        }
        let reads = |channel: &TalkChannel| match channel {
            TalkChannel::Seats => self.settings.talk && self.has_company() && self.speaks_with_seats(viewer),
            TalkChannel::Spectators => {
                self.settings.talk
                    && self.is_public()
                    && match self.status() {
                        Status::Open => false,
                        Status::Playing => self.seat_of(viewer).is_none(),
                        Status::Finished => true,
                    }
            }
            // What nobody else reads is of no use to those who can't write it.
            TalkChannel::Notes => !is_guest || chat == Chat::All,
        };
        TalkChannel::ALL.into_iter().filter(reads).collect()
    }

    /// Whether more than one person can sit.
    fn has_company(&self) -> bool {
        self.seats().into_iter().filter(|player| player.is_none_or(|player| player.level().is_none())).count()
            > 1
    }

    fn speaks_with_seats(&self, user: &UserId) -> bool {
        self.seat_of(user).is_some() || (self.status() == Status::Open && self.is_opened_by(user))
    }

    /// Those who read the seats' channel.
    pub fn seat_talkers(&self) -> Vec<&UserId> {
        let mut talkers: Vec<&UserId> = self.people().map(|person| &person.id).collect();
        talkers.retain(|user| self.speaks_with_seats(user));
        talkers.sort();
        talkers.dedup();
        talkers
    }

    /// Whether that can be said in a channel; how often and whether spectators may now is not looked at.
    pub fn may_say(
        &self,
        chat: Chat,
        channel: TalkChannel,
        speaker: Speaker<'_>,
        said: &Said,
    ) -> Result<(), TalkRefusal> {
        if !self.talk_channels(chat, speaker.user, speaker.guest).contains(&channel) {
            return Err(TalkRefusal::NoSuchChannel);
        }
        if speaker.guest && chat != Chat::All {
            return Err(TalkRefusal::Guest);
        }
        let free = !speaker.bot && (chat != Chat::Phrases || !channel.is_shared());
        match said {
            Said::Text(_) if !free => Err(TalkRefusal::PhrasesOnly),
            Said::Text(_) | Said::Phrase(_) => Ok(()),
            Said::Closed | Said::Opened => Err(TalkRefusal::NotClosable),
        }
    }

    /// Whether the user can write text of their own, or phrases at least; `None`: neither.
    pub fn says_freely(&self, chat: Chat, channel: TalkChannel, speaker: Speaker<'_>) -> Option<bool> {
        self.may_say(chat, channel, speaker, &Said::Phrase(Phrase::Hello)).ok()?;
        let text = Said::Text(LineText::stored(String::new()));
        Some(self.may_say(chat, channel, speaker, &text).is_ok())
    }

    /// Whether the user can close and open the spectators' channel.
    pub fn may_close_spectators(&self, chat: Chat, user: &UserId) -> bool {
        chat != Chat::Off
            && self.settings.talk
            && self.is_public()
            && self.status() == Status::Playing
            && self.seat_of(user).is_some()
    }
}

/// How many lines a person may write at a table in a day; `None`: its game has not started.
pub fn lines_a_day(game: Option<&Replay>) -> u32 {
    let is_turn = |logged: &&Logged| matches!(logged.event, Event::Turn { .. });
    let turns = game.map_or(0, |replay| replay.log.iter().filter(is_turn).take(FIRST_TURNS).count());
    if turns < FIRST_TURNS { LINES_AT_FIRST } else { LINES_A_DAY }
}
