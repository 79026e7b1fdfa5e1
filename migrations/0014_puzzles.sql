-- Positions in which one turn is clearly best. Each has its own record, which names neither its game nor its players. `shown` is from
-- when it is listed, `day` the day, counted from 1 January 1970, on which it is everybody's puzzle.
CREATE TABLE puzzles (
    n BIGINT NOT NULL PRIMARY KEY,
    game TEXT UNIQUE REFERENCES games (id) ON DELETE SET NULL,
    tile TEXT NOT NULL,
    record TEXT NOT NULL,
    answers TEXT NOT NULL,
    shown BIGINT NOT NULL UNIQUE,
    day BIGINT UNIQUE
);
-- Finished games that need not be searched again.
CREATE TABLE puzzle_searches (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);
-- The first answer of each account. `day` is that of a daily puzzle that was answered on its day.
CREATE TABLE puzzle_attempts (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    puzzle BIGINT NOT NULL REFERENCES puzzles (n) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    solved BIGINT NOT NULL,
    day BIGINT,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, puzzle)
);
CREATE INDEX puzzle_attempts_of_days ON puzzle_attempts (user_id, solved, day);
