-- What is said at a table. For each of the channels that several people read: the number of its last line, and how often it has changed.
-- `closed`: when the players closed the spectators' channel; null while it is open.
CREATE TABLE talk (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seats BIGINT NOT NULL,
    seats_changes BIGINT NOT NULL,
    spectators BIGINT NOT NULL,
    spectators_changes BIGINT NOT NULL,
    closed BIGINT
);

-- Lines, numbered in each channel. `owner`: whose notes they are; empty in channels that several people read. `event`: the last event of the game
-- when they were written. `body`: a text, or the word of a phrase. `withdrawn`: when the author took the line back.
CREATE TABLE talk_lines (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    owner TEXT NOT NULL,
    n BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    event BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT,
    withdrawn BIGINT,
    PRIMARY KEY (game, channel, owner, n)
);
-- What one person has written, and how much of it lately.
CREATE INDEX talk_lines_of_user ON talk_lines (user_id, at, game, channel, n);
CREATE INDEX talk_lines_at_event ON talk_lines (game, event, at, channel, n);
-- Texts that were withdrawn are removed later.
CREATE INDEX talk_lines_withdrawn ON talk_lines (withdrawn) WHERE withdrawn IS NOT NULL AND body IS NOT NULL;

-- How far a person has read the channels of a table, and how many lines of others have come since that the person would see.
CREATE TABLE talk_unread (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seats_seen BIGINT NOT NULL,
    seats_unread BIGINT NOT NULL,
    spectators_seen BIGINT NOT NULL,
    spectators_unread BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX talk_unread_of_user ON talk_unread (user_id, game);
CREATE INDEX talk_unread_waiting ON talk_unread (user_id, game) WHERE seats_unread + spectators_unread > 0;

-- Whose lines a person does not see. `why`: the person has muted or blocked the other, or was blocked. A block is a row for each of the two.
CREATE TABLE hidden_people (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    why TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, other, why)
);
CREATE INDEX hidden_people_of ON hidden_people (user_id, at, other);
CREATE INDEX hidden_people_from ON hidden_people (other, user_id);
