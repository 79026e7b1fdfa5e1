//! The statements that find the tables of a list: a literal for every direction, filter and size.

/// The `LIMIT` of a page: one extra table shows that there is another page. A literal rather than a parameter, so that
/// PostgreSQL plans for a page and not for a tenth of all games.
macro_rules! page {
    () => {
        26
    };
}

/// To find games of two players or with certain rules, this many games are searched per window.
macro_rules! window {
    () => {
        1000
    };
}

/// What is read of each table of a list.
macro_rules! places {
    ($($rest:tt)+) => {
        concat!("SELECT g.id, g.listed, g.rules ", $($rest)+)
    };
}

/// Public games beyond place `$1`, with any status or with `$2`.
macro_rules! public {
    ($beyond:literal, $order:literal, $status:literal, $limit:expr) => {
        places!(
            "FROM games g WHERE g.public = 1 AND g.listed ",
            $beyond,
            " $1",
            $status,
            " ORDER BY g.listed",
            $order,
            " LIMIT ",
            $limit
        )
    };
}

/// Seats of player `$1` beyond place `$2` with one status and visibility, read along their index.
macro_rules! seats {
    ($beyond:literal, $order:literal, $status:literal, $public:literal, $limit:expr) => {
        concat!(
            "SELECT * FROM (SELECT s.game, s.listed FROM seats s WHERE s.user_id = $1 AND s.status = ",
            $status,
            " AND s.public = ",
            $public,
            " AND s.listed ",
            $beyond,
            " $2 ORDER BY s.listed",
            $order,
            " LIMIT ",
            $limit,
            ") one"
        )
    };
}

/// The seats of a player in public games or in all games, with any status or the given one.
macro_rules! seats_of {
    ($beyond:literal, $order:literal, public, any, $limit:expr) => {
        concat!(
            seats!($beyond, $order, "'open'", 1, $limit),
            " UNION ALL ",
            seats!($beyond, $order, "'playing'", 1, $limit),
            " UNION ALL ",
            seats!($beyond, $order, "'finished'", 1, $limit)
        )
    };
    ($beyond:literal, $order:literal, public, $status:literal, $limit:expr) => {
        seats!($beyond, $order, $status, 1, $limit)
    };
    ($beyond:literal, $order:literal, all, any, $limit:expr) => {
        concat!(
            seats_of!($beyond, $order, public, any, $limit),
            " UNION ALL ",
            seats!($beyond, $order, "'open'", 0, $limit),
            " UNION ALL ",
            seats!($beyond, $order, "'playing'", 0, $limit),
            " UNION ALL ",
            seats!($beyond, $order, "'finished'", 0, $limit)
        )
    };
    ($beyond:literal, $order:literal, all, $status:literal, $limit:expr) => {
        concat!(
            seats!($beyond, $order, $status, 1, $limit),
            " UNION ALL ",
            seats!($beyond, $order, $status, 0, $limit)
        )
    };
}

macro_rules! of_player {
    ($beyond:literal, $order:literal, $visible:ident, $status:tt, $limit:expr) => {
        places!(
            "FROM (SELECT * FROM (",
            seats_of!($beyond, $order, $visible, $status, $limit),
            ") each ORDER BY each.listed",
            $order,
            " LIMIT ",
            $limit,
            ") p CROSS JOIN games g WHERE g.id = p.game ORDER BY p.listed",
            $order
        )
    };
}

/// Where the next window of a player's games ends; no row if it is the last.
macro_rules! end_of_window {
    ($beyond:literal, $order:literal, $status:tt) => {
        concat!(
            "SELECT $1 AS user_id, each.listed FROM (",
            seats_of!($beyond, $order, all, $status, window!()),
            ") each ORDER BY each.listed",
            $order,
            " LIMIT 1 OFFSET ",
            window!(),
            " - 1"
        )
    };
}

/// The games of players `$1` and `$3` in one window of the games of `$1` that ends at place `$4`.
macro_rules! of_two {
    ($beyond:literal, $order:literal, $within:literal, $status:tt) => {
        places!(
            "FROM (SELECT * FROM (",
            seats_of!($beyond, $order, all, $status, window!()),
            ") each WHERE each.listed ",
            $within,
            " $4 ORDER BY each.listed",
            $order,
            " LIMIT ",
            window!(),
            ") p CROSS JOIN seats o CROSS JOIN games g
             WHERE o.game = p.game AND o.user_id = $3 AND g.id = p.game
             ORDER BY p.listed",
            $order,
            " LIMIT ",
            window!()
        )
    };
}

/// One of two statements, for a direction.
macro_rules! either {
    ($direction:expr, $statement:ident!($($rest:tt)+)) => {
        match $direction {
            Direction::Down => $statement!("<", " DESC", $($rest)+),
            Direction::Up => $statement!(">", "", $($rest)+),
        }
    };
}

/// One of two statements, for a direction and a page or a window.
macro_rules! sized {
    ($direction:expr, $wide:expr, $statement:ident!($($rest:tt)+)) => {
        if $wide {
            either!($direction, $statement!($($rest)+, window!()))
        } else {
            either!($direction, $statement!($($rest)+, page!()))
        }
    };
}
