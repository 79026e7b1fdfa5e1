//! `/games/{id}/plan`: what a player plans for the turns to come. Nobody else sees it.

use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::board::compared::ghost;
use crate::html::board::{choices, draft};
use crate::html::games::caches::Caches;
use crate::html::games::plan_page::{NextPart, PlanPage, PlannedRow};
use crate::html::games::{LoadedGame, proposals};
use crate::html::levels;
use crate::html::response::PageResult;
use crate::html::wording::{tile_words, words};
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use crate::locale::Message;
use engine::{Cell, Follower, Rotation, Turn};
use service::ProposalError;
use table::{GameId, Plan};

pub(crate) async fn get(person: SignedIn, GamePath(id): GamePath, caches: Data<Caches>) -> PageResult {
    let loaded = LoadedGame::load(&person.viewer, &caches, &id).await?;
    page(&person.viewer, &loaded, None)
}

pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let plan = Plan {
        forced: fields.optional("forced")? == Some("yes"),
        stand_in: levels::chosen(&fields, "stand_in")?,
        next: None,
    };
    let set = person.viewer.web().service.set_plan(person.viewer.principal(), &id, plan).await;
    done(&person, &id, &caches, set).await
}

/// `/games/{id}/plan/turn`: plans the next turn, or an alternative.
pub(crate) async fn turn(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (seen, turn) = (fields.needed("expected")?, draft::turn_of(draft::read(&fields)?));
    let planned = person.viewer.web().service.plan_turn(person.viewer.principal(), &id, seen, turn).await;
    done(&person, &id, &caches, planned).await
}

/// `/games/{id}/plan/next`: takes turns out of the plan, and says when to ask.
pub(crate) async fn next(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let viewer = &person.viewer;
    let removed = fields.all("remove").map(read_turn).collect::<Option<Vec<_>>>();
    let removed = removed.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let yes = |name| Ok::<_, PageError>(fields.optional(name)? == Some("yes"));
    let ask = (yes("unless_changed")?, yes("unless_left")?);
    let changed = viewer.web().service.change_next_turn(viewer.principal(), &id, &removed, ask).await;
    done(&person, &id, &caches, changed).await
}

async fn done(
    SignedIn { viewer, .. }: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    done: Result<(), ProposalError>,
) -> PageResult {
    match done {
        Ok(()) => Ok(viewer.go(&Url::Game(id), Some(Flash::PlanSaved), &[])),
        Err(ProposalError::Refused(why)) => {
            let loaded = LoadedGame::load(viewer, caches, id).await?;
            let (_, why) = proposals::refusal(viewer.locale(), viewer.zone(), why);
            page(viewer, &loaded, Some(why))
        }
        Err(error) => Err(proposals::failed(error)),
    }
}

fn page(viewer: &Viewer, loaded: &LoadedGame, error: Option<Message>) -> PageResult {
    let table = &loaded.table.table;
    let you = loaded.table.you.ok_or_else(|| PageError::Forbidden(Message::new("refused-not-in")))?;
    let locale = viewer.locale();
    let plan = table.plans.of(you).cloned().unwrap_or_default();
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let next = table.next_turn(&loaded.replay, you);
    let page = PlanPage {
        layout: viewer.layout(locale.text("plan-title").with("players", loaded.title())),
        error: error.map(|why| locale.format(&why)),
        id: loaded.id().clone(),
        playing: loaded.still_in(),
        forced: plan.forced,
        stand_ins: table.settings.stand_ins.then(|| levels::choices(plan.stand_in)),
        symbols: art::symbols(next.iter().map(|next| next.tile)),
        draws_ahead: loaded.game().rules().draw_ahead,
        next: next.map(|next| NextPart {
            turns: next.turns().map(|turn| row(loaded, turn)).collect(),
            unless_changed: next.unless_changed,
            unless_left: next.unless_left,
        }),
    };
    viewer.page_with(status, &page)
}

fn row(loaded: &LoadedGame, turn: Turn) -> PlannedRow {
    let picture = tile_words::thumbnail(loaded.names.locale(), turn.tile, turn.rotation);
    PlannedRow { value: write_turn(turn), picture, text: in_words(loaded, turn) }
}

/// "(0, 1), with a meeple on the city to the north"
pub(super) fn in_words(loaded: &LoadedGame, turn: Turn) -> String {
    let locale = loaded.names.locale();
    let Turn { tile, position, rotation, follower } = turn;
    let follower = follower.and_then(|Follower { kind, on }| {
        let segment = on.segment(tile, rotation)?;
        Some((loaded.names.follower(kind), words::segment(locale, tile, rotation, segment)))
    });
    let text = match follower {
        Some((follower, place)) => locale
            .text("plan-turn-follower")
            .with("cell", position)
            .with("follower", follower)
            .with("place", place),
        None => locale.text("plan-turn").with("cell", position),
    };
    text.to_string()
}

/// What the viewer has planned for the next turn, as it is drawn on the board: on each cell the first turn there, unless the cell has
/// been taken.
pub(super) fn on_board(loaded: &LoadedGame) -> Vec<art::Planned> {
    let planned = || {
        let you = loaded.table.you?;
        let colour = loaded.planning()?.to_move()?;
        Some((colour, loaded.table.table.next_turn(&loaded.replay, you)?))
    };
    let Some((colour, next)) = planned() else { return Vec::new() };
    let (locale, board) = (loaded.names.locale(), loaded.game().board());
    let mut shown: Vec<art::Planned> = Vec::new();
    for (number, turn) in (1..).zip(next.turns()) {
        if board.at(turn.position).is_some()
            || shown.iter().any(|one| one.tile.tile.position == turn.position)
        {
            continue;
        }
        let label = locale.text("plan-on-board").with("n", number).with("turn", in_words(loaded, turn));
        shown.push(art::Planned {
            tile: ghost(&loaded.names, colour, turn),
            number: (next.turns.len() > 1).then_some(number),
            label: label.to_string(),
        });
    }
    shown
}

/// A turn as the value of a form.
fn write_turn(turn: Turn) -> String {
    let Turn { tile, position: Cell { x, y }, rotation, follower } = turn;
    let follower = follower.map_or_else(String::new, choices::value);
    format!("{} {x} {y} {} {follower}", tile.name(), rotation.quarters())
}

fn read_turn(value: &str) -> Option<Turn> {
    let [tile, x, y, rotation, follower] = value.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let follower = match follower {
        "" => None,
        follower => Some(draft::follower(follower).ok()?),
    };
    Some(Turn {
        tile: tile.parse().ok()?,
        position: Cell::new(x.parse().ok()?, y.parse().ok()?),
        rotation: Rotation::try_from(rotation.parse::<u8>().ok()?).ok()?,
        follower,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{FollowerKind, TileKind};

    #[test]
    fn a_planned_turn_survives_a_form() {
        let tile = TileKind::all().next().unwrap();
        let turn = Turn {
            tile,
            position: Cell::new(-3, 12),
            rotation: Rotation::try_from(1).unwrap(),
            follower: None,
        };
        let on = "top".parse().unwrap();
        let meeple = Turn { follower: Some(Follower { kind: FollowerKind::Meeple, on }), ..turn };
        for turn in [turn, meeple] {
            assert_eq!(read_turn(&write_turn(turn)), Some(turn));
        }
        for text in ["", "tea", "D 0 0 9 ", "D 0 0 0 tea", "D 99999 0 0 ", "D 0 0 0  "] {
            assert_eq!(read_turn(text), None, "{text}");
        }
    }
}
