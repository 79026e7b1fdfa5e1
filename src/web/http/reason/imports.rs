//! Reasons why a game was not imported.

use super::FAILURE;
use crate::http::upload::{BadFile, MOST_FILE};
use crate::locale::Message;
use service::{ImportError, MOST_RECORDINGS, MOST_RECORDS, RecordingError};
use table::{
    FIRST_YEAR, ImportFault, ImportRefusal, LONGEST_IMPORTED_LINE, LONGEST_IMPORTED_NAME,
    MOST_IMPORTED_LINES, MOST_IMPORTED_TAKEBACKS,
};

impl From<&ImportFault> for Message {
    fn from(fault: &ImportFault) -> Self {
        match fault {
            ImportFault::Empty => Message::new("refused-import-empty"),
            ImportFault::Encoding => Message::new("refused-import-encoding"),
            ImportFault::LongLine => {
                Message::new("refused-import-long-line").with("n", LONGEST_IMPORTED_LINE >> 10)
            }
            ImportFault::Lines => Message::new("refused-import-lines").with("n", MOST_IMPORTED_LINES),
            ImportFault::Takebacks => {
                Message::new("refused-import-takebacks").with("n", MOST_IMPORTED_TAKEBACKS)
            }
            ImportFault::Record(why) => Message::new("refused-import-record").with("why", why),
            ImportFault::Save(why) => Message::new("refused-import-save").with("why", why),
            ImportFault::Alone => Message::new("refused-import-alone"),
            ImportFault::Name => Message::new("refused-import-name").with("n", LONGEST_IMPORTED_NAME),
            // A year isn't written as a quantity.
            ImportFault::Date => Message::new("refused-import-date").with("year", FIRST_YEAR.to_string()),
            ImportFault::NoTurn => Message::new("refused-import-no-turn"),
        }
    }
}

impl From<&ImportError> for Message {
    fn from(why: &ImportError) -> Self {
        match why {
            ImportError::Refused(ImportRefusal { fault, .. }) => fault.into(),
            ImportError::Guest => Message::new("refused-import-guest"),
            ImportError::NoSuchGame | ImportError::NoSuchFile => Message::new("error-not-found-text"),
            ImportError::TooMany => Message::new("refused-import-records").with("n", MOST_RECORDS),
            ImportError::Waiting => Message::new("refused-import-waiting"),
            ImportError::Throttled(why) => why.into(),
            ImportError::Denied(why) => why.into(),
            ImportError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&RecordingError> for Message {
    fn from(why: &RecordingError) -> Self {
        match why {
            RecordingError::Guest => Message::new("refused-import-guest"),
            RecordingError::Rules => Message::new("refused-recording-rules"),
            RecordingError::Seats(most) => Message::new("refused-recording-seats").with("most", *most),
            RecordingError::Name => Message::new("refused-import-name").with("n", LONGEST_IMPORTED_NAME),
            RecordingError::TooMany => Message::new("refused-recording-too-many").with("n", MOST_RECORDINGS),
            RecordingError::NotFound => Message::new("error-not-found-text"),
            RecordingError::Stale => Message::new("refused-recording-stale"),
            RecordingError::Step(_) => Message::new("recorder-no-tile"),
            RecordingError::Denied(why) => why.into(),
            RecordingError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<BadFile> for Message {
    fn from(why: BadFile) -> Self {
        match why {
            BadFile::TooLarge => Message::new("refused-import-large").with("n", MOST_FILE >> 20),
            BadFile::Gzip => Message::new("refused-import-gzip"),
        }
    }
}
