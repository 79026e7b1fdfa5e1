-- The file of many records that a user has sent last, which a job reads: `text` until all `records` are read, of which `done` are and
-- `kept` were kept. `refused` is JSON: lines, and why. `resumes` is when the limits of a day let the job go on.
CREATE TABLE import_files (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    since BIGINT NOT NULL,
    text TEXT,
    records BIGINT NOT NULL,
    done BIGINT NOT NULL,
    kept BIGINT NOT NULL,
    refused TEXT NOT NULL,
    resumes BIGINT
);
CREATE INDEX import_files_by_age ON import_files (since);
