//! The outcome of a command, and what jobs derive from game events.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Agreements, Attendance, FollowedNews, GameId, Hints, Invite, Job, JobChange, Lane, Month, Notification,
    NotificationKind, Player, Push, Row, ScheduledJob, SeatResult, SeriesGame, Settings, Status,
    SubmissionKey, Table, TableEvent, TurnChange, turn_key,
};
use account::UserId;
use engine::{DrawSecret, Event, Header};

/// What a command changes: stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub game: GameId,
    pub at: DateTime<Utc>,
    /// The number of the last table event before these.
    pub revision: u32,
    pub table_events: Vec<TableEvent>,
    /// Present when the table is opened.
    pub secrets: Option<Secrets>,
    /// What a player reveals.
    pub salt: Option<String>,
    /// The first line of the game record; present when the game starts.
    pub header: Option<Box<Header>>,
    /// The number of the last game event before these.
    pub last: u32,
    pub game_events: Vec<Event>,
    /// When each of these happened; empty if all did at `at`.
    pub times: Vec<DateTime<Utc>>,
    /// The form submission that led to this.
    pub submission: Option<SubmissionKey>,
    /// How often plans had changed. With others, the row is not stored.
    pub plans: u32,
    /// The new derived columns; `None` if unchanged.
    pub row: Option<Row>,
    /// Whose turn it is then.
    pub turn: TurnChange,
    pub notifications: Vec<Notification>,
    /// Who need not answer any more what they were asked.
    pub answered: Vec<UserId>,
    /// What these events say about how reliable the players are.
    pub attendance: Vec<Attendance>,
    pub jobs: Vec<JobChange>,
    /// Of computer players against people, when the game ends.
    pub results: Vec<SeatResult>,
    /// With what is different now; `None` if unchanged.
    pub settings: Option<Box<Settings>>,
    /// With the hint that a player has asked for; `None` if unchanged.
    pub hints: Option<Hints>,
    /// With what the players have proposed or agreed on; `None` if unchanged.
    pub agreements: Option<Agreements>,
}

/// What gives access to a table or predicts its draws. Stored with the table, never in its log.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// Determines all draws.
    pub draw: DrawSecret,
    /// `None` if the table is public.
    pub invite: Option<Invite>,
}

impl Outcome {
    /// The messages to the player whose turn has begun, and about the notifications; but not to who has just made the last move.
    pub fn pushes(&self) -> impl Iterator<Item = Push> {
        let turn = self.turn.called();
        let turn = turn.map(|turn| Push::of_turn(turn.user.clone(), self.game.clone(), turn.n, turn.call));
        let is_move = |event: &Event| matches!(event, Event::Turn { planned: false, .. });
        let mover = self.turn.ended.as_ref().filter(|_| self.game_events.iter().any(is_move));
        let others = self
            .notifications
            .iter()
            .filter(move |one| one.kind != NotificationKind::Finished || mover != Some(&one.user));
        turn.into_iter().chain(others.map(|one| Push::about(one, self.game.clone(), self.at)))
    }

    /// An outcome without game events, for a table at `revision` whose game is at event `last`.
    pub(super) fn of_table(
        game: &GameId,
        (revision, last): (u32, u32),
        table_events: Vec<TableEvent>,
        at: DateTime<Utc>,
    ) -> Self {
        Self {
            game: game.clone(),
            at,
            revision,
            table_events,
            secrets: None,
            salt: None,
            header: None,
            last,
            game_events: Vec::new(),
            times: Vec::new(),
            submission: None,
            plans: 0,
            row: None,
            turn: TurnChange::default(),
            notifications: Vec::new(),
            answered: Vec::new(),
            attendance: Vec::new(),
            jobs: Vec::new(),
            results: Vec::new(),
            settings: None,
            hints: None,
            agreements: None,
        }
    }

    /// The outcome of an opening, as that of a game of a series.
    #[must_use]
    pub fn in_series(mut self, game: SeriesGame) -> Self {
        if let Some(TableEvent::Opened(opened)) = self.table_events.first_mut() {
            opened.series = Some(game);
        }
        self
    }

    /// The outcome with `event` before its other events.
    #[must_use]
    pub(super) fn preceded_by(mut self, event: TableEvent) -> Self {
        self.table_events.insert(0, event);
        Self { revision: self.revision - 1, ..self }
    }
}

/// The time from one turn of an exhibition to the next: long enough to see what a turn has brought.
pub const PACE: TimeDelta = TimeDelta::seconds(10);

impl Row {
    /// The job for the next turn, with the seats played by `acting`: a deadline or a computer's move. Before the start: the deadline of missing salts. A game has
    /// at most one.
    pub fn job(&self, game: &GameId, acting: &[Option<&Player>]) -> Option<ScheduledJob> {
        let player = self.to_move.and_then(|seat| acting.get(seat.index()).copied().flatten());
        let game = game.clone();
        // A seat that waits for somebody to take it over has a deadline.
        let due = self.deadline.unwrap_or(self.changed);
        let only_computers = acting.iter().flatten().all(|player| player.level().is_some());
        Some(match player.and_then(Player::level) {
            Some(_) if only_computers => Job::ExhibitionTurn(game).at(due + PACE),
            Some(level) if level.lane() == Lane::Quick => Job::ComputerTurn(game).at(due),
            Some(_) => Job::ComputerSearch(game).at(due),
            None => Job::TimeOut(game).at(self.deadline?),
        })
    }
}

/// The analysis begins a little later, when those who play have seen the end.
const ANALYSIS_AFTER: TimeDelta = TimeDelta::seconds(2);

/// How a move changes the game's jobs.
pub(super) fn job_changes(
    before: &Table,
    after: &Row,
    acting: &[Option<&Player>],
    results: &[SeatResult],
) -> Vec<JobChange> {
    let finished = after.status == Status::Finished;
    let had_one = before.deadline().is_some() || before.is_computer_to_move();
    let next = match after.job(&before.id, acting) {
        // The job of the turn before is usually due sooner. It then waits for the new deadline.
        Some(job @ ScheduledJob { job: Job::TimeOut(_), .. })
            if before.status() == Status::Playing && !before.is_computer_to_move() =>
        {
            Some(JobChange::PutIfSooner(job))
        }
        Some(job) => Some(JobChange::Put(job)),
        None => had_one.then(|| JobChange::Remove(turn_key(&before.id))),
    };
    let put = |job: fn(GameId) -> Job, due| JobChange::Put(job(before.id.clone()).at(due));
    let analysis = finished.then(|| put(Job::QuickAnalysis, after.changed + ANALYSIS_AFTER));
    let index = (finished && before.is_public()).then(|| put(Job::IndexGame, after.changed));
    let people = before.seats().into_iter().flatten().filter_map(Player::user).count();
    let free = (finished && people > 1).then(|| put(Job::FreeOffers, after.changed));
    let was_finished = before.status() == Status::Finished;
    let taken_back = (was_finished && !finished && before.is_public())
        .then(|| JobChange::Put(Job::MakeArchive(Month::of(before.changed())).at(after.changed)));
    let count = (!results.is_empty()).then(|| put(Job::CountResults, after.changed));
    let rate = (before.settings.rated && was_finished != finished).then(|| put(Job::RateGame, after.changed));
    let series = (finished && before.series.is_some()).then(|| put(Job::NextInSeries, after.changed));
    let count_game = (was_finished != finished).then(|| put(Job::CountGame, after.changed));
    let followed = followed_news(before, after);
    next.into_iter()
        .chain(analysis)
        .chain(index)
        .chain(taken_back)
        .chain(count)
        .chain(free)
        .chain(rate)
        .chain(series)
        .chain(count_game)
        .chain(followed)
        .collect()
}

/// Those who follow the game, or its players, hear of its beginning, if it is public and people play each other, and of its end.
fn followed_news(before: &Table, after: &Row) -> Option<JobChange> {
    let (started, was_finished) = (before.row().is_some(), before.status() == Status::Finished);
    let people = before.seats().into_iter().flatten().filter(|player| player.user().is_some()).count();
    let news = match after.status {
        Status::Finished if !was_finished => FollowedNews::ended(before.id.clone()),
        Status::Playing if !started && before.is_listed() && people > 1 => {
            FollowedNews::began(before.id.clone())
        }
        _ => return None,
    };
    Some(JobChange::Put(Job::NotifyFollowers(news).at(after.changed)))
}
