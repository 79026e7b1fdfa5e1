-- Browsers that want push messages: each belongs to a session and ends with it. An endpoint is one browser's, whoever uses it.
-- `delivered` is when a push service last took a message; `tried` and `result` are about the last message of all.
CREATE TABLE push_subscriptions (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    since BIGINT NOT NULL,
    delivered BIGINT,
    tried BIGINT,
    result TEXT,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session);

-- Secret keys of the server, all servers of a database together. `push` signs push messages.
CREATE TABLE server_keys (
    name TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);
