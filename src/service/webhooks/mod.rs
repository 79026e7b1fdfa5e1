//! Webhooks: addresses to which users want messages sent, in the format of the service behind each.

mod deliver;
mod message;
mod target;

pub use target::{NewWebhook, WebhookError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::changes::Change;
use crate::people::SecurityEvent;
use crate::{AccessError, Principal, Scope, Service, StoreError};
use ::webhook::{Format, Secret, Target};
use account::UserId;
use store::{StoredWebhook, WebhookFailure};
use table::{Delivery, Lane, Push, PushSubject, WebhookResult};

/// The most webhooks of a user.
pub const MOST_WEBHOOKS: u32 = 10;
/// How long a secret signs after it was replaced.
pub const FORMER_SECRET_FOR: TimeDelta = store::FORMER_SECRET_FOR;
/// The most failures that are listed for a webhook.
pub const MOST_WEBHOOK_FAILURES: u32 = store::MOST_FAILURES;

/// A webhook as its owner sees it: without what lets others post there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookView {
    pub id: String,
    pub format: Format,
    /// Of its address.
    pub host: String,
    pub since: DateTime<Utc>,
    /// When a message last arrived.
    pub delivered: Option<DateTime<Utc>>,
    /// When a message was last tried, and how that went.
    pub last: Option<(DateTime<Utc>, WebhookResult)>,
    /// Nothing has arrived since.
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was switched off, if it is.
    pub off: Option<DateTime<Utc>>,
    /// Whether a former secret still signs.
    pub former_signs: bool,
    /// What was given up, the last first.
    pub failures: Vec<FailureView>,
}

/// A message that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureView {
    pub id: String,
    pub about: PushSubject,
    /// When it happened.
    pub made: DateTime<Utc>,
    /// When it was given up.
    pub at: DateTime<Utc>,
    pub attempts: u32,
    pub why: WebhookResult,
}

impl Service {
    /// The oldest first.
    pub async fn webhooks(&self, principal: &Principal) -> Result<Vec<WebhookView>, AccessError> {
        let user = principal.require(Scope::Account)?;
        let webhooks = self.store.webhooks(user, self.now()).await?;
        let failures =
            if webhooks.is_empty() { Vec::new() } else { self.store.webhook_failures(user).await? };
        Ok(webhooks.into_iter().map(|webhook| view(webhook, &failures)).collect())
    }

    /// The secret of a generic webhook is shown this once; the others have none.
    pub async fn add_webhook(
        &self,
        principal: &Principal,
        new: &NewWebhook<'_>,
    ) -> Result<Option<Secret>, WebhookError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let notifier = self.notifier.as_ref().ok_or(WebhookError::NoNotifier)?;
        let secret = self.new_webhook_secret();
        let target = new.target(notifier.client.policy(), &secret)?;
        let id = self.new_key();
        if !self.store.add_webhook(user, id.as_str(), &target, MOST_WEBHOOKS, self.now()).await? {
            return Err(WebhookError::TooMany);
        }
        SecurityEvent::WebhookAdded.log(Some(principal), Some(user));
        Ok(matches!(target, Target::Generic(_)).then_some(secret))
    }

    /// The new secret, which is shown this once. The one before signs beside it for [`FORMER_SECRET_FOR`].
    pub async fn rotate_webhook_secret(
        &self,
        principal: &Principal,
        id: &str,
    ) -> Result<Secret, WebhookError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let secret = self.new_webhook_secret();
        known(self.store.rotate_webhook_secret(user, id, &secret, self.now()).await?)?;
        SecurityEvent::WebhookSecretRotated.log(Some(principal), Some(user));
        Ok(secret)
    }

    pub async fn remove_webhook(&self, principal: &Principal, id: &str) -> Result<(), WebhookError> {
        let user = principal.require(Scope::Account)?;
        known(self.store.remove_webhook(user, id).await?)?;
        SecurityEvent::WebhookRemoved.log(Some(principal), Some(user));
        Ok(())
    }

    /// Its failures so far no longer count.
    pub async fn switch_webhook_on(&self, principal: &Principal, id: &str) -> Result<(), WebhookError> {
        known(self.store.switch_webhook_on(principal.require(Scope::Account)?, id).await?)
    }

    /// Sends a test, on the way of all messages, in the place of one that has not arrived.
    pub async fn test_webhook(&self, principal: &Principal, id: &str) -> Result<(), WebhookError> {
        let user = principal.require(Scope::Account)?;
        self.send_to_webhook(user, &Delivery::new(&Push::test(user.clone(), self.now()), id)).await
    }

    /// Sends a message again that was given up.
    pub async fn resend_to_webhook(
        &self,
        principal: &Principal,
        id: &str,
        failure: &str,
    ) -> Result<(), WebhookError> {
        let user = principal.require(Scope::Account)?;
        let failures = self.store.webhook_failures(user).await?;
        let failed = failures.into_iter().find(|known| known.delivery.webhook == id && known.id == failure);
        let delivery = Delivery { attempts: 0, ..failed.ok_or(WebhookError::UnknownFailure)?.delivery };
        self.send_to_webhook(user, &delivery).await?;
        self.store.remove_webhook_failure(user, id, failure).await?;
        Ok(())
    }

    /// Removes a message from the list of those that were given up.
    pub async fn remove_webhook_failure(
        &self,
        principal: &Principal,
        id: &str,
        failure: &str,
    ) -> Result<(), WebhookError> {
        let user = principal.require(Scope::Account)?;
        let removed = self.store.remove_webhook_failure(user, id, failure).await?;
        if removed { Ok(()) } else { Err(WebhookError::UnknownFailure) }
    }

    async fn send_to_webhook(&self, user: &UserId, delivery: &Delivery) -> Result<(), WebhookError> {
        let now = self.now();
        let changes = [Change::Jobs(Lane::Webhook, now)];
        if self.store.schedule_delivery(delivery, now, self.change_message(&changes)).await? {
            self.wake(&changes);
            return Ok(());
        }
        let webhook = self.store.webhook(user, &delivery.webhook, now).await?;
        Err(if webhook.is_some() { WebhookError::Off } else { WebhookError::Unknown })
    }

    /// Schedules what a push message is about for all webhooks of the user, the first time that it is asked for: `stored` is as the job
    /// has it. Returns the message that knows so.
    pub(crate) async fn schedule_webhooks(&self, stored: &Push, push: Push) -> Result<Push, StoreError> {
        let now = self.now();
        let changes = [Change::Jobs(Lane::Webhook, now)];
        let push = self.store.schedule_webhooks(stored, push, now, self.change_message(&changes)).await?;
        self.wake(&changes);
        Ok(push)
    }

    fn new_webhook_secret(&self) -> Secret {
        Secret::new(self.chance.bytes())
    }
}

fn known(found: bool) -> Result<(), WebhookError> {
    if found { Ok(()) } else { Err(WebhookError::Unknown) }
}

fn view(webhook: StoredWebhook, failures: &[WebhookFailure]) -> WebhookView {
    let own = failures.iter().filter(|failure| failure.delivery.webhook == webhook.id);
    let failure = |WebhookFailure { id, delivery, at, why }: &WebhookFailure| FailureView {
        id: id.clone(),
        about: delivery.about.clone(),
        made: delivery.made,
        at: *at,
        attempts: delivery.attempts,
        why: *why,
    };
    WebhookView {
        failures: own.map(failure).collect(),
        format: webhook.target.format(),
        host: webhook.target.address().host().to_owned(),
        former_signs: matches!(&webhook.target, Target::Generic(target) if target.secrets().len() > 1),
        id: webhook.id,
        since: webhook.since,
        delivered: webhook.delivered,
        last: webhook.last,
        failing_since: webhook.failing_since,
        off: webhook.off,
    }
}
