//! `bastide bot`: lets a program play on a server, as a bot. `docs/bots.md` describes it.

mod accept;
mod answers;
mod api;
mod player;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Failure;
use crate::program::Limits;
use accept::Condition;
use api::Api;
use player::BotPlayer;

/// Let a program that speaks the engine protocol play on a server, as a bot
#[derive(clap::Args)]
pub struct Args {
    /// The address of the server, such as <https://bastide.example>
    #[arg(long, value_name = "URL")]
    server: String,
    /// A file with the bot's token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The bot's token. Other users of this machine can see it on the command line: prefer the environment variable, or a file
    #[arg(long, env = "BASTIDE_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,
    /// Accept only invitations that meet this condition: rules=PRESET,… seats=N,… pace=none,days,live or nothing. Several must all be met
    #[arg(long, value_name = "CONDITION")]
    accept: Vec<Condition>,
    /// End after so many games [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The limit of a turn: "work N", "ms N" or "level N" [default: the program's own]
    #[arg(long, value_name = "LIMIT")]
    go: Option<String>,
    /// How many seconds the program may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// The program and its arguments, after --
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

impl Args {
    fn token(&self) -> Result<String, Failure> {
        let text = match (&self.token_file, &self.token) {
            (Some(file), _) => std::fs::read_to_string(file)
                .map_err(|error| Failure::bad_input(format!("{}: {error}", file.display())))?,
            (None, Some(token)) => token.clone(),
            (None, None) => {
                return Err(Failure::bad_input(
                    "a bot needs a token: name a file with --token-file, or set BASTIDE_TOKEN",
                ));
            }
        };
        let token = text.trim();
        let looks_right = token.starts_with("bastide_") && token.bytes().all(|byte| byte.is_ascii_graphic());
        if looks_right {
            Ok(token.to_owned())
        } else {
            Err(Failure::bad_input("the token is not one of Bastide’s API: it begins with bastide_"))
        }
    }
}

/// Plays until it was asked to stop, or has played as many games as it should.
pub fn run(args: &Args) -> Result<(), Failure> {
    let token = args.token()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| Failure::general(format!("cannot start: {error}")))?;
    let stopped = Arc::new(AtomicBool::new(false));
    runtime.spawn(stop_on_signal(stopped.clone()));
    let api = Api::new(&args.server, &token, runtime.handle().clone(), stopped.clone())?;
    let limits = Limits {
        timeout: Duration::from_secs(args.timeout),
        go: args.go.as_ref().map_or_else(|| "go".to_owned(), |limit| format!("go {limit}")),
        stopped,
    };
    BotPlayer::new(api, &token, args, limits).play()
}

async fn stop_on_signal(stopped: Arc<AtomicBool>) {
    wait_for_signal().await;
    stopped.store(true, Ordering::Relaxed);
    // The second one ends everything.
    wait_for_signal().await;
    std::process::exit(1);
}

#[cfg(unix)]
async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

#[cfg(not(unix))]
async fn wait_for_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
