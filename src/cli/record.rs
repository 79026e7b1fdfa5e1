//! Reads records from a file or standard input.

use std::io::Read;
use std::path::Path;

use engine::{Game, Record};

use crate::Failure;

/// Reads and validates a record; `-` is standard input.
pub(super) fn read(file: &Path) -> Result<(Record, Game), Failure> {
    let name = file.display();
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|content| bytes = content)
    };
    read.map_err(|error| Failure::bad_input(format!("{name}:0: cannot be read: {error}")))?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').skip(1).count();
        Failure::bad_input(format!("{name}:{line}: not UTF-8 text"))
    })?;
    Record::read(text).map_err(|error| Failure::bad_input(format!("{name}:{error}")))
}
