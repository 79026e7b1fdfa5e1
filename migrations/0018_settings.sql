-- JSON: the settings that a table was opened with, without its rules, which lists are filtered by. Null in tables that servers
-- opened which did not know this column: those have them in `clock_days`, `handicaps` and `aids`. The three are still written,
-- so that such servers can go on until they are replaced.
ALTER TABLE games ADD COLUMN settings TEXT;
