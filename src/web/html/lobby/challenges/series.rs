//! `/series/{id}`: the score of a series and its games.

use actix_web::web::Path;

use crate::html::lobby::challenges::series_page::{SeriesPage, SeriesPlayer, SeriesRow};
use crate::html::lobby::settings;
use crate::html::lobby::table_page::Fact;
use crate::html::response::PageResult;
use crate::html::wording::{challenge, rule_names};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::locale::{Locale, key};
use account::SeriesId;
use service::SeriesView;
use table::{CourseGame, SeriesResult, SeriesState, Side, Table};

pub(crate) async fn get(viewer: Viewer, id: Path<String>) -> PageResult {
    let id = SeriesId::parse(&id).ok_or(PageError::NotFound)?;
    let found = viewer.web().service.series(viewer.principal(), &id).await?;
    let view = found.ok_or(PageError::NotFound)?;
    let locale = viewer.locale();
    let names = Side::BOTH.map(|side| challenge::name(locale, view.person(side)).into_owned());
    let title = locale.text("series-title").with("names", locale.list(&names)).to_string();
    let player = |(side, name): (Side, String)| SeriesPlayer {
        user: view.series.player(side).clone(),
        name,
        points: challenge::points(view.course.halves_of(side)),
        won: view.course.state == SeriesState::Won(side),
    };
    let last = view.games.last();
    let opponent = viewer.user().and_then(|user| {
        let side = view.series.side_of(&user.id)?;
        (!view.goes_on()).then(|| view.series.player(side.other()).clone())
    });
    viewer.page(&SeriesPage {
        layout: viewer.layout(title),
        players: Side::BOTH.into_iter().zip(names).map(player).collect(),
        state: challenge::state(locale, &view),
        games: view
            .games
            .iter()
            .zip(&view.course.games)
            .map(|(game, of)| row(locale, &view, game, *of))
            .collect(),
        terms: terms(locale, &view),
        again: opponent.zip(last.map(|game| game.id.clone())),
    })
}

fn row(locale: Locale, view: &SeriesView, game: &Table, of: CourseGame) -> SeriesRow {
    let name = |side| challenge::name(locale, view.person(side));
    let result = match of.result {
        None => locale.say("series-game-playing").to_owned(),
        Some(SeriesResult::Won(side)) => locale.text("series-game-won").with("name", name(side)).into(),
        Some(SeriesResult::Tied) if view.series.tie_to_second => {
            locale.text("series-game-tied-second").with("name", name(of.first.other())).into()
        }
        Some(SeriesResult::Tied) => locale.say("series-game-tied").to_owned(),
        Some(SeriesResult::CalledOff) if of.replay => locale.say("series-game-called-off-twice").to_owned(),
        Some(SeriesResult::CalledOff) => locale.say("series-game-called-off").to_owned(),
    };
    let first = name(of.first);
    let first = if of.replay {
        locale.text("series-replay-first").with("name", first).into()
    } else {
        first.into_owned()
    };
    SeriesRow {
        id: game.id.clone(),
        n: game.series.as_ref().map_or(0, |place| place.n),
        first,
        result,
        score: if of.result.is_some() { board_points(view, game) } else { String::new() },
    }
}

/// "78 : 64", in the order of the players of the series.
fn board_points(view: &SeriesView, game: &Table) -> String {
    let of = |side| {
        let seat = game.seat_of(view.series.player(side))?;
        game.scores().get(seat.index()).map(ToString::to_string)
    };
    Side::BOTH.into_iter().filter_map(of).collect::<Vec<_>>().join(" : ")
}

fn terms(locale: Locale, view: &SeriesView) -> Vec<Fact> {
    let series = &view.series;
    let tied = if series.tie_to_second { key("challenge-tie-second") } else { key("challenge-tie-half") };
    let fact = |label, value| Fact { label: locale.say(label), value };
    [
        fact(key("challenge-best-of-legend"), challenge::best_of(locale, series.best_of).to_owned()),
        fact(key("new-table-rules"), rule_names::short(locale, &series.settings.rules)),
        fact(key("challenge-tie-legend"), locale.say(tied).to_owned()),
    ]
    .into_iter()
    .chain(settings::facts(locale, &series.settings, 2, None))
    .collect()
}
