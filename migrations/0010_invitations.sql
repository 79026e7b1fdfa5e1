-- People who are invited by name and have not taken a seat. Like reserved seats, they follow from the table's events, and
-- concern only tables that wait for players. `at` is when they were invited, or declined.
CREATE TABLE invitations (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    declined BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX invitations_of_user ON invitations (user_id, declined, at);

-- A seat reserved for somebody else than the opener is an invitation, until that person sits down.
INSERT INTO invitations (game, user_id, declined, at)
    SELECT k.game, k.user_id, 0, g.created FROM kept_seats k JOIN games g ON g.id = k.game
    WHERE k.user_id <> g.opener
        AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = k.game AND s.user_id = k.user_id)
        AND NOT EXISTS (SELECT 1 FROM table_events t
                        WHERE t.game = k.game AND t.body = '{"type":"left","user":"' || k.user_id || '"}');

-- The table that somebody opened last is found without reading the others.
DROP INDEX games_of_opener;
CREATE INDEX games_of_opener ON games (opener, status, listed);
