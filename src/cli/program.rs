//! A program that plays, through the engine protocol (`docs/engine-protocol.md`).

use std::fmt;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::protocol::{Line, Lines, VERSION, notation, parse_command, quoted};
use engine::{Command, DecideError, Event, Game, Header};

/// How many lines of a reply wait to be read before the program has to wait.
const WAITING_LINES: usize = 256;

/// How long a program may take to end after `quit`.
const GRACE: Duration = Duration::from_millis(500);

/// How often it is looked whether the wait for an answer was called off.
const LOOK: Duration = Duration::from_millis(100);

/// How a program failed; one line.
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) String);

impl Fault {
    pub(crate) fn illegal(command: &Command, refused: &DecideError) -> Self {
        Self(format!("{} is illegal: {refused}", quoted(&notation(command))))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What programs are given for each answer.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// How long to wait for an answer.
    pub timeout: Duration,
    /// What to send when it is their turn: `go`, perhaps with a limit.
    pub go: String,
    /// Set when no answer is needed any more.
    pub stopped: Arc<AtomicBool>,
}

pub(crate) struct ChosenCommand {
    pub command: Command,
    /// `None` if a program does not say.
    pub work: Option<u64>,
}

/// A running program. Dropping it ends it.
pub(crate) struct Program {
    child: Child,
    /// `None` once it has been told to quit.
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    limits: Limits,
}

/// A reply: the last line, and the work that the lines before mention.
struct Reply {
    last: String,
    work: Option<u64>,
}

impl Program {
    pub(crate) fn start(words: &[String], limits: &Limits) -> Result<Self, Fault> {
        let mut process = Process::new(words.first().map_or("", String::as_str));
        process.args(words.get(1..).unwrap_or_default()).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A token of the API is for this program alone.
        process.env_remove("BASTIDE_TOKEN");
        let cannot_start = |why: &dyn std::fmt::Display| Fault(format!("it cannot be started: {why}"));
        let mut child = process.spawn().map_err(|error| cannot_start(&error))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = output.ok_or_else(|| cannot_start(&"it has no output"))?;
        let (sender, receiver) = sync_channel(WAITING_LINES);
        std::thread::spawn(move || pass_on(Lines::new(BufReader::new(output)), &sender));
        let mut program = Self { child, input, output: receiver, limits: limits.clone() };
        let greeting = format!("bastide {VERSION}");
        let reply = program.ask(&greeting)?;
        if reply.last.starts_with(&format!("ok {greeting} ")) {
            Ok(program)
        } else {
            Err(unexpected(&greeting, &reply.last))
        }
    }

    pub(crate) fn begin(&mut self, header: &Header) -> Result<(), Fault> {
        let rules = serde_json::to_string(&header.rules).map_err(|error| Fault(error.to_string()))?;
        self.demand(&format!("rules seats {} {rules}", header.seats.len()))
    }

    /// Whether the program plays by these rules, as JSON of a record. Begins a game if it does.
    pub(crate) fn accepts(&mut self, seats: usize, rules: &str) -> Result<bool, Fault> {
        let request = format!("rules seats {seats} {rules}");
        match self.ask(&request)?.last {
            reply if is_ok(&reply) => Ok(true),
            reply if reply.starts_with("error") => Ok(false),
            reply => Err(unexpected(&request, &reply)),
        }
    }

    /// Sets up the game after the last event of this record.
    pub(crate) fn position(&mut self, record: &str) -> Result<(), Fault> {
        self.demand(&format!("position\n{}\n", record.trim_end()))
    }

    pub(crate) fn report(&mut self, before: &Game, event: &Event) -> Result<(), Fault> {
        match event {
            Event::Draw { tiles, discarded, .. } => {
                let kinds: Vec<&str> =
                    before.order_of_draw(tiles, discarded).map(engine::TileKind::name).collect();
                self.demand(&format!("draw {}", kinds.join(" ")))
            }
            Event::Pass { .. } => self.demand("turn pass"),
            _ => match event.turn() {
                Some((_, turn)) => self.demand(&format!("turn {turn}")),
                None => Ok(()),
            },
        }
    }

    pub(crate) fn choose(&mut self) -> Result<ChosenCommand, Fault> {
        let go = self.limits.go.clone();
        let Reply { last, work } = self.ask(&go)?;
        let turn = last.strip_prefix("best ").ok_or_else(|| unexpected(&go, &last))?;
        let command: Result<Command, String> = parse_command(turn);
        let command = command.map_err(|why| Fault(format!("{} is not a turn: {why}", quoted(&last))))?;
        Ok(ChosenCommand { command, work })
    }

    /// Asks for something that is answered by `ok`.
    fn demand(&mut self, request: &str) -> Result<(), Fault> {
        let reply = self.ask(request)?.last;
        if is_ok(&reply) { Ok(()) } else { Err(unexpected(request, &reply)) }
    }

    /// Sends a request of one or several lines, of which errors name the first.
    fn ask(&mut self, request: &str) -> Result<Reply, Fault> {
        let sent = self.input.as_mut().map(|input| writeln!(input, "{request}").and_then(|()| input.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.ended(request));
        }
        let request = request.lines().next().unwrap_or_default();
        let deadline = Instant::now() + self.limits.timeout;
        let mut work = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A program that never stops talking has no time left either.
            let line = if left.is_zero() {
                Err(RecvTimeoutError::Timeout)
            } else {
                self.output.recv_timeout(left.min(LOOK))
            };
            match line {
                Ok(Line::Text(line)) => match line.strip_prefix("info ") {
                    Some(info) => {
                        let number = info.strip_prefix("work ").and_then(|number| number.parse().ok());
                        work = number.or(work);
                    }
                    None if line.is_empty() => {}
                    None => return Ok(Reply { last: line, work }),
                },
                Ok(Line::Bad(why)) => {
                    return Err(Fault(format!("its answer to {} is {why}", quoted(request))));
                }
                Err(RecvTimeoutError::Timeout) if self.limits.stopped.load(Ordering::Relaxed) => {
                    return Err(Fault(format!("no answer to {} before the end", quoted(request))));
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.limits.timeout.as_secs();
                    return Err(Fault(format!("no answer to {} within {seconds} s", quoted(request))));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(request)),
            }
        }
    }

    /// It has ended, or closed its input or its output.
    fn ended(&mut self, request: &str) -> Fault {
        let status = self
            .wait(GRACE)
            .map_or_else(|| "it closed its input or output".to_owned(), |status| status.to_string());
        Fault(format!("it ended instead of answering {}: {status}", quoted(request)))
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begun.elapsed() < most => std::thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already.
            let _ = writeln!(input, "quit");
        }
        if self.wait(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hands over the lines of a program until it or the match is over.
fn pass_on(lines: Lines<impl std::io::BufRead>, to: &SyncSender<Line>) {
    for line in lines {
        if to.send(line).is_err() {
            return;
        }
    }
}

fn is_ok(reply: &str) -> bool {
    reply == "ok" || reply.starts_with("ok ")
}

fn unexpected(request: &str, reply: &str) -> Fault {
    let request = request.lines().next().unwrap_or_default();
    Fault(format!("it answered {} with {}", quoted(request), quoted(reply)))
}
