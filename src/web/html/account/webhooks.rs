//! `/account/webhooks`: addresses to which the viewer wants messages sent.

use crate::html::account::FormError;
use crate::html::account::webhooks_page::{
    FailureRow, FormatChoice, WebhookForm, WebhookRow, WebhookSecretPage, WebhooksPage,
};
use crate::html::response::PageResult;
use crate::html::wording::notification;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, key};
use service::{FailureView, NewWebhook, WebhookError, WebhookView};
use table::{PushSubject, WebhookResult};
use webhook::{Format, Secret, TargetError};

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, None, WebhookForm::default()).await
}

/// The secret of a generic webhook is in the response itself.
pub(crate) async fn add(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Webhooks)?;
    let (format, address) = (fields.required("format")?, fields.required("address")?);
    let room = fields.optional("room")?.unwrap_or_default();
    let token = fields.optional("token")?.unwrap_or_default();
    let new = NewWebhook { format, address, room, token };
    match person.viewer.web().service.add_webhook(person.viewer.principal(), &new).await {
        Ok(Some(secret)) => secret_page(&person, &secret, true),
        Ok(None) => Ok(person.viewer.go(&Url::Webhooks, Some(Flash::WebhookAdded), &[])),
        Err(error) => {
            let typed = WebhookForm::typed(format, address, room);
            page(&person, Some(form_error(error)?), typed).await
        }
    }
}

/// The new secret is in the response itself.
pub(crate) async fn rotate(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Webhooks)?;
    let service = &person.viewer.web().service;
    match service.rotate_webhook_secret(person.viewer.principal(), fields.required("id")?).await {
        Ok(secret) => secret_page(&person, &secret, false),
        Err(error) => refused(&person, error).await,
    }
}

pub(crate) async fn remove(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let service = &person.viewer.web().service;
    let removed = service.remove_webhook(person.viewer.principal(), fields.required("id")?).await;
    done(&person, removed, Flash::WebhookRemoved).await
}

pub(crate) async fn test(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let service = &person.viewer.web().service;
    let sent = service.test_webhook(person.viewer.principal(), fields.required("id")?).await;
    done(&person, sent, Flash::TestSent).await
}

pub(crate) async fn switch_on(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let service = &person.viewer.web().service;
    let on = service.switch_webhook_on(person.viewer.principal(), fields.required("id")?).await;
    done(&person, on, Flash::WebhookOn).await
}

pub(crate) async fn resend(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let (service, (id, message)) = (&person.viewer.web().service, failure(&fields)?);
    let sent = service.resend_to_webhook(person.viewer.principal(), id, message).await;
    done(&person, sent, Flash::MessageResent).await
}

pub(crate) async fn forget(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let (service, (id, message)) = (&person.viewer.web().service, failure(&fields)?);
    let removed = service.remove_webhook_failure(person.viewer.principal(), id, message).await;
    done(&person, removed, Flash::FailureRemoved).await
}

/// The webhook and its failure that a form is about.
fn failure(fields: &Fields) -> Result<(&str, &str), PageError> {
    Ok((fields.required("id")?, fields.required("message")?))
}

async fn done(person: &SignedIn, result: Result<(), WebhookError>, flash: Flash) -> PageResult {
    match result {
        Ok(()) => Ok(person.viewer.go(&Url::Webhooks, Some(flash), &[])),
        Err(error) => refused(person, error).await,
    }
}

async fn refused(person: &SignedIn, error: WebhookError) -> PageResult {
    page(person, Some(form_error(error)?), WebhookForm::default()).await
}

fn form_error(error: WebhookError) -> Result<FormError, PageError> {
    let refused = FormError::refused(&error);
    Ok(match error {
        WebhookError::Denied(why) => return Err(why.into()),
        WebhookError::Store(failure) => return Err(failure.into()),
        WebhookError::Format => refused.at("format"),
        WebhookError::Target(TargetError::Room) => refused.at("room"),
        WebhookError::Target(TargetError::Token) => refused.at("token"),
        WebhookError::Address(_) | WebhookError::Target(_) => refused.at("address"),
        _ => refused,
    })
}

fn secret_page(SignedIn { viewer, .. }: &SignedIn, secret: &Secret, is_first: bool) -> PageResult {
    let page = WebhookSecretPage {
        layout: viewer.layout(viewer.locale().say("webhook-secret-title")),
        secret: secret.reveal(),
        is_first,
    };
    viewer.secret_page(&page, &[])
}

/// The page, with the error of one of its forms and what is in the fields.
async fn page(person: &SignedIn, error: Option<FormError>, form: WebhookForm) -> PageResult {
    person.require_account(&Url::Webhooks)?;
    let SignedIn { viewer, .. } = person;
    let webhooks = viewer.web().service.webhooks(viewer.principal()).await?;
    let locale = viewer.locale();
    let (status, error) = FormError::shown(error, locale);
    let choice = |format: Format| FormatChoice {
        word: format.word(),
        name: format_name(locale, format),
        help: locale.say(match format {
            Format::Generic => key("webhooks-help-generic"),
            Format::Discord => key("webhooks-help-discord"),
            Format::Slack => key("webhooks-help-slack"),
            Format::Matrix => key("webhooks-help-matrix"),
            Format::Ntfy => key("webhooks-help-ntfy"),
        }),
        chosen: form.format == format.word(),
    };
    let page = WebhooksPage {
        layout: viewer.layout(locale.say("webhooks-title")),
        token_again: error.is_some() && form.format == Format::Matrix.word(),
        error,
        formats: Format::ALL.map(choice).into(),
        webhooks: webhooks.into_iter().map(|webhook| row(person, webhook)).collect(),
        form,
    };
    viewer.private_page(status, &page)
}

fn format_name(locale: Locale, format: Format) -> &'static str {
    locale.say(match format {
        Format::Generic => key("webhooks-format-generic"),
        Format::Discord => key("webhooks-format-discord"),
        Format::Slack => key("webhooks-format-slack"),
        Format::Matrix => key("webhooks-format-matrix"),
        Format::Ntfy => key("webhooks-format-ntfy"),
    })
}

fn row(person: &SignedIn, webhook: WebhookView) -> WebhookRow {
    let SignedIn { viewer, user } = person;
    let (locale, zone) = (viewer.locale(), user.zone);
    let at =
        |message: &'static str, at| locale.format(&Message::new(message).with("at", locale.moment(at, zone)));
    let is_gone = webhook.last.is_some_and(|(_, result)| result == WebhookResult::GONE);
    let off = if is_gone { key("webhooks-off-gone") } else { key("webhooks-off-failing") };
    let last = webhook.last.map(|(at, result)| {
        let message = Message::new("webhooks-last").with("at", locale.moment(at, zone));
        locale.format(&message.with("result", result_text(locale, result)))
    });
    WebhookRow {
        name: locale
            .text("webhooks-name")
            .with("format", format_name(locale, webhook.format))
            .with("host", webhook.host.as_str())
            .to_string(),
        since: at(key("webhooks-since"), webhook.since),
        last: last.unwrap_or_else(|| locale.say("notifications-last-none").to_owned()),
        delivered: webhook
            .delivered
            .filter(|at| webhook.last.is_some_and(|(last, _)| last != *at))
            .map(|delivered| at(key("webhooks-delivered"), delivered)),
        failing: webhook
            .failing_since
            .filter(|_| webhook.off.is_none())
            .map(|since| at(key("webhooks-failing"), since)),
        off: webhook.off.map(|since| at(off, since)),
        has_secret: webhook.format == Format::Generic,
        former_signs: webhook.former_signs,
        failures: webhook.failures.into_iter().map(|failure| failure_row(person, failure)).collect(),
        id: webhook.id,
    }
}

fn failure_row(SignedIn { viewer, user }: &SignedIn, failure: FailureView) -> FailureRow {
    let (locale, zone) = (viewer.locale(), user.zone);
    let path = failure.about.game().map(|game| Url::Game(game).to_string());
    let about = match &failure.about {
        PushSubject::Event { kind, .. } => notification::title(*kind),
        about => about.topic().map_or(key("webhooks-about-test"), notification::topic),
    };
    FailureRow {
        about: locale.say(about),
        path,
        made: locale.moment(failure.made, zone),
        at: locale.moment(failure.at, zone),
        attempts: failure.attempts,
        why: result_text(locale, failure.why),
        id: failure.id,
    }
}

fn result_text(locale: Locale, result: WebhookResult) -> String {
    let message = match result {
        WebhookResult::Status(status) => {
            return locale.text("webhooks-result-status").with("status", status.to_string()).into();
        }
        WebhookResult::Delivered => key("webhooks-result-delivered"),
        WebhookResult::Unreachable => key("webhooks-result-unreachable"),
        WebhookResult::Connection => key("webhooks-result-connection"),
        WebhookResult::Tls => key("webhooks-result-tls"),
        WebhookResult::Answer => key("webhooks-result-answer"),
        WebhookResult::Timeout => key("webhooks-result-timeout"),
    };
    locale.say(message).to_owned()
}
