//! Security headers, added to every response.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

/// Everything comes from this server, nothing is inline, and no page may be framed.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; script-src 'self'; \
     connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Of pages for frames on other sites: they load their style and the picture of a board.
pub(crate) const EMBED_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'";

/// Adds those that the response does not set itself. Only pages with [`EMBED_POLICY`] may be framed.
pub(crate) fn add(headers: &mut HeaderMap, https: bool) {
    let fixed = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // Keeps invite links from leaking to other sites.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ];
    let is_embed = headers.get(CONTENT_SECURITY_POLICY).is_some_and(|policy| policy == EMBED_POLICY);
    for (name, value) in fixed {
        let is_left_out = headers.contains_key(&name) || (is_embed && name == X_FRAME_OPTIONS);
        if !is_left_out {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if https {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(STRICT_TRANSPORT_SECURITY, year);
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
