# Error pages, and why a form came back.

error-home = Go to the front page
error-back-to-game = Back to the game
error-back = Back

error-play = Play
error-watch = Watch a game
error-find = Find the games of a player
error-find-button = Search

error-not-found = Nothing fits here
error-not-found-text = There’s no page at this address. It may be mistyped, or the table may have been closed.
error-bad-request = That didn’t work
error-sign-in = Sign in first
error-sign-in-text = You’re no longer signed in, so nothing was changed.
error-forbidden = You can’t do that
error-guest = You need an account for that
error-guest-text = Guests can watch games and play the computer. For more, a name and a password are enough: you keep your games and carry on from here.
error-forged = Send the form again
error-forged-text = The form didn’t come from this site, or its page was too old. Nothing was changed. Go back, reload the page and send the form again.
error-method = That doesn’t work here
error-method-text = This address only accepts submitted forms and can’t be opened as a page.
error-too-large = Too much data
error-too-large-text = The form is larger than this server accepts.
error-not-a-form = Not a form
error-not-a-form-text = The server expects HTML form data here.
error-too-many = Too many requests
error-too-many-text = { $seconds ->
    [one] Your network sent too many requests. Try again in { $seconds } second.
   *[other] Your network sent too many requests. Try again in { $seconds } seconds.
}
error-timed-out = The form took too long
error-timed-out-text = It didn’t arrive completely, so nothing was changed. Check your connection and send it again.
error-too-many-streams = Too many open pages
error-too-many-streams-text = Pages still work, but this one doesn’t update by itself until others are closed.
error-busy = The server is busy
error-unavailable = The database is unavailable
error-unavailable-text = Nothing was changed. Try again in a moment.
error-stopping-text = The server is restarting. Try again in a few seconds.
error-conflict = Something has changed
error-internal = Something went wrong
error-internal-text = The fault is ours and has been logged. Try again in a moment.
# $id: 16 to 64 letters and digits
error-request-id = To report this problem, quote the request ID { $id }.

# Requests that no page of this site sends
request-unclear = The server couldn’t understand this request.
request-fields = The form’s fields couldn’t be read.
request-too-many-fields = A form can have at most { $n } fields.
request-field-twice = The field “{ $field }” was sent twice.
request-field-missing = The field “{ $field }” is missing.
request-field-wrong = The field “{ $field }” can’t be “{ $value }”.
request-broken-off = The form was cut off on its way here. Send it again.
request-form-key = This form is damaged. Reload the page and try again.
request-visibility = A table is either public or reached by its link.
request-missed-turns = What happens when time runs out is wait, computer, or a number from 1 to 9: so many missed turns in a row lose the seat.
request-take-backs = Each player can take back 0 to 9 turns.
request-reliability = The least reliability of players is a number from 0 to 100.
request-aids = Player aids are all, standard or none.
request-rule-book = There’s no such rule book.
request-clock = There’s no such time control. Choose a number of days, “custom”, or one of the names in the form.
request-rotation = A rotation is a number from 0 to 3.
request-follower = Write a follower like meeple@top, not “{ $value }”.
request-cell = Write a cell like 3,-1.
request-tab = There’s no such tab. Choose moves, tiles, rules or features.
request-overlay = There’s no overlay called “{ $name }”.

# Accounts
refused-locked = This account is locked. The host of this server can say why.
refused-colleague = You can’t do that to an administrator, another moderator or yourself.
refused-guest-name = Guests can’t be renamed.
# $text: as typed
refused-unknown-game = There’s no game “{ $text }”. Copy the address of its page.
refused-no-time-out = This time-out can’t be taken back: somebody has played since, or the game is over.
refused-stop-length = Clocks can be stopped for 1 h to 72 h.
refused-reason = Say why, in at most { $n } characters. The audit log shows it.
refused-overtaken = Someone else was faster. Nothing was changed.
refused-scope = This token can’t be used for that.
refused-second-step = That code is wrong or has been used before. Wait for the next one.
refused-second-step-late = That took too long. Sign in again.
refused-authenticator = That code is wrong. Check that the clock of your phone is right, and enter the next code.
refused-authenticator-set-up = There’s nothing to set up: either you already have an app, or it was set up elsewhere. Reload the page.
refused-passkey = That passkey isn’t valid here. Use another one, or your password.
refused-passkey-late = That took too long. Try again.
refused-passkey-known = That passkey is registered already.
refused-too-many-passkeys = You can have { $n } passkeys at most. Remove one first.
refused-push-off = This server sends no notifications.
refused-push-malformed = Your browser sent something that isn’t a push subscription. Reload the page and try again.
refused-push-service = This server doesn’t send to { $host }, your browser’s push service. The server’s host can allow it.
refused-address-length = That address is too long: it can have { $n } characters.
refused-address-syntax = That isn’t an address. Copy all of it, with https:// at the beginning.
refused-address-scheme = The address must begin with https://.
refused-address-user-info = The address must not contain a user name or a password.
refused-address-fragment = Leave out the # and what comes after it.
refused-address-host = That address has no valid server name. Copy all of it.
refused-address-port = This server doesn’t send to that port. Use an address without a port.
refused-address-forbidden = This server doesn’t send to private or reserved addresses. Its host can allow some.
refused-webhook-format = Choose one of the formats.
refused-webhook-topic = The address must be that of one topic, such as https://ntfy.sh/my-topic. A topic has up to { $n } letters, digits, hyphens and underscores.
refused-webhook-room = The room ID must begin with an exclamation mark, and have no spaces and at most { $n } characters. An alias, which begins with #, doesn’t work.
refused-webhook-token = Enter the access token of a Matrix user, all of it and without spaces.
refused-webhook-too-many = You can have { $n } webhooks. Remove one first.
refused-webhook-unknown = You no longer have this webhook.
refused-webhook-off = This webhook is switched off. Switch it on again first.
refused-webhook-failure = This message is no longer in the list.
refused-token-name = A name has 1 to { $n } characters, without line breaks.
refused-token-scopes = Choose at least one thing that the program may do.
refused-token-too-many = You can have { $n } tokens. Revoke one first.
refused-token-unknown = You no longer have this token.
refused-bot-too-many = You can have { $n } bots. Remove one first.
refused-bot-guest = You need an account to make a bot.
refused-bot-unknown = You no longer have this bot.
refused-bots-join = Bots can’t sit at this table. Its opener can allow it when opening one.
refused-bots-open = A bot can sit only at tables that allow bots.
refused-bots-invite = This is a bot, and bots can’t sit at this table. Open one that allows it.
refused-unconfirmed = Confirm that it’s you first.
refused-too-many-attempts = Too many attempts. Try again later.
refused-too-many-accounts = Too many new accounts from your network. Try again later.
refused-too-many-games = You’ve started as many games today as a guest can. Go on with one of them, or choose a name and password to start more.
refused-too-many-new-bots = You’ve made as many bots as you can in a day. Try again tomorrow.
refused-too-many-imports = You’ve imported as many games as you can in a day. Try again tomorrow.
refused-import-guest = Choose a name and password to import games.
refused-import-large = The file is larger than { $n } MiB, or would be when unpacked. Nothing of it was read.
refused-import-gzip = The file is damaged: it begins like a gzip file, and can’t be unpacked.
refused-import-empty = There is nothing in it. Choose a file, or paste the text of a record.
refused-import-encoding = This isn’t text in UTF-8. A record is a text file.
refused-import-long-line = The line is longer than { $n } KiB, which no line of a record is.
refused-import-lines = A record has at most { $n } lines.
refused-import-records = A file can have { $n } records at most. Nothing of it was kept.
refused-import-takebacks = At most { $n } turns can be taken back in a record.
refused-import-record = { $why }.
refused-import-save = { $why }.
refused-import-alone = The record has only one player. An imported game needs at least two.
refused-import-name = A player’s name must have 1 to { $n } characters, none of them invisible.
refused-import-date = The date is before { $year }, when the game was published, or in the future.
refused-import-no-turn = Nobody has taken a turn.
refused-recording-rules = These rules can’t be entered here: players draw several tiles, or ahead, or they don’t go together.
refused-recording-seats = Name two players or more, and at most { $most }.
refused-recording-too-many = You can enter { $n } games at a time. Keep or delete one of them first.
refused-recording-stale = Something else was entered meanwhile, perhaps on another device. This is the game as it is now.
refused-too-many-analyses = You’ve asked for too many analyses today. Try again tomorrow.
refused-too-many-analyses-network = Too many analyses from your network today. Try again tomorrow.
refused-analyses-waiting = { $n ->
    [one] An analysis that you asked for isn’t ready yet. Wait for it before you ask for another.
   *[other] { $n } analyses that you asked for aren’t ready yet. Wait for one of them before you ask for another.
}
refused-too-many-invitations-a-day = You’ve sent too many invitations today. Try again tomorrow, or share the invite link.
refused-too-many-guests = Too many new guests from your network. Try again later, or sign up.
refused-busy = The server is busy. Try again in a moment.
refused-name-length = A name has { $least } to { $most } characters.
refused-name-beginning = A name starts with a letter.
refused-name-character = A name can contain letters, the digits 0 to 9, “-” and “_”.
refused-name-scripts = Use letters of a single alphabet. Only Chinese, Japanese and Korean can be mixed with Latin letters.
refused-name-reserved = That name is reserved. Choose another.
refused-name-taken = That name is taken. Choose another.
refused-name-looks-taken = That name looks too much like another player’s. Choose another, or add something to it.
refused-password-short = A password needs at least { $n } characters.
refused-password-long = A password can have at most { $n } bytes.
refused-password-is-name = Your password can’t be your name with a few characters added.
refused-password-guessable = That password is easy to guess. Try three or four words that don’t belong together.
refused-password-wrong = That isn’t your current password.
refused-no-guest = You already have an account, or your guest games have been deleted.
refused-sign-in = Wrong name or password.
refused-recovery = Wrong name or code, or the code has been used before.
refused-zone = Choose a time zone from the list.
refused-no-guest-name = No free guest name was found. Try again.

# Tables and games
refused-too-many-tables = { $n ->
    [one] You already have { $n } table waiting for players. Close it before opening another.
   *[other] You already have { $n } tables waiting for players. Close one before opening another.
}
refused-guest-opens = Other players rely on you to finish: choose a name and password before opening a table.
refused-guest-joins = Other players rely on you to finish: choose a name and password before taking a seat.
refused-unreliable = This table asks for at least { $least } % of turns in time. You have { $yours } %.
refused-newcomer = This table isn’t for new players. Play { $least } turns against people under a clock first.
refused-no-table = There’s no such table.
refused-full = The last seat has just been taken.
refused-kept = The open seats are reserved for the players of the last game.
refused-several-players = Several players’ names begin like that. Whom do you mean?
refused-no-player = No player has that name. Check the spelling, or share the invite link.
refused-not-opener = Only the person who opened the table can invite players by name.
refused-invite-yourself = That’s you. Invite someone else.
refused-invite-seated = This player already has a seat at the table.
refused-invite-again = This player is already invited.
refused-invite-declined = This player has declined.
refused-invite-no-seat = All open seats are reserved for players who haven’t answered yet.
refused-too-many-invitations = A table can have at most { $n } invitations. Share the invite link instead.
refused-not-invited = You’re not invited to this table, or its game has started.
refused-without-you = The others have started a rematch without you.
refused-already-in = You already have a seat at this table.
refused-salt = A salt can have at most { $n } bytes.
refused-salt-hash = A fingerprint (SHA-256) has 64 digits: 0 to 9 and a to f. Leave the field empty to join without a salt.
refused-salt-early = Salts are revealed once all seats are taken, so that nobody can join who knows them.
refused-salt-late = The game has started without your salt.
refused-no-salt = You took your seat without a salt, so there’s none to reveal.
refused-salt-mismatch = That isn’t the salt of your fingerprint. Type exactly what you made the fingerprint from.
refused-leave-full = All seats are taken, and the game starts as soon as the salts are there. You can resign then.
refused-not-in = You don’t have a seat at this table.
refused-begun = The game has started.
refused-no-game = There’s no such game.
refused-rematch-not-in = Only the players of a game can ask for a rematch.
refused-not-over = This game isn’t finished yet.
refused-stale = The game has moved on since you loaded the page.
refused-not-your-turn = It isn’t your turn.
# $parameter: the name of a rule in records
refused-rules = These rules contradict each other. Change the rule “{ $parameter }”.
refused-seats = These rules are for 2 to { $most } players. Choose a number of seats in that range.
refused-computer-seats = The computer can have each seat only once.
refused-no-person = At least one seat must be left for a person.
# $text: what was typed
refused-duration = “{ $text }” is not a length of time. Write it like 3 d, 12 h, 15 min or 1 d 12 h.
refused-playing-hours = A day must have at least { $least } playing hours. Begin earlier, or end later.
refused-playing-days = A week must have at least { $least } days of play.
refused-time-changed = Your hours or your leave changed meanwhile. Check them, and try again.
refused-night-long = A night can have at most { $most } hours.
refused-night-half = A night needs both a beginning and an end. Leave both empty for no night.
refused-free-days = At most { $most } days a week can be free.
refused-hours-changed = You changed these less than 30 days ago. You can change them again from { $at }.
refused-quiet-half = Quiet hours need both a beginning and an end. Leave both empty for none.
refused-quiet-long = Quiet hours can be at most { $most } hours long.
refused-mute = You have no seat in this game, so it sends you nothing.
refused-time-of-day = “{ $text }” isn’t a time of day. Write it like 22:30.
refused-moment = “{ $text }” isn’t a date with a time. Write it like 2026-12-24T18:00.
refused-leave-past = Leave can’t begin or end in the past. Leave the beginning empty to go now.
refused-leave-far = Leave can end at most { $days } days from now.
refused-leave-short = Leave takes at least { $least }.
refused-leave-overlaps = You have already taken leave for some of that time, until { $until }. Call it off first, or choose another time.
refused-leave-balance = You have only { $left } of leave for that time.
refused-end = Say either how long it lasts or when it ends.
refused-no-clock = This game has no time limit.
refused-not-playing = Only a game in progress can be paused or changed.
refused-out = You are no longer in this game.
refused-substituted = A computer plays for you. Take over again first.
refused-nothing-ahead = You can plan a turn while you wait for the others and your next tile is drawn. If it is your turn, play it.
refused-plan-not-legal = This turn is not possible on the board as it is.
refused-planned-enough = A plan has at most { $most } turns. Remove one first.
refused-no-stand-in = This table lets no computer stand in.
refused-stand-ins = No computer stands in where a seat waits for somebody to take it over. Choose what else happens when time runs out, or don’t let players have stand-ins.
refused-replacement-private = Only a public table can offer a seat in the lobby. Choose what happens to a missed turn, or let everyone see the table.
refused-seat-already-in = You have a seat at this table.
refused-seat-not-offered = This seat is not free any more.
refused-seat-guest = Guests can’t take over seats. Sign up to keep your games and to play with others.
refused-not-substituted = You play for yourself already.
refused-substitute-to-move = The computer is taking this turn for you. Try again in a moment.
refused-too-late-to-call-off = Everyone has had two turns, so the game can no longer be called off. You can propose to end it now.
refused-pause-short = A pause takes at least { $least }.
refused-pause-long = A pause can be at most { $most } long.
refused-paused = The game is already paused, until { $until }.
refused-proposal-open = Another proposal waits for answers. Answer it first.
refused-no-proposal = That proposal was declined, is agreed on, or is over, or the game has gone on.
refused-not-paused = The game is not paused.
refused-not-missed = Only another player’s turn can be skipped, when its time has run out.
refused-nothing-to-take-back = You can take back your turn only until the next player has moved.
refused-take-backs-used = { $n ->
    [0] At this table no turns are taken back.
    [one] Each player can take back one turn, and you have.
   *[other] Each player can take back { $n } turns, and you have.
}
refused-asked-before = You have asked for this turn already.
refused-no-gift = You can give time to another person, while it is their turn.
refused-gift-short = Give at least { $least }.
refused-gift-long = You can give { $most } at a time.
refused-enough-time = There are more than { $most } left. Give time when less is left.
refused-no-such-leave = That leave is over.
refused-clock-free = The time for every turn can be at most { $most }.
refused-clock-bank = The time bank can be at most { $most }.
refused-clock-increment = The increment can be at most { $most }.
refused-clock-cap = The cap of the time bank can be at most { $most }.
refused-clock-cap-below-bank = The cap can’t be below the bank that the game starts with. Raise it, or lower the bank.
refused-clock-cap-below-increment = The cap can’t be below the increment, or no turn could earn all of it. Raise it, or lower the increment.
refused-clock-most = What one turn may take from the bank must be from { $least } to { $most }, or empty for all of it.
refused-clock-no-time = A first turn must have at least { $least }. Give every turn more time, or start with a larger bank.
refused-handicaps = Enter a handicap of at most { $most } points for each seat, or none at all.
resign-not-in = You’re not playing in this game, or it’s over for you.
