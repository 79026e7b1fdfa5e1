-- A user's notifications of a game by kind: `n` is the number of an event in the log that the kind belongs to. `seen` is when they were
-- marked as seen, 0 if they were not; those from before this migration have 1.
CREATE TABLE notifications_of_kinds (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (game, user_id, kind, n)
);
INSERT INTO notifications_of_kinds (game, user_id, kind, n, at, seen) SELECT game, user_id, kind, n, at, seen FROM notifications;
DROP TABLE notifications;
ALTER TABLE notifications_of_kinds RENAME TO notifications;
-- Each list of them is the end of a range, whatever it is filtered by.
CREATE INDEX notifications_of_user ON notifications (user_id, at, game, n, kind);
CREATE INDEX notifications_of_kind ON notifications (user_id, kind, at, game, n);
CREATE INDEX notifications_unseen ON notifications (user_id, at, game, n, kind) WHERE seen = 0;
CREATE INDEX notifications_unseen_of_kind ON notifications (user_id, kind, at, game, n) WHERE seen = 0;

-- What a user wants to hear of by which channel, quiet hours, and the hour of a daily summary: JSON. Without a row all is as it is at first.
CREATE TABLE notification_settings (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    body TEXT NOT NULL
);

-- Games about which a user gets no messages.
CREATE TABLE muted_games (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX muted_games_of_user ON muted_games (user_id, game);

-- When an open page of the user showed that it is their turn.
ALTER TABLE waiting ADD COLUMN seen BIGINT;

-- Addresses that get messages for a user. What a format needs beside its address: `room` of Matrix; `secret`, its access token or
-- what signs generic messages. `former_secret` signs, too, for a day after `rotated`. `delivered` is when a message last arrived;
-- `tried` and `result` are about the last attempt of all. Nothing has arrived since `failing_since`. `off`: switched off then, because
-- the receiver was gone or nothing arrived for days.
CREATE TABLE webhooks (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    format TEXT NOT NULL,
    address TEXT NOT NULL,
    room TEXT,
    secret TEXT,
    former_secret TEXT,
    rotated BIGINT,
    since BIGINT NOT NULL,
    delivered BIGINT,
    tried BIGINT,
    result TEXT,
    failing_since BIGINT,
    off BIGINT,
    PRIMARY KEY (user_id, id)
);

-- Messages that were given up: `subject` and `made` say which, `at` is when, `why` the result of the last attempt.
CREATE TABLE webhook_failures (
    user_id TEXT NOT NULL,
    webhook TEXT NOT NULL,
    id TEXT NOT NULL,
    subject TEXT NOT NULL,
    made BIGINT NOT NULL,
    at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (user_id, webhook, id),
    FOREIGN KEY (user_id, webhook) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
);
