-- A game has one turn that waits. Its user was in the key, so each move wrote the key again. `invited` is the user of an invitation, and empty
-- for a turn. A damaged database may have several turns of a game: the last one stays.
CREATE TABLE former_waiting AS SELECT * FROM waiting;
DROP TABLE waiting;
CREATE TABLE waiting (
    game TEXT NOT NULL,
    invited TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    deadline BIGINT,
    changed BIGINT NOT NULL,
    changes BIGINT NOT NULL,
    seen BIGINT,
    PRIMARY KEY (game, invited)
);
INSERT INTO waiting (game, invited, user_id, n, at, deadline, changed, changes, seen)
    SELECT game, CASE kind WHEN 'turn' THEN '' ELSE user_id END, user_id, n, at, deadline, changed, changes, seen
    FROM former_waiting ORDER BY n DESC, at DESC
    ON CONFLICT DO NOTHING;
DROP TABLE former_waiting;
CREATE INDEX waiting_of_user ON waiting (user_id);
