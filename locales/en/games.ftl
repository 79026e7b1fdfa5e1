# Games: the table page, a turn, the log, the final page.

# Players
player-you = you
player-computer = Computer
# $piece: a picture
player-with-piece = <span class="who">{ $piece } { $name }</span>
player-computer-red = Red computer
player-computer-blue = Blue computer
player-computer-yellow = Yellow computer
player-computer-green = Green computer
player-computer-black = Black computer
player-computer-white = White computer
player-you-start = You
player-unknown = a former player
player-unknown-start = A former player
# Of a player with several colours: "ann (red)"
player-colour = { $player } ({ $colour })
player-whose-you = Your
player-whose = { $name }’s
player-whose-colour = { $whose } { $colour }
player-score = { $player } { $points }

# Pieces and features
follower-name = { $kind ->
    [meeple] { -meeple }
    [big] { -big-meeple }
    [builder] builder
   *[pig] pig
}
follower-on = { $kind ->
    [meeple] { -meeple(form: "One") } on { $place }
    [big] { -big-meeple(form: "One") } on { $place }
    [builder] Builder on { $place }
   *[pig] Pig on { $place }
}
follower-count = { $kind ->
    [meeple] { $n ->
        [one] { $n } { -meeple }
       *[other] { $n } { -meeple(form: "many") }
    }
    [big] { $n ->
        [one] { $n } { -big-meeple }
       *[other] { $n } { -big-meeple(form: "many") }
    }
    [builder] { $n ->
        [one] { $n } builder
       *[other] { $n } builders
    }
   *[pig] { $n ->
        [one] { $n } pig
       *[other] { $n } pigs
    }
}
follower-supply = { follower-count } left
follower-at = { $who }: { follower-name } on { $place }, { $cell }
feature-name = { $kind ->
    [city] { -city }
    [road] road
    [cloister] { -cloister }
   *[field] field
}
feature-name-start = { $kind ->
    [city] { -city(form: "One") }
    [road] Road
    [cloister] { -cloister(form: "One") }
    [goods] Goods
   *[field] Field
}
feature-kinds-start = { $kind ->
    [city] { -city(form: "Many") }
    [road] Roads
    [cloister] { -cloister(form: "Many") }
    [goods] Goods
   *[field] Fields
}
edge-name = { $edge ->
    [city] { -city }
    [road] road
    [river] river
   *[field] field
}
good-name-start = { $good ->
    [wine] Wine
    [grain] Grain
   *[cloth] Cloth
}
good-count = { $good ->
    [wine] { $n } wine
    [grain] { $n } grain
   *[cloth] { $n } cloth
}
amount-shields = { $n ->
    [one] { $n } { -shield }
   *[other] { $n } { -shield(form: "many") }
}
amount-points-each = { $n ->
    [one] { $n } point each
   *[other] { $n } points each
}

# Where a segment of a tile lies
place-cloister = the { -cloister }
place-city-all = the { -city } on all sides
place-road-all = the road on all sides
place-city = the { -city } to the { $sides }
place-road = the road to the { $sides }
place-field-walls = the field within the walls
place-field-all = the field all around
place-field = the field to the { $sides }
place-field-corners = the field in the { $corners }
place-field-both = the field to the { $sides } and in the { $corners }
side-north = north
side-east = east
side-south = south
side-west = west
corner-north-west = north-west
corner-north-east = north-east
corner-south-east = south-east
corner-south-west = south-west
# Where a wall separates two fields in one corner
corner-side = { $corner } by the { $side } side

# A tile in words, for screen readers: whole sentences, one after the other
tile-sides = North { $north }, east { $east }, south { $south }, west { $west }.
tile-cities = { $n ->
    [2] Two separate { -city(form: "many") }.
    [3] Three separate { -city(form: "many") }.
   *[other] Four separate { -city(form: "many") }.
}
tile-city-joined = One { -city } { $sides }.
tile-city-joined-with = One { -city } { $sides } with { $things }.
tile-city-with = { -city(form: "One") } { $sides } with { $things }.
tile-city-inside-with = { -city(form: "One") } with { $things }.
tile-shield = a { -shield }
tile-cathedral = a cathedral
tile-wine = wine
tile-grain = grain
tile-cloth = cloth
tile-road = Road from { $from } to { $to }.
tile-road-inn = Road from { $from } to { $to } with an inn.
tile-road-gate = Road from { $from } to a { -city } gate.
tile-road-gate-inn = Road from { $from } to a { -city } gate with an inn.
tile-road-cloister = Road from { $from } to the { -cloister }.
tile-road-cloister-inn = Road from { $from } to the { -cloister } with an inn.
tile-inn = Inn on the road from { $from }.
tile-crossing-one = The other road ends at a crossing.
tile-crossing-two = Roads end at a crossing.
tile-crossing-three = Three roads end at a crossing.
tile-crossing-four = Four roads end at a crossing.
tile-cloister = { -cloister(form: "One") }.
tile-lake = River from { $from } into a lake.
tile-spring = Spring of a river to the { $from }.
tile-river = River { $sides }.
tile-cut-corner = The wall reaches a corner and separates the fields there.

# Boards
board-label = { $tiles ->
    [one] Board with { $tiles } tile: columns { $left } to { $right }, rows { $top } to { $bottom }
   *[other] Board with { $tiles } tiles: columns { $left } to { $right }, rows { $top } to { $bottom }
}
board-place-tile = Place the tile at { $cell }
board-ask-cell = What can go at { $cell }?
board-returned = { $follower }, returned

overlay-since = Since your last visit
overlay-last-round = Last round
overlay-owners = Who owns what
overlay-fields = Fields and what they score
overlay-dead = Cells nothing can fill
overlay-cells = Ask about empty cells
overlay-coordinates = Coordinates
overlay-tiles = Tiles left, by kind
overlay-projected = Score if it ended now
overlay-graph = Planar graph
aids-closer-all = owners, fields, coordinates, tiles left
aids-closer-standard = owners, fields, coordinates
aids-closer-none = last round, coordinates

# Events of the log
event-placed = { $who } placed a tile at { $cell }.
event-placed-follower = { $who } placed a tile at { $cell }, with a { $follower } on { $place }.
event-scored = { $who } scored { $points } for { $feature }.
event-scored-at-end = { $who } scored { $points } for { $feature } at the end.
event-passed = { $who } didn’t play a second tile.
event-resigned = { $who } resigned.
event-timed-out = { $who } ran out of time too often and left the game.
event-substitute = A computer of level { $n } plays for { $player } from here on.
event-substitute-back = { $player } plays again.
event-seat-taken = { $player } takes over the seat of { $former }.
event-stopped = The players agreed to end the game.
event-called-off = The game was called off.
event-skipped = Time ran out and the turn was skipped. Its tiles went back into the { -bag }.
event-takeback = Everyone agreed to take back the last turn.
event-time-out-taken-back = An administrator took back a time-out: { $reason }
event-drawn = { $n ->
    [one] A tile was drawn.
   *[other] { $n } tiles were drawn.
}
event-drawn-by = { $who } drew a tile.
event-none-drawn = No tile was left to draw.
event-discarded = { $n ->
    [one] A tile couldn’t be placed anywhere and was set aside.
   *[other] { $n } tiles couldn’t be placed anywhere and were set aside.
}
event-put-back = { $n ->
    [one] A tile couldn’t be placed anywhere and went back into the { -bag }.
   *[other] { $n } tiles couldn’t be placed anywhere and went back into the { -bag }.
}
event-end-bag = The game is over: no tiles are left. { $scores }.
event-end-hand = The game is over: no tile in hand can be placed, so it’s a tie. { $scores }.
event-end-agreed = The game is over: the players agreed to end it. { $scores }.
event-end-called-off = The game is over: it was called off and has no result.
event-end-left = The game is over: everyone else has left. { $scores }.
event-returned = { $whose } { $follower } returned from the { $feature } { log-region }.

# Turns, one sentence for each: "ann placed a meeple on the city in the north and finished a road (5 tiles)."
log-placed = { $who } placed a tile { log-region }.
log-placed-follower = { $who } placed a { $follower } on the { $feature } { log-region }.
log-placed-and-finished = { $who } placed a { $follower } on the { $feature } { log-region } and finished { $finished }.
log-finished = { $who } finished { $finished } { log-region }.
log-skipped = { $who } ran out of time, and the turn was skipped. Its tiles went back into the { -bag }.
log-region = { $region ->
    [north-west] in the north-west
    [north] in the north
    [north-east] in the north-east
    [west] in the west
    [middle] in the middle
    [east] in the east
    [south-west] in the south-west
    [south] in the south
   *[south-east] in the south-east
}
# $feature: "a road", "a cloister"
log-feature-size = { $n ->
    [one] { $feature } ({ $n } tile)
   *[other] { $feature } ({ $n } tiles)
}
# The same in short, after the player's piece: "finished a road of 5 in the south"
did-place = placed a tile { log-region }
did-claim = { $kind ->
    [builder] placed a { $follower } { log-region }
    [pig] placed a { $follower } { log-region }
   *[meeple] claimed the { $feature } { log-region }
}
did-finish = finished { $finished } { log-region }
did-finish-size = { $feature } of { $n }
did-miss = ran out of time
log-last-turns = Last turns
log-gain = +{ $points }
# The name of the link to a turn: "ann: 5 points"
log-gained = { $who }: { $points }
log-gained-nothing = { $who }: no points
log-final-scoring = Final scoring
log-discarded = Unplaceable tiles
log-takeback = Taken back

scored-goods = a majority in goods
scored-cloister = { -cloister(form: "a") }
scored-cloister-unfinished = { $n ->
    [one] { -cloister(form: "a") } with { $n } neighbour
   *[other] { -cloister(form: "a") } with { $n } neighbours
}
scored-city = a { -city }
scored-city-tiles = { $n ->
    [one] a { -city } of { $n } tile
   *[other] a { -city } of { $n } tiles
}
scored-road = a road
scored-road-tiles = { $n ->
    [one] a road of { $n } tile
   *[other] a road of { $n } tiles
}
scored-field = a field
scored-field-tiles = { $n ->
    [one] a field of { $n } tile
   *[other] a field of { $n } tiles
}

# Why a turn breaks the rules
refusal-over = The game is over.
refusal-begun = The game has already started.
refusal-not-dealt = No tile has been drawn yet.
refusal-not-to-move = It isn’t your turn.
refusal-no-colour = There’s no such colour in this game.
refusal-out = This colour has left the game.
refusal-no-pass = You can’t pass now.
refusal-not-in-hand = That tile isn’t in hand.
refusal-occupied = There’s already a tile at { $cell }.
refusal-apart = No tile shares a side with { $cell }.
# $wanted and $shown: city, road, field or river, in the words of the rule book
refusal-mismatch = The tile to the { $side } shows a { $wanted } there, but this tile shows a { $shown }.
refusal-river-elsewhere = The river continues at { $cell }.
refusal-river-ended = The river has ended.
refusal-river-turns = The river can’t turn the same way twice in a row.
refusal-river-blocked = The river would run into a tile.
refusal-no-place = The tile has no place called { $place } for a follower.
refusal-none-left = You have no { follower-name } left.
refusal-taken = There’s already a follower on this { feature-name }.
refusal-no-farmers = Fields can’t be claimed under these rules.
refusal-complete = Only unfinished features can be claimed, and this { feature-name } is finished.
refusal-wrong-place = A { $follower } can’t stand on a { $feature }.
refusal-not-joined = A { follower-name } can only join a follower of its own colour.
refusal-not-owned = A builder can only go where its colour has the majority.
refusal-nothing-to-build = This tile completes the { feature-name }, so there’s nothing left to build.
refusal-fits-nowhere = The tile doesn’t fit at { $cell } in any rotation.
refusal-with-reason = { $sentence } { $reason }

# Parts of a line about a feature or a placement: "4 tiles, 1 shield; you with 1 meeple"
parts-more = { $start }; { $next }
# Short facts in a line: "Road · 2 tiles, open at both ends · 2 now"
facts-more = { $start } · { $next }
size-shields = { $tiles }, { $shields }
size-with = { $size }, { $thing }
size-inn = an inn
size-cathedral = a cathedral
size-cloister = { $n } of 9 tiles

consequence-completes = { $get ->
    [one] completes { $feature }: { $who } gets { $points }
   *[several] completes { $feature }: { $who } get { $points }
}
consequence-unclaimed = completes { $place } (unclaimed)
consequence-claimable = you can claim: { $places }
consequence-nothing = nothing to claim

features-cities = Unfinished { -city(form: "many") }
features-roads = Unfinished roads
features-cloisters = Unfinished { -cloister(form: "many") }
features-fields = Fields with farmers
feature-line = { $cells }: { $state }; { $holders }.
feature-cities = { $n ->
    [one] touches { $n } finished { -city }
   *[other] touches { $n } finished { -city(form: "many") }
}
feature-missing = { $n ->
    [one] { $n } neighbour missing
   *[other] { $n } neighbours missing
}
feature-open = { $size }, open at { $cells }
cells-more = { $n } more
holder-with = { $who } with { $followers }
standing-at = { $who } with a { follower-name } at { $cell }
feature-unclaimed = unclaimed

choice-none = No follower
choice-none-help = Your followers stay with you.
choice-gain = scores { $points } now and returns to you
choice-at-end = worth { $points } if the game ended then
# $name: "City", or "Builder: road"; $tiles and $gain are 0 where they say nothing
choice-short = { $name }{ $tiles ->
    [0] {""}
    [one] {" "}· { $tiles } tile
   *[other] {" "}· { $tiles } tiles
}{ $gain ->
    [0] {""}
   *[other] {" "}· +{ $gain }
}
choice-of-kind = { $follower ->
    [big] { -big-meeple(form: "One") }
    [builder] Builder
   *[pig] Pig
}: { feature-name }
choice-cloister = { $n } of 8 neighbours placed
choice-field = { $n ->
    [0] touches no finished { -city } yet; a farmer stays until the end
    [one] touches { $n } finished { -city } so far; a farmer stays until the end
   *[other] touches { $n } finished { -city(form: "many") } so far; a farmer stays until the end
}
choice-complete = { $size }, complete
choice-open = { $kind ->
    [road] { $n ->
        [one] { $size }, open at one end
       *[other] { $size }, open at both ends
    }
   *[city] { $n ->
        [one] { $size }, { $n } open side
       *[other] { $size }, { $n } open sides
    }
}
# In a line of facts: points at once, and points if the game ended after the turn
line-gain = +{ $n } at once, and it returns
line-at-end = { $n } now
choice-tenants = already there: { $tenants }
choice-tenant = { $who } with strength { $strength }
choice-impossible = { $place }: { $reason }

# Players and scores
scores-heading = Scores
scores-to-move = to move
scores-points = { $points }<span class="sr-only"> points</span>
scores-if-ended = { $points }<span class="sr-only"> if it ended now</span>
scores-tiles-left = { $n ->
    [0] No tiles are left to draw.
    [one] One tile is left to draw.
   *[other] { $n } tiles are left to draw.
}
scores-left = has left the game
scores-vacant = seat is free
scores-substitute = computer, level { $n }, plays
scores-missed = { $n } missed
# What comes of missed turns: with this one in a row
scores-missed-limit = { $n ->
    [2] a second loses the seat
    [3] a third loses the seat
   *[other] the { $n }th loses the seat
}
scores-next-tile = Next tile:
scores-thinking = thinking

# The table page
turn-yours = Your turn
turn-yours-colour = Your turn ({ $colour })
turn-of = { $who }’s turn
# A line about the turn: "48 left · play by Thu 26 Nov, 18:17 · 2 d 23 h left"
turn-tiles-left = { $n } left
turn-play-by = play by { $moment }
table-builder-you = Your builder gives you a second tile.
table-builder-may = Your builder gives you a second tile. Play it, or pass.
table-pass = Pass
table-builder = The builder gives a second tile.
table-fits-nowhere = Fits nowhere.
table-choose = Choose a highlighted cell, or pick from the <a href="#placements-list">list of placements</a>.
table-see-end = See how it ended
table-board = Board
table-exhibition = Exhibition
table-exhibition-title = Only computers play
cell-heading = The cell { $cell }
# $wanted: "field in the east and roads in the south and west"
cell-needs = Needed here: { $wanted }.
# $sides: "south and west"
cell-sides = { $n ->
    [one] { edge-name } in the { $sides }
   *[other] { edge-names } in the { $sides }
}
edge-names = { $edge ->
    [city] { -city(form: "many") }
    [road] roads
    [river] rivers
   *[field] fields
}
cell-odds = { $n ->
    [one] { $n } unseen tile fits that can come now; the chance of drawing it in the next round is { $chance } %.
   *[other] { $n } unseen tiles fit that can come now; the chance of drawing one in the next round is { $chance } %.
}
cell-odds-uniform = { $n ->
    [one] { $n } of the { $kinds } kinds fits. Each kind is equally likely at every draw and none runs out: the chance is { $each } % at each draw, and { $chance } % in the next round.
   *[other] { $n } of the { $kinds } kinds fit. Each kind is equally likely at every draw and none runs out: the chance is { $each } % at each draw, and { $chance } % in the next round.
}
cell-none-comes = No tile that can come in the next round fits.
cell-in-hand = There’s one in hand that fits.
since-visit = Since your last visit
since-turn = Since your last turn
since-after = { $number }: the board after it
since-hide = Hide the numbers
since-show = Number them on the board
placements-heading = Placements
placements-help = every cell and rotation that fits
placements-help-best = every cell and rotation that fits, best first
placements-cell = Cell
placements-tile = The tile shows
placements-result = What it does
kinds-heading = Tiles left, by kind
kinds-uniform-heading = Kinds of tile
kinds-uniform = All { $kinds } kinds are equally likely at every draw, each 1 in { $kinds }, about { $each } %. The { -bag } never runs out of any of them.
kinds-discarded = Set aside because they fit nowhere:
closer-heading = Overlays
closer-legend = Show on the board
closer-button = Show
features-heading = Features
features-help = the board in words
log-heading = Log
log-whole = The whole log
log-step = Step through the game
log-record = Record
log-board = The board now
log-nothing = Nothing has happened yet.
log-title = Log – { $players }
# $heading: "Turn 12 of 71"
history-title = { $heading } – { $players }
history-start = The start
history-end = The end
history-turn = Turn { $n } of { $last }
history-after-turn = After turn { $n }
history-play = Play
history-pause = Pause
history-speed = Speed
history-slow = slow
history-normal = normal
history-fast = fast
history-scored = Turns that scored
event-nav = Turns
event-previous = Previous
event-next = Next
event-go-to = Turn
event-go = Go
resign-link = Resign

# The preview of a turn
preview-title = Your turn – { $players }
preview-heading = The tile at { $cell }
preview-rotate = Rotate
preview-one-rotation = It fits here in this rotation only.
preview-another-cell = Another cell
# $consequence: "completes a city of 4 tiles: you get 8 points"
options-nothing = Nothing finished.
preview-completes = The tile { $consequence }.
preview-follower = Follower
preview-confirm = Confirm
preview-final = Nothing is stored until you confirm. Then the next tile is drawn, so a turn can’t be taken back.
preview-impossible = Where no follower can go
preview-points = Score
preview-player = Player
preview-now = Now
preview-after = After
preview-if-ended = If it ended then
preview-without-follower = Without the follower selected above.

# After a turn
act-next-game = Next game waiting for you ({ $n })
# The same in short
status-next = Next game ({ $n })

resign-title = Resign – { $players }
resign-heading = Resign?
resign-others = Your followers stay on the board and keep their strength, but no longer score for you. The others play on. You can’t undo this.
resign-ends = Your followers stay on the board and keep their strength, but no longer score for you. With one player left, the game ends. You can’t undo this.
resign-stay = Keep playing

# The final page
final-title = Final – { $players }
final-over = The game is over
final-won = { $who } won
final-you-won = You won
final-you-lost = You lost
# Two players: "You lost 70 : 82"
final-won-by = { $who } won { $points } : { $other }
final-you-won-by = You won { $points } : { $other }
final-you-lost-by = You lost { $points } : { $other }
# Several players
final-won-with = { $who } won with { amount-points }
final-you-won-with = You won with { amount-points }
final-you-lost-with = You lost with { amount-points }: { $who } has { $points }
final-tie = A tie: { $players }
final-tie-at = A tie at { $points }: { $players }
final-reason-bag = The last tile has been placed.
final-reason-hand = No tile in hand could be placed, which these rules call a tie.
final-reason-agreed = The players agreed to end the game.
final-reason-called-off = The game was called off and has no result.
final-reason-left = Only one player was left.
final-reason-none = The game is still in progress.
final-guest = This game exists in this browser only, until you <a href="{ $url }">choose a name and password</a>.
final-rematch = Rematch
final-rematch-help = The same players and rules. The others are asked whether they want to play.
final-rematch-at-once = The same rules. The game begins at once.
final-rematch-go = Go to the rematch
final-rematch-begun = The rematch has begun.
# $title: "ann wants a rematch"
final-rematch-declined = { $title }. You’ve declined.
final-score = Final score
final-player = Player
# $players: "ann – ben"
rematch-title = Rematch – { $players }
rematch-heading = Rematch
rematch-text = Everyone starts with these points. Change them if you like.
rematch-unrated = A rematch with handicaps isn’t rated.
rematch-text-moves = The rules propose to add half the difference to what the losers had. You can choose a quarter for a player, let the winner’s handicap shrink instead, or type other points.
rematch-score = Score
rematch-before = Handicap
rematch-pace = Moves by
rematch-after = In the rematch
rematch-half = half
rematch-quarter = quarter
rematch-who = Whose handicap moves
rematch-losers = the losers’ grow
rematch-winners = the winner’s shrinks
rematch-propose = Update the proposal
rematch-back = Back to the result
final-rematch-change = Other settings
final-handicap = Handicap
final-total = Total
final-winner = won
final-both-colours = Both colours together: { $scores }.
final-poster = Poster
final-poster-png = Poster as PNG
final-graph = Score over the turns
final-graph-label = Score over the turns
final-graph-table = As a table
final-graph-after = After
final-graph-turn = turn { $n }
final-graph-end = the end
final-fields = Fields
final-fields-per-city = Farmers, by finished { -city }
final-fields-shown-per-city = The <a id="fields-on-board" href="#board">board</a> has these numbers, with the letters of the owners. Fields with farmers and their { -city(form: "many") } have their owner’s pattern; shared ones are grey. All fields that touch a { -city } count together.
final-fields-shown = The <a id="fields-on-board" href="#board">board</a> has these numbers, with the letters of the owners. Fields have their owner’s pattern, or grey if they’re shared; finished { -city(form: "many") } that score are grey.
final-fields-show = <a id="fields-on-board" data-swap href="{ $url }">Show them on the board, with these numbers</a>.
final-fields-show-per-city = <a id="fields-on-board" data-swap href="{ $url }">Show them on the board, with these numbers</a>. All fields that touch a { -city } count together.
final-others = Scored at the end
final-others-help = Every feature that was still claimed.
final-others-help-fields = Every feature that was still claimed, except fields.
final-fair = Verify the draw
final-fair-text = The record holds every event, the secret and the players’ salts: anyone can draw all the tiles again.
final-no-salts = No player added a salt to this draw: its order relied on the server alone.
final-unrevealed = Started without the salt of: { $names }
final-secret = Secret
final-fingerprint = Fingerprint
final-off-list = Remove from my list

# "City in the north"
breakdown-feature = { feature-name-start } { log-region }
breakdown-cities = { $n ->
    [one] { $n } finished { -city }, { $each } points
   *[other] { $n } finished { -city(form: "many") }, { $each } points each
}
breakdown-or = { $first } or { $second }
breakdown-holder = { $who }: { $followers }
breakdown-holder-strength = { $who }: { $followers }, strength { $strength }
breakdown-holder-goods = { $who }: { $n }
breakdown-got-pig = { $who } got { $points }, with the pig.
breakdown-tie = Tied at { $n }: each gets all of it.
breakdown-left = Nothing, having left the game: { $players }.
breakdown-outnumbered = Outnumbered { $strength } to { $most }: { $who }.
breakdown-no-city = It touches no finished { -city } and scores nothing.
breakdown-fields-nothing = A field scores nothing for a { -city } in this game.
breakdown-inn = Unfinished with an inn, it scores nothing.
breakdown-cathedral = Unfinished with a cathedral, it scores nothing.
breakdown-unfinished = Unfinished, it scores nothing.

# The planar graph of a board
graph-heading = Planar graph
graph-text = Walls, roads and borders as edges, the points where they meet as vertices: for graph software, and as an overlay on the board.
graph-vertices = Vertices
graph-edges = Edges
graph-cities-cross = This board has no planar graph: on one of its tiles, a city passes over another.
graph-broken = This board has no planar graph: its tiles don’t match at { $cell }.
graph-euler = { $components ->
    [one] { $vertices } vertices − { $edges } edges + { $faces } faces = 1 + { $components } connected part.
   *[other] { $vertices } vertices − { $edges } edges + { $faces } faces = 1 + { $components } connected parts.
}
graph-vertex-city = city
graph-vertex-city-text = a wall meets a corner of a tile
graph-vertex-city-corner = city corner
graph-vertex-city-corner-text = a corner of a tile inside a city, on the border
graph-vertex-road-end = road end
graph-vertex-road-end-text = a crossing or a cloister
graph-vertex-connecting-road = connecting road
graph-vertex-connecting-road-text = a road meets a side of a tile
graph-vertex-gate = gate
graph-vertex-gate-text = a road meets a wall
graph-vertex-meadow = meadow
graph-vertex-meadow-text = a corner of a tile in a meadow, on the border
graph-vertex-bridge = bridge
graph-vertex-bridge-text = a road crosses a road or water
graph-vertex-connecting-river = connecting river
graph-vertex-connecting-river-text = a river meets a side of a tile
graph-vertex-river-end = river end
graph-vertex-river-end-text = a spring or a lake
graph-edge-city = city
graph-edge-city-text = a piece of wall, with the city on the right of the arrow
graph-edge-city-border = city border
graph-edge-city-border-text = a city side with no tile beyond
graph-edge-road = road
graph-edge-road-text = a piece of road
graph-edge-meadow-border = meadow border
graph-edge-meadow-border-text = a meadow side with no tile beyond
graph-edge-river = river
graph-edge-river-text = a piece of river

# The table page
tab-moves = Moves
tab-tiles = Tiles left
tab-rules = Rules
table-rail = Players, tile and moves
table-more = More about this game
cell-close = Close
summary-menu = Menu
recent-label = Last turns
tab-more = More
scores-gain = Since their last turn:
status-show = Show
since-result = What happened
kinds-without = Tile counts are off at this table.
keys-link = Keys
act-cancel = Cancel
act-choose = Choose a highlighted cell on the board.
act-why-not = Why not?

# The page of a game's clocks
# $players: "ann – ben"
clock-title = Clocks: { $players }
clock-heading = Clocks
clock-running = { $player } is to move
clock-since = Since
clock-bank-from = Takes from the bank from
clock-until = Time runs out
# $left: "1 d 12 h"
clock-until-left = { $moment }, { $left } left
clock-banks = In the bank
clock-history = Every turn’s time
clock-history-empty = No turn has been completed yet.
clock-player = Player
clock-from = From
clock-used = Took
clock-stood = Stood
# “The clock stands until Tue 24 Nov, 07:00 CET (night).”
clock-stands = The clock { $stop }.
clock-end = Ended
clock-bank-after = Bank after
clock-played = played
clock-missed = missed
clock-handed-over = missed, handed to a computer
# It was taken over, or its player came back
clock-offered = seat was free
clock-substituted = played by a computer
clock-planned = played as planned
clock-taken-back = taken back
clock-time-out-taken-back = time-out taken back
clock-left = left the game
proposal-heading = A proposal
proposal-missing = No answer yet: { $players }. Without one the proposal is over { $ends }.
proposal-agree = Agree
proposal-decline = Decline
proposal-withdraw = Withdraw
pause-heading = Pause
pause-now = The game is paused until { $until }. Anyone in it can end the pause.
pause-resume = End the pause
pause-proposed = { $player } proposes a pause until { $until }.
pause-propose = Propose a pause
pause-help = All clocks stand during a pause. It takes everybody’s consent, ends after 30 days at the latest, and anyone can end it early.
take-back-heading = Take back your turn
take-back-help = The others have to agree. Until they answer, and for 12 hours at most, the next player’s clock stands. The tile that was drawn since stays known to all.
take-back-button = Ask to take it back
take-back-ask = Take back your turn?
take-back-proposed = { $player } asks to take back the last turn.
plan-title = Your plan · { $players }
plan-heading = Plan ahead
plan-help = Only you can see what you plan, and you can change it at any time. It counts from the next turn that begins. The log marks what a plan has played.
plan-forced = Play forced turns
plan-forced-help = If only one turn is legal, it is played as soon as it is your turn. It takes no time, and earns no increment.
plan-stand-in = If a turn would time out
plan-stand-in-none = what the table says happens
plan-stand-in-level = a computer of level { $n } takes that one turn
plan-stand-in-help = Leave that is taken by itself comes first.
plan-save = Save plan
plan-choose = Plan your next turn: choose where your tile goes.
plan-next-heading = Your next turn
plan-next-none = Nothing is planned. While you wait for the others, choose on the board where your next tile goes.
plan-next-order = The first that is possible is played. Choose another place on the board to add an alternative.
plan-turn = { $cell }
plan-turn-follower = { $cell }, with a { $follower } on { $place }
plan-remove = Remove
plan-ask = Ask me instead if
plan-ask-changed = a road, city or field that the tile touches has changed its owner or was joined to another, or a { -cloister } beside it has changed its owner
plan-ask-left = a player has left the game
plan-next = Planned: { $turns }
# Of a tile on the player’s own board
plan-on-board = { $n ->
    [1] Planned: { $turn }
   *[other] Planned, alternative { $n }: { $turn }
}
plan-stopped = Your plan was not played: { $why }
plan-other-tile = your tile could not be placed, and another was drawn.
plan-not-legal = it is not possible any more.
plan-changed = a road or city that the tile touches has changed.
plan-field-changed = a field that the tile touches has changed its owner or was joined to another.
plan-cloister-changed = a { -cloister } beside the tile has changed its owner.
plan-left = a player has left the game.
plan-over = The game is over for you, so there is nothing left to plan.
log-planned = { $did } (planned)
late-heading = { $player } has run out of time
skip-help = The turn is skipped if all others agree. Its tiles go back into the { -bag }.
skip-button = Propose to skip the turn
skip-ask = Time has run out: what now?
skip-proposed = { $player } proposes to skip the turn.
substitute-help = Or a computer plays on for them, this turn and those that follow, until they take over again.
substitute-level = Level
substitute-button = Propose to let a computer play
substitute-proposed = { $player } proposes that a computer of level { $n } plays on for the player who has run out of time.
vacant-ask = Your seat is free for others. Come back?
substitute-ask = A computer plays for you. Take over again?
substitute-heading = A computer of level { $n } plays for you
substitute-back-help = You can take over again at any time but during its turn. Your clock has what was left in it, and each turn that the computer plays adds the increment.
substitute-back = Take over again
substitute-offered = Your seat is offered to others. The player who takes it over has it for good.
vacant-heading = Your seat is free for others
vacant-help = You ran out of time. Until { $until } the game waits for you, or for somebody to take over your seat for good; then a computer of level { $n } plays. If you come back, your turn begins again with what was left in your clock.
seat-ask = Take over { $player }’s seat?
seat-heading = The seat of { $player } is free
seat-help = { $player } ran out of time, and a computer of level { $n } plays. You get the seat as it stands, with its points, { -meeple(form: "many") } and what is left in its clock. Until then, { $player } can come back.
seat-help-waits = { $player } ran out of time. Until { $until } the game waits for somebody to take over the seat; then a computer of level { $n } plays. You get it as it stands, with its points, { -meeple(form: "many") } and what is left in its clock, and it’s your turn at once. Until then, { $player } can come back.
seat-button = Take over the seat
seat-lost = You ran out of time, and { $player } has taken over your seat.
seat-lost-seen = Remove it from my games
seat-sign-up = <a href="{ $url }">Sign up</a> to take over the seat.
seat-sign-in = <a href="{ $url }">Sign in</a> to take over the seat.
end-heading = End the game early
end-help = If everybody agrees, the game ends at once and the board is scored as if the { -bag } were empty.
end-help-alone = Nobody else has to agree. You can play on against the computer, or end the game: the board is scored as if the { -bag } were empty.
end-button = Propose to end the game
end-button-alone = End the game now
end-proposed = { $player } proposes to end the game now, with the board scored as it is.
alone-ask = You are the only person left: end the game?
call-off-help = Until everyone has had two turns, the game can also be called off: it then has no result.
call-off-button = Propose to call the game off
call-off-button-alone = Call the game off
call-off-proposed = { $player } proposes to call the game off, without a result.
give-heading = Give { $player } time
give-length = How long?
give-help = For this turn only, such as 1 d or 12 h. If time has run out, it counts from now.
give-button = Give time

# A game on other sites
embed-heading = Show on another site
embed-label = Code for your page
embed-help = It shows the board as it is when somebody opens your page, and what visitors of this site see of it.
embed-frame = A game of Carcassonne
embed-title = { $players } · Bastide
embed-board = The board of { $players }. Opens the game in a new tab.
embed-finished = The game is over.
embed-running = The game is in progress.
embed-link = Open the game in a new tab
