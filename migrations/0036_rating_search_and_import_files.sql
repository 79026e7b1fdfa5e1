-- Rated games can be searched by the ratings of their players: those that are there follow in batches, from the first on.
INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
    SELECT 'index_games', 'index_games', 'analysis', '', 0, 0 WHERE EXISTS (SELECT 1 FROM rated_games)
    ON CONFLICT (unique_key) DO UPDATE SET payload = '', due = 0, lease = NULL, attempts = 0, failed = 0, error = NULL;

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
