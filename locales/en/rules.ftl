# Rule books and their rules: names, the form that changes them, and what differs from a book. The books themselves are in book.ftl.

expansion-name = { $set ->
    [river] The River
    [inns] Inns & Cathedrals
    [traders] Traders & Builders
    [king] King & Scout
   *[base] Base game
}
# "Inns & Cathedrals (18 tiles)"
expansion-tiles = { $n ->
    [one] { expansion-name } ({ $n } tile)
   *[other] { expansion-name } ({ $n } tiles)
}
# "2 × Base game"
expansion-copies = { $n } × { $name }

preset-modern = Modern rules
preset-chicago = Chicago rules
preset-abbeys = Abbeys and castles
preset-mcguire = McGuire’s house rules
preset-modern-line = { $points ->
    [one] As sold today: each field scores { $points } point for every finished city it touches.
   *[other] As sold today: each field scores { $points } points for every finished city it touches.
}
preset-chicago-line = { $points ->
    [one] Every finished city gives { $points } point to the player with the most farmers around it, and small cities are worth less.
   *[other] Every finished city gives { $points } points to the player with the most farmers around it, and small cities are worth less.
}
preset-abbeys-line = No fields, nothing for unfinished features, and any tile can turn up at any time.
preset-mcguire-line = Several face-up tiles for everyone to choose from, every expansion, and a length in minutes.

book-first-edition-fields = First-edition fields
book-second-edition-fields = Second-edition fields
book-first-edition-cities = First-edition small cities
book-no-farmers = Without farmers
book-fields-line = { $points ->
    [one] Each finished city scores { $points } point, once, for the player with the most farmers in all the fields around it.
   *[other] Each finished city scores { $points } points, once, for the player with the most farmers in all the fields around it.
}
book-first-edition-cities-line = A finished city of two tiles scores only 1 point per tile and 1 per shield.
book-no-farmers-line = Fields score nothing: the gentlest way to start.

# A table’s rules in a few words: "Modern rules + The River, changed"
rules-with-expansion = { $rules } + { $expansion }
rules-all-expansions = { $rules }, all expansions
rules-changed = { $rules }, changed

rules-title = Rules
rules-lead = One game, several rule books. Learn with the first one; the others differ in what you draw and what it’s worth.
rules-learn = New to the game? Learn it in six steps
rules-other-editions = Other editions
rules-other-editions-text = Small changes to the { $book }. You can change any rule when you open a table.
rules-other-books = Other rule books
rules-back-to-table = Back to the table
rules-open-table = Open a table with these rules
rules-all-books = All rule books
rules-differences = Differences
rules-unchanged = These are the <a href="{ $url }">{ $book }</a>, unchanged.
rules-chapters = Chapters
rules-of-table = Rules of this table
rules-of-table-line = The rules of this table: { $rules }.
rules-difference-caption = Changes from the <a href="{ $url }">{ $book }</a>
rules-difference-rule = Rule
rules-difference-here = Here
rules-difference-book = In the book
rules-note-heading = Rules
rules-note-as-book = <a href="{ $url }">{ $rules }</a>, as in the book.
rules-note-book = <a href="{ $url }">{ $rules }</a>
rules-note-all = All rules of this table

# The form
rules-form-summary = Expansions and advanced rules
rules-form-as-in = as in the { $book }
rules-form-as-in-changed = as in the { $book }, changed
rules-form-show = Show the rules of the book selected above
rules-form-help = Your changes here are kept; everything else follows the book.
rules-form-book-says = The book says: { $value }.
rules-form-handicaps = Handicaps
rules-form-handicaps-help = Points a seat starts with, so that players of different strength have an even game: a number of points, or the tiles in the bag minus a number. Seats fill in the order in which players join.
rules-form-handicap-of = Seat { $n }: what the number is
rules-form-handicap-points = points
rules-form-handicap-tiles = tiles minus
rules-form-seat = Seat { $n }

rules-form-yes = yes
rules-form-no = no
rules-form-choose-yes-no = Choose yes or no.
rules-form-choose-one = Choose one of these.
rules-form-number = Enter a whole number from { $least } to { $most }.
rules-form-unused = You typed { $number }, but the choice that it belongs to isn’t selected. Select it, or put { $offered } back.
rules-form-handicap-number = Seat { $seat }: enter a whole number from -{ $limit } to { $limit }, or leave it empty.
rules-form-no-seat = There’s no seat { $seat } at a table for { $seats }.
rules-wrong-no-base = The base game must be included.
rules-wrong-sets = That’s too many tiles. Choose fewer expansions.
rules-wrong-bag = The River’s tiles can’t be drawn endlessly. Choose the whole bag.
rules-wrong-put-back = A tile can go back into the bag only when one tile at a time is drawn.
rules-wrong-pig = Without fields, a pig has nowhere to go.
rules-wrong-river = A river only in long games needs a bag that’s counted in minutes. Choose “always”, or count the bag in minutes.
rules-wrong-draw-ahead = Players can draw ahead only with one face-up tile.
rules-wrong = This doesn’t go with the other rules. Choose something else.

rules-group-tiles = Tiles
rules-group-figures = Followers
rules-group-roads = Roads
rules-group-cities = Cities
rules-group-fields = Fields
rules-group-players = Players

# "two tiles a minute, the rest stays unseen: 45 minutes"
rule-value-amount = { $value }: { $amount }
unit-minutes = minutes
unit-tiles = tiles
amount-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
amount-tiles = { $n ->
    [one] { $n } tile
   *[other] { $n } tiles
}

rule-sets = Expansions
rule-sets-help = Which tiles are mixed. Add a set several times for a longer game.
rule-bag = Bag and length
rule-bag-help = Which tiles can turn up, and so how long the game is.
rule-bag-whole = every tile, once
rule-bag-uniform = every kind equally likely at each draw; about 72 turns
rule-bag-minutes = two tiles a minute, the rest stay unseen
rule-river = River
rule-river-help = When a game with The River starts with the river.
rule-river-chosen = always
rule-river-minutes = only in games of at least
rule-hand = Face-up tiles
rule-hand-help = How many tiles the player to move can choose from.
rule-hand-shared = a fixed number, shared by all
rule-hand-colours = as many as there are colours, shared by all
rule-draw-ahead = Draw ahead
rule-draw-ahead-help = Everyone draws their next tile right after their turn, for all to see. Needs one face-up tile.
rule-unplaceable = Unplaceable tiles
rule-unplaceable-help = What happens when no face-up tile can be placed.
rule-unplaceable-discard = discard, and draw again
rule-unplaceable-put-back = return to the bag, and draw again
rule-unplaceable-tie = the game ends in a tie
rule-meeples = Meeples
rule-meeples-help = How many each colour has.
rule-big = Big meeple
rule-big-help = Counts as two when followers are compared. Comes with Inns & Cathedrals.
rule-builder = Builder
rule-builder-help = Gives a second tile when its road or city grows. Comes with Traders & Builders.
rule-pig = Pig
rule-pig-help = Makes a farmer’s cities worth more. Comes with Traders & Builders.
rule-builder-needs = Builder needs
rule-builder-needs-help = When a builder may join a road or city.
rule-builder-needs-presence = a follower of its colour there
rule-builder-needs-ownership = the most followers there, alone or tied
rule-builder-second-part = Builder’s second part
rule-builder-second-part-help = Whether the second part of the turn has to be played.
rule-builder-second-part-must = it is played
rule-builder-second-part-may = the player may pass
rule-follower-after-scoring = Follower after scoring
rule-follower-after-scoring-help = Place the follower after finished features have scored: a follower that just came home can go out again, but not onto a finished feature.
rule-road-tile = Finished road
rule-points-per-tile-help = Points per tile.
rule-small-road = Short roads
rule-small-road-help = A finished road of two tiles is worth 2 points in total.
rule-loops-complete = Ring roads
rule-loops-complete-help = A road that loops back on itself counts as finished.
rule-end-road-tile = Unfinished road
rule-end-per-tile-help = Points per tile when the game ends.
rule-inn-tile = Road with an inn
rule-inn-tile-help = Points per tile once finished. Worth nothing if unfinished.
rule-city-tile = Finished city, tiles
rule-city-shield = Finished city, shields
rule-points-per-shield-help = Points per shield.
rule-small-city = Small cities
rule-small-city-help = What a finished city of two tiles is worth.
rule-small-city-full = as much as any other
rule-small-city-half = 1 per tile and 1 per shield
rule-small-city-two = 2 points in total
rule-small-city-two-with-shields = 2 points in total if it has no shield
rule-end-city-tile = Unfinished city, tiles
rule-end-city-shield = Unfinished city, shields
rule-end-per-shield-help = Points per shield when the game ends.
rule-cathedral-tile = City with a cathedral
rule-cathedral-tile-help = Points per tile and per shield once finished. Worth nothing if unfinished.
rule-goods-points = Trade goods
rule-goods-points-help = Points for the most wine, the most grain and the most cloth. 0: goods are ignored.
rule-fields = Fields
rule-fields-help = How farmers score when the game ends.
rule-fields-none = no farmers
rule-fields-per-field = field by field, for each finished city it touches
rule-fields-per-city = city by city, counting all fields around it together
rule-field-points = Points for a city
rule-field-points-help = What a finished city gives its farmers.
rule-pig-points = Points for a pig
rule-pig-points-help = What a pig adds to each city of its colour’s farmers.
rule-two-colours = Two colours
rule-two-colours-help = At a table for two, each player has two colours in turn, and their points are added up.
rule-rematch-handicap = Handicaps in a rematch
rule-rematch-handicap-help = In a rematch, half the points that a loser was behind are added to their handicap. You can change that before it begins.
rule-supply-with-set = one, if its expansion is in the game
rule-supply-none = none
rule-supply-one = one, with or without its expansion
