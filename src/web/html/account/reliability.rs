//! `/account/reliability`: how reliably the viewer plays in time.

use crate::html::account::reliability_page::{MissedRow, ReliabilityPage};
use crate::html::response::PageResult;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::key;
use actix_web::http::StatusCode;
use table::{MissedTurn, Reliability};

pub(crate) async fn get(person: SignedIn) -> PageResult {
    person.require_account(&Url::Reliability)?;
    let SignedIn { viewer, user } = &person;
    let (locale, zone) = (viewer.locale(), user.zone);
    let found = viewer.web().service.reliability(viewer.principal()).await?;
    let row = |turn: MissedTurn| {
        let weight = if turn.half { key("reliability-weighs-half") } else { key("reliability-weighs-full") };
        MissedRow {
            game: turn.game,
            at: locale.moment(turn.at, zone),
            weight: locale.text(weight).with("until", locale.day(turn.until, zone)).to_string(),
        }
    };
    viewer.private_page(
        StatusCode::OK,
        &ReliabilityPage {
            layout: viewer.layout(locale.say("reliability-title")),
            percent: match found.reliability {
                Reliability::New => None,
                Reliability::Percent(percent) => Some(percent),
            },
            turns: found.turns,
            missed: found.missed.into_iter().map(row).collect(),
        },
    )
}
