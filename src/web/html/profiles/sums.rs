//! What games add up to, in words and tables.

use std::collections::BTreeMap;

use crate::html::profiles::page::{FactRow, PointsRow, ResultGroup, ResultRow};
use crate::html::wording::{profile as words, reliability};
use crate::locale::{Locale, key};
use engine::Scored;
use table::{AnalysedSums, GameKind, MedianAnswer, ProfileSums, Reliability};

type Sums = BTreeMap<GameKind, ProfileSums>;

/// All kinds of game together.
pub(super) fn total(sums: &Sums) -> ProfileSums {
    let mut total = ProfileSums::default();
    for one in sums.values() {
        total.add(one);
    }
    total
}

/// "12 games: 5 won, 1 shared, 6 lost"
pub(super) fn summary(locale: Locale, total: &ProfileSums) -> Option<String> {
    let text = locale.text("profile-summary").with("n", total.games()).with("won", total.won);
    (total.games() > 0).then(|| text.with("drawn", total.drawn).with("lost", total.lost).to_string())
}

pub(super) fn groups(locale: Locale, sums: &Sums) -> Vec<ResultGroup> {
    let by_rules = grouped(sums, |kind| kind.rules, |rules| words::rules(locale, rules));
    let by_seats =
        grouped(sums, |kind| kind.seats, |seats| locale.text("profile-seats").with("n", seats).to_string());
    let by_pace = grouped(sums, |kind| kind.pace, |pace| words::pace(locale, pace).to_owned());
    [
        (key("profile-by-rules"), by_rules),
        (key("profile-by-seats"), by_seats),
        (key("profile-by-pace"), by_pace),
    ]
    .into_iter()
    .map(|(name, rows)| ResultGroup {
        name: locale.say(name),
        rows: rows.into_iter().map(|(name, sums)| row(locale, name, &sums)).collect(),
    })
    .collect()
}

/// The sums of the kinds that have this in common.
fn grouped<K: Ord + Copy>(
    sums: &Sums,
    of: impl Fn(&GameKind) -> K,
    name: impl Fn(K) -> String,
) -> Vec<(String, ProfileSums)> {
    let mut groups: BTreeMap<K, ProfileSums> = BTreeMap::new();
    for (kind, one) in sums {
        groups.entry(of(kind)).or_default().add(one);
    }
    groups.into_iter().map(|(key, sums)| (name(key), sums)).collect()
}

fn row(locale: Locale, name: String, sums: &ProfileSums) -> ResultRow {
    let ProfileSums { won, drawn, lost, .. } = *sums;
    ResultRow { name, games: sums.games(), won, drawn, lost, share: locale.percent(ratio(won, sums.games())) }
}

/// Points by feature per game that the player stayed in.
pub(super) fn points(locale: Locale, total: &ProfileSums) -> Vec<PointsRow> {
    if total.stayed == 0 {
        return Vec::new();
    }
    let all: i64 = Scored::ALL.into_iter().map(|scored| total.points_of(scored)).sum();
    let row = |scored: Scored| PointsRow {
        name: words::feature(locale, scored),
        points: locale.decimal(ratio(total.points_of(scored), total.stayed)),
        share: locale.percent(ratio(total.points_of(scored), all)),
    };
    let scored = Scored::ALL.into_iter().filter(|&scored| total.points_of(scored) != 0);
    let all_row = PointsRow {
        name: locale.say(key("profile-points-all")),
        points: locale.decimal(ratio(all, total.stayed)),
        share: locale.percent(1.0),
    };
    scored.map(row).chain([all_row]).collect()
}

/// Pace, and what analyses say.
pub(super) fn facts(locale: Locale, total: &ProfileSums, known: Reliability) -> Vec<FactRow> {
    let fact = |label, value| FactRow { label: locale.say(label), value };
    let mut facts = vec![fact(key("profile-reliability"), reliability::name(locale, known))];
    if let Some(median) = total.answers.median() {
        let value = match median {
            MedianAnswer::Within(time) => {
                locale.text("profile-answer-within").with("time", locale.rough_span(time))
            }
            MedianAnswer::Longer(time) => {
                locale.text("profile-answer-longer").with("time", locale.rough_span(time))
            }
        };
        facts.push(fact(key("profile-answer"), value.to_string()));
    }
    if let Some(AnalysedSums { games, ahead, adjusted, loss, choices }) = total.analysed {
        let thousandths = |sum: i64, of: i64| ratio(sum, of) / 1000.0;
        let luck = locale
            .text("profile-luck-value")
            .with("ahead", locale.signed(thousandths(ahead, games)))
            .with("adjusted", locale.signed(thousandths(adjusted, games)))
            .with("n", games);
        facts.push(fact(key("profile-luck"), luck.to_string()));
        if choices > 0 {
            let value =
                locale.text("profile-loss-value").with("loss", locale.hundredths(thousandths(loss, choices)));
            facts.push(fact(key("profile-loss"), value.with("n", games).to_string()));
        }
    }
    facts
}

/// 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "sums of a few games")]
fn ratio(sum: i64, of: i64) -> f64 {
    if of == 0 { 0.0 } else { sum as f64 / of as f64 }
}
