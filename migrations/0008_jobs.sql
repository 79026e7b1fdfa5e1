-- What is to be done later, once, by whichever server is free. `due` is when a job may be taken: its time, or while a server
-- has taken it (`lease`) the moment at which others may take it over. `failed` is when it was given up, 0 while it was not.
CREATE TABLE jobs (
    unique_key TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    due BIGINT NOT NULL,
    lease TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    failed BIGINT NOT NULL DEFAULT 0,
    error TEXT
);
CREATE INDEX jobs_due ON jobs (due) WHERE failed = 0;
CREATE INDEX jobs_failed ON jobs (failed) WHERE failed > 0;

-- Deadlines and the computer's turns were found by looking for them; now each game in progress has a job for its next one.
INSERT INTO jobs (unique_key, kind, payload, due, created)
    SELECT 'turn/' || id, CASE WHEN computer_to_move = 1 THEN 'computer_turn' ELSE 'time_out' END, id,
           CASE WHEN computer_to_move = 1 THEN changed ELSE deadline END, changed
    FROM games WHERE computer_to_move = 1 OR deadline IS NOT NULL;
DROP INDEX games_due;
DROP INDEX games_for_computer;
