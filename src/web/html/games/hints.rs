//! Hints on the game page.

use actix_web::web::Path;

use crate::engine::{Command, Seat, SegmentKind};
use crate::players::{Hint, Reason, What};
use crate::service::Expected;
use crate::table::{GameId, Table};
use crate::web::html::answer::Answer;
use crate::web::html::games::show::{self, Look};
use crate::web::html::games::turn::rejected;
use crate::web::html::games::{LoadedGame, words};
use crate::web::html::tile_words;
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::{Draft, Url};
use crate::web::locale::Locale;

/// What a page of a table with hints shows.
pub struct HintsPart {
    /// Whether the viewer can have a hint now.
    pub may_ask: bool,
    /// The best turns, if the viewer has asked.
    pub rows: Vec<HintRow>,
    /// How many each player has used; `None` if nobody has used any.
    pub used: Option<String>,
}

pub struct HintRow {
    /// The turn; `None` to pass.
    pub draft: Option<Draft>,
    pub turn: String,
    /// How it compares with the best.
    pub value: String,
    pub reasons: Vec<String>,
}

/// `POST /games/{id}/hint`: counts a hint, which the page then shows.
pub(in crate::web) async fn post(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let expected = Expected(fields.needed("expected")?);
    match person.web().service.ask_for_hint(person.principal(), &game, expected).await {
        Ok(()) => Ok(person.go(&Url::Hints(&id), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &id, error).await?;
            show::page(&person, &loaded, Look::default(), Some(why))
        }
    }
}

/// `None` at a table without hints.
pub(super) fn part(loaded: &LoadedGame) -> Option<HintsPart> {
    let table = &loaded.table.table;
    table.hints.as_ref()?;
    let locale = loaded.names.locale();
    let anybody = counts(table).any(|(_, count)| count > 0);
    Some(HintsPart {
        may_ask: loaded.your_turn() && loaded.hints.is_empty(),
        rows: loaded.hints.iter().map(|hint| row(locale, hint)).collect(),
        used: used(loaded).filter(|_| anybody),
    })
}

/// "Hints used: ann 3, ben 0"; `None` at a table without hints.
pub(super) fn used(loaded: &LoadedGame) -> Option<String> {
    let (table, locale) = (&loaded.table.table, loaded.names.locale());
    table.hints.as_ref()?;
    let of = |(seat, count): (Seat, u32)| {
        let text = locale.text("hints-of").with("name", loaded.names.player(seat));
        text.with("n", count).to_string()
    };
    let counts = locale.list(&counts(table).map(of).collect::<Vec<_>>());
    Some(locale.text("hints-used").with("counts", counts).to_string())
}

/// The people at the table, and how many hints they have had.
fn counts(table: &Table) -> impl Iterator<Item = (Seat, u32)> {
    let seats = (0..).map(Seat).zip(table.seats());
    let people = seats.filter(|(_, player)| player.is_some_and(|player| player.user().is_some()));
    people.filter_map(|(seat, _)| Some((seat, table.hints.as_ref()?.count(seat))))
}

fn row(locale: Locale, hint: &Hint) -> HintRow {
    let value = if hint.behind < 0.05 {
        locale.say("hint-best").to_owned()
    } else {
        locale.text("hint-behind").with("points", format!("{:.1}", hint.behind)).to_string()
    };
    let reasons = hint.reasons.iter().map(|reason| sentence(locale, reason)).collect();
    let Command::Play(turn) = hint.command else {
        let turn = locale.say("hint-pass").to_owned();
        return HintRow { draft: None, turn, value, reasons };
    };
    let (tile, rotation) = (turn.tile, turn.rotation);
    let follower = turn.follower.and_then(|follower| {
        let segment = follower.on.segment(tile, rotation)?;
        let place = words::segment(locale, tile, rotation, segment);
        let on = locale.text("follower-on").with("kind", follower.kind.word()).with("place", place);
        Some(on.to_string())
    });
    let text = locale
        .text("hint-turn")
        .with("cell", turn.position.to_string())
        .with("sides", tile_words::words_of_sides(locale, tile, rotation))
        .with("follower", follower.unwrap_or_else(|| locale.say("choice-none").to_owned()));
    let draft = Draft { tile, position: turn.position, rotation: Some(rotation), follower: turn.follower };
    HintRow { draft: Some(draft), turn: text.to_string(), value, reasons }
}

/// "+3.4 points to come from your cities".
fn sentence(locale: Locale, reason: &Reason) -> String {
    let change = format!("{:+.1}", reason.change).replace('-', "−");
    let what = match reason.what {
        What::Points => "points",
        What::Followers => "followers",
        What::Features(SegmentKind::City) => "city",
        What::Features(SegmentKind::Road) => "road",
        What::Features(SegmentKind::Cloister) => "cloister",
        What::Features(SegmentKind::Field) => "field",
    };
    let text = locale.text("hint-reason").with("what", what).with("change", change);
    text.with("whose", if reason.own { "own" } else { "others" }).to_string()
}
