-- How reliably people play in time: what events of games with people and a clock say about their players. Follows from the logs.
-- `kind` is 'played' (the game is over; so many turns in time), 'missed', 'missed_while_playing' (elsewhere), or 'called_off'
-- (nothing that was missed in the game counts).
CREATE TABLE attendance (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    turns BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, n, user_id)
);
CREATE INDEX attendance_of_user ON attendance (user_id, at);
