//! Every use case learns from a `Principal` who is asking: all public methods of `Service` take one, except for a few that are
//! listed with the reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use syn::{FnArg, ImplItem, Item, Type, Visibility};

/// Methods without a principal, because no user calls them.
const WITHOUT: [(&str, &[&str]); 8] = [
    (
        "wiring",
        &[
            "new",
            "open",
            "open_for_server",
            "open_to_read",
            "close",
            "check_file",
            "file_lost",
            "rescue",
            "with_computer",
            "with_staff",
            "with_chance",
            "with_hash_cost",
            "with_notifier",
            "with_archive_licence",
            "with_chat",
            "chat",
            "now",
            "new_key",
            "random_bytes",
            "has_replica",
        ],
    ),
    ("stores nothing and reads nothing", &["practice_reply"]),
    (
        "counts and figures, nobody's data",
        &[
            "register_metrics",
            "job_ran",
            "moves_stored",
            "moves_today",
            "process",
            "connections",
            "caches",
            "failing_push_services",
            "jobs",
            "game_lengths",
            "clock_correction",
        ],
    ),
    ("tells who is asking", &["signed_in", "sender", "bearer"]),
    ("says only that something has changed", &["listen"]),
    ("servers among themselves", &["has_peers", "listen_to_peers", "notify_peers"]),
    (
        "the runner of jobs",
        &[
            "set_runner_error",
            "ready",
            "clean_up",
            "find_puzzle",
            "find_first_puzzle",
            "schedule_first_games",
            "open_exhibitions",
            "heartbeat",
            "measure_lengths",
        ],
    ),
    (
        "commands of the host",
        &[
            "backup",
            "follow",
            "restore",
            "copy",
            "rebuild",
            "verify",
            "damaged_structure",
            "reset_account",
            "failed_jobs",
            "retry_failed_jobs",
            "archived_months",
            "make_archive",
            "check_archive",
        ],
    ),
];

#[test]
fn every_use_case_takes_a_principal() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/service"), &mut files);
    let (with, without): (Vec<_>, Vec<_>) =
        files.iter().flat_map(|file| methods(file)).partition(|(_, takes_principal)| *takes_principal);
    assert!(with.len() > 30, "the use cases were found: {with:?}");
    let found: BTreeSet<&str> = without.iter().map(|(name, _)| name.as_str()).collect();
    let listed: BTreeSet<&str> = WITHOUT.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let missing: Vec<&&str> = found.difference(&listed).collect();
    assert!(missing.is_empty(), "these take no principal: {missing:?}");
    let gone: Vec<&&str> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "remove these from the list: {gone:?}");
}

#[test]
fn a_use_case_without_a_principal_is_caught() {
    let code = "impl Service {
        pub async fn join(&self, principal: &Principal, game: &GameId) {}
        pub async fn leave(&self, user: &UserId, game: &GameId) {}
        pub fn quietly(&self, _: Option<&Principal>) {}
        pub(in crate::service) async fn inside(&self) {}
        async fn alone(&self) {}
    }
    impl Other { pub fn other(&self) {} }";
    let expected = [("join", true), ("leave", false), ("quietly", false)];
    assert_eq!(methods(code), expected.map(|(name, takes)| (name.to_owned(), takes)));
}

/// The public methods of `Service` in a file, and whether each takes a principal.
fn methods(code: &str) -> Vec<(String, bool)> {
    let mut methods = Vec::new();
    for item in syn::parse_file(code).unwrap().items {
        let Item::Impl(block) = item else { continue };
        if block.trait_.is_some() || !is_named(&block.self_ty, "Service") {
            continue;
        }
        for item in block.items {
            if let ImplItem::Fn(method) = item
                && matches!(method.vis, Visibility::Public(_))
            {
                methods.push((method.sig.ident.to_string(), method.sig.inputs.iter().any(is_principal)));
            }
        }
    }
    methods
}

fn is_principal(argument: &FnArg) -> bool {
    let FnArg::Typed(argument) = argument else { return false };
    matches!(&*argument.ty, Type::Reference(reference) if is_named(&reference.elem, "Principal"))
}

fn is_named(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn collect(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(fs::read_to_string(path).unwrap());
        }
    }
}
