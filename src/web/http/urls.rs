//! Addresses of pages as values: what a template or a redirect names is checked by the compiler.
//!
//! The patterns that answer them are in the one route table, in [`crate::web::routes`].

use std::fmt;

use fluent_bundle::FluentValue;

use crate::engine::{Follower, Position, Rotation, TileKind, TileSet};
use crate::planar::Format;

use crate::web::http::assets::Asset;
use crate::web::http::overlay::{Overlay, Overlays};
use crate::web::locale::Arg;

/// A cell and a rotation that a player looks at before confirming: the query of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The tile of the hand.
    pub tile: TileKind,
    /// The cell.
    pub position: Position,
    /// The rotation, or the first that fits.
    pub rotation: Option<Rotation>,
    /// The follower, once chosen.
    pub follower: Option<Follower>,
}

/// Which part of a list of games, and which games of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListQuery {
    /// One's own games only.
    pub mine: bool,
    /// Only games in this state: a word of the form.
    pub status: Option<&'static str>,
    /// Only games of a player.
    pub player: Option<String>,
    /// Where the part begins; `None` at the newest.
    pub from: Option<i64>,
}

impl fmt::Display for ListQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.from.map(|from| from.to_string());
        let fields = [("status", self.status), ("player", self.player.as_deref()), ("from", from.as_deref())];
        let fields: Vec<_> = fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let query = serde_html_form::to_string(&fields).map_err(|_| fmt::Error)?;
        let path = if self.mine { Url::MyGames } else { Url::Games };
        if query.is_empty() { path.fmt(f) } else { write!(f, "{path}?{query}") }
    }
}

/// Addresses stand in messages with links.
impl Arg for Url<'_> {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

/// A page of this site, or what a form is sent to.
#[derive(Clone, Copy, Debug)]
pub enum Url<'a> {
    /// The front page; for people signed in, their games.
    Home,
    /// Make an account.
    SignUp,
    /// Make an account, then go to this path.
    SignUpThen(&'a str),
    /// Sign in.
    Login,
    /// Sign in, then go to this path.
    LoginThen(&'a str),
    /// Back in with a recovery code.
    Recover,
    /// End the session.
    Logout,
    /// Go as a guest: asks first, then does it.
    EndGuest,
    /// One's own account.
    Account,
    /// Change the password.
    AccountPassword,
    /// Change the time zone.
    AccountZone,
    /// New recovery codes.
    AccountCodes,
    /// End another session of one's own.
    AccountSession(&'a str),
    /// End all other sessions of one's own.
    AccountSessions,
    /// Make a secret address for one's feeds, or another one.
    AccountFeeds,
    /// Stop it.
    AccountFeedsEnd,
    /// What waits for the person of that token, as a feed.
    FeedAtom(&'a str),
    /// The same as a calendar.
    FeedCalendar(&'a str),
    /// All public games.
    Games,
    /// One's own games.
    MyGames,
    /// A part of one of these lists.
    List(&'a ListQuery),
    /// Open a table with the computer and sit down, in one step.
    PlayComputer,
    /// The form that opens a table; sent to, it opens one.
    NewTable,
    /// The same form, filled in by a query.
    NewTableWith(&'a str),
    /// All rule books.
    Rules,
    /// A rule book.
    RuleBook(&'a str),
    /// The rules of a table.
    TableRules(&'a str),
    /// A table, before and during its game.
    Game(&'a str),
    /// The game page with exactly this drawn over the board.
    GameWith(&'a str, Overlays),
    /// Sit down.
    Join(&'a str),
    /// The same for tables that are found by their secret link only.
    Invitation(&'a str),
    /// Get up again before the start.
    Leave(&'a str),
    /// Remove a table that has not begun.
    Close(&'a str),
    /// Play again with the same people.
    Rematch(&'a str),
    /// The player has seen how the game ended.
    Seen(&'a str),
    /// The game page with an empty cell asked about.
    Cell(&'a str, Position),
    /// How the game ended, with something drawn over the board.
    FinalWith(&'a str, Overlay),
    /// The game page with a tile of the hand chosen.
    Choose(&'a str, TileKind),
    /// The tile drawn in place, nothing stored.
    Preview(&'a str, Draft),
    /// Where a turn is sent to.
    Turns(&'a str),
    /// Leave out the second part of a turn.
    Pass(&'a str),
    /// Give up: asks first, then does it.
    Resign(&'a str),
    /// The game that has waited for the viewer's turn longest.
    Next,
    /// News of a game after an event, as they come.
    Live(&'a str, u32),
    /// News of all that waits for the viewer, as they come.
    LiveTurns,
    /// What an event did, right after it.
    Done(&'a str, u32),
    /// The board as it stood after an event.
    Move(&'a str, u32),
    /// The same with something drawn over it.
    MoveWith(&'a str, u32, Overlays),
    /// The board as it stood after an event, as a picture.
    Picture(&'a str, u32),
    /// The same as a PNG.
    Png(&'a str, u32),
    /// The slider's form.
    Moves(&'a str),
    /// How the game ended.
    Final(&'a str),
    /// The record as a file.
    Record(&'a str),
    /// The map as a planar graph.
    GraphFile(&'a str, Format),
    /// Which tiles there can be.
    Atlas,
    /// The tiles with the same sides.
    AtlasGroup(&'a str),
    /// The tiles that have no place in a group.
    AtlasOutside,
    /// A tile of one's own.
    AtlasTry,
    /// Every kind of a box in every rotation.
    AtlasSheet(TileSet),
    /// A file that the server carries in itself.
    Static(&'a Asset),
}

impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("/"),
            Self::SignUp => f.write_str("/signup"),
            Self::SignUpThen(path) => then(f, "/signup", path),
            Self::Login => f.write_str("/login"),
            Self::LoginThen(path) => then(f, "/login", path),
            Self::Recover => f.write_str("/recover"),
            Self::Logout => f.write_str("/logout"),
            Self::EndGuest => f.write_str("/guest/end"),
            Self::Account => f.write_str("/account"),
            Self::AccountPassword => f.write_str("/account/password"),
            Self::AccountZone => f.write_str("/account/zone"),
            Self::AccountCodes => f.write_str("/account/codes"),
            Self::AccountSession(id) => write!(f, "/account/sessions/{id}/end"),
            Self::AccountSessions => f.write_str("/account/sessions/end-others"),
            Self::AccountFeeds => f.write_str("/account/feeds"),
            Self::AccountFeedsEnd => f.write_str("/account/feeds/end"),
            Self::FeedAtom(token) => write!(f, "/feeds/{token}/turns.atom"),
            Self::FeedCalendar(token) => write!(f, "/feeds/{token}/turns.ics"),
            Self::Games => f.write_str("/games"),
            Self::MyGames => f.write_str("/games/mine"),
            Self::List(query) => query.fmt(f),
            Self::PlayComputer => f.write_str("/play-the-computer"),
            Self::NewTable => f.write_str("/tables/new"),
            Self::NewTableWith(query) => write!(f, "/tables/new?{query}"),
            Self::Rules => f.write_str("/rules"),
            Self::RuleBook(slug) => write!(f, "/rules/{slug}"),
            Self::TableRules(id) => write!(f, "/games/{id}/rules"),
            Self::Game(id) => write!(f, "/games/{id}"),
            Self::GameWith(id, on) => write!(f, "/games/{id}?{on}"),
            Self::Join(id) => write!(f, "/games/{id}/join"),
            Self::Invitation(key) => write!(f, "/join/{key}"),
            Self::Leave(id) => write!(f, "/games/{id}/leave"),
            Self::Close(id) => write!(f, "/games/{id}/close"),
            Self::Rematch(id) => write!(f, "/games/{id}/rematch"),
            Self::Seen(id) => write!(f, "/games/{id}/seen"),
            Self::Cell(id, Position { x, y }) => write!(f, "/games/{id}?cell={x},{y}"),
            Self::FinalWith(id, overlay) => write!(f, "/games/{id}/final?show={}", overlay.word()),
            Self::Choose(id, tile) => write!(f, "/games/{id}?tile={tile}"),
            Self::Preview(id, draft) => write!(f, "/games/{id}/preview?{draft}"),
            Self::Turns(id) => write!(f, "/games/{id}/turns"),
            Self::Pass(id) => write!(f, "/games/{id}/pass"),
            Self::Resign(id) => write!(f, "/games/{id}/resign"),
            Self::Next => f.write_str("/next"),
            Self::Live(id, n) => write!(f, "/games/{id}/live?after={n}"),
            Self::LiveTurns => f.write_str("/live"),
            Self::Done(id, n) => write!(f, "/games/{id}/done?n={n}"),
            Self::Move(id, n) => write!(f, "/games/{id}/moves/{n}"),
            Self::MoveWith(id, n, on) if on.any() => write!(f, "/games/{id}/moves/{n}?{on}"),
            Self::MoveWith(id, n, _) => Self::Move(id, *n).fmt(f),
            Self::Png(id, n) => write!(f, "/games/{id}/moves/{n}/board.png"),
            Self::Picture(id, n) => write!(f, "/games/{id}/moves/{n}/board.svg"),
            Self::Moves(id) => write!(f, "/games/{id}/moves"),
            Self::Final(id) => write!(f, "/games/{id}/final"),
            Self::Record(id) => write!(f, "/games/{id}/record.jsonl"),
            Self::GraphFile(id, format) => write!(f, "/games/{id}/graph.{format}"),
            Self::Atlas => f.write_str("/atlas"),
            Self::AtlasGroup(name) => write!(f, "/atlas/groups/{name}"),
            Self::AtlasOutside => f.write_str("/atlas/outside"),
            Self::AtlasTry => f.write_str("/atlas/try"),
            Self::AtlasSheet(set) => write!(f, "/atlas/sheet/{}", set.word()),
            Self::Static(asset) => write!(f, "/static/{}/{}", asset.hash, asset.name),
        }
    }
}

/// A page that leads on to `path` when it has done its work.
fn then(f: &mut fmt::Formatter<'_>, page: &str, path: &str) -> fmt::Result {
    let query = serde_html_form::to_string([("then", path)]).map_err(|_| fmt::Error)?;
    write!(f, "{page}?{query}")
}

/// As a query string; every character of it may stand in one unescaped.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile={}&x={}&y={}", self.tile, self.position.x, self.position.y)?;
        if let Some(rotation) = self.rotation {
            write!(f, "&rotation={}", rotation.quarters())?;
        }
        if let Some(follower) = self.follower {
            write!(f, "&follower={}@{}", follower.kind.word(), follower.on)?;
        }
        Ok(())
    }
}
