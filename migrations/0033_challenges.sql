-- Challenges of one person to another. `to_answer`: who must answer the current offer. `pair`: the ids of the two, the smaller one first. `n`: the number
-- of the current offer; `terms`: what it says, as JSON; `former`: the terms of the offer before. `made`: when the challenge was made; `offered`: when the
-- current offer was. `state`: open, accepted, declined, withdrawn or expired; `ended`: when it was decided or has expired. `game` and `series`: what was
-- opened when it was accepted.
CREATE TABLE game_challenges (
    id TEXT NOT NULL PRIMARY KEY,
    challenger TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    challenged TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    to_answer TEXT NOT NULL,
    pair TEXT NOT NULL,
    n BIGINT NOT NULL,
    terms TEXT NOT NULL,
    former TEXT,
    made BIGINT NOT NULL,
    offered BIGINT NOT NULL,
    state TEXT NOT NULL,
    ended BIGINT,
    game TEXT,
    series TEXT
);
-- Two people have one open challenge at most.
CREATE UNIQUE INDEX game_challenges_open ON game_challenges (pair) WHERE ended IS NULL;
CREATE INDEX game_challenges_between ON game_challenges (pair);
CREATE INDEX game_challenges_to_answer ON game_challenges (to_answer) WHERE ended IS NULL;
CREATE INDEX game_challenges_by ON game_challenges (challenger, offered, id);
CREATE INDEX game_challenges_to ON game_challenges (challenged, offered, id);
CREATE INDEX game_challenges_by_open ON game_challenges (challenger) WHERE ended IS NULL;
CREATE INDEX game_challenges_ended ON game_challenges (ended) WHERE ended IS NOT NULL;

-- What two people have agreed to play: `first` began the first game. The score follows from the games. `stopped` and `stop`: when no further game was
-- opened although it was not decided, and why.
CREATE TABLE series (
    id TEXT NOT NULL PRIMARY KEY,
    first TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    second TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    best_of BIGINT NOT NULL,
    tie_to_second BIGINT NOT NULL,
    settings TEXT NOT NULL,
    begun BIGINT NOT NULL,
    stopped BIGINT,
    stop TEXT
);
CREATE INDEX series_of_first ON series (first);
CREATE INDEX series_of_second ON series (second);

-- The series that a game belongs to, and its number there. From the event that opened the table.
ALTER TABLE games ADD COLUMN series TEXT;
ALTER TABLE games ADD COLUMN series_n BIGINT;
CREATE UNIQUE INDEX games_of_series ON games (series, series_n) WHERE series IS NOT NULL;
