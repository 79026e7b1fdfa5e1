//! What players are called on pages.

use crate::table::Player;
use crate::web::locale::Locale;

/// The name of a player: a user's own, or the language's word for the computer.
pub fn name(locale: Locale, player: &Player) -> &str {
    match player {
        Player::User(person) => &person.name,
        Player::Computer(_) => locale.say("player-computer"),
    }
}
