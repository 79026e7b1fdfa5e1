use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::error::SendError;

/// Trusts the certificate authorities of the operating system. Reads files, for some hundredths of a second.
pub fn system_connector() -> Result<TlsConnector, SendError> {
    let mut authorities = RootCertStore::empty();
    authorities.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    connector(authorities)
}

pub fn connector(authorities: RootCertStore) -> Result<TlsConnector, SendError> {
    if authorities.is_empty() {
        return Err(SendError::NoAuthorities);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|_| SendError::Tls)?
        .with_root_certificates(authorities)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
