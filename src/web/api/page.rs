//! `/api`: the document for readers.

use askama::Template;
use serde_json::{Map, Value};

use crate::api::document;
use crate::html::layout::Layout;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::Url;

const METHODS: [&str; 2] = ["get", "post"];

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    layout: Layout,
    calls: Vec<CallRow>,
}

/// A call: a method of an address.
struct CallRow {
    id: String,
    method: String,
    path: String,
    summary: String,
    description: String,
    /// The scope that a token needs.
    scopes: String,
    parameters: Vec<FieldRow>,
    body: Vec<FieldRow>,
    answers: Vec<FieldRow>,
}

struct FieldRow {
    name: String,
    text: String,
}

pub(crate) async fn get(viewer: Viewer) -> PageResult {
    let document: Value = serde_json::from_str(document::text()).map_err(PageError::internal)?;
    let layout = viewer.layout(viewer.locale().say("api-title"));
    viewer.page(&ApiPage { layout, calls: calls(&document) })
}

fn calls(document: &Value) -> Vec<CallRow> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let calls = paths.flat_map(|(path, item)| {
        METHODS.into_iter().filter_map(move |method| Some(call(document, path, method, item.get(method)?)))
    });
    calls.collect()
}

fn call(document: &Value, path: &str, method: &str, operation: &Value) -> CallRow {
    let answers = entries(&operation["responses"]).filter(|(status, _)| status.starts_with(['2', '3']));
    let answer = |(status, answer): (&String, &Value)| {
        let content = entries(&answer["content"]).next().map(|(_, content)| name(&content["schema"]));
        FieldRow { name: status.clone(), text: content.unwrap_or_else(|| text(&answer["description"])) }
    };
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameter = |parameter: &Value| FieldRow {
        name: text(&parameter["name"]),
        text: text(&parameter["description"]),
    };
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let security = operation["security"].as_array().into_iter().flatten();
    let scopes = security.filter_map(|one| one["token"].as_array()).flatten().map(text);
    CallRow {
        id: text(&operation["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        description: text(&operation["description"]),
        scopes: scopes.collect::<Vec<_>>().join(", "),
        parameters: parameters.map(parameter).collect(),
        body: fields(document, body),
        answers: answers.map(answer).collect(),
    }
}

/// The fields of an object that a schema refers to.
fn fields(document: &Value, schema: &Value) -> Vec<FieldRow> {
    let found = &document["components"]["schemas"][name(schema)]["properties"];
    let row = |(name, schema): (&String, &Value)| FieldRow {
        name: name.clone(),
        text: text(&schema["description"]),
    };
    entries(found).map(row).collect()
}

/// The name of the schema that this one refers to.
fn name(schema: &Value) -> String {
    let reference = schema["$ref"].as_str().unwrap_or_default();
    reference.rsplit('/').next().unwrap_or_default().to_owned()
}

fn entries(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
