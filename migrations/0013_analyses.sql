-- Analyses of finished games. They follow from the games' logs.
CREATE TABLE analyses (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    depth TEXT NOT NULL,
    -- Of the analyser. Reports of another version are made again.
    version BIGINT NOT NULL,
    -- How many turns are analysed so far, and how many there are.
    done BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    -- JSON; null until all turns are analysed.
    report TEXT,
    PRIMARY KEY (game, depth)
);
