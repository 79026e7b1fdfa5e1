//! The server as a black box: over HTTP, through pages and their forms.

mod accounts;
mod admin;
mod aids;
mod analysis;
mod app;
mod atlas;
mod back;
mod bad_input;
mod browser;
#[path = "../chance/mod.rs"]
mod chance;
mod confirm;
mod damage;
mod feeds;
mod final_page;
mod guests;
mod hints;
mod history;
mod invitations;
mod large;
mod learn;
mod levels;
mod live;
mod lobby;
mod metrics;
mod outage;
mod passkeys;
mod permissions;
mod play;
mod practice;
mod puzzles;
mod reads;
mod rules;
mod safety;
mod salts;
mod second_step;
mod security;
mod settings;
mod since;
#[path = "../soft_passkey/mod.rs"]
mod soft_passkey;
mod turns;
