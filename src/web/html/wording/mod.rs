//! What several pages say in the same words: players, tiles, places, events, settings.

pub mod aids;
pub mod challenge;
pub mod consequence;
pub(crate) mod deadline;
pub mod embed_code;
pub mod events;
pub mod invitation;
pub(crate) mod lead;
pub mod names;
pub mod notification;
pub mod offer;
pub mod outcome;
pub mod player;
pub mod profile;
pub mod push;
pub mod rating;
pub mod reasons;
pub mod refusal;
pub mod reliability;
pub mod report;
pub mod rule_names;
pub mod stops;
pub mod talk;
pub mod tile_words;
pub mod time_control;
pub mod words;
