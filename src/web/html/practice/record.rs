//! `/practice/record.jsonl`: a practice as a game record.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};

use crate::html::practice::link::Asked;
use crate::html::practice::loaded::{self, Found};
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use engine::Record;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let asked = Asked::read(&Fields::of_query(&request)?)?;
    let loaded = match loaded::load(&viewer, asked).await? {
        Found::Practice(loaded) => loaded,
        Found::Link(link) => return Ok(viewer.go(&Url::PracticeRecord(&link), None, &[])),
    };
    let practice = &loaded.practice;
    let record = Record { header: practice.game().header().clone(), events: practice.log().to_vec() };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/jsonl; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"bastide-practice.jsonl\""))
        .body(record.write()))
}
