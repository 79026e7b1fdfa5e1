//! What is stored about an account, as JSON. The names of files and fields are stable.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use crate::html::account::export::challenges::{ChallengeJson, SeriesJson};
use crate::html::account::export::offers::OfferJson;
use crate::html::account::export::programs::programs;
use crate::html::account::export::safety::{ReportJson, RestrictionJson};
use account::{AuditEntry, OpenSession, Passkey};
use engine::Header;
use puzzle::Attempt;
use service::{OwnData, OwnRecording};
use table::{
    AttendanceEntry, Left, LoggedTimeEvent, OwnInvitation, OwnLine, RatingChange, Said, StoredNotification,
    Table, TimeEvent, Void,
};

/// All files but those that are read in parts.
pub(super) fn files(data: &OwnData) -> Vec<(&'static str, Vec<u8>)> {
    let files = [
        ("profile.json", profile(data)),
        ("sign-in.json", sign_in(data)),
        ("programs.json", programs(data)),
        (
            "notification-settings.json",
            json!({ "settings": data.notification_settings, "muted_games": ids(&data.muted) }),
        ),
        ("time.json", time(data)),
        ("ratings.json", list(&data.rating_changes, RatingJson::of)),
        ("tables.json", list(&data.tables, TableJson::of)),
        ("invitations.json", invitations(data)),
        ("challenges.json", challenges(data)),
        ("recordings.json", list(&data.recordings, RecordingJson::of)),
        ("import-file.json", import_file(data)),
        ("plans.json", list(&data.plans, |(game, plan)| json!({ "game": game.as_str(), "plan": plan }))),
        (
            "analyses.json",
            list(&data.analyses, |(game, depth)| json!({ "game": game.as_str(), "depth": depth.word() })),
        ),
        (
            "people.json",
            list(
                &data.hidden,
                |one| json!({ "user": one.id.as_str(), "name": one.name, "why": one.why.word(), "since": one.at }),
            ),
        ),
        (
            "following.json",
            json!({
                "profile": { "visible": data.profile_settings.visible.word(), "followable": data.profile_settings.followable },
                "players": list(&data.followed, |one| json!({ "user": one.id.as_str(), "name": one.name, "since": one.at })),
                "games": list(&data.followed_games, |(game, at)| json!({ "game": game.as_str(), "since": at })),
            }),
        ),
        (
            "offers.json",
            json!({
                "offers": list(&data.offers.offers, OfferJson::of),
                "games_wanted": data.offers.games_wanted,
            }),
        ),
        ("reports.json", list(&data.reports, ReportJson::of)),
        ("restrictions.json", list(&data.restrictions, RestrictionJson::of)),
        ("moderation.json", list(&data.moderation, ModerationJson::of)),
    ];
    files.map(|(name, value)| (name, format!("{value:#}\n").into_bytes())).into()
}

pub(super) fn list<'d, T, J: Serialize>(all: &'d [T], one: impl Fn(&'d T) -> J) -> Value {
    json!(all.iter().map(one).collect::<Vec<_>>())
}

fn ids(games: &[table::GameId]) -> Vec<&str> {
    games.iter().map(table::GameId::as_str).collect()
}

fn profile(data: &OwnData) -> Value {
    let profile = &data.profile;
    json!({
        "id": profile.id.as_str(),
        "name": profile.name,
        "zone": profile.zone.name(),
        "created": profile.created,
        "closes": profile.closes,
        "former_names": list(&data.former_names, |former| json!({ "name": former.name, "until": former.at })),
    })
}

fn sign_in(data: &OwnData) -> Value {
    json!({
        "sessions": list(&data.sessions, SessionJson::of),
        "authenticator": data.authenticator.map(|since| json!({ "since": since })),
        "passkeys": list(&data.passkeys, PasskeyJson::of),
        "passkey_after_password": data.profile.two_steps,
        "recovery_codes_left": data.codes_left,
    })
}

fn time(data: &OwnData) -> Value {
    json!({
        "said": list(&data.time, TimeJson::of),
        "reliability": list(&data.attendance, AttendanceJson::of),
    })
}

fn invitations(data: &OwnData) -> Value {
    json!({
        "invitations": list(&data.invitations, InvitationJson::of),
        "reserved_seats": ids(&data.kept_seats),
    })
}

fn challenges(data: &OwnData) -> Value {
    json!({
        "challenges": list(&data.challenges, ChallengeJson::of),
        "series": list(&data.series, SeriesJson::of),
    })
}

#[derive(Serialize)]
struct RatingJson<'d> {
    game: &'d str,
    pool: &'static str,
    ended: DateTime<Utc>,
    place: u8,
    left: Option<&'static str>,
    void: Option<&'static str>,
    games: u32,
    /// Mean and deviation in thousandths, before and after.
    before: [i64; 2],
    after: [i64; 2],
}

impl<'d> RatingJson<'d> {
    fn of(change: &'d RatingChange) -> Self {
        Self {
            game: change.game.as_str(),
            pool: change.pool.word(),
            ended: change.ended,
            place: change.place,
            left: change.left.map(Left::word),
            void: change.void.map(Void::word),
            games: change.games,
            before: [change.before.mean, change.before.deviation],
            after: [change.after.mean, change.after.deviation],
        }
    }
}

fn import_file(data: &OwnData) -> Value {
    let file = data.import_file.as_ref().map(|(progress, text)| {
        json!({
            "since": progress.since, "records": progress.records, "done": progress.done, "kept": progress.kept,
            "refused": progress.refused, "text": text,
        })
    });
    file.unwrap_or_default()
}

#[derive(Serialize)]
struct RecordingJson<'d> {
    since: DateTime<Utc>,
    changed: DateTime<Utc>,
    header: &'d Header,
    steps: &'d str,
}

impl<'d> RecordingJson<'d> {
    fn of(OwnRecording { since, changed, header, steps }: &'d OwnRecording) -> Self {
        Self { since: *since, changed: *changed, header, steps }
    }
}

#[derive(Serialize)]
struct SessionJson<'d> {
    browser: &'d str,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl<'d> SessionJson<'d> {
    fn of(session: &'d OpenSession) -> Self {
        Self { browser: &session.agent, since: session.since, until: session.until }
    }
}

#[derive(Serialize)]
struct PasskeyJson<'d> {
    name: &'d str,
    since: DateTime<Utc>,
    used: Option<DateTime<Utc>>,
}

impl<'d> PasskeyJson<'d> {
    fn of(passkey: &'d Passkey) -> Self {
        Self { name: &passkey.name, since: passkey.since, used: passkey.used }
    }
}

#[derive(Serialize)]
struct TimeJson<'d> {
    n: u32,
    at: DateTime<Utc>,
    #[serde(flatten)]
    event: &'d TimeEvent,
}

impl<'d> TimeJson<'d> {
    fn of(logged: &'d LoggedTimeEvent) -> Self {
        Self { n: logged.n, at: logged.at, event: &logged.event }
    }
}

#[derive(Serialize)]
struct AttendanceJson<'d> {
    game: &'d str,
    at: DateTime<Utc>,
    kind: &'static str,
    turns: u32,
}

impl<'d> AttendanceJson<'d> {
    fn of(entry: &'d AttendanceEntry) -> Self {
        Self { game: entry.game.as_str(), at: entry.at, kind: entry.kind.word(), turns: entry.kind.turns() }
    }
}

#[derive(Serialize)]
struct TableJson<'d> {
    game: &'d str,
    created: DateTime<Utc>,
    settings: &'d table::Settings,
}

impl<'d> TableJson<'d> {
    fn of(table: &'d Table) -> Self {
        Self { game: table.id.as_str(), created: table.created, settings: &table.settings }
    }
}

#[derive(Serialize)]
struct InvitationJson<'d> {
    game: &'d str,
    declined: bool,
    at: DateTime<Utc>,
}

impl<'d> InvitationJson<'d> {
    fn of(invitation: &'d OwnInvitation) -> Self {
        Self { game: invitation.game.as_str(), declined: invitation.declined, at: invitation.at }
    }
}

#[derive(Serialize)]
struct ModerationJson<'d> {
    at: DateTime<Utc>,
    action: &'static str,
    detail: &'d str,
}

impl<'d> ModerationJson<'d> {
    fn of(entry: &'d AuditEntry) -> Self {
        Self { at: entry.at, action: entry.action.word(), detail: &entry.detail }
    }
}

#[derive(Serialize)]
pub(super) struct OwnNotificationJson<'d> {
    game: &'d str,
    kind: &'static str,
    n: u32,
    at: DateTime<Utc>,
    seen: bool,
}

impl<'d> OwnNotificationJson<'d> {
    pub fn of(one: &'d StoredNotification) -> Self {
        Self { game: one.game.as_str(), kind: one.kind.word(), n: one.n, at: one.at, seen: one.seen }
    }
}

#[derive(Serialize)]
pub(super) struct AttemptJson {
    puzzle: u32,
    turn: String,
    solved: bool,
    /// Whether it was the puzzle of the day on which it was answered.
    daily: bool,
    at: DateTime<Utc>,
}

impl AttemptJson {
    pub fn of(attempt: &Attempt) -> Self {
        let answer = &attempt.answer;
        Self {
            puzzle: attempt.puzzle,
            turn: answer.turn.to_string(),
            solved: answer.solved,
            daily: answer.day.is_some(),
            at: attempt.at,
        }
    }
}

/// A line that the user has written at a table.
#[derive(Serialize)]
pub(super) struct OwnLineJson<'d> {
    game: &'d str,
    channel: &'static str,
    n: u32,
    at: DateTime<Utc>,
    /// The last event of the game when it was written.
    event: u32,
    text: Option<&'d str>,
    phrase: Option<&'static str>,
    withdrawn: bool,
}

impl<'d> OwnLineJson<'d> {
    pub fn of(line: &'d OwnLine) -> Self {
        let (text, phrase) = match &line.said {
            Some(Said::Text(text)) => (Some(text.as_str()), None),
            Some(Said::Phrase(phrase)) => (None, Some(phrase.word())),
            Some(Said::Closed | Said::Opened) | None => (None, None),
        };
        Self {
            game: line.game.as_str(),
            channel: line.channel.word(),
            n: line.n,
            at: line.at,
            event: line.event,
            text,
            phrase,
            withdrawn: line.withdrawn,
        }
    }
}
