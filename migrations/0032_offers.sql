-- People who are open to games. `terms` is JSON: which games, and with whom. `once`: the offer ends with its first game. `waits` is since when it waits for
-- somebody who fits; null while as many of its games are in progress as `at_once` allows.
CREATE TABLE offers (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    terms TEXT NOT NULL,
    at_once BIGINT NOT NULL,
    once BIGINT NOT NULL,
    since BIGINT NOT NULL,
    waits BIGINT
);
CREATE INDEX offers_of_user ON offers (user_id, since, id);
CREATE INDEX offers_waiting ON offers (waits, id) WHERE waits IS NOT NULL;

-- The games that an offer welcomes while it waits. Offers with the same key welcome the same game; the one that waits longest comes first.
CREATE TABLE offer_keys (
    game_key TEXT NOT NULL,
    waits BIGINT NOT NULL,
    offer TEXT NOT NULL REFERENCES offers (id) ON DELETE CASCADE,
    PRIMARY KEY (game_key, waits, offer)
);
CREATE INDEX offer_keys_of_offer ON offer_keys (offer);

-- Games in progress that began with an offer. A game that has begun is never deleted.
CREATE TABLE offer_games (
    game TEXT NOT NULL,
    offer TEXT NOT NULL REFERENCES offers (id) ON DELETE CASCADE,
    PRIMARY KEY (game, offer)
);
CREATE INDEX offer_games_of_offer ON offer_games (offer);

-- How many games with other people somebody wants to have in progress; null is no limit. Offers begin no more.
ALTER TABLE users ADD COLUMN games_wanted BIGINT;
