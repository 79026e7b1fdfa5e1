-- What programs are told of a user: turns, invitations and notifications, numbered from 1 in the order in which they are first read. `n` is
-- as in the table that each comes from, `at` when it happened, and `listed` when it got its number. Kept for 30 days after that.
CREATE TABLE user_events (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
-- Each has one number. Those since a moment are the end of a range.
CREATE UNIQUE INDEX user_events_once ON user_events (user_id, at, game, kind, n);
CREATE INDEX user_events_listed ON user_events (listed);

-- The last number of a user who has asked for events. All events from before `looked`, but for the last minutes before it, have numbers.
CREATE TABLE event_numbers (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    last BIGINT NOT NULL,
    looked BIGINT NOT NULL
);

-- Who made an account with which a program plays; null for people.
ALTER TABLE users ADD COLUMN maker TEXT;
CREATE INDEX users_of_maker ON users (maker) WHERE maker IS NOT NULL;
