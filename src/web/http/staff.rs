//! Requests of administrators and moderators. Everybody else gets the page that says that there is no such page, whatever
//! they send.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use account::User;
use service::Role;

/// An administrator or moderator.
#[derive(Clone)]
pub struct StaffMember {
    pub viewer: Viewer,
    pub user: User,
    pub role: Role,
}

impl StaffMember {
    /// Shows everybody with a lower role that there is no such page.
    pub fn require(&self, least: Role) -> Result<(), PageError> {
        if self.role >= least { Ok(()) } else { Err(PageError::NotFound) }
    }

    async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        let role = viewer.web().service.role(viewer.principal()).ok_or(PageError::NotFound)?;
        let user = viewer.user().ok_or(PageError::NotFound)?.clone();
        Ok(Self { viewer, user, role })
    }
}

impl FromRequest for StaffMember {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

/// A form of an administrator or moderator, whose CSRF token has been checked.
pub struct StaffForm(pub StaffMember, pub Fields);

impl FromRequest for StaffForm {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let member = StaffMember::of(&request).await?;
            let VerifiedForm(fields) = VerifiedForm::from_request(&request, &mut payload).await?;
            Ok(Self(member, fields))
        })
    }
}
