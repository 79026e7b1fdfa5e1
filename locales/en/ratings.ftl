# Ratings of players
nav-my-ratings = My ratings
ratings-title = Ratings
ratings-pools = Kinds of game
ratings-pool = Kind of game
pool-duel-base = Two players, base tiles
pool-duel-expansions = Two players, with expansions
pool-table-base = Three to six, base tiles
pool-table-expansions = Three to six, with expansions
pool-of-bots = Bots: { $pool }
ratings-bots = Bots
ratings-rank = Rank
ratings-player = Player
ratings-rating = Rating
ratings-games = Games
ratings-played = Last game
ratings-nobody = Nobody has a rank here yet. It takes about sixteen rated games.
ratings-no-more = There is nobody else.
ratings-first = First page
ratings-next = Next
ratings-who = The list has players whose ratings are sure enough and who have played a rated game in the last 90 days. <a href="{ $url }">How ratings work</a>
rating-points = { $points } ± { $margin }
rating-points-unsure = { $points } ± { $margin } ?
rating-up = +{ $n }
rating-down = −{ $n }
rating-player-none = No rated games yet.
rating-unranked = without a rank
rating-player-search = Search finished games
rating-player-standings = Results against others
rating-history-title = Rated games of { $name }
rating-history-label = The rating after each of these games
rating-history-none = No rated games of this kind yet.
rating-ended = Ended
rating-place = Place
rating-before = Before
rating-after = After
rating-change = Change
rating-latest = Last games
rating-earlier = Earlier
rating-all-pools = All ratings
rating-void-agreed = The game was called off or ended by agreement, so it doesn’t count.
rating-void-early = Somebody left before a tenth of the tiles was placed, so the game doesn’t count.
rating-void-excluded = An administrator decided that the game doesn’t count.
rating-void-absent = It is one of more than two games lost on time within a week. Only the first of them counts.
rating-left-resigned = Left the game.
rating-left-time = Ran out of time.

rated-game-title = Ratings after the game of { $players }
rated-game-final = The game
rated-game-wait = The ratings after this game are being worked out.
rated-game-change = { $before } → { $after } ({ $difference })
rated-game-place = { $n ->
    [1] First.
    [2] Second.
    [3] Third.
    [4] Fourth.
    [5] Fifth.
   *[6] Sixth.
}
rated-game-against = Against
rated-game-expected = Expected
rated-game-scored = Happened
rated-game-moves = Change
rated-game-mean = The rating moves by the mean of the last column.
rated-game-how = The less expected the result, and the less was known of the player, the further it moves.
rated-game-corrections = Corrections
rated-game-was-excluded = { $at }: The game no longer counts. { $reason }
rated-game-was-included = { $at }: The game counts after all. { $reason }
rated-game-exclude = Exclude from ratings
rated-game-include = Include again
rated-game-reason-help = Everyone who can see the game sees it. All ratings after the game are worked out again.
# On the final page
rated-game-part = { $name } { $before } → { $after }
rated-game-line = Ratings: { $ratings }
rated-game-why = Why?

# At tables
rated-legend = Ratings
rated-label = Rated
rated-help = The result changes the ratings of all who play. Rated games are public and between accounts, with a clock, without hints, stand-ins, taking back, handicaps or computers; a player who misses several turns in a row is out.
rated-bots = Rated among bots

ratings-about-title = How ratings work
ratings-about-lead = A rating says how strong a player is, and how sure that is. It changes after each rated game, and each change says why.
ratings-about-number = What the number means
ratings-about-number-text = Everybody begins with 1500 ± 333. For about two players out of three, the true strength is within the number after ±. A question mark stays until that is 180 or less.
ratings-about-picture = The share of two-player games that a player wins, by how many points they are rated above or below the other, when both are well known. A tie counts half. 100 points more mean about 59 %, 400 points about 82 %.
ratings-forecast-label = The expected share of wins by the difference of two ratings
ratings-about-change = How it changes
ratings-about-change-text = Before a game, the ratings of two players say what to expect. A player who does better than that gains points, and one who does worse loses some: many if the result is a surprise or if little is known of the player, few otherwise. So newcomers move quickly, and experienced players slowly.
ratings-about-many = With three to six players, the game counts as one against each of the others, and the rating moves by the mean. So a game at a large table moves nobody further than a game of two.
ratings-about-order = Games count in the order in which they ended. If one is added or excluded later, all that came after it is worked out again.
ratings-about-games = Which games are rated
ratings-about-games-text = The opener of a table chooses. Rated games are public and between people with accounts, with a clock, without hints, stand-ins, taking back, handicaps or computers. A game that was called off, or that the players agreed to end, doesn’t count.
ratings-about-pools = Games of two and games of three to six are rated apart, with base tiles and with expansions apart as well. Bots have ratings of their own, from games among bots.
ratings-about-leave = Leaving, and running out of time
ratings-about-leave-text = A player who leaves or runs out of time comes last, and the others are rated by the final order among themselves. A game of two counts as lost, unless less than a tenth of the tiles was placed: then it counts for nobody. Of more than two games that a player loses on time within a week, only the first counts for that player; the opponents win all the same.
ratings-about-sure = Time without games
ratings-about-sure-text = A month without rated games makes a rating a little less sure. After 90 days without one, a player has no rank until the next.
ratings-about-levels = Levels of the computer
ratings-about-levels-text = The levels have fixed ratings, from hundreds of matches of each level with the one below. Level 3 has what people begin with. Games with computers rate nobody.
ratings-about-level = Level
