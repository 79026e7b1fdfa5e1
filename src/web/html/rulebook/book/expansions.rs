//! The chapters about expansions.

use crate::html::rulebook::book::play::kinds;
use crate::html::rulebook::book::{Block, Chapter, Writer, block};
use crate::html::rulebook::example::Example;
use crate::html::wording::rule_names;
use crate::locale::key;
use engine::{BuilderRule, FollowerKind, RiverRule, SecondPart, TileSet};

impl Writer<'_> {
    /// The chapter of an expansion that these rules include or, if `added`, can include.
    pub(crate) fn expansion(&self, set: TileSet, added: bool) -> Chapter {
        let mut blocks = Vec::new();
        if added {
            blocks.push(self.paragraph(key("book-added")));
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
                blocks.push(self.paragraph(key("book-king")));
                blocks.push(Block::Tiles(kinds(&["KR-crossing-cities", "KR-cloister-cap"])));
                "king"
            }
        };
        Chapter { id, title: rule_names::expansion(self.locale, set), blocks }
    }

    fn river(&self, blocks: &mut Vec<Block>) {
        blocks.push(match self.rules.river {
            RiverRule::Chosen => self.paragraph(key("book-river")),
            RiverRule::FromMinutes(minutes) => {
                block(self.locale.text("book-river-minutes").with("minutes", minutes))
            }
        });
        blocks.push(self.paragraph(key("book-river-turns")));
        blocks.push(Block::Tiles(kinds(&["RV-source", "RV-lake"])));
    }

    fn inns(&self, blocks: &mut Vec<Block>) {
        let rules = self.rules;
        if rules.supply(FollowerKind::Big) > 0 {
            blocks.push(self.paragraph(key("book-big")));
            self.example(blocks, Example::Big, key("book-big-caption"));
        }
        blocks.push(block(self.locale.text("book-inn").with("points", self.points(rules.inn_tile))));
        self.example(blocks, Example::Inn, key("book-inn-caption"));
        self.example(blocks, Example::OpenInn, key("book-inn-open-caption"));
        let cathedral = self.points(rules.cathedral_tile);
        blocks.push(block(self.locale.text("book-cathedral").with("points", cathedral)));
        self.example(blocks, Example::Cathedral, key("book-cathedral-caption"));
        blocks.push(self.paragraph(key("book-inns-seats")));
    }

    fn traders(&self, blocks: &mut Vec<Block>) {
        let rules = self.rules;
        if rules.supply(FollowerKind::Builder) > 0 {
            blocks.push(self.paragraph(match rules.builder_needs {
                BuilderRule::Presence => key("book-builder-presence"),
                BuilderRule::Ownership => key("book-builder-ownership"),
            }));
            if rules.builder_second_part == SecondPart::May {
                blocks.push(self.paragraph(key("book-builder-may")));
            }
            self.example(blocks, Example::Builder, key("book-builder-caption"));
        }
        if rules.goods_points > 0 {
            blocks
                .push(block(self.locale.text("book-goods").with("points", self.points(rules.goods_points))));
            self.example(blocks, Example::Goods, key("book-goods-caption"));
        } else {
            blocks.push(self.paragraph(key("book-no-goods")));
        }
        if rules.supply(FollowerKind::Pig) > 0 && rules.pig_points > 0 {
            blocks.push(block(self.locale.text("book-pig").with("points", self.points(rules.pig_points))));
            self.example(blocks, Example::Pig, key("book-pig-caption"));
        } else if rules.supply(FollowerKind::Pig) == 0 {
            blocks.push(self.paragraph(key("book-no-pig")));
        }
    }
}
