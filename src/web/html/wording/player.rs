//! Display names of players.

use std::borrow::Cow;

use crate::locale::{Locale, key};
use account::UserId;
use engine::{COLOUR_NAMES, Seat};
use table::{Person, Player, Table};

/// The name of the player at a seat: a user's name, or the word for the computer, with the colour of its seat if several
/// seats are the computer's. Players of imported games have names only. `None` if nobody
/// is there.
pub fn name(locale: Locale, table: &Table, seat: Seat) -> Option<Cow<'_, str>> {
    let Some(player) = table.player(seat) else { return table.imported_name(seat).map(Into::into) };
    Some(match player {
        Player::User(person) => person_name(locale, person),
        Player::Computer(_) => {
            let computers = table.seats().into_iter().flatten().filter(|player| player.level().is_some());
            locale.say(if computers.count() > 1 { computer(seat) } else { key("player-computer") }).into()
        }
    })
}

/// A user's name, with a mark if it is a bot's.
pub fn person_name(locale: Locale, person: &Person) -> Cow<'_, str> {
    if person.is_bot() {
        locale.text("player-bot").with("name", &person.name).to_string().into()
    } else {
        Cow::Borrowed(&person.name)
    }
}

/// The names of all players, by seat.
pub fn names(locale: Locale, table: &Table) -> Vec<Option<Cow<'_, str>>> {
    (0..).map(Seat).take(table.seats().len()).map(|seat| name(locale, table, seat)).collect()
}

/// The names of the other players.
pub fn others(locale: Locale, game: &Table, user: &UserId) -> String {
    let seated = game.seats().into_iter().zip(names(locale, game));
    let seated = seated.filter_map(|(player, name)| Some((player?.user(), name?)));
    let others = seated.filter(|(id, _)| *id != Some(user));
    locale.list(&others.map(|(_, name)| name).collect::<Vec<_>>())
}

/// Seats have their colours before the game starts: they are assigned in order.
fn computer(seat: Seat) -> &'static str {
    match COLOUR_NAMES[seat.index() % COLOUR_NAMES.len()] {
        "red" => key("player-computer-red"),
        "blue" => key("player-computer-blue"),
        "yellow" => key("player-computer-yellow"),
        "green" => key("player-computer-green"),
        "black" => key("player-computer-black"),
        _ => key("player-computer-white"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;

    #[test]
    fn every_seat_has_a_computer_of_its_own_colour() {
        for (seat, colour) in (0..).map(Seat).zip(COLOUR_NAMES) {
            let name = Locale::default().say(computer(seat)).to_lowercase();
            assert_eq!(name, format!("{colour} computer"));
        }
    }
}
