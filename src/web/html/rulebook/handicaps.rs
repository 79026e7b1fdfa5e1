//! The form inputs for handicaps, one per seat; an empty input is no handicap.

use crate::locale::Message;
use engine::{MAX_COLOURS, MOST_HANDICAP};

/// The largest handicap and, negated, the smallest.
pub const LIMITS: i32 = MOST_HANDICAP;

/// What was typed, one entry per seat.
#[derive(Clone, Debug, Default)]
pub struct Handicaps {
    typed: [Typed; MAX_COLOURS],
    /// Why it was rejected.
    pub error: Option<Message>,
}

#[derive(Clone, Debug, Default)]
struct Typed {
    text: String,
    less_than_tiles: bool,
}

pub struct HandicapInput<'a> {
    /// The name of the number's input.
    pub name: String,
    /// The value of the number's input.
    pub text: &'a str,
    /// The name of the input that says what the number means.
    pub of: String,
    /// Whether the number is subtracted from the number of tiles in the bag.
    pub less_than_tiles: bool,
}

impl Handicaps {
    pub fn read(typed: impl Fn(&str) -> Option<String>) -> Self {
        let typed = std::array::from_fn(|seat| Typed {
            text: typed(&name(seat)).unwrap_or_default(),
            less_than_tiles: typed(&of(seat)).as_deref() == Some(TILES),
        });
        Self { typed, error: None }
    }

    /// The form with these handicaps.
    pub fn of(points: &[i32]) -> Self {
        let typed = std::array::from_fn(|seat| {
            let text = points.get(seat).map_or_else(String::new, ToString::to_string);
            Typed { text, less_than_tiles: false }
        });
        Self { typed, error: None }
    }

    pub fn inputs(&self) -> impl Iterator<Item = HandicapInput<'_>> {
        self.typed.iter().enumerate().map(|(seat, typed)| HandicapInput {
            name: name(seat),
            text: &typed.text,
            of: of(seat),
            less_than_tiles: typed.less_than_tiles,
        })
    }

    /// Whether any seat has a handicap.
    pub fn any(&self) -> bool {
        self.typed.iter().any(|typed| typed.less_than_tiles || !matches!(typed.text.trim(), "" | "0"))
    }

    /// The handicaps of `seats` seats with `tiles` tiles in the bag; empty if nobody has one. `None` if something is invalid;
    /// `error` then says what.
    pub fn points(&mut self, seats: u8, tiles: usize) -> Option<Vec<i32>> {
        match read(&self.typed, seats.into(), tiles) {
            Ok(points) => Some(points),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// The form value for a handicap that is subtracted from the number of tiles in the bag.
const TILES: &str = "tiles";

fn name(seat: usize) -> String {
    format!("handicap.{}", seat + 1)
}

fn of(seat: usize) -> String {
    format!("handicap.{}.of", seat + 1)
}

fn read(typed: &[Typed], seats: usize, tiles: usize) -> Result<Vec<i32>, Message> {
    let tiles = i32::try_from(tiles).unwrap_or(LIMITS);
    let mut points = Vec::new();
    for (seat, Typed { text, less_than_tiles }) in typed.iter().enumerate() {
        let number = match text.trim() {
            "" if *less_than_tiles => None,
            "" => Some(0),
            text => text.parse().ok().filter(|number| (-LIMITS..=LIMITS).contains(number)),
        };
        let number = number.map(|number: i32| if *less_than_tiles { tiles - number } else { number });
        let number = number.filter(|number| (-LIMITS..=LIMITS).contains(number)).ok_or_else(|| {
            Message::new("rules-form-handicap-number").with("seat", seat + 1).with("limit", LIMITS)
        })?;
        if seat >= seats && (number != 0 || *less_than_tiles) {
            return Err(Message::new("rules-form-no-seat").with("seat", seat + 1).with("seats", seats));
        }
        points.push(number);
    }
    points.truncate(seats);
    Ok(if points.iter().all(|points| *points == 0) { Vec::new() } else { points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;

    fn points(typed: &[(&str, &str)], seats: u8) -> Result<Vec<i32>, String> {
        let found =
            |name: &str| typed.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
        let mut handicaps = Handicaps::read(found);
        handicaps.points(seats, 71).ok_or_else(|| Locale::default().format(&handicaps.error.unwrap()))
    }

    #[test]
    fn handicaps_are_one_a_seat_or_none_at_all() {
        assert_eq!(points(&[], 3), Ok(vec![]));
        assert_eq!(points(&[("handicap.1", "0"), ("handicap.2", " ")], 3), Ok(vec![]));
        assert_eq!(points(&[("handicap.2", "12")], 3), Ok(vec![0, 12, 0]));
    }

    #[test]
    fn a_handicap_may_be_less_than_the_tiles_in_the_bag() {
        let of = |text| [("handicap.2", text), ("handicap.2.of", "tiles")];
        assert_eq!(points(&of("30"), 2), Ok(vec![0, 41]));
        assert_eq!(points(&of("80"), 2), Ok(vec![0, -9]));
        assert!(points(&of(""), 2).is_err());
    }

    #[test]
    fn an_invalid_handicap_is_rejected_with_its_seat() {
        assert_eq!(points(&[("handicap.3", "5")], 2), Err("There’s no seat 3 at a table for 2.".to_owned()));
        let wrong = points(&[("handicap.2", "1001")], 2).unwrap_err();
        assert!(wrong.starts_with("Seat 2: enter a whole number"), "{wrong}");
        assert!(points(&[("handicap.1", "some")], 2).is_err());
    }
}
