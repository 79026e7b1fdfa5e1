//! The site's URLs as values, so that the compiler checks what templates and redirects link to.
//!
//! The patterns they match are in the route table, [`crate::routes`].

mod account_action;
mod account_form;
mod admin;
mod challenge;
mod clock_form;
mod lesson;
mod list;
mod notification_list;
mod offer;
mod practice;
mod profile;
mod rating;
mod report;
mod search;
mod talk;
mod turn;

use std::fmt;

use fluent_bundle::FluentValue;

use account::UserId;
use analysis::Depth;
use engine::{Cell, TileKind, TileSet};
use planar::Format;
use table::{ArchiveCursor, GameId, Month};

use crate::http::assets::Asset;
use crate::http::overlay::{Overlays, Tab};
use crate::locale::Arg;

pub use account_action::AccountAction;
pub use account_form::AccountForm;
pub use admin::AdminUrl;
pub use challenge::ChallengeUrl;
pub use clock_form::ClockForm;
pub use lesson::LessonUrl;
pub use list::ListQuery;
pub use notification_list::NotificationQuery;
pub use offer::OfferUrl;
pub use practice::{PracticeStart, PracticeUrl};
pub use profile::ProfileUrl;
pub use rating::RatingUrl;
pub use report::ReportUrl;
pub use search::SearchQuery;
pub use talk::TalkUrl;
pub use turn::{Draft, TurnQuery};

impl Arg for Url<'_> {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

/// A page of this site, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum Url<'a> {
    /// The front page, or the dashboard of a signed-in user.
    Home,
    SignUp,
    /// Sign up, then return to this path.
    SignUpThen(&'a str),
    Login,
    /// Sign in, then return to this path.
    LoginThen(&'a str),
    /// The second step of signing in, and its action.
    SecondStep,
    /// The second step, then return to this path.
    SecondStepThen(&'a str),
    /// Sign in with a recovery code.
    Recover,
    /// Sign in with a recovery code, then return to this path.
    RecoverThen(&'a str),
    Logout,
    /// Delete a guest: first the question, then the action.
    EndGuest,
    Account,
    /// Display settings of this browser, and their action.
    Settings,
    /// The settings, then back to this path.
    SettingsThen(&'a str),
    /// Type the password again, and its action.
    Confirm,
    /// Type the password again, then return to this path.
    ConfirmThen(&'a str),
    /// The user's nights, free days and leave.
    Time,
    TimeHours,
    TimeLeave,
    /// End the leave of this event.
    TimeLeaveEnd(u32),
    TimeAutomatic,
    /// What the user wants to hear of, and on which devices.
    Notifications,
    /// What the user was notified of.
    NotificationList,
    /// A part of it.
    NotificationListOf(&'a NotificationQuery),
    /// What is about a game.
    NotificationsOf(&'a GameId),
    /// All of it, where those can be marked as unseen that were marked as seen at this time, in Unix milliseconds.
    NotificationsMarked(i64),
    /// Which addresses do.
    Webhooks,
    /// What programs can do.
    Api,
    /// Tokens of the API.
    Tokens,
    /// The viewer's bots.
    Bots,
    /// What closing the account means, and whether it will be closed.
    Closing,
    /// What is stored about the user.
    Export,
    /// The archive of it.
    ExportArchive,
    /// How reliably the user plays in time.
    Reliability,
    /// What the viewer plans in a game, and the action of that form.
    Plan(&'a GameId),
    /// Plans a turn.
    PlanTurn(&'a GameId),
    /// Changes what is planned for the next turn.
    PlanNext(&'a GameId),
    /// The action of a form on the page of a game's clocks.
    ClockForm(&'a GameId, ClockForm),
    /// The Atom feed behind this token.
    FeedAtom(&'a str),
    /// The calendar behind this token.
    FeedCalendar(&'a str),
    /// The list of public games.
    Games,
    MyGames,
    /// Search finished games.
    Search,
    SearchOf(&'a SearchQuery),
    /// The records of the games of a search.
    SearchRecords(&'a SearchQuery),
    /// Files of all public games of a month.
    Archives,
    ArchivesFrom(&'a ArchiveCursor),
    ArchiveFile(&'a Month),
    /// How players have done in the games of a search.
    Standings(&'a SearchQuery),
    StandingsCsv(&'a SearchQuery),
    StandingsJson(&'a SearchQuery),
    CrosstableCsv(&'a SearchQuery),
    /// The records of the user's games.
    MyRecords,
    /// The form for games from elsewhere, its action, and those that the user has imported.
    Import,
    /// Those that were imported before, by a sort key.
    ImportBelow(i64),
    KeepImport,
    /// The games that are being entered, and the form for a new one.
    Recorder,
    Recording(&'a str),
    /// The action of a form on its page, or the game as it would be kept.
    RecordingForm(&'a str, &'static str),
    DeleteImport,
    /// Stops reading a file, or forgets what became of it.
    RemoveImport,
    /// A list with filters.
    List(&'a ListQuery),
    /// Open a table against the computer and take a seat, in one step.
    PlayComputer,
    /// The levels of the computer.
    Levels,
    /// A level, from 1 to 8.
    Level(u8),
    /// The form for a new table, and its action.
    NewTable,
    /// The form, filled in by this query.
    NewTableWith(&'a str),
    /// The form, filled in with the settings of the table that the viewer opened last.
    NewTableLikeLast,
    /// The form, filled in with the settings of this table.
    NewTableLike(&'a GameId),
    Rules,
    RuleBook(&'a str),
    /// The contents of the lesson.
    Learn,
    Lesson(LessonUrl),
    /// The form for a new practice.
    NewPractice,
    /// A practice from this event of a finished game.
    PracticeFrom(&'a GameId, u32),
    /// The action of forms that lead to a practice board.
    PracticeBoard,
    Practice(&'a PracticeUrl),
    /// The record of a practice as a file.
    PracticeRecord(&'a PracticeUrl),
    /// The list of puzzles.
    Puzzles,
    /// The list from this time on, in Unix milliseconds.
    PuzzlesFrom(i64),
    /// Leads to the puzzle of the day.
    PuzzleToday,
    Puzzle(u32),
    /// A puzzle with the tile on a cell.
    PuzzleTry(u32, Draft),
    /// The action that answers a puzzle.
    PuzzleAnswer(u32),
    /// A puzzle's solution, compared with this turn.
    PuzzleSolution(u32, Draft),
    TableRules(&'a GameId),
    /// A table, before and during its game.
    Game(&'a GameId),
    /// The game page with exactly these overlays.
    GameWith(&'a GameId, Overlays),
    Join(&'a GameId),
    /// Revealing a salt.
    Salt(&'a GameId),
    /// The table behind an invite link.
    InviteLink(&'a str),
    /// Invite a player by name.
    Invite(&'a GameId),
    /// Decline an invitation.
    Decline(&'a GameId),
    /// List a table that only invited people can join.
    MakePublic(&'a GameId),
    /// Give up a seat before the game starts.
    Leave(&'a GameId),
    /// Remove a table whose game has not started.
    Close(&'a GameId),
    Rematch(&'a GameId),
    /// The analysis of a finished game, and the action that asks for one.
    Analysis(&'a GameId),
    /// The analysis of this depth.
    AnalysisOf(&'a GameId, Depth),
    /// What could have been played in the turn of this event.
    AnalysisTurn(&'a GameId, u32, TurnQuery),
    /// Try that turn again.
    Again(&'a GameId, u32),
    /// The tile on a cell or, with `true`, what the turn is worth.
    AgainWith(&'a GameId, u32, Draft, bool),
    /// Take a finished game off the dashboard.
    Seen(&'a GameId),
    /// The game page with details of an empty cell.
    Cell(&'a GameId, Cell),
    /// The final page with overlays.
    FinalWith(&'a GameId, Overlays),
    /// The final page with a row of the breakdown outlined on the board.
    FinalFeature(&'a GameId, usize),
    /// The outlines of all rows of the breakdown.
    Outlines(&'a GameId),
    /// The game page with this tile of the hand selected.
    Choose(&'a GameId, TileKind),
    /// A turn drawn on the board; nothing is stored.
    Preview(&'a GameId, Draft),
    /// The action that confirms a turn.
    Turns(&'a GameId),
    /// Skip the second part of a double turn.
    Pass(&'a GameId),
    /// The action that asks for a hint.
    Hint(&'a GameId),
    /// The game page with its rail, where the hints are, in view.
    Hints(&'a GameId),
    /// Resign: first the question, then the action.
    Resign(&'a GameId),
    /// All that waits for the viewer.
    Queue,
    /// The first game of the queue.
    Next,
    /// The game of the queue after the one that the viewer has just seen.
    NextAfter(&'a GameId),
    /// A stream of a game's changes after this event.
    Live(&'a GameId, u32),
    /// The same for a page that also shows seats and invitations, its own or a rematch's: the number of their last
    /// change.
    LiveTables(&'a GameId, u32, u32),
    /// A stream of the progress of a game's analyses.
    LiveAnalysis(&'a GameId),
    /// A stream of changes to the viewer's games.
    LiveTurns,
    /// The game page with what has happened since this event.
    After(&'a GameId, u32),
    /// The game page with this tab of the rail, and exactly these overlays.
    Tab(&'a GameId, Tab, Overlays),
    /// What a tile can do on a cell, as JSON for the script.
    Options(&'a GameId),
    /// The board after this event.
    Move(&'a GameId, u32),
    /// The board after this event, with overlays.
    MoveWith(&'a GameId, u32, Overlays),
    /// The board after this event as SVG.
    Picture(&'a GameId, u32),
    /// The board after this event as PNG.
    Png(&'a GameId, u32),
    /// The board after the last event, for frames on other sites.
    Embed(&'a GameId),
    /// The board after this event, for frames on other sites.
    EmbedMove(&'a GameId, u32),
    /// How other sites show a link to this full URL.
    Oembed(&'a str),
    /// A finished game as a poster.
    Poster(&'a GameId),
    /// The poster as PNG.
    PosterPng(&'a GameId),
    /// The event log, and the action of the history slider.
    Moves(&'a GameId),
    /// The final scoring.
    Final(&'a GameId),
    /// The game record as a file.
    Record(&'a GameId),
    Clock(&'a GameId),
    /// The map as a planar graph.
    GraphFile(&'a GameId, Format),
    /// The tile atlas.
    Atlas,
    /// The tiles with the same sides.
    AtlasGroup(&'a str),
    /// The tiles that belong to no group.
    AtlasOutside,
    /// The tile editor.
    AtlasTry,
    /// Every kind of an expansion in every rotation.
    AtlasSheet(TileSet),
    /// The ranked players.
    Ratings,
    /// Another page about ratings.
    Rating(RatingUrl<'a>),
    /// What people say at a table, and the action that says something.
    TalkAt(&'a GameId),
    /// A part of it.
    Talk(TalkUrl<'a>),
    /// Something about reports, restrictions and objections, or what the host says about them.
    Report(ReportUrl<'a>),
    /// Something about challenges and series.
    Challenge(ChallengeUrl<'a>),
    /// Offers to play.
    Offer(OfferUrl<'a>),
    /// Who somebody is, with all ratings.
    Player(&'a UserId),
    /// Something about profiles and whom people follow.
    Profile(ProfileUrl<'a>),
    /// Something for administrators and moderators alone.
    Admin(AdminUrl<'a>),
    Static(&'a Asset),
}

impl fmt::Display for Url<'_> {
    #[expect(clippy::too_many_lines, reason = "a line for each page")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("/"),
            Self::SignUp => f.write_str("/signup"),
            Self::SignUpThen(path) => then(f, "/signup", path),
            Self::Login => f.write_str("/login"),
            Self::LoginThen(path) => then(f, "/login", path),
            Self::Recover => f.write_str("/recover"),
            Self::RecoverThen(path) => then(f, "/recover", path),
            Self::Logout => f.write_str("/logout"),
            Self::EndGuest => f.write_str("/guest/end"),
            Self::Account => f.write_str("/account"),
            Self::Settings => f.write_str("/settings"),
            Self::SettingsThen(path) => then(f, "/settings", path),
            Self::Confirm => f.write_str("/account/confirm"),
            Self::ConfirmThen(path) => then(f, "/account/confirm", path),
            Self::SecondStep => f.write_str("/login/code"),
            Self::SecondStepThen(path) => then(f, "/login/code", path),
            Self::Time => f.write_str("/account/time"),
            Self::TimeHours => f.write_str("/account/time/hours"),
            Self::TimeLeave => f.write_str("/account/time/leave"),
            Self::TimeLeaveEnd(n) => write!(f, "/account/time/leave/{n}/end"),
            Self::Notifications => f.write_str("/account/notifications"),
            Self::NotificationList => f.write_str("/notifications"),
            Self::NotificationListOf(query) => write!(f, "/notifications{query}"),
            Self::NotificationsOf(id) => write!(f, "/notifications?game={id}"),
            Self::NotificationsMarked(at) => write!(f, "/notifications?marked={at}"),
            Self::Webhooks => f.write_str("/account/webhooks"),
            Self::Api => f.write_str("/api"),
            Self::Tokens => f.write_str("/account/tokens"),
            Self::Bots => f.write_str("/account/bots"),
            Self::Closing => f.write_str("/account/close"),
            Self::Export => f.write_str("/account/export"),
            Self::ExportArchive => f.write_str("/account/export/bastide-account.zip"),
            Self::Reliability => f.write_str("/account/reliability"),
            Self::TimeAutomatic => f.write_str("/account/time/automatic"),
            Self::FeedAtom(token) => write!(f, "/feeds/{token}/turns.atom"),
            Self::FeedCalendar(token) => write!(f, "/feeds/{token}/turns.ics"),
            Self::Games => f.write_str("/games"),
            Self::MyGames => f.write_str("/games/mine"),
            Self::MyRecords => f.write_str("/games/mine/records.ndjson.gz"),
            Self::Search => f.write_str("/games/search"),
            Self::SearchOf(query) => write!(f, "{}{query}", Self::Search),
            Self::Archives => f.write_str("/games/archive"),
            Self::ArchivesFrom(ArchiveCursor::Before(month)) => write!(f, "/games/archive?before={month}"),
            Self::ArchivesFrom(ArchiveCursor::After(month)) => write!(f, "/games/archive?after={month}"),
            Self::ArchiveFile(month) => write!(f, "/games/archive/{month}.ndjson.gz"),
            Self::Standings(query) => write!(f, "/games/standings{query}"),
            Self::StandingsCsv(query) => write!(f, "/games/standings.csv{query}"),
            Self::StandingsJson(query) => write!(f, "/games/standings.json{query}"),
            Self::CrosstableCsv(query) => write!(f, "/games/crosstable.csv{query}"),
            Self::SearchRecords(query) => write!(f, "/games/search/records.ndjson.gz{query}"),
            Self::Import => f.write_str("/games/import"),
            Self::ImportBelow(key) => write!(f, "/games/import?below={key}"),
            Self::Recorder => f.write_str("/recorder"),
            Self::Recording(id) => write!(f, "/recorder/{id}"),
            Self::RecordingForm(id, what) => write!(f, "/recorder/{id}/{what}"),
            Self::KeepImport => f.write_str("/games/import/keep"),
            Self::DeleteImport => f.write_str("/games/import/delete"),
            Self::RemoveImport => f.write_str("/games/import/file/remove"),
            Self::List(query) if query.mine => write!(f, "{}{query}", Self::MyGames),
            Self::List(query) => write!(f, "{}{query}", Self::Games),
            Self::PlayComputer => f.write_str("/play-the-computer"),
            Self::Levels => f.write_str("/levels"),
            Self::Level(number) => write!(f, "/levels/{number}"),
            Self::NewTable => f.write_str("/tables/new"),
            Self::NewTableWith(query) => write!(f, "/tables/new?{query}"),
            Self::NewTableLikeLast => f.write_str("/tables/new?from=last"),
            Self::NewTableLike(id) => write!(f, "/tables/new?from={id}"),
            Self::Rules => f.write_str("/rules"),
            Self::RuleBook(slug) => write!(f, "/rules/{slug}"),
            Self::Learn => f.write_str("/learn"),
            Self::Lesson(place) => place.fmt(f),
            Self::Ratings => f.write_str("/ratings"),
            Self::Rating(place) => place.fmt(f),
            Self::TalkAt(id) => write!(f, "/games/{id}/talk"),
            Self::Talk(url) => url.fmt(f),
            Self::Report(url) => url.fmt(f),
            Self::Challenge(url) => url.fmt(f),
            Self::Offer(url) => url.fmt(f),
            Self::Player(user) => write!(f, "/players/{user}"),
            Self::Profile(url) => url.fmt(f),
            Self::NewPractice => f.write_str("/practice"),
            Self::PracticeFrom(id, n) => write!(f, "/practice/board?game={id}&n={n}"),
            Self::PracticeBoard => f.write_str("/practice/board"),
            Self::Practice(board) => board.fmt(f),
            Self::PracticeRecord(board) => {
                f.write_str("/practice/record.jsonl?")?;
                board.write_query(f)
            }
            Self::Puzzles => f.write_str("/puzzles"),
            Self::PuzzlesFrom(at) => write!(f, "/puzzles?from={at}"),
            Self::PuzzleToday => f.write_str("/puzzles/today"),
            Self::Puzzle(n) => write!(f, "/puzzles/{n}"),
            Self::PuzzleTry(n, draft) => write!(f, "/puzzles/{n}?{draft}"),
            Self::PuzzleAnswer(n) => write!(f, "/puzzles/{n}/answer"),
            Self::PuzzleSolution(n, draft) => write!(f, "/puzzles/{n}/solution?{draft}"),
            Self::TableRules(id) => write!(f, "/games/{id}/rules"),
            Self::Game(id) => write!(f, "/games/{id}"),
            Self::GameWith(id, on) => write!(f, "/games/{id}?{on}"),
            Self::Join(id) => write!(f, "/games/{id}/join"),
            Self::Salt(id) => write!(f, "/games/{id}/salt"),
            Self::InviteLink(key) => write!(f, "/join/{key}"),
            Self::Invite(id) => write!(f, "/games/{id}/invite"),
            Self::Decline(id) => write!(f, "/games/{id}/decline"),
            Self::MakePublic(id) => write!(f, "/games/{id}/make-public"),
            Self::Leave(id) => write!(f, "/games/{id}/leave"),
            Self::Close(id) => write!(f, "/games/{id}/close"),
            Self::Rematch(id) => write!(f, "/games/{id}/rematch"),
            Self::Analysis(id) | Self::AnalysisOf(id, Depth::Quick) => write!(f, "/games/{id}/analysis"),
            Self::AnalysisOf(id, depth) => write!(f, "/games/{id}/analysis?depth={}", depth.word()),
            Self::AnalysisTurn(id, n, query) => write!(f, "/games/{id}/analysis/{n}{query}"),
            Self::Again(id, n) => write!(f, "/games/{id}/analysis/{n}/again"),
            Self::AgainWith(id, n, draft, decided) => {
                write!(
                    f,
                    "/games/{id}/analysis/{n}/again?{draft}{}",
                    if *decided { "&decided=1" } else { "" }
                )
            }
            Self::Seen(id) => write!(f, "/games/{id}/seen"),
            Self::Cell(id, Cell { x, y }) => write!(f, "/games/{id}?cell={x},{y}"),
            Self::FinalWith(id, on) => write!(f, "/games/{id}/final?{on}"),
            Self::FinalFeature(id, index) => write!(f, "/games/{id}/final?feature={index}"),
            Self::Outlines(id) => write!(f, "/games/{id}/final/outlines"),
            Self::Choose(id, tile) => write!(f, "/games/{id}?tile={tile}"),
            Self::Preview(id, draft) => write!(f, "/games/{id}/preview?{draft}"),
            Self::Turns(id) => write!(f, "/games/{id}/turns"),
            Self::Pass(id) => write!(f, "/games/{id}/pass"),
            Self::Hint(id) => write!(f, "/games/{id}/hint"),
            Self::Hints(id) => write!(f, "/games/{id}#rail"),
            Self::Resign(id) => write!(f, "/games/{id}/resign"),
            Self::Queue => f.write_str("/queue"),
            Self::Next => f.write_str("/next"),
            Self::NextAfter(id) => write!(f, "/next?after={id}"),
            Self::LiveAnalysis(id) => write!(f, "/games/{id}/analysis/live"),
            Self::Live(id, n) => write!(f, "/games/{id}/live?after={n}"),
            Self::LiveTables(id, n, tables) => write!(f, "/games/{id}/live?after={n}&tables={tables}"),
            Self::LiveTurns => f.write_str("/live"),
            Self::After(id, n) => write!(f, "/games/{id}?after={n}"),
            Self::Tab(id, tab, on) => write!(f, "/games/{id}?tab={}&{on}", tab.word()),
            Self::Options(id) => write!(f, "/games/{id}/options"),
            Self::Move(id, n) => write!(f, "/games/{id}/moves/{n}"),
            Self::MoveWith(id, n, on) if on.any() => write!(f, "/games/{id}/moves/{n}?{on}"),
            Self::MoveWith(id, n, _) => Self::Move(id, *n).fmt(f),
            Self::Png(id, n) => write!(f, "/games/{id}/moves/{n}/board.png"),
            Self::Picture(id, n) => write!(f, "/games/{id}/moves/{n}/board.svg"),
            Self::Embed(id) => write!(f, "/embed/games/{id}"),
            Self::EmbedMove(id, n) => write!(f, "/embed/games/{id}/moves/{n}"),
            Self::Oembed(url) => query(f, "/oembed", ("url", url)),
            Self::Poster(id) => write!(f, "/games/{id}/poster.svg"),
            Self::PosterPng(id) => write!(f, "/games/{id}/poster.png"),
            Self::Moves(id) => write!(f, "/games/{id}/moves"),
            Self::Final(id) => write!(f, "/games/{id}/final"),
            Self::Record(id) => write!(f, "/games/{id}/record.jsonl"),
            Self::Plan(id) => write!(f, "/games/{id}/plan"),
            Self::PlanTurn(id) => write!(f, "/games/{id}/plan/turn"),
            Self::PlanNext(id) => write!(f, "/games/{id}/plan/next"),
            Self::ClockForm(id, form) => write!(f, "/games/{id}/clock/{form}"),
            Self::Clock(id) => write!(f, "/games/{id}/clock"),
            Self::GraphFile(id, format) => write!(f, "/games/{id}/graph.{format}"),
            Self::Atlas => f.write_str("/atlas"),
            Self::AtlasGroup(name) => write!(f, "/atlas/groups/{name}"),
            Self::AtlasOutside => f.write_str("/atlas/outside"),
            Self::AtlasTry => f.write_str("/atlas/try"),
            Self::AtlasSheet(set) => write!(f, "/atlas/sheet/{}", set.word()),
            Self::Admin(url) => url.fmt(f),
            Self::Static(asset) => write!(f, "/static/{}/{}", asset.hash, asset.name),
        }
    }
}

/// A page that redirects to `path` when it is done.
fn then(f: &mut fmt::Formatter<'_>, page: &str, path: &str) -> fmt::Result {
    query(f, page, ("then", path))
}

fn query(f: &mut fmt::Formatter<'_>, page: &str, field: (&str, &str)) -> fmt::Result {
    let query = serde_html_form::to_string([field]).map_err(|_| fmt::Error)?;
    write!(f, "{page}?{query}")
}
