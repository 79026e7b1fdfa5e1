//! Web Push: browsers that want to hear of their user's turns, and the messages that they get.

mod breaker;
mod due;
mod results;
mod send;
mod settings;
mod words;

pub(crate) use settings::{Notifier, PushSetup};
pub use settings::{NotifierSettings, PushContent, PushText, PushWording};
pub(crate) use words::content;

use std::sync::Arc;

use chrono::{DateTime, Utc};

use self::settings::CONNECTIONS;
use crate::changes::Change;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use ::push::{Subscription, SubscriptionError, VapidKey};
use outbound::{Client, Policy};
use table::{Lane, Push, PushResult};

/// The most browsers of a user that get messages. The oldest makes room for another.
pub const MOST_PUSH_DEVICES: u32 = 10;

/// A browser that gets messages.
#[derive(Clone, Debug)]
pub struct PushDevice {
    pub id: String,
    /// Browser and system in a few words.
    pub agent: String,
    pub since: DateTime<Utc>,
    /// When a push service last took a message for it.
    pub delivered: Option<DateTime<Utc>>,
    /// When a message was last tried, and how that went.
    pub last: Option<(DateTime<Utc>, PushResult)>,
    /// Where messages for the browser of this request go; `None` for the others.
    pub own_endpoint: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum SubscribeError {
    /// The server has no address by which push services can reach its host.
    #[error("push-off")]
    Off,
    /// Not what a browser gives: a wrong URL or wrong keys.
    #[error("push-malformed")]
    Malformed,
    /// Not a push service that the host allows.
    #[error("push-service-unknown")]
    Unknown { host: String },
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SubscriptionError> for SubscribeError {
    fn from(_: SubscriptionError) -> Self {
        Self::Malformed
    }
}

impl SubscribeError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Off => "push-off",
            Self::Malformed => "push-malformed",
            Self::Unknown { .. } => "push-service-unknown",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// The same service, which notifies users. The first time, it makes the key that signs push messages. Without a subject, there
    /// are none.
    pub async fn with_notifier(mut self, settings: NotifierSettings) -> Result<Self, StoreError> {
        let NotifierSettings { push_subject, push_services, policy, origin, wording } = settings;
        let push = match push_subject {
            Some(subject) => Some(PushSetup::new(subject, &push_services, self.vapid_key().await?)),
            None => None,
        };
        // Those of a few push services that hang must leave some.
        let policy = Policy { connections: policy.connections.max(CONNECTIONS), ..policy };
        self.notifier = Some(Arc::new(Notifier { origin, wording, client: Client::new(policy), push }));
        Ok(self)
    }

    async fn vapid_key(&self) -> Result<VapidKey, StoreError> {
        let new = loop {
            if let Some(key) = VapidKey::new(self.chance.bytes()) {
                break key;
            }
        };
        self.store.push_key(new).await
    }

    /// The public key with which browsers subscribe; `None` if there are no push messages.
    pub fn push_key(&self, _: &Principal) -> Option<String> {
        Some(self.notifier.as_ref()?.push.as_ref()?.key.public())
    }

    /// From now on, the browser of this session gets messages. The three texts are what it has got from its push service.
    pub async fn subscribe(
        &self,
        principal: &Principal,
        endpoint: &str,
        p256dh: &str,
        auth: &str,
    ) -> Result<(), SubscribeError> {
        let user = principal.require(Scope::Account)?;
        let session = principal.session_id().ok_or(Denied::SignedOut)?;
        let notifier = self.notifier.as_ref().ok_or(SubscribeError::Off)?;
        let setup = notifier.push.as_ref().ok_or(SubscribeError::Off)?;
        setup.address(endpoint, notifier.client.policy())?;
        let subscription = Subscription::parse(endpoint, p256dh, auth, true)?;
        let (id, now) = (self.new_key().as_str().to_owned(), self.now());
        let add = self.store.add_push_device(user, session, id, subscription, MOST_PUSH_DEVICES, now);
        if add.await? { Ok(()) } else { Err(Denied::SignedOut.into()) }
    }

    /// Does nothing if the user has no such browser.
    pub async fn unsubscribe(&self, principal: &Principal, id: &str) -> Result<(), AccessError> {
        Ok(self.store.remove_push_device(principal.require(Scope::Account)?, id).await?)
    }

    /// The newest first.
    pub async fn push_devices(&self, principal: &Principal) -> Result<Vec<PushDevice>, AccessError> {
        let devices = self.store.push_devices(principal.require(Scope::Account)?, self.now()).await?;
        let show = |device: store::PushDevice| PushDevice {
            own_endpoint: (principal.session_id() == Some(&device.session))
                .then(|| device.subscription.endpoint().to_string()),
            id: device.id,
            agent: device.agent,
            since: device.since,
            delivered: device.delivered,
            last: device.last,
        };
        Ok(devices.into_iter().map(show).collect())
    }

    /// Sends a message to all browsers of the user, on the way of all messages.
    pub async fn test_push(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require(Scope::Account)?;
        let push = Push::test(user.clone(), self.now());
        let changes = [Change::Jobs(Lane::Push, push.made)];
        self.store.schedule_push(&push, self.change_message(&changes)).await?;
        self.wake(&changes);
        Ok(())
    }

    /// How many push services this process doesn't send to, except for a trial now and then, because they fail.
    pub fn failing_push_services(&self) -> usize {
        let setup = self.notifier.as_ref().and_then(|notifier| notifier.push.as_ref());
        setup.map_or(0, |setup| setup.breakers.failing(self.now()))
    }
}
