# The front page, the dashboard, lists of games, and tables that wait for players.

front-title = A tile game by post
front-heading = Build a landscape together, one tile at a time
front-lead = Bastide is Carcassonne by post. Place a tile, claim a road or a city, and come back when it’s your turn again, in an hour or next week.
# Below the picture of a game in progress, and of one that is over
front-watch = Watch this game
front-see = See how it went
front-no-account = No account needed. Pick a name and password later to keep your games.
front-private = No e-mail, no ads, no trackers. Works without scripts.
front-others = With a name and password you can play with others, from any browser.
# $learn, $puzzles, $practice: these pages
front-alone = On your own, <a href="{ $learn }">learn the game</a> in five minutes, solve <a href="{ $puzzles }">puzzles</a>, and try things out on a <a href="{ $practice }">practice board</a>.
front-no-tables = No tables are waiting for players right now. <a href="{ $url }">Sign up</a> and open one.
front-different = Why play here
front-why = You always know why
front-why-text = Before you confirm a turn, you read what it finishes, who scores, and how much. If something isn’t allowed, you read why.
front-why-picture = A tile that would close a city
front-odds = The odds of every cell
front-odds-text = Ask any empty cell what fits there and how likely it is to come. Tables that prefer to guess play without such aids.
front-odds-picture = A young landscape; on each empty cell, the chance that a tile for it comes in the next round
front-percent = { $n } %
front-draw = A draw you can check
front-draw-text = The server commits to a secret and your browser to a salt before either is known, so neither can choose the tiles. After the game, anyone can draw them all again. The host could read ahead, but not change what comes.
front-fingerprint = Fingerprint of the draw
front-table = The board is the page
front-table-text = Place, turn and confirm without loading a page, by mouse, touch or keyboard. Your draft stays if you leave, and on a phone it’s the same table.
front-table-desk = The table on a desktop: the board with a tile about to be confirmed; beside it the players, the tile and the moves
front-table-phone = The same table on a phone: the scores above the board, the choices for the turn below it
front-scene = A landscape of roads, cities and cloisters with wooden meeples

open-tables = Open tables
offered-seats = Seats to take over

dashboard-title = My turn
dashboard-next = Next game
dashboard-queue = All positions
dashboard-heading = { $n ->
    [0] No games are waiting for you
    [one] One game is waiting for you
   *[other] { $n } games are waiting for you
}
dashboard-guest = You’re playing as { $name }. Your games exist in this browser only, for up to 90 days, until you <a href="{ $url }">choose a name and password</a>.
# Of an account that has never had a game
dashboard-new = No games yet. Start one?
# $learn: the lesson
dashboard-first = New to the game? Place your first tiles in the <a href="{ $learn }">lesson</a>. Or play the computer right away: Easy forgives a lot.
dashboard-nothing = You’re waiting for other players. Start another game?
dashboard-news = { $n ->
    [one] { $n } new notification
   *[other] { $n } new notifications
}
dashboard-idle = None of your games is in progress. Start another?
dashboard-invitations = Invitations
dashboard-finished = Just finished
dashboard-waiting = Waiting for others
dashboard-tables = Your tables that haven’t started
dashboard-no-tables = No other tables are waiting for players right now.
# $find: where a game is found for the viewer
dashboard-open-one = No other tables are waiting for players right now. <a href="{ $find }">Find somebody to play with</a>, or <a href="{ $url }">open a table</a>.

# All positions in which it is your turn
queue-title = Waiting for you
queue-as-of = As of { $moment }, the least time left first.
# Turns before those that are shown
queue-earlier = { $n ->
    [one] { $n } turn before that
   *[other] { $n } turns before that
}

list-all-games = All games
list-my-games = My games
# The heading of what was found, for screen readers
list-games = Games
list-state = State
list-state-all = All
list-state-open = Waiting for players
list-state-playing = In progress
list-state-finished = Finished
list-player = Player
list-show = Show
list-none-found = No games match.
list-none-mine = You have no games yet.
list-none-mine-open = You have no games yet. <a href="{ $url }">Open a table</a> or join one.
list-none-public = There are no public games yet.
list-rules = Rules
list-expansions = Expansions
list-expansions-any = Any
list-expansions-none = None
list-sort = Sort
list-sort-newest = Newest first
list-sort-oldest = Oldest first
list-older = Older games
list-newer = Newer games
list-pages = Pages
# How many games are listed, and whether there are more pages
list-found = { $n ->
    [one] One game
   *[other] { $n } games
}
list-found-of-more = { $n ->
    [one] One game on this page
   *[other] { $n } games on this page
}
# The list was read from a copy of the database that is a little behind
list-age = { $seconds ->
    [one] This list can be a second old.
   *[other] This list can be { $seconds } seconds old.
}
list-none-here = No matches on this page. Other pages may have some.

game-empty-table = Empty table for { $seats }
game-your-table = Your table for { $seats }
# Only computers play
game-exhibition = Exhibition: { $names }
game-you = You
game-computers = { $n } computers
game-your-turn = Your turn
game-turn-of = { $name }’s turn
# In place of “{ $name }’s turn”, for as long as the seat waits
game-seat-offered = { $name }’s seat is free
game-in-progress = In progress
game-finished = Finished
game-seat-reserved = A seat is reserved for you
game-needs-salt = Needs your salt
game-waiting-for-salts = Waiting for salts
game-declined = { $names } declined
game-waiting-for = Waiting for { $names }
game-free-seats = { $n ->
    [one] One open seat
   *[other] { $n } open seats
}
# To visitors, about a table that waits for players
game-needs-account = You need an account to take a seat.
game-you-won = You won
game-won = { $name } won
game-tied = { $names } tied
# A player whose account is gone
game-player-unknown = Former player
game-missed = { $n ->
    [one] You missed a turn
   *[other] You missed { $n } turns
}
game-substituted = You ran out of time and a computer plays for you
game-own-seat-offered = You ran out of time and your seat is offered to others. Come back before a computer plays for you.
game-replaced = You ran out of time and somebody else has taken over your seat
game-time-out-taken-back = An administrator took back your time-out
game-out = You missed too many turns and lost your seat

invitation-rematch = { $name } wants a rematch
invitation-table = { $name } invites you to a table for { $seats }
# $clock: "3 days", "Slow" or "no limit"; $at: "2 hours ago"
invitation-foot = { $rules } · time per move: { $clock } · { $at }
invitation-players = At the table: { $players }
invitation-play = Play
invitation-join = Join
invitation-decline = Decline

table-title = Table for { $seats }
table-free-seats = { $n ->
    [one] One seat is open. The game starts when it’s taken.
   *[other] { $n } seats are open. The game starts when the last one is taken.
}
table-seats = Seats
table-seat-you = <strong>{ $name }</strong> (you)
table-seat-reserved = reserved for { $name }
table-seat-free = open
table-handicap = { $points ->
    [one] starts with { $points } point
   *[other] starts with { $points } points
}
table-time-control = Time per move
table-no-limit = no limit
table-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
table-aids = Player aids
table-visible-to = Visible to
table-visible-public = everyone
table-visible-link = invited players
salt-summary = Your salt for the draw
salt-hash-label = Fingerprint of your salt <small>(optional)</small>
salt-hash-help = Your browser fills this in: it makes a random salt, keeps it to itself until all seats are taken, and then reveals it. Without scripts, type the fingerprint (SHA-256) of a long random salt of your own. If the field is empty, your seat relies on the salts of the others, and on the host if nobody adds one.
table-take-seat = Take a seat
table-seats-reserved = The open seats are reserved for the players of the last game.
table-guest = Other players rely on you to finish, so guests can only watch here. Choose a name and password and you’ll come straight back to this table.
table-leave = Leave the table
table-sign-in = Sign in to take a seat
table-close = Close the table
table-invite = Invite
table-invite-text = Anyone with this link can see the table and take a seat:
table-invite-text-public = Anyone can take a seat. Share the table’s address:
table-invite-copy = Copy
table-invite-copied = Copied
table-invite-share = Share
table-invite-code = The link as a QR code
table-make-public = Make it public
table-make-public-help = Then the table is listed: anyone can take a seat and watch the game. You can’t undo this.
table-invite-name = Invite a player by name
table-invite-button = Invite
table-invite-first = The beginning of a name is enough. Open seats go to the first players who accept.
# Above buttons with names
# People the viewer has played with, and people who follow the viewer
table-invite-known = Invite somebody you know:
table-invited-at = invited { $at }
table-declined-at = declined { $at }
table-seat-declined = { $name } declined
table-fair = A fair draw
table-fair-text = The order of the tiles depends on a secret of the server and on the salts of all players. This is the secret’s fingerprint (SHA-256), fixed when the table was opened:
table-fair-salts = And these are the fingerprints of the players’ salts. The salts themselves are revealed when nobody can join any more:
table-fair-check = When the game is finished, its record reveals the secret, and anyone can verify every draw.
table-fair-host = Once the game has started, the host could read ahead, since the server knows which tiles will come, but can’t change them. Seats without a salt rely on the salts of the others.
table-salt-none = no salt
table-salt-revealed = revealed
table-salt-missing = not revealed yet
# Shown without scripts
table-reload = This page doesn’t update by itself without scripts. <a href="{ $url }">Load it again</a> to see whether the game has started.
reveal-waiting = All seats are taken. The game starts as soon as all salts are there, or without the missing ones on { $moment } ({ $left }).
reveal-heading = Reveal your salt
reveal-text = The browser in which you took your seat reveals it by itself. If you made the fingerprint yourself, type the salt here.
reveal-label = Your salt
reveal-button = Reveal

new-table-title = Open a table
named-games = Game
named-quick = Quick
named-daily = A move a day
named-computer = With the computer
named-custom = Custom
# $clock: “Live, usually 40 minutes: 15 min for the whole game, 20 s more after each turn”
named-game-line = { $rules } · { $seats } players · { $clock }
named-computer-line = { $rules } · you and the computer at level { $level } · no time limit
named-custom-line = Choose the rules, seats, computers, clock and everything else yourself.
# The summary of all that a named game sets by itself
named-games-more = More
named-games-custom-only = These settings count only if you choose “Custom” above.
new-table-rules = Rules
new-table-seats = Seats
new-table-computer = Computer player
new-table-no-computer = None
new-table-more-computers = More computer players
new-table-computer-number = Computer player { $n }
new-table-levels = Computers take the last seats. <a href="{ $url }">What the levels do</a>
new-table-time-help = What happens when it runs out is your choice below.
missed-legend = When time runs out
missed-usual = As usual
missed-usual-help = If everyone sees the table, the turn is skipped, and a third in a row loses the seat. If only people you invite see it, nothing happens by itself.
missed-skip = { $n ->
    [1] The player loses the seat
    [2] The turn is skipped, and a second in a row loses the seat
    [3] The turn is skipped, and a third in a row loses the seat
   *[other] The turn is skipped, and { $n } in a row lose the seat
}
missed-skip-help = By itself, as soon as the clock runs out.
missed-computer = A computer of level { $n } plays on until the player comes back
missed-computer-any = A computer plays on until the player comes back
missed-computer-help = It takes the turn that was missed and all that follow. Its level is chosen below.
missed-computer-level = Level of a computer that plays on
missed-replace = A computer of level { $n } plays on until somebody else takes over the seat
missed-replace-any = A computer plays on until somebody else takes over the seat
missed-replace-help = The seat is offered in the lobby. Its player can come back until then. At public tables only.
missed-offer = The seat is free for 3 days, then a computer of level { $n } plays on
missed-offer-any = The seat is free for 3 days, then a computer plays on
missed-offer-help = The game waits while the seat is offered in the lobby. Its player can come back until somebody else takes it over. At public tables only, and without stand-ins.
missed-wait = Nothing happens by itself
missed-wait-help = The others can give time, or agree to skip the turn or to let a computer play on. For people who know each other.
table-missed = When time runs out
stand-ins-legend = Stand-ins
stand-ins-label = Players may let a computer stand in
stand-ins-help = It takes a single turn that would time out, at the level that its player has chosen. The log says so.
take-back-legend = Taking back
take-back-count = { $n ->
    [0] No turns are taken back
    [one] One turn for each player, if the others agree
   *[other] { $n } turns for each player, if the others agree
}
reliability-legend = Reliability
reliability-option = { $percent ->
    [0] Everyone
   *[other] At least { $percent } % of turns in time
}
reliability-option-help = Of the last 200 turns against people under a clock. People you invite by name can always join.
reliability-not-new-legend = New players
reliability-not-new-label = New players can’t join
reliability-not-new-help = They have played fewer than 20 turns against people under a clock, so there’s no telling how reliable they are.
# Of a player at a table
reliability-percent = { $percent } % in time
reliability-new = new player
# The same on the card of a table: $reliability is one of the two above
game-reliability = { $name }: { $reliability }
# What a table asks for, on its page and in lists
reliability-least = at least { $percent } % of turns in time, no new players
reliability-least-or-new = at least { $percent } % of turns in time, or new
reliability-not-new = no new players
reliability-note = How many of their last turns they played in time. <a href="{ $url }">How it’s worked out, and yours</a>
rating-range-legend = Rating of players
rating-range-from = From
rating-range-to = To
rating-range-help = Of rated games only, in the rating for this kind of game. Empty: no limit. Players without a rating count as { $start }. You can always join, and so can the players of a rematch.
# Of a table, on its page
rating-range-between = { $from }–{ $to }
rating-range-least = at least { $from }
rating-range-most = at most { $to }
# The same in lists: $range is one of the three above
rating-range-wanted = rating { $range }
new-table-no-limit = No limit
new-table-clock-automatic = 3 days (no limit against computers only)
new-table-who = Who may join
new-table-public = Everyone
new-table-public-help = The table is listed, and anyone can watch the game.
new-table-link = Only people you invite
new-table-link-help = The table isn’t listed. You invite players by name, or share a link.
new-table-like-last = Settings of my last table
# $clock: "3 days", "Slow" or "no limit"
new-table-last-settings = { $rules } · { $seats } seats · time per move: { $clock }
new-table-like-this = Open another like this
new-table-seat = Your seat
new-table-plays = I play
new-table-plays-help = You take the first seat; the draw decides who plays first. Untick it to open a table for others, or to take a seat later.
new-table-button = Open the table
new-table-wrong = These rules don’t work together. Correct the marked ones below.

aids-all = All aids
aids-all-help = Everything: tiles left by kind, what can fill an empty cell, and the score if the game ended now.
aids-standard = Standard aids
aids-standard-help = What’s on the table, made clear: who owns what, and what a move completes. Nothing counted or predicted.
aids-none = No aids
aids-none-help = The board, your tile and where it fits. Working out what a move brings is up to you.
aids-without = { $aids ->
    [none] This table plays without aids, so { $overlays } can’t be shown while the game is in progress. Here’s the board without.
   *[standard] This table plays with standard aids, so { $overlays } can’t be shown while the game is in progress. Here’s the board without.
}
aids-quoted = “{ $name }”

feed-title = Bastide: my turns
feed-your-turn = Your turn: { $players }
# $tiles: "North city, east road …"
feed-in-hand = In hand: { $tiles }
feed-in-hand-until = In hand: { $tiles } Time until { $moment }.
feed-finished = Finished: { $players }
# "ann won: ann 54, ben 41."
feed-scores = { $result }: { $scores }.
feed-score = { $name } { $points }
feed-invitation = { $rules }, time per move: { $clock }.
feed-time-ends = { $title } (time runs out)
feed-turn-over = No longer your turn

search-title = Search finished games
search-link = Search finished games
search-what = Public games that are over. Fill in only what matters to you.
search-with = Together with
search-any = Any
search-result = Player’s result
search-result-won = Won
search-result-drawn = Shared the win
search-result-lost = Lost
search-seats = Players
search-company = Who played
search-company-people = People only
search-company-mixed = People and computers
search-company-computers = Computers only
search-ending = How it ended
search-ending-played-out = Played out
search-ending-resigned = Resigned
search-ending-out-of-time = Out of time
search-ending-agreed = By agreement
search-ending-called-off = Called off
search-lasted = Length
search-lasted-hours = Less than a day
search-lasted-days = A day to a week
search-lasted-weeks = A week to 30 days
search-lasted-months = 30 days or more
search-turns = Turns
search-turns-few = Up to 35
search-turns-base = 36 to 71
search-turns-more = 72 to 107
search-turns-many = 108 or more
search-rating = Mean rating
search-rating-lowest = Below 1300
search-rating-low = 1300 to 1499
search-rating-middle = 1500 to 1699
search-rating-high = 1700 to 1899
search-rating-highest = 1900 or more
search-analysis = Analysis
search-from = Ended from
search-to = Ended up to
search-show = Search
search-none = No public game has ended yet.
# The search looks at a limited number of games for each page
search-none-yet = No match so far. There are more games to look through.
search-stopped = There are more games to look through.
search-continue = Continue searching
search-no-player = There is no player called “{ $name }”. Check the spelling.
search-same-player = Name two different players.
search-player-missing = Enter a player first: the other player and the result go with that name.
search-period-reversed = The first day is after the last. Swap them.
search-bad-day = “{ $day }” is not a day that can be searched for. Write it like 2026-11-20.
search-bad-place = The address of this page is damaged. Start the search again from its first page.
records-all = Download all records
# Which form that file has
records-form = (JSON Lines, compressed with gzip)
records-running = You are already downloading records. Wait until that download has finished.
