//! Pages, docs and comments use plain English: `words.txt` lists words to avoid, and what to say instead.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

const LISTS: &str = include_str!("words.txt");

/// The kind of a file, which determines which part of it is text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Template,
    Locale,
    Markdown,
    /// String literals that are sentences.
    Strings,
    /// Doc comments.
    Comments,
}

/// A word or phrase to avoid.
struct Pattern {
    words: Vec<String>,
    instead: &'static str,
    everywhere: bool,
}

/// A phrase in which such a word is fine.
struct Allowed {
    file: &'static str,
    words: Vec<String>,
}

/// A word and its line number.
type Word = (String, usize);

#[test]
fn pages_and_docs_use_plain_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        files.push((root.join(name), Kind::Markdown));
    }
    for (folder, extension, kind) in [
        ("docs", "md", Kind::Markdown),
        ("templates", "html", Kind::Template),
        ("locales", "ftl", Kind::Locale),
        ("src", "rs", Kind::Strings),
        ("src", "rs", Kind::Comments),
    ] {
        collect(&root.join(folder), extension, kind, &mut files);
    }
    assert!(files.len() > 100, "{} files", files.len());
    let (patterns, allowed) = (patterns(), allowed());
    let mut found: Vec<String> = Vec::new();
    for (path, kind) in files {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let excuses: Vec<&Allowed> = allowed.iter().filter(|allowed| allowed.file == name).collect();
        found.extend(
            refused(&text, kind, &patterns, &excuses).into_iter().map(|line| format!("{name}:{line}")),
        );
    }
    assert!(found.is_empty(), "{} found:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_allowed_phrase_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for allowed in allowed() {
        let text = fs::read_to_string(root.join(allowed.file)).unwrap();
        let words = words(&text, kind_of(allowed.file));
        let there = (0..words.len()).any(|at| matches(&words[at..], &allowed.words));
        assert!(there, "{}: \u{201c}{}\u{201d} is gone: remove it", allowed.file, allowed.words.join(" "));
    }
}

#[test]
fn words_are_found_as_words_and_only_in_text() {
    const CODE: &str =
        "/// Mends.\nfn mend() {\n    // mend\n    say(\"we mend\", \"mend\", \"SELECT mend FROM x\");\n}";
    let pattern = |text: &str| Pattern { words: split(text), instead: "", everywhere: true };
    let patterns = [pattern("mend*"), pattern("one's own"), pattern("be it")];
    for (kind, text, lines) in [
        (Kind::Markdown, "We mend it.\n\nBe\nit so.", &["1", "3"][..]),
        (Kind::Markdown, "Recommended. `mend` [x](mend.md)\n```\nmend\n```\n", &[]),
        (Kind::Markdown, "On one\u{2019}s own", &["1"]),
        (Kind::Template, "<p class=\"mend\">{{ mend }}{% if mend %}</p>{# mend #}", &[]),
        (Kind::Template, "<p title=\"Mends it\">\n<b>Mended</b>", &["1", "2"]),
        (Kind::Locale, "mend = Repair { $mend }\n# mend\nb =\n    It is mended", &["2", "4"]),
        (Kind::Strings, CODE, &["4"]),
        (Kind::Comments, CODE, &["1"]),
    ] {
        let found = refused(text, kind, &patterns, &[]);
        let numbers: Vec<&str> = found.iter().map(|line| line.split(':').next().unwrap()).collect();
        assert_eq!(numbers, lines, "{text}");
    }
    let text = "Check the box. Buy a box.";
    let excuse = Allowed { file: "", words: split("check the box") };
    assert_eq!(refused(text, Kind::Markdown, &[pattern("box")], &[&excuse]).len(), 1);
}

/// The lines of `text` that use a listed word, each with what to write instead.
fn refused(text: &str, kind: Kind, patterns: &[Pattern], excuses: &[&Allowed]) -> Vec<String> {
    let words = words(text, kind);
    let is_allowed = |at: usize, length: usize| {
        excuses.iter().any(|allowed| {
            let starts = (at + length).saturating_sub(allowed.words.len())..=at;
            starts.into_iter().any(|start| matches(&words[start..], &allowed.words))
        })
    };
    let mut found = Vec::new();
    for at in 0..words.len() {
        for pattern in patterns.iter().filter(|pattern| pattern.everywhere || kind != Kind::Comments) {
            let length = pattern.words.len();
            if matches(&words[at..], &pattern.words) && !is_allowed(at, length) {
                let used: Vec<&str> = words[at..at + length].iter().map(|(word, _)| word.as_str()).collect();
                found.push(format!(
                    "{}: \u{201c}{}\u{201d}: {}",
                    words[at].1,
                    used.join(" "),
                    pattern.instead
                ));
            }
        }
    }
    found
}

fn matches(words: &[Word], pattern: &[String]) -> bool {
    words.len() >= pattern.len()
        && words.iter().zip(pattern).all(|((word, _), wanted)| match wanted.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => word == wanted,
        })
}

fn words(text: &str, kind: Kind) -> Vec<Word> {
    let mut words = Vec::new();
    let mut add = |text: &str, line: usize| words.extend(split(text).into_iter().map(|word| (word, line)));
    if matches!(kind, Kind::Strings | Kind::Comments) {
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{error}"));
        literals(tokens, kind, &mut add);
    } else {
        for (number, line) in blank(text, kind).lines().enumerate() {
            add(line, number + 1);
        }
    }
    words
}

/// The words of a text in lower case; `*` belongs to a pattern.
fn split(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('\u{2019}', "'");
    let inside = |c: char| c.is_alphanumeric() || c == '\'' || c == '*' || c == '_';
    text.split(|c| !inside(c))
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Doc comments, or strings that are sentences rather than names or SQL.
fn literals(tokens: TokenStream, kind: Kind, add: &mut impl FnMut(&str, usize)) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => literals(group.stream(), kind, add),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let sql =
                    ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "WITH", "PRAGMA", "BEGIN", "FROM"];
                let inner = text.trim_start_matches(['r', '#']).trim_start_matches('"');
                let is_sql = sql.iter().any(|word| inner.trim_start().starts_with(word));
                let is_wanted = inner.starts_with(' ') == (kind == Kind::Comments);
                if text.contains('"') && inner.contains(' ') && !is_sql && is_wanted {
                    let text = inner.split('`').step_by(2).collect::<Vec<_>>().join("\n");
                    add(&between(&text, "<", ">", read_attributes), literal.span().start().line);
                }
            }
            _ => {}
        }
    }
}

/// The text with everything blanked out that nobody reads; line numbers stay the same.
fn blank(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Template => {
            let text = between(text, "{#", "#}", |_| String::new());
            let text = between(&text, "{%", "%}", |_| String::new());
            let text = between(&text, "{{", "}}", |_| String::new());
            between(&text, "<", ">", read_attributes)
        }
        Kind::Locale => {
            let text = between(text, "{", "}", |_| String::new());
            let value = |line: &str| match line.split_once('=') {
                Some((_, value)) if !line.starts_with([' ', '#']) => value.to_owned(),
                _ => line.to_owned(),
            };
            text.lines().map(value).collect::<Vec<_>>().join("\n")
        }
        Kind::Markdown => {
            let text = between(text, "```", "```", |_| String::new());
            let text = between(&text, "`", "`", |_| String::new());
            let text = text.lines().map(|line| if line.starts_with("    ") { "" } else { line });
            between(&text.collect::<Vec<_>>().join("\n"), "](", ")", |_| String::new())
        }
        Kind::Strings | Kind::Comments => text.to_owned(),
    }
}

/// The attributes of a tag that are read aloud or shown.
fn read_attributes(tag: &str) -> String {
    let shown = ["title=\"", "alt=\"", "placeholder=\"", "aria-label=\"", "content=\"", "summary=\""];
    let values = shown.iter().filter_map(|name| tag.split(name).nth(1)?.split('"').next());
    values.collect::<Vec<_>>().join(" ; ")
}

/// Replaces the text between two delimiters, but keeps its line breaks.
fn between(text: &str, start: &str, end: &str, replace: impl Fn(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        let (inside, after) = after.split_once(end).unwrap_or((after, ""));
        result.push_str(before);
        result.push(' ');
        result.push_str(&replace(inside));
        result.push(' ');
        result.extend(inside.chars().filter(|&c| c == '\n'));
        rest = after;
    }
    result + rest
}

fn patterns() -> Vec<Pattern> {
    let of = |title: &str, everywhere: bool| {
        let lines = section(title).into_iter().filter_map(|line| line.split_once(" = "));
        lines.map(|(words, instead)| Pattern { words: split(words), instead, everywhere }).collect::<Vec<_>>()
    };
    let all: Vec<Pattern> = of("pages and docs", false).into_iter().chain(of("everywhere", true)).collect();
    assert!(all.len() > 50, "{} patterns", all.len());
    all
}

fn allowed() -> Vec<Allowed> {
    let read = |line: &'static str| {
        let (place, reason) = line.split_once(" = ").expect("FILE: phrase = why");
        let (file, phrase) = place.split_once(": ").expect("FILE: phrase = why");
        assert!(reason.len() > 5, "{line}");
        Allowed { file, words: split(phrase) }
    };
    section("allowed").into_iter().map(read).collect()
}

fn section(title: &str) -> Vec<&'static str> {
    let after = LISTS.split(&format!("\n[{title}]\n")).nth(1).unwrap_or_else(|| panic!("[{title}]"));
    after.split("\n[").next().unwrap().lines().filter(|line| !line.trim().is_empty()).collect()
}

fn kind_of(name: &str) -> Kind {
    match name.rsplit('.').next() {
        Some("html") => Kind::Template,
        Some("ftl") => Kind::Locale,
        Some("rs") => Kind::Strings,
        _ => Kind::Markdown,
    }
}

fn collect(folder: &Path, extension: &str, kind: Kind, files: &mut Vec<(PathBuf, Kind)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, extension, kind, files);
        } else if path.extension().is_some_and(|other| other == extension) {
            files.push((path, kind));
        }
    }
}
