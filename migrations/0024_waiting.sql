-- What waits for a user: their turn in a game, or an invitation that they have not answered. Follows from the logs. A user has at most
-- one row for a game. `n` is the number of the event that ended the turn before; 0 for the first turn, for turns that waited when this
-- table was made, and for invitations.
CREATE TABLE waiting (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);
CREATE INDEX waiting_of_game ON waiting (game);

INSERT INTO waiting (user_id, game, kind, n, at)
    SELECT s.user_id, s.game, 'turn', 0, g.changed FROM games g JOIN seats s ON s.game = g.id AND s.seat = g.to_move
    WHERE g.status = 'playing' AND g.computer_to_move = 0 AND s.user_id IS NOT NULL;
INSERT INTO waiting (user_id, game, kind, n, at)
    SELECT i.user_id, i.game, 'invitation', 0, i.at FROM invitations i WHERE i.declined = 0;
