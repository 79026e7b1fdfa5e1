# Signing up, signing in, and the account.

field-name = Name
field-password = Password
field-current-password = Current password
field-new-password = New password
field-code = Recovery code
field-zone = Time zone

login-guest-games = Your guest games move into your account.
login-new-here = New here? <a href="{ $url }">Sign up</a>.
login-new-guest = New here? <a href="{ $url }">Choose a name and password</a>.
login-lost-password = Forgot your password? <a href="{ $url }">Use a recovery code</a>.

recover-title = Recover your account
recover-text = Enter one of your ten recovery codes and choose a new password. All your sessions end.
recover-button = Set password and sign in
recover-no-codes = No codes left? The host of this server can reset your account.

sign-up-text = A name and a password are all you need. There’s no e-mail: ten recovery codes get you back in if you forget your password.
sign-up-guest-title = Keep your games
sign-up-guest-text = You’re playing as { $name }, and your games exist in this browser only. Choose a name and password to reach them from any browser and to play with others. There’s no e-mail: ten recovery codes get you back in if you forget your password.
sign-up-name-help = Other players see this. Use letters of your alphabet, digits, “-” and “_”, starting with a letter.
sign-up-password-help = { $n ->
    [one] At least { $n } character. A sentence is fine.
   *[other] At least { $n } characters. A sentence is fine.
}
sign-up-zone-help = Deadlines are shown in this time zone.
sign-up-guest-button = Keep my games
sign-up-has-account = Have an account? <a href="{ $url }">Sign in</a>.
sign-up-guest-has-account = Have an account? <a href="{ $url }">Sign in</a>, and your games come with you.

confirm-title = Confirm that it’s you
confirm-text = { $n ->
    [one] This change needs your password, in case someone else finds your browser open. For { $n } minute you won’t be asked again.
   *[other] This change needs your password, in case someone else finds your browser open. For { $n } minutes you won’t be asked again.
}
confirm-text-passkey = { $n ->
    [one] This change needs your password or a passkey, in case someone else finds your browser open. For { $n } minute you won’t be asked again.
   *[other] This change needs your password or a passkey, in case someone else finds your browser open. For { $n } minutes you won’t be asked again.
}
confirm-button = Confirm

field-second-step = Code
second-step-title = Enter a code
second-step-title-passkey = Second step
second-step-text = Your password is right. This account needs a second step.
second-step-next = Enter a code next.
second-step-help = Six digits from your authenticator app, or a recovery code.
second-step-help-recovery = One of your recovery codes.
second-step-lost = Lost your app? Each of your recovery codes works here once. Then remove the app on your account page.
second-step-lost-passkey = Lost your passkey? Each of your recovery codes works here once. Then remove the passkey on your account page.

login-passkey-text = Or use a passkey: your fingerprint, your face or a PIN instead of your name and password.
login-passkey = Sign in with a passkey
passkey-use = Use a passkey
passkey-failed = No passkey was used. Try again.
passkeys-unsupported = This browser can’t use passkeys.
passkeys-no-scripts = Passkeys need scripts, which are off in this browser.
account-passkeys = Passkeys
account-passkeys-text = A passkey signs you in with your fingerprint, your face or a PIN instead of your name and password.
account-passkey-name = Name
account-passkey-since = Added
account-passkey-used = Last used
account-passkey-never = Never
# The part in the span is for screen readers only
account-passkey-remove = Remove<span class="sr-only"> the passkey { $name }</span>
account-passkey-removal = Remove
field-passkey-name = Name of the new passkey
account-passkey-name-help = For example the device that it’s on.
account-passkey-add = Add a passkey
account-two-steps-off = Your password alone signs you in, too.
account-two-steps-on = Signing in with your password takes a passkey or a recovery code, too.
account-two-steps-begin = Take a passkey after the password
account-two-steps-end = Let the password alone sign in

authenticator-title = Set up an authenticator app
authenticator-scan = Scan this code with an authenticator app on your phone.
authenticator-code = QR code with the secret for your authenticator app
authenticator-link = Open it in an app on this device
authenticator-secret = Or type this secret into the app:
authenticator-enter = Enter the six digits that the app shows.
field-authenticator-code = Code from the app
authenticator-finish = Turn on
authenticator-recovery = If you lose the app, a recovery code can take its place. Make sure you still have them.
authenticator-cancel = Cancel
account-authenticator = Authenticator app
account-authenticator-text = With an app on your phone, your password alone no longer signs anyone in.
account-authenticator-begin = Set up an app
account-authenticator-since = Set up on { $since }. Signing in with your password takes a code from the app, too.
account-authenticator-remove = Remove the app

# After a form came back
field-password-again = Type the password again. It isn’t kept, so that nobody can read it here.

codes-title = Your recovery codes
codes-welcome = Welcome, { $name }
codes-new = New recovery codes
codes-text = These ten codes get you back in if you lose your password. Each works once. <strong>They won’t be shown again</strong>: print this page, or store them with your passwords.
codes-old-ones = Your old codes no longer work.
codes-copy = Copy them
codes-download = Download as a file
codes-done = I’ve saved them

end-guest-title = Sign out
end-guest-heading = Leave your games behind?
end-guest-text = You’re playing as a guest, and a guest can’t sign back in. If you sign out now, your games are deleted for good.
end-guest-instead = With a name and password you can get back to them here and in any other browser.
end-guest-confirm = Sign out and delete my games
end-guest-stay = Stay

feeds-title = Your feeds
feeds-text = Add these addresses to your feed reader or calendar to hear when it’s your turn. Some calendars look only once a day, so don’t rely on one alone where turns are short. <strong>They won’t be shown again</strong>, and anyone who has one can see which games are waiting for you, so keep them secret. Your old addresses no longer work.
feeds-atom = Feed reader (Atom)
feeds-calendar = Calendar (iCalendar)
feeds-done = I’ve copied them

account-title = Your account
account-guest = You’re a guest
account-guest-text = You’re playing as { $name }. Guests can watch and play the computer. Your games exist in this browser only and are deleted after 90 days without a visit. With a name and password you can reach them from any browser, and ten recovery codes get you back in.
account-change-password = Change password
account-end-feeds = Stop my feeds, too
account-end-feeds-help = Anyone who has their secret addresses loses access.
account-change-password-help = Your other sessions end.
account-zone-label = Show times in
account-save = Save
account-settings = Change settings
account-settings-text = Theme, contrast, meeple size and sounds for this browser.
account-codes = Recovery codes
account-codes-left = { $n ->
    [0] You have no codes left. New codes replace the old ones.
    [one] One code is left. New codes replace the old ones.
   *[other] { $n } codes are left. New codes replace the old ones.
}
account-new-codes = Make ten new codes
account-feeds = Feeds
account-feeds-text = Your feed reader and your calendar can tell you when it’s your turn, through secret addresses.
account-feeds-since = You’ve had yours since { $since }.
account-feeds-renew = Make new addresses
account-feeds-make = Make secret addresses
account-feeds-stop = Stop them
account-feeds-help = New addresses replace the old ones.
account-sessions = Sessions
account-session-browser = Browser
account-session-since = Since
account-session-expires = Expires
account-session-end = End
account-session-this = this browser
# The part in the span is for screen readers only
account-session-end-one = End<span class="sr-only"> the session since { $since }</span>
account-sessions-end = End all other sessions
# The browser of a session: "Firefox on Linux"
account-browser = { $browser } on { $system }
account-browser-unknown = Unknown browser

## Nights, free days and leave

own-time-title = Your time
own-time-text = Nights, free days and leave stop your clocks. They count in games that you play with other people, if the table allows them and gives at least a day for a turn. Others see that your clock stands and until when, never your hours.
account-time-text = Nights, free days and leave, which stop your clocks.
own-time-leave = Leave
own-time-balance = You have <strong>{ $balance }</strong> of leave.
own-time-on-leave = You are on leave until { $until }.
own-time-from-until = { $from } to { $until }
own-time-end = End now
own-time-call-off = Call off
own-time-begin = Beginning
own-time-begin-help = Leave it empty to go now.
own-time-length = Length
own-time-length-help = Such as 3 d, 12 h or 1 d 12 h. Or say when it ends:
own-time-until = End
own-time-take = Take leave
own-time-leave-help = A new account has { $first } days, and earns one more in { $in } days, up to { $most }. You can play while you are on leave; that doesn’t end it.
own-time-automatic = Automatic leave
own-time-automatic-label = Take leave for me when a turn would time out
own-time-automatic-help = An hour at a time, as long as you have leave. All your clocks stand meanwhile.
own-time-hours = Nights and free days
own-time-hours-text = These are times in { $zone }. When you change your time zone, they move there.
own-time-moves = They move to { $zone } on { $at }: a week after the last time.
own-time-zone = Change your time zone
own-time-night-from = Night begins
own-time-night-until = Night ends
own-time-night-help = At most { $most } hours. Leave both empty if your clocks should run at night.
own-time-free-days = Free days, at most { $most }
own-time-changes = A change counts from your next turn on. You can make one every { $days } days.
own-time-changeable = A change counts from your next turn on. You can make the next one from { $at }.
own-time-past = Leave that you had
own-time-past-none = None so far.
own-time-column-from = From
own-time-column-until = Until
own-time-column-length = Length
own-time-column-how = Taken
own-time-by-itself = by itself
own-time-by-you = by you

# How reliably people play in time
reliability-title = Your reliability
account-reliability-text = How many of your turns you play in time. Others see it before they sit down with you.
reliability-now = Now
reliability-own = <strong>{ $percent } % in time</strong>, of your last { $turns } turns.
reliability-own-new = <strong>New player.</strong> You have { $turns ->
    [0] no turns that count yet
    [one] { $turns } turn that counts
   *[other] { $turns } turns that count
}; from { $least } on there’s a number.
reliability-shown = Tables that wait for players show this beside your name, and can ask for a minimum. The list below is for you alone.
reliability-how = How it’s worked out
reliability-how-turns = Your last { $n } turns count, in games with other people and under a clock: those you missed at once, those you played when the game is over.
reliability-how-weight = A missed turn counts in full for { $days } days, half for the rest of a year, and then no more.
reliability-how-together = Turns that you miss within { $hours } hours count once, unless you play in another game meanwhile.
reliability-how-not = A turn that a computer takes since your time ran out is missed, too, unless the others agreed to it. What you miss in a game that is called off doesn’t count. Clocks stand during leave, pauses and outages.
reliability-how-new = With fewer than { $least } turns you’re a new player.
reliability-never-falls = Unless you miss another turn, it never falls.
reliability-missed = Missed turns that count
reliability-missed-none = None.
reliability-column-at = Missed
reliability-column-weight = Counts
reliability-weighs-full = in full until { $until }
reliability-weighs-half = half until { $until }
