//! The final scoring.

use std::sync::Arc;

use askama::Template;

use crate::html::board::overlay::{Overlay, Overlays};
use crate::html::board::{Drawing, SummaryPart};
use crate::html::games::breakdown::BreakdownPart;
use crate::html::games::graph::Graph;
use crate::html::games::plane_page::PlanePart;
use crate::html::games::rematch_offer::{RematchOffer, RematchState};
use crate::html::games::{SeriesPart, TalkSummary};
use crate::html::layout::Layout;
use crate::html::rulebook::note::RulesNote;
use crate::http::urls::{ChallengeUrl, RatingUrl, Url};
use crate::locale::Locale;
use planar::Format;
use table::{Aids, GameId};

/// About a game that was played elsewhere.
pub struct ImportedNote {
    /// Who has imported it, in words.
    pub by: String,
    /// Whether the viewer has, and so may delete it.
    pub may_delete: bool,
}

#[derive(Template)]
#[template(path = "games/final.html")]
pub struct FinalPage {
    pub layout: Layout,
    pub talk: TalkSummary,
    pub id: GameId,
    /// The code with which other sites show the game, unless it is hidden.
    pub embed: Option<String>,
    pub drawing: Arc<Drawing>,
    /// Their points in a line for phones.
    pub summary: SummaryPart,
    pub overlays: Overlays,
    /// The index of the outlined row of the breakdown.
    pub outlined: Option<usize>,
    /// Who won.
    pub heading: String,
    /// Whether only computers played, for visitors to watch.
    pub exhibition: bool,
    /// Why the game ended.
    pub reason: String,
    /// The kinds of feature that score under these rules: the title, and the overlays that show them.
    pub kinds: Vec<(String, Overlays)>,
    /// A row for each colour.
    pub rows: Vec<FinalRow>,
    /// The totals of players who have several colours: name and points.
    pub seats: Vec<(String, i32)>,
    /// The points after each turn.
    pub graph: Graph,
    pub breakdown: BreakdownPart,
    /// The viewer's language, with the terms of the rule book.
    pub words: Locale,
    /// The draw secret, if the last event reveals it.
    pub secret: Option<String>,
    /// The commitment that the secret matches.
    pub commitment: Option<String>,
    /// The players who never revealed the salts that they had committed to; empty if there are none.
    pub unrevealed: String,
    /// Whether the draws depended on the server's secret alone.
    pub no_salts: bool,
    pub plane: PlanePart,
    pub rules: RulesNote,
    /// What the game did to the players' ratings, in words; `None` if it isn't rated, or that isn't worked out.
    pub ratings: Option<String>,
    /// How many hints each player has used; `None` at a table without them.
    pub hints: Option<String>,
    /// Whether the viewer played, and so may ask for a rematch and take the game off the dashboard.
    pub may_mark_seen: bool,
    /// Only for players.
    pub rematch: Option<RematchOffer>,
    /// `None` unless the game belongs to a series.
    pub series: Option<SeriesPart>,
    /// `None` if the game was played here.
    pub imported: Option<ImportedNote>,
    /// The number of the last event.
    pub last: u32,
}

impl FinalPage {
    /// The switches over the board.
    fn tools(&self) -> impl Iterator<Item = (Overlay, bool, String)> {
        self.overlays.tools(Aids::All, false, |toggled| Url::FinalWith(&self.id, toggled).to_string())
    }

    fn fields_url(&self) -> String {
        format!("{}#board", Url::FinalWith(&self.id, Overlays::default().with(Overlay::Fields)))
    }

    /// The totals of players who have several colours, in words.
    fn seat_scores(&self) -> String {
        let locale = self.layout.locale;
        let score = |(name, points): &(String, i32)| {
            locale.text("player-score").with("player", name).with("points", points).to_string()
        };
        locale.list(&self.seats.iter().map(score).collect::<Vec<_>>())
    }

    fn handicaps(&self) -> bool {
        self.rows.iter().any(|row| row.handicap != 0)
    }
}

/// The outlines of everything in the breakdown.
#[derive(Template)]
#[template(path = "games/outlines.html")]
pub struct OutlinesPart {
    /// An SVG group.
    pub outlines: String,
}

/// A colour's points by kind of feature.
pub struct FinalRow {
    pub name: String,
    /// The SVG of its meeple.
    pub figure: String,
    /// In the order of the page's `kinds`.
    pub points: Vec<i32>,
    /// Points at the start.
    pub handicap: i32,
    pub total: i32,
    pub won: bool,
}
