//! Compression of whole bodies that compresses parts shared by many responses only once.
//!
//! Most of a page repeats byte for byte in other responses (a board, its symbols, a list of placements); only a little is
//! new each time (a form token, a deadline). Each part is compressed separately into bytes that can stand anywhere in a
//! stream, and long parts are cached by their text, so that a page costs only what is new in it. Responses have a
//! `Content-Length`; event streams are not compressed.

mod coding;
mod segments;

pub(crate) use segments::{SegmentedText, Segments};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, CONTENT_ENCODING, CONTENT_TYPE, ETAG, Encoding, Header, HeaderMap,
    HeaderValue, Preference, Quality, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpRequest};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use coding::{Coding, Effort};

use service::CacheFigures;

/// Shorter bodies fit into one packet uncompressed.
const SHORTEST_BODY: usize = 512;
/// The size of each coding's cache, uncompressed and compressed text together.
const CACHE_BYTES: u64 = 24 << 20;

/// Compressed parts of responses, by their text.
#[derive(Debug)]
pub(crate) struct Compression {
    brotli: Cache<Box<[u8]>, Bytes, Size>,
    gzip: Cache<Box<[u8]>, Bytes, Size>,
}

#[derive(Clone, Debug)]
struct Size;

impl Weighter<Box<[u8]>, Bytes> for Size {
    fn weight(&self, text: &Box<[u8]>, compressed: &Bytes) -> u64 {
        (text.len() + compressed.len()) as u64
    }
}

impl Default for Compression {
    fn default() -> Self {
        let cache = || Cache::with_weighter(1000, CACHE_BYTES, Size);
        Self { brotli: cache(), gzip: cache() }
    }
}

impl Compression {
    /// The caches, by name.
    pub(crate) fn figures(&self) -> [(&'static str, CacheFigures); 2] {
        [("brotli", CacheFigures::in_bytes(&self.brotli)), ("gzip", CacheFigures::in_bytes(&self.gzip))]
    }

    /// Compresses a whole body, with its long parts from the cache.
    fn body(&self, coding: Coding, body: &[u8], segments: &Segments) -> Vec<u8> {
        let mut stream = coding.begin(body.len());
        let mut from = 0;
        for long in segments.iter() {
            coding.add(&mut stream, &body[from..long.start], Effort::Low);
            from = long.end;
            stream.extend_from_slice(&self.part(coding, &body[long]));
        }
        coding.add(&mut stream, &body[from..], Effort::Low);
        coding.end(&mut stream, body);
        stream
    }

    fn part(&self, coding: Coding, text: &[u8]) -> Bytes {
        let cache = match coding {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        };
        if let Some(known) = cache.get(text) {
            return known;
        }
        let mut compressed = Vec::new();
        coding.add(&mut compressed, text, Effort::High);
        let compressed = Bytes::from(compressed);
        cache.insert(text.into(), compressed.clone());
        compressed
    }
}

/// The middleware: compresses responses in the coding that the client prefers.
pub(crate) async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut response = next.call(request).await?.map_into_boxed_body();
    let sized =
        matches!(response.response().body().size(), BodySize::Sized(size) if size >= SHORTEST_BODY as u64);
    if !sized || !is_compressible(response.status(), response.headers()) {
        return Ok(response);
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    let Some(coding) = preferred(response.request()) else { return Ok(response) };
    let Some(compression) = response.request().app_data::<Data<Compression>>().cloned() else {
        return Ok(response);
    };
    let segments = response.response_mut().extensions_mut().remove::<Segments>();
    let response = response.map_body(|head, body| match body.try_into_bytes() {
        Ok(bytes) => {
            head.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            weaken_etag(head.headers_mut());
            // Everything but pages is the same for all clients: files, pictures, records.
            let segments = segments.unwrap_or_else(|| Segments::whole(bytes.len()));
            BoxBody::new(compression.body(coding, &bytes, &segments))
        }
        Err(body) => body,
    });
    Ok(response)
}

fn is_compressible(status: StatusCode, headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let text = kind.starts_with("text/")
        || ["json", "+json", "+xml", "/xml", "/javascript", "jsonl"].iter().any(|end| kind.ends_with(end));
    text && !headers.contains_key(CONTENT_ENCODING) && status != StatusCode::PARTIAL_CONTENT
}

/// A strong `ETag` names exact bytes, which differ between codings.
fn weaken_etag(headers: &mut HeaderMap) {
    let strong = headers.get(ETAG).filter(|tag| tag.as_bytes().starts_with(b"\""));
    let weak = strong.and_then(|tag| HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()).ok());
    if let Some(weak) = weak {
        headers.insert(ETAG, weak);
    }
}

/// The coding that the client prefers; on a tie, the one with the smaller output. `None` for no compression.
fn preferred(request: &HttpRequest) -> Option<Coding> {
    if !request.headers().contains_key(ACCEPT_ENCODING) {
        return None;
    }
    let accepted = AcceptEncoding::parse(request).ok()?;
    let quality = |name: &Encoding| {
        let exact = accepted.0.iter().find(|item| item.item == Preference::Specific(name.clone()));
        let item = exact.or_else(|| accepted.0.iter().find(|item| item.item == Preference::Any));
        item.map(|item| item.quality)
    };
    let identity = quality(&Encoding::identity()).filter(|_| {
        // A coding that only a wildcard matches was not asked for.
        accepted.0.iter().any(|item| item.item == Preference::Specific(Encoding::identity()))
    });
    let known = [(Coding::Gzip, Encoding::gzip()), (Coding::Brotli, Encoding::brotli())];
    let offered = known.into_iter().filter_map(|(coding, name)| Some((quality(&name)?, coding)));
    let (best, coding) = offered.max_by_key(|(quality, _)| *quality)?;
    (best > Quality::ZERO && identity.is_none_or(|identity| identity <= best)).then_some(coding)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use actix_web::test::TestRequest;

    use super::*;

    fn unpacked(coding: Coding, stream: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        match coding {
            Coding::Brotli => brotli::Decompressor::new(stream, 4096).read_to_end(&mut text).unwrap(),
            Coding::Gzip => flate2::read::GzDecoder::new(stream).read_to_end(&mut text).unwrap(),
        };
        text
    }

    /// Text that repeats across parts, with sizes around all the limits.
    fn parts() -> Vec<String> {
        let word = |n: usize| format!("<use href=\"#t{}\" x=\"{}\"/>", n % 7, n * n % 1000);
        [0, 1, 2, 3, 40, 50, 400, 1, 4000, 0, 17, 4000].map(|count| (0..count).map(word).collect()).to_vec()
    }

    #[test]
    fn a_body_of_any_parts_comes_back_whole_cached_or_not() {
        let compression = Compression::default();
        let parts = parts();
        let body = parts.concat();
        let ends: Vec<usize> = parts
            .iter()
            .scan(0, |end, part| {
                *end += part.len();
                Some(*end)
            })
            .collect();
        let all = Segments::of(ends.iter().zip(&ends[1..]).map(|(&from, &to)| from..to));
        let some = Segments::of([0..1, 5..3000, 3000..9000]);
        for coding in [Coding::Brotli, Coding::Gzip] {
            for segments in [&all, &some, &Segments::default(), &Segments::whole(body.len()), &all] {
                let packed = compression.body(coding, body.as_bytes(), segments);
                assert!(packed.len() < body.len() / 4, "{coding:?}: {} of {}", packed.len(), body.len());
                assert!(unpacked(coding, &packed) == body.as_bytes(), "{coding:?} {segments:?}");
            }
        }
        assert!(compression.brotli.len() > 4 && compression.gzip.len() > 4, "long parts are cached");
    }

    #[test]
    fn bytes_that_do_not_shrink_come_back_too() {
        let noise: Vec<u8> = (0..70_000u32)
            .flat_map(|n| n.wrapping_mul(2_654_435_761).rotate_left(n % 32).to_le_bytes())
            .collect();
        for coding in [Coding::Brotli, Coding::Gzip] {
            let packed = Compression::default().body(coding, &noise, &Segments::of([1500..1501, 1501..9000]));
            assert!(unpacked(coding, &packed) == noise, "{coding:?}");
        }
    }

    #[test]
    fn the_browser_chooses_the_coding() {
        for (accept, coding) in [
            ("gzip, deflate, br, zstd", Some(Coding::Brotli)),
            ("gzip", Some(Coding::Gzip)),
            ("br;q=0.5, gzip", Some(Coding::Gzip)),
            ("br;q=0, gzip;q=0", None),
            ("*", Some(Coding::Brotli)),
            ("br;q=0, *", Some(Coding::Gzip)),
            ("*;q=0", None),
            ("identity", None),
            ("identity, gzip;q=0.5", None),
            ("zstd", None),
            ("", None),
        ] {
            let request = TestRequest::default().insert_header((ACCEPT_ENCODING, accept)).to_http_request();
            assert_eq!(preferred(&request), coding, "{accept:?}");
        }
        assert_eq!(preferred(&TestRequest::default().to_http_request()), None);
    }
}
