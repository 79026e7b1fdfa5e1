//! Server settings from the command line or `BASTIDE_*` variables, read once at the start.

use std::net::SocketAddr;

use crate::host_texts::HostTextSettings;

/// What the files of finished games may be used for, unless the host says something else.
pub const DEFAULT_LICENCE: &str = "CC0 1.0";
/// In characters.
const LONGEST_LICENCE: usize = 200;

#[derive(Clone, Debug, clap::Args)]
pub struct Database {
    /// The database: sqlite:FILE, created if missing, or <postgres://USER:PASSWORD@HOST/NAME>
    #[arg(
        long = "database",
        value_name = "URL",
        env = "BASTIDE_DATABASE",
        hide_env_values = true,
        default_value = "sqlite:bastide.db",
        value_parser = database
    )]
    pub url: String,
    /// The same PostgreSQL past a pool in transaction mode, for migrations and LISTEN [default: the database]
    #[arg(
        long = "database-direct",
        value_name = "URL",
        env = "BASTIDE_DATABASE_DIRECT",
        hide_env_values = true,
        value_parser = postgres
    )]
    pub direct: Option<String>,
    /// A standby of it, to read from what may be a little old. Only the server uses one.
    #[arg(skip)]
    pub replica: Option<String>,
}

impl Database {
    /// Where a connection stays the same from one transaction to the next.
    pub fn session_url(&self) -> &str {
        self.direct.as_ref().unwrap_or(&self.url)
    }
}

impl From<&str> for Database {
    fn from(url: &str) -> Self {
        Self { url: url.to_owned(), direct: None, replica: None }
    }
}

impl From<&String> for Database {
    fn from(url: &String) -> Self {
        url.as_str().into()
    }
}

impl From<&Self> for Database {
    fn from(database: &Self) -> Self {
        database.clone()
    }
}

#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS:PORT", env = "BASTIDE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub database: Database,
    /// A streaming standby of the database, for lists and the logs of finished games [default: none]
    #[arg(
        long = "database-replica",
        value_name = "URL",
        env = "BASTIDE_DATABASE_REPLICA",
        hide_env_values = true,
        value_parser = postgres
    )]
    pub replica: Option<String>,
    /// The public URL of the server, used in links [default: http:// and the listening address]
    #[arg(long, value_name = "URL", env = "BASTIDE_ORIGIN", value_parser = origin)]
    pub origin: Option<String>,
    /// How push services can reach you: an https:// or mailto: address [default: the public URL, if it is https]
    #[arg(long, value_name = "URL", env = "BASTIDE_PUSH_SUBJECT", value_parser = push_subject)]
    pub push_subject: Option<String>,
    /// Push services beside those of the common browsers, such as push.example or *.push.example
    #[arg(
        long = "push-service",
        value_name = "NAME,…",
        env = "BASTIDE_PUSH_SERVICES",
        value_delimiter = ','
    )]
    pub push_services: Vec<String>,
    /// Networks that are not public and that addresses entered by users may reach nevertheless, such as 10.1.0.0/16
    #[arg(
        long = "outbound-network",
        value_name = "NETWORK,…",
        env = "BASTIDE_OUTBOUND_NETWORKS",
        value_delimiter = ','
    )]
    pub outbound_networks: Vec<String>,
    /// Allow addresses entered by users without TLS and with any port
    #[arg(long, env = "BASTIDE_OUTBOUND_HTTP")]
    pub outbound_http: bool,
    /// Give a new server no games of the computers and no puzzles to begin with
    #[arg(long, env = "BASTIDE_START_EMPTY")]
    pub start_empty: bool,
    /// Trust X-Forwarded-For from your reverse proxy
    #[arg(long, env = "BASTIDE_BEHIND_PROXY")]
    pub behind_proxy: bool,
    #[command(flatten)]
    pub licence: Licence,
    /// Forms that one address may send per minute
    #[arg(long, value_name = "NUMBER", env = "BASTIDE_FORMS_A_MINUTE", default_value_t = 120,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub forms_a_minute: u32,
    /// Connections that one address may have open beside live updates, without --behind-proxy
    #[arg(long, value_name = "NUMBER", env = "BASTIDE_CONNECTIONS_PER_ADDRESS", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub connections_per_address: u32,
    /// Threads that serve requests [default: one per processor]
    #[arg(long, value_name = "NUMBER", env = "BASTIDE_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Seconds to go on serving after SIGTERM, while /health/ready says that the server is stopping
    #[arg(long, value_name = "SECONDS", env = "BASTIDE_DRAIN", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(..=3600))]
    pub drain: u64,
    /// The address of metrics for Prometheus [default: none]
    #[arg(long, value_name = "ADDRESS:PORT", env = "BASTIDE_METRICS")]
    pub metrics: Option<SocketAddr>,
    /// Accounts that administer the server at /admin
    #[arg(long = "admin", value_name = "NAME,…", env = "BASTIDE_ADMINS", value_delimiter = ',')]
    pub admins: Vec<String>,
    /// Accounts that moderate other accounts at /admin
    #[arg(long = "moderator", value_name = "NAME,…", env = "BASTIDE_MODERATORS", value_delimiter = ',')]
    pub moderators: Vec<String>,
    /// What people can write to each other at tables
    #[arg(long, value_name = "WHAT", env = "BASTIDE_CHAT", value_enum, default_value_t)]
    pub chat: ChatSetting,
    #[command(flatten)]
    pub texts: HostTextSettings,
    /// What to log: error, warn, info, debug or trace, for everything or as part=level,…
    #[arg(long, value_name = "LEVEL", env = "BASTIDE_LOG", default_value = "info")]
    pub log: String,
    /// How to write the log
    #[arg(long, value_name = "FORMAT", env = "BASTIDE_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
}

/// What people can write to each other at tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ChatSetting {
    /// Nothing
    Off,
    /// Accounts choose among ten phrases
    Phrases,
    /// Accounts write what they like
    #[default]
    Accounts,
    /// Guests, too
    All,
}

/// What others may do with the files of finished games.
#[derive(Clone, Debug, clap::Args)]
pub struct Licence {
    /// What the files of all public games by month may be used for, in a few words
    #[arg(
        id = "records_licence",
        long = "records-licence",
        value_name = "TEXT",
        env = "BASTIDE_RECORDS_LICENCE",
        default_value = DEFAULT_LICENCE,
        value_parser = licence
    )]
    pub text: String,
}

/// A line of text.
fn licence(text: &str) -> Result<String, String> {
    let text = text.trim();
    let fits = (1..=LONGEST_LICENCE).contains(&text.chars().count());
    if fits && !text.chars().any(char::is_control) {
        Ok(text.to_owned())
    } else {
        Err(format!("one line of at most {LONGEST_LICENCE} characters"))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

impl Config {
    /// The database with its replica.
    pub fn database(&self) -> Database {
        Database { replica: self.replica.clone(), ..self.database.clone() }
    }

    /// The public URL of the server, without a trailing slash.
    pub fn origin(&self, listening: SocketAddr) -> String {
        self.origin.clone().unwrap_or_else(|| format!("http://{listening}"))
    }
}

/// How push services can reach the host of a server with this public URL; `None` if the host hasn't said and the URL is no
/// address for it.
pub fn push_subject_of(subject: Option<&str>, origin: &str) -> Option<String> {
    subject.or_else(|| origin.starts_with("https://").then_some(origin)).map(str::to_owned)
}

fn push_subject(url: &str) -> Result<String, String> {
    let known = ["https://", "mailto:"];
    if known.iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty())) {
        Ok(url.to_owned())
    } else {
        Err("a subject must be https://HOST or mailto:ADDRESS".to_owned())
    }
}

/// A database URL, or what it should look like.
pub fn database(url: &str) -> Result<String, String> {
    let known = ["sqlite:", "postgres://", "postgresql://"];
    if known.iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty())) {
        Ok(url.to_owned())
    } else {
        Err("the database must be sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME".to_owned())
    }
}

fn postgres(url: &str) -> Result<String, String> {
    let url = database(url)?;
    if url.starts_with("sqlite:") {
        Err("this must be postgres://USER:PASSWORD@HOST/NAME".to_owned())
    } else {
        Ok(url)
    }
}

fn origin(url: &str) -> Result<String, String> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    let host = host.strip_suffix('/').unwrap_or(host);
    if host.is_empty() || !host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte)) {
        return Err("an origin must be http:// or https:// and a host, without a path".to_owned());
    }
    Ok(url.strip_suffix('/').unwrap_or(url).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        config: Config,
    }

    fn read(words: &[&str]) -> Result<Config, String> {
        let line = Line::try_parse_from([&["bastide"], words].concat());
        line.map(|line| line.config).map_err(|error| error.to_string())
    }

    #[test]
    fn every_setting_has_a_default() {
        let config = read(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database.url, "sqlite:bastide.db");
        assert_eq!(config.origin(config.listen), "http://127.0.0.1:8080");
    }

    #[test]
    fn an_invalid_setting_is_refused_with_the_valid_form() {
        for (words, complaint) in [
            (["--database", "bastide.db"], "the database must be sqlite:FILE or postgres://"),
            (["--database", "sqlite:"], "the database must be sqlite:FILE"),
            (["--database-direct", "sqlite:bastide.db"], "must be postgres://"),
            (["--listen", "8080"], "--listen <ADDRESS:PORT>"),
            (["--origin", "https://a/b"], "without a path"),
            (["--push-subject", "host@play.example"], "must be https://HOST or mailto:ADDRESS"),
            (["--forms-a-minute", "0"], "--forms-a-minute"),
        ] {
            let error = read(&words).unwrap_err();
            assert!(error.contains(complaint), "{words:?}: {error}");
        }
    }

    #[test]
    fn administrators_are_listed_or_named_one_by_one() {
        let config = read(&["--admin", "ann,ben", "--admin", "cleo", "--moderator", "dora"]).unwrap();
        assert_eq!(config.admins, ["ann", "ben", "cleo"]);
        assert_eq!(config.moderators, ["dora"]);
    }

    #[test]
    fn an_origin_loses_its_trailing_slash() {
        let config = read(&["--origin", "https://play.example/"]).unwrap();
        assert_eq!(config.origin(config.listen), "https://play.example");
    }

    #[test]
    fn the_subject_of_push_messages_is_the_origin_only_if_it_is_https() {
        for (subject, origin, expected) in [
            (None, "https://play.example", Some("https://play.example")),
            (None, "http://127.0.0.1:8080", None),
            (Some("mailto:host@play.example"), "http://127.0.0.1:8080", Some("mailto:host@play.example")),
        ] {
            assert_eq!(push_subject_of(subject, origin).as_deref(), expected);
        }
    }
}
