//! What is counted in profiles, in words.

use crate::html::wording::rule_names;
use crate::locale::{Locale, key};
use engine::Scored;
use table::{HeadToHead, Pace, RulesGroup};

/// "Modern rules, base tiles"
pub fn rules(locale: Locale, group: RulesGroup) -> String {
    let text = if group.expansions { key("profile-rules-expansions") } else { key("profile-rules-base") };
    locale.text(text).with("rules", rule_names::name(locale, group.preset)).to_string()
}

pub fn pace(locale: Locale, pace: Pace) -> &'static str {
    locale.say(match pace {
        Pace::Live => key("pace-live"),
        Pace::Day => key("pace-day"),
        Pace::Days => key("pace-days"),
        Pace::Longer => key("pace-longer"),
        Pace::Unlimited => key("pace-unlimited"),
    })
}

pub fn feature(locale: Locale, scored: Scored) -> &'static str {
    locale.say(match scored {
        Scored::Road => key("profile-roads"),
        Scored::City => key("profile-cities"),
        Scored::Cloister => key("profile-cloisters"),
        Scored::Field => key("profile-fields"),
        Scored::Goods => key("profile-goods"),
    })
}

/// "5 games: you were ahead in 3, level in none, behind in 2"
pub fn head_to_head(locale: Locale, found: HeadToHead) -> String {
    if found.games() == 0 {
        return locale.say(key("profile-together-none")).to_owned();
    }
    let HeadToHead { ahead, even, behind } = found;
    let text = locale.text("profile-together").with("n", found.games()).with("ahead", ahead);
    text.with("even", even).with("behind", behind).to_string()
}
