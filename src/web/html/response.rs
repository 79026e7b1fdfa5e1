//! Pages and redirects as responses.

use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CLEAR_SITE_DATA, HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, HttpResponseBuilder};
use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::html::layout::{Layout, NavigationUser};
use crate::http::compression::SegmentedText;
use crate::http::error::PageError;
pub use crate::http::error::PageResult;
use crate::http::flash::Flash;
use crate::http::page_buffer;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use account::UserId;
use service::Throttled;

/// The status of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageStatus {
    code: StatusCode,
    /// When the request may succeed; absent where waiting doesn't help.
    retry: Option<DateTime<Utc>>,
}

impl From<StatusCode> for PageStatus {
    fn from(code: StatusCode) -> Self {
        Self { code, retry: None }
    }
}

impl From<Throttled> for PageStatus {
    fn from(why: Throttled) -> Self {
        match why {
            Throttled::TooManyAttempts { until, .. } => {
                Self { code: StatusCode::TOO_MANY_REQUESTS, retry: Some(until) }
            }
            Throttled::Busy => StatusCode::SERVICE_UNAVAILABLE.into(),
        }
    }
}

impl PageStatus {
    /// A response without a body.
    pub fn build(self, now: DateTime<Utc>) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(self.code);
        if let Some(until) = self.retry {
            // A rounded second too early would be refused again.
            let seconds = (until - now).max(TimeDelta::zero()).num_seconds() + 1;
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        response
    }
}

impl Viewer {
    /// The shared parts of a page with this title.
    pub fn layout(&self, title: impl Into<String>) -> Layout {
        let person = self.user().map(|user| NavigationUser {
            id: user.id.clone(),
            name: user.name.clone(),
            turns: self.turns(),
            guest: user.guest,
            closes: self.closes().map(|at| self.locale().moment(at, user.zone)),
            restricted: self.is_restricted(),
        });
        Layout {
            title: title.into(),
            locale: self.locale(),
            person,
            locked: self.locked().map(|user| user.name.clone()),
            csrf: self.form_token(),
            flash: self.flash(),
            back: self.back().map(str::to_owned),
            display: self.display(),
            preview: None,
            unread: 0,
        }
    }

    pub fn page(&self, page: &impl Template) -> PageResult {
        self.page_with(StatusCode::OK, page)
    }

    /// For example 422 for a rejected form.
    pub fn page_with(&self, status: impl Into<PageStatus>, page: &impl Template) -> PageResult {
        let mut text = SegmentedText::new(page_buffer::take());
        page.render_into(&mut text).map_err(PageError::internal)?;
        let (html, segments) = text.into_parts();
        let mut response = status.into().build(self.web().service.now());
        response.content_type("text/html; charset=utf-8");
        // Browsers may cache it for their back button, but must revalidate.
        response.insert_header((CACHE_CONTROL, "private, no-cache"));
        if let Some(user) = self.user() {
            response.insert_header(("shown-to", shown_to(&user.id)));
        }
        if let Some(cookie) = self.flash_shown() {
            response.cookie(cookie);
        }
        let mut response = response.body(page_buffer::body(html));
        response.extensions_mut().insert(segments);
        Ok(response)
    }

    /// A page with forms for visitors, who need a cookie to send them.
    pub fn form_page(&self, status: impl Into<PageStatus>, page: &impl Template) -> PageResult {
        let mut response = self.page_with(status, page)?;
        if let Some(cookie) = self.form_cookie() {
            response.add_cookie(&cookie).map_err(PageError::internal)?;
        }
        Ok(response)
    }

    /// A page that browsers must not store.
    pub fn private_page(&self, status: impl Into<PageStatus>, page: &impl Template) -> PageResult {
        let mut response = self.page_with(status, page)?;
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(response)
    }

    /// A page that shows a secret once; browsers must not store it.
    pub fn secret_page(&self, page: &impl Template, cookies: &[Cookie<'static>]) -> PageResult {
        let mut response = self.private_page(StatusCode::OK, page)?;
        for cookie in cookies {
            response.add_cookie(cookie).map_err(PageError::internal)?;
        }
        Ok(response)
    }

    /// A redirect. The next page shows `flash` once.
    pub fn go(&self, to: &Url<'_>, flash: Option<Flash>, cookies: &[Cookie<'static>]) -> HttpResponse {
        let flash = flash.map(|flash| self.web().flash_cookie(flash));
        let cookies: Vec<_> = cookies.iter().cloned().chain(flash).collect();
        see_path(&to.to_string(), &cookies)
    }

    /// Leads a browser whose session has ended to the front page. Nothing that it was shown stays in its cache.
    pub fn signed_out(&self, flash: Flash) -> HttpResponse {
        let mut response = self.go(&Url::Home, Some(flash), &[self.web().no_session_cookie()]);
        response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
        response
    }
}

/// Lets the service worker tell one account's pages from another's without revealing anything about the account.
fn shown_to(account: &UserId) -> String {
    HEXLOWER.encode(&Sha256::digest(account.as_str())[..8])
}

/// A redirect to a path of this site.
pub fn see_path(path: &str, cookies: &[Cookie<'static>]) -> HttpResponse {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((LOCATION, path));
    for cookie in cookies {
        response.cookie(cookie.clone());
    }
    response.finish()
}
