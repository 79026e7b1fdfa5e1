//! The lesson at `/learn`: six steps on real positions. The engine says what fits, what a turn does and what it scores;
//! nothing is stored, since the address holds the whole state.

mod desk;
mod draw;
mod exercise;
mod goal;
mod pages;
mod result;
pub(in crate::web) mod show;
mod step_page;
pub mod steps;
#[cfg(test)]
mod tests;

pub use pages::ContentsPage;
pub use step_page::StepPage;
