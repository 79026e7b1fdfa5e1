//! Pages of the tile atlas: all possible tiles, and those that exist.

use crate::html::atlas::breach;
use crate::html::atlas::chart::{Chart, GroupChart, Total};
use crate::html::atlas::choice::{Leads, SelectOption, options};
use crate::html::atlas::trial_page::{EXAMPLES, Outcome, RULES, Trial};
use crate::html::layout::Layout;
use crate::html::wording::{rule_names, tile_words};
use crate::http::urls::Url;
use crate::locale::{ByLocale, Locale, key};
use askama::Template;
use engine::{Rotation, Side, TileSet};

/// Tiles of the base game that show what the atlas is about, and the keys of words for them.
const SAMPLES: [(&str, &str); 4] = [
    ("RRRR", key("atlas-sample-road")),
    ("CFFC", key("atlas-sample-city")),
    ("CRRF", key("atlas-sample-both")),
    ("FFFFL", key("atlas-sample-meadow")),
];

/// All groups.
#[derive(Template)]
#[template(path = "atlas/index.html")]
pub struct AtlasPage {
    pub layout: Layout,
    pub chart: &'static Chart,
}

impl AtlasPage {
    fn sample_symbols() -> String {
        art::symbols(SAMPLES.iter().filter_map(|(name, _)| name.parse().ok()))
    }

    /// Each with what it shows.
    fn samples(&self) -> impl Iterator<Item = (String, &'static str)> {
        SAMPLES.iter().filter_map(|&(name, words)| {
            Some((art::tile(name.parse().ok()?, Rotation::R0, ""), self.layout.locale.say(words)))
        })
    }

    fn sum(&self, of: fn(&Total) -> u32) -> u32 {
        self.chart.totals.iter().map(|(_, total)| of(total)).sum()
    }

    /// The number of ways to read a tile's edges.
    fn readings(&self) -> usize {
        self.chart.groups.iter().map(|group| group.readings).sum()
    }
}

#[derive(Template)]
#[template(path = "atlas/group.html")]
pub struct GroupPage {
    pub layout: Layout,
    pub group: &'static GroupChart,
    /// The name of the previous group.
    pub before: Option<&'static str>,
    /// The name of the next group.
    pub after: Option<&'static str>,
}

/// The tiles that belong to no group.
#[derive(Template)]
#[template(path = "atlas/outside.html")]
pub struct OutsidePage {
    pub layout: Layout,
    pub chart: &'static Chart,
}

/// The tile editor.
#[derive(Template)]
#[template(path = "atlas/try.html")]
pub struct TryPage {
    pub layout: Layout,
    /// The current choices.
    pub trial: Trial,
    /// `None` until something is chosen.
    pub outcome: Option<Outcome>,
}

impl TryPage {
    fn shown(&self, side: Side) -> Vec<SelectOption> {
        options(&self.trial.shown[side.index()], |_| true)
    }

    /// Where the road at a side can lead: anywhere but to that side.
    fn leads(&self, side: Side) -> Vec<SelectOption> {
        options(&self.trial.leads[side.index()], |leads| *leads != Leads::Side(side))
    }

    const fn legend(side: Side) -> &'static str {
        match side {
            Side::Top => key("atlas-try-top"),
            Side::Right => key("atlas-try-right"),
            Side::Bottom => key("atlas-try-bottom"),
            Side::Left => key("atlas-try-left"),
        }
    }

    fn middle(&self) -> Vec<SelectOption> {
        options(&self.trial.middle, |_| true)
    }

    /// The ends of the road that reaches no side: name, label and options.
    fn inner(&self) -> [(&'static str, &'static str, Vec<SelectOption>); 2] {
        let [from, to] = self.trial.inner_road.map(|end| options(&end, |leads| !leads.is_side()));
        [("inner_from", key("atlas-try-from"), from), ("inner_to", key("atlas-try-to"), to)]
    }
}

/// Every kind of an expansion in every rotation, among neighbours.
#[derive(Template)]
#[template(path = "atlas/sheet.html")]
pub struct SheetPage {
    pub layout: Layout,
    pub set: TileSet,
    pub locale: Locale,
}

impl SheetPage {
    fn is_shown(&self, set: TileSet) -> bool {
        self.set == set
    }

    /// The set's pictures, drawn once for each language.
    fn sheet(&self) -> &'static str {
        static SHEETS: [ByLocale<String>; TileSet::ALL.len()] =
            [const { ByLocale::empty() }; TileSet::ALL.len()];
        let locale = self.locale;
        SHEETS[self.set as usize].get(locale, || {
            let words = |kind, rotation| tile_words::words(locale, kind, rotation);
            art::sheet(&[self.set], |set| rule_names::expansion(locale, set), words)
        })
    }
}
