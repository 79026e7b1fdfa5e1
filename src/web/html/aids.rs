//! The choice of a table's aids in words.

use crate::aids::{Aid, Aids};
use crate::web::html::games::names::listed;
use crate::web::html::games::overlay::{Overlay, Overlays};

/// What a choice is called.
pub const fn name(aids: Aids) -> &'static str {
    match aids {
        Aids::All => "All aids",
        Aids::Standard => "Standard aids",
        Aids::None => "No aids",
    }
}

/// What it means, in a line.
pub const fn line(aids: Aids) -> &'static str {
    match aids {
        Aids::All => {
            "Everything: tiles left by kind, what may come to an empty cell, points if the game ended now."
        }
        Aids::Standard => {
            "What lies on the table, made plain: who owns what, what a move completes. Nothing counted or reckoned ahead."
        }
        Aids::None => {
            "The board, the tile and where it may go. What a move brings is for the players to see."
        }
    }
}

/// What can be shown over the board, in a few words.
pub fn closer(aids: Aids) -> &'static str {
    if aids.allow(Aid::Counting) {
        "owners, fields, coordinates, tiles left"
    } else if aids.allow(Aid::Owners) {
        "owners, fields, coordinates"
    } else {
        "last round, coordinates"
    }
}

/// What to say to somebody whose link asks for more than the table allows; nothing if it does not.
pub fn without(aids: Aids, asked: Overlays) -> Option<String> {
    let refused = |overlay: &Overlay| asked.has(*overlay) && !overlay.allowed(aids);
    let refused: Vec<String> =
        Overlay::ALL.into_iter().filter(refused).map(|overlay| format!("“{}”", overlay.label())).collect();
    (!refused.is_empty()).then(|| {
        let kept = match aids {
            Aids::None => "without aids",
            Aids::Standard | Aids::All => "with standard aids",
        };
        format!(
            "This table plays {kept}, so {} cannot be shown while the game is on. Here is the board without.",
            listed(&refused)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_asks_for_too_much_is_told_so_by_what_it_asked_for() {
        let asked = Overlays::default().with(Overlay::Owners).with(Overlay::Tiles).with(Overlay::Projected);
        assert_eq!(without(Aids::All, asked), None);
        assert_eq!(
            without(Aids::Standard, asked).unwrap(),
            "This table plays with standard aids, so “Tiles left, by kind” and “Points if it ended now” cannot be \
             shown while the game is on. Here is the board without."
        );
        assert!(without(Aids::None, asked).unwrap().contains("without aids, so “Who owns what”, “Tiles"));
    }
}
