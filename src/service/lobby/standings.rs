//! How players have done in the games of a search.

use crate::lobby::search::SearchError;
use crate::{Principal, Service};
use table::{Count, Search, SearchCursor, Standings};

/// Games that standings count at most.
pub const MOST_COUNTED: u32 = 2000;

/// Parts of a search that are looked at: a search for what is rare finds few in each.
const PARTS: u32 = 200;

/// Standings of the first games of a search.
#[derive(Clone, Debug, Default)]
pub struct FoundStandings {
    pub standings: Standings,
    /// Whether the search has more games than were counted.
    pub has_more: bool,
}

impl Service {
    /// Of the games of a search in its order, the newest [`MOST_COUNTED`] unless it begins with the oldest. Visible to everyone.
    pub async fn standings(
        &self,
        principal: &Principal,
        search: &Search,
    ) -> Result<FoundStandings, SearchError> {
        let (mut count, mut from): (Count, Option<SearchCursor>) = Default::default();
        for _ in 0..PARTS {
            let page = self.search(principal, search, from).await?;
            for game in &page.games {
                if count.games() == MOST_COUNTED {
                    return Ok(FoundStandings { standings: count.finish(), has_more: true });
                }
                count.add(game);
            }
            from = page.next;
            if from.is_none() {
                return Ok(FoundStandings { standings: count.finish(), has_more: false });
            }
        }
        Ok(FoundStandings { standings: count.finish(), has_more: true })
    }
}
