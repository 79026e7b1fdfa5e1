//! What can be done next on a practice board.

use crate::html::board::turn_preview::{self, PreviewPart};
use crate::html::board::{choices, draft, parts};
use crate::html::practice::board_page::{KindChoice, NextAction, PracticePreview, TurnLink};
use crate::html::practice::draw;
use crate::html::practice::loaded::LoadedPractice;
use crate::html::wording::tile_words;
use crate::http::urls::Draft;
use art::BoardView;
use engine::{Rotation, TileKind, Turn, legal};
use insight::HandPlacements;
use practice::Step;
use table::Aids;

pub struct BoardState {
    pub next: NextAction,
    /// Why the tile that was tried doesn't go there.
    pub error: Option<String>,
    pub view: BoardView,
    /// The tile of the hand whose cells are shown.
    pub chosen: Option<TileKind>,
}

impl BoardState {
    pub fn of(loaded: &LoadedPractice, placements: &HandPlacements) -> Self {
        let game = loaded.practice.game();
        let error = match loaded
            .url
            .draft
            .filter(|_| game.to_move().is_some())
            .map(|draft| tried(loaded, placements, draft))
        {
            Some(Ok((tried, view))) => {
                let chosen = loaded.url.draft.map(|draft| draft.tile);
                return Self { next: NextAction::Confirm(Box::new(tried)), error: None, view, chosen };
            }
            Some(Err(why)) => Some(why),
            None => None,
        };
        let next = next(loaded);
        let chosen = matches!(next, NextAction::ChooseCell { .. })
            .then(|| parts::chosen(game, placements, loaded.url.tile))
            .flatten();
        Self { view: draw::asked(loaded, placements, chosen), next, error, chosen }
    }
}

fn next(loaded: &LoadedPractice) -> NextAction {
    let (practice, game) = (&loaded.practice, loaded.practice.game());
    if game.to_move().is_none() {
        return NextAction::Over;
    }
    let kinds = kinds(loaded);
    if loaded.url.picks && practice.tile_is_open() && !kinds.is_empty() {
        return NextAction::ChooseTile(kinds);
    }
    let pass = legal::may_pass(game).then(|| loaded.url.then(Step::Pass));
    NextAction::ChooseCell { others: kinds, pass }
}

/// The tiles that may be drawn.
fn kinds(loaded: &LoadedPractice) -> Vec<KindChoice> {
    let (game, locale) = (loaded.practice.game(), loaded.names.locale());
    let endless = insight::uniform_kinds(game).is_some();
    let choice = |(kind, left): (TileKind, u16)| KindChoice {
        kind,
        picture: tile_words::tile(locale, kind, Rotation::R0),
        left: (!endless).then_some(left),
        url: loaded.url.then(Step::Choose(kind)),
    };
    loaded.practice.tiles_to_choose().into_iter().map(choice).collect()
}

/// The tile on a cell with the board, or why it doesn't go there.
fn tried(
    loaded: &LoadedPractice,
    placements: &HandPlacements,
    draft: Draft,
) -> Result<(PracticePreview, BoardView), String> {
    let (game, names) = (loaded.practice.game(), &loaded.names);
    let preview = turn_preview::preview(names.locale(), game, Draft { follower: None, ..draft })?;
    let (turn, shown) = (preview.turn(), PreviewPart::of(&preview, names, Aids::All));
    let view = draw::tried(loaded, placements, turn, &shown.choices);
    let choice = |choice: choices::FollowerChoice| {
        let turn = Turn { follower: draft::follower(&choice.value).ok(), ..turn };
        let url = loaded.plays(turn);
        TurnLink {
            letter: choice.letter,
            label: choice.label,
            detail: choice.detail,
            turn,
            follower: choice.value,
            url,
        }
    };
    let tried = PracticePreview {
        tile: shown.tile,
        cell: turn.position.to_string(),
        rotate: shown.rotated.map(|draft| loaded.url.tries(draft)),
        closes: shown.closes,
        choices: shown.choices.possible.into_iter().map(choice).collect(),
        impossible: shown.choices.impossible,
    };
    Ok((tried, view))
}
