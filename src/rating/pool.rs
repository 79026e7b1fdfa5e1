//! Pools: games that are rated together.

/// Ratings of one pool say nothing about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    pub seats: Seats,
    pub tiles: Tiles,
    /// Whether bots play it, among themselves.
    pub bots: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seats {
    /// Two.
    Duel,
    /// Three to six.
    Table,
}

/// Which tiles a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tiles {
    Base,
    /// With tiles of expansions.
    Expansions,
}

impl Pool {
    /// Those of people first.
    pub const ALL: [Self; 8] = [
        Self::new(Seats::Duel, Tiles::Base, false),
        Self::new(Seats::Duel, Tiles::Expansions, false),
        Self::new(Seats::Table, Tiles::Base, false),
        Self::new(Seats::Table, Tiles::Expansions, false),
        Self::new(Seats::Duel, Tiles::Base, true),
        Self::new(Seats::Duel, Tiles::Expansions, true),
        Self::new(Seats::Table, Tiles::Base, true),
        Self::new(Seats::Table, Tiles::Expansions, true),
    ];

    const fn new(seats: Seats, tiles: Tiles, bots: bool) -> Self {
        Self { seats, tiles, bots }
    }

    /// The word in URLs and in the database. It is never changed.
    pub const fn word(self) -> &'static str {
        match (self.seats, self.tiles, self.bots) {
            (Seats::Duel, Tiles::Base, false) => "duel-base",
            (Seats::Duel, Tiles::Expansions, false) => "duel-expansions",
            (Seats::Table, Tiles::Base, false) => "table-base",
            (Seats::Table, Tiles::Expansions, false) => "table-expansions",
            (Seats::Duel, Tiles::Base, true) => "bots-duel-base",
            (Seats::Duel, Tiles::Expansions, true) => "bots-duel-expansions",
            (Seats::Table, Tiles::Base, true) => "bots-table-base",
            (Seats::Table, Tiles::Expansions, true) => "bots-table-expansions",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pool| pool.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pool_has_a_word_of_its_own() {
        let words: BTreeSet<&str> = Pool::ALL.into_iter().map(Pool::word).collect();
        assert_eq!(words.len(), Pool::ALL.len());
        assert!(Pool::ALL.into_iter().all(|pool| Pool::parse(pool.word()) == Some(pool)));
        assert_eq!(Pool::parse("duel"), None);
    }
}
