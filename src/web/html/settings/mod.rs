//! `/settings`: how this browser shows pages, for visitors too.

pub mod page;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::response::{PageResult, see_path};
use crate::html::settings::page::SettingsPage;
use crate::http::back::own_path;
use crate::http::display::{DisplaySettings, Switch};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::http::urls::Url;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let layout = viewer.layout(viewer.locale().say("settings-title"));
    let then = then(&fields)?.filter(|path| path != &Url::Settings.to_string());
    viewer.form_page(StatusCode::OK, &SettingsPage { layout, then })
}

/// Stores the settings in the browser, then redirects to where the link to the settings was.
pub(crate) async fn post(viewer: Viewer, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let mut settings = DisplaySettings::of(fields.needed("theme")?);
    for switch in Switch::ALL {
        settings = settings.with(switch, fields.optional(switch.name())?.is_some());
    }
    let web = viewer.web();
    let cookies = [web.display_cookie(settings), web.flash_cookie(Flash::SettingsSaved)];
    Ok(see_path(&then(&fields)?.unwrap_or_else(|| Url::Settings.to_string()), &cookies))
}

/// The path to return to, if there is one.
fn then(fields: &Fields) -> Result<Option<String>, PageError> {
    let then = fields.optional("then")?.filter(|path| !path.is_empty());
    Ok(then.map(|path| own_path(Some(path)).to_owned()))
}
