-- The secret address of a person's feeds: found by the hash of its token, which itself is nowhere stored. One a person.
CREATE TABLE feeds (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token TEXT NOT NULL UNIQUE,
    since BIGINT NOT NULL
);
