//! `/practice`: the form for a new practice.

use crate::web::html::answer::Answer;
use crate::web::html::practice::StartPage;
use crate::web::http::session::Viewer;

pub(in crate::web) async fn get(viewer: Viewer) -> Answer {
    viewer.page(&StartPage::new(viewer.layout(viewer.locale().say("practice-title"))))
}
