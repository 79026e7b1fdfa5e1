//! `/admin/accounts/{id}`: an account, and what moderators can do to it.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::account::restrictions;
use crate::html::admin::pages::ModerationPage;
use crate::html::admin::{menu, refusal, row};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::{AccountAction, AdminUrl, ListQuery, Url};
use crate::locale::key;
use account::{FormerName, ModeratedUser, UserId};
use service::{ModeratedAccount, NewName, StaffError};
use table::Filter;

pub(crate) async fn get(member: StaffMember, id: Path<String>) -> PageResult {
    let user = UserId::parse(&id).ok_or(PageError::NotFound)?;
    page(&member, &user, None, &Fields::default()).await
}

/// Acts, then shows the account again.
pub(crate) async fn post(StaffForm(member, fields): StaffForm, path: Path<(String, String)>) -> PageResult {
    let (user, action) = (UserId::parse(&path.0), AccountAction::from_word(&path.1));
    let (Some(user), Some(action)) = (user, action) else { return Err(PageError::NotFound) };
    let (service, principal) = (&member.viewer.web().service, member.viewer.principal());
    let reason = fields.required("reason")?;
    let (done, flash) = match action {
        AccountAction::EndSessions => {
            (service.end_all_sessions(principal, &user, reason).await, Flash::AccountSignedOut)
        }
        AccountAction::Rename => {
            let name = NewName::Chosen(fields.required("name")?);
            (service.rename_account(principal, &user, name, reason).await, Flash::AccountRenamed)
        }
        AccountAction::RemoveName => {
            (service.rename_account(principal, &user, NewName::Neutral, reason).await, Flash::AccountRenamed)
        }
    };
    match done {
        Ok(()) => Ok(member.viewer.go(&Url::Admin(AdminUrl::Account(user.as_str())), Some(flash), &[])),
        Err(error) => page(&member, &user, Some(error), &fields).await,
    }
}

/// The page, with the error of the form that had these fields.
pub(super) async fn page(
    member: &StaffMember,
    user: &UserId,
    error: Option<StaffError>,
    typed: &Fields,
) -> PageResult {
    let (status, error) = match error.map(refusal).transpose()? {
        Some((status, why)) => (status, Some(member.viewer.locale().format(&why))),
        None => (StatusCode::OK, None),
    };
    let service = &member.viewer.web().service;
    let moderated = service.moderated_account(member.viewer.principal(), user).await?;
    let ModeratedAccount { user: account, may_act, history } = moderated;
    let restricted = service.restrictions_of(member.viewer.principal(), user).await?;
    let row_of = |one| restrictions::row(member.viewer.locale(), one, service.now(), member.user.zone);
    let unconfirmed = may_act && !member.viewer.principal().is_confirmed(service.now());
    let here = Url::Admin(AdminUrl::Account(user.as_str())).to_string();
    let filter = Filter { player: Some(account.name.clone()), ..Filter::default() };
    let games = ListQuery { mine: false, filter, from: None };
    let typed = |field: &str| typed.optional(field).ok().flatten().unwrap_or_default().to_owned();
    let page = ModerationPage {
        layout: member.viewer.layout(account.name.clone()),
        menu: menu(member),
        error,
        id: user.to_string(),
        facts: facts(member, &account),
        guest: account.guest,
        may_act,
        refusal: account.closed.is_none().then_some(key("refused-colleague")),
        confirm: unconfirmed.then(|| Url::ConfirmThen(&here).to_string()),
        games: Url::List(&games).to_string(),
        typed_name: typed("name"),
        typed_reason: typed("reason"),
        typed_rule: typed("rule"),
        restrictions: restricted.into_iter().map(row_of).collect(),
        history: history.into_iter().map(|entry| row(member, entry)).collect(),
        name: account.name,
    };
    member.viewer.private_page(status, &page)
}

/// What is known about the account: labels and values.
fn facts(
    StaffMember { viewer, user, .. }: &StaffMember,
    account: &ModeratedUser,
) -> Vec<(&'static str, String)> {
    let (locale, zone) = (viewer.locale(), user.zone);
    let mut facts = vec![
        (key("admin-account-id"), account.id.to_string()),
        (key("admin-account-since"), locale.moment(account.since, zone)),
        (key("admin-account-sessions"), locale.count(u64::from(account.sessions))),
    ];
    facts.extend(account.closes.map(|at| (key("admin-account-closes"), locale.moment(at, zone))));
    facts.extend(account.closed.map(|at| (key("admin-account-closed"), locale.moment(at, zone))));
    facts.extend(account.locked.map(|at| (key("admin-account-locked"), locale.moment(at, zone))));
    if !account.former_names.is_empty() {
        let shown = |FormerName { name, removed, .. }: &FormerName| {
            if *removed {
                locale.text("admin-removed-name").with("name", name).to_string()
            } else {
                name.clone()
            }
        };
        let names = account.former_names.iter().map(shown);
        facts.push((key("admin-former-names"), locale.list(&names.collect::<Vec<_>>())));
    }
    facts.into_iter().map(|(label, value)| (locale.say(label), value)).collect()
}
