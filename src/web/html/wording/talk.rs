//! What people say at tables, and why they can't.

use crate::locale::{Locale, Message, key};
use table::{BadLineText, LineText, Phrase, TalkChannel, TalkRefusal};

pub fn channel(channel: TalkChannel) -> &'static str {
    match channel {
        TalkChannel::Seats => key("talk-seats"),
        TalkChannel::Spectators => key("talk-spectators"),
        TalkChannel::Notes => key("talk-notes"),
    }
}

/// Who reads it.
pub fn readers(channel: TalkChannel) -> &'static str {
    match channel {
        TalkChannel::Seats => key("talk-seats-help"),
        TalkChannel::Spectators => key("talk-spectators-help"),
        TalkChannel::Notes => key("talk-notes-help"),
    }
}

pub fn phrase(locale: Locale, phrase: Phrase) -> &'static str {
    locale.say(match phrase {
        Phrase::Hello => key("phrase-hello"),
        Phrase::GoodLuck => key("phrase-good-luck"),
        Phrase::NiceMove => key("phrase-nice-move"),
        Phrase::WellPlayed => key("phrase-well-played"),
        Phrase::Thanks => key("phrase-thanks"),
        Phrase::Sorry => key("phrase-sorry"),
        Phrase::LuckyDraw => key("phrase-lucky-draw"),
        Phrase::SlowToday => key("phrase-slow-today"),
        Phrase::OneMore => key("phrase-one-more"),
        Phrase::Goodbye => key("phrase-goodbye"),
    })
}

pub fn refusal(why: TalkRefusal) -> Message {
    match why {
        TalkRefusal::NoSuchChannel => Message::new(key("refused-talk-channel")),
        TalkRefusal::Guest => Message::new(key("refused-talk-guest")),
        TalkRefusal::PhrasesOnly => Message::new(key("refused-talk-phrases")),
        TalkRefusal::Closed => Message::new(key("refused-talk-closed")),
        TalkRefusal::TooMuch(most) => Message::new(key("refused-talk-too-much")).with("most", most),
        TalkRefusal::NotWithdrawable => Message::new(key("refused-talk-withdraw")),
        TalkRefusal::NotClosable => Message::new(key("refused-talk-spectators")),
    }
}

pub fn bad_text(why: BadLineText) -> Message {
    match why {
        BadLineText::Empty => Message::new(key("refused-line-empty")),
        BadLineText::TooLong => Message::new(key("refused-line-long")).with("most", LineText::LONGEST),
    }
}
