//! Tables as values: seats, settings, and what follows from a command. No I/O; time and chance are arguments.
//!
//! A [`Table`] decides a command and returns an [`Outcome`]: table events, game events and everything derived from
//! them, stored in one transaction. [`Table::replay`] restores a table from its events.

mod absences;
mod agree;
mod aids;
mod appearances;
mod archive;
mod attendance;
mod challenge;
mod challenge_notice;
mod clock;
mod decide;
mod event;
mod exhibition;
mod facet;
mod followed;
mod game_attendance;
mod hints;
mod id;
mod import;
mod import_progress;
mod invitation;
mod jcloisterzone;
mod job;
mod job_subject;
mod lane;
mod lengths;
mod level;
mod listing;
mod log;
mod month;
mod next_turn;
mod notification;
mod notification_settings;
mod offer;
mod open;
mod outcome;
mod pause;
mod plan;
mod player;
mod profile;
mod proposal;
mod publication;
mod push;
mod rated;
mod rating_range;
mod ratings;
mod refusal;
mod reliability;
mod reminder;
mod replay;
mod report;
mod results;
mod row;
mod schedule;
mod search;
mod series;
mod settings;
mod standings;
mod start;
mod state;
mod talk;
mod time_out;
mod user_event;
mod waiting;
mod webhook;

pub use absences::Absences;
pub use agree::{Decided, Moment};
pub use aids::{Aid, Aids};
pub use appearances::Appearances;
pub use archive::{Archive, ArchiveCursor};
pub use attendance::{Attendance, AttendanceEntry, AttendanceKind};
pub use challenge::{
    Challenge, ChallengeEnd, ChallengeRefusal, ChallengeState, ChallengeView, First, Terms, TermsRefusal,
};
pub use challenge_notice::ChallengeNotice;
pub use clock::{
    Allowance, AllowanceRefusal, ClockEntry, ClockHours, ClockPreset, Clocks, DayHours, FormerPlayer, Gift,
    Leave, LoggedTimeEvent, Outages, Period, PlayerTime, PlayingHours, PlayingHoursRefusal, RestHours,
    Running, Span, SpanEnd, Stop, StopCause, Stops, TimeControl, TimeEvent, TimeOfDay, TimeRefusal, Weekdays,
    local_instant,
};
pub use decide::{JoinRefusal, LeaveRefusal, MoveError};
pub use event::{Opened, OpenedSeat, TableEvent};
pub use exhibition::Exhibition;
pub use facet::{Company, Ending, Facet, Findings, Lasted, RatingBand, TurnCount};
pub use followed::FollowedNews;
pub use hints::Hints;
pub use id::{BadKey, GameId, Invite, SeriesGame, SubmissionKey};
pub use import::{
    FIRST_YEAR, ImportFault, ImportRefusal, ImportedGame, LONGEST_IMPORTED_LINE, LONGEST_IMPORTED_NAME,
    MOST_IMPORTED_LINES, MOST_IMPORTED_TAKEBACKS, import_text, is_imported_name, records_in,
};
pub use import_progress::{ImportProgress, MOST_IMPORT_REFUSALS};
pub use invitation::{Invitation, Invitations, InviteRefusal, OwnInvitation};
pub use job::{Job, turn_key};
pub use job_subject::{Refreshed, Requested};
pub use lane::Lane;
pub use lengths::{GameLengths, PastGame, UsualLength};
pub use level::ComputerLevel;
pub use listing::{Cursor, Expansions, Filter, Page};
pub use log::{BadTableLog, LoggedTableEvent, ReplayContext};
pub use month::{BadMonth, Month};
pub use next_turn::{NextTurn, PlanStop, PlannedTurn};
pub use notification::{Notification, NotificationKind, NotificationLog, StoredNotification, notifications};
pub use notification_settings::{
    Channel, NotificationFilter, NotificationSettings, NotificationTopic, QuietHours,
};
pub use offer::{
    GameKey, NewOffer, Offer, OfferRefusal, OfferTerms, OfferedGame, OfferedRules, RatedChoice, Seeker, group,
};
pub use open::{OpenRefusal, OpenTable, TableRandomness};
pub use outcome::{Outcome, PACE, Secrets};
pub use pause::Pause;
pub use plan::{Plan, Plans};
pub use player::{Person, Player};
pub use profile::{
    AnalysedSums, AnswerTimes, GameKind, HeadToHead, MedianAnswer, Pace, PlayedSeat, PlayedTotals,
    ProfileSums, RulesGroup,
};
pub use proposal::{Agreements, Handover, OpenProposal, Proposal, Question};
pub use publication::MakePublicRefusal;
pub use push::{Push, PushResult, PushSubject};
pub use rated::{Left, NotRated, RatedGame, RatedPlayer, Void};
pub use rating_range::RatingRange;
pub use ratings::{
    ABSENCE, HistoryCursor, PlayerRating, RANKED_FOR, RankCursor, RankedPlayer, RatingChange,
    RatingCorrection, TimeLoss, explain,
};
pub use refusal::{AgreeError, ProposalRefusal};
pub use reliability::{MissedTurn, Reliability, ReliabilityDetails, RequiredReliability};
pub use reminder::{Call, Calls};
pub use replay::{BadLog, Replay};
pub use report::{
    EvidenceLine, LinePlace, Report, ReportCategory, ReportCursor, ReportDecision, ReportOutcome,
};
pub use results::{GameResult, LevelResults, SeatResult, seat_results};
pub use row::Row;
pub use schedule::{FailedJob, JobChange, ScheduledJob};
pub use search::{Place, Search, SearchCursor, SearchPage};
pub use series::{BestOf, Course, CourseGame, Series, SeriesResult, SeriesState, SeriesStop, Side};
pub use settings::{MissedTurns, Settings};
pub use standings::{Competitor, Count, Standing, Standings, Tally};
pub use start::{RevealRefusal, Salts};
pub use state::{CommittedSalt, Revealing, Stage, Started, Status, Table, Waiting, WaitingSeat};
pub use talk::{
    BadLineText, ChannelHead, Chat, LineText, OwnLine, Phrase, Said, Speaker, TalkChannel, TalkFrom,
    TalkHead, TalkLine, TalkPage, TalkRefusal, TalkState, TalkUnread, lines_a_day,
};
pub use time_out::TimeOut;
pub use user_event::{NumberedEvent, UserEvent, UserEventKind};
pub use waiting::{FeedTurn, TurnChange, WaitingKind, WaitingTurn};
pub use webhook::{Deliveries, Delivery, WebhookResult};
