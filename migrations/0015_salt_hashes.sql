-- Players commit to their salts when they join, and reveal them when all seats are taken. `salt` is empty until then. While
-- salts are missing, the `deadline` of an open table is when its game starts without them.
ALTER TABLE seats ADD COLUMN salt_hash TEXT;
