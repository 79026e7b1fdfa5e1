-- JSON: the seats that have won. Points do not tell it of a game that somebody left. It follows from the log like the other
-- columns of lists; `rebuild` writes it for games that ended before.
ALTER TABLE games ADD COLUMN winners TEXT NOT NULL DEFAULT '[]';
