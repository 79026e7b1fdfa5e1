//! Lists in sentences.

use askama::filters::HtmlSafe;

use crate::locale::{Arg, Html, Locale};

impl Locale {
    /// The parts of a line: "4 tiles; touches 1 finished city".
    pub fn parts(self, parts: Vec<String>) -> String {
        let more = |start: String, next: String| {
            self.text("parts-more").with("start", start).with("next", next).to_string()
        };
        parts.into_iter().reduce(more).unwrap_or_default()
    }

    /// Short facts in a line: "Road · 2 tiles · 2 now".
    pub fn facts(self, facts: Vec<String>) -> String {
        let more = |start: String, next: String| {
            self.text("facts-more").with("start", start).with("next", next).to_string()
        };
        facts.into_iter().reduce(more).unwrap_or_default()
    }

    /// A list of markup.
    pub fn html_list(self, items: &[impl HtmlSafe]) -> Html {
        // The messages that join items have no markup of their own.
        Html(self.list(&items.iter().map(ToString::to_string).collect::<Vec<_>>()))
    }

    /// "Ann", "Ann and Ben", "Ann, Ben and Cleo".
    pub fn list<A: Arg>(self, items: &[A]) -> String {
        match items {
            [] => String::new(),
            [only] => self.text("list-one").with("item", only).to_string(),
            [first, second] => self.text("list-two").with("first", first).with("second", second).to_string(),
            [first, middle @ .., last] => {
                let first = self.text("list-one").with("item", first).to_string();
                let start = middle.iter().fold(first, |start, next| {
                    self.text("list-more").with("start", &start).with("next", next).to_string()
                });
                self.text("list-end").with("start", &start).with("last", last).to_string()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::locale::Locale;

    #[test]
    fn lists_are_joined_by_commas_and_and() {
        let list = |items: &[&str]| Locale::default().list(items);
        assert_eq!(list(&[]), "");
        assert_eq!(list(&["ann"]), "ann");
        assert_eq!(list(&["ann", "ben"]), "ann and ben");
        assert_eq!(list(&["ann", "ben", "cleo"]), "ann, ben and cleo");
        assert_eq!(list(&["ann", "ben", "cleo", "dora"]), "ann, ben, cleo and dora");
    }
}
