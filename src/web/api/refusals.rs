//! Refusals of use cases as problems: the codes and sentences of the pages.

use actix_web::http::StatusCode;

use crate::api::problem::ApiError;
use crate::html::account::time;
use crate::html::games::proposals;
use crate::html::wording::refusal;
use crate::http::error::PageError;
use crate::http::upload::BadFile;
use crate::locale::{Locale, Message};
use chrono_tz::Tz;
use service::{
    DeclineError, ImportError, InviteError, JoinError, LeaveError, Limited, MakePublicError, MuteError,
    NotificationSettingsError, OpenError, PlayError, ProposalError, RematchError, RequestError, RevealError,
    Throttled, TimeError, TokenError, WebhookError,
};
use table::{ImportRefusal, InviteRefusal, NotificationSettings, TimeRefusal};

/// A refusal with this status, in the words of the pages.
fn refused<'e, E>(status: StatusCode, code: &'static str, why: &'e E) -> ApiError
where
    Message: From<&'e E>,
{
    ApiError::new(status, code, why)
}

pub(super) fn throttled(why: Throttled) -> ApiError {
    match why {
        Throttled::TooManyAttempts { what, until } => {
            let limit = match what {
                Limited::Attempts => "attempts",
                Limited::Accounts => "accounts",
                Limited::Bots => "bots",
                Limited::Guests => "guests",
                Limited::Games => "games",
                Limited::Challenges => "challenges",
                Limited::Imports => "imports",
                Limited::Reports => "reports",
                Limited::Invitations => "invitations",
                Limited::Analyses | Limited::AnalysesFromNetwork => "analyses",
            };
            refused(StatusCode::TOO_MANY_REQUESTS, why.code(), &why).limited(limit, until)
        }
        Throttled::Busy => refused(StatusCode::SERVICE_UNAVAILABLE, why.code(), &why),
    }
}

impl From<PlayError> for ApiError {
    fn from(error: PlayError) -> Self {
        let code = error.code();
        match error {
            PlayError::Refused(why) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, refusal::message(Locale::ENGLISH, &why))
            }
            PlayError::Stale => Self::new(StatusCode::CONFLICT, code, Message::new("refused-stale")),
            PlayError::NotYourSeat => {
                Self::new(StatusCode::FORBIDDEN, code, Message::new("refused-not-your-turn"))
            }
            PlayError::NoSuchGame => Self::no_game(),
            PlayError::Denied(why) => why.into(),
            PlayError::Store(failure) => failure.into(),
        }
    }
}

impl From<ImportError> for ApiError {
    fn from(error: ImportError) -> Self {
        let code = error.code();
        match error {
            ImportError::Refused(ImportRefusal { line, ref fault }) => {
                let why = Locale::ENGLISH.format(&Message::from(fault));
                let detail = Message::new("import-error-at").with("line", line).with("why", why);
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
            }
            ImportError::Guest => refused(StatusCode::FORBIDDEN, code, &error),
            ImportError::TooMany => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error),
            ImportError::Waiting => refused(StatusCode::CONFLICT, code, &error),
            ImportError::NoSuchFile => refused(StatusCode::NOT_FOUND, code, &error),
            ImportError::NoSuchGame => Self::no_game(),
            ImportError::Throttled(why) => throttled(why),
            ImportError::Denied(why) => why.into(),
            ImportError::Store(failure) => failure.into(),
        }
    }
}

impl From<BadFile> for ApiError {
    fn from(why: BadFile) -> Self {
        match why {
            BadFile::TooLarge => PageError::TooLarge.into(),
            BadFile::Gzip => Self::new(StatusCode::BAD_REQUEST, "bad-gzip", why),
        }
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> Self {
        let code = error.code();
        match error {
            OpenError::Refused(_) => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error),
            OpenError::TooMany(_) => refused(StatusCode::CONFLICT, code, &error),
            OpenError::Guest | OpenError::Bot | OpenError::ForBots => {
                refused(StatusCode::FORBIDDEN, code, &error)
            }
            OpenError::Throttled(why) => throttled(why),
            OpenError::Denied(why) => why.into(),
            OpenError::Store(failure) => failure.into(),
        }
    }
}

impl From<JoinError> for ApiError {
    fn from(error: JoinError) -> Self {
        let code = error.code();
        match error {
            JoinError::NoSuchGame => Self::no_game(),
            JoinError::Full | JoinError::Reserved | JoinError::AlreadyIn => {
                refused(StatusCode::CONFLICT, code, &error)
            }
            JoinError::Guest
            | JoinError::Bot
            | JoinError::ForBots
            | JoinError::Unreliable { .. }
            | JoinError::Newcomer
            | JoinError::Rating { .. }
            | JoinError::Blocked => refused(StatusCode::FORBIDDEN, code, &error),
            JoinError::Denied(why) => why.into(),
            JoinError::Store(failure) => failure.into(),
        }
    }
}

impl From<LeaveError> for ApiError {
    fn from(error: LeaveError) -> Self {
        let code = error.code();
        match error {
            LeaveError::NoSuchGame => Self::no_game(),
            LeaveError::NotIn => refused(StatusCode::FORBIDDEN, code, &error),
            LeaveError::Full | LeaveError::Begun => refused(StatusCode::CONFLICT, code, &error),
            LeaveError::Denied(why) => why.into(),
            LeaveError::Store(failure) => failure.into(),
        }
    }
}

impl From<MakePublicError> for ApiError {
    fn from(error: MakePublicError) -> Self {
        let code = error.code();
        match error {
            MakePublicError::NoSuchGame => Self::no_game(),
            MakePublicError::NotOpener | MakePublicError::Guest => {
                refused(StatusCode::FORBIDDEN, code, &error)
            }
            MakePublicError::Begun => refused(StatusCode::CONFLICT, code, &error),
            MakePublicError::Denied(why) => why.into(),
            MakePublicError::Store(failure) => failure.into(),
        }
    }
}

impl From<RematchError> for ApiError {
    fn from(error: RematchError) -> Self {
        let code = error.code();
        match error {
            RematchError::NoSuchGame => Self::no_game(),
            RematchError::NotIn => refused(StatusCode::FORBIDDEN, code, &error),
            RematchError::NotOver
            | RematchError::TooMany(_)
            | RematchError::InSeries
            | RematchError::WithoutYou => refused(StatusCode::CONFLICT, code, &error),
            RematchError::Denied(why) => why.into(),
            RematchError::Store(failure) => failure.into(),
        }
    }
}

impl From<RevealError> for ApiError {
    fn from(error: RevealError) -> Self {
        let code = error.code();
        match error {
            RevealError::NoSuchGame => Self::no_game(),
            RevealError::NotIn => refused(StatusCode::FORBIDDEN, code, &error),
            RevealError::OpenSeats | RevealError::TooLate | RevealError::NoSalt => {
                refused(StatusCode::CONFLICT, code, &error)
            }
            RevealError::Mismatch | RevealError::TooLong => {
                refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error).at("salt")
            }
            RevealError::Denied(why) => why.into(),
            RevealError::Store(failure) => failure.into(),
        }
    }
}

impl From<InviteError> for ApiError {
    fn from(error: InviteError) -> Self {
        let code = error.code();
        match error {
            InviteError::NoSuchGame => Self::no_game(),
            InviteError::Guest | InviteError::Blocked | InviteError::Refused(InviteRefusal::NotOpener) => {
                refused(StatusCode::FORBIDDEN, code, &error)
            }
            InviteError::Refused(InviteRefusal::Started) => refused(StatusCode::CONFLICT, code, &error),
            InviteError::NoSuchPlayer
            | InviteError::Several(_)
            | InviteError::Unavailable
            | InviteError::Refused(_) => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error).at("name"),
            InviteError::Throttled(why) => throttled(why),
            InviteError::Denied(why) => why.into(),
            InviteError::Store(failure) => failure.into(),
        }
    }
}

impl From<DeclineError> for ApiError {
    fn from(error: DeclineError) -> Self {
        let code = error.code();
        match error {
            DeclineError::NotInvited => refused(StatusCode::CONFLICT, code, &error),
            DeclineError::Denied(why) => why.into(),
            DeclineError::Store(failure) => failure.into(),
        }
    }
}

impl From<MuteError> for ApiError {
    fn from(error: MuteError) -> Self {
        match error {
            MuteError::NotIn => Self::no_game(),
            MuteError::Denied(why) => why.into(),
            MuteError::Store(failure) => failure.into(),
        }
    }
}

impl From<ProposalError> for ApiError {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Refused(why) => {
                let (_, detail) = proposals::refusal(Locale::ENGLISH, Tz::UTC, why);
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, why.to_string(), detail)
            }
            ProposalError::NoSuchGame => Self::no_game(),
            ProposalError::NotIn => {
                Self::new(StatusCode::FORBIDDEN, "not-seated", Message::new("refused-not-in"))
            }
            ProposalError::Guest => {
                Self::new(StatusCode::FORBIDDEN, "guest", Message::new("refused-seat-guest"))
            }
            ProposalError::Unfit(why) => why.into(),
            ProposalError::Stale => {
                Self::new(StatusCode::CONFLICT, "table-changed", Message::new("refused-time-changed"))
            }
            ProposalError::Denied(why) => why.into(),
            ProposalError::Store(failure) => failure.into(),
        }
    }
}

impl From<TimeError> for ApiError {
    fn from(error: TimeError) -> Self {
        match error {
            TimeError::Refused(why) => {
                let status = match why {
                    TimeRefusal::NoSuchLeave => StatusCode::NOT_FOUND,
                    _ => StatusCode::UNPROCESSABLE_ENTITY,
                };
                Self::new(status, why.to_string(), time::refusal(Locale::ENGLISH, Tz::UTC, why))
            }
            TimeError::Stale => {
                Self::new(StatusCode::CONFLICT, "time-changed", Message::new("refused-time-changed"))
            }
            TimeError::Denied(why) => why.into(),
            TimeError::Store(failure) => failure.into(),
        }
    }
}

impl From<NotificationSettingsError> for ApiError {
    fn from(error: NotificationSettingsError) -> Self {
        match error {
            NotificationSettingsError::QuietTooLong => {
                let most = NotificationSettings::LONGEST_QUIET / 60;
                let detail = Message::new("refused-quiet-long").with("most", most);
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "quiet-long", detail).at("quiet")
            }
            NotificationSettingsError::Denied(why) => why.into(),
            NotificationSettingsError::Store(failure) => failure.into(),
        }
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        let code = error.code();
        match error {
            WebhookError::Unknown | WebhookError::UnknownFailure => {
                refused(StatusCode::NOT_FOUND, code, &error)
            }
            WebhookError::Off => refused(StatusCode::CONFLICT, code, &error),
            WebhookError::NoNotifier => refused(StatusCode::SERVICE_UNAVAILABLE, code, &error),
            WebhookError::Format
            | WebhookError::Address(_)
            | WebhookError::Target(_)
            | WebhookError::TooMany => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error),
            WebhookError::Denied(why) => why.into(),
            WebhookError::Store(failure) => failure.into(),
        }
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        let code = error.code();
        match error {
            TokenError::Unknown => refused(StatusCode::NOT_FOUND, code, &error),
            TokenError::Name | TokenError::NoScope | TokenError::TooMany => {
                refused(StatusCode::UNPROCESSABLE_ENTITY, code, &error)
            }
            TokenError::Denied(why) => why.into(),
            TokenError::Store(failure) => failure.into(),
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        let code = error.code();
        match error {
            RequestError::NoSuchGame => Self::no_game(),
            RequestError::Guest => Self::new(StatusCode::FORBIDDEN, code, Message::new("refused-seat-guest")),
            RequestError::Waiting(n) => {
                let detail = Message::new("refused-analyses-waiting").with("n", n);
                Self::new(StatusCode::CONFLICT, code, detail)
            }
            RequestError::Throttled(why) => throttled(why),
            RequestError::Denied(why) => why.into(),
            RequestError::Store(failure) => failure.into(),
        }
    }
}
