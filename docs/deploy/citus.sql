-- Spreads a Bastide database over the nodes of a Citus cluster. docs/scaling.md says what is stored where, and why.
--
--   bastide --database postgres://…@coordinator/bastide     (once: creates the tables; stop it again)
--   psql -v ON_ERROR_STOP=1 -f docs/deploy/citus.sql postgres://…@coordinator/bastide

BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

-- Keys across groups, which a distributed table cannot hold. The service keeps both: a rematch is opened under a lock of
-- its game's row, the next game of a series under one of the row of the series, and a puzzle whose game is deleted keeps its record.
DROP INDEX games_rematch_of;
CREATE INDEX games_rematch_of ON games (rematch_of) WHERE rematch_of IS NOT NULL;
DROP INDEX games_of_series;
CREATE INDEX games_of_series ON games (series, series_n) WHERE series IS NOT NULL;
ALTER TABLE puzzles DROP CONSTRAINT puzzles_game_fkey;
-- The others go until their tables have been distributed.
CREATE TEMPORARY TABLE keys ON COMMIT DROP AS
    SELECT c.conrelid::regclass::text AS tab, quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace;
DO $$
DECLARE key record;
BEGIN
    FOR key IN SELECT * FROM keys LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %s', key.tab, key.name);
    END LOOP;
END $$;

-- Accounts, and what is rarely written or found by anything but the user: a copy on every node.
SELECT create_reference_table('users');
SELECT create_reference_table('sessions');
SELECT create_reference_table('authenticators');
SELECT create_reference_table('passkeys');
SELECT create_reference_table('recovery_codes');
SELECT create_reference_table('feeds');
SELECT create_reference_table('push_subscriptions');
SELECT create_reference_table('notification_settings');
SELECT create_reference_table('tokens');
SELECT create_reference_table('recordings');
SELECT create_reference_table('import_files');
SELECT create_reference_table('webhooks');
SELECT create_reference_table('webhook_failures');
SELECT create_reference_table('server_keys');
SELECT create_reference_table('level_results');
SELECT create_reference_table('rating_progress');
SELECT create_reference_table('rating_corrections');
SELECT create_reference_table('hidden_people');
SELECT create_reference_table('game_challenges');
SELECT create_reference_table('series');
SELECT create_reference_table('profile_settings');
SELECT create_reference_table('followed_players');
SELECT create_reference_table('offers');
SELECT create_reference_table('offer_keys');
SELECT create_reference_table('offer_games');
SELECT create_reference_table('reports');
SELECT create_reference_table('restrictions');
SELECT create_reference_table('puzzles');
SELECT create_reference_table('former_names');
SELECT create_reference_table('audit_log');
SELECT create_reference_table('retired_names');
SELECT create_reference_table('player_time');
SELECT create_reference_table('archives');
SELECT create_reference_table('heartbeats');
SELECT create_reference_table('outages');

-- A game and all that belongs to it are on one node.
SELECT create_distributed_table('games', 'id');
SELECT create_distributed_table('events', 'game', colocate_with => 'games');
SELECT create_distributed_table('table_events', 'game', colocate_with => 'games');
SELECT create_distributed_table('seats', 'game', colocate_with => 'games');
SELECT create_distributed_table('invitations', 'game', colocate_with => 'games');
SELECT create_distributed_table('kept_seats', 'game', colocate_with => 'games');
SELECT create_distributed_table('rated_games', 'game', colocate_with => 'games');
SELECT create_distributed_table('player_games', 'game', colocate_with => 'games');
SELECT create_distributed_table('followed_games', 'game', colocate_with => 'games');
SELECT create_distributed_table('notifications', 'game', colocate_with => 'games');
SELECT create_distributed_table('muted_games', 'game', colocate_with => 'games');
SELECT create_distributed_table('name_removals', 'game', colocate_with => 'games');
SELECT create_distributed_table('talk', 'game', colocate_with => 'games');
SELECT create_distributed_table('talk_lines', 'game', colocate_with => 'games');
SELECT create_distributed_table('talk_unread', 'game', colocate_with => 'games');
SELECT create_distributed_table('analyses', 'game', colocate_with => 'games');
SELECT create_distributed_table('game_facets', 'game', colocate_with => 'games');
SELECT create_distributed_table('attendance', 'game', colocate_with => 'games');
SELECT create_distributed_table('puzzle_searches', 'game', colocate_with => 'games');

-- What many requests write, each in rows of its own.
SELECT create_distributed_table('puzzle_attempts', 'user_id', colocate_with => 'none');
SELECT create_distributed_table('user_events', 'user_id', colocate_with => 'none');
SELECT create_distributed_table('rating_changes', 'user_id', colocate_with => 'none');
SELECT create_distributed_table('ratings', 'user_id', colocate_with => 'rating_changes');
SELECT create_distributed_table('time_losses', 'user_id', colocate_with => 'rating_changes');
SELECT create_distributed_table('player_totals', 'user_id', colocate_with => 'rating_changes');
SELECT create_distributed_table('opponent_totals', 'user_id', colocate_with => 'rating_changes');
SELECT create_distributed_table('archive_chunks', 'month', colocate_with => 'none');
SELECT create_distributed_table('challenges', 'token', colocate_with => 'none');
SELECT create_distributed_table('attempts', 'subject', colocate_with => 'none');

DO $$
DECLARE key record;
BEGIN
    FOR key IN SELECT * FROM keys LOOP
        EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %s %s', key.tab, key.name, key.definition);
    END LOOP;
END $$;

-- `jobs`, `waiting`, `past_turns` and `event_numbers` stay on the coordinator.

-- Matching of offers asks every shard and then changes tables that are on every node. Citus allows that in one transaction only if it asks
-- the shards of a node one after the other.
DO $$
BEGIN
    EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode TO sequential', current_database());
END $$;

COMMIT;
