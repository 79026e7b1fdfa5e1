-- Rated games can be searched by the ratings of their players: those that are there follow in batches, from the first on.
INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
    SELECT 'index_games', 'index_games', 'analysis', '', 0, 0 WHERE EXISTS (SELECT 1 FROM rated_games)
    ON CONFLICT (unique_key) DO UPDATE SET payload = '', due = 0, lease = NULL, attempts = 0, failed = 0, error = NULL;
