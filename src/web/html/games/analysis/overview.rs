//! `/games/{id}/analysis`: the analysis of a finished game, and asking for a more thorough one.

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::html::board::overlay::Overlays;
use crate::html::games::LoadedGame;
use crate::html::games::analysis::load::{depth, load};
use crate::html::games::analysis::turn::{before, numbered};
use crate::html::games::analysis::words::who;
use crate::html::games::analysis::{
    Charts, DepthChoice, Highlight, OverviewPage, Report, SeatRow, TurnLine, TurningPoint,
};
use crate::html::games::caches::{Caches, Part};
use crate::html::games::draw;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::{lead, tile_words};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::{TurnQuery, Url};
use crate::locale::{Locale, Message, key};
use analysis::{Analysis, Depth, TurnReport, Verdict};
use art::Hue;
use engine::{FollowerKind, Rotation, Seat};
use service::{AnalysisLimits, AnalysisState, RequestError};

pub(crate) async fn get(
    viewer: Viewer,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let depth = depth(&Fields::of_query(&request)?)?;
    let (loaded, view) = load(&viewer, &caches, &id, depth).await?;
    let names = loaded.names();
    let locale = names.locale();
    let layout = viewer.layout(locale.text("analysis-title").with("players", loaded.title()));
    let state = view.states[depth as usize];
    let may_ask = |depth| view.limits.is_some_and(|limits| limits.allow(depth));
    let limits = view.limits.unwrap_or(AnalysisLimits::of(true));
    let choice = |of: Depth| DepthChoice::of(&layout, of, of == depth, view.states[of as usize], may_ask(of));
    let made = |analysis: &Analysis| {
        let part = || report(analysis, depth, &loaded);
        draw::part(
            &viewer,
            &loaded,
            Part::Report(depth, analysis.analysis),
            (None, Overlays::default()),
            part,
        )
    };
    let page = OverviewPage {
        id: loaded.id().clone(),
        depths: Depth::ALL.into_iter().map(choice).collect(),
        may_ask: view.limits.is_some(),
        standard: limits.standard,
        deep: limits.deep,
        waiting: limits.waiting,
        under_way: matches!(state, AnalysisState::Queued | AnalysisState::Running { .. }),
        state: progress(locale, state),
        outdated: view.is_outdated(),
        report: view.report.as_deref().map(made).transpose()?,
        layout,
    };
    viewer.page(&page)
}

/// Asks for an analysis.
pub(crate) async fn request(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let depth = depth(&fields)?;
    match viewer.web().service.request_analysis(viewer.principal(), &id, depth).await {
        Ok(()) => Ok(viewer.go(&Url::AnalysisOf(&id, depth), None, &[])),
        Err(RequestError::NoSuchGame) => Err(PageError::NotFound),
        Err(RequestError::Guest) => Err(PageError::Guest(Url::Analysis(&id).to_string())),
        Err(RequestError::Waiting(n)) => {
            Err(PageError::Forbidden(Message::new("refused-analyses-waiting").with("n", n)))
        }
        Err(RequestError::Throttled(why)) => Err(PageError::Forbidden(Message::from(&why))),
        Err(RequestError::Denied(why)) => Err(why.into()),
        Err(RequestError::Store(failure)) => Err(failure.into()),
    }
}

fn progress(locale: Locale, state: AnalysisState) -> String {
    match state {
        AnalysisState::Absent => locale.say("analysis-absent").to_owned(),
        AnalysisState::Queued => locale.say("analysis-queued").to_owned(),
        AnalysisState::Running { done, turns } => {
            locale.text("analysis-running").with("done", done).with("turns", turns).to_string()
        }
        AnalysisState::Outdated | AnalysisState::Ready => String::new(),
    }
}

fn report(analysis: &Analysis, depth: Depth, loaded: &LoadedGame) -> Report {
    let names = loaded.names();
    let locale = names.locale();
    let seats: Vec<(Seat, Hue)> =
        (0..).map(Seat).zip(&analysis.seats).map(|(seat, _)| (seat, hue(names, seat))).collect();
    let lines = seats.iter().map(|&(seat, hue)| (who(names, seat), hue)).collect();
    let most = analysis.seats.iter().map(|seat| seat.luck.points.abs().max(seat.loss.points));
    let most = most.fold(1.0, f64::max);
    let rest = analysis.seats.first().map_or(0.0, |seat| seat.rest.points);
    let first = names.first_colour(Seat(0)).map_or_else(String::new, |colour| names.who(colour));
    let rest = locale.text("analysis-rest").with("points", locale.signed(rest)).with("who", first);
    let turns = (1..).zip(&analysis.turns).map(|(number, turn)| line(names, number, turn)).collect();
    let turning_points = turning_points(analysis, loaded);
    let drawn = analysis.turns.iter().filter_map(|turn| turn.drawn);
    let kinds = turning_points.iter().flat_map(|point| point.kinds.iter().copied());
    let page = |n| Url::AnalysisTurn(loaded.id(), n, TurnQuery::of(depth)).to_string();
    Report {
        locale,
        id: loaded.id().clone(),
        depth,
        symbols: art::symbols(drawn.chain(kinds)),
        charts: Charts::of(analysis, names, lines, page),
        seats: seats.iter().map(|&(seat, hue)| row(analysis, names, seat, hue, most)).collect(),
        rest: rest.to_string(),
        resigned: analysis.resigned,
        turning_points,
        luckiest: Highlight::draws(analysis, names, &analysis.luckiest),
        unluckiest: Highlight::draws(analysis, names, &analysis.unluckiest),
        turns,
        borders: analysis.borders,
    }
}

fn turning_points(analysis: &Analysis, loaded: &LoadedGame) -> Vec<TurningPoint> {
    let point = |&n: &u32| {
        let (number, turn) = numbered(analysis, n).ok()?;
        Some(TurningPoint::of(loaded.names(), &before(loaded, n).ok()?, number, turn))
    };
    analysis.turning_points.iter().filter_map(point).collect()
}

/// The hue of a seat's first colour.
fn hue(names: &Names, seat: Seat) -> Hue {
    names.first_colour(seat).map_or(Hue::Red, |colour| names.hue(colour))
}

fn row(analysis: &Analysis, names: &Names, seat: Seat, hue: Hue, most: f64) -> SeatRow {
    let (locale, sums, name) = (names.locale(), &analysis.seats[seat.index()], who(names, seat));
    let (luck, lost) = (locale.signed(sums.luck.points), locale.decimal(sums.loss.points));
    let label = |key: &'static str, points: &str| {
        locale.text(key).with("who", &name).with("points", points).to_string()
    };
    let text = locale.text("analysis-adjusted").with("side", lead::side(sums.adjusted));
    let adjusted = text.with("points", locale.decimal(sums.adjusted)).to_string();
    let counts = locale.text("analysis-counts").with("inaccuracies", sums.inaccuracies);
    SeatRow {
        figure: art::follower(hue, FollowerKind::Meeple),
        luck_bar: art::bar(&label(key("analysis-luck-label"), &luck), sums.luck.points, most),
        lost_bar: art::bar(&label(key("analysis-lost-label"), &lost), -sums.loss.points, most),
        a_turn: locale.text("analysis-a-turn").with("points", format!("{:.2}", sums.mean_loss)).to_string(),
        counts: counts.with("mistakes", sums.mistakes).with("blunders", sums.blunders).to_string(),
        adjusted,
        luck,
        lost,
        name,
    }
}

fn line(names: &Names, number: usize, turn: &TurnReport) -> TurnLine {
    let locale = names.locale();
    let verdict = match turn.verdict {
        Some(verdict) => locale.text("analysis-verdict").with("verdict", word(verdict)).to_string(),
        None if turn.played.is_none() => locale.say("analysis-missed").to_owned(),
        None if turn.forced => locale.say("analysis-forced").to_owned(),
        None if turn.loss.points <= 0.0 => locale.say("analysis-best").to_owned(),
        None => String::new(),
    };
    TurnLine {
        n: turn.n,
        turn: number,
        name: names.starting(turn.colour),
        figure: art::follower(names.hue(turn.colour), FollowerKind::Meeple),
        tile: turn.drawn.map(|kind| tile_words::thumbnail(locale, kind, Rotation::R0)).unwrap_or_default(),
        luck: locale.signed(turn.luck.points),
        lost: locale.decimal(turn.loss.points),
        verdict,
        bad: turn.verdict.is_some(),
        again: turn.verdict.is_some() && names.is_you(turn.colour),
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Inaccuracy => "inaccuracy",
        Verdict::Mistake => "mistake",
        Verdict::Blunder => "blunder",
    }
}
