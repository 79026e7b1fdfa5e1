//! Challenges and series in words.

use std::borrow::Cow;

use crate::html::wording::{notification, player, rule_names, time_control};
use crate::http::session::Viewer;
use crate::locale::{Locale, key};
use account::{ChallengeId, UserId};
use service::SeriesView;
use table::{
    BestOf, ChallengeEnd, ChallengeState, ChallengeView, Person, SeriesState, SeriesStop, Side, Terms,
};

/// The name of somebody who may have left.
pub fn name(locale: Locale, person: Option<&Person>) -> Cow<'_, str> {
    person.map_or_else(|| locale.say("challenge-gone").into(), |person| player::person_name(locale, person))
}

/// The name of the other one.
pub fn opponent<'a>(locale: Locale, view: &'a ChallengeView, user: &UserId) -> Cow<'a, str> {
    match view.opponent_of(user) {
        Some(person) => player::person_name(locale, person),
        None => Cow::Borrowed(locale.say("challenge-gone")),
    }
}

pub fn best_of(locale: Locale, best_of: BestOf) -> &'static str {
    locale.say(match best_of {
        BestOf::One => key("challenge-best-of-one"),
        BestOf::Three => key("challenge-best-of-three"),
        BestOf::Five => key("challenge-best-of-five"),
    })
}

/// "Best of three: Modern rules, time per move: Daily, rated."
pub fn summary(locale: Locale, terms: &Terms) -> String {
    let settings = &terms.settings;
    let text =
        locale.text(if settings.rated { key("challenge-summary-rated") } else { key("challenge-summary") });
    let text = text.with("games", best_of(locale, terms.best_of));
    let text = text.with("rules", rule_names::short(locale, &settings.rules));
    text.with("clock", time_control::name(locale, settings.time_control)).to_string()
}

/// A challenge of a viewer, in a list or at the top of its page.
pub struct ChallengeRow {
    pub id: ChallengeId,
    /// The number of the current offer.
    pub n: u32,
    /// "ann challenges you".
    pub title: String,
    /// The terms in a few words.
    pub terms: String,
    /// Until when it can be answered, or what has become of it.
    pub state: String,
    /// Whether the viewer can accept it.
    pub to_answer: bool,
    pub is_open: bool,
}

impl ChallengeRow {
    pub(crate) fn of(viewer: &Viewer, view: &ChallengeView, user: &UserId) -> Self {
        let (locale, now) = (viewer.locale(), viewer.web().service.now());
        let challenge = &view.challenge;
        let is_open = challenge.is_open(now);
        let title = match challenge.notice().filter(|(told, _)| *told == user) {
            Some((_, notice)) => notification::challenge(notice),
            None if challenge.from == *user => key("challenge-to"),
            None => key("challenge-from"),
        };
        let state = match &challenge.state {
            ChallengeState::Open if is_open => {
                locale.text("challenge-until").with("left", locale.time_left(challenge.expires(), now))
            }
            ChallengeState::Open => locale.text(ended(&ChallengeEnd::Expired)),
            ChallengeState::Ended(end, _) => locale.text(ended(end)),
        };
        Self {
            id: challenge.id.clone(),
            n: challenge.n,
            title: locale.text(title).with("name", opponent(locale, view, user)).to_string(),
            terms: summary(locale, &challenge.terms),
            state: state.to_string(),
            to_answer: is_open && challenge.to_answer() == user,
            is_open,
        }
    }
}

const fn ended(end: &ChallengeEnd) -> &'static str {
    match end {
        ChallengeEnd::Accepted { .. } => key("challenge-state-accepted"),
        ChallengeEnd::Declined => key("challenge-state-declined"),
        ChallengeEnd::Withdrawn => key("challenge-state-withdrawn"),
        ChallengeEnd::Expired => key("challenge-state-expired"),
    }
}

/// Points in halves: "1½".
pub fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// "ann 1, ben ½".
pub fn score(locale: Locale, view: &SeriesView) -> String {
    let side = |side: Side| {
        let text = locale.text("series-points").with("name", name(locale, view.person(side)));
        text.with("points", points(view.course.halves_of(side))).to_string()
    };
    let [one, other] = Side::BOTH.map(side);
    locale.text("series-score").with("one", one).with("other", other).to_string()
}

/// "Best of three, game 2: ann 1, ben 0".
pub fn line(locale: Locale, view: &SeriesView, n: u32) -> String {
    let text = locale.text("series-line").with("games", best_of(locale, view.series.best_of));
    text.with("n", n).with("score", score(locale, view)).to_string()
}

/// What comes next in a series, or who has won it.
pub fn state(locale: Locale, view: &SeriesView) -> String {
    let name_of = |side| name(locale, view.person(side));
    match (view.course.state, &view.series.stopped) {
        (SeriesState::Won(side), _) => locale.text("series-won").with("name", name_of(side)).into(),
        (SeriesState::Drawn, _) => locale.say("series-drawn").to_owned(),
        (SeriesState::Playing, _) => locale.say("series-playing").to_owned(),
        (SeriesState::Next { .. }, Some((_, stop))) => locale.say(stopped(*stop)).to_owned(),
        (SeriesState::Next { n, first }, None) => {
            locale.text("series-next").with("n", n).with("name", name_of(first)).into()
        }
    }
}

const fn stopped(stop: SeriesStop) -> &'static str {
    match stop {
        SeriesStop::Closed => key("series-stopped-closed"),
        SeriesStop::Restricted => key("series-stopped-restricted"),
        SeriesStop::Blocked => key("series-stopped-blocked"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_written_as_points() {
        assert_eq!([0, 1, 2, 3, 5].map(points), ["0", "½", "1", "1½", "2½"]);
    }
}
