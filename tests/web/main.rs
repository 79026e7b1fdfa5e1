//! The server as a black box: over HTTP, through pages and their forms.

mod accounts;
mod aids;
mod app;
mod atlas;
mod back;
mod bad_input;
mod browser;
mod feeds;
mod final_page;
mod guests;
mod history;
mod invitations;
mod large;
mod learn;
mod levels;
mod live;
mod lobby;
mod outage;
mod play;
mod practice;
mod reads;
mod rules;
mod safety;
mod settings;
mod since;
mod turns;
