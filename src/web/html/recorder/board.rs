//! `/recorder/{id}`: the board of a game that is being entered.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::board::turn_rows::{self, TurnRow};
use crate::html::board::{Drawing, OfferPart, ScoresPart, SummaryPart, draft, options, parts, players};
use crate::html::import::preview::{self, Choice};
use crate::html::practice::board_page::NextAction;
use crate::html::practice::board_state::BoardState;
use crate::html::practice::loaded::LoadedPractice;
use crate::html::recorder::pages::RecorderBoardPage;
use crate::html::recorder::start::refusal;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::outcome;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::http::urls::{Draft, PracticeStart, PracticeUrl, Url};
use crate::locale::Message;
use engine::TileKind;
use insight::{HandPlacements, Regions};
use practice::{Occupant, Seed};
use service::Recording;
use table::{Aids, ImportedGame};

pub(crate) async fn get(person: SignedIn, id: Path<String>, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let draft = if fields.optional("x")?.is_some() { Some(draft::read(&fields)?) } else { None };
    let recording = load(&person, &id).await?;
    if let Some(draft) = draft.filter(|_| options::asked(&fields).unwrap_or(false)) {
        let names = Names::of(person.viewer.locale(), recording.practice.game().header(), None);
        return Ok(options::answer(recording.practice.game(), &names, Aids::All, draft));
    }
    page(&person, recording, draft, None)
}

/// The game as it would be kept.
pub(crate) async fn end(person: SignedIn, id: Path<String>) -> PageResult {
    let recording = load(&person, &id).await?;
    let now = person.viewer.web().service.now();
    let bad = |error: engine::RecordError| table::ImportRefusal {
        line: error.line,
        fault: table::ImportFault::Record(error.why),
    };
    match ImportedGame::of(recording.record(), now, bad) {
        Ok(game) => {
            let choice = Choice { recording: Some(recording.id), ..Choice::new() };
            preview::page(&person, &game, choice, None)
        }
        Err(why) => {
            let why = person.viewer.locale().format(&Message::from(&why.fault));
            page(&person, recording, None, Some(why))
        }
    }
}

pub(super) async fn load(person: &SignedIn, id: &str) -> Result<Recording, PageError> {
    let viewer = &person.viewer;
    let found = viewer.web().service.recording(viewer.principal(), id).await;
    found.map_err(|error| refusal(error).map_or_else(|error| error, PageError::BadRequest))
}

pub(super) fn page(
    SignedIn { viewer, .. }: &SignedIn,
    recording: Recording,
    draft: Option<Draft>,
    refused: Option<String>,
) -> PageResult {
    let Recording { id, practice, .. } = recording;
    let names = Names::of(viewer.locale(), practice.game().header(), None);
    let url = PracticeUrl {
        start: PracticeStart::Recording(id.clone()),
        occupants: vec![Occupant::You; names.players().len()],
        seed: Seed::of([0; 8]),
        picks: true,
        steps: practice.steps().to_vec(),
        tile: None,
        draft,
    };
    let loaded = LoadedPractice { url, practice, names };
    let (practice, game, names) = (&loaded.practice, loaded.practice.game(), &loaded.names);
    let locale = names.locale();
    let placements = &HandPlacements::of(game);
    let BoardState { next, error, view, chosen } = BoardState::of(&loaded, placements);
    let mut entries = insight::log_entries(game, practice.log());
    entries.retain(|entry| entry.first > practice.begins());
    let census = game.rules().census();
    let kinds = TileKind::all().filter(|kind| census[kind.index()] > 0);
    let beside: Vec<TileKind> = turn_rows::kinds(&entries).chain(kinds).collect();
    let rows = || players::rows_with_forecast(game, names, practice.log(), Aids::All, None);
    let regions = Regions::of(game.board());
    let error = refused.or(error);
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let url = loaded.url.after(practice.steps());
    let page = RecorderBoardPage {
        layout: viewer.layout(locale.say("recorder-title")),
        id,
        steps: practice.steps().len(),
        heading: match (&next, game.to_move()) {
            (NextAction::ChooseTile(_), Some(colour)) => {
                locale.text("practice-choose-tile-for").with("who", names.who(colour)).to_string()
            }
            (_, Some(colour)) => outcome::whose_turn(names, colour),
            (_, None) => outcome::heading(game, names),
        },
        error,
        drawing: Drawing::of(&view, &beside),
        summary: SummaryPart { locale, players: rows(), tiles_left: game.tiles_left() },
        scores: ScoresPart { locale, players: rows() },
        tiles_left: game.tiles_left() + usize::from(practice.tile_is_open()),
        hand: parts::hand(game, placements, locale, chosen),
        offer: matches!(next, NextAction::ChooseCell { .. })
            .then(|| OfferPart::of_page(game, names, placements, Url::Practice(&url).to_string(), true)),
        next,
        turns: entries
            .iter()
            .rev()
            .map(|entry| TurnRow::of(names, regions, entry, |_| String::new()))
            .collect(),
        url,
    };
    viewer.private_page(status, &page)
}
