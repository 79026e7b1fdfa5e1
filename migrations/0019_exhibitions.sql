-- Games in which only computers play have no opener. SQLite can't let an existing column be null, so a new one takes its place.
ALTER TABLE games ADD COLUMN opener_or_null TEXT REFERENCES users (id);
UPDATE games SET opener_or_null = opener;
DROP INDEX games_of_opener;
ALTER TABLE games DROP COLUMN opener;
ALTER TABLE games RENAME COLUMN opener_or_null TO opener;
CREATE INDEX games_of_opener ON games (opener, status, listed);
