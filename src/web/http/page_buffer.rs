//! Buffers that pages are rendered into. One that a page no longer needs is the next one's on the same thread, as it is still in
//! the processor's cache. Allocators hand out several in turn.

use std::cell::Cell;
use std::mem;

use actix_web::web::Bytes;

/// Enough for most pages.
const SIZE: usize = 128 * 1024;
/// Larger ones are not kept.
const LARGEST: usize = 2 * SIZE;

thread_local! {
    static SPARE: Cell<Option<String>> = const { Cell::new(None) };
}

/// An empty buffer.
pub(crate) fn take() -> String {
    SPARE.take().unwrap_or_else(|| String::with_capacity(SIZE))
}

/// The text as a body that gives its buffer back.
pub(crate) fn body(text: String) -> Bytes {
    Bytes::from_owner(Text(text))
}

struct Text(String);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        let mut buffer = mem::take(&mut self.0);
        if buffer.capacity() <= LARGEST {
            buffer.clear();
            // A thread that ends has no spare one any more.
            let _ = SPARE.try_with(|spare| spare.set(Some(buffer)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_the_buffer_of_the_one_before() {
        let mut first = take();
        first.push_str("<p>");
        let at = first.as_ptr();
        let body = body(first);
        assert_eq!(&body[..], b"<p>");
        let other = take();
        assert_ne!(other.as_ptr(), at, "it is in use");
        drop(body);
        let second = take();
        assert_eq!((second.as_ptr(), second.as_str()), (at, ""));
    }

    #[test]
    fn the_buffer_of_a_very_long_page_is_not_kept() {
        drop(body("x".repeat(LARGEST + 1)));
        assert_eq!(take().capacity(), SIZE);
    }
}
