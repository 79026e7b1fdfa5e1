//! Bastide.
fn main() {}
