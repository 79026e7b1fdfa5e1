//! `/account/bots`: accounts with which programs of the viewer play.

use crate::html::account::FormError;
use crate::html::account::bots_page::{BotForm, BotRow, BotsPage};
use crate::html::account::tokens::{life_choices, life_in, secret_page, token_row};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use account::UserId;
use service::{Bot, BotError, TokenError, TokenLife};

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, None, BotForm::default()).await
}

pub(crate) async fn make(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Bots)?;
    let name = fields.required("name")?;
    match person.viewer.web().service.make_bot(person.viewer.principal(), name).await {
        Ok(()) => Ok(person.viewer.go(&Url::Bots, Some(Flash::BotMade), &[])),
        Err(error) => refuse(&person, error, BotForm { bot: None, name: name.to_owned() }).await,
    }
}

pub(crate) async fn remove(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let bot = bot_id(&fields)?;
    match person.viewer.web().service.remove_bot(person.viewer.principal(), &bot).await {
        Ok(()) => Ok(person.viewer.go(&Url::Bots, Some(Flash::BotRemoved), &[])),
        Err(error) => refuse(&person, error, BotForm::default()).await,
    }
}

/// The secret is in the response itself.
pub(crate) async fn make_token(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Bots)?;
    let (bot, name, life) = (bot_id(&fields)?, fields.required("name")?, life_in(&fields)?);
    let service = &person.viewer.web().service;
    match service.make_bot_token(person.viewer.principal(), &bot, name, life).await {
        Ok(token) => secret_page(&person, &token, Url::Bots),
        Err(error) => {
            refuse(&person, error, BotForm { bot: Some(bot.to_string()), name: name.to_owned() }).await
        }
    }
}

pub(crate) async fn revoke_token(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let (bot, service) = (bot_id(&fields)?, &person.viewer.web().service);
    match service.revoke_bot_token(person.viewer.principal(), &bot, fields.required("id")?).await {
        Ok(()) => Ok(person.viewer.go(&Url::Bots, Some(Flash::TokenRevoked), &[])),
        Err(error) => refuse(&person, error, BotForm::default()).await,
    }
}

/// The field of the bot's id, which the page filled in.
fn bot_id(fields: &Fields) -> Result<UserId, PageError> {
    UserId::parse(fields.required("bot")?).ok_or_else(|| PageError::bad_request("request-unclear"))
}

async fn refuse(person: &SignedIn, error: BotError, form: BotForm) -> PageResult {
    let refused = FormError::refused(&error);
    let shown = match error {
        BotError::Denied(why) | BotError::Token(TokenError::Denied(why)) => return Err(why.into()),
        BotError::Store(failure) | BotError::Token(TokenError::Store(failure)) => {
            return Err(failure.into());
        }
        BotError::Throttled(why) => FormError::throttled(why),
        BotError::Name(_) | BotError::Taken | BotError::LooksTaken => refused.at("name"),
        BotError::Token(TokenError::Name) => refused.at("token-name"),
        BotError::TooMany | BotError::Guest | BotError::Unknown | BotError::Token(_) => refused,
    };
    page(person, Some(shown), form).await
}

/// The page, with the error of one of its forms and what is in its fields.
async fn page(person: &SignedIn, error: Option<FormError>, form: BotForm) -> PageResult {
    person.require_account(&Url::Bots)?;
    let SignedIn { viewer, .. } = person;
    let bots = viewer.web().service.bots(viewer.principal()).await?;
    let (status, error) = FormError::shown(error, viewer.locale());
    let page = BotsPage {
        layout: viewer.layout(viewer.locale().say("bots-title")),
        error,
        bots: bots.into_iter().map(|bot| row(person, bot, &form)).collect(),
        lives: life_choices(viewer.locale(), TokenLife::default()),
        name: if form.bot.is_none() { form.name } else { String::new() },
    };
    viewer.private_page(status, &page)
}

fn row(person: &SignedIn, bot: Bot, form: &BotForm) -> BotRow {
    let (locale, id) = (person.viewer.locale(), bot.id.to_string());
    let since = Message::new("bots-since").with("at", locale.moment(bot.since, person.user.zone));
    BotRow {
        since: locale.format(&since),
        tokens: bot.tokens.into_iter().map(|token| token_row(person, token)).collect(),
        typed: form.bot.as_ref().filter(|bot| **bot == id).map(|_| form.name.clone()),
        name: bot.name,
        id,
    }
}
