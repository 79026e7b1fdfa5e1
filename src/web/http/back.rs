//! The page to return to, after signing in or from an error.

use actix_web::HttpRequest;
use actix_web::http::Method;

use crate::http::fields::Fields;

/// Accepts only paths of this site as the target of a redirect, since anyone can make up a link to a form.
pub fn own_path(then: Option<&str>) -> &str {
    let own = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    then.filter(own).unwrap_or("/")
}

/// The page that has the form with this action, if the action has no page of its own.
pub fn page_of_action(path: &str) -> Option<&str> {
    let mut parts = path.split('/').skip(1);
    match (parts.next()?, parts.next(), parts.next(), parts.next()) {
        (
            "games",
            Some(id),
            Some("turns" | "pass" | "join" | "salt" | "invite" | "decline" | "leave" | "close" | "seen"),
            None,
        ) => Some(&path[.."/games/".len() + id.len()]),
        ("puzzles", Some(n), Some("answer"), None) => Some(&path[.."/puzzles/".len() + n.len()]),
        ("account", Some(_), ..) => Some("/account"),
        ("admin", Some("accounts"), Some(id), Some(_)) => Some(&path[.."/admin/accounts/".len() + id.len()]),
        ("admin", Some("jobs"), Some(_), None) => Some("/admin/jobs"),
        ("logout" | "play-the-computer", None, ..) => Some("/"),
        _ => None,
    }
}

/// Where a visitor who signs in from the page of this request returns to; `None` for the front page. The pages for signing
/// in pass on the path that they were given.
pub fn after_sign_in(request: &HttpRequest) -> Option<String> {
    let path = request.path();
    let back = if matches!(
        path,
        "/login" | "/login/code" | "/login/passkey" | "/login/code/passkey" | "/signup" | "/recover"
    ) {
        let query = Fields::of_query(request).ok()?;
        own_path(query.optional("then").ok()?).to_owned()
    } else if let Some(page) = page_of_action(path) {
        page.to_owned()
    } else if request.method() == Method::GET {
        let whole = request.uri().path_and_query().map_or("/", |path| path.as_str());
        own_path(Some(whole)).to_owned()
    } else {
        own_path(Some(path)).to_owned()
    };
    (back != "/").then_some(back)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn redirects_never_leave_the_site() {
        assert_eq!(own_path(Some("/games/1?tile=CRFR")), "/games/1?tile=CRFR");
        for elsewhere in ["//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nX: y", "", "é"]
        {
            assert_eq!(own_path(Some(elsewhere)), "/", "{elsewhere:?}");
        }
        assert_eq!(own_path(None), "/");
    }

    #[test]
    fn an_action_leads_back_to_the_page_with_its_form() {
        assert_eq!(page_of_action("/games/abc/turns"), Some("/games/abc"));
        assert_eq!(page_of_action("/account/sessions/1/end"), Some("/account"));
        assert_eq!(page_of_action("/play-the-computer"), Some("/"));
        assert_eq!(page_of_action("/admin/accounts/abc/lock"), Some("/admin/accounts/abc"));
        assert_eq!(page_of_action("/admin/jobs/retry"), Some("/admin/jobs"));
        for page in ["/", "/games", "/games/abc", "/games/abc/resign", "/games/abc/turns/x", "/account"] {
            assert_eq!(page_of_action(page), None, "{page}");
        }
    }

    #[test]
    fn a_visitor_returns_to_the_page_where_they_signed_in() {
        let get = |uri: &str| after_sign_in(&TestRequest::get().uri(uri).to_http_request());
        assert_eq!(get("/games/abc?show=owners").as_deref(), Some("/games/abc?show=owners"));
        assert_eq!(get("/games/abc/turns").as_deref(), Some("/games/abc"));
        assert_eq!(get("/login?then=%2Frules").as_deref(), Some("/rules"));
        for nowhere in ["/", "/login", "/signup?then=//evil.example", "//evil.example/x"] {
            assert_eq!(get(nowhere), None, "{nowhere}");
        }
        let post = TestRequest::post().uri("/games/abc/resign?x=1").to_http_request();
        assert_eq!(after_sign_in(&post).as_deref(), Some("/games/abc/resign"));
    }
}
