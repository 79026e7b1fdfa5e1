//! What was understood of a record, before the game is kept.

use actix_web::http::StatusCode;

use crate::html::board::{Drawing, board_view};
use crate::html::import::pages::{ImportedPlayer, PreviewPage};
use crate::html::import::replayed;
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::names::Names;
use crate::html::wording::{outcome, rule_names};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use engine::{FollowerKind, Seat};
use table::{ImportedGame, SubmissionKey};

/// How the game is to be kept.
pub struct Choice {
    pub own: Option<Seat>,
    pub public: bool,
    /// `None` in a new form.
    pub submission: Option<SubmissionKey>,
    /// The recording that it comes from, which is removed when the game is kept.
    pub recording: Option<String>,
}

impl Choice {
    /// Of a form that nobody has filled in yet.
    pub const fn new() -> Self {
        Self { own: None, public: false, submission: None, recording: None }
    }

    pub fn read(fields: &Fields) -> Result<Self, PageError> {
        let submission = SubmissionKey::parse(fields.required("submission")?);
        Ok(Self {
            own: fields.parsed("own")?.map(Seat),
            public: fields.optional("public")?.is_some(),
            recording: fields.optional("recording")?.map(str::to_owned),
            submission: Some(submission.map_err(|_| PageError::bad_request("request-unclear"))?),
        })
    }
}

pub fn page(
    SignedIn { viewer, user }: &SignedIn,
    game: &ImportedGame,
    choice: Choice,
    error: Option<(PageStatus, String)>,
) -> PageResult {
    let (locale, position) = (viewer.locale(), game.game());
    let names = Names::of(locale, game.header(), None);
    let winners = position.winners();
    let player = |seat: Seat| ImportedPlayer {
        seat: seat.index(),
        is_own: choice.own == Some(seat),
        name: names.player(seat).to_owned(),
        figures: position
            .colours()
            .filter(|&colour| position.seat_of(colour) == seat)
            .map(|colour| art::follower(names.hue(colour), FollowerKind::Meeple))
            .collect(),
        points: position.seat_score(seat),
        won: winners.contains(&seat),
    };
    let title = locale.text("import-preview-title").with("players", names.players().join(" – "));
    let (status, error) = error.map_or((StatusCode::OK.into(), None), |(status, why)| (status, Some(why)));
    let submission = choice.submission.unwrap_or_else(|| viewer.web().service.new_key());
    let page = PreviewPage {
        layout: viewer.layout(title.to_string()),
        error,
        drawing: Drawing::of(&board_view::of(position, &names), &[]),
        rules: rule_names::short(locale, position.rules()),
        played: game.played().map(|at| locale.day(at, user.zone)),
        turns: position.turns(),
        result: outcome::heading(position, &names),
        was_unfinished: game.was_unfinished(),
        players: (0..).map(Seat).take(game.header().seats.len()).map(player).collect(),
        record: game.record().write(),
        submission: submission.as_str().to_owned(),
        did_not_play: choice.own.is_none(),
        is_public: choice.public,
        recording: choice.recording,
        practice: replayed::practice(game),
    };
    viewer.private_page(status, &page)
}
