-- When the user of a session last typed the password or used a passkey; 0 in sessions from before.
ALTER TABLE sessions ADD COLUMN confirmed BIGINT NOT NULL DEFAULT 0;
-- 1 if passwords alone do not sign in, although there is no authenticator app.
ALTER TABLE users ADD COLUMN two_steps BIGINT NOT NULL DEFAULT 0;

-- Authenticator apps (RFC 6238), one a user. `active` is 0 until the first code was typed. Codes up to `last_step` are used.
CREATE TABLE authenticators (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    since BIGINT NOT NULL,
    active BIGINT NOT NULL,
    last_step BIGINT NOT NULL
);

-- Passkeys (WebAuthn): `id` is the credential's, `credential` its public key and counter as JSON.
CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    credential TEXT NOT NULL,
    since BIGINT NOT NULL,
    used BIGINT
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, since);

-- Sign-ins that wait for a second step, and challenges for passkeys, each found by the hash of a token and used once.
-- Visitors who sign in with a passkey are nobody yet.
CREATE TABLE challenges (
    token TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX challenges_of_user ON challenges (user_id);
CREATE INDEX challenges_ending ON challenges (until);
