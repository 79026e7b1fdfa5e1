//! What all pages share: sessions, forms, errors, limits, URLs and static files.

pub(super) mod assets;
pub(super) mod back;
pub(super) mod chance;
pub(super) mod compression;
pub(super) mod cookies;
pub(super) mod csrf;
pub(super) mod display;
pub(super) mod error;
pub(super) mod flash;
pub(super) mod form;
pub(super) mod headers;
pub(super) mod health;
pub(super) mod icon;
pub(super) mod limits;
pub(super) mod live;
pub(super) mod overlay;
pub(super) mod peers;
pub(super) mod reason;
pub(super) mod request_id;
pub(super) mod request_metrics;
pub(super) mod salt_hash;
pub(super) mod session;
pub(super) mod state;
pub(super) mod static_files;
pub(super) mod streams;
pub(super) mod urls;
