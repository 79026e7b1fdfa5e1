//! Checks the messages in `locales/` against the code and the templates: every key is defined and used, with the arguments
//! that it needs, and every message can be formatted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};

/// Files that replace messages for one rule book rather than adding new ones.
const OVERRIDING: [&str; 1] = ["abbeys.ftl"];

struct Definition {
    file: String,
    /// The placeholders of the message and of everything that it refers to.
    variables: BTreeSet<String>,
    /// Messages and terms that it refers to.
    references: BTreeSet<String>,
    /// Whether its text contains markup.
    markup: bool,
}

/// A place where code or a template looks a message up.
#[derive(Debug)]
struct Use {
    place: String,
    call: String,
    key: String,
    args: BTreeSet<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root().join(folder), extension, &mut found);
    assert!(!found.is_empty(), "{folder} has {extension} files");
    found.sort();
    let read = |file: PathBuf| {
        (file.strip_prefix(root()).unwrap().display().to_string(), fs::read_to_string(&file).unwrap())
    };
    found.into_iter().map(read).collect()
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
}

fn resources() -> Vec<(String, FluentResource)> {
    let parse = |(name, text): (String, String)| {
        let resource =
            FluentResource::try_new(text).unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
        (name, resource)
    };
    files("locales/en", "ftl").into_iter().map(parse).collect()
}

fn overrides(file: &str) -> bool {
    OVERRIDING.iter().any(|name| file.ends_with(name))
}

/// All definitions by id (terms with their "-"), either those of overriding files or the others.
fn definitions(resources: &[(String, FluentResource)], overriding: bool) -> BTreeMap<String, Definition> {
    let mut definitions = BTreeMap::new();
    for (file, resource) in resources.iter().filter(|(file, _)| overrides(file) == overriding) {
        for entry in resource.entries() {
            let (id, pattern) = match entry {
                Entry::Message(message) => (
                    message.id.name.to_owned(),
                    message.value.as_ref().expect("no message has only attributes"),
                ),
                Entry::Term(term) => (format!("-{}", term.id.name), &term.value),
                _ => continue,
            };
            let mut definition = Definition {
                file: file.clone(),
                variables: BTreeSet::new(),
                references: BTreeSet::new(),
                markup: false,
            };
            walk(pattern, &mut definition);
            assert!(definitions.insert(id.clone(), definition).is_none(), "{file}: {id} is defined twice");
        }
    }
    definitions
}

fn walk(pattern: &Pattern<&str>, definition: &mut Definition) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => definition.markup |= value.contains(['<', '>']),
            PatternElement::Placeable { expression } => walk_expression(expression, definition),
        }
    }
}

fn walk_expression(expression: &Expression<&str>, definition: &mut Definition) {
    match expression {
        Expression::Inline(inline) => walk_inline(inline, definition),
        Expression::Select { selector, variants } => {
            walk_inline(selector, definition);
            for variant in variants {
                walk(&variant.value, definition);
            }
        }
    }
}

fn walk_inline(inline: &InlineExpression<&str>, definition: &mut Definition) {
    match inline {
        InlineExpression::VariableReference { id } => {
            definition.variables.insert(id.name.to_owned());
        }
        InlineExpression::MessageReference { id, attribute: None } => {
            definition.references.insert(id.name.to_owned());
        }
        InlineExpression::TermReference { id, attribute: None, arguments } => {
            definition.references.insert(format!("-{}", id.name));
            walk_arguments(arguments.as_ref(), definition);
        }
        InlineExpression::FunctionReference { arguments, .. } => walk_arguments(Some(arguments), definition),
        InlineExpression::Placeable { expression } => walk_expression(expression, definition),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("attributes are not used: {other:?}"),
    }
}

fn walk_arguments(arguments: Option<&CallArguments<&str>>, definition: &mut Definition) {
    for argument in arguments.iter().flat_map(|arguments| &arguments.named) {
        walk_inline(&argument.value, definition);
    }
    for argument in arguments.iter().flat_map(|arguments| &arguments.positional) {
        walk_inline(argument, definition);
    }
}

/// The placeholders of a message and of the messages that it refers to; those of terms are set where the term is named.
fn needed(id: &str, definitions: &BTreeMap<String, Definition>) -> BTreeSet<String> {
    let definition = &definitions[id];
    let mut variables = definition.variables.clone();
    for reference in definition.references.iter().filter(|id| !id.starts_with('-')) {
        variables.extend(needed(reference, definitions));
    }
    variables
}

/// Every lookup of a literal key.
fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    let code = files("src/web", "rs").into_iter().chain(files("templates", "html"));
    for (file, text) in code {
        // Tests of the locale module look up undefined keys.
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (call, mark) in [
            ("say", ".say(\""),
            ("text", ".text(\""),
            ("html", ".html(\""),
            ("key", "key(\""),
            ("bad_request", "bad_request(\""),
            ("new", "Message::new(\""),
            ("new", "Self::new(\""),
        ] {
            for (start, _) in text.match_indices(mark) {
                let whole_word = !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                if !(whole_word || mark.starts_with('.'))
                    || (mark.starts_with("Self") && !file.ends_with("reason.rs"))
                {
                    continue;
                }
                let after = &text[start + mark.len()..];
                let Some((key, after)) = after.split_once('"') else { continue };
                let line = text[..start].lines().count();
                uses.push(Use {
                    place: format!("{file}:{line}"),
                    call: call.to_owned(),
                    key: key.to_owned(),
                    args: arguments(&text[..start], after),
                });
            }
        }
    }
    uses
}

/// The names in the calls of `with` and `part` that follow a key, in the same statement or in the next one on its binding.
fn arguments(before: &str, after: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(mut rest) = after.trim_start().strip_prefix(')') else { return names };
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default().trim_start();
    let bound = statement.strip_prefix("let ").and_then(|binding| binding.split_whitespace().next());
    loop {
        let mut call = rest.trim_start();
        if let (Some(next), Some(bound)) = (call.strip_prefix(';'), bound) {
            call = of_next_statement(next, bound);
        }
        let call = [".with(", ".part("].into_iter().find_map(|mark| call.strip_prefix(mark));
        let Some(call) = call else { return names };
        let name = call.trim_start().trim_start_matches('"').split('"').next().unwrap_or_default();
        names.insert(name.to_owned());
        rest = after_parenthesis(call);
    }
}

/// The text after the name of a binding in the following statement.
fn of_next_statement<'a>(text: &'a str, bound: &str) -> &'a str {
    let end = text.find(';').unwrap_or(text.len());
    let uses = text[..end].match_indices(bound).find_map(|(start, _)| {
        let whole = !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
        let call = text[start + bound.len()..].trim_start();
        (whole && call.starts_with(".with(")).then_some(call)
    });
    uses.unwrap_or_default()
}

/// The text after the parenthesis that closes the one opened just before `text`.
fn after_parenthesis(text: &str) -> &str {
    let (mut depth, mut quoted, mut escaped) = (1, false, false);
    for (i, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[i + 1..];
        }
    }
    ""
}

#[test]
fn every_key_that_is_looked_up_is_defined_and_every_defined_key_is_looked_up() {
    let resources = resources();
    let definitions = definitions(&resources, false);
    let uses = uses();
    assert!(uses.len() > 50, "calls were found");
    let mut complaints = Vec::new();
    for found in uses.iter().filter(|found| !definitions.contains_key(&found.key)) {
        complaints.push(format!("{}: {} is not defined", found.place, found.key));
    }
    let mut needed: BTreeSet<&str> = uses.iter().map(|found| found.key.as_str()).collect();
    needed.extend(definitions.values().flat_map(|definition| &definition.references).map(String::as_str));
    for (id, definition) in &definitions {
        if !needed.contains(id.as_str()) {
            complaints.push(format!("{}: {id} is never used", definition.file));
        }
        for reference in definition.references.iter().filter(|id| !definitions.contains_key(*id)) {
            complaints.push(format!("{}: {id} refers to {reference}, which is not defined", definition.file));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_message_gets_the_arguments_that_it_needs_and_no_others() {
    let resources = resources();
    let definitions = definitions(&resources, false);
    let mut complaints = Vec::new();
    for found in uses() {
        if found.call == "key" || !definitions.contains_key(&found.key) {
            continue;
        }
        let needed = needed(&found.key, &definitions);
        if needed != found.args {
            complaints
                .push(format!("{}: {} needs {needed:?} and gets {:?}", found.place, found.key, found.args));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn messages_with_markup_are_used_as_markup() {
    let resources = resources();
    let definitions = definitions(&resources, false);
    for found in uses() {
        if let Some(definition) = definitions.get(&found.key).filter(|definition| definition.markup) {
            assert_eq!(found.call, "html", "{}: {} of {}", found.place, found.key, definition.file);
        }
    }
}

#[test]
fn overriding_files_replace_what_is_defined_elsewhere_and_need_nothing_more() {
    let resources = resources();
    let base = definitions(&resources, false);
    for (id, definition) in definitions(&resources, true) {
        let replaced = base.get(&id).unwrap_or_else(|| panic!("{}: {id} replaces nothing", definition.file));
        assert!(definition.variables.is_subset(&replaced.variables), "{}: {id}", definition.file);
    }
}

#[test]
fn every_message_can_be_formatted_whatever_its_arguments() {
    let resources = resources();
    let base = definitions(&resources, false);
    for book in [None, Some("abbeys.ftl")] {
        let mut bundle = FluentBundle::new(vec!["en".parse().unwrap()]);
        bundle.set_use_isolating(false);
        for (_, resource) in resources.iter().filter(|(file, _)| !overrides(file)) {
            bundle.add_resource(resource).unwrap();
        }
        for (_, resource) in
            resources.iter().filter(|(file, _)| book.is_some_and(|book| file.ends_with(book)))
        {
            bundle.add_resource_overriding(resource);
        }
        for id in base.keys().filter(|id| !id.starts_with('-')) {
            let pattern = bundle.get_message(id).unwrap().value().unwrap();
            for sample in
                [FluentValue::from(0), FluentValue::from(1), FluentValue::from(7), FluentValue::from("x")]
            {
                let mut args = FluentArgs::new();
                for variable in needed(id, &base) {
                    args.set(variable, sample.clone());
                }
                let mut errors = Vec::new();
                let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
                assert!(errors.is_empty(), "{id}: {errors:?}");
                assert!(!text.trim().is_empty() && !text.contains('{'), "{id}: {text}");
            }
        }
    }
}
