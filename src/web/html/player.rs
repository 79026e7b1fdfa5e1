//! Display names of players.

use crate::table::Player;
use crate::web::locale::Locale;

/// A user's name, or the word for the computer.
pub fn name(locale: Locale, player: &Player) -> &str {
    match player {
        Player::User(person) => &person.name,
        Player::Computer(_) => locale.say("player-computer"),
    }
}
