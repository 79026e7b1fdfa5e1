//! Checking the file of a month: its hash, and every record in it.

use std::io::{self, Write};

use data_encoding::HEXLOWER;
use flate2::write::GzDecoder;
use sha2::{Digest, Sha256};

use crate::archives::ARCHIVE_CHUNK;
use crate::{Service, StoreError};
use engine::Record;
use table::{Archive, Month};

/// What begins every record, and no other line.
const HEADER: &[u8] = b"{\"record\":";
/// The most problems that are named for a file.
const MOST: usize = 20;

/// A file and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedArchive {
    pub archive: Archive,
    pub problems: Vec<ArchiveProblem>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveProblem {
    #[error("piece {0} is missing")]
    Missing(u32),
    #[error("{0} bytes are stored")]
    Bytes(u64),
    #[error("its SHA-256 is {0}")]
    Hash(String),
    #[error("it can't be unpacked: {0}")]
    Gzip(String),
    #[error("{0} games are in it")]
    Games(u64),
    #[error("record {n}: {why}")]
    Record { n: u64, why: String },
}

impl Service {
    /// Reads the whole file of a month, and replays every game in it. `None`: there is none.
    pub async fn check_archive(&self, month: Month) -> Result<Option<CheckedArchive>, StoreError> {
        let Some(archive) = self.store.archive(month).await? else { return Ok(None) };
        let (mut hash, mut bytes) = (Sha256::new(), 0_u64);
        let mut gzip = GzDecoder::new(Records::default());
        let mut problems = Vec::new();
        let chunks = archive.bytes.div_ceil(ARCHIVE_CHUNK as u64);
        for n in 0..u32::try_from(chunks).unwrap_or(u32::MAX) {
            let Some(piece) = self.store.archive_chunk(month, archive.made, n).await? else {
                problems.push(ArchiveProblem::Missing(n));
                break;
            };
            hash.update(&piece);
            bytes += piece.len() as u64;
            if let Err(error) = gzip.write_all(&piece) {
                problems.push(ArchiveProblem::Gzip(error.to_string()));
                break;
            }
        }
        if bytes != archive.bytes {
            problems.push(ArchiveProblem::Bytes(bytes));
        }
        let hash = HEXLOWER.encode(&hash.finalize());
        if hash != archive.sha256 {
            problems.push(ArchiveProblem::Hash(hash));
        }
        match gzip.finish() {
            Ok(records) => problems.extend(records.finish(archive.games)),
            Err(error) => problems.push(ArchiveProblem::Gzip(error.to_string())),
        }
        Ok(Some(CheckedArchive { archive, problems }))
    }
}

/// Cuts text into records, and replays each. It holds one.
#[derive(Default)]
struct Records {
    /// The lines of the present record, and what has come of the next line.
    record: Vec<u8>,
    line: Vec<u8>,
    games: u64,
    problems: Vec<ArchiveProblem>,
}

impl Write for Records {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for part in text.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                if line.starts_with(HEADER) {
                    self.replay();
                }
                self.record.extend_from_slice(&line);
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Records {
    fn replay(&mut self) {
        if self.record.is_empty() {
            return;
        }
        self.games += 1;
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.record)).into_owned();
        let replayed = Record::read(&text);
        if let Err(error) = replayed
            && self.problems.len() < MOST
        {
            self.problems.push(ArchiveProblem::Record { n: self.games, why: error.to_string() });
        }
    }

    fn finish(mut self, games: u64) -> Vec<ArchiveProblem> {
        let line = std::mem::take(&mut self.line);
        self.record.extend_from_slice(&line);
        self.replay();
        if self.games != games {
            self.problems.push(ArchiveProblem::Games(self.games));
        }
        self.problems
    }
}
