//! Who won, in a heading.

use crate::engine::{EndReason, Phase, Seat};

use crate::web::html::games::LoadedGame;
use crate::web::locale::key;

/// "You lost 70 : 82", "ann won with 82 points". The points are left out where they did not decide.
pub(in crate::web) fn heading(loaded: &LoadedGame) -> String {
    let (game, locale) = (loaded.game(), loaded.names.locale());
    let winners = game.winners();
    let seats: Vec<Seat> = (0..).map(Seat).take(game.header().seats.len()).collect();
    let points = |seat: Seat| game.seat_score(seat);
    let decided = match game.phase() {
        Phase::Finished { reason } => reason == EndReason::BagEmpty,
        Phase::Playing { .. } => false,
    };
    let you = loaded.table.you;
    let text = match (&winners[..], you) {
        ([], _) => return locale.say("final-over").to_owned(),
        (&[winner], Some(you)) if !decided => {
            return locale
                .say(if winner == you { key("final-you-won") } else { key("final-you-lost") })
                .to_owned();
        }
        (&[winner], None) if !decided => locale.text("final-won").with("who", loaded.names.player(winner)),
        (&[winner], you) if seats.len() == 2 => {
            let first = you.unwrap_or(winner);
            let other = seats.into_iter().find(|&seat| seat != first).unwrap_or(first);
            let (own, other) = (points(first), points(other));
            match you {
                Some(you) if you == winner => {
                    locale.text("final-you-won-by").with("points", own).with("other", other)
                }
                Some(_) => locale.text("final-you-lost-by").with("points", own).with("other", other),
                None => {
                    let text = locale.text("final-won-by").with("who", loaded.names.player(winner));
                    text.with("points", own).with("other", other)
                }
            }
        }
        (&[winner], Some(you)) if winner == you => {
            locale.text("final-you-won-with").with("n", points(winner))
        }
        (&[winner], you) => {
            let who = loaded.names.player(winner);
            match you {
                Some(you) => locale
                    .text("final-you-lost-with")
                    .with("n", points(you))
                    .with("who", who)
                    .with("points", points(winner)),
                None => locale.text("final-won-with").with("who", who).with("n", points(winner)),
            }
        }
        (tied, _) => {
            let players = locale.list(&names(loaded, tied));
            if decided {
                locale.text("final-tie-at").with("points", points(tied[0])).with("players", players)
            } else {
                locale.text("final-tie").with("players", players)
            }
        }
    };
    text.to_string()
}

/// The players at these seats, for the middle of a sentence.
fn names<'a>(loaded: &'a LoadedGame, seats: &[Seat]) -> Vec<&'a str> {
    let name = |&seat: &Seat| match loaded.table.you {
        Some(you) if you == seat => loaded.names.locale().say("player-you"),
        _ => loaded.names.player(seat),
    };
    seats.iter().map(name).collect()
}
