//! The form field `salt_hash`: what a player commits to when taking a seat.

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::key;
use engine::SaltHash;

/// Why the field holds no hash.
pub const BAD_HASH: &str = key("refused-salt-hash");

/// Accepts what `sha256sum` prints; `None` if the field is missing or empty. The inner error is what was typed.
pub fn salt_hash(fields: &Fields) -> Result<Result<Option<SaltHash>, String>, PageError> {
    let typed = fields.optional("salt_hash")?.unwrap_or_default();
    let Some(word) = typed.split_whitespace().next() else { return Ok(Ok(None)) };
    Ok(SaltHash::from_hex(&word.to_ascii_lowercase()).map(Some).ok_or_else(|| typed.to_owned()))
}

/// The same for a hidden field.
pub fn hidden_salt_hash(fields: &Fields) -> Result<Option<SaltHash>, PageError> {
    salt_hash(fields)?.map_err(|_| PageError::bad_request(BAD_HASH))
}
