//! What the colours of a game are called on a page.

use crate::art::Hue;
use crate::engine::{Colour, ColourSet, Header, Ruleset, Seat, Unplaceable};
use crate::web::html::rulebook::words::Words;

/// The names of a game's seats and colours, as one viewer reads them.
#[derive(Clone, Debug)]
pub struct Names {
    seats: Vec<String>,
    colours: Vec<(Seat, String)>,
    you: Option<Seat>,
    words: &'static Words,
    unplaceable: Unplaceable,
}

impl Names {
    /// The names of a game; the seat of the viewer is called "you".
    pub fn of(header: &Header, you: Option<Seat>) -> Self {
        let colours = header.colours.iter().map(|colour| (colour.seat, colour.name.clone())).collect();
        let Ruleset { preset, unplaceable, .. } = header.rules;
        Self { seats: header.seats.clone(), colours, you, words: Words::of(preset), unplaceable }
    }

    /// The same with what the players are called now, where somebody has another name since the game began.
    #[must_use]
    pub fn called(mut self, players: impl Iterator<Item = Option<String>>) -> Self {
        for (known, player) in self.seats.iter_mut().zip(players) {
            *known = player.unwrap_or(std::mem::take(known));
        }
        self
    }

    /// All players, in the order of the seats.
    pub fn players(&self) -> &[String] {
        &self.seats
    }

    /// What the game's rule book calls its things.
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// Whether tiles that cannot be placed come back.
    pub fn put_back(&self) -> bool {
        self.unplaceable == Unplaceable::PutBack
    }

    /// Whether a colour is the viewer's.
    pub fn is_you(&self, colour: Colour) -> bool {
        self.you.is_some_and(|you| self.seat(colour) == Some(you))
    }

    fn seat(&self, colour: Colour) -> Option<Seat> {
        self.colours.get(colour.index()).map(|(seat, _)| *seat)
    }

    /// A seat's player, by name.
    pub fn player(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("somebody", String::as_str)
    }

    /// The name of the colour itself.
    pub fn paint(&self, colour: Colour) -> &str {
        self.colours.get(colour.index()).map_or("", |(_, name)| name)
    }

    /// How its figures are painted.
    pub fn hue(&self, colour: Colour) -> Hue {
        Hue::named(self.paint(colour), colour.index())
    }

    /// Who plays a colour: "you" or a name, with the colour where the seat has two.
    pub fn who(&self, colour: Colour) -> String {
        let Some(seat) = self.seat(colour) else { return "somebody".to_owned() };
        let name = if self.you == Some(seat) { "you" } else { self.player(seat) };
        if self.has_several(seat) { format!("{name} ({})", self.paint(colour)) } else { name.to_owned() }
    }

    /// The same at the beginning of a sentence: "You", or a name as its owner writes it.
    pub fn starting(&self, colour: Colour) -> String {
        let who = self.who(colour);
        match who.strip_prefix("you") {
            Some(rest) if self.is_you(colour) => format!("You{rest}"),
            _ => who,
        }
    }

    /// Whose something is, at the beginning of a sentence: "Your", "ann’s", "ann’s red".
    pub fn whose(&self, colour: Colour) -> String {
        let Some(seat) = self.seat(colour) else { return "Somebody’s".to_owned() };
        let whose = match self.player(seat) {
            _ if self.you == Some(seat) => "Your".to_owned(),
            name => format!("{name}’s"),
        };
        if self.has_several(seat) { format!("{whose} {}", self.paint(colour)) } else { whose }
    }

    /// Whether a seat plays several colours.
    fn has_several(&self, seat: Seat) -> bool {
        self.colours.iter().filter(|(other, _)| *other == seat).count() > 1
    }

    /// "ann", "ann and ben", "ann, ben and you".
    pub fn all(&self, colours: ColourSet) -> String {
        listed(&colours.iter().map(|colour| self.who(colour)).collect::<Vec<_>>())
    }

    /// The same at the beginning of a sentence.
    pub fn all_starting(&self, colours: ColourSet) -> String {
        let name = |(place, colour)| if place == 0 { self.starting(colour) } else { self.who(colour) };
        listed(&colours.iter().enumerate().map(name).collect::<Vec<_>>())
    }
}

/// Words as a list in a sentence.
pub fn listed<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// "1 tile", "4 tiles".
pub fn count(number: impl Into<i64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => {
            let things = if let Some(stem) = thing.strip_suffix('y') {
                format!("{stem}ies")
            } else {
                format!("{thing}s")
            };
            format!("{number} {things}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_letters_that_their_owners_chose() {
        // An account may be called "you": names were not always reserved.
        let players = vec!["youri".to_owned(), "you".to_owned(), "ann".to_owned()];
        let header = Header::new(Ruleset::default(), players, Seat(0));
        let names = Names::of(&header, Some(Seat(2)));
        let starting: Vec<String> = (0..3).map(|colour| names.starting(Colour(colour))).collect();
        assert_eq!(starting, ["youri", "you", "You"]);
        let all = |colours: &[u8]| names.all_starting(colours.iter().copied().map(Colour).collect());
        assert_eq!(all(&[0, 1, 2]), "youri, you and you");
        assert_eq!(all(&[1]), "you");
        assert_eq!(all(&[2]), "You");
    }
}
