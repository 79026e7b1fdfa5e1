# The lesson at /learn. $meeples, $road, $city, $unfinished, $shield and $field are numbers of the rules; $points and $tiles
# come from the turn just played.

learn-title = Learn to play
learn-lead = Six short steps on real boards, about five minutes in all. You need no account, and nothing can go wrong: try whatever you like.
learn-begin = Start the lesson
learn-contents = Contents
# $practice, $puzzles: these pages
learn-practice = Try things out, alone or against the computer, on a <a href="{ $practice }">practice board</a>, or solve <a href="{ $puzzles }">puzzles</a>.
learn-books = Every detail is in the <a href="{ $url }">rule books</a>.
learn-steps = Steps of the lesson
learn-around = Other steps
# "2. Roads – Learn to play"
learn-step-title = { $n }. { $step } – Learn to play
learn-part = { $n } of { $all }
learn-you = You
learn-blue = Blue

# What the guide says at every step
# $wanted: "city to the south and road to the west"
learn-cell = Try the tile at { $cell }: { $wanted }
learn-fits = It fits: { $edges }.
# $consequence: "completes a city of 4 tiles: you get 8 points"
learn-completes = The tile { $consequence }.
learn-choose = Now for your { -meeple }: choose a letter on the board, or one of these.
learn-choose-none = No { -meeple } can go on it.
# $places: "the road to the west and the field to the north"; $reason: a sentence
learn-not = Not on { $places }: { $reason }
learn-turn-it = Turn the tile, or try another cell.
learn-other-cell = It doesn’t fit here however you turn it. Try another cell.
learn-place = Place it here
learn-rotate = Turn it ↻
learn-back = Take it back
learn-again = Try it again
learn-answer = Show me
learn-blue-plays = Blue plays. Go on
# $step: the name of the next step
learn-next = Next: { $step }
learn-plus = +{ $n }
learn-home = { $n ->
    [one] Your { -meeple } is back with you.
   *[other] { $n } of your { -meeple(form: "many") } are back with you.
}
# $size: "4 tiles, 1 shield"
learn-claimed-road = Your { -meeple } stands on the road: { $size } so far.
learn-claimed-city = Your { -meeple } stands in the { -city }: { $size } so far.
learn-claimed-cloister = { $n ->
    [one] Your { -meeple } moves into the { -cloister }. { $n } of its 8 neighbours is there.
   *[other] Your { -meeple } moves into the { -cloister }. { $n } of its 8 neighbours are there.
}
learn-claimed-field = { $n ->
    [0] Your { -meeple } lies down on the field, which touches no finished { -city } yet.
    [one] Your { -meeple } lies down on the field, which touches { $n } finished { -city }.
   *[other] Your { -meeple } lies down on the field, which touches { $n } finished { -city(form: "many") }.
}
# $points: "9 points"
learn-end-field = { $n ->
    [one] { $who }: { $points } for a field with { $n } finished { -city }.
   *[other] { $who }: { $points } for a field with { $n } finished { -city(form: "many") }.
}
# $feature: "a road of 4 tiles"
learn-end-other = { $who }: { $points } for { $feature }.

learn-tiles = Tiles
learn-tiles-line = Everything starts with a tile that fits.
learn-tiles-ask = On your turn you draw a tile and add it to the landscape. It goes next to a tile that’s already there, turned any way you like, and whatever touches must match: road to road, { -city } to { -city }, field to field. Choose a cell and see.
learn-tiles-praise = The landscape grows. That’s the first half of every turn: find a cell where the tile fits. For the other half you need a { -meeple }.

learn-roads = Roads
learn-roads-line = Your first { -meeple } claims a road, and comes back with points.
learn-road-ask = You have { $meeples } { -meeple(form: "many") }. After placing a tile, you can put one of them on that tile, to claim a part of the landscape. The road through the middle starts at the crossing in the west. Make it longer in the east, and claim it.
learn-road-praise = The road is yours now. Blue may make it longer, but can’t put a { -meeple } on it any more.
learn-road-hint = That’s allowed, but there’s a better move. Add the tile in the east, where the long road ends, and put your { -meeple } on that road.
learn-road-end-ask = Blue has built a { -cloister }, and you’ve drawn a crossing. A road ends at a crossing, at a { -cloister } or at the gate of a { -city }. When it has both ends, it’s finished and scores. Finish yours.
learn-road-end-praise = A finished road scores { $road } for each tile: { $tiles } tiles, { $points } points. And your { -meeple } is free for its next adventure.
learn-road-end-hint = Your road is still open in the east. Put the crossing there.

learn-cities = { -city(form: "Many") }
learn-cities-line = Close the wall, and don’t forget the { -shield }.
learn-city-ask = { -city(form: "Many") } score best, especially those with a { -shield }, like the one on your tile. Join it to the { -city } in the middle and claim it. Where the two meet, the wall opens.
learn-city-praise = One { -city } now, with a { -shield }, and it’s yours. There’s one gap left in the wall, in the east.
learn-city-hint = Possible, but look at the middle: the { -city } there is open in the north. Add yours to it, and put your { -meeple } inside.
learn-city-end-ask = Blue has taken the road. You’ve drawn just what you need: close the wall.
learn-city-end-praise = A finished { -city } scores { $city } for each tile and { $shield } for each { -shield }: { $points } points. If it’s unfinished when the game ends, each of them counts only { $unfinished }. So don’t let your { -city(form: "many") } grow for ever.
learn-city-end-hint = The gap in your wall is still there: it’s in the east of your { -city }.

learn-cloisters = { -cloister(form: "Many") }
learn-cloisters-line = A quiet life, with eight neighbours.
learn-cloister-ask = { -cloister(form: "A") } stands alone in the middle of its tile and longs for company: it’s finished when all eight cells around it are filled, corners too. There’s a good place for this one. Find it, and let a { -meeple } move in.
learn-cloister-praise = What a spot: only one neighbour is missing.
learn-cloister-hint = It would be a long wait there. Look for the gap in the middle, with tiles almost all around it, and put your { -meeple } on the { -cloister }, not on the field.
learn-cloister-end-ask = It doesn’t matter who places the neighbours. But why wait? Fill the last cell yourself.
learn-cloister-end-praise = { $points } points: one for the { -cloister } and one for each of its eight neighbours.
learn-cloister-end-hint = One cell next to your { -cloister } is still empty: the one to the south of it.

learn-meeples = { -meeple(form: "Many") }
learn-meeples-line = There are never enough of them, and sometimes they meet.
learn-none-left-ask = All your { $meeples } { -meeple(form: "many") } are out at work. Try to claim something, and you’ll see: without a { -meeple } at home you can’t. Get one back by finishing what it stands on.
learn-none-left-praise = { $points } points, and a { -meeple } to claim something new next turn. Experienced players always keep one or two at home.
learn-none-left-hint = No { -meeple } came back. Follow the long road from the { -cloister } in the west to its open end in the east, and finish it there.
learn-join-ask = You can’t put a { -meeple } in a { -city } that has one already. But { -city(form: "many") } can grow together. Around the gap are one { -city } of Blue’s and two small ones of yours. Join all three.
learn-join-praise = Two { -meeple(form: "many") } of yours against one of Blue’s: you get all { $points } points, and Blue gets none. In a tie, each of you would have scored them all.
learn-join-hint = Look for the gap with walls on three sides, and turn the tile so that its { -city } meets all of them.

learn-fields = Fields
learn-fields-line = Farmers lie down, sleep until the end, and win games.
learn-field-ask = This is the last tile. A { -meeple } on a field lies down: it’s a farmer. It stays until the end, and then scores { $field } for every finished { -city } that its field touches. Only roads, walls and water divide fields. So: { -cloister } or field? Where does your { -meeple } score most?
learn-field-praise = A wide field with finished { -city(form: "many") } all around is worth more than many a { -city }. On the board it has your colour. Whatever was unfinished has scored too, but less. And that’s all: you know how to play.
learn-field-hint = Not bad, but there’s more. Look for the place between the two walls in the north: its field reaches along the road to every { -city } there.
