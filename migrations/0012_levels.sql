-- Levels of computer players, their results, and hints.

-- Each lane of jobs is leased on its own, so that none waits for a longer one.
ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'quick';
DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (lane, due) WHERE failed = 0;

-- How the computer player of a seat did against the people at the table: 'won', 'drawn' or 'lost'. Follows from the logs like
-- other columns of seats.
ALTER TABLE seats ADD COLUMN result TEXT;
CREATE INDEX seats_with_result ON seats (computer, result) WHERE result IS NOT NULL;
-- The results of each level, counted as games end: they follow from the seats.
CREATE TABLE level_results (
    level TEXT NOT NULL PRIMARY KEY,
    won BIGINT NOT NULL,
    drawn BIGINT NOT NULL,
    lost BIGINT NOT NULL
);

-- JSON: for each seat how many hints it has had, and the event after which it had the last; null at tables without hints.
ALTER TABLE games ADD COLUMN hints TEXT NOT NULL DEFAULT 'null';
