//! Names of seats and colours.

use std::borrow::Cow;

use crate::html::wording::player::person_name;
use crate::locale::{Html, Locale, key};
use art::Hue;
use engine::{Colour, ColourSet, FollowerKind, Header, Ruleset, Seat, TileKind, TileSet, Unplaceable};
use service::Predecessor;

/// The names of a game's seats and colours, as one viewer reads them.
#[derive(Clone, Debug)]
pub struct Names {
    locale: Locale,
    seats: Vec<String>,
    /// The levels of computer players, by seat.
    levels: Vec<Option<u8>>,
    colours: Vec<(Seat, String)>,
    you: Option<Seat>,
    unplaceable: Unplaceable,
    earlier_river: bool,
    former: Vec<FormerPlayer>,
}

/// Names of a seat that changed hands with game event `n`.
#[derive(Clone, Debug)]
struct FormerPlayer {
    seat: Seat,
    n: u32,
    name: String,
    /// Who has taken it over.
    by: String,
}

/// The name of the first colour of a seat, for players without names.
pub fn colour_of_seat(locale: Locale, header: &Header, seat: Seat) -> String {
    let colour = header.colours.iter().find(|colour| colour.seat == seat);
    colour.map_or_else(String::new, |colour| {
        locale.text("colour-name").with("colour", &colour.name).to_string()
    })
}

impl Names {
    /// The viewer's seat is called "you".
    pub fn of(locale: Locale, header: &Header, you: Option<Seat>) -> Self {
        let colours = header.colours.iter().map(|colour| (colour.seat, colour.name.clone())).collect();
        let Ruleset { preset, unplaceable, earlier_river, .. } = header.rules;
        let (locale, seats) = (locale.of_book(preset), header.seats.clone());
        Self {
            locale,
            seats,
            levels: Vec::new(),
            colours,
            you,
            unplaceable,
            earlier_river,
            former: Vec::new(),
        }
    }

    /// Replaces names that have changed since the game started.
    #[must_use]
    pub fn called(mut self, players: impl Iterator<Item = Option<String>>) -> Self {
        for (known, player) in self.seats.iter_mut().zip(players) {
            *known = player.unwrap_or(std::mem::take(known));
        }
        self
    }

    /// Adds the levels of computer players, by seat.
    #[must_use]
    pub fn with_levels(self, levels: Vec<Option<u8>>) -> Self {
        Self { levels, ..self }
    }

    /// Adds those whose seats others have taken over.
    #[must_use]
    pub fn with_former(self, former: &[Predecessor]) -> Self {
        let name = |person| person_name(self.locale, person).into_owned();
        let former = former.iter().map(|Predecessor { seat, n, player, by }| FormerPlayer {
            seat: *seat,
            n: *n,
            name: name(player),
            by: name(by),
        });
        Self { former: former.collect(), ..self }
    }

    /// The players as they were when event `n` came.
    pub fn before(&self, n: u32) -> Cow<'_, Self> {
        let later: Vec<FormerPlayer> = self.former.iter().filter(|former| n <= former.n).cloned().collect();
        if later.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut names = self.clone();
        // Who had the seat is named last: those who took it over later come before.
        for FormerPlayer { seat, name, .. } in later.iter().rev() {
            if let Some(known) = names.seats.get_mut(seat.index()) {
                known.clone_from(name);
            }
            names.you = names.you.filter(|you| you != seat);
        }
        Cow::Owned(Self { former: later, ..names })
    }

    /// Who has taken over a seat from the player whom these names have.
    pub fn successor(&self, seat: Seat) -> &str {
        let former = self.former.iter().find(|former| former.seat == seat);
        former.map_or_else(|| self.player(seat), |former| &former.by)
    }

    /// As someone reads them who doesn't play.
    #[must_use]
    pub fn for_everyone(self) -> Self {
        Self { you: None, ..self }
    }

    /// The level of the computer player, from 1 to 8; `None` for a person.
    pub fn level(&self, colour: Colour) -> Option<u8> {
        self.levels.get(self.seat(colour)?.index()).copied().flatten()
    }

    /// The viewer's language, with the terms of the game's rule book.
    pub const fn locale(&self) -> Locale {
        self.locale
    }

    /// In seat order.
    pub fn players(&self) -> &[String] {
        &self.seats
    }

    /// Whether an unplaceable tile is set aside for good rather than returned to the bag.
    pub fn is_set_aside(&self, kind: TileKind) -> bool {
        self.unplaceable != Unplaceable::PutBack || (!self.earlier_river && kind.def().set == TileSet::River)
    }

    /// The viewer's seat.
    pub const fn you(&self) -> Option<Seat> {
        self.you
    }

    pub fn is_you(&self, colour: Colour) -> bool {
        self.you.is_some_and(|you| self.seat(colour) == Some(you))
    }

    fn seat(&self, colour: Colour) -> Option<Seat> {
        self.colours.get(colour.index()).map(|(seat, _)| *seat)
    }

    pub fn player(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or_else(|| self.locale.say("player-unknown"), String::as_str)
    }

    /// The name of the colour itself.
    pub fn colour_name(&self, colour: Colour) -> &str {
        self.colours.get(colour.index()).map_or("", |(_, name)| name)
    }

    /// The name of the colour, if its player has several.
    pub fn colour_name_of_several(&self, colour: Colour) -> Option<&str> {
        self.seat(colour).filter(|seat| self.has_several(*seat)).map(|_| self.colour_name(colour))
    }

    pub fn hue(&self, colour: Colour) -> Hue {
        Hue::named(self.colour_name(colour), colour.index())
    }

    /// "you" or the name of the player, with the colour if the player has several.
    pub fn who(&self, colour: Colour) -> String {
        self.called_in(colour, key("player-you"), key("player-unknown"))
    }

    /// [`Names::who`] at the beginning of a sentence. Names are never capitalised.
    pub fn starting(&self, colour: Colour) -> String {
        self.called_in(colour, key("player-you-start"), key("player-unknown-start"))
    }

    /// [`Names::who`] after a picture of the player's piece.
    pub fn who_with_piece(&self, colour: Colour) -> Html {
        self.with_piece(colour, &self.who(colour))
    }

    /// [`Names::starting`] after a picture of the player's piece.
    pub fn starting_with_piece(&self, colour: Colour) -> Html {
        self.with_piece(colour, &self.starting(colour))
    }

    fn with_piece(&self, colour: Colour, name: &str) -> Html {
        let piece = Html(art::follower(self.hue(colour), FollowerKind::Meeple));
        self.locale.html("player-with-piece").part("piece", piece).with("name", name).into()
    }

    fn called_in(&self, colour: Colour, you: &'static str, unknown: &'static str) -> String {
        let Some(seat) = self.seat(colour) else { return self.locale.say(unknown).to_owned() };
        let player = if self.you == Some(seat) { self.locale.say(you) } else { self.player(seat) };
        self.with_colour_name(player, colour)
    }

    fn with_colour_name(&self, player: &str, colour: Colour) -> String {
        self.colour_name_of_several(colour).map_or_else(
            || player.to_owned(),
            |colour_name| {
                self.locale
                    .text("player-colour")
                    .with("player", player)
                    .with("colour", colour_name)
                    .to_string()
            },
        )
    }

    /// [`Names::whose`] after a picture of the player's piece.
    pub fn whose_with_piece(&self, colour: Colour) -> Html {
        self.with_piece(colour, &self.whose(colour))
    }

    /// The possessive at the beginning of a sentence: "Your", "ann’s", "ann’s red".
    pub fn whose(&self, colour: Colour) -> String {
        let whose = match self.seat(colour) {
            Some(seat) if self.you == Some(seat) => self.locale.say("player-whose-you").to_owned(),
            Some(seat) => self.locale.text("player-whose").with("name", self.player(seat)).to_string(),
            None => {
                let unknown = self.locale.say("player-unknown-start");
                self.locale.text("player-whose").with("name", unknown).to_string()
            }
        };
        match self.colour_name_of_several(colour) {
            Some(colour_name) => self
                .locale
                .text("player-whose-colour")
                .with("whose", whose)
                .with("colour", colour_name)
                .to_string(),
            None => whose,
        }
    }

    /// `None` if the seat has no colour.
    pub fn first_colour(&self, seat: Seat) -> Option<Colour> {
        let place = self.colours.iter().position(|(other, _)| *other == seat)?;
        u8::try_from(place).ok().map(Colour)
    }

    /// "You" or the name of the player, at the beginning of a sentence.
    pub fn seat_name(&self, seat: Seat) -> &str {
        if self.you == Some(seat) { self.locale.say("player-you-start") } else { self.player(seat) }
    }

    /// The possessive at the beginning of a sentence: "Your", "ann’s".
    pub fn whose_seat(&self, seat: Seat) -> String {
        if self.you == Some(seat) {
            return self.locale.say("player-whose-you").to_owned();
        }
        self.locale.text("player-whose").with("name", self.player(seat)).to_string()
    }

    /// Whether the seat plays several colours.
    fn has_several(&self, seat: Seat) -> bool {
        self.colours.iter().filter(|(other, _)| *other == seat).count() > 1
    }

    /// "ann", "ann and ben", "ann, ben and you".
    pub fn all(&self, colours: ColourSet) -> String {
        self.locale.list(&colours.iter().map(|colour| self.who(colour)).collect::<Vec<_>>())
    }

    /// [`Names::all`] at the beginning of a sentence.
    pub fn all_starting(&self, colours: ColourSet) -> String {
        let first = colours.iter().take(1).map(|colour| self.starting(colour));
        let others = colours.iter().skip(1).map(|colour| self.who(colour));
        self.locale.list(&first.chain(others).collect::<Vec<_>>())
    }

    /// [`Names::all_starting`] with pictures of the players' pieces.
    pub fn all_starting_with_pieces(&self, colours: ColourSet) -> Html {
        let first = colours.iter().take(1).map(|colour| self.starting_with_piece(colour));
        let others = colours.iter().skip(1).map(|colour| self.who_with_piece(colour));
        self.locale.html_list(&first.chain(others).collect::<Vec<_>>())
    }

    /// "4 meeples".
    pub fn followers(&self, kind: FollowerKind, n: u16) -> String {
        self.locale.text("follower-count").with("kind", kind.word()).with("n", n).to_string()
    }

    /// "meeple".
    pub fn follower(&self, kind: FollowerKind) -> String {
        self.locale.text("follower-name").with("kind", kind.word()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_letters_that_their_owners_chose() {
        // Accounts may be called "you": names were not always reserved.
        let players = vec!["youri".to_owned(), "you".to_owned(), "ann".to_owned()];
        let header = Header::new(Ruleset::default(), players, Seat(0));
        let names = Names::of(Locale::default(), &header, Some(Seat(2)));
        let starting: Vec<String> = (0..3).map(|colour| names.starting(Colour(colour))).collect();
        assert_eq!(starting, ["youri", "you", "You"]);
        let all = |colours: &[u8]| names.all_starting(colours.iter().copied().map(Colour).collect());
        assert_eq!(all(&[0, 1, 2]), "youri, you and you");
        assert_eq!(all(&[1]), "you");
        assert_eq!(all(&[2]), "You");
        assert_eq!(names.whose(Colour(0)), "youri’s");
    }
}
