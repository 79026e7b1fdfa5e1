//! The texts of scripts, as JSON in every page.

use std::collections::BTreeMap;

use crate::locale::{Locale, key};

/// The names that scripts use, with the keys of the messages.
const TEXTS: &[(&str, &str)] = &[
    ("connection-lost", key("script-connection-lost")),
    ("unreachable", key("script-unreachable")),
    ("not-sent", key("script-not-sent")),
    ("play", key("script-play")),
    ("pause", key("script-pause")),
    ("previous", key("script-previous")),
    ("next", key("script-next")),
    ("show-all", key("script-show-all")),
    ("step-by-step", key("script-step-by-step")),
    ("before", key("script-before")),
    ("zoom-in", key("script-zoom-in")),
    ("zoom-out", key("script-zoom-out")),
    ("fit", key("script-fit")),
    ("your-turn", key("script-your-turn")),
    ("no-follower", key("script-no-follower")),
    ("no-follower-short", key("script-no-follower-short")),
    ("confirm", key("script-confirm")),
    ("rotate", key("script-rotate")),
    ("cancel", key("script-cancel")),
    ("keys", key("script-keys")),
    ("keys-on", key("script-keys-on")),
    ("close", key("script-close")),
    ("draft-gone", key("script-draft-gone")),
    ("key-cells", key("script-key-cells")),
    ("key-cells-text", key("script-key-cells-text")),
    ("key-next", key("script-key-next")),
    ("key-next-text", key("script-key-next-text")),
    ("key-rotate", key("script-key-rotate")),
    ("key-rotate-text", key("script-key-rotate-text")),
    ("key-none", key("script-key-none")),
    ("key-none-text", key("script-key-none-text")),
    ("key-spot", key("script-key-spot")),
    ("key-spot-text", key("script-key-spot-text")),
    ("key-confirm", key("script-key-confirm")),
    ("key-confirm-text", key("script-key-confirm-text")),
    ("key-cancel", key("script-key-cancel")),
    ("key-cancel-text", key("script-key-cancel-text")),
    ("key-zoom", key("script-key-zoom")),
    ("key-zoom-text", key("script-key-zoom-text")),
    ("key-move", key("script-key-move")),
    ("key-move-text", key("script-key-move-text")),
    ("key-fit", key("script-key-fit")),
    ("key-fit-text", key("script-key-fit-text")),
    ("key-last", key("script-key-last")),
    ("key-last-text", key("script-key-last-text")),
    ("key-history", key("script-key-history")),
    ("key-history-text", key("script-key-history-text")),
    ("key-help", key("script-key-help")),
    ("key-help-text", key("script-key-help-text")),
];

impl Locale {
    /// JSON that is safe inside a script element.
    pub fn scripts(self) -> &'static str {
        self.bundle().scripts.get_or_init(|| {
            let mut texts: BTreeMap<&str, String> =
                TEXTS.iter().map(|&(name, key)| (name, self.say(key).to_owned())).collect();
            // Scripts fill these in themselves.
            let step = self.text("script-step").with("n", "{n}").with("all", "{all}").with("text", "{text}");
            texts.insert("step", step.to_string());
            texts.insert("place-at", self.text("script-place-at").with("cell", "{cell}").to_string());
            let rotation = self.text("script-rotation").with("n", "{n}").with("all", "{all}");
            texts.insert("rotation", rotation.to_string());
            for (name, key) in [
                ("time-left-days", key("time-left-days")),
                ("time-left-hours", key("time-left-hours")),
                ("time-left-minutes", key("time-left-minutes")),
                ("time-up", key("time-up")),
            ] {
                let text = self.text(key).with("n", "{n}").with("more", "{more}");
                texts.insert(name, text.to_string());
            }
            texts.insert("outside", self.text("script-outside").with("n", "{n}").to_string());
            serde_json::to_string(&texts).unwrap_or_default().replace('<', "\\u003c")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_know_every_text_that_they_say() {
        let texts: BTreeMap<String, String> = serde_json::from_str(Locale::default().scripts()).unwrap();
        let mut said = 0;
        for script in [
            include_str!("../../../static/bastide.js"),
            include_str!("../../../static/camera.js"),
            include_str!("../../../static/draft.js"),
            include_str!("../../../static/keys.js"),
            include_str!("../../../static/live.js"),
            include_str!("../../../static/send.js"),
            include_str!("../../../static/since.js"),
            include_str!("../../../static/table.js"),
        ] {
            for call in script.split("say(\"").skip(1) {
                let name = call.split('"').next().unwrap();
                assert!(texts.contains_key(name), "{name}");
                said += 1;
            }
        }
        assert!(said > 20, "{said}");
        assert_eq!(texts["step"], "{n} of {all}: {text}");
    }
}
