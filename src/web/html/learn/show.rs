//! `/learn`: the contents of the lesson and its steps. Nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::board::{draft, options};
use crate::html::learn::loaded::LoadedTask;
use crate::html::learn::pages::ContentsPage;
use crate::html::learn::step_page::StepPage;
use crate::html::learn::steps::STEPS;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::LessonUrl;
use table::Aids;

/// `/learn`.
pub(crate) async fn contents(viewer: Viewer) -> PageResult {
    viewer.page(&ContentsPage { layout: viewer.layout(viewer.locale().say("learn-title")) })
}

/// `/learn/{step}`.
pub(crate) async fn step(viewer: Viewer, step: Path<usize>, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let url = LessonUrl {
        step: *step,
        part: fields.parsed("part")?.unwrap_or(1),
        draft: if fields.optional("x")?.is_some() { Some(draft::read(&fields)?) } else { None },
        played: fields.optional("played")?.is_some(),
    };
    if let Some(draft) = url.draft.filter(|_| options::asked(&fields).is_ok_and(|asked| asked)) {
        let loaded = LoadedTask::new(viewer.locale(), url).ok_or(PageError::NotFound)?;
        return Ok(options::answer(loaded.game(), &loaded.names, Aids::All, draft));
    }
    let name = step.checked_sub(1).and_then(|index| STEPS.get(index)).ok_or(PageError::NotFound)?.title;
    let name = viewer.locale().say(name);
    let title = viewer.locale().text("learn-step-title").with("n", *step).with("step", name).to_string();
    let page = StepPage::new(viewer.layout(title), url).ok_or(PageError::NotFound)?;
    // The last page has a form.
    viewer.form_page(StatusCode::OK, &page)
}
