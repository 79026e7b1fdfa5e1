-- What has happened to a user, for programs: turns, invitations and notifications, numbered from 1 in the order in which they are first read. `n` is
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

-- Files of all public games that ended in a month, such as "2026-11": gzip, one record after the other. `made` is when the making of the file
-- began, `sha256` that of the file in hexadecimal, `licence` what others may do with it.
CREATE TABLE archives (
    month TEXT NOT NULL PRIMARY KEY,
    made BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    games BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    licence TEXT NOT NULL
);

-- Their pieces in base64, in order. Those of a file that is being made are not in `archives` yet.
CREATE TABLE archive_chunks (
    month TEXT NOT NULL,
    made BIGINT NOT NULL,
    n BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (month, made, n)
);

-- Imported games: the names of their players, as JSON by seat; a seat whose player is the importer has an empty one. Null: the game was
-- played here.
ALTER TABLE games ADD COLUMN imported TEXT;
CREATE INDEX games_imported ON games (opener, listed) WHERE imported IS NOT NULL;

-- Games from the table at home that are being entered: `header` is the first line of a record, `steps` are like those of a practice.
CREATE TABLE recordings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    since BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    header TEXT NOT NULL,
    steps TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
);
