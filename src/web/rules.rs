//! `/rules`: the rule books, and the rules of a table.

use actix_web::web::Path;

use super::answer::Answer;
use super::error::PageError;
use super::page::rulebook::books::Book;
use super::page::rulebook::pages::{BookPage, BooksPage};
use super::session::Viewer;
use crate::service::GameId;

/// `/rules`.
pub(super) async fn index(viewer: Viewer) -> Answer {
    viewer.page(&BooksPage::new(viewer.layout("Rules")))
}

/// `/rules/{book}`.
pub(super) async fn book(viewer: Viewer, slug: Path<String>) -> Answer {
    let book = Book::named(&slug).ok_or(PageError::NotFound)?;
    viewer.page(&BookPage::of_book(viewer.layout(book.name), book))
}

/// `/games/{id}/rules`.
pub(super) async fn table(viewer: Viewer, id: Path<String>) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let user = viewer.account().map(|account| &account.id);
    let table = viewer.web().service.table(user, &game, None).await?.ok_or(PageError::NotFound)?;
    let page = BookPage::of_table(viewer.layout("Rules of the table"), &table.listed.rules, game.to_string());
    viewer.page(&page)
}
