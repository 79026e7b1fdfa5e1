//! What roads, cities, cloisters and fields are worth.

use crate::engine::{FieldRule, SmallCity};
use crate::web::html::rulebook::book::{Chapter, Tale, text};
use crate::web::html::rulebook::example::Example;
use crate::web::html::rulebook::words::{a, capital, points};
use crate::web::locale::Locale;

impl Tale<'_> {
    pub(in crate::web) fn roads(&self) -> Chapter {
        let rules = self.rules;
        let (city, cloister) = (self.words.city, a(self.words.cloister));
        let ring = if rules.loops_complete {
            "A road that runs into itself is finished too, without any end."
        } else {
            "A road that runs into itself without an end is never finished."
        };
        let mut blocks = vec![
            text(format!(
                "A road ends at a crossing, at the gate of a {city} or at {cloister}. It is finished when both its ends are there. {ring}"
            )),
            text(format!(
                "A finished road pays {} for each of its tiles. A tile counts once, even if the road comes back over it.",
                points(rules.road_tile)
            )),
        ];
        self.example(&mut blocks, Example::Road, "A road from crossing to crossing.".to_owned());
        if rules.small_road {
            blocks.push(text("A road of only two tiles is worth 2 points in all."));
            self.example(&mut blocks, Example::ShortRoad, "Two crossings side by side.".to_owned());
        }
        let ring = if rules.loops_complete {
            "A ring, finished."
        } else {
            "A ring: this road will never be finished."
        };
        self.example(&mut blocks, Example::Ring, ring.to_owned());
        Chapter { id: "roads", title: "Roads".to_owned(), blocks }
    }

    pub(in crate::web) fn cities(&self) -> Chapter {
        let rules = self.rules;
        let city = self.words.city;
        let mut blocks = vec![
            text(format!(
                "A {city} is finished when the wall around it is closed and nothing is missing inside. An empty cell that the wall \
                 goes round does no harm."
            )),
            text(format!(
                "A finished {city} pays {} for each of its tiles, and {} more for each shield on them. A tile counts once, \
                 even if the {city} reaches it twice.",
                points(rules.city_tile),
                rules.city_shield
            )),
        ];
        self.example(&mut blocks, Example::City, format!("A {city} of three tiles, with one shield."));
        if let Some(exception) = self.small_city() {
            blocks.push(text(exception));
            self.example(&mut blocks, Example::SmallCity, format!("A {city} of two tiles."));
        }
        let locale = Locale::default().of_book(rules.preset);
        Chapter { id: "cities", title: locale.say("book-cities").to_owned(), blocks }
    }

    fn small_city(&self) -> Option<String> {
        let city = self.words.city;
        let worth = match self.rules.small_city {
            SmallCity::Full => return None,
            SmallCity::HalfRate => "pays only 1 point for each tile and 1 for each shield",
            SmallCity::TwoPoints => "is worth 2 points in all, shields or not",
            SmallCity::TwoPointsWithShields => "without a shield is worth 2 points in all",
        };
        Some(format!("A {city} of only two tiles {worth}."))
    }

    pub(in crate::web) fn cloisters(&self) -> Chapter {
        let cloister = capital(&a(self.words.cloister));
        let mut blocks = vec![text(format!(
            "{cloister} stands alone in the middle of its tile. It is finished when all eight cells around it are filled, \
             whoever fills them, and pays 9 points: 1 for itself and 1 for each of its neighbours."
        ))];
        self.example(&mut blocks, Example::Cloister, "The last of eight neighbours is placed.".to_owned());
        Chapter { id: "cloisters", title: capital(self.words.cloisters), blocks }
    }

    pub(in crate::web) fn sharing(&self) -> Chapter {
        let city = self.words.city;
        let mut blocks = vec![text(format!(
            "Nobody can put a follower beside another one. But two roads or two {} can grow together by a later tile, each with \
             its follower. Then whoever has the most followers in it gets all its points, and the others nothing. If several \
             have equally many, each of them gets all the points. Where nobody has a follower, nobody gets anything.",
            self.words.cities
        ))];
        self.example(
            &mut blocks,
            Example::Tie,
            format!("Red's {city} and blue's become one, and are finished."),
        );
        Chapter { id: "sharing", title: "When two meet".to_owned(), blocks }
    }

    pub(in crate::web) fn fields(&self) -> Chapter {
        let rules = self.rules;
        let (city, cities) = (self.words.city, self.words.cities);
        let worth = points(rules.field_points);
        let mut blocks = Vec::new();
        if rules.fields == FieldRule::None {
            blocks.push(text("Fields are there to look at: nobody may claim one, and they pay nothing."));
        } else {
            blocks.push(text(
                "A follower on a field lies down: a farmer. A field is never finished, so a farmer stays there to the end of the \
                 game. Fields are parted by roads, walls and water.",
            ));
            blocks.push(text(match rules.fields {
                FieldRule::PerCity => format!(
                    "At the end, look at one finished {city} after the other, and count the farmers of each colour in all the fields \
                     that touch it, together. Whoever has the most there gets {worth} for this {city}; all of them, if several have \
                     equally many. Unfinished {cities} pay nothing."
                ),
                _ => format!(
                    "At the end, look at one field after the other. Whoever has the most farmers on it gets {worth} for each finished \
                     {city} that touches the field; all of them, if several have equally many. A {city} pays every field that \
                     touches it, but each field only once. Unfinished {cities} pay nothing."
                ),
            }));
            self.example(&mut blocks, Example::Farm, format!("A farmer between two finished {cities}."));
            let caption = format!(
                "North of the {city} red and blue have a farmer each on one field; south of it red has another."
            );
            self.example(&mut blocks, Example::Farmers, caption);
        }
        Chapter { id: "fields", title: "Fields".to_owned(), blocks }
    }
}
