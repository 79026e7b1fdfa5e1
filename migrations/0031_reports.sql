-- What people have reported. `subject`: whom they have reported. `game`, `channel`, `n`: the line, if it is about one. `words`: what the reporter
-- has written; `evidence`: the line and those around it, as JSON. Both are removed six months after the decision. Guests who are gone leave their
-- id here, so users are not referenced.
CREATE TABLE reports (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    reporter TEXT NOT NULL,
    subject TEXT NOT NULL,
    category TEXT NOT NULL,
    words TEXT,
    game TEXT,
    channel TEXT,
    n BIGINT,
    evidence TEXT,
    decided BIGINT,
    decided_by TEXT,
    outcome TEXT,
    rule TEXT,
    reason TEXT,
    answer TEXT
);
CREATE INDEX reports_open ON reports (at, id) WHERE decided IS NULL;
CREATE INDEX reports_by ON reports (reporter, at, id);
CREATE INDEX reports_decided ON reports (decided) WHERE decided IS NOT NULL AND words IS NOT NULL;

-- What moderators have decided about a person. `ends`: until when, as decided; null for warnings. `until`: until when it is shown as being in force:
-- as decided, or until it was lifted; for a warning, until the person has acknowledged it, and null before. `upheld`: whether an administrator who
-- has answered the objection upheld the restriction.
CREATE TABLE restrictions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    report TEXT,
    decided_by TEXT NOT NULL,
    since BIGINT NOT NULL,
    ends BIGINT,
    until BIGINT,
    lifted BIGINT,
    objection TEXT,
    objected BIGINT,
    answered BIGINT,
    upheld BIGINT,
    answer TEXT
);
CREATE INDEX restrictions_of_user ON restrictions (user_id, since, id);
CREATE INDEX restrictions_objected ON restrictions (objected, id) WHERE objected IS NOT NULL AND answered IS NULL;
