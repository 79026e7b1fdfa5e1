//! What is fixed before the first draw: the first line of a record.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalogue::TileKind;
use super::draw::{Commitment, Dealer, DrawSecret, DrawVersion, SaltHash};
use super::ruleset::{Ruleset, complete_stored};
use super::seat::{COLOUR_NAMES, MAX_COLOURS, Seat};

/// A colour in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourDef {
    pub seat: Seat,
    /// For example `red`.
    pub name: String,
}

/// Rules, seats and colours of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record format.
    record: u32,
    pub rules: Ruleset,
    /// The tiles on the table before the first turn.
    pub start: Vec<TileKind>,
    /// In turn order.
    pub colours: Vec<ColourDef>,
    /// The players' names, in the order of joining.
    pub seats: Vec<String>,
    /// The game's id on the server that it was played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<DateTime<Utc>>,
    /// The SHA-256 of the draw secret, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Records of the first version leave it out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub draw: DrawVersion,
    /// What each player committed to when joining, by seat; `None` is a seat that gave nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salt_hashes: Vec<Option<SaltHash>>,
    /// What each player added to the draw secret, by seat; `None` is a seat that gave nothing, or never revealed its salt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<Option<String>>,
    /// By seat; empty if nobody has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicaps: Vec<i32>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The version of the record format that this code writes.
pub(super) const RECORD_VERSION: u32 = 1;

/// The versions of the record format that this code reads.
pub(super) const RECORD_VERSIONS: [u32; 1] = [1];

/// The largest handicap and, negated, the smallest.
pub const MOST_HANDICAP: i32 = 1000;

/// Why a header is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

impl Header {
    /// The header of a new game. Colours are assigned in the order of the seats; turns start with seat `first`.
    pub fn new(rules: Ruleset, seats: Vec<String>, first: Seat) -> Self {
        let count = seats.len();
        let start = vec![rules.start()];
        let rounds = rules.colours(count).checked_div(count).unwrap_or(0);
        let order = (0..rounds)
            .flat_map(|round| (0..count).map(move |place| ((place + first.index()) % count, round)));
        let colours = order
            .filter_map(|(seat, round)| {
                let name = COLOUR_NAMES.get(seat + round * count)?;
                Some(ColourDef { seat: Seat(u8::try_from(seat).ok()?), name: (*name).to_owned() })
            })
            .collect();
        Self {
            record: RECORD_VERSION,
            rules,
            start,
            colours,
            seats,
            id: None,
            created: None,
            commitment: None,
            draw: DrawVersion::One,
            salt_hashes: Vec::new(),
            salts: Vec::new(),
            handicaps: Vec::new(),
        }
    }

    /// The dealer of this game.
    pub fn dealer(&self, secret: &DrawSecret) -> Dealer {
        secret.dealer(self.draw, &self.salts)
    }

    /// Removes what names the game, and everything about its draw.
    pub fn forget_origin(&mut self) {
        (self.id, self.created, self.commitment) = (None, None, None);
        self.draw = DrawVersion::One;
        self.salt_hashes.clear();
        self.salts.clear();
    }

    /// The header as stored with a game: like in a record, but with every parameter of the rules.
    pub fn to_stored_json(&self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::Object(mut header)) => {
                header.insert("rules".to_owned(), Value::Object(self.rules.all_parameters()));
                Value::Object(header).to_string()
            }
            _ => unreachable!("a header is an object of plain values"),
        }
    }

    /// Parses the output of [`Header::to_stored_json`], of this version or an earlier one.
    ///
    /// # Errors
    /// If the JSON is not a header.
    pub fn from_stored_json(json: &str) -> Result<Self, serde_json::Error> {
        let mut header: Value = serde_json::from_str(json)?;
        if let Some(Value::Object(rules)) = header.get_mut("rules") {
            complete_stored(rules);
        }
        serde_json::from_value(header)
    }

    /// The error says what to change.
    pub(super) fn validate(&self) -> Result<(), SetupError> {
        let refuse = |why: String| Err(SetupError(why));
        let seats = self.seats.len();
        if !(1..=MAX_COLOURS).contains(&seats) {
            return refuse(format!("a game has 1 to {MAX_COLOURS} seats, not {seats}"));
        }
        if !(1..=MAX_COLOURS).contains(&self.colours.len()) {
            return refuse(format!("a game has 1 to {MAX_COLOURS} colours, not {}", self.colours.len()));
        }
        if let Some(colour) = self.colours.iter().find(|colour| colour.seat.index() >= seats) {
            return refuse(format!(
                "colour {:?} is of seat {}, which is not there",
                colour.name, colour.seat.0
            ));
        }
        if let Some(seat) =
            (0..seats).find(|&seat| self.colours.iter().all(|colour| colour.seat.index() != seat))
        {
            return refuse(format!("seat {seat} has no colour"));
        }
        for (i, colour) in self.colours.iter().enumerate() {
            if self.colours[..i].iter().any(|other| other.name == colour.name) {
                return refuse(format!("two colours are called {:?}", colour.name));
            }
        }
        let [start] = self.start[..] else {
            return refuse(format!("a game starts with one tile, not {}", self.start.len()));
        };
        if self.rules.count(start) == 0 {
            return refuse(format!("the start tile {start} is not in the sets of this game"));
        }
        if self.rules.plays_river() && start != self.rules.start() {
            return refuse(format!("with a river the game starts with {}, not {start}", self.rules.start()));
        }
        if !self.handicaps.is_empty() && self.handicaps.len() != seats {
            return refuse(format!("{} handicaps for {seats} seats", self.handicaps.len()));
        }
        if self.handicaps.iter().any(|points| !(-MOST_HANDICAP..=MOST_HANDICAP).contains(points)) {
            return refuse(format!("a handicap is -{MOST_HANDICAP} to {MOST_HANDICAP} points"));
        }
        self.validate_draw().map_err(SetupError)
    }

    fn validate_draw(&self) -> Result<(), String> {
        if self.commitment.as_deref().is_some_and(|text| Commitment::from_hex(text).is_none()) {
            return Err("the commitment is not 64 hexadecimal digits".to_owned());
        }
        let (seats, salts, hashes) = (self.seats.len(), self.salts.len(), self.salt_hashes.len());
        if salts != 0 && salts != seats {
            return Err(format!("{salts} salts for {seats} seats"));
        }
        match self.draw {
            DrawVersion::One if hashes != 0 => Err("only draw version 2 has salt hashes".to_owned()),
            DrawVersion::One if self.salts.contains(&None) => {
                Err("in draw version 1 every seat has a salt".to_owned())
            }
            DrawVersion::One => Ok(()),
            DrawVersion::Two if hashes != salts => Err(format!("{hashes} salt hashes for {salts} salts")),
            DrawVersion::Two => {
                let revealed = self.salts.iter().map(|salt| salt.as_deref().map(SaltHash::of));
                let fits = |(revealed, promised): (Option<SaltHash>, &Option<SaltHash>)| {
                    revealed.is_none() || revealed == *promised
                };
                match revealed.zip(&self.salt_hashes).position(|pair| !fits(pair)) {
                    Some(seat) => Err(format!("the salt of seat {seat} is not the one it committed to")),
                    None => Ok(()),
                }
            }
        }
    }
}
