//! How far a file of many records is read.

use chrono::{DateTime, Utc};

use crate::ImportRefusal;

/// The most refusals that are kept of a file.
pub const MOST_IMPORT_REFUSALS: usize = 100;

/// What became so far of a file that its user has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProgress {
    /// When it was sent.
    pub since: DateTime<Utc>,
    /// How many it has.
    pub records: u32,
    /// How many are read.
    pub done: u32,
    /// How many games are kept of those, now or before.
    pub kept: u32,
    /// The first [`MOST_IMPORT_REFUSALS`] others, with lines of the file.
    pub refused: Vec<ImportRefusal>,
    /// When the limits of a day let it go on.
    pub resumes: Option<DateTime<Utc>>,
    /// Whether the server can't read it to its end.
    pub given_up: bool,
}

impl ImportProgress {
    pub const fn new(since: DateTime<Utc>, records: u32) -> Self {
        Self { since, records, done: 0, kept: 0, refused: Vec::new(), resumes: None, given_up: false }
    }

    pub const fn is_done(&self) -> bool {
        self.done == self.records
    }

    /// How many records were refused.
    pub const fn refusals(&self) -> u32 {
        self.done - self.kept
    }

    /// Counts a record that begins at this line of the file.
    pub fn count(&mut self, line: usize, refused: Option<ImportRefusal>) {
        self.done += 1;
        match refused {
            None => self.kept += 1,
            Some(why) if self.refused.len() < MOST_IMPORT_REFUSALS => self.refused.push(why.in_file(line)),
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ImportFault;

    #[test]
    fn refusals_are_all_counted_and_the_first_are_kept_with_their_lines() {
        let mut progress = ImportProgress::new(DateTime::UNIX_EPOCH, 103);
        progress.count(1, None);
        for record in 1..=102 {
            progress.count(record * 10, Some(ImportRefusal { line: 3, fault: ImportFault::Alone }));
        }
        assert!(progress.is_done());
        assert_eq!((progress.kept, progress.refusals(), progress.refused.len()), (1, 102, 100));
        assert_eq!(progress.refused[0].line, 12);
    }

    #[test]
    fn refusals_survive_being_stored() {
        for fault in [ImportFault::Empty, ImportFault::Record("why".to_owned()), ImportFault::LongLine] {
            let refusal = ImportRefusal { line: 7, fault };
            let stored = serde_json::to_string(&refusal).unwrap();
            assert_eq!(serde_json::from_str::<ImportRefusal>(&stored).unwrap(), refusal, "{stored}");
        }
    }
}
