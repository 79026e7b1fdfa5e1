use std::io::{IsTerminal, Write};
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

use bastide::cli::{
    Failure, account, analyse, archive, atlas, backup, bot, copy, draw, engine, graph, jobs, legal, licences,
    match_runner, perft, rebuild, replay, restore, sbom, simulate, verify,
};
use bastide::clock::Clock;
use bastide::config::{Config, Database, LogFormat, push_subject_of};
use bastide::jobs::Runner;
use bastide::outbound::Policy;
use bastide::service::{NotifierSettings, Service, StoreError};
use bastide::web;
use clap::Parser;
use tracing_subscriber::EnvFilter;

/// Gives memory back to the system after a peak. glibc keeps it, in arenas of many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Carcassonne by post. Without a command, runs the server
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    config: Config,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Serve the game to browsers (the default command)
    Serve(Box<Config>),
    Rebuild(rebuild::Args),
    Verify(verify::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Copy(copy::Args),
    Archive(archive::Args),
    Account(account::Args),
    Jobs(jobs::Args),
    Replay(replay::Args),
    Legal(legal::Args),
    Simulate(simulate::Args),
    Perft(perft::Args),
    Graph(graph::Args),
    Analyse(analyse::Args),
    Atlas(atlas::Args),
    Draw(draw::Args),
    Engine(engine::Args),
    Match(match_runner::Args),
    Bot(bot::Args),
    Licences(licences::Args),
    Sbom(sbom::Args),
}

fn main() -> ExitCode {
    let Cli { verb, config } = Cli::parse();
    match run(verb.unwrap_or(Verb::Serve(Box::new(config)))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

fn run(verb: Verb) -> Result<(), Failure> {
    let text = match verb {
        Verb::Serve(config) => return block_on(serve(*config)),
        Verb::Rebuild(args) => block_on(async {
            let service = open(&args.database).await?;
            rebuild::run(&service).await
        })?,
        Verb::Verify(args) => block_on(async {
            let opened = Service::open_to_read(&args.database, Clock::system()).await;
            let service = opened.map_err(|error: StoreError| Failure::bad_input(error.to_string()))?;
            verify::run(&args, &service).await
        })?,
        Verb::Backup(args) => block_on(async {
            if args.follow {
                start_log(EnvFilter::new("info"), LogFormat::Text);
            }
            backup::run(&args, Clock::system()).await
        })?,
        Verb::Restore(args) => block_on(restore::run(&args, Clock::system()))?,
        Verb::Copy(args) => block_on(copy::run(&args, Clock::system()))?,
        Verb::Archive(args) => block_on(async {
            let service = open(&args.database).await?.with_archive_licence(&args.licence.text);
            archive::run(&args, &service).await
        })?,
        Verb::Account(args) => block_on(async {
            start_log(EnvFilter::new("warn,security=info"), LogFormat::Text);
            let service = open(args.database()).await?;
            account::run(&args, &service).await
        })?,
        Verb::Jobs(args) => block_on(async {
            let service = open(&args.database).await?;
            jobs::run(&args, &service).await
        })?,
        Verb::Simulate(args) => {
            return simulate::run(&args, &mut std::io::BufWriter::new(std::io::stdout().lock()));
        }
        Verb::Draw(args) => {
            let out = std::io::stdout();
            return draw::run(&args, &mut out.lock(), out.is_terminal());
        }
        Verb::Engine(args) => {
            return engine::run(&args, std::io::stdin().lock(), &mut std::io::stdout().lock());
        }
        Verb::Bot(args) => {
            start_log(EnvFilter::new("info"), LogFormat::Text);
            return bot::run(&args);
        }
        Verb::Match(args) => return match_runner::run(&args, &mut std::io::stdout().lock()),
        Verb::Replay(args) => replay::run(&args)?,
        Verb::Legal(args) => legal::run(&args)?,
        Verb::Perft(args) => perft::run(&args)?,
        Verb::Graph(args) => graph::run(&args)?,
        Verb::Analyse(args) => analyse::run(&args)?,
        Verb::Atlas(args) => atlas::run(&args)?,
        Verb::Licences(args) => licences::run(&args)?,
        Verb::Sbom(args) => sbom::run(&args)?,
    };
    print(&text)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| Failure::general(format!("standard output: {error}")))
}

fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::general(format!("cannot start: {error}")))?;
    runtime.block_on(work)
}

async fn open(database: &Database) -> Result<Service, Failure> {
    let opened = Service::open(database, Clock::system()).await;
    opened.map_err(|error: StoreError| Failure::general(error.to_string()))
}

/// Libraries whose warnings need no attention: pictures bring styles for browsers only, and clients send requests that can't be
/// parsed. What they say of requests in detail has addresses and cookies in it. The ids of requests stay at every level.
const QUIET: &str = "simplecss=error,usvg=error,actix_http=info,actix_http::h1::dispatcher=off,actix_web=info,request_id=error";

fn start_log(filter: EnvFilter, format: LogFormat) {
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => {
            log.json().flatten_event(true).with_span_list(false).init();
            // Otherwise panics would be the only lines that aren't JSON.
            std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "panicked")));
        }
    }
}

/// Gives administrators and moderators their roles.
async fn with_staff(service: Service, config: &Config) -> Result<Service, Failure> {
    let named = service.with_staff(&config.admins, &config.moderators).await;
    let (service, unknown) = named.map_err(|error: StoreError| Failure::general(error.to_string()))?;
    for name in unknown {
        tracing::warn!(
            name,
            "no account has this name, so nobody gets its role until the server is restarted"
        );
    }
    Ok(service)
}

/// Lets the server notify users.
async fn with_notifier(service: Service, config: &Config, origin: &str) -> Result<Service, Failure> {
    let networks = config
        .outbound_networks
        .iter()
        .map(|text| text.parse().map_err(|error| Failure::bad_input(format!("--outbound-network: {error}"))));
    let settings = NotifierSettings {
        push_subject: push_subject_of(config.push_subject.as_deref(), origin),
        push_services: config.push_services.clone(),
        policy: Policy {
            allow_http: config.outbound_http,
            allow_any_port: config.outbound_http,
            allowed: networks.collect::<Result<_, Failure>>()?,
            ..Policy::default()
        },
        origin: origin.to_owned(),
        wording: web::push_text,
    };
    service.with_notifier(settings).await.map_err(|error| Failure::general(error.to_string()))
}

/// A huge page is resident as a whole, however little the allocator has left in it: a sixth of the memory after ten minutes of play.
#[cfg(target_os = "linux")]
fn disable_huge_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::warn!(%error, "failed to do without huge pages: the server takes more memory");
    }
}

/// Serves until told to stop, then finishes pending work.
async fn serve(config: Config) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(format!("{QUIET},{}", config.log))
        .map_err(|error| Failure::bad_input(format!("--log {}: {error}", config.log)))?;
    start_log(filter, config.log_format);
    let texts = config.texts.read(|path| std::fs::read(path)).map_err(Failure::bad_input)?;
    #[cfg(target_os = "linux")]
    disable_huge_pages();
    let listen = |address| {
        TcpListener::bind(address)
            .map_err(|error| Failure::general(format!("cannot listen on {address}: {error}")))
    };
    let cannot_listen =
        |error: std::io::Error| Failure::general(format!("cannot listen on {}: {error}", config.listen));
    let listener = listen(config.listen)?;
    let metrics = config.metrics.map(listen).transpose()?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let opened = Service::open_for_server(&config.database(), Clock::system()).await;
    let service = opened.map_err(|error: StoreError| Failure::general(error.to_string()))?;
    service.check_file().await.map_err(|error| Failure::general(error.to_string()))?;
    let service =
        with_staff(service, &config).await?.with_archive_licence(&config.licence.text).with_chat(config.chat);
    let origin = config.origin(address);
    let service = with_notifier(service, &config, &origin).await?;
    let settings = web::Settings {
        https: origin.starts_with("https://"),
        origin: origin.clone(),
        texts,
        behind_proxy: config.behind_proxy,
        forms_a_minute: config.forms_a_minute,
        connections: usize::try_from(config.connections_per_address).unwrap_or(usize::MAX),
        drain: Duration::from_secs(config.drain),
        threads: config.threads.map(usize::from),
        // Each connection is an open file, and the soft limit is often 1024.
        open_files: rlimit::increase_nofile_limit(u64::MAX).ok(),
        ..web::Settings::default()
    };
    let server =
        web::serve_with_metrics(service.clone(), &settings, listener, metrics).map_err(cannot_listen)?;
    if !config.start_empty {
        let scheduled = service.schedule_first_games().await;
        scheduled.map_err(|error: StoreError| Failure::general(error.to_string()))?;
    }
    let jobs = Runner::new(service.clone()).start();
    print(&format!("Bastide is at {origin} (listening on {address})\n"))?;
    let outcome = server.await;
    jobs.stop().await;
    let rescued = service.rescue().await;
    service.close().await;
    rescued.map_err(|error| Failure::general(error.to_string()))?;
    outcome.map_err(|error| Failure::general(format!("the server failed: {error}")))
}
