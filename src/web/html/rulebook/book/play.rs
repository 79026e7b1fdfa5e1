//! What there is on the table, and how a turn goes.

use crate::engine::{BagRule, FieldRule, FollowerKind, HandRule, TileKind, TileSet, Unplaceable};
use crate::web::html::rulebook::book::{Block, Chapter, Tale, text};
use crate::web::html::rulebook::example::Example;
use crate::web::html::rulebook::words::{a, counted, points};

impl Tale<'_> {
    pub(in crate::web) fn idea(&self) -> Chapter {
        let (cities, cloisters) = (self.words.cities, self.words.cloisters);
        let blocks = vec![text(format!(
            "Together you build a landscape of {cities}, roads, {cloisters} and fields, one tile at a time. In your turn you \
             add a tile, and you may put a follower on it to claim a part of the landscape. What is finished pays points at \
             once, and its followers come home to be used again. Whoever has the most points at the end has won."
        ))];
        Chapter { id: "idea", title: "The idea".to_owned(), blocks }
    }

    pub(in crate::web) fn before(&self) -> Chapter {
        let rules = self.rules;
        let mut facts =
            vec![format!("2 to {} people play; the draw decides who begins.", rules.most_seats())];
        if rules.two_colours_for_two {
            facts.push(
                "Two players have two colours each and play them in turn: your first, theirs, your second, theirs. At the \
                 end the points of your two colours are added up."
                    .to_owned(),
            );
        }
        facts.push(format!("Each colour has {}.", self.figures()));
        facts.push(self.bag());
        let mut blocks = vec![Block::List(facts), text("This tile lies on the table before the first turn:")];
        blocks.push(Block::Tiles(vec![rules.start()]));
        Chapter { id: "before", title: "Before you begin".to_owned(), blocks }
    }

    fn figures(&self) -> String {
        let followers = u16::from(self.rules.supply(FollowerKind::Meeple));
        let meeples = match self.words.meeple {
            "follower" => counted(followers, "follower"),
            other => format!(
                "{} ({})",
                counted(followers, "follower"),
                if followers == 1 { other.to_owned() } else { format!("{other}s") }
            ),
        };
        let special = [
            (FollowerKind::Big, "1 big follower"),
            (FollowerKind::Builder, "1 builder"),
            (FollowerKind::Pig, "1 pig"),
        ];
        let special =
            special.into_iter().filter(|(kind, _)| self.rules.supply(*kind) > 0).map(|(_, name)| name);
        let all: Vec<&str> = std::iter::once(meeples.as_str()).chain(special).collect();
        listed(&all)
    }

    fn bag(&self) -> String {
        let rules = self.rules;
        let tiles: u16 = rules.census().iter().sum();
        let boxes: Vec<&str> = TileSet::ALL
            .into_iter()
            .filter(|&set| rules.has(set) && (set != TileSet::River || rules.plays_river()))
            .map(TileSet::title)
            .collect();
        let boxes = listed(&boxes);
        match rules.bag {
            BagRule::Whole => format!(
                "The bag holds {} ({boxes}). The game lasts until it is empty.",
                counted(tiles.saturating_sub(1), "tile")
            ),
            BagRule::Uniform => format!(
                "There are {} kinds of tile ({boxes}), and none ever runs out: at every draw each kind is as likely as any \
                 other. The number of turns is fixed, so that all have equally many: {}.",
                rules.census().iter().filter(|count| **count > 0).count(),
                self.turns()
            ),
            BagRule::Minutes(minutes) => format!(
                "You say how long the game should take: two tiles a minute come out of the bag, here for {minutes} minutes. \
                 All have equally many turns: {}. There are {tiles} tiles ({boxes}); those left over stay in the bag unseen, at \
                 least three.",
                self.turns()
            ),
        }
    }

    /// How many turns there are with so many players.
    fn turns(&self) -> String {
        let turns = (2..=self.rules.most_seats())
            .filter_map(|seats| Some(format!("{} with {seats} players", self.rules.tile_limit(seats)?)));
        listed(&turns.collect::<Vec<_>>())
    }

    pub(in crate::web) fn turn(&self) -> Chapter {
        let rules = self.rules;
        let claim = self.claim();
        let pay =
            "Whatever the tile has finished pays at once, whoever owns it, and the followers there go home."
                .to_owned();
        let mut steps = vec![self.draw(), self.place()];
        steps.extend(if rules.follower_after_scoring { [pay, claim] } else { [claim, pay] });
        let mut blocks = vec![Block::Steps(steps), text(self.unplaceable())];
        if rules.follower_after_scoring {
            blocks.push(text(
                "Note the order: points come before the follower. A follower that has just come home can go out again in the \
                 same turn, but what is finished cannot be claimed any more.",
            ));
            let caption = format!(
                "The road is finished and pays; its follower comes home, and goes at once on the {} of the new tile.",
                self.words.city
            );
            self.example(&mut blocks, Example::Again, caption);
        } else {
            blocks.push(text(
                "Note the order: the follower comes before the points. You may claim what your tile finishes this very moment, \
                 and get the follower back at once; but you need one to put down: a follower that comes home in this turn is \
                 there for the next.",
            ));
        }
        Chapter { id: "turn", title: "Your turn".to_owned(), blocks }
    }

    fn draw(&self) -> String {
        match self.rules.hand {
            HandRule::Shared(1) => "Draw a tile from the bag.".to_owned(),
            HandRule::Shared(tiles) => format!(
                "{tiles} tiles lie face up, for all players. Choose one of them; the next player finds another in its place."
            ),
            HandRule::OneAColour => {
                "As many tiles as there are colours lie face up, for all players. Choose one of them; the \
                 next player finds another in its place."
                    .to_owned()
            }
        }
    }

    fn place(&self) -> String {
        let city = self.words.city;
        format!(
            "Place the tile beside one that lies there already, turned as you like. Wherever two tiles touch they must go \
             together: road to road, {city} to {city}, field to field."
        )
    }

    fn claim(&self) -> String {
        let (city, cloister) = (self.words.city, a(self.words.cloister));
        let field = if self.rules.fields == FieldRule::None { "" } else { ", a field" };
        let unfinished = if self.rules.follower_after_scoring { " that is not finished" } else { "" };
        format!(
            "If you like, put one of your followers on a part of this tile{unfinished}: a road, a {city}{field} or {cloister}. But \
             not where anybody, you included, already has a follower farther along the same road{}{}.",
            if field.is_empty() { " or in the same " } else { ", in the same " },
            if field.is_empty() { city.to_owned() } else { format!("{city} or on the same field") },
        )
    }

    fn unplaceable(&self) -> String {
        match (self.rules.unplaceable, self.rules.hand) {
            (Unplaceable::Discard, HandRule::Shared(1)) => {
                "A tile that fits nowhere goes out of the game, and you draw another."
            }
            (Unplaceable::Discard, _) => {
                "A tile that fits nowhere stays until it does. If none of them fits, all go out of the game, and new ones come."
            }
            (Unplaceable::PutBack, _) => "A tile that fits nowhere goes back into the bag, and you draw another.",
            (Unplaceable::EndAsTie, _) => "If nothing that lies face up fits anywhere, the game ends at once as a tie.",
        }
        .to_owned()
    }

    pub(in crate::web) fn end(&self) -> Chapter {
        let (rules, words) = (self.rules, self.words);
        let (city, cloister) = (words.city, a(words.cloister));
        let mut pays = Vec::new();
        if rules.end_road_tile > 0 {
            pays.push(format!("an unfinished road: {} for each tile", points(rules.end_road_tile)));
        }
        if rules.end_city_tile > 0 || rules.end_city_shield > 0 {
            pays.push(format!(
                "an unfinished {city}: {} for each tile, {} more for each shield",
                points(rules.end_city_tile),
                rules.end_city_shield
            ));
        }
        pays.push(format!(
            "{cloister} with neighbours missing: 1 point for itself and 1 for each tile around it"
        ));
        if rules.fields != FieldRule::None {
            pays.push("then the fields, as told above".to_owned());
        }
        if rules.has(TileSet::Traders) && rules.goods_points > 0 {
            pays.push("and the trade goods".to_owned());
        }
        let mut blocks = vec![
            text("When the last tile is placed, what is still on the table pays its owners:"),
            Block::List(pays),
        ];
        if rules.end_road_tile == 0 && rules.end_city_tile == 0 && rules.end_city_shield == 0 {
            blocks.push(text(format!(
                "Unfinished roads and {} pay nothing: finish them in time.",
                words.cities
            )));
        }
        self.example(
            &mut blocks,
            Example::End,
            format!("The game is over: a road, a {city} and {cloister} were not finished."),
        );
        blocks.push(text(match rules.unplaceable {
            Unplaceable::EndAsTie => "The most points win. Who has equally many wins together. If the game ended because nothing fitted, it is a tie, whatever the points.",
            Unplaceable::Discard | Unplaceable::PutBack => "The most points win. Who has equally many wins together.",
        }));
        Chapter { id: "end", title: "The end".to_owned(), blocks }
    }

    pub(in crate::web) fn again(&self) -> Chapter {
        let mut blocks = vec![text(
            "When a table is opened, any seat can be given points to begin with, so that players of different strength have an \
             even game.",
        )];
        blocks.push(text(if self.rules.rematch_handicap {
            "In a rematch everybody keeps what they began with, and each loser begins with half of the points more that were \
             missing to the winner."
        } else {
            "In a rematch everybody begins with what they began with before."
        }));
        Chapter { id: "again", title: "Playing again".to_owned(), blocks }
    }
}

/// Words as a list in a sentence.
pub(in crate::web) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// Some kinds by name, for pictures.
pub(in crate::web) fn kinds(names: &[&str]) -> Vec<TileKind> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}
