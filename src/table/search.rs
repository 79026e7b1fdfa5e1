//! Searches of public finished games.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};

use crate::{Company, Ending, Expansions, Facet, GameId, GameResult, Lasted, RatingBand, Table, TurnCount};
use account::UserId;
use engine::Preset;

/// What games are searched for. Every part narrows the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The name of a player.
    pub player: Option<String>,
    /// The name of another player of the same game.
    pub other: Option<String>,
    /// What the game was for `player`.
    pub result: Option<GameResult>,
    pub preset: Option<Preset>,
    pub expansions: Option<Expansions>,
    pub seats: Option<u8>,
    pub ending: Option<Ending>,
    pub company: Option<Company>,
    pub lasted: Option<Lasted>,
    pub turns: Option<TurnCount>,
    pub rating: Option<RatingBand>,
    /// The word of the deepest analysis.
    pub analysis: Option<&'static str>,
    /// Games that ended at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Games that ended before this time.
    pub until: Option<DateTime<Utc>>,
    /// By the time of their end; otherwise newest first.
    pub oldest_first: bool,
}

impl Search {
    /// The facets that a game must have, the rarest first; `player` and `other` by their ids.
    pub fn facets(&self, player: Option<&UserId>, other: Option<&UserId>) -> Vec<Facet> {
        let pair = player.zip(other).map(|(one, other)| Facet::pair(one.clone(), other.clone()));
        let result = player.zip(self.result).map(|(user, result)| Facet::Result(user.clone(), result));
        let alone = if pair.is_some() || result.is_some() { None } else { player.or(other) };
        let mut facets: Vec<Facet> = [
            pair,
            result,
            alone.cloned().map(Facet::Player),
            self.preset.map(Facet::Preset),
            self.expansions.map(Facet::Expansions),
            self.seats.map(Facet::Seats),
            self.ending.map(Facet::Ending),
            self.company.map(Facet::Company),
            self.lasted.map(Facet::Lasted),
            self.turns.map(Facet::Turns),
            self.rating.map(Facet::Rating),
            self.analysis.map(Facet::Analysis),
        ]
        .into_iter()
        .flatten()
        .collect();
        if facets.is_empty() {
            facets.push(Facet::Any);
        }
        facets.sort_by_key(Facet::frequency);
        facets
    }
}

/// The place of a finished game among all: when it ended, in Unix milliseconds, and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub ended: i64,
    /// `None` comes before all games that ended then.
    pub game: Option<GameId>,
}

/// As in URLs.
impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (ended, game) = text.split_once('-').ok_or(())?;
        let ended = ended.parse().map_err(|_| ())?;
        let game = if game.is_empty() { None } else { Some(GameId::parse(game).ok_or(())?) };
        Ok(Self { ended, game })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended, self.game.as_ref().map_or("", GameId::as_str))
    }
}

/// Where a page of a search starts; the page doesn't include that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchCursor {
    After(Place),
    Before(Place),
}

/// A page of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    pub games: Vec<Table>,
    /// `None` on the first page.
    pub previous: Option<SearchCursor>,
    /// `None` on the last page.
    pub next: Option<SearchCursor>,
    /// Whether the search stopped before the page was full: it looks at a limited number of games.
    pub stopped: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_begins_with_what_is_rarest() {
        let (ann, ben) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let search = Search {
            result: Some(GameResult::Won),
            preset: Some(Preset::Modern),
            seats: Some(2),
            ..Search::default()
        };
        let facets = search.facets(Some(&ann), Some(&ben));
        let pair = Facet::pair(ann.clone(), ben);
        let won = Facet::Result(ann.clone(), GameResult::Won);
        assert_eq!(facets, [pair, won.clone(), Facet::Seats(2), Facet::Preset(Preset::Modern)]);
        assert_eq!(search.facets(Some(&ann), None)[0], won);
        assert_eq!(Search::default().facets(Some(&ann), None), [Facet::Player(ann)]);
        assert_eq!(Search::default().facets(None, None), [Facet::Any]);
    }

    #[test]
    fn a_place_survives_an_address() {
        for game in [None, Some(GameId::new([3; 10]))] {
            let place = Place { ended: 1_790_000_000_000, game };
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for wrong in ["", "1", "-", "x-y", "1-short", "99999999999999999999-0000000000000000"] {
            assert_eq!(wrong.parse::<Place>(), Err(()), "{wrong}");
        }
    }
}
