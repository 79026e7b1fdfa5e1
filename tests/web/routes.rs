//! The route tables, as they are written.

/// Of the pages.
pub const PAGES: &str = concat!(
    include_str!("../../src/web/routes/mod.rs"),
    include_str!("../../src/web/routes/games.rs"),
    include_str!("../../src/web/routes/account.rs"),
    include_str!("../../src/web/routes/admin.rs"),
);
pub const API: &str = include_str!("../../src/web/api/routes.rs");

/// Methods and patterns, in the order in which they are tried: whether it is a POST, and the pattern.
pub fn routes_in(table: &str) -> Vec<(bool, String)> {
    let mut routes = Vec::new();
    // `resource("/…")`, or a function that makes one.
    for resource in table.split("(\"/").skip(1) {
        let pattern = format!("/{}", resource.split('"').next().unwrap());
        if resource.contains("read(") || resource.contains("get().to(") {
            routes.push((false, pattern.clone()));
        }
        if resource.contains("post().to(") {
            routes.push((true, pattern));
        }
    }
    routes
}
