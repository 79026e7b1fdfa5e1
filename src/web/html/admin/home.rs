//! `/admin`: the numbers of the server, and the way to an account.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::admin::menu;
use crate::html::admin::pages::{AdminPage, JobsRow, NumbersPart};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::staff::StaffMember;
use crate::http::urls::{AdminUrl, Url};
use crate::locale::key;
use service::{Estimate, JobFigures, JobState, Numbers, Role};
use table::Lane;

pub(crate) async fn get(member: StaffMember) -> PageResult {
    page(&member, None).await
}

/// Leads to the account with the name in the query.
pub(crate) async fn find(member: StaffMember, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let name = fields.required("name")?;
    match member.viewer.web().service.find_account(member.viewer.principal(), name).await? {
        Some(user) => Ok(member.viewer.go(&Url::Admin(AdminUrl::Account(user.as_str())), None, &[])),
        None => page(&member, Some(name.trim().to_owned())).await,
    }
}

async fn page(member: &StaffMember, unknown: Option<String>) -> PageResult {
    let status = if unknown.is_some() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let numbers = match member.role {
        Role::Admin => Some(numbers(member).await?),
        Role::Moderator => None,
    };
    let held = match member.role {
        Role::Admin => member.viewer.web().service.held_time_outs(member.viewer.principal()).await?,
        Role::Moderator => None,
    };
    let layout = member.viewer.layout(member.viewer.locale().say("admin-title"));
    member.viewer.private_page(
        status,
        &AdminPage { layout, menu: menu(member), unknown, held: held.map(|held| held.count), numbers },
    )
}

async fn numbers(StaffMember { viewer, .. }: &StaffMember) -> Result<NumbersPart, PageError> {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let Numbers { accounts, guests, open, playing, finished, size, jobs } =
        service.numbers(viewer.principal()).await?;
    let estimate = |Estimate { count, exact }| {
        let count = locale.count(count);
        if exact { count } else { locale.text("admin-about").with("n", count).to_string() }
    };
    let process = service.process();
    let connections = service.connections();
    let uptime = service.now() - viewer.web().started;
    let counts = vec![
        (key("admin-accounts"), estimate(accounts)),
        (key("admin-guests"), estimate(guests)),
        (key("admin-tables-open"), estimate(open)),
        (key("admin-games-playing"), estimate(playing)),
        (key("admin-games-finished"), estimate(finished)),
        (key("admin-size"), locale.megabytes(size)),
    ];
    let server = vec![
        (key("admin-version"), env!("CARGO_PKG_VERSION").to_owned()),
        (key("admin-uptime"), locale.time_span(uptime.to_std().unwrap_or_default())),
        (key("admin-moves-today"), locale.count(service.moves_today())),
        (key("admin-streams"), locale.count(viewer.web().streams.count() as u64)),
        (key("admin-memory"), locale.megabytes(process.memory)),
        (key("admin-files"), locale.count(process.open_files)),
        (key("admin-connections"), locale.count(u64::from(connections.open))),
    ];
    let row = |lane| {
        let figures: Vec<JobFigures> =
            JobState::ALL.map(|state| jobs.get(&(lane, state)).copied().unwrap_or_default()).to_vec();
        let due = jobs.get(&(lane, JobState::Due)).map_or(Duration::ZERO, |due| due.oldest);
        JobsRow {
            lane: locale.say(match lane {
                Lane::Quick => key("admin-lane-quick"),
                Lane::Search => key("admin-lane-search"),
                Lane::Analysis => key("admin-lane-analysis"),
                Lane::LongAnalysis => key("admin-lane-long-analysis"),
                Lane::Results => key("admin-lane-results"),
                Lane::Push => key("admin-lane-push"),
                Lane::Webhook => key("admin-lane-webhook"),
            }),
            counts: figures.iter().map(|figures| locale.count(figures.count)).collect(),
            oldest: locale.time_span(due),
        }
    };
    let said = |rows: Vec<(&'static str, String)>| -> Vec<(&'static str, String)> {
        rows.into_iter().map(|(label, value)| (locale.say(label), value)).collect()
    };
    Ok(NumbersPart { counts: said(counts), server: said(server), jobs: Lane::ALL.map(row).into() })
}
