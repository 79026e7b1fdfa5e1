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
