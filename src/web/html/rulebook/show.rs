//! `/rules`: the rule books, and the rules of a table.

use actix_web::web::Path;

use crate::html::response::PageResult;
use crate::html::rulebook::books::Book;
use crate::html::rulebook::pages::{BookPage, BooksPage};
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::http::session::Viewer;

/// `/rules`.
pub(crate) async fn index(viewer: Viewer) -> PageResult {
    viewer.page(&BooksPage::new(viewer.layout(viewer.locale().say("rules-title"))))
}

/// `/rules/{book}`.
pub(crate) async fn book(viewer: Viewer, slug: Path<String>) -> PageResult {
    let book = Book::named(&slug).ok_or(PageError::NotFound)?;
    viewer.page(&BookPage::of_book(viewer.layout(book.name(viewer.locale())), book))
}

/// `/games/{id}/rules`.
pub(crate) async fn table(viewer: Viewer, GamePath(id): GamePath) -> PageResult {
    let table =
        viewer.web().service.table(viewer.principal(), &id, None).await?.ok_or(PageError::NotFound)?;
    let layout = viewer.layout(viewer.locale().say("rules-of-table"));
    let page = BookPage::of_table(layout, &table.table.settings.rules, id);
    viewer.page(&page)
}
