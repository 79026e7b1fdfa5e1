-- When an account was locked; null while it is not.
ALTER TABLE users ADD COLUMN locked BIGINT;

-- Names that accounts had before they were renamed: nobody else can take them. Records do not show one that is `removed`.
CREATE TABLE former_names (
    folded TEXT NOT NULL PRIMARY KEY,
    skeleton TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    removed BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX former_names_of_skeleton ON former_names (skeleton);
CREATE INDEX former_names_of_user ON former_names (user_id, at);

-- What administrators and moderators did. Rows are never changed or deleted, and outlast the accounts, so they repeat names.
-- `subject` is the id of an account or the key of a job.
CREATE TABLE audit_log (
    at BIGINT NOT NULL PRIMARY KEY,
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_name TEXT NOT NULL,
    detail TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX audit_log_of_subject ON audit_log (subject, at);
