//! `/games/{id}/final`: the final scoring.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::art;
use crate::engine::{EndReason, Event, FollowerKind, Phase, Scored, Seat};
use crate::insight::{self, Tally};
use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::html::games::breakdown::BreakdownPart;
use crate::web::html::games::graph::Graph;
use crate::web::html::games::overlay::Overlay;
use crate::web::html::games::rematch_offer::RematchOffer;
use crate::web::html::games::{FinalPage, FinalRow, LoadedGame, draw, plane, show};
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::error::PageError;
use crate::web::http::form::{Fields, VerifiedForm};
use crate::web::http::session::{SignedIn, Viewer};
use crate::web::http::urls::Url;
use crate::web::locale::key;

/// While the game is in progress, redirects to the table.
pub(in crate::web) async fn get(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let overlays = show::overlays(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&viewer, &id).await?;
    let game = loaded.game();
    if !game.is_finished() {
        return Ok(viewer.go(&Url::Game(&id), None, &[]));
    }
    let secret = loaded.replay.log.iter().rev().find_map(|logged| match &logged.event {
        Event::End { secret, .. } => secret.clone(),
        _ => None,
    });
    let rematch = match viewer.account().filter(|_| loaded.table.you.is_some()) {
        Some(account) => {
            let rematch = viewer.web().service.rematch_of(viewer.principal(), &loaded.table).await?;
            let game = &loaded.table.table;
            Some(RematchOffer::of(viewer.locale(), &account.id, game, rematch.as_ref()))
        }
        None => None,
    };
    viewer.page(&FinalPage {
        layout: viewer
            .layout(viewer.locale().text("final-title").with("players", show::title(&loaded)))
            .with_image(loaded.image(&viewer, loaded.last())),
        id: loaded.id.clone(),
        drawing: draw::table(&viewer, &loaded, None, overlays),
        heading: heading(&loaded),
        reason: reason(&loaded).to_owned(),
        kinds: insight::scoring_kinds(game.rules())
            .into_iter()
            .map(|kind| {
                let name = loaded.names.locale().text("feature-kinds-start").with("kind", kind.word());
                (name.to_string(), overlay_of(kind))
            })
            .collect(),
        overlays,
        rows: insight::tallies(game).into_iter().map(|tally| row(&loaded, tally)).collect(),
        seats: seat_sums(&loaded),
        graph: Graph::of(game, &loaded.replay.log, &loaded.names),
        breakdown: BreakdownPart::of(game, &loaded.names),
        words: loaded.names.locale(),
        secret,
        plane: plane::offered(&viewer, &loaded, overlays),
        commitment: loaded.replay.header().commitment.clone(),
        rules: RulesNote::of(viewer.locale(), game.rules(), loaded.table.table.aids, Some(loaded.id.clone())),
        may_mark_seen: loaded.table.you.is_some(),
        rematch,
        last: loaded.last(),
    })
}

/// `/games/{id}/seen`: takes a finished game off the dashboard.
pub(in crate::web) async fn seen(person: SignedIn, id: Path<String>, _: VerifiedForm) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    person.web().service.mark_seen(person.principal(), &game).await?;
    Ok(person.go(&Url::Home, None, &[]))
}

/// The winners.
pub(in crate::web) fn heading(loaded: &LoadedGame) -> String {
    let locale = loaded.names.locale();
    let name = |(i, seat): (usize, Seat)| match loaded.table.you {
        Some(you) if you == seat && i == 0 => locale.say("player-you-start"),
        Some(you) if you == seat => locale.say("player-you"),
        _ => loaded.names.player(seat),
    };
    let winners: Vec<&str> = loaded.game().winners().into_iter().enumerate().map(name).collect();
    match winners.as_slice() {
        [] => locale.say("final-over").to_owned(),
        [winner] => locale.text("final-won").with("who", winner).to_string(),
        several => locale.text("final-tie").with("players", locale.list(several)).to_string(),
    }
}

pub(in crate::web) fn reason(loaded: &LoadedGame) -> &'static str {
    loaded.names.locale().say(match loaded.game().phase() {
        Phase::Finished { reason: EndReason::BagEmpty } => key("final-reason-bag"),
        Phase::Finished { reason: EndReason::HandUnplayable } => key("final-reason-hand"),
        Phase::Finished { reason: EndReason::Resigned } => key("final-reason-left"),
        Phase::Playing { .. } => key("final-reason-none"),
    })
}

/// The overlay that shows where these points came from.
fn overlay_of(kind: Scored) -> Overlay {
    if kind == Scored::Field { Overlay::Fields } else { Overlay::Owners }
}

fn row(loaded: &LoadedGame, tally: Tally) -> FinalRow {
    FinalRow {
        name: loaded.names.starting(tally.colour),
        figure: art::follower(loaded.names.hue(tally.colour), FollowerKind::Meeple),
        points: tally.points,
        handicap: tally.handicap,
        total: tally.total,
        won: tally.won,
    }
}

/// The total points of seats that play two colours.
fn seat_sums(loaded: &LoadedGame) -> Vec<(String, i32)> {
    let game = loaded.game();
    let seats = (0..).map(Seat).take(loaded.replay.header().seats.len());
    if game.colours().count() == loaded.replay.header().seats.len() {
        return Vec::new();
    }
    seats.map(|seat| (loaded.names.player(seat).to_owned(), game.seat_score(seat))).collect()
}
