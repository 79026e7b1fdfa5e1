//! The chapters about the components and the course of a turn.

use crate::html::rulebook::book::{Block, Chapter, Writer};
use crate::html::rulebook::example::Example;
use crate::html::wording::rule_names;
use crate::locale::{Text, key};
use engine::{BagRule, FieldRule, FollowerKind, HandRule, TileKind, TileSet, Unplaceable};

impl Writer<'_> {
    pub(crate) fn idea(&self) -> Chapter {
        let blocks = vec![self.paragraph(key("book-idea-text"))];
        Chapter { id: "idea", title: self.locale.say("book-idea").to_owned(), blocks }
    }

    pub(crate) fn before(&self) -> Chapter {
        let (rules, locale) = (self.rules, self.locale);
        let mut facts = vec![locale.text("book-players").with("most", rules.most_seats()).to_string()];
        if rules.two_colours_for_two {
            facts.push(locale.say("book-two-colours").to_owned());
        }
        facts.push(locale.text("book-figures").with("figures", self.figures()).to_string());
        facts.push(self.bag().into());
        let mut blocks = vec![Block::List(facts), self.paragraph(key("book-start-tile"))];
        blocks.push(Block::Tiles(vec![rules.start()]));
        Chapter { id: "before", title: locale.say("book-before").to_owned(), blocks }
    }

    fn figures(&self) -> String {
        let meeples = self.rules.supply(FollowerKind::Meeple);
        let meeples = self.locale.text("book-figures-meeples").with("n", meeples).to_string();
        let special = [
            (FollowerKind::Big, key("book-figures-big")),
            (FollowerKind::Builder, key("book-figures-builder")),
            (FollowerKind::Pig, key("book-figures-pig")),
        ];
        let special = special.into_iter().filter(|(kind, _)| self.rules.supply(*kind) > 0);
        let special = special.map(|(_, name)| self.locale.say(name));
        self.locale.list(&std::iter::once(meeples.as_str()).chain(special).collect::<Vec<_>>())
    }

    fn bag(&self) -> Text {
        let (rules, locale) = (self.rules, self.locale);
        let tiles: u16 = rules.census().iter().sum();
        let count = |n: u16| locale.text("amount-tiles").with("n", n);
        let sets = TileSet::ALL
            .into_iter()
            .filter(|&set| rules.has(set) && (set != TileSet::River || rules.plays_river()))
            .map(|set| rule_names::expansion(locale, set));
        let sets = locale.list(&sets.collect::<Vec<_>>());
        match rules.bag {
            BagRule::Whole => {
                let text = locale.text("book-bag-whole").with("sets", sets);
                text.with("tiles", count(tiles.saturating_sub(1)))
            }
            BagRule::Uniform => {
                let kinds = rules.census().iter().filter(|count| **count > 0).count();
                let text = locale.text("book-bag-uniform").with("sets", sets);
                text.with("kinds", kinds).with("turns", self.turns())
            }
            BagRule::Minutes(minutes) => {
                let text = locale.text("book-bag-minutes").with("sets", sets);
                text.with("minutes", minutes).with("turns", self.turns()).with("tiles", count(tiles))
            }
        }
    }

    /// The number of turns for each number of players, in words.
    fn turns(&self) -> String {
        let turns = (2..=self.rules.most_seats()).filter_map(|seats| {
            let turns = self.rules.tile_limit(seats)?;
            Some(self.locale.text("book-turns").with("turns", turns).with("seats", seats).to_string())
        });
        self.locale.list(&turns.collect::<Vec<_>>())
    }

    pub(crate) fn turn(&self) -> Chapter {
        let (rules, locale) = (self.rules, self.locale);
        let claim = self.claim().to_owned();
        let scoring = locale.say("book-scoring-step").to_owned();
        let mut steps = vec![self.draw(), locale.say("book-place").to_owned()];
        steps.extend(if rules.follower_after_scoring { [scoring, claim] } else { [claim, scoring] });
        let mut blocks = vec![Block::Steps(steps), self.paragraph(self.unplaceable())];
        if rules.draw_ahead {
            blocks.push(self.paragraph(key("book-draw-ahead-then")));
        }
        if rules.follower_after_scoring {
            blocks.push(self.paragraph(key("book-order-scoring-first")));
            self.example(&mut blocks, Example::Again, key("book-again-caption"));
        } else {
            blocks.push(self.paragraph(key("book-order-follower-first")));
        }
        Chapter { id: "turn", title: locale.say("book-turn").to_owned(), blocks }
    }

    fn draw(&self) -> String {
        match self.rules.hand {
            HandRule::Shared(1) if self.rules.draw_ahead => self.locale.say("book-draw-ahead").to_owned(),
            HandRule::Shared(1) => self.locale.say("book-draw-one").to_owned(),
            HandRule::Shared(tiles) => self.locale.text("book-draw-shared").with("n", tiles).to_string(),
            HandRule::OneAColour => self.locale.say("book-draw-colours").to_owned(),
        }
    }

    fn claim(&self) -> &'static str {
        let fields = self.rules.fields != FieldRule::None;
        self.locale.say(match (fields, self.rules.follower_after_scoring) {
            (true, false) => key("book-claim"),
            (false, false) => key("book-claim-no-fields"),
            (true, true) => key("book-claim-unfinished"),
            (false, true) => key("book-claim-unfinished-no-fields"),
        })
    }

    const fn unplaceable(&self) -> &'static str {
        match (self.rules.unplaceable, self.rules.hand) {
            (Unplaceable::Discard, HandRule::Shared(1)) => key("book-unplaceable-discard"),
            (Unplaceable::Discard, _) => key("book-unplaceable-discard-hand"),
            (Unplaceable::PutBack, _) => key("book-unplaceable-put-back"),
            (Unplaceable::EndAsTie, _) => key("book-unplaceable-tie"),
        }
    }

    pub(crate) fn end(&self) -> Chapter {
        let (rules, locale) = (self.rules, self.locale);
        let mut scores = Vec::new();
        if rules.end_road_tile > 0 {
            let points = self.points(rules.end_road_tile);
            scores.push(locale.text("book-end-road").with("points", points).to_string());
        }
        if rules.end_city_tile > 0 || rules.end_city_shield > 0 {
            let points = self.points(rules.end_city_tile);
            let text =
                locale.text("book-end-city").with("points", points).with("shield", rules.end_city_shield);
            scores.push(text.to_string());
        }
        scores.push(locale.say("book-end-cloister").to_owned());
        if rules.fields != FieldRule::None {
            scores.push(locale.say("book-end-fields").to_owned());
        }
        if rules.has(TileSet::Traders) && rules.goods_points > 0 {
            scores.push(locale.say("book-end-goods").to_owned());
        }
        let mut blocks = vec![self.paragraph(key("book-end-text")), Block::List(scores)];
        if rules.end_road_tile == 0 && rules.end_city_tile == 0 && rules.end_city_shield == 0 {
            blocks.push(self.paragraph(key("book-end-nothing")));
        }
        self.example(&mut blocks, Example::End, key("book-end-caption"));
        blocks.push(self.paragraph(match rules.unplaceable {
            Unplaceable::EndAsTie => key("book-end-winner-tie"),
            Unplaceable::Discard | Unplaceable::PutBack => key("book-end-winner"),
        }));
        Chapter { id: "end", title: locale.say("book-end").to_owned(), blocks }
    }

    pub(crate) fn again(&self) -> Chapter {
        let rematch =
            if self.rules.rematch_handicap { key("book-again-handicap") } else { key("book-again-same") };
        let blocks = vec![self.paragraph(key("book-again-text")), self.paragraph(rematch)];
        Chapter { id: "again", title: self.locale.say("book-again").to_owned(), blocks }
    }
}

/// Kinds by name, for pictures.
pub(crate) fn kinds(names: &[&str]) -> Vec<TileKind> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}
