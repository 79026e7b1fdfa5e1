//! The chapters about the points for roads, cities, cloisters and fields.

use crate::html::rulebook::book::{Chapter, Writer, block};
use crate::html::rulebook::example::Example;
use crate::locale::key;
use engine::{FieldRule, SmallCity};

impl Writer<'_> {
    pub(crate) fn roads(&self) -> Chapter {
        let (rules, locale) = (self.rules, self.locale);
        let (text, caption) = if rules.loops_complete {
            (key("book-roads-text-ring"), key("book-ring-caption"))
        } else {
            (key("book-roads-text-no-ring"), key("book-ring-open-caption"))
        };
        let worth = locale.text("book-roads-worth").with("points", self.points(rules.road_tile));
        let mut blocks = vec![self.paragraph(text), block(worth)];
        self.example(&mut blocks, Example::Road, key("book-roads-caption"));
        if rules.small_road {
            blocks.push(self.paragraph(key("book-roads-short")));
            self.example(&mut blocks, Example::ShortRoad, key("book-roads-short-caption"));
        }
        self.example(&mut blocks, Example::Ring, caption);
        Chapter { id: "roads", title: locale.say("book-roads").to_owned(), blocks }
    }

    pub(crate) fn cities(&self) -> Chapter {
        let (rules, locale) = (self.rules, self.locale);
        let points = self.points(rules.city_tile);
        let worth = locale.text("book-cities-worth").with("points", points).with("shield", rules.city_shield);
        let mut blocks = vec![self.paragraph(key("book-cities-text")), block(worth)];
        self.example(&mut blocks, Example::City, key("book-city-caption"));
        let exception = match rules.small_city {
            SmallCity::Full => None,
            SmallCity::HalfRate => Some(key("book-small-city-half")),
            SmallCity::TwoPoints => Some(key("book-small-city-two")),
            SmallCity::TwoPointsWithShields => Some(key("book-small-city-two-with-shields")),
        };
        if let Some(exception) = exception {
            blocks.push(self.paragraph(exception));
            self.example(&mut blocks, Example::SmallCity, key("book-small-city-caption"));
        }
        Chapter { id: "cities", title: locale.say("book-cities").to_owned(), blocks }
    }

    pub(crate) fn cloisters(&self) -> Chapter {
        let mut blocks = vec![self.paragraph(key("book-cloisters-text"))];
        self.example(&mut blocks, Example::Cloister, key("book-cloister-caption"));
        Chapter { id: "cloisters", title: self.locale.say("book-cloisters").to_owned(), blocks }
    }

    pub(crate) fn sharing(&self) -> Chapter {
        let mut blocks = vec![self.paragraph(key("book-sharing-text"))];
        self.example(&mut blocks, Example::Tie, key("book-sharing-caption"));
        Chapter { id: "sharing", title: self.locale.say("book-sharing").to_owned(), blocks }
    }

    pub(crate) fn fields(&self) -> Chapter {
        let locale = self.locale;
        let worth = self.points(self.rules.field_points);
        let mut blocks = Vec::new();
        let scoring = match self.rules.fields {
            FieldRule::None => None,
            FieldRule::PerCity => Some(locale.text("book-fields-per-city").with("points", worth)),
            FieldRule::PerField => Some(locale.text("book-fields-per-field").with("points", worth)),
        };
        if let Some(scoring) = scoring {
            blocks.extend([self.paragraph(key("book-fields-farmer")), block(scoring)]);
            self.example(&mut blocks, Example::Farm, key("book-farm-caption"));
            self.example(&mut blocks, Example::Farmers, key("book-farmers-caption"));
        } else {
            blocks.push(self.paragraph(key("book-fields-none")));
        }
        Chapter { id: "fields", title: locale.say("book-fields").to_owned(), blocks }
    }
}
