//! What games add up to for a player.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answers::AnswerTimes;
use crate::GameResult;
use engine::Scored;

/// What a game says about a player, or the sum over several games. Stored as JSON: fields keep their names, and those that are 0 are
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProfileSums {
    #[serde(skip_serializing_if = "is_zero")]
    pub won: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub drawn: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub lost: i64,
    /// Games that the player stayed in to the end: points and analyses are of those.
    #[serde(skip_serializing_if = "is_zero")]
    pub stayed: i64,
    /// Starting points included.
    #[serde(skip_serializing_if = "is_zero")]
    pub points: i64,
    /// Points by the word of what scored.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scored: BTreeMap<String, i64>,
    #[serde(skip_serializing_if = "AnswerTimes::is_empty")]
    pub answers: AnswerTimes,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysed: Option<AnalysedSums>,
}

/// What analyses say. Points are in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysedSums {
    pub games: i64,
    /// How far ahead of the others the player was at the end.
    pub ahead: i64,
    /// How far ahead with average luck for everyone.
    pub adjusted: i64,
    /// What the player's own turns gave away.
    pub loss: i64,
    /// Turns with a choice.
    pub choices: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl ProfileSums {
    pub const fn games(&self) -> i64 {
        self.won + self.drawn + self.lost
    }

    pub(super) const fn count(&mut self, result: GameResult) {
        *match result {
            GameResult::Won => &mut self.won,
            GameResult::Drawn => &mut self.drawn,
            GameResult::Lost => &mut self.lost,
        } += 1;
    }

    pub fn points_of(&self, scored: Scored) -> i64 {
        self.scored.get(scored.word()).copied().unwrap_or_default()
    }

    /// Adds what a game says.
    pub fn add(&mut self, other: &Self) {
        self.change(other, 1);
    }

    /// Takes it back.
    pub fn take(&mut self, other: &Self) {
        self.change(other, -1);
    }

    fn change(&mut self, other: &Self, sign: i64) {
        self.won += sign * other.won;
        self.drawn += sign * other.drawn;
        self.lost += sign * other.lost;
        self.stayed += sign * other.stayed;
        self.points += sign * other.points;
        for (word, points) in &other.scored {
            *self.scored.entry(word.clone()).or_default() += sign * points;
        }
        self.scored.retain(|_, points| *points != 0);
        self.answers.change(&other.answers, sign);
        if let Some(other) = other.analysed {
            let analysed = self.analysed.get_or_insert_default();
            analysed.games += sign * other.games;
            analysed.ahead += sign * other.ahead;
            analysed.adjusted += sign * other.adjusted;
            analysed.loss += sign * other.loss;
            analysed.choices += sign * other.choices;
        }
        self.analysed = self.analysed.filter(|analysed| *analysed != AnalysedSums::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn what_was_added_and_taken_back_leaves_nothing() {
        let answers = AnswerTimes::of([TimeDelta::minutes(3)]);
        let mut one = ProfileSums { stayed: 1, points: 80, answers, ..ProfileSums::default() };
        one.count(GameResult::Won);
        one.scored.insert("road".to_owned(), 12);
        one.analysed = Some(AnalysedSums { games: 1, ahead: 4000, adjusted: -250, loss: 900, choices: 30 });
        let mut sums = ProfileSums::default();
        sums.add(&one);
        sums.add(&one);
        assert_eq!((sums.games(), sums.points_of(Scored::Road), sums.answers.turns()), (2, 24, 2));
        sums.take(&one);
        assert_eq!(sums, one);
        let json = serde_json::to_string(&sums).unwrap();
        assert_eq!(serde_json::from_str::<ProfileSums>(&json).unwrap(), one, "{json}");
        sums.take(&one);
        assert_eq!(sums, ProfileSums::default());
        assert_eq!(serde_json::to_string(&sums).unwrap(), "{}");
    }
}
