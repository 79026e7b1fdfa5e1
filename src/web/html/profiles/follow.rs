//! Follows players and games, or ends that.

use actix_web::web::Path;

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::{ProfileUrl, Url};
use crate::locale::{Message, key};
use account::UserId;
use service::FollowError;

/// `/players/{id}/follow`
pub(crate) async fn player(
    SignedIn { viewer, .. }: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let id = UserId::parse(&id).ok_or(PageError::NotFound)?;
    let (service, follow) = (&viewer.web().service, fields.required("follow")? == "yes");
    if follow {
        service
            .follow_player(viewer.principal(), &id)
            .await
            .map_err(|error| page_error(error, &Url::Player(&id)))?;
    } else {
        service.unfollow_player(viewer.principal(), &id).await?;
    }
    let list = fields.optional("from")? == Some("list");
    let url = if list { Url::Profile(ProfileUrl::Watching) } else { Url::Player(&id) };
    Ok(viewer.go(&url, Some(flash(follow)), &[]))
}

/// `/games/{id}/follow`
pub(crate) async fn game(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (service, follow) = (&viewer.web().service, fields.required("follow")? == "yes");
    if follow {
        service
            .follow_game(viewer.principal(), &id)
            .await
            .map_err(|error| page_error(error, &Url::Game(&id)))?;
    } else {
        service.unfollow_game(viewer.principal(), &id).await?;
    }
    let list = fields.optional("from")? == Some("list");
    let url = if list { Url::Profile(ProfileUrl::Watching) } else { Url::Game(&id) };
    Ok(viewer.go(&url, Some(flash(follow)), &[]))
}

const fn flash(follow: bool) -> Flash {
    if follow { Flash::Followed } else { Flash::Unfollowed }
}

fn page_error(error: FollowError, back: &Url<'_>) -> PageError {
    match error {
        FollowError::NoSuchPlayer | FollowError::NoSuchGame => PageError::NotFound,
        FollowError::Denied(why) => why.into(),
        FollowError::Store(failure) => failure.into(),
        FollowError::Guest => PageError::Guest(back.to_string()),
        refused => PageError::Conflict(refusal(&refused)),
    }
}

/// Why nobody is followed, in words.
pub(crate) fn refusal(error: &FollowError) -> Message {
    Message::new(match error {
        FollowError::Yourself => key("refused-follow-yourself"),
        FollowError::Bot => key("refused-follow-bot"),
        FollowError::Finished => key("refused-follow-finished"),
        FollowError::TooMany(most) => return Message::new("refused-follow-many").with("most", *most),
        _ => key("refused-follow-player"),
    })
}
