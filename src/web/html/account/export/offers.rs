//! What the user is open to.

use chrono::{DateTime, Utc};
use serde::Serialize;

use table::{Offer, OfferTerms};

#[derive(Serialize)]
pub(super) struct OfferJson<'d> {
    id: &'d str,
    terms: &'d OfferTerms,
    at_once: u8,
    once: bool,
    since: DateTime<Utc>,
    waits: Option<DateTime<Utc>>,
    playing: u8,
}

impl<'d> OfferJson<'d> {
    pub fn of(offer: &'d Offer) -> Self {
        let Offer { id, terms, at_once, once, since, waits, playing, .. } = offer;
        Self {
            id: id.as_str(),
            terms,
            at_once: *at_once,
            once: *once,
            since: *since,
            waits: *waits,
            playing: *playing,
        }
    }
}
