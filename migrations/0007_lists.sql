-- Lists are read from indexes in their order, however many games there are.

-- A player's games are listed from the player's seats, which repeat what lists are filtered and sorted by. `status` says
-- what `live` said, and more.
ALTER TABLE seats ADD COLUMN status TEXT NOT NULL DEFAULT 'open';
ALTER TABLE seats ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN listed BIGINT NOT NULL DEFAULT 0;
UPDATE seats SET
    status = (SELECT g.status FROM games g WHERE g.id = seats.game),
    public = (SELECT g.public FROM games g WHERE g.id = seats.game),
    listed = (SELECT g.listed FROM games g WHERE g.id = seats.game);
DROP INDEX seats_of_user;
ALTER TABLE seats DROP COLUMN live;
CREATE INDEX seats_of_user ON seats (user_id, status, public, listed);

DROP INDEX games_public;
CREATE INDEX games_public ON games (listed) WHERE public = 1;
CREATE INDEX games_public_by_status ON games (status, listed) WHERE public = 1;

-- When it happened, so that the latest can be found without the events.
ALTER TABLE notices ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
UPDATE notices SET at = COALESCE((SELECT e.at FROM events e WHERE e.game = notices.game AND e.n = notices.n), 0);
DROP INDEX notices_of_user;
CREATE INDEX notices_of_user ON notices (user_id, seen, at);

-- Seats are reserved until the game starts, and from now on no longer.
DELETE FROM kept_seats WHERE game IN (SELECT g.id FROM games g WHERE g.status <> 'open');
