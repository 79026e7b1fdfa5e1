//! Exhibitions: public games in which only computers play, for visitors of a new server to watch.

use chrono::{DateTime, Utc};

use crate::{BadLog, ComputerLevel, GameId, OpenTable, Outcome, Settings, TableRandomness};
use engine::{Preset, Ruleset, Seat, TileSet};

/// One of the exhibitions of a new server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhibition {
    /// Two players, today's rules.
    Base,
    /// Three players, with expansions.
    Expansions,
    /// Two players with two colours each and a shared hand.
    TwoColours,
}

impl Exhibition {
    pub const ALL: [Self; 3] = [Self::Base, Self::Expansions, Self::TwoColours];

    /// The same on every server, so that a database never has an exhibition twice.
    pub fn id(self) -> GameId {
        GameId::new([b'e', b'x', b'h', b'i', b'b', b'i', b't', 0, 0, self as u8])
    }

    /// Opens and starts it. The id of `randomness` is not used.
    pub fn open(self, randomness: TableRandomness, at: DateTime<Utc>) -> Result<Outcome, BadLog> {
        self.table().open_exhibition(TableRandomness { id: self.id(), ..randomness }, at)
    }

    fn table(self) -> OpenTable {
        use ComputerLevel::{Five, Four, Three};
        let modern = Ruleset::default();
        // Levels that take less than a millisecond a turn.
        let (rules, levels): (_, &[_]) = match self {
            Self::Base => (modern, &[Four, Five]),
            Self::Expansions => {
                let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders, TileSet::River];
                (Ruleset { sets, ..modern }, &[Three, Four, Five])
            }
            Self::TwoColours => (Ruleset::of(Preset::Mcguire), &[Five, Four]),
        };
        OpenTable {
            settings: Settings { rules, ..Settings::default() },
            seats: u8::try_from(levels.len()).unwrap_or(u8::MAX),
            computers: (0..).map(Seat).zip(levels.iter().copied()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Invite, Job, JobChange, Lane, LoggedTableEvent, PACE, ReplayContext, Table, TableEvent};
    use engine::DrawSecret;

    fn randomness() -> TableRandomness {
        TableRandomness {
            id: GameId::new([1; 10]),
            invite: Invite::new([4; 15]),
            secret: DrawSecret::new([7; 32]),
            sort_suffix: [0, 5],
        }
    }

    #[test]
    fn an_exhibition_starts_at_once_has_no_opener_and_goes_on_at_its_pace() {
        let at = DateTime::from_timestamp_millis(1_790_000_000_000).unwrap();
        for exhibition in Exhibition::ALL {
            exhibition.table().settings.rules.check_effects().unwrap();
            let outcome = exhibition.open(randomness(), at).unwrap();
            assert_eq!((&outcome.game, outcome.revision), (&exhibition.id(), 0));
            assert!(matches!(outcome.table_events[..], [TableEvent::Opened(_), TableEvent::Started {}]));
            assert!(!outcome.game_events.is_empty() && outcome.notifications.is_empty());
            let job = Job::ExhibitionTurn(exhibition.id());
            assert_eq!(job.lane(), Lane::Analysis);
            assert_eq!(outcome.jobs, [JobChange::Put(job.at(at + PACE))]);
            let log = outcome.table_events.iter().cloned().zip(1..);
            let log: Vec<_> = log.map(|(event, n)| LoggedTableEvent { n, at, event }).collect();
            let table = Table::replay(&exhibition.id(), &log, &ReplayContext::default()).unwrap();
            assert!(table.is_exhibition() && table.is_public());
            assert_eq!((table.people().count(), table.free_seats()), (0, 0));
        }
    }
}
