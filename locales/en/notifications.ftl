# Notifications on phones and computers (Web Push)
notifications-title = Notifications
account-notifications-text = Your phone or computer can tell you when it’s your turn, even if no page is open.
notifications-this = This device
notifications-this-text = Your browser shows a notification when it’s your turn in a game, and for whatever else you choose below. It names the players and how much time is left. The push service that carries it can’t read it.
notifications-this-on = This device gets notifications.
notifications-add = Notify this device
notifications-no-scripts = Notifications need a browser with scripts, which are off in this one.
notifications-unsupported = This browser can’t get notifications from this page.
notifications-denied = Your browser blocks notifications from this site. Allow them in its settings, then try again.
notifications-failed = Your browser couldn’t reach its push service. Try again later.
notifications-insecure = Notifications need an address that begins with https, and this server’s doesn’t. Its host can change that.
notifications-off = This server sends no notifications. Its host can turn them on.
notifications-iphone = iPhone and iPad
notifications-iphone-text = Notifications work in apps on the Home Screen only, from iOS 16.4 on. Open this page in Safari, choose Share and then Add to Home Screen, open Bastide from there, sign in, and come back to this page.
notifications-devices = Devices
notifications-devices-none = None of your devices gets notifications yet.
notifications-devices-text = Up to { $most } devices get notifications. A device stops getting them when you sign out there, or when its session ends.
notifications-column-device = Device
notifications-column-since = Since
notifications-column-last = Last message
notifications-this-one = { $agent } (this one)
notifications-last-none = None yet
notifications-last-delivered = Handed to its push service on { $at }
notifications-last-delayed = Not sent on { $at }: the push service is unavailable. It’s tried again for up to a day.
notifications-last-key = Not sent on { $at }: the push service refuses this server. Its host can find out why.
notifications-last-refused = Not sent on { $at }: the push service refused it.
notifications-remove = Remove
notifications-remove-one = Remove<span class="sr-only"> the device added on { $since }</span>
notifications-test = Send a test
notifications-test-text = Each device should show a message within a minute. Reload this page to see what came of it.

# What a user wants to hear of
notifications-settings = Choose notifications
notifications-settings-text = Whatever you choose, <a href="{ $url }">the list of your notifications</a> has it all.
notifications-settings-link = Settings
notifications-channel-device = Devices
notifications-channel-webhook = Webhooks
notifications-channel-feed = Feed
notifications-topic = About
notifications-topic-all = everything
notifications-topic-turn = Your turn
notifications-topic-reminder = Your time runs out
notifications-topic-invitation = Invitations
notifications-topic-question = Questions of other players
notifications-topic-game = Games that begin or end
notifications-topic-seat = Missed turns and your seat
notifications-topic-pause = Pauses and time given
notifications-topic-leave = Leave taken by itself
notifications-topic-talk = Lines at your tables
notifications-topic-followed = Games that you follow, and games of players whom you follow
notifications-topic-summary = Daily summary
notifications-quiet-from = Quiet hours from
notifications-quiet-until = until
notifications-quiet-help = In your time zone, { $zone }, at most { $most } hours. What comes up in them is sent afterwards. Reminders come before them; only the last one for a turn may come in them.
notifications-summary-at = Daily summary at
notifications-summary-help = Says how many games wait for you. When none does, nothing is sent.
notifications-muted-games = Muted games
notifications-unmute-one = Unmute<span class="sr-only"> the game with { $players }</span>

# The list of notifications
notifications-none = Nothing yet. Here you’ll see when games begin and end, what other players ask, and what happened while you were away.
notifications-none-found = None of these.
notifications-new = new
notifications-unseen-only = Only those not seen
notifications-all = All notifications
notifications-newest = Newest
notifications-mark-all = Mark all as seen
notifications-mark-seen = Seen<span class="sr-only">: { $what }</span>
notifications-mark-unseen = Not seen<span class="sr-only">: { $what }</span>
notifications-marked = All notifications are marked as seen.
notifications-undo = Undo
notifications-muted = You get no messages about <a href="{ $url }">your game with { $players }</a>.
notifications-not-muted = Notifications of <a href="{ $url }">your game with { $players }</a>.
notifications-mute = Mute this game
notifications-unmute = Unmute this game
notification-with = with { $players }
notification-started = The game has begun
notification-finished = The game is over
notification-missed = You missed a turn
notification-out = You lost your seat after missed turns
notification-substituted = Your seat was handed over after a missed turn
notification-replaced = Somebody else took over your seat
notification-time-out-taken-back = Your time-out was taken back
notification-declined = An invitation was declined
notification-asked = The others want your consent
notification-refused = Your proposal was declined
notification-paused = The game is paused
notification-pause-ending = The pause ends in a day
notification-pause-ended = The pause is over
notification-resumed = Somebody ended the pause
notification-time-given = You were given more time
notification-leave = Leave was taken for you
notification-talk = Somebody has written at the table
notification-followed-began = A player whom you follow has begun a game
notification-followed-ended = A game that you watch is over

# The messages themselves
push-reminder = Your time runs out: { $left }.
push-running-out = Time runs out in some of them.
push-turn = It’s your turn.
push-turn-left = It’s your turn: { $left }.
push-turn-alone = Your game
push-waiting-title = { $n ->
    [one] { $n } game is waiting for you
   *[other] { $n } games are waiting for you
}
push-waiting = Open your queue to play one after another.
push-test-title = Bastide can reach this device
push-test = This is the test that you asked for.
