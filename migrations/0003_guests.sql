-- People who play without an account, until they make one of themselves or go.

ALTER TABLE users ADD COLUMN guest BIGINT NOT NULL DEFAULT 0;
CREATE INDEX users_guests ON users (created) WHERE guest = 1;
-- Tables that have waited for long are looked for by their age.
CREATE INDEX games_waiting ON games (created) WHERE status = 'open';
