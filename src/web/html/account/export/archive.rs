//! The archive as a stream: it holds a part of a list, a record and a little compressed text, however large it is.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use serde::Serialize;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::html::account::export::json::{self, AttemptJson, OwnLineJson, OwnNotificationJson};
use crate::html::account::export::page::FILES;
use crate::http::exports::ExportPermit;
use crate::locale::Locale;
use service::{OwnData, Principal, RecordList, Service};
use table::{GameId, NotificationFilter, OwnLine, StoredNotification};

/// The archive is sent in pieces of about this size.
const PIECE: usize = 32 << 10;

type Failed = Box<dyn std::error::Error>;

/// What is written and not yet sent.
#[derive(Clone, Debug, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn has_piece(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len() >= PIECE
    }

    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is written next.
enum Next {
    /// Files that are in memory.
    Files(VecDeque<(&'static str, Vec<u8>)>),
    Notifications(Option<StoredNotification>),
    /// Lines after this one.
    Lines(Option<OwnLine>),
    /// Answers to puzzles after this one.
    Puzzles(u32),
    /// Records of these games, and of those that follow.
    Games(VecDeque<GameId>, Option<RecordList>),
    End,
    /// All is written.
    Nothing,
}

/// An archive that is being made.
pub(super) struct Archive {
    service: Service,
    principal: Principal,
    next: Next,
    buffer: Buffer,
    /// `None` when it is complete.
    zip: Option<ZipWriter<StreamWriter<Buffer>>>,
    options: SimpleFileOptions,
    _permit: ExportPermit,
}

impl Archive {
    pub fn new(
        service: Service,
        principal: Principal,
        locale: Locale,
        data: &OwnData,
        permit: ExportPermit,
    ) -> Self {
        let readme = std::iter::once(("README.txt", readme(locale).into_bytes()));
        let files = readme.chain(json::files(data)).collect();
        let buffer = Buffer::default();
        let zip = Some(ZipWriter::new_stream(buffer.clone()));
        // Of records there may be more than four gigabytes.
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
        Self { service, principal, next: Next::Files(files), buffer, zip, options, _permit: permit }
    }

    /// The next piece of the archive; `None` at its end.
    pub async fn piece(&mut self) -> Result<Option<Bytes>, Failed> {
        while !self.buffer.has_piece() && !matches!(self.next, Next::Nothing) {
            let next = std::mem::replace(&mut self.next, Next::Nothing);
            self.next = self.write(next).await?;
        }
        let piece = self.buffer.take();
        Ok((!piece.is_empty()).then(|| Bytes::from(piece)))
    }

    /// Writes a part, and says what follows.
    async fn write(&mut self, next: Next) -> Result<Next, Failed> {
        Ok(match next {
            Next::Files(mut files) => {
                let Some((name, text)) = files.pop_front() else {
                    self.begin("notifications.ndjson")?;
                    return Ok(Next::Notifications(None));
                };
                self.begin(name)?;
                self.add(&text)?;
                Next::Files(files)
            }
            Next::Notifications(before) => self.notifications(before).await?,
            Next::Lines(after) => self.lines(after).await?,
            Next::Puzzles(after) => self.puzzles(after).await?,
            Next::Games(games, rest) => self.games(games, rest).await?,
            Next::End => {
                self.zip.take().map(ZipWriter::finish).transpose()?;
                Next::Nothing
            }
            Next::Nothing => Next::Nothing,
        })
    }

    async fn notifications(&mut self, before: Option<StoredNotification>) -> Result<Next, Failed> {
        let all = NotificationFilter::default();
        let page = self.service.notifications(&self.principal, &all, before.as_ref()).await?;
        for (one, _) in &page.notifications {
            self.line(&OwnNotificationJson::of(one))?;
        }
        if page.next.is_some() {
            return Ok(Next::Notifications(page.next));
        }
        self.begin("talk.ndjson")?;
        Ok(Next::Lines(None))
    }

    async fn lines(&mut self, after: Option<OwnLine>) -> Result<Next, Failed> {
        let mut lines = self.service.own_lines(&self.principal, after.as_ref()).await?;
        for line in &lines {
            self.line(&OwnLineJson::of(line))?;
        }
        if let Some(last) = lines.pop() {
            return Ok(Next::Lines(Some(last)));
        }
        self.begin("puzzles.ndjson")?;
        Ok(Next::Puzzles(0))
    }

    async fn puzzles(&mut self, after: u32) -> Result<Next, Failed> {
        let attempts = self.service.own_attempts(&self.principal, after).await?;
        for attempt in &attempts {
            self.line(&AttemptJson::of(attempt))?;
        }
        if let Some(last) = attempts.last() {
            return Ok(Next::Puzzles(last.puzzle));
        }
        self.begin("games.ndjson")?;
        Ok(Next::Games(VecDeque::new(), Some(RecordList::Mine(None))))
    }

    async fn games(&mut self, mut games: VecDeque<GameId>, rest: Option<RecordList>) -> Result<Next, Failed> {
        if let Some(game) = games.pop_front() {
            // Those that have not started have none.
            if let Some(record) = self.service.exported_record(&self.principal, &game).await? {
                self.add(record.as_bytes())?;
            }
            return Ok(Next::Games(games, rest));
        }
        let Some(list) = rest else { return Ok(Next::End) };
        let are_own = matches!(list, RecordList::Mine(_));
        let (games, rest) = self.service.games_to_export(&self.principal, list).await?;
        let rest = rest.or_else(|| are_own.then_some(RecordList::Imported(None)));
        Ok(Next::Games(games.into(), rest))
    }

    fn begin(&mut self, name: &'static str) -> Result<(), Failed> {
        let options = self.options;
        self.zip.as_mut().map_or(Ok(()), |zip| Ok(zip.start_file(name, options)?))
    }

    fn add(&mut self, text: &[u8]) -> Result<(), Failed> {
        self.zip.as_mut().map_or(Ok(()), |zip| Ok(zip.write_all(text)?))
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), Failed> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.add(&line)
    }
}

/// The index: which files there are, and what their fields mean.
fn readme(locale: Locale) -> String {
    let head = [locale.say("export-readme-title"), "", locale.say("export-readme-text")].map(str::to_owned);
    let files = FILES.map(|file| {
        let (what, fields) = (locale.say(file.what), locale.say(file.fields));
        format!("\n{}\n  {what}\n  {fields}", file.name)
    });
    head.into_iter().chain(files).collect::<Vec<_>>().join("\n") + "\n"
}
