//! Points at the start, as a form asks for them: one input a seat, an empty one is nothing.

use crate::engine::{MAX_COLOURS, MOST_HANDICAP};
use crate::web::locale::Message;

/// The most that may be typed, and with a minus the least.
pub const LIMITS: i32 = MOST_HANDICAP;

/// What was typed, a seat each.
#[derive(Clone, Debug, Default)]
pub struct Handicaps {
    typed: [String; MAX_COLOURS],
    /// Why it was refused.
    pub error: Option<Message>,
}

impl Handicaps {
    /// What came back from the form.
    pub fn read(typed: impl Fn(&str) -> Option<String>) -> Self {
        let typed = std::array::from_fn(|seat| typed(&name(seat)).unwrap_or_default());
        Self { typed, error: None }
    }

    /// The inputs: their names, and what they hold.
    pub fn inputs(&self) -> impl Iterator<Item = (String, &String)> {
        self.typed.iter().enumerate().map(|(seat, text)| (name(seat), text))
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.typed.iter().any(|text| !matches!(text.trim(), "" | "0"))
    }

    /// The points of so many seats, none at all if nobody has any; without them if that cannot be, which it then says.
    pub fn points(&mut self, seats: u8) -> Option<Vec<i32>> {
        match read(&self.typed, seats.into()) {
            Ok(points) => Some(points),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

fn name(seat: usize) -> String {
    format!("handicap.{}", seat + 1)
}

fn read(typed: &[String], seats: usize) -> Result<Vec<i32>, Message> {
    let mut points = Vec::new();
    for (seat, text) in typed.iter().enumerate() {
        let number = match text.trim() {
            "" => Some(0),
            text => text.parse().ok().filter(|number| (-LIMITS..=LIMITS).contains(number)),
        };
        let number = number.ok_or_else(|| {
            Message::new("rules-form-handicap-number").with("seat", seat + 1).with("limit", LIMITS)
        })?;
        if number != 0 && seat >= seats {
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
    use crate::web::locale::Locale;

    fn asked(typed: &[(&str, &str)], seats: u8) -> Result<Vec<i32>, String> {
        let found =
            |name: &str| typed.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
        let mut handicaps = Handicaps::read(found);
        handicaps.points(seats).ok_or_else(|| Locale::default().tell(&handicaps.error.unwrap()))
    }

    #[test]
    fn handicaps_are_one_a_seat_or_none_at_all() {
        assert_eq!(asked(&[], 3), Ok(vec![]));
        assert_eq!(asked(&[("handicap.1", "0"), ("handicap.2", " ")], 3), Ok(vec![]));
        assert_eq!(asked(&[("handicap.2", "12")], 3), Ok(vec![0, 12, 0]));
    }

    #[test]
    fn a_handicap_that_cannot_be_is_refused_with_its_seat() {
        assert_eq!(asked(&[("handicap.3", "5")], 2), Err("There’s no seat 3 at a table for 2.".to_owned()));
        let wrong = asked(&[("handicap.2", "1001")], 2).unwrap_err();
        assert!(wrong.starts_with("Seat 2: enter a whole number"), "{wrong}");
        assert!(asked(&[("handicap.1", "some")], 2).is_err());
    }
}
