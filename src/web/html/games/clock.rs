//! `/games/{id}/clock`: everybody's clock, and how it came to stand where it stands.

use actix_web::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};

use crate::html::account::pages::Problem;
use crate::html::games::clock_page::{
    ClockPage, ClockRow, OfferedSeat, OthersPart, ProposalRow, RunningClock, SeatTime,
};
use crate::html::games::{LoadedGame, ViewedGame};
use crate::html::levels;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::{player, stops, time_control};
use crate::http::fields::Fields;
use crate::http::moments::FieldError;
use crate::http::session::Viewer;
use crate::locale::{Locale, duration, key};
use engine::Seat;
use service::Role;
use table::{
    ClockEntry, Clocks, ComputerLevel, OpenProposal, Period, Player, Proposal, Running, Span, SpanEnd, Status,
};

pub(crate) async fn get(ViewedGame { viewer, loaded }: ViewedGame) -> PageResult {
    page(&viewer, &loaded, None).await
}

/// The page, with what was typed and why it was refused.
pub(super) async fn page(
    viewer: &Viewer,
    loaded: &LoadedGame,
    refused: Option<(&Fields, FieldError)>,
) -> PageResult {
    let locale = viewer.locale();
    let control = loaded.table.table.settings.time_control;
    let clocks = viewer.web().service.clocks(viewer.principal(), &loaded.table).await?;
    let now = viewer.web().service.now();
    let running = running(loaded, clocks.as_ref(), now);
    let history = match &clocks {
        Some(clocks) => clocks.entries.iter().map(|entry| row(viewer, loaded, clocks, entry)).collect(),
        None => loaded.replay.spans.iter().map(|span| without_bank(viewer, loaded, span)).collect(),
    };
    let has_bank = control.allowance().is_some_and(table::Allowance::has_bank);
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = ClockPage {
        others: others(viewer, loaded, refused.as_ref()),
        substitute: loaded.own_substitute(),
        vacant_until: vacant_until(viewer, loaded),
        has_seat: loaded.table.you.is_some(),
        lost_to: lost_to(viewer, loaded),
        offered: offered(loaded),
        error: refused.as_ref().filter(|_| loaded.table.you.is_none()).map(|why| problem(locale, why)),
        layout: viewer.layout(locale.text("clock-title").with("players", loaded.title())),
        id: loaded.id().clone(),
        name: time_control::name(locale, control),
        explanation: control.allowance().map(|allowance| time_control::explanation(locale, allowance)),
        running: running.map(|running| shown(viewer, loaded, &running)),
        seats: clocks
            .filter(|_| has_bank)
            .map_or_else(Vec::new, |clocks| seats(loaded, &clocks, running.as_ref())),
        has_bank,
        history,
        is_admin: viewer.web().service.role(viewer.principal()) >= Some(Role::Admin),
    };
    viewer.page_with(status, &page)
}

/// What the players of a game can agree on, for them; `None` for others.
fn others(
    viewer: &Viewer,
    loaded: &LoadedGame,
    refused: Option<&(&Fields, FieldError)>,
) -> Option<OthersPart> {
    let (table, locale, now) = (&loaded.table.table, viewer.locale(), viewer.web().service.now());
    let you = loaded.table.you?;
    let replay = &loaded.replay;
    if table.status() != Status::Playing || !table.voters(loaded.game()).contains(&you) {
        return None;
    }
    let name = |seat: Seat| loaded.names.player(seat).to_owned();
    let proposal = table.agreements.open(replay.last(), now).map(|open| {
        let voters = table.voters_about(replay, open.proposal);
        let missing: Vec<String> =
            voters.iter().filter(|seat| !open.agreed.contains(seat)).map(|&seat| name(seat)).collect();
        ProposalRow {
            n: open.n,
            question: question(viewer, &loaded.names, open),
            ends: locale.moment(open.ends(), viewer.zone()),
            agreed: open.agreed.contains(&you),
            may_answer: voters.contains(&you),
            missing: locale.list(&missing),
        }
    });
    let typed = |name: &str| {
        let (fields, _) = refused?;
        fields.all(name).next().map(str::to_owned)
    };
    let has_clock = table.settings.time_control.allowance().is_some();
    let to_move = replay.seat_to_move().filter(|&seat| seat != you);
    let person = to_move.filter(|_| !table.is_computer_to_move());
    Some(OthersPart {
        paused: table.agreements.paused(now).map(|until| locale.moment(until, viewer.zone())),
        last: replay.last(),
        may_pause: has_clock,
        late: person.filter(|_| table.is_overdue(now)).map(name),
        levels: levels::choices(Some(ComputerLevel::MEDIUM)),
        may_call_off: table.may_call_off(replay),
        alone: table.voters(loaded.game()) == [you],
        may_take_back: table.may_take_back(replay, you),
        give: person.filter(|_| has_clock).map(name),
        proposal,
        until: typed("until").unwrap_or_default(),
        length: typed("duration").unwrap_or_default(),
        gift: typed("gift").unwrap_or_default(),
        error: refused.map(|why| problem(locale, why)),
    })
}

fn problem(locale: Locale, (_, (field, why)): &(&Fields, FieldError)) -> Problem {
    Problem { field: Some(*field).filter(|field| !field.is_empty()), text: locale.format(why) }
}

/// Who has taken over the viewer's seat.
pub(super) fn lost_to(viewer: &Viewer, loaded: &LoadedGame) -> Option<String> {
    let user = viewer.user().filter(|_| loaded.table.you.is_none())?;
    let mut lost = loaded.table.table.agreements.handovers().iter().zip(&loaded.table.former).rev();
    let (_, to) = lost.find(|(handover, _)| handover.from == user.id)?;
    Some(player::person_name(viewer.locale(), &to.by).into_owned())
}

/// Until when the seat to move waits for somebody to take it over.
fn vacant_until(viewer: &Viewer, loaded: &LoadedGame) -> Option<String> {
    let table = &loaded.table.table;
    table.deadline().filter(|_| table.is_vacant()).map(|at| viewer.locale().moment(at, viewer.zone()))
}

/// The seats that others can take over.
pub(super) fn offered(loaded: &LoadedGame) -> Vec<OfferedSeat> {
    let (table, replay) = (&loaded.table.table, &loaded.replay);
    let offered = table.settings.offered_seats(replay, &table.seats()).into_iter();
    let seat = |seat: Seat| OfferedSeat {
        seat: seat.0,
        player: loaded.names.player(seat).to_owned(),
        level: loaded.game().substitute(seat).unwrap_or_default(),
        own: loaded.table.you == Some(seat),
        waits: loaded.vacant() == Some(seat),
    };
    offered.map(seat).collect()
}

/// "Ann proposes a pause until …".
pub(super) fn question(viewer: &Viewer, names: &Names, open: &OpenProposal) -> String {
    let locale = viewer.locale();
    let player = names.player(open.by);
    let text = match open.proposal {
        Proposal::Pause { until } => {
            let until = locale.moment(until, viewer.zone());
            locale.text("pause-proposed").with("player", player).with("until", until)
        }
        Proposal::Skip { .. } => locale.text("skip-proposed").with("player", player),
        Proposal::TakeBack { .. } => locale.text("take-back-proposed").with("player", player),
        Proposal::Substitute { level, .. } => {
            let level = level.number().unwrap_or_default();
            locale.text("substitute-proposed").with("player", player).with("n", level)
        }
        Proposal::EndNow => locale.text("end-proposed").with("player", player),
        Proposal::CallOff => locale.text("call-off-proposed").with("player", player),
    };
    text.to_string()
}

/// The clock of the person to move, if there is a limit.
fn running(loaded: &LoadedGame, clocks: Option<&Clocks>, now: DateTime<Utc>) -> Option<Running> {
    let seat = loaded.replay.seat_to_move()?;
    let is_person = !loaded.table.table.is_computer_to_move();
    clocks.filter(|_| is_person).map(|clocks| clocks.running(seat, loaded.replay.turn_since, now))
}

fn shown(viewer: &Viewer, loaded: &LoadedGame, running: &Running) -> RunningClock {
    let (locale, zone, now) = (viewer.locale(), viewer.zone(), viewer.web().service.now());
    RunningClock {
        player: loaded.names.player(running.seat).to_owned(),
        since: locale.moment(running.since, zone),
        bank_from: (running.bank_from < running.deadline).then(|| locale.moment(running.bank_from, zone)),
        deadline: locale.moment(running.deadline, zone),
        left: seconds((running.deadline - now).max(TimeDelta::zero())),
        stop: running.stop.map(|stop| stops::until(locale, stop, zone)),
    }
}

/// The banks of the people at the table.
fn seats(loaded: &LoadedGame, clocks: &Clocks, running: Option<&Running>) -> Vec<SeatTime> {
    let players = loaded.table.table.seats().into_iter();
    let people = (0..).map(Seat).zip(players).filter(|(_, player)| player.and_then(Player::level).is_none());
    let seat = |(seat, _)| {
        let bank = running
            .filter(|running| running.seat == seat)
            .map_or_else(|| clocks.bank(seat), |running| running.bank);
        SeatTime { player: loaded.names.player(seat).to_owned(), bank: seconds(bank) }
    };
    people.map(seat).collect()
}

fn row(viewer: &Viewer, loaded: &LoadedGame, clocks: &Clocks, entry: &ClockEntry) -> ClockRow {
    let Span { seat, from, until, .. } = entry.span;
    ClockRow {
        used: seconds(entry.used),
        stood: stops::total(viewer.locale(), &clocks.stood(seat, Period { from, until })),
        bank: Some(seconds(entry.bank)),
        ..without_bank(viewer, loaded, &entry.span)
    }
}

fn without_bank(viewer: &Viewer, loaded: &LoadedGame, span: &Span) -> ClockRow {
    let locale = viewer.locale();
    ClockRow {
        n: span.n,
        player: loaded.names.player(span.seat).to_owned(),
        from: locale.moment(span.from, viewer.zone()),
        used: seconds(span.until - span.from),
        stood: String::new(),
        end: end(locale, span.end),
        bank: None,
    }
}

fn end(locale: Locale, end: SpanEnd) -> &'static str {
    locale.say(match end {
        SpanEnd::Played => key("clock-played"),
        SpanEnd::Planned => key("clock-planned"),
        SpanEnd::Missed => key("clock-missed"),
        SpanEnd::HandedOver => key("clock-handed-over"),
        SpanEnd::Offered => key("clock-offered"),
        SpanEnd::Substituted => key("clock-substituted"),
        SpanEnd::TakenBack { .. } => key("clock-taken-back"),
        SpanEnd::TimeOutTakenBack { .. } => key("clock-time-out-taken-back"),
        SpanEnd::Left => key("clock-left"),
    })
}

/// "1 d 12 h", to the minute from an hour on.
fn seconds(span: TimeDelta) -> String {
    let seconds = u32::try_from(span.num_seconds()).unwrap_or_default();
    duration::format(if seconds < 3_600 { seconds } else { seconds / 60 * 60 })
}
