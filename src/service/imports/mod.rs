//! Games that were played elsewhere: reading, keeping and deleting them.

mod file;
mod recorder;

pub(crate) use file::KEEP_FILES;
pub use file::MOST_RECORDS;
pub use recorder::{MOST_RECORDINGS, Recording, RecordingError, can_be_recorded};

use sha2::{Digest, Sha256};

use crate::people::is_hidden;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, Throttled};
use account::UserId;
use engine::Seat;
use store::Executed;
use table::{GameId, ImportRefusal, ImportedGame, Lane, Person, SubmissionKey, Table, TableRandomness};

/// Games on a page of imported ones.
const PAGE: usize = 25;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It can't be read, or isn't a game that can be kept.
    #[error(transparent)]
    Refused(#[from] ImportRefusal),
    #[error("account-needed")]
    Guest,
    /// No such game, or not one that the user has imported.
    #[error("no-such-game")]
    NoSuchGame,
    /// A file has more than [`MOST_RECORDS`].
    #[error("too-many-records")]
    TooMany,
    /// Another file of the user's is being read.
    #[error("file-waiting")]
    Waiting,
    #[error("no-such-file")]
    NoSuchFile,
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(why) => why.fault.code(),
            Self::Guest => "guest",
            Self::NoSuchGame => "no-such-game",
            Self::TooMany => "import-records",
            Self::Waiting => "import-waiting",
            Self::NoSuchFile => "no-such-file",
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// How a game is kept.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The importer's seat.
    pub own: Option<Seat>,
    /// Whether everybody who has a link sees it.
    pub public: bool,
    /// The same twice keeps the game once.
    pub submission: SubmissionKey,
}

/// Games that a user has imported, the last one first.
#[derive(Clone, Debug, Default)]
pub struct ImportedPage {
    pub games: Vec<Table>,
    /// The sort key below which there are more.
    pub next: Option<i64>,
}

impl Service {
    /// Reads and checks a record; nothing is stored.
    pub async fn read_import(
        &self,
        principal: &Principal,
        text: String,
    ) -> Result<ImportedGame, ImportError> {
        let importer = self.importer(principal).await?;
        self.read_record(&importer, text, Lane::Quick).await
    }

    async fn read_record(
        &self,
        importer: &Person,
        text: String,
        lane: Lane,
    ) -> Result<ImportedGame, ImportError> {
        self.count_reading(&importer.id).await??;
        let now = self.now();
        Ok(self.compute(lane, move || ImportedGame::read(&text, now)).await?)
    }

    /// Keeps a game as a finished one of the user's. It is private unless it is made public, and counts nowhere.
    pub async fn keep_import(
        &self,
        principal: &Principal,
        game: ImportedGame,
        keep: Keep,
    ) -> Result<GameId, ImportError> {
        let importer = self.importer(principal).await?;
        self.keep_game(importer, game, keep, Lane::Quick).await
    }

    async fn keep_game(
        &self,
        person: Person,
        game: ImportedGame,
        keep: Keep,
        lane: Lane,
    ) -> Result<GameId, ImportError> {
        let id = game_id(&person.id, &keep.submission);
        if self.store.table(&id).await?.is_some_and(|(table, _)| table.is_opened_by(&person.id)) {
            return Ok(id);
        }
        self.count_import(&person.id).await??;
        let randomness = TableRandomness { id: id.clone(), ..self.table_randomness() };
        let (Keep { own, public, .. }, now) = (keep, self.now());
        let kept = move || game.keep(&person, own, public, randomness, now);
        let outcome = self.compute(lane, kept).await.map_err(StoreError::from)?;
        match self.execute(None, outcome).await? {
            // Stored by the same form.
            Executed::Stored { .. } | Executed::Known { .. } | Executed::Stale => Ok(id),
        }
    }

    /// The games that the user has imported, below a sort key.
    pub async fn imported_games(
        &self,
        principal: &Principal,
        below: Option<i64>,
    ) -> Result<ImportedPage, AccessError> {
        let user = principal.require(Scope::Read)?;
        let mut games = self.store.imported_games(user, below).await?;
        let more = games.len() > PAGE;
        games.truncate(PAGE);
        let next = games.last().filter(|_| more).map(|game| game.sort_key);
        Ok(ImportedPage { games, next })
    }

    /// Deletes a game that the user has imported.
    pub async fn delete_import(&self, principal: &Principal, game: &GameId) -> Result<(), ImportError> {
        let user = principal.require(Scope::Play)?;
        let (table, _) = self.store.table(game).await?.ok_or(ImportError::NoSuchGame)?;
        if is_hidden(principal, Some(user), &table, None) {
            return Err(ImportError::NoSuchGame);
        }
        let outcome = table.delete_imported(user, self.now()).map_err(|_| ImportError::NoSuchGame)?;
        self.execute(Some(&table), outcome).await?;
        self.replays.remove(game);
        self.tables.remove(game);
        Ok(())
    }

    /// The user, who has an account.
    pub(super) async fn importer(&self, principal: &Principal) -> Result<Person, ImportError> {
        let user = principal.require(Scope::Play)?;
        match self.store.user(user).await? {
            Some(stored) if !stored.user.guest => Ok(stored.person()),
            _ => Err(ImportError::Guest),
        }
    }
}

/// The same for the same form of the same user.
fn game_id(user: &UserId, submission: &SubmissionKey) -> GameId {
    let hash = Sha256::digest(format!("import {user} {}", submission.as_str()));
    let mut bytes = [0; 10];
    bytes.copy_from_slice(&hash[..10]);
    GameId::new(bytes)
}
