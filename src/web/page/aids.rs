//! The choice of a table's aids in words.

use crate::aids::Aids;

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
