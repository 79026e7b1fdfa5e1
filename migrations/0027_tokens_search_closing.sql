-- Secrets by which programs use the API for a user: `token` is a hash; `scopes` are words with spaces between; `until` is null if it does not
-- expire; `used` is when it was last used, up to an hour earlier.
CREATE TABLE tokens (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    token TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT,
    used BIGINT,
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tokens_of_secret ON tokens (token);
CREATE INDEX tokens_that_expire ON tokens (until) WHERE until IS NOT NULL;
-- What public finished games can be searched by: a row for each facet of a game, such as "preset modern". Follows from the log and the
-- analyses; a job writes it after the end of a game. `ended` is when the game ended.
CREATE TABLE game_facets (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    facet TEXT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (game, facet)
);
-- A search reads it in either direction from any place.
CREATE INDEX game_facets_in_order ON game_facets (facet, ended, game);

-- The games that are there follow in batches.
INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
    SELECT 'index_games', 'index_games', 'analysis', '', 0, 0 WHERE EXISTS (SELECT 1 FROM games);

-- When an account will be closed whose owner has asked for it, and when it was closed. A closed account has a generated name.
ALTER TABLE users ADD COLUMN closes BIGINT;
ALTER TABLE users ADD COLUMN closed BIGINT;

-- Hashes of names that closed accounts had: nobody can take them again. They don't say whose they were.
CREATE TABLE retired_names (
    hash TEXT NOT NULL PRIMARY KEY
);

-- Games whose stored headers and events have got the new name of a closed account: copies that follow the database compare
-- them again.
CREATE TABLE name_removals (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, at)
);

-- The entries that have the name of a moderator whose account is closed.
CREATE INDEX audit_log_of_actor ON audit_log (actor);
