-- What waits for a user: their turn in a game, or an invitation that they have not answered; turns that are over are kept for a week.
-- Follows from the logs, but for what is over. `n` is the number of the event that ended the turn before; 0 for the first turn, for turns
-- that waited when this table was made, and for invitations. `changed` is when its deadline last moved, or when it was over, and
-- `changes` how often that happened.
CREATE TABLE waiting (
    game TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    deadline BIGINT,
    changed BIGINT NOT NULL,
    changes BIGINT NOT NULL,
    ended BIGINT,
    PRIMARY KEY (game, user_id, kind, n)
);
CREATE INDEX waiting_of_user ON waiting (user_id, ended);
CREATE INDEX waiting_ended ON waiting (ended);

INSERT INTO waiting (game, user_id, kind, n, at, deadline, changed, changes)
    SELECT s.game, s.user_id, 'turn', 0, g.changed, g.deadline, g.changed, 0
    FROM games g JOIN seats s ON s.game = g.id AND s.seat = g.to_move
    WHERE g.status = 'playing' AND g.computer_to_move = 0 AND s.user_id IS NOT NULL;
INSERT INTO waiting (game, user_id, kind, n, at, changed, changes)
    SELECT i.game, i.user_id, 'invitation', 0, i.at, i.at, 0 FROM invitations i WHERE i.declined = 0;
