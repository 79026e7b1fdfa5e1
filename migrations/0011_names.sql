-- Names of accounts can have letters of any alphabet, so that they can look alike: two accounts never have the same skeleton
-- (UTS 39, without case). Guests have none. Of names from before, which are ASCII, only the oldest of those that look alike
-- has one.
ALTER TABLE users ADD COLUMN skeleton TEXT;
UPDATE users SET skeleton = LOWER(REPLACE(REPLACE(REPLACE(REPLACE(name, 'I', 'l'), '1', 'l'), '0', 'O'), 'm', 'rn'))
    WHERE id IN (
        SELECT r.id FROM (
            SELECT u.id, ROW_NUMBER() OVER (
                PARTITION BY LOWER(REPLACE(REPLACE(REPLACE(REPLACE(u.name, 'I', 'l'), '1', 'l'), '0', 'O'), 'm', 'rn'))
                ORDER BY u.created, u.id) AS nth
            FROM users u WHERE u.guest = 0) r
        WHERE r.nth = 1);
CREATE UNIQUE INDEX users_of_skeleton ON users (skeleton);
