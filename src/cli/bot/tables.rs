//! What a bot does at tables besides its turns: it answers invitations, and finds out when games begin and end.

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::answers::{id, is_full, seats};
use super::api::{CallError, Refusal};
use super::player::{BotPlayer, Trouble, unless_gone};

/// How many games are looked at between two looks at what waits.
const LOOKED_AT: usize = 5;

impl BotPlayer<'_> {
    /// Accepts an invitation that fits, and declines others. Whether it was answered.
    pub(super) fn answer(&mut self, table: &Value) -> Result<bool, Trouble> {
        let game = id(table);
        let open = u64::try_from(self.games.len()).unwrap_or(u64::MAX);
        if self.most.is_some_and(|most| self.finished + open >= most) {
            return Ok(false);
        }
        let fits = self.accept.iter().all(|condition| condition.is_met(table)) && self.plays_by(table)?;
        let (call, body) = if fits {
            ("join", json!({ "salt_hash": hash(&self.salt(&game)) }))
        } else {
            ("decline", Value::Null)
        };
        match self.api.post(&format!("/api/v1/games/{game}/{call}"), &body) {
            Ok(()) if fits => {
                tracing::info!(game, "accepted an invitation");
                self.games.insert(game);
            }
            Ok(()) => tracing::info!(game, "declined an invitation"),
            Err(CallError::Refused(Refusal { code, detail, .. })) => {
                tracing::info!(game, code, detail, "an invitation can’t be answered");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }

    /// Whether the program plays by the rules of a table. A program that fails at the question counts as no, so that an invitation
    /// can't stop the bot.
    fn plays_by(&mut self, table: &Value) -> Result<bool, Trouble> {
        let rules = table["settings"]["rules"].to_string();
        match self.program()?.accepts(seats(table), &rules) {
            Ok(accepts) => Ok(accepts),
            Err(fault) => {
                self.program = None;
                tracing::warn!(game = id(table), %fault, "the program failed when it was asked about rules");
                Ok(false)
            }
        }
    }

    /// Looks at some of the games in which it is not the bot's turn: whether they begin or are over.
    pub(super) fn look_at_games(&mut self, turns: &[Value]) -> Result<bool, Trouble> {
        let turns: Vec<String> = turns.iter().map(id).collect();
        let (before, after): (Vec<_>, Vec<_>) =
            self.games.iter().cloned().partition(|game| *game <= self.looked_at);
        let others = after.into_iter().chain(before).filter(|game| !turns.contains(game));
        let mut busy = false;
        for game in others.take(LOOKED_AT) {
            self.looked_at.clone_from(&game);
            let path = format!("/api/v1/games/{game}");
            let Some(table) = unless_gone(self.api.get(&path))? else {
                self.games.remove(&game);
                continue;
            };
            match table["state"]["status"].as_str() {
                Some("open") if is_full(&table) && !self.revealed.contains(&game) => {
                    busy |= self.reveal(&game)?;
                }
                Some("finished") => {
                    tracing::info!(game, scores = %table["state"]["scores"], seat = %table["you"], "a game is over");
                    self.finished += 1;
                    self.games.remove(&game);
                    self.revealed.remove(&game);
                    busy = true;
                }
                _ => {}
            }
        }
        Ok(busy)
    }

    /// Reveals the bot's salt for the draw.
    fn reveal(&mut self, game: &str) -> Result<bool, Trouble> {
        match self.api.post(&format!("/api/v1/games/{game}/salt"), &json!({ "salt": self.salt(game) })) {
            Ok(()) => tracing::info!(game, "revealed the salt"),
            // It was revealed, or the game has begun.
            Err(CallError::Refused(Refusal { code, .. })) if code == "wrong-salt" => {
                tracing::warn!(game, "the salt is another: the bot joined with another token");
            }
            Err(CallError::Refused(Refusal { code, .. })) => {
                tracing::debug!(game, code, "no salt is wanted");
            }
            Err(error) => return Err(error.into()),
        }
        Ok(self.revealed.insert(game.to_owned()))
    }

    /// The same after a restart, and unknown without the token.
    fn salt(&self, game: &str) -> String {
        hash(&format!("bastide bot {} {game}", self.token))
    }
}

fn hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}
