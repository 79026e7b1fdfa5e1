-- Turns that are over, of users whose programs or calendars ask for them; kept for 30 days. `n`, `at` and `deadline` are as they were in
-- `waiting`, where a game now has one row for its turn, which passes from user to user; `changes` counts the end, too.
CREATE TABLE past_turns (
    game TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    deadline BIGINT,
    changes BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (game, user_id, n)
);
CREATE INDEX past_turns_of_user ON past_turns (user_id, ended);
CREATE INDEX past_turns_ended ON past_turns (ended);

INSERT INTO past_turns (game, user_id, n, at, deadline, changes, ended)
    SELECT w.game, w.user_id, w.n, w.at, w.deadline, w.changes, w.ended FROM waiting w
    WHERE w.ended IS NOT NULL AND w.user_id IN (SELECT f.user_id FROM feeds f UNION SELECT e.user_id FROM event_numbers e);
DELETE FROM waiting WHERE ended IS NOT NULL;
DROP INDEX waiting_of_user;
DROP INDEX waiting_ended;
ALTER TABLE waiting DROP COLUMN ended;
CREATE INDEX waiting_of_user ON waiting (user_id);
