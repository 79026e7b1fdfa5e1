# The rule books. Their words for the pieces and features are the terms of terms.ftl.

amount-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}

book-idea = The idea
book-idea-text = Together you build a landscape of { -city(form: "many") }, roads, { -cloister(form: "many") } and fields, one tile at a time. On your turn you add a tile, and you can place a follower on it to claim part of the landscape. A finished feature scores at once, and its followers return to their players to be used again. The player with the most points at the end wins.

book-before = Before you start
book-players = For 2 to { $most } players. The draw decides who plays first.
book-two-colours = With two players, each has two colours and plays them in turn: your first, theirs, your second, theirs. At the end the points of your two colours are added up.
book-figures = Each colour has { $figures }.
book-figures-meeples = { $n ->
    [one] { $n } { -meeple }
   *[other] { $n } { -meeple(form: "many") }
}
book-figures-big = 1 { -big-meeple }
book-figures-builder = 1 builder
book-figures-pig = 1 pig
# $tiles: "71 tiles"; $sets: the expansions they come from
book-bag-whole = The { -bag } holds { $tiles } ({ $sets }). The game lasts until it’s empty.
book-bag-uniform = There are { $kinds } kinds of tile ({ $sets }), and none ever runs out: at every draw each kind is equally likely. The number of turns is fixed so that everyone has equally many: { $turns }.
book-bag-minutes = You decide how long the game takes: two tiles a minute come out of the { -bag }, here for { $minutes } minutes. Everyone has equally many turns: { $turns }. There are { $tiles } ({ $sets }); at least three of them stay in the { -bag } unseen.
# "36 with 2 players"
book-turns = { $turns } with { $seats } players
book-start-tile = This tile is on the table before the first turn:

book-turn = Your turn
book-draw-one = Draw a tile from the { -bag }.
book-draw-ahead = Take the tile that lies in front of you.
book-draw-ahead-then = Everyone draws a tile before the first turn, and the next one right after each turn of theirs. It lies in front of them for all to see. When the { -bag } is empty, the tiles in front of the players are still played; players without one are passed over.
book-draw-shared = { $n } tiles lie face up for all players. Choose one; the next player finds another in its place.
book-draw-colours = As many tiles as there are colours lie face up for all players. Choose one; the next player finds another in its place.
book-place = Place the tile next to one that’s already on the table, turned any way you like. All touching edges must match: road to road, { -city } to { -city }, field to field.
book-claim = If you like, place one of your followers on a part of this tile: a road, a { -city }, a field or { -cloister(form: "a") }. But not where anyone, including you, already has a follower further along the same road, in the same { -city } or on the same field.
book-claim-no-fields = If you like, place one of your followers on a part of this tile: a road, a { -city } or { -cloister(form: "a") }. But not where anyone, including you, already has a follower further along the same road or in the same { -city }.
book-claim-unfinished = If you like, place one of your followers on an unfinished part of this tile: a road, a { -city }, a field or { -cloister(form: "a") }. But not where anyone, including you, already has a follower further along the same road, in the same { -city } or on the same field.
book-claim-unfinished-no-fields = If you like, place one of your followers on an unfinished part of this tile: a road, a { -city } or { -cloister(form: "a") }. But not where anyone, including you, already has a follower further along the same road or in the same { -city }.
book-scoring-step = Features that the tile finishes score at once, no matter who owns them, and the followers there return to their players.
book-order-scoring-first = Note the order: scoring comes before the follower. A follower that has just come back can go out again in the same turn, but finished features can no longer be claimed.
book-order-follower-first = Note the order: the follower comes before scoring. You can claim a feature that your tile finishes at this very moment, and get the follower straight back. But you need one to place: a follower that comes back this turn can be used next turn.
book-again-caption = The road is finished and scores; its follower comes back and goes straight onto the { -city } of the new tile.
book-unplaceable-discard = A tile that fits nowhere is discarded, and you draw another.
book-unplaceable-discard-hand = A tile that fits nowhere stays until it does. If no face-up tile fits, all of them are discarded and new ones drawn.
book-unplaceable-put-back = A tile that fits nowhere goes back into the { -bag }, and you draw another.
book-unplaceable-tie = If no face-up tile fits anywhere, the game ends at once in a tie.

book-roads = Roads
book-roads-ends = A road ends at a crossing, at the gate of a { -city } or at { -cloister(form: "a") }. It’s finished when it has both ends.
book-roads-text-ring = { book-roads-ends } A road that loops back on itself is finished too.
book-roads-text-no-ring = { book-roads-ends } A road that loops back on itself is never finished.
book-roads-worth = A finished road scores { $points } for each of its tiles. A tile counts once, even if the road crosses it twice.
book-roads-caption = A road from crossing to crossing.
book-roads-short = A road of only two tiles is worth 2 points in total.
book-roads-short-caption = Two crossings side by side.
book-ring-caption = A ring, finished.
book-ring-open-caption = A ring: this road will never be finished.

book-cities = { -city(form: "Many") }
book-cities-text = A { -city } is finished when the wall around it is closed and nothing is missing inside. An empty cell that the wall goes around doesn’t matter.
book-cities-worth = A finished { -city } scores { $points } for each of its tiles, and { $shield } more for each { -shield } on them. A tile counts once, even if the { -city } reaches it twice.
book-city-caption = A { -city } of three tiles, with one { -shield }.
book-small-city-half = A { -city } of only two tiles scores only 1 point for each tile and 1 for each { -shield }.
book-small-city-two = A { -city } of only two tiles is worth 2 points in total, with or without { -shield(form: "many") }.
book-small-city-two-with-shields = A { -city } of only two tiles without a { -shield } is worth 2 points in total.
book-small-city-caption = A { -city } of two tiles.

book-cloisters = { -cloister(form: "Many") }
book-cloisters-text = { -cloister(form: "A") } stands alone in the middle of its tile. It’s finished when all eight cells around it are filled, no matter by whom, and scores 9 points: 1 for itself and 1 for each of its neighbours.
book-cloister-caption = The last of eight neighbours is placed.

book-sharing = When two features meet
book-sharing-text = You can’t place a follower on a feature that already has one. But a later tile can join two roads or two { -city(form: "many") }, each with its follower. Then the player with the most followers there gets all the points, and the others get nothing. If several players are tied for the most, each of them gets all the points. A feature without followers scores for no one.
book-sharing-caption = Red’s { -city } and blue’s become one, and are finished.

book-fields = Fields
book-fields-none = Fields are just for looks: no one can claim them, and they score nothing.
book-fields-farmer = A follower on a field lies down: it’s a farmer. A field is never finished, so a farmer stays there until the end of the game. Fields are separated by roads, walls and water.
book-fields-per-city = At the end, look at each finished { -city } in turn, and count the farmers of each colour in all the fields that touch it together. The player with the most gets { $points } for this { -city }; players tied for the most each get them. Unfinished { -city(form: "many") } score nothing.
book-fields-per-field = At the end, look at each field in turn. The player with the most farmers on it gets { $points } for each finished { -city } that touches the field; players tied for the most each get them. A { -city } scores for every field that touches it, but only once per field. Unfinished { -city(form: "many") } score nothing.
book-farm-caption = A farmer between two finished { -city(form: "many") }.
book-farmers-caption = North of the { -city }, red and blue each have a farmer on the same field; south of it, red has another.

book-added = This expansion isn’t part of the book, but you can add it when you open a table.
book-river = The game starts with a river. The spring is already on the table; the river tiles are drawn first, each continues the river, and the lake is the last of them. Then the other tiles follow.
book-river-minutes = { book-river } Only games of { $minutes } minutes or more start with the river.
book-river-turns = The river can’t turn the same way twice in a row. Followers can go on anything but water, and water separates fields as a road does. A river tile that can’t be placed is set aside.
book-big = The { -big-meeple } counts as two when followers are compared. Otherwise it’s a follower like any other.
book-big-caption = Red’s { -big-meeple } and blue’s { -meeple } meet in a { -city }.
book-inn = A finished road with an inn scores { $points } for each tile. If it’s unfinished at the end, it scores nothing. A second inn changes nothing.
book-inn-caption = A road with an inn, finished.
book-inn-open-caption = The same road, unfinished when the game ends.
book-cathedral = A finished { -city } with a cathedral scores { $points } for each tile and as much for each { -shield }. If it’s unfinished at the end, it scores nothing. A second cathedral changes nothing.
book-cathedral-caption = A { -city } of five tiles around a cathedral.
book-inns-seats = With this expansion, up to six can play.
book-builder-then = From then on, when you place a tile that makes that road or { -city } grow, you play a second tile at once, but never a third. The builder doesn’t count as a follower, and returns to you with the others.
book-builder-presence = Instead of a follower you can place your builder on a road or in a { -city } where you already have a follower. { book-builder-then }
book-builder-ownership = Instead of a follower you can place your builder on a road or in a { -city } where you have the most followers, alone or tied. { book-builder-then }
book-builder-may = You don’t have to play the second tile: you can pass.
book-builder-caption = Red has extended the builder’s road and plays a second tile in the same turn.
book-goods = Some { -city(form: "many") } hold wine, grain or cloth. The player who places the tile that finishes such a { -city } takes its goods, no matter who owns the { -city }. At the end, the most wine, the most grain and the most cloth score { $points } each, for every player who has the most.
book-goods-caption = Blue finishes red’s { -city }: the { -city } scores for red, and the grain goes to blue and scores at the end.
book-no-goods = The trade goods on the tiles aren’t used.
book-pig = Instead of a follower you can place your pig on a field where you have a farmer. At the end, if you have the most farmers there, every { -city } gives you { $points } more. The pig itself doesn’t count as a farmer.
book-pig-caption = A farmer with a pig next to a finished { -city }.
book-no-pig = The pig isn’t used.
book-king = Five more tiles, rare and useful. They follow the usual rules.

book-end = The end
book-end-text = When the last tile has been placed, unfinished features still score for their owners:
book-end-road = an unfinished road: { $points } for each tile
book-end-city = an unfinished { -city }: { $points } for each tile, { $shield } more for each { -shield }
book-end-cloister = { -cloister(form: "a") } with missing neighbours: 1 point for itself and 1 for each tile around it
book-end-fields = then the fields, as described above
book-end-goods = and the trade goods
book-end-nothing = Unfinished roads and { -city(form: "many") } score nothing: finish them in time.
book-end-caption = The game is over: a road, a { -city } and { -cloister(form: "a") } were not finished.
book-end-winner = The most points win. Tied players share the win.
book-end-winner-tie = The most points win. Tied players share the win. If the game ended because no tile fitted, it’s a tie whatever the score.

book-again = Playing again
book-again-text = When you open a table you can let any seat start with extra points, so that players of different strength have an even game.
book-again-handicap = In a rematch, everyone keeps their starting points, and each loser gets half the points they were behind on top of that.
book-again-same = In a rematch, everyone starts with the same points as before.

# What an example scores: "Red: 3 points for roads, 8 points for cities"
colour-name = { $colour ->
    [red] Red
    [blue] Blue
    [green] Green
    [yellow] Yellow
    [black] Black
    [grey] Grey
    [white] White
   *[other] { $colour }
}
example-result = { colour-name }: { $parts }
example-nothing = { colour-name }: nothing
example-part = { $kind ->
    [road] { amount-points } for roads
    [city] { amount-points } for { -city(form: "many") }
    [cloister] { amount-points } for { -cloister(form: "many") }
    [field] { amount-points } for fields
   *[goods] { amount-points } for goods
}
