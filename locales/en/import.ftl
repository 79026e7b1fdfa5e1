# Importing games that were played elsewhere
import-title = Import a game
import-link = Import a game
import-lead = Keep a game that was played elsewhere: with its board, history, points and everything else that a finished game has here. It counts for no statistics, and lists of games don’t show it.
import-form = A record
import-file = File
import-file-help = A game record (.jsonl) or a saved game of JCloisterZone 5 (.jcz), as plain text or packed with gzip; at most { $n } MiB.
import-text = Or its text
import-read = Read it
import-nothing-yet = You see a single game before it is kept.
import-error-at = Line { $line }: { $why }
import-many = { $n ->
    [0] No game was kept.
    [one] { $n } game was kept.
   *[other] { $n } games were kept.
}
import-many-refused = { $n ->
    [one] One was refused:
   *[other] { $n } were refused:
}
import-first-refused = Here are the first { $n }.
import-file-heading = Your file
import-reading = { $done } of { $records } records of your file are read. This page updates itself.
import-later = You’ve reached a daily limit: the rest follows on { $time }.
import-given-up = { $done } of { $records } records of your file were read. The server couldn’t read the rest: send it again, or tell the host.
import-file-stop = Stop reading the file
import-file-close = Close this report
import-many-help = The games of a file of several records, at most { $n }, are kept without a preview, one after the other in the background.
import-games = Imported games
import-games-none = You haven’t imported any games yet.
import-delete-this = Delete this game
import-delete = Delete<span class="sr-only"> the game of { $players }</span>
import-older = Older
import-mark = Imported
import-mark-title = Played elsewhere, and imported by { $name }

# The preview
import-preview = Is this the game?
import-preview-title = Import: { $players }
import-rules = Rules
import-played = Played
import-played-unknown = The record doesn’t say
import-turns = Turns
import-result = Result
import-unfinished = The record stops before the end of the game. It will be kept as a game that the players ended by agreement, scored as the board stands.
import-points = Points
import-players = Players
import-own = Who are you?
import-own-help = Your seat will be that of your account. The other players stay names.
import-own-none = I didn’t play
import-public = Everyone with a link sees it
import-public-help = Otherwise only you do.
import-keep = Keep the game
import-practise = Practise with it
import-again = Import something else

# On the game's page
import-record = The record
import-record-text = The game was played elsewhere, so nothing is known about how its tiles were drawn. The record has all that was read, and passes “bastide replay”.

# The recorder
recorder-title = Recorder
recorder-link = Enter a game
recorder-lead = Enter a game that you play at a table: choose each tile as it is drawn, and place it. The points are counted on the way, and in the end you keep the game like any other.
recorder-open = Being entered
recorder-state = { $n ->
    [one] { $n } turn
   *[other] { $n } turns
} · { $changed }
recorder-remove = Delete<span class="sr-only"> the game of { $players }</span>
recorder-names = Players
recorder-names-help = In playing order. Leave the other fields empty.
recorder-begin = Begin
recorder-most = You can enter { $n } games at a time. They are stored after every step, so that you can go on later or on another device.
recorder-type = Tile
recorder-type-help = Its edges clockwise from any side: C for city, R for road, F for field; then S for a shield, L for a cloister. Or choose it below.
recorder-take = Take it
recorder-no-tile = No tile that is left, and fits somewhere, is called that.
recorder-confirm = Place it
recorder-undo = Undo
recorder-finish = Look at it and keep it
recorder-end = End the game here
recorder-saved = Everything is stored as you enter it. Go on whenever and wherever you want.
recorder-all = All games that are being entered
recorder-back = Back to the board
