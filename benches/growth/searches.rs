//! Pages of the search: the first of each filter, and one as far down as the 10,000th is at a million games.

use bastide::service::Principal;
use bastide::table::{Place, Search};

use crate::Subject;

/// Filters as in addresses. Games of the filler have two seats, the modern rules, and end by resigning.
const FILTERS: [(&str, &str); 18] = [
    ("search: all", ""),
    ("player", "player=player-0"),
    ("two players", "player=player-0&with=player-1"),
    ("won", "player=player-0&result=won"),
    ("lost to another", "player=player-0&with=player-1&result=lost"),
    ("rules", "rules=modern"),
    ("rare rules", "rules=mcguire"),
    ("expansion", "expansions=none"),
    ("seats", "seats=2"),
    ("ending", "ending=resigned"),
    ("company", "company=people"),
    ("length", "lasted=hours"),
    ("turns", "turns=0-35"),
    ("analysis", "analysis=deep"),
    ("rating", "rating=1500-1699"),
    ("days", "from=2020-01-01&to=2100-01-01"),
    (
        "all of these",
        "rules=modern&expansions=none&seats=2&ending=resigned&company=people&lasted=hours&turns=0-35",
    ),
    (
        "a player and all of these",
        "player=player-0&rules=modern&expansions=none&seats=2&ending=resigned&company=people",
    ),
];

/// The part of all games before the 10,000th page at a million games, of which four in five are public.
const DEEP: f64 = 0.3125;

/// Names of pages, and what their addresses end with at each subject.
pub async fn addresses(subjects: &[Subject]) -> Vec<(String, Vec<String>)> {
    let mut places = Vec::new();
    for subject in subjects {
        places.push(deep(subject).await);
    }
    let mut all = Vec::new();
    for (name, filter) in FILTERS {
        let first = subjects.iter().map(|_| format!("/games/search?{filter}")).collect();
        let deep = places.iter().map(|place| format!("/games/search?{filter}&after={place}")).collect();
        all.push((name.to_owned(), first));
        all.push((format!("{name}, far down"), deep));
    }
    all
}

/// The place far down in the list, newest first.
async fn deep(subject: &Subject) -> Place {
    let end = async |oldest_first| {
        let search = Search { oldest_first, ..Search::default() };
        let visitor = Principal::anonymous(None);
        let page = subject.service.search(&visitor, &search, None).await.unwrap();
        page.games.first().expect("a finished game").changed().timestamp_millis()
    };
    let (newest, oldest) = (end(false).await, end(true).await);
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a rough place")]
    let down = ((newest - oldest) as f64 * DEEP) as i64;
    Place { ended: newest - down, game: None }
}
