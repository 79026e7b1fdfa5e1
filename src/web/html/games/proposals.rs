//! `/games/{id}/clock/…`: asking the others for a pause, to skip a turn, to take one back or to end the game, answering, ending a pause
//! early, giving time, and playing again after a computer.

use actix_web::web::Data;
use chrono::TimeDelta;
use chrono_tz::Tz;

use crate::html::games::caches::Caches;
use crate::html::games::{LoadedGame, clock};
use crate::html::levels;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::moments::{self, FieldError};
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, duration};
use engine::Seat;
use service::ProposalError;
use table::{GameId, NextTurn, Proposal, ProposalRefusal, Table};

pub(crate) async fn pause(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    match moments::end(&fields, person.user.zone, person.viewer.web().service.now())? {
        Ok(until) => ask(&person, &id, &caches, &fields, Proposal::Pause { until }).await,
        Err(why) => refused(&person, &id, &caches, &fields, why).await,
    }
}

pub(crate) async fn propose(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let last = || fields.needed("last");
    let proposal = match fields.needed::<String>("what")?.as_str() {
        "skip" => Proposal::Skip { last: last()? },
        "take-back" => Proposal::TakeBack { last: last()? },
        "substitute" => Proposal::Substitute {
            last: last()?,
            level: levels::chosen(&fields, "level")?
                .ok_or_else(|| PageError::bad_request("request-unclear"))?,
        },
        "end" => Proposal::EndNow,
        "call-off" => Proposal::CallOff,
        _ => return Err(PageError::bad_request("request-unclear")),
    };
    ask(&person, &id, &caches, &fields, proposal).await
}

/// Plays again for oneself.
pub(crate) async fn take_over(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let taken = person.viewer.web().service.take_over(person.viewer.principal(), &id).await;
    done(&person, &id, &caches, &fields, taken, Flash::TakenOver).await
}

/// Takes over the seat of somebody else.
pub(crate) async fn take_seat(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let seat = Seat(fields.needed("seat")?);
    let taken = person.viewer.web().service.take_seat(person.viewer.principal(), &id, seat).await;
    if let Ok(()) = taken {
        return Ok(person.viewer.go(&Url::Game(&id), Some(Flash::SeatTaken), &[]));
    }
    done(&person, &id, &caches, &fields, taken, Flash::SeatTaken).await
}

pub(crate) async fn give(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let typed = fields.needed::<String>(GIFT)?;
    let Some(seconds) = duration::parse(typed.trim()) else {
        let why = (GIFT, Message::new("refused-duration").with("text", typed));
        return refused(&person, &id, &caches, &fields, why).await;
    };
    let length = TimeDelta::seconds(seconds.into());
    let given = person.viewer.web().service.give_time(person.viewer.principal(), &id, length).await;
    done(&person, &id, &caches, &fields, given, Flash::TimeGiven).await
}

/// The field for the time that a player gives.
const GIFT: &str = "gift";

async fn ask(
    person: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    fields: &Fields,
    proposal: Proposal,
) -> PageResult {
    let proposed = person.viewer.web().service.propose(person.viewer.principal(), id, proposal).await;
    let flash = if matches!(proposed, Ok(false)) { Flash::Agreed } else { Flash::Proposed };
    done(person, id, caches, fields, proposed.map(drop), flash).await
}

pub(crate) async fn answer(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let n = fields.needed("n")?;
    let agrees = fields
        .chosen("agrees", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?
        .ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let answered =
        person.viewer.web().service.answer_proposal(person.viewer.principal(), &id, n, agrees).await;
    done(&person, &id, &caches, &fields, answered, Flash::Answered).await
}

pub(crate) async fn resume(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let resumed = person.viewer.web().service.resume(person.viewer.principal(), &id).await;
    done(&person, &id, &caches, &fields, resumed, Flash::Resumed).await
}

async fn done(
    person: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    fields: &Fields,
    done: Result<(), ProposalError>,
    flash: Flash,
) -> PageResult {
    let why = match done {
        Ok(()) => return Ok(person.viewer.go(&Url::Clock(id), Some(flash), &[])),
        Err(ProposalError::Stale) => ("", Message::new("refused-time-changed")),
        Err(ProposalError::Refused(why)) => refusal(person.viewer.locale(), person.viewer.zone(), why),
        Err(other) => return Err(failed(other)),
    };
    refused(person, id, caches, fields, why).await
}

/// The answer where no page can explain it better.
pub(super) fn failed(error: ProposalError) -> PageError {
    match error {
        ProposalError::Denied(why) => why.into(),
        ProposalError::Store(failure) => failure.into(),
        ProposalError::NoSuchGame => PageError::NotFound,
        ProposalError::NotIn => PageError::Forbidden(Message::new("refused-not-in")),
        ProposalError::Unfit(why) => PageError::Forbidden(Message::from(&why)),
        ProposalError::Guest => PageError::Forbidden(Message::new("refused-seat-guest")),
        ProposalError::Stale | ProposalError::Refused(_) => PageError::bad_request("refused-time-changed"),
    }
}

/// The page of the clocks, with what was typed and why it was refused.
async fn refused(
    person: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    fields: &Fields,
    why: FieldError,
) -> PageResult {
    let loaded = LoadedGame::load(&person.viewer, caches, id).await?;
    clock::page(&person.viewer, &loaded, Some((fields, why))).await
}

pub(crate) fn refusal(locale: Locale, zone: Tz, why: ProposalRefusal) -> FieldError {
    let days = |limit: TimeDelta| duration::format(u32::try_from(limit.num_seconds()).unwrap_or_default());
    let field = match why {
        ProposalRefusal::PauseTooShort | ProposalRefusal::PauseTooLong => "duration",
        ProposalRefusal::GiftTooShort | ProposalRefusal::GiftTooLong | ProposalRefusal::EnoughTime => GIFT,
        _ => "",
    };
    let message = match why {
        ProposalRefusal::NoClock => Message::new("refused-no-clock"),
        ProposalRefusal::NotPlaying => Message::new("refused-not-playing"),
        ProposalRefusal::Out => Message::new("refused-out"),
        ProposalRefusal::Substituted => Message::new("refused-substituted"),
        ProposalRefusal::NothingAhead => Message::new("refused-nothing-ahead"),
        ProposalRefusal::PlanNotLegal => Message::new("refused-plan-not-legal"),
        ProposalRefusal::PlannedEnough => Message::new("refused-planned-enough").with("most", NextTurn::MOST),
        ProposalRefusal::NoStandIn => Message::new("refused-no-stand-in"),
        ProposalRefusal::NotSubstituted => Message::new("refused-not-substituted"),
        ProposalRefusal::Bot => Message::new("refused-bots-join"),
        ProposalRefusal::AlreadyIn => Message::new("refused-seat-already-in"),
        ProposalRefusal::NotOffered => Message::new("refused-seat-not-offered"),
        ProposalRefusal::SubstituteToMove => Message::new("refused-substitute-to-move"),
        ProposalRefusal::TooLateToCallOff => Message::new("refused-too-late-to-call-off"),
        ProposalRefusal::PauseTooShort => {
            Message::new("refused-pause-short").with("least", days(Table::SHORTEST_PAUSE))
        }
        ProposalRefusal::PauseTooLong => {
            Message::new("refused-pause-long").with("most", days(Table::LONGEST_PAUSE))
        }
        ProposalRefusal::Paused { until } => {
            Message::new("refused-paused").with("until", locale.moment(until, zone))
        }
        ProposalRefusal::Open => Message::new("refused-proposal-open"),
        ProposalRefusal::NoSuchProposal => Message::new("refused-no-proposal"),
        ProposalRefusal::NotPaused => Message::new("refused-not-paused"),
        ProposalRefusal::NotMissed => Message::new("refused-not-missed"),
        ProposalRefusal::NothingToTakeBack => Message::new("refused-nothing-to-take-back"),
        ProposalRefusal::TakeBacksUsed { allowed } => {
            Message::new("refused-take-backs-used").with("n", allowed)
        }
        ProposalRefusal::AskedBefore => Message::new("refused-asked-before"),
        ProposalRefusal::NoGift => Message::new("refused-no-gift"),
        ProposalRefusal::GiftTooShort => {
            Message::new("refused-gift-short").with("least", days(Table::SHORTEST_GIFT))
        }
        ProposalRefusal::GiftTooLong => {
            Message::new("refused-gift-long").with("most", days(Table::LONGEST_GIFT))
        }
        ProposalRefusal::EnoughTime => {
            Message::new("refused-enough-time").with("most", days(Table::LONGEST_GIFT))
        }
    };
    (field, message)
}
