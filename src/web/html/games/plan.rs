//! `/games/{id}/plan`: what a player plans for the turns to come. Nobody else sees it.

use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::games::caches::Caches;
use crate::html::games::plan_page::PlanPage;
use crate::html::games::{LoadedGame, proposals};
use crate::html::levels;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use crate::locale::Message;
use service::ProposalError;
use table::Plan;

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
    let viewer = &person.viewer;
    let plan = Plan {
        forced: fields.optional("forced")? == Some("yes"),
        stand_in: levels::chosen(&fields, "stand_in")?,
    };
    match viewer.web().service.set_plan(viewer.principal(), &id, plan).await {
        Ok(()) => Ok(viewer.go(&Url::Game(&id), Some(Flash::PlanSaved), &[])),
        Err(ProposalError::Refused(why)) => {
            let loaded = LoadedGame::load(viewer, &caches, &id).await?;
            let (_, why) = proposals::refusal(viewer, why);
            page(viewer, &loaded, Some(why))
        }
        Err(error) => Err(proposals::failed(error)),
    }
}

fn page(viewer: &Viewer, loaded: &LoadedGame, error: Option<Message>) -> PageResult {
    let table = &loaded.table.table;
    let you = loaded.table.you.ok_or_else(|| PageError::Forbidden(Message::new("refused-not-in")))?;
    let locale = viewer.locale();
    let plan = table.plans.of(you);
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = PlanPage {
        layout: viewer.layout(locale.text("plan-title").with("players", loaded.title())),
        error: error.map(|why| locale.format(&why)),
        id: loaded.id().clone(),
        playing: loaded.still_in(),
        forced: plan.forced,
        stand_ins: table.settings.stand_ins.then(|| levels::choices(plan.stand_in)),
    };
    viewer.page_with(status, &page)
}
