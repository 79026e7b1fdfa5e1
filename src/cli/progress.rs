//! The progress of a long command, on a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use service::{BackupStage, Progress};

/// A bar for `length` of what `unit` names in the plural. Visible only on a terminal.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The stages of a backup or a copy, one after another in the same place.
pub(super) struct Stages(ProgressBar);

impl Default for Stages {
    fn default() -> Self {
        Self(bar(0, "{msg}"))
    }
}

impl Stages {
    pub fn show(&self, stage: &BackupStage) {
        let of = |games: &Progress| (games.done as u64, games.total as u64);
        let (what, (done, total)) = match stage {
            BackupStage::Copying { done, total } => ("rows copied", (*done, *total)),
            BackupStage::Comparing { done, total } => ("rows compared", (*done, *total)),
            BackupStage::Copy(games) => ("tables of the copy replayed", of(games)),
            BackupStage::Source(games) => ("tables of the source replayed", of(games)),
        };
        if self.0.message() != what {
            self.0.set_message(what);
            self.0.reset_eta();
        }
        self.0.set_length(total);
        self.0.set_position(done);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
