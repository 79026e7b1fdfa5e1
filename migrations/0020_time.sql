-- When a server was last up: one row, renewed every half minute by every server.
CREATE TABLE heartbeats (
    name TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- Times at which no server was up. The clocks of all games stood.
CREATE TABLE outages (
    began BIGINT NOT NULL PRIMARY KEY,
    ended BIGINT NOT NULL
);

-- JSON: what the players of a game have proposed and agreed on; null if nothing.
ALTER TABLE games ADD COLUMN agreements TEXT;

-- What players have said about their hours and their leave: JSON, numbered from 1.
CREATE TABLE player_time (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (user_id, n)
);
