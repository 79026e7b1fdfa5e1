//! The page about the archive, and the files in it.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use crate::locale::key;

#[derive(Template)]
#[template(path = "account/export.html")]
pub struct ExportPage {
    pub layout: Layout,
    /// The names of the files, and what is in them.
    pub files: Vec<(&'static str, &'static str)>,
    /// Whether the password or a passkey was asked for lately.
    pub is_confirmed: bool,
}

/// A file of the archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct File {
    pub name: &'static str,
    /// The message that says what is in it.
    pub what: &'static str,
    /// The message that says what its fields mean.
    pub fields: &'static str,
}

/// The names are stable.
pub(super) const FILES: [File; 23] = [
    file("profile.json", key("export-profile"), key("export-profile-fields")),
    file("sign-in.json", key("export-sign-in"), key("export-sign-in-fields")),
    file("programs.json", key("export-programs"), key("export-programs-fields")),
    file("notification-settings.json", key("export-settings"), key("export-settings-fields")),
    file("time.json", key("export-time"), key("export-time-fields")),
    file("ratings.json", key("export-ratings"), key("export-ratings-fields")),
    file("tables.json", key("export-tables"), key("export-tables-fields")),
    file("invitations.json", key("export-invitations"), key("export-invitations-fields")),
    file("challenges.json", key("export-challenges"), key("export-challenges-fields")),
    file("recordings.json", key("export-recordings"), key("export-recordings-fields")),
    file("import-file.json", key("export-import-file"), key("export-import-file-fields")),
    file("plans.json", key("export-plans"), key("export-plans-fields")),
    file("analyses.json", key("export-analyses"), key("export-analyses-fields")),
    file("people.json", key("export-people"), key("export-people-fields")),
    file("following.json", key("export-following"), key("export-following-fields")),
    file("offers.json", key("export-offers"), key("export-offers-fields")),
    file("reports.json", key("export-reports"), key("export-reports-fields")),
    file("restrictions.json", key("export-restrictions"), key("export-restrictions-fields")),
    file("moderation.json", key("export-moderation"), key("export-moderation-fields")),
    file("notifications.ndjson", key("export-notifications"), key("export-notifications-fields")),
    file("talk.ndjson", key("export-talk"), key("export-talk-fields")),
    file("puzzles.ndjson", key("export-puzzles"), key("export-puzzles-fields")),
    file("games.ndjson", key("export-games"), key("export-games-fields")),
];

const fn file(name: &'static str, what: &'static str, fields: &'static str) -> File {
    File { name, what, fields }
}
