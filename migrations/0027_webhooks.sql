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
