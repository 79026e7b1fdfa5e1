use std::sync::Arc;

use tokio::sync::OnceCell;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use super::server::{Answer, Server};
use super::*;
use crate::tls::connector;

/// A certificate for push.example, signed by itself, and its key, which is used for nothing else.
const PEM: &[u8] = include_bytes!("push.example.pem");

fn certificate() -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(PEM).unwrap()
}

async fn server() -> Server {
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate()], PrivateKeyDer::from_pem_slice(PEM).unwrap())
        .unwrap();
    let answer = Answer::Text("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n".to_owned());
    Server::with(answer, Some(TlsAcceptor::from(Arc::new(config)))).await
}

/// Trusts the certificate of the server.
fn trusting(names: Names) -> Client {
    let mut authorities = RootCertStore::empty();
    authorities.add(certificate()).unwrap();
    Client::with_tls(local(), names, OnceCell::new_with(connector(authorities).ok()))
}

#[tokio::test]
async fn a_certificate_that_signs_itself_is_refused() {
    let server = server().await;
    let client = Client::with_resolver(local(), Names::of(&[&["127.0.0.1"]]));
    let refused = post(&client, &format!("https://push.example:{}/", server.port)).await;
    assert!(matches!(refused, Err(SendError::Tls | SendError::NoAuthorities)), "{refused:?}");
    assert_eq!((server.accepted(), server.received().len()), (1, 0));
}

#[tokio::test]
async fn the_certificate_must_have_the_name_of_the_address() {
    let server = server().await;
    let client = trusting(Names::of(&[&["127.0.0.1"], &["127.0.0.1"]]));
    let created = post(&client, &format!("https://push.example:{}/", server.port)).await.unwrap();
    assert_eq!((created.status, server.received().len()), (201, 1));
    for host in ["other.example", "127.0.0.1"] {
        let refused = post(&client, &format!("https://{host}:{}/", server.port)).await;
        assert_eq!(refused, Err(SendError::Tls), "{host}");
    }
    assert_eq!((server.accepted(), server.received().len()), (3, 1));
}

#[tokio::test]
async fn a_server_without_tls_is_refused() {
    let server = Server::start(Answer::Unasked("HTTP/1.1 400 Bad Request\r\n\r\n")).await;
    let refused = post(&trusting(Names::default()), &format!("https://127.0.0.1:{}/", server.port)).await;
    assert_eq!(refused, Err(SendError::Tls));
}

#[test]
fn without_certificate_authorities_nothing_is_trusted() {
    assert!(matches!(connector(RootCertStore::empty()), Err(SendError::NoAuthorities)));
}
