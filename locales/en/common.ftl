# What all pages share: head, navigation, foot, and sentences about what was just done.

# "Sign in – Bastide"
window-title = { $title } – Bastide
# $n: how many games wait for the viewer's turn
# $n: lines of others at this table that the viewer hasn't read. $title: the title without them
window-title-unread = { $n ->
    [one] { $n } new line
   *[other] { $n } new lines
} – { $title }
window-title-turns = ({ $n }) { $title } – Bastide
site-description = Carcassonne by post: place a tile when you have a minute, and your friends answer when they have one.
site-foot = Bastide, a tile game by post. Fair draws, no e-mail, no trackers. <a href="{ $atlas }">Tile atlas</a> · <a href="{ $settings }">Display and sound</a> · <a href="{ $terms }">Terms</a> · <a href="{ $contact }">Contact</a> · <a href="{ $moderation }">Moderation</a>

nav-skip = Skip to content
nav-label = Site
nav-menu = Menu
# Places for everybody. "Play" is the dashboard, or the front page of a visitor.
nav-play = Play
nav-watch = Watch
nav-learn = Learn
nav-practice = Practice
# Behind the button with the player’s name
nav-account = Your account
nav-my-games = My games
nav-open-table = Open a table
nav-rules = Rules
nav-keep-games = Keep your games

sign-in = Sign in
sign-up = Sign up
sign-out = Sign out
keep-games = Keep your games: choose a name and password

flash-welcome = You’re signed in.
flash-signed-out = You’re signed out.
flash-closing = You’re signed out, and your account will be closed in seven days. Sign in before then to keep it.
flash-account-kept = Your account stays.
flash-guest-gone = You’re signed out, and your guest games are deleted.
flash-password-changed = Your password is changed, and your other sessions have ended.
flash-confirmed = Confirmed. You can make the change now.
flash-authenticator-added = Your authenticator app is set up. From now on, signing in takes a code, too.
flash-authenticator-removed = Your authenticator app is removed.
flash-passkey-added = Your passkey is added. You can sign in with it from now on.
flash-passkey-removed = That passkey is removed.
flash-two-steps-on = From now on, signing in with your password takes a passkey, too.
flash-two-steps-off = Your password alone signs you in again.
flash-zone-changed = Times are now shown in your new time zone. If you have nights or free days, they move there.
flash-hours-saved = Saved.
flash-leave-taken = You have taken leave. Your clocks stand meanwhile.
flash-leave-ended = The leave has ended.
flash-proposed = The others have been asked.
flash-agreed = Done. Nobody else had to agree.
flash-time-given = They have more time now.
flash-answered = The others know your answer.
flash-resumed = The pause is over.
flash-plan-saved = Your plan is saved. Only you can see it.
flash-taken-over = You play for yourself again.
flash-seat-taken = The seat is yours. Good luck!
flash-settings-saved = Your settings are saved.
flash-session-ended = That session has ended.
flash-sessions-ended = Your other sessions have ended.
flash-notifications-on = This device gets notifications from now on.
flash-notifications-saved = Notification settings saved.
flash-profile-saved = Saved.
flash-followed = You follow this now. “Watching” has the games.
flash-unfollowed = You don’t follow this any more.
flash-follower-removed = This player doesn’t follow you any more.
flash-game-muted = You get no more messages about this game.
flash-game-unmuted = You get messages about this game again.
flash-device-removed = That device gets no more notifications.
flash-test-sent = The test is on its way.
flash-webhook-added = The webhook is added. Send it a test.
flash-webhook-removed = The webhook is removed.
flash-webhook-on = The webhook is on again.
flash-message-resent = The message is on its way again.
flash-bot-made = Bot created. Make a token for its program next.
flash-bot-removed = The bot is removed. Its games are being resigned.
flash-token-revoked = The token is revoked. Programs can’t use it any more.
flash-failure-removed = The message is removed from the list.
flash-feeds-stopped = Your feed addresses no longer work.
flash-imported = The game is kept.
flash-import-deleted = The game is deleted.
flash-recording-removed = The game is deleted.
flash-table-opened = Your table is open.
flash-made-public = The table is public now.
flash-invited = Invitation sent.
flash-declined = You’ve declined the invitation.
flash-joined = You’ve taken a seat.
flash-left = You’ve left the table.
flash-table-closed = The table is closed.
flash-resigned = You’ve resigned.
flash-account-renamed = The account has its new name.
flash-account-signed-out = All sessions of the account have ended.
flash-job-retried = The job runs again.
flash-job-dropped = The job is dropped.
flash-time-outs-released = These turns time out within a minute.
flash-clocks-stopped = All clocks stand.
flash-rating-corrected = Decided. The ratings after the game are being worked out again.
flash-time-out-taken-back = The game has gone back to that turn.

# Lists in sentences: "Ann", "Ann and Ben", "Ann, Ben and Cleo"
list-one = { $item }
list-two = { $first } and { $second }
list-more = { $start }, { $next }
list-end = { $start } and { $last }

# Between groups of three digits
thousands = ,
# $n: with one decimal
megabytes = { $n } MB
