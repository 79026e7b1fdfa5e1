-- How many seats of a running game others can take over.
ALTER TABLE games ADD COLUMN offered BIGINT NOT NULL DEFAULT 0;

CREATE INDEX games_offered ON games (listed) WHERE offered > 0;
