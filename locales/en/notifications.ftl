# Notifications on phones and computers (Web Push)
notifications-title = Notifications
account-notifications-text = Your phone or computer can tell you when it’s your turn, even if no page is open.
notifications-this = This device
notifications-this-text = Your browser shows a notification when it’s your turn in a game. It names the players and how much time is left. The push service that carries it can’t read it.
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

# The messages themselves
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
