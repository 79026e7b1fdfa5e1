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
    description: Prose,
    /// The scope that a token needs.
    scopes: String,
    parameters: Vec<FieldRow>,
    body: Vec<FieldRow>,
    answers: Vec<AnswerRow>,
}

struct FieldRow {
    name: String,
    text: Prose,
}

struct AnswerRow {
    status: String,
    text: Prose,
    /// Of its JSON.
    fields: Vec<FieldRow>,
}

/// Pieces of a text, and whether each is code.
type Prose = Vec<(bool, String)>;

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
        let schema =
            entries(&answer["content"]).next().map_or(&Value::Null, |(_, content)| &content["schema"]);
        let said = [&answer["description"], &referred(document, schema)["description"]];
        let said = said.into_iter().find(|said| said.as_str().is_some_and(|said| !said.is_empty()));
        AnswerRow {
            status: status.clone(),
            text: said.map(prose).unwrap_or_default(),
            fields: fields(document, schema),
        }
    };
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameter = |parameter: &Value| FieldRow {
        name: text(&parameter["name"]),
        text: prose(&parameter["description"]),
    };
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let security = operation["security"].as_array().into_iter().flatten();
    let scopes = security.filter_map(|one| one["token"].as_array()).flatten().map(text);
    CallRow {
        id: text(&operation["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        description: prose(&operation["description"]),
        scopes: scopes.collect::<Vec<_>>().join(", "),
        parameters: parameters.map(parameter).collect(),
        body: fields(document, body),
        answers: answers.map(answer).collect(),
    }
}

/// The fields of an object, which a schema describes or refers to, by itself, with others, or as alternatives.
fn fields(document: &Value, schema: &Value) -> Vec<FieldRow> {
    let schema = referred(document, schema);
    let parts = ["allOf", "oneOf"].iter().filter_map(|of| schema[*of].as_array()).flatten();
    let mut found: Vec<FieldRow> = Vec::new();
    let row = |(name, schema): (&String, &Value)| FieldRow {
        name: name.clone(),
        text: prose(&described(document, schema)["description"]),
    };
    let own = entries(&schema["properties"]).map(row);
    for field in parts.flat_map(|part| fields(document, part)).chain(own) {
        if !found.iter().any(|known| known.name == field.name) {
            found.push(field);
        }
    }
    found
}

/// The schema that says what a field is: its own, or that of what it refers to, alone or in a list.
fn described<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    if schema["description"].is_string() {
        return schema;
    }
    let one_of = schema["oneOf"].as_array().into_iter().flatten();
    let inner = one_of.chain([&schema["items"], schema]).find(|inner| inner["$ref"].is_string());
    inner.map_or(schema, |inner| referred(document, inner))
}

/// The schema that this one refers to; itself, if it refers to none.
fn referred<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let Some(reference) = schema["$ref"].as_str() else { return schema };
    &document["components"]["schemas"][reference.rsplit('/').next().unwrap_or_default()]
}

fn entries(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A text in which code is between backticks.
fn prose(value: &Value) -> Prose {
    let parts = value.as_str().unwrap_or_default().split('`').map(str::to_owned);
    parts.enumerate().map(|(i, part)| (i % 2 == 1, part)).filter(|(_, part)| !part.is_empty()).collect()
}
