//! The statements that find the tables of a list.
//!
//! Plain SQL, put together here. The query builder `sea-query` does not fit. SQLite refuses the `UNION ALL` of its PostgreSQL
//! dialect. It gives an argument a new number each time it is used. And it makes `LIMIT` an argument, so that PostgreSQL plans
//! for a tenth of all games instead of a page.

use sqlx::Any;
use sqlx::any::AnyArguments;
use sqlx::query::Query;

use crate::listing::Direction;
use crate::statement::Arguments;
use account::UserId;
use table::Status;

/// Part of a list: at most `limit` tables beyond a sort key, with one status or with any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub direction: Direction,
    pub from: i64,
    pub status: Option<Status>,
    pub limit: usize,
}

/// The SQL of a direction.
impl Direction {
    pub(crate) const fn beyond(self) -> &'static str {
        match self {
            Self::Down => "<",
            Self::Up => ">",
        }
    }

    pub(crate) const fn up_to(self) -> &'static str {
        match self {
            Self::Down => ">=",
            Self::Up => "<=",
        }
    }

    pub(crate) const fn order(self) -> &'static str {
        match self {
            Self::Down => "DESC",
            Self::Up => "ASC",
        }
    }
}

type Statement = Query<'static, Any, AnyArguments>;

impl Part {
    /// Public tables.
    pub fn of_everyone(self) -> Statement {
        let Self { direction, from, status, limit } = self;
        let (beyond, order) = (direction.beyond(), direction.order());
        let mut arguments = Arguments::default();
        let from = arguments.add(from);
        let and_status = status.map(|status| format!("AND g.status = {}", arguments.add(status.word())));
        let and_status = and_status.unwrap_or_default();
        arguments.query(format!(
            "SELECT g.id, g.listed, g.rules FROM games g
             WHERE g.public = 1 AND g.listed {beyond} {from} {and_status} ORDER BY g.listed {order} LIMIT {limit}"
        ))
    }

    /// The tables of some players: the public ones, or all.
    pub fn of_players(self, players: &[UserId], all: bool) -> Statement {
        let (order, limit) = (self.direction.order(), self.limit);
        let mut arguments = Arguments::default();
        let seats: Vec<_> = players.iter().map(|player| self.seats(&mut arguments, player, all)).collect();
        let seats = seats.join(" UNION ALL ");
        // Two of them can sit at one table.
        let distinct = if players.len() > 1 { "DISTINCT " } else { "" };
        arguments.query(format!(
            "SELECT g.id, g.listed, g.rules
             FROM (SELECT {distinct}* FROM ({seats}) each ORDER BY each.listed {order} LIMIT {limit}) p
             CROSS JOIN games g WHERE g.id = p.game ORDER BY p.listed {order}"
        ))
    }

    /// The tables of a player, up to the sort key `end`, at which another player has a seat.
    pub fn of_two(self, player: &UserId, other: &UserId, end: i64) -> Statement {
        let (up_to, order, limit) = (self.direction.up_to(), self.direction.order(), self.limit);
        let mut arguments = Arguments::default();
        let seats = self.seats(&mut arguments, player, true);
        let (other, end) = (arguments.add(other.as_str()), arguments.add(end));
        arguments.query(format!(
            "SELECT g.id, g.listed, g.rules
             FROM (SELECT * FROM ({seats}) each WHERE each.listed {up_to} {end} ORDER BY each.listed {order} LIMIT {limit}) p
             CROSS JOIN seats o CROSS JOIN games g
             WHERE o.game = p.game AND o.user_id = {other} AND g.id = p.game ORDER BY p.listed {order} LIMIT {limit}"
        ))
    }

    /// The tables of a player, up to the sort key `end`, at which one of several others has a seat.
    pub fn of_one_with(self, player: &UserId, others: &[UserId], end: i64) -> Statement {
        let (up_to, order, limit) = (self.direction.up_to(), self.direction.order(), self.limit);
        let mut arguments = Arguments::default();
        let seats = self.seats(&mut arguments, player, true);
        let others: Vec<_> = others.iter().map(|other| arguments.add(other.as_str())).collect();
        let (others, end) = (others.join(", "), arguments.add(end));
        arguments.query(format!(
            "SELECT g.id, g.listed, g.rules
             FROM (SELECT * FROM ({seats}) each WHERE each.listed {up_to} {end} ORDER BY each.listed {order} LIMIT {limit}) p
             CROSS JOIN games g WHERE g.id = p.game
                 AND EXISTS (SELECT 1 FROM seats o WHERE o.game = p.game AND o.user_id IN ({others}))
             ORDER BY p.listed {order}"
        ))
    }

    /// The last sort key of a player's part; no row if it has fewer tables than its limit.
    pub fn end(self, player: &UserId) -> Statement {
        let (order, limit) = (self.direction.order(), self.limit);
        let mut arguments = Arguments::default();
        let seats = self.seats(&mut arguments, player, true);
        arguments.query(format!(
            "SELECT $1 AS user_id, each.listed FROM ({seats}) each ORDER BY each.listed {order} LIMIT 1 OFFSET {limit} - 1"
        ))
    }

    /// The seats of a player at public tables or at all: those of each status and visibility by themselves, along their index.
    fn seats(self, arguments: &mut Arguments, player: &UserId, all: bool) -> String {
        let Self { direction, from, status, limit } = self;
        let (beyond, order) = (direction.beyond(), direction.order());
        let (player, from) = (arguments.add(player.as_str()), arguments.add(from));
        let statuses = match status {
            None => Status::ALL.map(|status| format!("'{}'", status.word())).to_vec(),
            Some(status) => vec![arguments.add(status.word())],
        };
        let seats = |public: u8, status: &str| {
            format!(
                "SELECT * FROM (SELECT s.game, s.listed FROM seats s
                 WHERE s.user_id = {player} AND s.status = {status} AND s.public = {public} AND s.listed {beyond} {from}
                 ORDER BY s.listed {order} LIMIT {limit}) one"
            )
        };
        let visible: &[u8] = if all { &[1, 0] } else { &[1] };
        let each = visible.iter().flat_map(|&public| statuses.iter().map(move |status| (public, status)));
        each.map(|(public, status)| seats(public, status)).collect::<Vec<_>>().join(" UNION ALL ")
    }
}
