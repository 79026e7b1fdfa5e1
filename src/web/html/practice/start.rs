//! `/practice`: the form for a new practice.

use crate::html::answer::Answer;
use crate::html::practice::StartPage;
use crate::http::session::Viewer;

pub(crate) async fn get(viewer: Viewer) -> Answer {
    viewer.page(&StartPage::new(viewer.layout(viewer.locale().say("practice-title"))))
}
