-- What help the pages of a table give while its game is on: 'all', 'standard' or 'none'. Games from before had all.
ALTER TABLE games ADD COLUMN aids TEXT NOT NULL DEFAULT 'all';
