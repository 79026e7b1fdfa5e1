//! Dependencies: only released crates with licences that `deny.toml` allows, and none that it bans.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

const DENY: &str = include_str!("../deny.toml");

#[test]
fn every_dependency_has_an_allowed_licence() {
    let (allowed, excused) = lists();
    let mut used = BTreeSet::new();
    let packages = packages();
    for package in &packages {
        let (name, licence) = (package["name"].as_str().unwrap(), package["license"].as_str().unwrap_or(""));
        if is_allowed(licence, &allowed) {
            continue;
        }
        assert!(excused.contains(&name), "{name}: {licence:?} is not in deny.toml");
        used.insert(name);
    }
    assert_eq!(used, excused.into_iter().collect(), "exceptions of deny.toml that are needed");
}

#[test]
fn every_dependency_is_a_released_crate_and_none_is_banned() {
    let banned: Vec<&str> = quoted(DENY.split("\ndeny = [").nth(1).unwrap().split(']').next().unwrap());
    assert!(!banned.is_empty());
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        assert!(!banned.contains(&name), "{name} is banned by deny.toml");
        let own = name == env!("CARGO_PKG_NAME");
        assert!(
            own || package["source"].as_str().is_some_and(|source| source.starts_with("registry+")),
            "{name}"
        );
    }
}

#[test]
fn licence_expressions_are_evaluated() {
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"];
    for (licence, fine) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Unicode-3.0", true),
        ("MIT AND (GPL-3.0 OR LGPL-2.1)", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(licence, &allowed), fine, "{licence}");
    }
}

/// Allowed licences, and crates with an exception.
fn lists() -> (Vec<&'static str>, Vec<&'static str>) {
    let part = |start: &str| DENY.split(start).nth(1).unwrap().split("\n]").next().unwrap();
    let crates =
        part("exceptions = [").split("crate = ").skip(1).flat_map(|rest| quoted(rest).into_iter().take(1));
    (quoted(part("\nallow = [")), crates.collect())
}

fn quoted(text: &'static str) -> Vec<&'static str> {
    text.split('"').skip(1).step_by(2).collect()
}

fn packages() -> Vec<Value> {
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let done =
        Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let metadata: Value = serde_json::from_slice(&done.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().clone();
    assert!(packages.len() > 100);
    packages
}

/// Whether an SPDX expression is allowed: `OR` or `/` separates alternatives, `AND` separates what must all be allowed.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    split(licence, &[" AND "]).iter().all(|part| {
        let alternatives = split(part, &[" OR ", "/"]);
        if alternatives.len() > 1 {
            return alternatives.iter().any(|part| is_allowed(part, allowed));
        }
        let part = part.trim();
        match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
            Some(inner) => is_allowed(inner, allowed),
            None => allowed.contains(&part),
        }
    })
}

/// Splits at separators outside parentheses.
fn split<'a>(text: &'a str, separators: &[&str]) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let separator = separators.iter().find(|separator| depth == 0 && text[i..].starts_with(**separator));
        if let Some(separator) = separator.filter(|_| i >= start) {
            parts.push(&text[start..i]);
            start = i + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}
