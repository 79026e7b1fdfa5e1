//! The migrations of the schema, the same for both databases.
//!
//! They are listed here because `sqlx::migrate!`, which would find them, runs in the compiler: both drivers and SQLite would be compiled
//! a second time for it.

use std::sync::LazyLock;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The names of files in `migrations`, and what is in them.
macro_rules! files {
    ($($name:literal,)+) => {
        [$(($name, include_str!(concat!("../../migrations/", $name, ".sql")))),+]
    };
}

/// A file for each version, from 1 on: `number_description`.
const FILES: &[(&str, &str)] = &files![
    "0001_begin",
    "0002_rematch",
    "0003_guests",
    "0004_aids",
    "0005_feeds",
    "0006_winners",
    "0007_lists",
    "0008_jobs",
    "0009_table_events",
    "0010_invitations",
    "0011_names",
    "0012_levels",
    "0013_analyses",
    "0014_puzzles",
    "0015_salt_hashes",
    "0016_second_factors",
    "0017_moderation",
    "0018_settings",
    "0019_exhibitions",
    "0020_time",
    "0021_plans",
    "0022_seats_to_take_over",
    "0023_attendance",
    "0024_waiting",
    "0025_push",
    "0026_notifications",
    "0027_tokens_search_closing",
    "0028_events_bots_archives_imports",
    "0029_ratings",
    "0030_talk",
    "0031_reports",
    "0032_offers",
    "0033_challenges",
    "0034_profiles",
    "0035_locks",
    "0036_rating_search_and_import_files",
    "0037_past_turns",
    "0038_waiting_by_game",
];

pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = (1..).zip(FILES).map(|(version, (name, sql))| {
        let description = name.split_once('_').map_or(*name, |(_, words)| words).replace('_', " ");
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
});

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_file_is_a_migration_with_its_number_and_words() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
        let files = Migrator::new(folder).await.unwrap();
        let known = |migrator: &Migrator| -> Vec<_> {
            migrator.iter().map(|m| (m.version, m.description.clone(), m.checksum.clone(), m.no_tx)).collect()
        };
        assert_eq!(known(&MIGRATIONS), known(&files));
    }
}
