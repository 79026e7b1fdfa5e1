//! An authenticator in software: it makes passkeys and signs challenges, honestly or not.

use data_encoding::BASE64URL_NOPAD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Where the browser says that it is, unless a test changes it.
pub const ORIGIN: &str = "http://localhost:8080";

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const WITH_KEY: u8 = 0x40;

/// A passkey of one user on one site. Its fields are for tests that lie.
pub struct SoftPasskey {
    key: EcdsaKeyPair,
    pub id: Vec<u8>,
    /// The id of the user.
    pub handle: Option<String>,
    pub counter: u32,
    pub origin: String,
    pub site: String,
    /// Whether a fingerprint, a face or a PIN was checked.
    pub verified: bool,
}

impl SoftPasskey {
    /// A passkey for the user that these options name.
    pub fn new(options: &Value) -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let mut id = vec![0; 16];
        random.fill(&mut id).unwrap();
        Self {
            key: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap(),
            id,
            handle: options["user"]["id"].as_str().map(str::to_owned),
            counter: 1,
            origin: ORIGIN.to_owned(),
            site: "localhost".to_owned(),
            verified: true,
        }
    }

    /// What `navigator.credentials.create` gives, as JSON.
    pub fn registration(&self, options: &Value) -> String {
        let mut data = self.data(WITH_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.public_key());
        let length = u8::try_from(data.len()).unwrap();
        // {"fmt": "none", "attStmt": {}, "authData": …} as CBOR.
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(length);
        attestation.extend(data);
        let client = self.client_data("webauthn.create", options);
        self.credential(&json!({
            "clientDataJSON": BASE64URL_NOPAD.encode(&client),
            "attestationObject": BASE64URL_NOPAD.encode(&attestation),
            "transports": ["internal"],
        }))
    }

    /// What `navigator.credentials.get` gives, as JSON.
    pub fn answer(&mut self, options: &Value) -> String {
        self.counter += 1;
        let (data, client) = (self.data(0), self.client_data("webauthn.get", options));
        let signed = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.credential(&json!({
            "clientDataJSON": BASE64URL_NOPAD.encode(&client),
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
            "signature": BASE64URL_NOPAD.encode(signature.as_ref()),
            "userHandle": self.handle,
        }))
    }

    fn credential(&self, response: &Value) -> String {
        let id = BASE64URL_NOPAD.encode(&self.id);
        let credential = json!({
            "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        });
        credential.to_string()
    }

    /// The beginning of the authenticator data.
    fn data(&self, flags: u8) -> Vec<u8> {
        let flags = flags | PRESENT | if self.verified { VERIFIED } else { 0 };
        [Sha256::digest(&self.site).as_slice(), &[flags], &self.counter.to_be_bytes()].concat()
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = options["challenge"].as_str().unwrap();
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    /// {1: 2, 3: -7, -1: 1, -2: x, -3: y} as CBOR: an ES256 key (RFC 9053).
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", &point[1..33], b"\x22\x58\x20", &point[33..65]].concat()
    }
}
