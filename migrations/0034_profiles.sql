-- What a finished game among people says about each of them who began it: `place` in the order of the end, `sums` is JSON. `kind`: rules, seats and
-- pace. Follows from the logs and the analyses; a job writes it after the end of a game.
CREATE TABLE player_games (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    public BIGINT NOT NULL,
    place BIGINT NOT NULL,
    sums TEXT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX player_games_of_user ON player_games (user_id, game);

-- What the public ones add up to for a player and a kind of game.
CREATE TABLE player_totals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    sums TEXT NOT NULL,
    PRIMARY KEY (user_id, kind)
);

-- How often a player was placed before, level with and behind another, in public and private games.
CREATE TABLE opponent_totals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other TEXT NOT NULL,
    ahead BIGINT NOT NULL,
    even BIGINT NOT NULL,
    behind BIGINT NOT NULL,
    PRIMARY KEY (user_id, other)
);

-- The games that are there follow in batches.
INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
    SELECT 'count_games', 'count_games', 'analysis', '', 0, 0 WHERE EXISTS (SELECT 1 FROM games);

-- What a person lets others see; without a row, everybody sees it and can follow them. `visible`: to whom the profile is shown.
CREATE TABLE profile_settings (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    visible TEXT NOT NULL,
    followable BIGINT NOT NULL
);

-- Whom and which games a person follows.
CREATE TABLE followed_players (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, player)
);
CREATE INDEX followed_players_by_time ON followed_players (user_id, at, player);
CREATE INDEX followers ON followed_players (player, at, user_id);
-- Those who are notified, in parts.
CREATE INDEX followers_in_order ON followed_players (player, user_id);

CREATE TABLE followed_games (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX followed_games_of_user ON followed_games (user_id, at, game);
