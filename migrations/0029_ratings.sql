-- What rated games say about their players: `players` is JSON by seat, `void` why a game counts for nobody. Follows from the logs; a job
-- writes it after the end of a game.
CREATE TABLE rated_games (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    ended BIGINT NOT NULL,
    pool TEXT NOT NULL,
    players TEXT NOT NULL,
    void TEXT
);
-- They are rated in the order in which they ended.
CREATE INDEX rated_games_in_order ON rated_games (ended, game);

-- The rated games that a player left by running out of time.
CREATE TABLE time_losses (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (user_id, ended, game)
);

-- What a game did to a player's rating, in thousandths: `mean` and `deviation` are those before it. `void` is why it did nothing. `games` is how many
-- have counted, with this one. Follows from `rated_games`, `time_losses` and `rating_corrections`.
CREATE TABLE rating_changes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    pool TEXT NOT NULL,
    ended BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    place BIGINT NOT NULL,
    how_left TEXT,
    void TEXT,
    games BIGINT NOT NULL,
    mean BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    new_mean BIGINT NOT NULL,
    new_deviation BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);
CREATE INDEX rating_changes_in_order ON rating_changes (user_id, pool, ended, game);

-- The last of those changes of each player and pool that counted. `ranked` says whether it is in the list of its pool.
CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    pool TEXT NOT NULL,
    mean BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    games BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    ranked BIGINT NOT NULL,
    PRIMARY KEY (user_id, pool)
);
CREATE INDEX ratings_in_order ON ratings (pool, mean, user_id) WHERE ranked = 1;
CREATE INDEX ratings_idle ON ratings (ended) WHERE ranked = 1;

-- The last game that the ratings contain; `revision` grows with every change of what they follow from.
CREATE TABLE rating_progress (
    name TEXT NOT NULL PRIMARY KEY,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    revision BIGINT NOT NULL
);

-- Decisions of administrators that a game counts for nobody (`excluded` is 1), or does after all. The last one of a game holds.
CREATE TABLE rating_corrections (
    game TEXT NOT NULL,
    at BIGINT NOT NULL,
    excluded BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (game, at)
);
