-- Accounts are locked by restrictions of the kind account, which have a rule, an end and a way to object. Those that were locked before get one for
-- ten years (315,360,000,000 ms), with the reason in the audit log. `users.locked` stays: since when an account is locked, as long as it is.
INSERT INTO restrictions (id, user_id, kind, rule, reason, decided_by, since, ends, until)
SELECT u.id, u.id, 'account', '–',
    COALESCE((SELECT a.reason FROM audit_log a WHERE a.subject = u.id AND a.action = 'account-locked' ORDER BY a.at DESC LIMIT 1), '–'),
    COALESCE((SELECT a.actor FROM audit_log a WHERE a.subject = u.id AND a.action = 'account-locked' ORDER BY a.at DESC LIMIT 1), u.id),
    u.locked, u.locked + 315360000000, u.locked + 315360000000
FROM users u WHERE u.locked IS NOT NULL;

INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
SELECT 'end_lock/' || u.id, 'end_lock', 'quick', u.id, u.locked + 315360000000, u.locked
FROM users u WHERE u.locked IS NOT NULL;
