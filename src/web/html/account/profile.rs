//! `/account/profile`: what others see of the viewer, and who follows them.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use askama::Template;

use crate::html::layout::Layout;
use crate::html::ratings::bad_from;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::{ProfileUrl, Url};
use crate::locale::key;
use account::{ProfileSettings, UserId, Visibility};
use service::{FollowerCursor, ProfileSettingsError};

#[derive(Template)]
#[template(path = "account/profile.html")]
pub struct ProfileSettingsPage {
    pub layout: Layout,
    pub user: UserId,
    pub settings: ProfileSettings,
    pub followers: Vec<FollowerRow>,
    pub is_first: bool,
    /// Where the list goes on.
    pub next: Option<String>,
}

pub struct FollowerRow {
    pub id: UserId,
    pub name: String,
    pub since: String,
}

impl ProfileSettingsPage {
    /// The choices with the keys of their labels and explanations.
    const CHOICES: [(Visibility, &str, &str); 3] = [
        (Visibility::Everybody, key("profile-visible-everybody"), key("profile-visible-everybody-help")),
        (Visibility::Shared, key("profile-visible-shared"), key("profile-visible-shared-help")),
        (Visibility::Nobody, key("profile-visible-nobody"), key("profile-visible-nobody-help")),
    ];
}

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    let SignedIn { viewer, user } = person;
    if viewer.principal().is_guest() {
        return Err(PageError::Guest(Url::Profile(ProfileUrl::Settings).to_string()));
    }
    let from: Option<String> = Fields::of_query(&request)?.optional("from")?.map(str::to_owned);
    let cursor = from.as_deref().map(str::parse::<FollowerCursor>).transpose();
    let cursor = cursor.map_err(|()| bad_from(PageError::NotFound))?;
    let service = &viewer.web().service;
    let settings = service.profile_settings(viewer.principal()).await?;
    let found = service.followers(viewer.principal(), cursor.as_ref()).await?;
    let locale = viewer.locale();
    let followers = found.people.into_iter().map(|follower| FollowerRow {
        since: locale.day(follower.at, user.zone),
        id: follower.id,
        name: follower.name,
    });
    let page = ProfileSettingsPage {
        layout: viewer.layout(locale.say(key("profile-settings-title"))),
        settings,
        followers: followers.collect(),
        is_first: from.is_none(),
        next: found.next.map(|next| next.to_string()),
        user: user.id,
    };
    viewer.private_page(StatusCode::OK, &page)
}

pub(crate) async fn post(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let visible = fields.chosen("visible", Visibility::parse)?;
    let visible = visible.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let followable = fields.optional("followable")? == Some("yes");
    let settings = ProfileSettings { visible, followable };
    match viewer.web().service.set_profile_settings(viewer.principal(), settings).await {
        Ok(()) => Ok(viewer.go(&Url::Profile(ProfileUrl::Settings), Some(Flash::ProfileSaved), &[])),
        Err(ProfileSettingsError::Guest) => Err(PageError::Guest(Url::Account.to_string())),
        Err(ProfileSettingsError::Denied(why)) => Err(why.into()),
        Err(ProfileSettingsError::Store(failure)) => Err(failure.into()),
    }
}

/// `/account/profile/remove-follower`
pub(crate) async fn remove_follower(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let follower = UserId::parse(fields.required("user")?).ok_or(PageError::NotFound)?;
    viewer.web().service.remove_follower(viewer.principal(), &follower).await?;
    Ok(viewer.go(&Url::Profile(ProfileUrl::Settings), Some(Flash::FollowerRemoved), &[]))
}
