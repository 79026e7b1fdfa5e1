//! `/games/{id}/final`: the final scoring.

use crate::html::board::overlay::{self, Overlay, Overlays};
use crate::html::board::{SummaryPart, board_view, players};
use crate::html::games::breakdown::BreakdownPart;
use crate::html::games::graph::Graph;
use crate::html::games::rematch_offer::RematchOffer;
use crate::html::games::{
    FinalPage, FinalRow, ImportedNote, LoadedGame, OutlinesPart, SeriesPart, ViewedGame, draw, hints_part,
    plane, ratings, talk,
};
use crate::html::response::PageResult;
use crate::html::rulebook::note::RulesNote;
use crate::html::wording::outcome;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use crate::locale::key;
use actix_web::HttpRequest;
use engine::{EndReason, Event, FollowerKind, Phase, Scored, Seat};
use insight::Tally;

/// While the game is in progress, redirects to the table.
pub(crate) async fn get(ViewedGame { viewer, loaded }: ViewedGame, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let (overlays, outlined) = (overlay::of_query(&fields)?, fields.parsed::<usize>("feature")?);
    let game = loaded.game();
    if !game.is_finished() {
        return Ok(viewer.go(&Url::Game(loaded.id()), None, &[]));
    }
    let imported = loaded.imported_by();
    let talk = talk::summary(&viewer, &loaded.table, false).await?;
    let breakdown = insight::Breakdown::of(game);
    let secret = loaded.replay.log.iter().rev().find_map(|logged| match &logged.event {
        Event::End { secret, .. } => secret.clone(),
        _ => None,
    });
    viewer.page(&FinalPage {
        layout: viewer
            .layout(viewer.locale().text("final-title").with("players", loaded.title()))
            .with_preview(loaded.link_preview(&viewer, &Url::Game(loaded.id()), loaded.last()))
            .with_unread(talk.unread),
        embed: loaded.embed_code(&viewer),
        id: loaded.id().clone(),
        drawing: match outlined {
            Some(outlined) => draw::outlined(&loaded, overlays, &places(&breakdown), outlined),
            None => draw::table(&loaded, None, overlays),
        },
        summary: SummaryPart {
            locale: loaded.names.locale(),
            players: players::rows(game, &loaded.names),
            tiles_left: game.tiles_left(),
        },
        outlined,
        heading: outcome::heading(game, &loaded.names),
        exhibition: loaded.table.table.is_exhibition(),
        reason: reason(&loaded).to_owned(),
        kinds: insight::scoring_kinds(game.rules())
            .into_iter()
            .map(|kind| {
                let name = loaded.names.locale().text("feature-kinds-start").with("kind", kind.word());
                (name.to_string(), Overlays::default().with(overlay_of(kind)))
            })
            .collect(),
        overlays,
        rows: insight::tallies(game).into_iter().map(|tally| row(&loaded, tally)).collect(),
        seats: seat_sums(&loaded),
        graph: Graph::of(game, &loaded.replay.log, &loaded.names),
        breakdown: BreakdownPart::of(game, &loaded.names, &breakdown),
        words: loaded.names.locale(),
        secret,
        plane: plane::offered(&loaded, overlays),
        commitment: loaded.replay.header().commitment.clone(),
        unrevealed: unrevealed(&viewer, &loaded),
        no_salts: loaded.replay.header().salts.iter().all(Option::is_none),
        rules: RulesNote::of(
            viewer.locale(),
            game.rules(),
            loaded.table.table.settings.aids,
            Some(loaded.id().clone()),
        ),
        ratings: ratings::line(&viewer, &loaded.table.table).await?,
        hints: hints_part::used(&loaded),
        may_mark_seen: loaded.table.you.is_some() && imported.is_none(),
        imported: imported.map(|by| ImportedNote { by, may_delete: loaded.table.is_opener }),
        rematch: rematch(&viewer, &loaded).await?,
        series: SeriesPart::of(&viewer, loaded.table()).await?,
        talk,
        last: loaded.last(),
    })
}

/// The players without whose salts the game had to start.
fn unrevealed(viewer: &Viewer, loaded: &LoadedGame) -> String {
    let header = loaded.replay.header();
    let salts = header.seats.iter().zip(header.salt_hashes.iter().zip(&header.salts));
    let missing = salts.filter(|(_, (hash, salt))| hash.is_some() && salt.is_none());
    viewer.locale().list(&missing.map(|(name, _)| name.as_str()).collect::<Vec<_>>())
}

/// `None` unless the viewer played, and in games of a series, which follow each other.
async fn rematch(viewer: &Viewer, loaded: &LoadedGame) -> Result<Option<RematchOffer>, PageError> {
    let table = loaded.table();
    let is_offered = loaded.table.you.is_some() && !table.is_imported() && table.series.is_none();
    let Some(user) = viewer.user().filter(|_| is_offered) else {
        return Ok(None);
    };
    let rematch = viewer.web().service.rematch_of(viewer.principal(), &loaded.table).await?;
    let game = &loaded.table.table;
    Ok(Some(RematchOffer::of(viewer.locale(), &user.id, game, rematch.as_ref())))
}

/// `/games/{id}/final/outlines`: the outlines of everything in the breakdown, for the script.
pub(crate) async fn outlines(ViewedGame { viewer, loaded }: ViewedGame) -> PageResult {
    if !loaded.game().is_finished() {
        return Err(PageError::NotFound);
    }
    let view = board_view::of(loaded.game(), &loaded.names);
    let places = places(&insight::Breakdown::of(loaded.game()));
    let outlines = art::outlines(&view, places.iter().enumerate(), false);
    viewer.page(&OutlinesPart { outlines })
}

/// The segments of each entry, in the order of the page.
fn places(breakdown: &insight::Breakdown) -> Vec<Vec<(usize, usize)>> {
    let entries = breakdown.fields.iter().chain(&breakdown.others);
    entries.map(|entry| entry.place.as_ref().map_or_else(Vec::new, |place| place.segments.clone())).collect()
}

/// `/games/{id}/seen`: takes a finished game off the dashboard.
pub(crate) async fn seen(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    _: VerifiedForm,
) -> PageResult {
    viewer.web().service.mark_seen(viewer.principal(), &id).await?;
    Ok(viewer.go(&Url::Home, None, &[]))
}

pub(crate) fn reason(loaded: &LoadedGame) -> &'static str {
    loaded.names.locale().say(match loaded.game().phase() {
        Phase::Finished { reason: EndReason::BagEmpty } => key("final-reason-bag"),
        Phase::Finished { reason: EndReason::HandUnplayable } => key("final-reason-hand"),
        Phase::Finished { reason: EndReason::Resigned } => key("final-reason-left"),
        Phase::Finished { reason: EndReason::Agreed } => key("final-reason-agreed"),
        Phase::Finished { reason: EndReason::CalledOff } => key("final-reason-called-off"),
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
