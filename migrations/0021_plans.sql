-- JSON: what the player of a seat has planned, which nobody else sees; null if nothing.
ALTER TABLE seats ADD COLUMN plan TEXT;

-- How often plans have changed. Never null: a turn that was decided with other plans is not stored.
ALTER TABLE games ADD COLUMN plans_n BIGINT NOT NULL DEFAULT 0;
