//! What the other boxes bring.

use crate::engine::{BuilderRule, FollowerKind, RiverRule, TileSet};
use crate::web::html::rulebook::book::play::kinds;
use crate::web::html::rulebook::book::{Block, Chapter, Tale, text};
use crate::web::html::rulebook::example::Example;
use crate::web::html::rulebook::words::points;

impl Tale<'_> {
    /// The chapter of a box, which these rules have, or may have (`added`).
    pub(in crate::web) fn box_of(&self, set: TileSet, added: bool) -> Chapter {
        let mut blocks = Vec::new();
        if added {
            blocks.push(text("This box is no part of the book, but you can add it when you open a table."));
        }
        let id = match set {
            TileSet::Base => "base",
            TileSet::River => {
                self.river(&mut blocks);
                "river"
            }
            TileSet::Inns => {
                self.inns(&mut blocks);
                "inns"
            }
            TileSet::Traders => {
                self.traders(&mut blocks);
                "traders"
            }
            TileSet::King => {
                blocks.push(text("Five more tiles, rare and useful; their rules are those of all tiles."));
                blocks.push(Block::Tiles(kinds(&["KR-crossing-cities", "KR-cloister-cap"])));
                "king"
            }
        };
        Chapter { id, title: set.title().to_owned(), blocks }
    }

    fn river(&self, blocks: &mut Vec<Block>) {
        let when = match self.rules.river {
            RiverRule::Chosen => String::new(),
            RiverRule::FromMinutes(minutes) => {
                format!(" Only games of {minutes} minutes or more begin with the river.")
            }
        };
        blocks.push(text(format!(
            "The game begins with a river. The spring lies on the table; the river tiles are drawn first, each continues the \
             river, and the lake is the last of them. Then the other tiles follow.{when}"
        )));
        blocks.push(text(
            "The river may not turn twice the same way in a row. Followers may go on anything but water, and water parts fields \
             as a road does. A river tile that cannot be placed is set aside.",
        ));
        blocks.push(Block::Tiles(kinds(&["RV-source", "RV-lake"])));
    }

    fn inns(&self, blocks: &mut Vec<Block>) {
        let (rules, city) = (self.rules, self.words.city);
        if rules.supply(FollowerKind::Big) > 0 {
            blocks.push(text(
                "The big follower counts as two where followers are counted. In everything else it is a follower like the others.",
            ));
            let caption = format!("Red's big follower and blue's ordinary one meet in a {city}.");
            self.example(blocks, Example::Big, caption);
        }
        blocks.push(text(format!(
            "A finished road with an inn at it pays {} for each tile. If it is not finished at the end, it pays nothing. A second \
             inn changes nothing.",
            points(rules.inn_tile)
        )));
        self.example(blocks, Example::Inn, "A road with an inn, finished.".to_owned());
        self.example(blocks, Example::OpenInn, "The same road, not finished when the game ends.".to_owned());
        blocks.push(text(format!(
            "A finished {city} with a cathedral in it pays {} for each tile and as much for each shield. If it is not finished at \
             the end, it pays nothing. A second cathedral changes nothing.",
            points(rules.cathedral_tile)
        )));
        self.example(blocks, Example::Cathedral, format!("A {city} of five tiles around a cathedral."));
        blocks.push(text("With this box up to six can play."));
    }

    fn traders(&self, blocks: &mut Vec<Block>) {
        let (rules, city) = (self.rules, self.words.city);
        if rules.supply(FollowerKind::Builder) > 0 {
            let needs = match rules.builder_needs {
                BuilderRule::Presence => "already have a follower",
                BuilderRule::Ownership => "have the most followers, alone or with others",
            };
            blocks.push(text(format!(
                "Instead of a follower you may put your builder on a road or in a {city} where you {needs}. From then on, when \
                 a tile of yours makes that road or {city} grow, you play a second tile at once; never a third. The \
                 builder counts for nothing, and comes home with the others."
            )));
            let caption = "Red has made the builder's road longer, and plays a second tile in the same turn.";
            self.example(blocks, Example::Builder, caption.to_owned());
        }
        if rules.goods_points > 0 {
            blocks.push(text(format!(
                "Some {} hold wine, grain or cloth. Whoever places the tile that finishes such a {city} takes what is in it, \
                 whoever owns the {city}. At the end the most wine, the most grain and the most cloth pay {} each, to all \
                 who have the most.",
                self.words.cities,
                points(rules.goods_points)
            )));
            let caption = format!(
                "Blue closes red's {city}: the {city} pays red, the grain goes to blue and pays at the end."
            );
            self.example(blocks, Example::Goods, caption);
        } else {
            blocks.push(text("The trade goods on the tiles are not used."));
        }
        if rules.supply(FollowerKind::Pig) > 0 && rules.pig_points > 0 {
            blocks.push(text(format!(
                "Instead of a follower you may put your pig on a field where you have a farmer. At the end, if you have the most \
                 farmers there, every {city} pays you {} more. The pig counts for nothing itself.",
                points(rules.pig_points)
            )));
            self.example(blocks, Example::Pig, format!("A farmer with a pig beside a finished {city}."));
        } else if rules.supply(FollowerKind::Pig) == 0 {
            blocks.push(text("The pig is not used."));
        }
    }
}
