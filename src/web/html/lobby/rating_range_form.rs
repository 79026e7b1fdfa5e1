//! The part of a form that says which ratings a rated table wants.

use crate::html::lobby::table_page::{Control, NumberField};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, Message, key};
use table::RatingRange;

const FROM: &str = "rating_from";
const TO: &str = "rating_to";

#[derive(Clone, Debug, Default)]
pub(super) struct RatingRangeForm {
    /// As typed.
    from: String,
    to: String,
    error: Option<Message>,
}

impl RatingRangeForm {
    pub fn of(range: RatingRange) -> Self {
        let text = |end: Option<u16>| end.map(|end| end.to_string()).unwrap_or_default();
        Self { from: text(range.from), to: text(range.to), error: None }
    }

    pub fn read(fields: &Fields) -> Result<Self, PageError> {
        let text = |name| Ok::<_, PageError>(fields.optional(name)?.unwrap_or_default().trim().to_owned());
        Ok(Self { from: text(FROM)?, to: text(TO)?, error: None })
    }

    /// `None` if that is refused; the form then has its error.
    pub fn range(&mut self) -> Option<RatingRange> {
        let end = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
        let range = end(&self.from).zip(end(&self.to)).map(|(from, to)| RatingRange { from, to });
        let range = range.filter(|range| range.is_possible());
        self.error =
            range.is_none().then(|| Message::new("refused-rating-range").with("most", RatingRange::MOST));
        range
    }

    pub fn control(&self, locale: Locale) -> Control {
        let field =
            |name, label, text: &str| NumberField { name, label: locale.say(label), value: text.to_owned() };
        Control::Numbers {
            name: "rating_range",
            legend: locale.say("rating-range-legend"),
            help: locale.text("rating-range-help").with("start", RatingRange::START.to_string()).to_string(),
            fields: vec![
                field(FROM, key("rating-range-from"), &self.from),
                field(TO, key("rating-range-to"), &self.to),
            ],
            error: self.error.as_ref().map(|why| locale.format(why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(query: &str) -> Option<RatingRange> {
        RatingRangeForm::read(&Fields::read(query.as_bytes()).unwrap()).unwrap().range()
    }

    #[test]
    fn an_empty_end_has_no_limit_and_what_is_no_range_is_refused() {
        let of = |from, to| Some(RatingRange { from, to });
        for (query, expected) in [
            ("", of(None, None)),
            ("rating_from=&rating_to=", of(None, None)),
            ("rating_from=+1300+&rating_to=1700", of(Some(1300), Some(1700))),
            ("rating_to=1700", of(None, Some(1700))),
            ("rating_from=many", None),
            ("rating_from=-5", None),
            ("rating_from=1700&rating_to=1300", None),
            ("rating_to=4001", None),
        ] {
            assert_eq!(range(query), expected, "{query}");
        }
    }
}
