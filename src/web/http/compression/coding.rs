//! Compressed streams, concatenated from parts that were compressed separately.
//!
//! In both formats a part can follow any other: each is compressed without back references to earlier parts, and ends on a
//! byte boundary without ending the stream.

use brotli::enc::BrotliEncoderParams;
use flate2::{Compress, Compression, FlushCompress, Status};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Brotli,
    Gzip,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    /// For text that is used once.
    Low,
    /// For text that goes into the cache.
    High,
}

/// RFC 1952: deflate, no file name, no time, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// RFC 1951: an empty last block.
const DEFLATE_END: [u8; 2] = [0x03, 0x00];
/// RFC 7932: a window of 4 MiB, then an empty metadata block to reach a byte boundary.
const BROTLI_HEADER: [u8; 2] = [0x6b, 0x00];
/// RFC 7932: an empty last block.
const BROTLI_END: u8 = 0x03;
/// Shorter parts are stored uncompressed: compressing them costs more time than it saves in transfer.
const SHORT: usize = 200;

impl Coding {
    /// The name in `Content-Encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Starts the stream of a body of `body` bytes.
    pub fn begin(self, body: usize) -> Vec<u8> {
        let mut stream = Vec::with_capacity(body / 3 + 64);
        match self {
            Self::Brotli => stream.extend(BROTLI_HEADER),
            Self::Gzip => stream.extend(GZIP_HEADER),
        }
        stream
    }

    pub fn add(self, stream: &mut Vec<u8>, part: &[u8], effort: Effort) {
        match self {
            _ if part.len() < SHORT => self.add_stored(stream, part),
            Self::Brotli => add_brotli(stream, part, effort),
            Self::Gzip => add_deflate(stream, part, effort),
        }
    }

    /// Adds a short part in a stored block.
    fn add_stored(self, stream: &mut Vec<u8>, part: &[u8]) {
        #[expect(clippy::cast_possible_truncation, reason = "a short part")]
        let length = part.len() as u16;
        match (self, length) {
            (_, 0) => return,
            // RFC 7932: not the last block, four hex digits of length minus one, uncompressed, padded to a byte boundary.
            (Self::Brotli, _) => {
                let header = u32::from(length - 1) << 3 | 1 << 19;
                stream.extend(&header.to_le_bytes()[..3]);
            }
            // RFC 1951: not the last block, stored, padded to a byte boundary; the length and its complement.
            (Self::Gzip, _) => {
                stream.push(0);
                stream.extend(length.to_le_bytes());
                stream.extend((!length).to_le_bytes());
            }
        }
        stream.extend_from_slice(part);
    }

    /// Ends the stream of `body`.
    pub fn end(self, stream: &mut Vec<u8>, body: &[u8]) {
        match self {
            Self::Brotli => stream.push(BROTLI_END),
            Self::Gzip => {
                stream.extend(DEFLATE_END);
                stream.extend(crc32fast::hash(body).to_le_bytes());
                // The length modulo 2^32, as RFC 1952 requires.
                #[expect(clippy::cast_possible_truncation, reason = "as RFC 1952 says")]
                stream.extend((body.len() as u32).to_le_bytes());
            }
        }
    }
}

fn add_deflate(stream: &mut Vec<u8>, part: &[u8], effort: Effort) {
    let level = match effort {
        Effort::Low => 2,
        Effort::High => 6,
    };
    let mut deflate = Compress::new(Compression::new(level), false);
    let mut rest = part;
    loop {
        stream.reserve(rest.len() / 2 + 64);
        let before = deflate.total_in();
        let status = deflate.compress_vec(rest, stream, FlushCompress::Sync);
        let taken = usize::try_from(deflate.total_in() - before).unwrap_or(rest.len());
        rest = &rest[taken..];
        // A flush is complete when the output buffer was not filled up.
        if !matches!(status, Ok(Status::Ok)) || rest.is_empty() && stream.len() < stream.capacity() {
            return;
        }
    }
}

fn add_brotli(stream: &mut Vec<u8>, mut part: &[u8], effort: Effort) {
    let (quality, lgwin) = match effort {
        Effort::Low => (2, 16),
        Effort::High => (4, 18),
    };
    let params = BrotliEncoderParams {
        quality,
        lgwin,
        size_hint: part.len(),
        catable: true,
        appendable: true,
        byte_align: true,
        bare_stream: true,
        use_dictionary: false,
        ..BrotliEncoderParams::default()
    };
    // Writing to memory cannot fail.
    let _ = brotli::BrotliCompress(&mut part, stream, &params);
}
