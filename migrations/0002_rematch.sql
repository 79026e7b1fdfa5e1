-- Points at the start, and tables whose seats are kept for the players of the game that they follow.

-- JSON: points that each seat begins with; empty if nobody has any.
ALTER TABLE games ADD COLUMN handicaps TEXT NOT NULL DEFAULT '[]';
-- The game of which this one is the rematch: each has one at most.
ALTER TABLE games ADD COLUMN rematch_of TEXT;
CREATE UNIQUE INDEX games_rematch_of ON games (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE kept_seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (game, seat),
    UNIQUE (game, user_id)
);
CREATE INDEX kept_seats_of_user ON kept_seats (user_id);
