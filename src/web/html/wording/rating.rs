//! Ratings in words.

use chrono::{DateTime, Utc};

use crate::locale::{Locale, key};
use rating::{Pool, Rating, Seats, Tiles};
use table::{Left, PlayerRating, RatingRange, Void};

/// "Two players, base tiles".
pub fn pool(locale: Locale, Pool { seats, tiles, bots }: Pool) -> String {
    let name = locale.say(match (seats, tiles) {
        (Seats::Duel, Tiles::Base) => key("pool-duel-base"),
        (Seats::Duel, Tiles::Expansions) => key("pool-duel-expansions"),
        (Seats::Table, Tiles::Base) => key("pool-table-base"),
        (Seats::Table, Tiles::Expansions) => key("pool-table-expansions"),
    });
    if bots { locale.text("pool-of-bots").with("pool", name).to_string() } else { name.to_owned() }
}

/// "1300–1700", "at least 1300"; `None` if any rating is welcome.
pub fn range(locale: Locale, RatingRange { from, to }: RatingRange) -> Option<String> {
    // As text, numbers have no separators.
    Some(match (from.map(|from| from.to_string()), to.map(|to| to.to_string())) {
        (None, None) => return None,
        (Some(from), Some(to)) => {
            locale.text("rating-range-between").with("from", from).with("to", to).to_string()
        }
        (Some(from), None) => locale.text("rating-range-least").with("from", from).to_string(),
        (None, Some(to)) => locale.text("rating-range-most").with("to", to).to_string(),
    })
}

/// As it is now. Whether it has a question mark depends on what is stored, like ranks.
pub fn now(locale: Locale, known: &PlayerRating, now: DateTime<Utc>) -> String {
    shown(locale, known.at(now), known.rating.is_established())
}

/// "1512 ± 80", or "1512 ± 210 ?" while little is known.
pub fn points(locale: Locale, rating: Rating) -> String {
    shown(locale, rating, rating.is_established())
}

fn shown(locale: Locale, rating: Rating, is_established: bool) -> String {
    let sure = if is_established { key("rating-points") } else { key("rating-points-unsure") };
    locale.text(sure).with("points", rating.points().to_string()).with("margin", rating.margin()).to_string()
}

/// "+12", "−3" or "0": the difference of what is shown.
pub fn difference(locale: Locale, before: Rating, after: Rating) -> String {
    signed(locale, after.points() - before.points())
}

pub fn signed(locale: Locale, points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => locale.text("rating-up").with("n", points).to_string(),
        _ => locale.text("rating-down").with("n", -points).to_string(),
    }
}

/// Why a game did nothing to a player's rating.
pub fn void(locale: Locale, void: Void) -> &'static str {
    locale.say(match void {
        Void::Agreed => key("rating-void-agreed"),
        Void::Early => key("rating-void-early"),
        Void::Excluded => key("rating-void-excluded"),
        Void::Absent => key("rating-void-absent"),
    })
}

pub fn left(locale: Locale, left: Left) -> &'static str {
    locale.say(match left {
        Left::Resigned => key("rating-left-resigned"),
        Left::Time => key("rating-left-time"),
    })
}
