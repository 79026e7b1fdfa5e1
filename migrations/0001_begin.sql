-- One text for SQLite and PostgreSQL: only TEXT and BIGINT; times are milliseconds since 1970, flags are 0 or 1, ids are
-- text made by the program. All that belongs to a game has the game's id first in its key.

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    zone TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    token TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    agent TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_ending ON sessions (until);

CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    PRIMARY KEY (user_id, code)
);

-- How often something was tried since when: by account name, by address.
CREATE TABLE attempts (
    subject TEXT NOT NULL PRIMARY KEY,
    tries BIGINT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX attempts_since ON attempts (since);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    opener TEXT NOT NULL REFERENCES users (id),
    rules TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    seat_count BIGINT NOT NULL,
    public BIGINT NOT NULL,
    invite TEXT,
    clock_days BIGINT,
    secret TEXT NOT NULL,
    created BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    -- Counts who has sat down and got up: a game begins with the seats that its starter saw.
    roster BIGINT NOT NULL,
    -- The first line of the record, from the start on.
    header TEXT,
    -- What lists show; `rebuild` makes it again from the log.
    status TEXT NOT NULL,
    last_n BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    to_move BIGINT,
    computer_to_move BIGINT NOT NULL,
    deadline BIGINT,
    hand TEXT NOT NULL,
    scores TEXT NOT NULL
);
CREATE INDEX games_public ON games (public, listed);
CREATE INDEX games_of_opener ON games (opener, status);
CREATE INDEX games_invite ON games (invite) WHERE invite IS NOT NULL;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_for_computer ON games (changed) WHERE computer_to_move = 1;

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    user_id TEXT REFERENCES users (id),
    computer TEXT,
    salt TEXT NOT NULL,
    -- 1 until the game is over.
    live BIGINT NOT NULL,
    PRIMARY KEY (game, seat),
    UNIQUE (game, user_id)
);
CREATE INDEX seats_of_user ON seats (user_id, live, game);

CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    form BIGINT NOT NULL,
    body TEXT NOT NULL,
    -- The form that asked for it, so that the same one sent twice is known.
    submission TEXT,
    PRIMARY KEY (game, n)
);

CREATE TABLE notices (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (game, n, user_id)
);
CREATE INDEX notices_of_user ON notices (user_id, seen);
