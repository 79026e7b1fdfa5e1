//! Files that users send with a form, or in the field for their text.

use std::future::Future;
use std::io::Read;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use flate2::read::MultiGzDecoder;
use futures_util::stream;
use multer::{Constraints, Multipart, SizeLimit};

use crate::http::connections::Line;
use crate::http::csrf;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form;
use crate::http::session::Viewer;
use crate::http::urls::Url;

/// Bytes of a file, unpacked.
pub const MOST_FILE: usize = 4 << 20;

/// The rest of a form.
const REST: usize = 16 << 10;

/// What a gzip stream begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A submitted form with a file, whose CSRF token has been checked. The file is what was sent as one or, without it, the text of the field
/// `record`.
#[derive(Clone, Debug)]
pub struct Upload {
    pub fields: Fields,
    pub file: Vec<u8>,
}

/// A file that isn't read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadFile {
    /// More than [`MOST_FILE`].
    TooLarge,
    Gzip,
}

/// A file as it was before it was packed, if it was. No more is unpacked than a file may have.
pub fn unpacked(file: Vec<u8>) -> Result<Vec<u8>, BadFile> {
    if file.len() > MOST_FILE {
        return Err(BadFile::TooLarge);
    }
    if !file.starts_with(&GZIP) {
        return Ok(file);
    }
    let mut unpacked = Vec::new();
    let most = u64::try_from(MOST_FILE + 1).unwrap_or(u64::MAX);
    MultiGzDecoder::new(&file[..]).take(most).read_to_end(&mut unpacked).map_err(|_| BadFile::Gzip)?;
    if unpacked.len() > MOST_FILE { Err(BadFile::TooLarge) } else { Ok(unpacked) }
}

/// The body of a request that may be longer than others. One that says that it is longer than `most` isn't read at all.
pub async fn body(request: &HttpRequest, payload: Payload, most: usize) -> Result<Vec<u8>, PageError> {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > most) {
        return Err(PageError::TooLarge);
    }
    if let (Some(line), Some(length)) = (Line::of(request), length) {
        line.allow(length);
    }
    form::body(payload, most).await
}

impl FromRequest for Upload {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let viewer = Viewer::of(&request).await?;
            // A file of a visitor isn't read.
            viewer.signed_in().ok_or(PageError::SignedOut)?.require_account(&Url::Import)?;
            let web = viewer.web();
            let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
            let boundary = multer::parse_boundary(kind).ok();
            if boundary.is_none() && !kind.starts_with("application/x-www-form-urlencoded") {
                return Err(PageError::NotAForm);
            }
            let body = tokio::select! {
                body = body(&request, payload, MOST_FILE + REST) => body?,
                () = web.connections.wait(web.body_timeout) => return Err(PageError::TimedOut),
            };
            let upload = if let Some(boundary) = boundary {
                read(body, boundary).await?
            } else {
                let fields = Fields::read(&body)?;
                let file = fields.optional("record")?.unwrap_or_default().as_bytes().to_vec();
                Self { fields, file }
            };
            viewer.check_token(upload.fields.optional(csrf::FIELD)?.unwrap_or(""))?;
            Ok(upload)
        })
    }
}

async fn read(body: Vec<u8>, boundary: String) -> Result<Upload, PageError> {
    let unreadable = |_| PageError::bad_request("request-fields");
    let names = vec![csrf::FIELD, "record", "file", "own", "public", "submission", "recording"];
    let limit = u64::try_from(MOST_FILE + REST).unwrap_or(u64::MAX);
    let constraints = Constraints::new()
        .allowed_fields(names)
        .size_limit(SizeLimit::new().whole_stream(limit).per_field(limit));
    let body = stream::once(async move { Ok::<_, std::convert::Infallible>(Bytes::from(body)) });
    let mut parts = Multipart::with_constraints(body, boundary, constraints);
    let (mut fields, mut file, mut text) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(part) = parts.next_field().await.map_err(unreadable)? {
        let name = part.name().unwrap_or_default().to_owned();
        let value = part.bytes().await.map_err(unreadable)?;
        match name.as_str() {
            "file" => file = value.to_vec(),
            "record" => text = value.to_vec(),
            _ => {
                let value = String::from_utf8(value.to_vec());
                fields.push((name, value.map_err(|_| PageError::bad_request("request-fields"))?));
            }
        }
    }
    let file = if file.is_empty() { text } else { file };
    Ok(Upload { fields: Fields::of_pairs(fields)?, file })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn no_more_is_unpacked_than_a_file_may_have() {
        let packed = |text: &[u8]| {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
            gzip.write_all(text).unwrap();
            gzip.finish().unwrap()
        };
        assert_eq!(unpacked(packed(b"a record")).unwrap(), b"a record");
        assert_eq!(unpacked(b"a record".to_vec()).unwrap(), b"a record");
        assert_eq!(unpacked([packed(b"two "), packed(b"parts")].concat()).unwrap(), b"two parts");
        let bomb = packed(&vec![0; 64 << 20]);
        assert!(bomb.len() < 100_000);
        assert_eq!(unpacked(bomb), Err(BadFile::TooLarge));
        let mut broken = packed(&[7; 1000]);
        broken.truncate(15);
        assert_eq!(unpacked(broken), Err(BadFile::Gzip));
        assert_eq!(unpacked(vec![b' '; MOST_FILE + 1]), Err(BadFile::TooLarge));
    }

    #[tokio::test]
    async fn a_file_comes_before_the_text_field() {
        let part = |name: &str, value: &str| {
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let form = |file: &str| {
            let parts = [part("csrf", "token"), part("record", "typed"), part("file", file)];
            format!("{}--x--\r\n", parts.concat()).into_bytes()
        };
        for (file, expected) in [("sent", "sent"), ("", "typed")] {
            let upload = read(form(file), "x".to_owned()).await.unwrap();
            assert_eq!(upload.file, expected.as_bytes());
            assert_eq!(upload.fields.optional("csrf").unwrap(), Some("token"));
        }
        assert!(read(b"--x\r\nnonsense".to_vec(), "x".to_owned()).await.is_err());
    }
}
