//! `/games/{id}/talk`: what people say at a table.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};

use crate::html::games::table;
use crate::html::games::talk_page::{LineRow, LineSaid, TalkPage, TalkPart, TalkSummary};
use crate::html::response::PageResult;
use crate::html::wording::{player, talk};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::overlay::{Overlays, Tab};
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::{TalkUrl, Url};
use crate::locale::{Locale, Message};
use service::{NewTalk, Say, TableView, TalkError, TalkView};
use table::{GameId, LineText, Phrase, Said, Table, TalkChannel, TalkFrom, TalkLine, TalkRefusal};

pub(crate) async fn get(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    request: HttpRequest,
) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let table = table(&viewer, &id).await?;
    let channel = match fields.chosen("channel", TalkChannel::parse)? {
        Some(channel) => channel,
        None => first_channel(&viewer, &table.table).ok_or(PageError::NotFound)?,
    };
    let from = match (fields.parsed("after")?, fields.parsed("before")?) {
        (Some(n), _) => TalkFrom::After(n),
        (None, Some(n)) => TalkFrom::Before(n),
        (None, None) => TalkFrom::Last,
    };
    let at_table = fields.optional("at")? == Some("table");
    page(&viewer, &table.table, (channel, from), at_table, None).await
}

/// The channel that a viewer reads first.
fn first_channel(viewer: &Viewer, table: &Table) -> Option<TalkChannel> {
    viewer.web().service.talk_channels(viewer.principal(), table).first().copied()
}

/// Why a form was refused, with what was typed.
type Refused = (Message, String);

async fn page(
    viewer: &Viewer,
    table: &Table,
    (channel, from): (TalkChannel, TalkFrom),
    at_table: bool,
    refused: Option<Refused>,
) -> PageResult {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let view = service.talk(viewer.principal(), table, channel, from).await?;
    let view = view.ok_or(PageError::NotFound)?;
    let part = part(viewer, table, &view, at_table, refused);
    let players = match viewer.user() {
        Some(user) => player::others(locale, table, &user.id),
        None => String::new(),
    };
    viewer.private_page(
        status,
        &TalkPage {
            layout: viewer
                .layout(locale.text("talk-title").with("players", players))
                .with_unread(part.unread),
            id: table.id.clone(),
            last: table.last_event(),
            changes: view.changes,
            closed: view.closed,
            part,
        },
    )
}

impl TalkSummary {
    /// Without looking at what was said.
    pub(crate) fn closed(viewer: &Viewer, table: &Table) -> Self {
        let channels = viewer.web().service.talk_channels(viewer.principal(), table);
        Self { channels, ..Self::default() }
    }
}

/// For the page of a table; with `open`, the lines too.
pub(crate) async fn summary(
    viewer: &Viewer,
    table_view: &TableView,
    open: bool,
) -> Result<TalkSummary, PageError> {
    let (service, table) = (&viewer.web().service, &table_view.table);
    let closed = TalkSummary::closed(viewer, table);
    let Some(&channel) = closed.channels.first() else { return Ok(closed) };
    if !open {
        let NewTalk { unread, changes } = service.new_talk(viewer.principal(), table_view);
        return Ok(TalkSummary { unread, changes, ..closed });
    }
    let view = service.talk(viewer.principal(), table, channel, TalkFrom::Last).await?;
    let view = view.ok_or(PageError::NotFound)?;
    let part = part(viewer, table, &view, true, None);
    let html = askama::Template::render(&part).map_err(PageError::internal)?;
    Ok(TalkSummary { unread: part.unread, changes: view.changes, part: Some(html), ..closed })
}

/// What was said between an event and the next, each line with its channel.
pub(super) async fn at(
    viewer: &Viewer,
    table: &Table,
    event: u32,
) -> Result<Vec<(&'static str, LineRow)>, PageError> {
    let said = viewer.web().service.talk_at(viewer.principal(), table, event).await?;
    let row = |(channel, line): &(TalkChannel, TalkLine)| {
        (viewer.locale().say(talk::channel(*channel)), row(viewer, line, false))
    };
    Ok(said.iter().map(row).collect())
}

fn part(
    viewer: &Viewer,
    table: &Table,
    view: &TalkView,
    at_table: bool,
    refused: Option<Refused>,
) -> TalkPart {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let channels = service.talk_channels(viewer.principal(), table);
    let unread = view.unread.of(&channels);
    let (error, typed) =
        refused.map_or((None, String::new()), |(why, typed)| (Some(locale.format(&why)), typed));
    let lines = &view.page.lines;
    let names: Vec<_> = view.shut.iter().map(|person| player::person_name(locale, person)).collect();
    TalkPart {
        locale,
        csrf: viewer.form_token(),
        id: table.id.clone(),
        channel: view.channel,
        channels: channels.iter().map(|&channel| (channel, view.unread.of(&[channel]))).collect(),
        earlier: lines.first().map(|line| line.n).filter(|_| view.page.earlier),
        later: lines.last().map(|line| line.n).filter(|_| view.page.later),
        lines: rows(viewer, view),
        writes: view.writes,
        why_not: view.why_not.map(|why| locale.format(&talk::refusal(why))),
        restricted: view.restricted.map(|until| {
            locale.text("talk-restricted").with("until", locale.moment(until, viewer.zone())).into()
        }),
        shut: (!names.is_empty())
            .then(|| locale.text("talk-shut").with("names", locale.list(&names)).to_string()),
        last: view.last,
        unread,
        seen: view.unread.seen(view.channel).unwrap_or(view.last),
        error,
        typed,
        at_table,
    }
}

fn rows(viewer: &Viewer, view: &TalkView) -> Vec<LineRow> {
    let seen = view.unread.seen(view.channel).filter(|_| view.unread.of(&[view.channel]) > 0);
    let own = viewer.user().map(|user| &user.id);
    let is_new = |line: &TalkLine| seen.is_some_and(|seen| line.n > seen) && own != Some(&line.author.id);
    let first_new = view.page.lines.iter().find(|line| is_new(line)).map(|line| line.n);
    let mut event = None;
    let row = |line: &TalkLine| {
        let changed = event.replace(line.event) != Some(line.event);
        let row = row(viewer, line, changed);
        let may_report = view.channel.is_shared() && row.author.is_some();
        LineRow { first_new: first_new == Some(line.n), may_report, ..row }
    };
    view.page.lines.iter().map(row).collect()
}

/// A line as it is shown to the viewer, with the event it was written at if that has `changed`.
pub(super) fn row(viewer: &Viewer, line: &TalkLine, changed: bool) -> LineRow {
    let (locale, now) = (viewer.locale(), viewer.web().service.now());
    let own = viewer.user().map(|user| &user.id);
    let name = player::person_name(locale, &line.author);
    LineRow {
        n: line.n,
        first_new: false,
        author: (own != Some(&line.author.id)).then(|| (line.author.id.clone(), name.into_owned())),
        at: locale.moment(line.at, viewer.zone()),
        iso: line.at.to_rfc3339(),
        event: changed.then_some(line.event),
        said: said(locale, line),
        may_withdraw: own.is_some_and(|user| line.can_withdraw(user, now)),
        may_report: false,
    }
}

fn said(locale: Locale, line: &TalkLine) -> LineSaid {
    let note = |text: &str| LineSaid::Note(text.to_owned());
    match &line.said {
        Some(Said::Text(text)) => LineSaid::Text(text.to_string()),
        Some(Said::Phrase(phrase)) => LineSaid::Text(talk::phrase(locale, *phrase).to_owned()),
        Some(Said::Closed) => note(locale.say("talk-closed")),
        Some(Said::Opened) => note(locale.say("talk-opened")),
        None => note(locale.say("talk-withdrawn")),
    }
}

/// Says something: `text`, or one of the phrases.
pub(crate) async fn say(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let form = TalkForm { viewer: &viewer, id: &id, channel: channel(&fields)?, fields: &fields };
    let typed = fields.optional("text")?.unwrap_or_default();
    let said = match fields.chosen("phrase", Phrase::parse)? {
        Some(phrase) => Said::Phrase(phrase),
        None => match LineText::parse(typed) {
            Ok(text) => Said::Text(text),
            Err(why) => return form.refuse(talk::bad_text(why), typed).await,
        },
    };
    let say = Say { channel: form.channel, said, seen: fields.parsed("seen")? };
    match viewer.web().service.say(viewer.principal(), &id, say).await {
        Ok(_) => form.back(None),
        Err(error) => form.fail(error, typed).await,
    }
}

/// Takes a line back, or deletes a note.
pub(crate) async fn withdraw(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let form = TalkForm { viewer: &viewer, id: &id, channel: channel(&fields)?, fields: &fields };
    let n = fields.needed("n")?;
    match viewer.web().service.withdraw(viewer.principal(), &id, form.channel, n).await {
        Ok(()) if form.channel.is_shared() => form.back(Some(Flash::LineWithdrawn)),
        Ok(()) => form.back(Some(Flash::NoteDeleted)),
        Err(error) => form.fail(error, "").await,
    }
}

/// Marks a channel as read. Scripts ask for no page.
pub(crate) async fn seen(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let form = TalkForm { viewer: &viewer, id: &id, channel: channel(&fields)?, fields: &fields };
    let n = fields.needed("n")?;
    viewer.web().service.see_talk(viewer.principal(), &id, form.channel, n).await.map_err(failed)?;
    if fields.optional("quiet")? == Some("yes") {
        return Ok(HttpResponse::NoContent().finish());
    }
    form.back(None)
}

/// Closes the spectators' channel, or opens it again.
pub(crate) async fn spectators(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let closed = fields.required("closed")? == "yes";
    viewer.web().service.close_spectators(viewer.principal(), &id, closed).await.map_err(failed)?;
    let flash = if closed { Flash::SpectatorsClosed } else { Flash::SpectatorsOpened };
    Ok(viewer.go(&Url::TalkAt(&id), Some(flash), &[]))
}

fn channel(fields: &Fields) -> Result<TalkChannel, PageError> {
    let channel = fields.chosen("channel", TalkChannel::parse)?;
    channel.ok_or_else(|| PageError::bad_request("request-unclear"))
}

/// A form that was sent from the page of a channel, or from beside the board.
struct TalkForm<'f> {
    viewer: &'f Viewer,
    id: &'f GameId,
    channel: TalkChannel,
    fields: &'f Fields,
}

impl TalkForm<'_> {
    fn is_at_table(&self) -> Result<bool, PageError> {
        Ok(self.fields.optional("from")? == Some("table"))
    }

    /// To where the form was.
    fn back(&self, flash: Option<Flash>) -> PageResult {
        let url = if self.is_at_table()? {
            Url::Tab(self.id, Tab::Talk, Overlays::default())
        } else {
            Url::Talk(TalkUrl::Channel(self.id, self.channel))
        };
        Ok(self.viewer.go(&url, flash, &[]))
    }

    /// The form again, with the reason and what was typed.
    async fn refuse(&self, why: Message, typed: &str) -> PageResult {
        let TableView { table, .. } = table(self.viewer, self.id).await?;
        let last = (self.channel, TalkFrom::Last);
        page(self.viewer, &table, last, self.is_at_table()?, Some((why, typed.to_owned()))).await
    }

    async fn fail(&self, error: TalkError, typed: &str) -> PageResult {
        match error {
            TalkError::Refused(why) if why != TalkRefusal::NoSuchChannel => {
                self.refuse(talk::refusal(why), typed).await
            }
            error => Err(failed(error)),
        }
    }
}

fn failed(error: TalkError) -> PageError {
    match error {
        TalkError::NoSuchGame | TalkError::Refused(TalkRefusal::NoSuchChannel) => PageError::NotFound,
        TalkError::Refused(why) => PageError::Forbidden(talk::refusal(why)),
        TalkError::Denied(why) => why.into(),
        TalkError::Store(failure) => failure.into(),
    }
}
