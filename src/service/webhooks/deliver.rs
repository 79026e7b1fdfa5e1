//! The job that brings a message to a webhook.

use chrono::TimeDelta;

use super::message::id_of;
use crate::metrics::DeliveryEnd;
use crate::push::Notifier;
use crate::{Done, Service, StoreError};
use ::webhook::{Outgoing, Reply, is_exhausted, request};
use outbound::{Address, Method, Request, SendError};
use store::{AfterAttempt, DeliveryRecord, StoredWebhook};
use table::{Delivery, WebhookResult};

/// Until the next attempt, if the server itself could not make one.
const OWN_PAUSE: TimeDelta = TimeDelta::minutes(1);

impl Service {
    /// Makes an attempt, unless there is nothing to say any more. What fails is tried again, for about three days.
    pub(crate) async fn deliver(&self, delivery: &Delivery) -> Result<Done, StoreError> {
        let now = self.now();
        let Some(notifier) = self.notifier.as_deref() else { return Ok(Done::Nothing) };
        let Some(webhook) = self.store.webhook(&delivery.user, &delivery.webhook, now).await? else {
            return Ok(Done::Nothing);
        };
        let Some(message) = self.webhook_message(notifier, delivery, now).await? else {
            return Ok(Done::Nothing);
        };
        if webhook.off.is_some() {
            if delivery.is_kept() {
                let why = webhook.last.map_or(WebhookResult::GONE, |(_, result)| result);
                let id = message.id.as_str().to_owned();
                self.store.add_webhook_failure(delivery, id, why, now).await?;
            }
            return Ok(Done::Nothing);
        }
        match self.post(notifier, &webhook, request(&webhook.target, &message, now)).await {
            Ok((reply, result)) => self.after_attempt(delivery, &webhook, reply, result).await,
            Err(error) => {
                tracing::warn!(%error, "failed to send to a webhook, retrying later");
                Ok(Done::Later(self.now() + OWN_PAUSE))
            }
        }
    }

    /// What the receiver answers, or why there is no answer. An error is the server's own fault.
    async fn post(
        &self,
        notifier: &Notifier,
        webhook: &StoredWebhook,
        outgoing: Outgoing,
    ) -> Result<(Reply, WebhookResult), SendError> {
        // The host may have changed what is allowed since it was added.
        let Ok(address) = Address::parse(&outgoing.url, notifier.client.policy()) else {
            return Ok((Reply::Failed, WebhookResult::Unreachable));
        };
        let Outgoing { method, headers, body, url: _ } = outgoing;
        let method = match method {
            ::webhook::Method::Post => Method::Post,
            ::webhook::Method::Put => Method::Put,
        };
        let answer = notifier.client.send(Request { address: &address, method, headers, body }).await;
        let format = webhook.target.format().word();
        let result = match answer {
            Ok(answer) => {
                let reply = Reply::read(answer.status, answer.delay(self.now()), &answer.body);
                let result = match reply {
                    Reply::Delivered => WebhookResult::Delivered,
                    _ => WebhookResult::Status(answer.status),
                };
                tracing::debug!(format, status = answer.status, "a webhook has answered");
                return Ok((reply, result));
            }
            Err(error @ (SendError::Busy | SendError::NoAuthorities | SendError::Header)) => {
                return Err(error);
            }
            // The same for both: nobody learns here which names the host's own network has.
            Err(SendError::Forbidden | SendError::Unknown) => WebhookResult::Unreachable,
            Err(SendError::Connection) => WebhookResult::Connection,
            Err(SendError::Tls) => WebhookResult::Tls,
            Err(SendError::Answer) => WebhookResult::Answer,
            Err(SendError::Timeout) => WebhookResult::Timeout,
        };
        Ok((Reply::Failed, result))
    }

    async fn after_attempt(
        &self,
        delivery: &Delivery,
        webhook: &StoredWebhook,
        reply: Reply,
        result: WebhookResult,
    ) -> Result<Done, StoreError> {
        let now = self.now();
        let failed = delivery.failed();
        let failing_since = webhook.failing_since.unwrap_or(now);
        let next = reply.next_attempt(failed.attempts).map(|pause| now + pause);
        let next = next.filter(|next| delivery.expires().is_none_or(|end| *next < end));
        let exhausted = reply != Reply::Delivered && is_exhausted(failing_since, now);
        let switch_off = match reply {
            Reply::Gone => Some(now),
            _ => exhausted.then_some(failing_since),
        };
        let (end, after) = match (reply, next) {
            (Reply::Delivered, _) => (DeliveryEnd::Delivered, AfterAttempt::Nothing),
            // If it was switched off, the job finds that out.
            (_, Some(_)) => (DeliveryEnd::Delayed, AfterAttempt::Again),
            (_, None) => {
                let end = if reply == Reply::Gone { DeliveryEnd::Gone } else { DeliveryEnd::GivenUp };
                let id = || AfterAttempt::GiveUp(id_of(delivery).as_str().to_owned());
                (end, if delivery.is_kept() { id() } else { AfterAttempt::Nothing })
            }
        };
        self.metrics.count_webhook(webhook.target.format(), end);
        let given_up = matches!(after, AfterAttempt::GiveUp(_));
        let record = DeliveryRecord { result, switch_off, after };
        self.store.record_delivery(if given_up { &failed } else { delivery }, record, now).await?;
        Ok(next.map_or(Done::Nothing, Done::Later))
    }
}
