# Pages for administrators and moderators.

admin-title = Administration
admin-menu = Administration
admin-text = You can see the state of this server and moderate accounts.

admin-find = Find an account
admin-find-name = Name, or a former name
admin-find-button = Find
admin-unknown = No account is named “{ $name }”.

# Numbers
admin-database = Database
admin-about = about { $n }
admin-about-text = “About” means estimated from a sample of 1,000 and rounded. Large numbers are accurate to about 5 %, small parts of them less so.
admin-accounts = Accounts
admin-guests = Guests
admin-tables-open = Tables waiting for players
admin-games-playing = Games in progress
admin-games-finished = Finished games
admin-size = Size
admin-server = This server
admin-server-text = Other servers on the same database have their own numbers. Moves count from midnight UTC or from the start of the server, whichever is later.
admin-version = Version
admin-uptime = Running for
admin-moves-today = Moves today
admin-streams = Live updates open
admin-memory = Memory
admin-files = Open files and connections
admin-connections = Database connections

admin-all-jobs = Jobs
admin-lane = Lane
admin-lane-quick = Deadlines and quick turns
admin-lane-search = Searches of computer players
admin-lane-analysis = Quick analyses and puzzles
admin-lane-long-analysis = Standard and deep analyses
admin-lane-results = Results of finished games
admin-lane-push = Push messages
admin-lane-webhook = Webhooks
admin-scheduled = Scheduled
admin-due = Due
admin-running = Running
admin-failed = Failed
admin-oldest = Oldest due for

# Slow pages
admin-slow = Slow pages
admin-slow-text = The three slowest requests for each page in the last 24 hours that took { $n } ms or longer, on this server. The request ID finds their lines in the log.
admin-slow-none = No request was slow.
admin-slow-page = Page
admin-slow-took = Took
admin-slow-status = Status
admin-slow-id = Request ID

# Failed jobs
admin-jobs = Failed jobs
admin-jobs-text = These jobs failed ten times and were given up. Retry them once the cause is fixed. What a dropped job should have done stays undone; “bastide rebuild” schedules what games need.
admin-jobs-none = No job has failed.
# $kind: a word like time_out
admin-job = { $n ->
    [one] { $kind }, given up on { $at } after { $n } attempt
   *[other] { $kind }, given up on { $at } after { $n } attempts
}
admin-job-retry = Retry
admin-job-drop = Drop

# An account
admin-account = Account
admin-guest = Guest
admin-account-id = ID
admin-account-since = Since
admin-account-sessions = Open sessions
admin-account-closes = Will be closed
admin-account-closed = Closed
admin-account-locked = Locked since
admin-former-names = Former names
admin-removed-name = { $name } (removed)
admin-account-games = Public games
admin-reason = Reason
admin-confirm = <a href="{ $url }">Confirm that it’s you</a> before you change anything.
admin-end-sessions = End sessions
admin-end-sessions-text = Signs the account out everywhere.
admin-end-sessions-guest = A guest can’t sign back in, so this takes the guest’s games away.
admin-end-sessions-button = End all sessions
admin-rename = Rename
admin-rename-text = The old name still signs in, and nobody else can take it. Records of earlier games keep it.
admin-new-name = New name
admin-rename-button = Rename the account
admin-remove-name = Remove the name
admin-remove-name-text = Replaces an offensive name with a generated one, also in game records. Nobody can take it again.
admin-remove-name-button = Remove the name
admin-history = What was done

# The audit log
admin-log = Audit log
admin-log-text = What administrators and moderators did. Entries are never changed or deleted.
admin-log-none = Nothing yet.
admin-log-at = When
admin-log-who = Who
admin-log-what = What
admin-log-whom = Account or job
admin-log-detail = New name, error or number
admin-log-newest = Newest
admin-did-lock = locked
admin-did-unlock = unlocked
admin-did-rename = renamed
admin-did-remove-name = removed the name
admin-did-end-sessions = ended the sessions
admin-did-retry = retried
admin-did-drop = dropped
admin-did-release = let turns time out
admin-did-stop-clocks = stopped all clocks
admin-did-take-back-time-out = took back a time-out
admin-did-exclude-game = excluded a game from ratings
admin-did-include-game = included a game in ratings again
admin-did-close-account = closed their account

# Turns that are held, because more would time out than usual
admin-time-outs = Time-outs
admin-time-outs-text = If more than 50 turns and more than 2 % of the games in progress would time out within ten minutes, none does until you decide: something may be wrong with the clocks or the server.
admin-held = { $n ->
    [one] One turn is held instead of timing out
   *[other] { $n } turns are held instead of timing out
}
admin-time-outs-none = Turns time out as usual.
admin-time-outs-held = { $n ->
    [one] One turn is held. Its deadline is { $first }.
   *[other] { $n } turns are held, from a deadline of { $first } on.
}
admin-time-outs-release = Let them time out
admin-time-outs-release-text = What each table has chosen happens. This can’t be undone.
admin-time-outs-stop = Stop all clocks
admin-time-outs-stop-text = As if the server had been down since the first of them ran out: no time counts, and no clock runs out for a while after.
admin-time-outs-length = From now on for
admin-time-outs-length-help = From 1 h to 72 h, such as 12 h.
admin-time-out-back = Take back a time-out
admin-time-out-back-text = If a turn timed out by mistake, the game can go back to it: everything that followed is undone, and the turn begins again with the time that it had. That works until a person has played, and not once the game is over: its draw secret is public then.
admin-time-out-game = Game
admin-time-out-game-help = Its address, or the ID in it.
admin-time-out-show = Show its time-outs
admin-time-out-none = No time-out of this game can be taken back.
admin-time-out-which = Time-out
admin-time-out-of = { $player }, { $at }
admin-time-out-reason-help = The players read it, and it stays in the game record.
admin-time-out-back-button = Take it back
