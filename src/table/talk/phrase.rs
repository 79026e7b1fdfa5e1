use serde::{Deserialize, Serialize};

/// Something short to say, which each reader sees in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    NiceMove,
    WellPlayed,
    Thanks,
    Sorry,
    LuckyDraw,
    SlowToday,
    OneMore,
    Goodbye,
}

impl Phrase {
    pub const ALL: [Self; 10] = [
        Self::Hello,
        Self::GoodLuck,
        Self::NiceMove,
        Self::WellPlayed,
        Self::Thanks,
        Self::Sorry,
        Self::LuckyDraw,
        Self::SlowToday,
        Self::OneMore,
        Self::Goodbye,
    ];

    /// Never changes: it is in the database, in forms and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::GoodLuck => "good_luck",
            Self::NiceMove => "nice_move",
            Self::WellPlayed => "well_played",
            Self::Thanks => "thanks",
            Self::Sorry => "sorry",
            Self::LuckyDraw => "lucky_draw",
            Self::SlowToday => "slow_today",
            Self::OneMore => "one_more",
            Self::Goodbye => "goodbye",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phrase| phrase.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_phrase_and_is_its_json() {
        for phrase in Phrase::ALL {
            assert_eq!(Phrase::parse(phrase.word()), Some(phrase));
            assert_eq!(serde_json::to_value(phrase).unwrap(), phrase.word());
        }
        assert_eq!(Phrase::parse("checkmate"), None);
    }
}
