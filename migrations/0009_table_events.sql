-- What happens at a table beside its game is a log of its own. Rows of games and seats follow from it, but for secrets: the
-- draw secret, the invitation, and what players add to the draw.
CREATE TABLE table_events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    form BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, n)
);

-- Tables from before get the log that leads to their rows: what came and went in between is not known any more, nor when
-- players joined.
INSERT INTO table_events (game, n, at, form, body)
    WITH RECURSIVE numbers (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < 19)
    SELECT g.id, 1, g.created, 1,
        '{"type":"opened","opener":"' || g.opener
        || '","rules":{"version":' || CAST(g.rules_version AS TEXT) || ',"parameters":' || g.rules
        || '},"handicaps":' || g.handicaps
        || ',"seats":[' || (
            SELECT string_agg(
                CASE
                    WHEN s.computer IS NOT NULL THEN '{"computer":"' || s.computer || '"}'
                    WHEN k.user_id IS NOT NULL THEN '{"reserved":"' || k.user_id || '"}'
                    ELSE '"free"'
                END,
                ',' ORDER BY m.i)
            FROM numbers m
                LEFT JOIN seats s ON s.game = g.id AND s.seat = m.i
                LEFT JOIN kept_seats k ON k.game = g.id AND k.seat = m.i
            WHERE m.i < g.seat_count)
        || '],"public":' || CASE WHEN g.public = 1 THEN 'true' ELSE 'false' END
        || ',"time_control":' || CASE
            WHEN g.clock_days IS NULL THEN '"unlimited"'
            ELSE '{"per_turn":{"days":' || CAST(g.clock_days AS TEXT) || '}}'
        END
        || ',"missed_turns":"skip","aids":"' || g.aids
        || '","rematch_of":' || COALESCE('"' || g.rematch_of || '"', 'null')
        || ',"place":' || CAST(g.listed AS TEXT) || '}'
    FROM games g;
INSERT INTO table_events (game, n, at, form, body)
    SELECT s.game, 1 + ROW_NUMBER() OVER (PARTITION BY s.game ORDER BY s.seat), g.created, 1,
        '{"type":"joined","seat":' || CAST(s.seat AS TEXT) || ',"user":"' || s.user_id || '"}'
    FROM seats s JOIN games g ON g.id = s.game WHERE s.user_id IS NOT NULL;
INSERT INTO table_events (game, n, at, form, body)
    SELECT g.id, (SELECT MAX(t.n) + 1 FROM table_events t WHERE t.game = g.id),
        COALESCE((SELECT e.at FROM events e WHERE e.game = g.id AND e.n = 1), g.created), 1, '{"type":"started"}'
    FROM games g WHERE g.header IS NOT NULL;

-- It counted who has sat down and got up; now it is the number of the table's last event.
ALTER TABLE games RENAME COLUMN roster TO revision;
UPDATE games SET revision = (SELECT MAX(t.n) FROM table_events t WHERE t.game = games.id);

ALTER TABLE notices RENAME TO notifications;
DROP INDEX notices_of_user;
CREATE INDEX notifications_of_user ON notifications (user_id, seen, at);
