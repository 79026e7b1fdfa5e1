//! `/practice`: the form for a new practice.

use crate::html::practice::StartPage;
use crate::html::response::PageResult;
use crate::http::session::Viewer;

pub(crate) async fn get(viewer: Viewer) -> PageResult {
    viewer.page(&StartPage::new(viewer.layout(viewer.locale().say("practice-title"))))
}
