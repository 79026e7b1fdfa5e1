//! `/games/{id}/analysis/{n}/again`: the board before a turn, to play it better.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use crate::html::board::choices::{FollowerChoice, Impossible};
use crate::html::board::turn_preview::{self, PreviewPart};
use crate::html::board::turn_view::{cell_links, ghost_view, room};
use crate::html::board::{
    Drawing, OfferPart, ScoresPart, SummaryPart, board_view, draft, features, options, players,
};
use crate::html::games::analysis::AgainPage;
use crate::html::games::analysis::load::load;
use crate::html::games::analysis::turn::{before, numbered};
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::tile_words;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::{EventNumber, GamePath};
use crate::http::session::Viewer;
use crate::http::urls::{Draft, Url};
use crate::locale::key;
use analysis::{Depth, Move, TurnReport, judge};
use art::BoardView;
use engine::{Command, Game, TileKind, Turn};
use insight::HandPlacements;
use table::{Aids, GameId};

pub(crate) async fn get(
    viewer: Viewer,
    GamePath(id): GamePath,
    at: Path<EventNumber>,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let n = at.n;
    let (loaded, view) = load(&viewer, &caches, &id, Depth::Quick).await?;
    let Some(analysis) = view.report else {
        return Ok(viewer.go(&Url::Analysis(&id), None, &[]));
    };
    let (number, turn) = numbered(&analysis, n)?;
    let played = turn.played.and_then(Move::turn).ok_or(PageError::NotFound)?;
    let (game, names) = (before(&loaded, n)?, loaded.names());
    let retry =
        Retry { id: loaded.id(), n, game: &game, names, turn, version: analysis.analysis, tile: played.tile };
    let draft = fields.optional("x")?.is_some().then(|| draft::read(&fields)).transpose()?;
    if let Some(draft) = draft
        && options::asked(&fields)?
    {
        return Ok(options::answer(&game, names, Aids::All, draft));
    }
    let decided = fields.optional("decided")?.is_some();
    let tried = draft.map(|draft| retry.tried(draft, decided));
    let (tried, error) = match tried {
        Some(Ok(tried)) => (tried, None),
        Some(Err(why)) => (retry.asked(), Some(why)),
        None => (retry.asked(), None),
    };
    let (id, locale) = (loaded.id(), names.locale());
    let rows = || players::rows(&game, names);
    let offer =
        || OfferPart::of_page(&game, names, &HandPlacements::of(&game), Url::Again(id, n).to_string(), true);
    viewer.page(&AgainPage {
        layout: viewer.layout(locale.text("again-title").with("players", loaded.title())),
        heading: locale.text("again-heading").with("n", number).to_string(),
        drawing: Drawing::of(&tried.view, &[played.tile]),
        offer: tried.is_asked.then(offer),
        summary: SummaryPart { locale, players: rows(), tiles_left: game.tiles_left() },
        scores: ScoresPart { locale, players: rows() },
        kind: played.tile,
        tile: tile_words::tile(locale, played.tile, tried.rotation),
        error,
        rotate: tried.rotate,
        choices: tried.choices,
        impossible: tried.impossible,
        features: features::groups(&game, names, Aids::All),
        judgement: tried.judgement,
        id: id.clone(),
        n,
    })
}

/// The turn that is tried again.
struct Retry<'a> {
    id: &'a GameId,
    n: u32,
    game: &'a Game,
    names: &'a Names,
    turn: &'a TurnReport,
    /// Of the analyser that made the report.
    version: u32,
    tile: TileKind,
}

/// What the page shows of a try.
struct RetryBoard {
    /// Whether a cell is to be chosen.
    is_asked: bool,
    view: BoardView,
    rotation: engine::Rotation,
    rotate: Option<Draft>,
    choices: Vec<(Option<char>, String, String, String)>,
    impossible: Vec<Impossible>,
    judgement: Vec<String>,
}

impl Retry<'_> {
    fn url(&self, draft: Draft, decided: bool) -> String {
        Url::AgainWith(self.id, self.n, draft, decided).to_string()
    }

    /// The board where legal cells are links.
    fn asked(&self) -> RetryBoard {
        let mut view = board_view::of(self.game, self.names);
        view.cells = cell_links(&HandPlacements::of(self.game), self.tile, self.names.locale(), |draft| {
            self.url(draft, false)
        });
        view.room = Some(room(view.bounds()));
        let rotation = engine::Rotation::R0;
        let (choices, impossible, judgement) = (Vec::new(), Vec::new(), Vec::new());
        RetryBoard { is_asked: true, view, rotation, rotate: None, choices, impossible, judgement }
    }

    /// The tile on a cell with its followers or, if decided, what the turn is worth. `Err`: why it doesn't go there.
    fn tried(&self, draft: Draft, decided: bool) -> Result<RetryBoard, String> {
        let (game, names) = (self.game, self.names);
        let preview = turn_preview::preview(names.locale(), game, Draft { tile: self.tile, ..draft })?;
        let (turn, shown) = (preview.turn(), PreviewPart::of(&preview, names, Aids::All));
        let mut view = ghost_view(game, names, turn, &shown.choices, |draft| self.url(draft, true));
        let (mut choices, mut impossible, mut judgement) = (Vec::new(), Vec::new(), Vec::new());
        if decided {
            view.ghost.iter_mut().for_each(|ghost| ghost.spots.clear());
            judgement = self.judgement(turn);
        } else {
            let choice = |choice: FollowerChoice| {
                let follower = draft::follower(&choice.value).ok();
                let url = self.url(Draft { follower, ..shown.draft }, true);
                (choice.letter, choice.label, choice.detail, url)
            };
            choices = shown.choices.possible.into_iter().map(choice).collect();
            impossible = shown.choices.impossible;
        }
        let rotate = shown.rotated.filter(|_| !decided);
        let (is_asked, rotation) = (false, turn.rotation);
        Ok(RetryBoard { is_asked, view, rotation, rotate, choices, impossible, judgement })
    }

    /// How good a turn is, compared with the best and with what was played.
    fn judgement(&self, turn: Turn) -> Vec<String> {
        let locale = self.names.locale();
        let command = Command::Play(turn);
        let known = Move::of(command).and_then(|play| self.turn.loss_of(play));
        let Some(loss) = known.or_else(|| judge(self.game.position(), command, self.version)) else {
            return Vec::new();
        };
        let points = |key: &'static str, points: f64| {
            locale.text(key).with("points", locale.decimal(points)).to_string()
        };
        let gained = self.turn.loss.points - loss;
        let first =
            if loss < 0.05 { locale.say("again-best").to_owned() } else { points(key("again-behind"), loss) };
        let second = if gained.abs() < 0.05 && self.turn.played == Move::of(command) {
            Some(locale.say("again-same").to_owned())
        } else if gained >= 0.05 {
            Some(points(key("again-better"), gained))
        } else if gained <= -0.05 {
            Some(points(key("again-worse"), gained))
        } else {
            None
        };
        std::iter::once(first).chain(second).collect()
    }
}
