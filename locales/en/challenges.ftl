# Challenges to games and series.

challenge-best-of-one = A single game
challenge-best-of-three = Best of three
challenge-best-of-five = Best of five
# $games: one of the three above; $rules: the rules in a few words; $clock: the time control
challenge-summary = { $games }: { $rules }, time per move: { $clock }.
challenge-summary-rated = { $games }, rated: { $rules }, time per move: { $clock }.
# Instead of the name of somebody whose account is gone
challenge-gone = a player who has left
challenge-notice-made = { $name } challenges you
challenge-notice-countered = { $name } has made a counter-offer
challenge-notice-declined = { $name } has declined your challenge
challenge-notice-expired = { $name } hasn’t answered your challenge

# The score of a series: { $points } of one player
series-points = { $name } { $points }
# $one, $other: the points of one player each, as above
series-score = { $one }, { $other }
# $games: best of three or five; $score: the points of both
series-line = { $games }, game { $n }: { $score }
# In lists. $rules: the rules in a few words
series-row = { $rules }, game { $n } of a series
series-won = { $name } has won the series.
series-drawn = The series is a draw.
series-playing = A game is in progress.
series-next = Game { $n } is about to begin; { $name } goes first.
series-stopped-closed = The series ended early, because one of the two has closed their account.
series-stopped-restricted = The series ended early, because one of the two can’t join new tables.
series-stopped-blocked = The series ended early, because the two don’t play each other any more.

notifications-topic-challenge = Challenges

refused-challenge-guest = Choose a name and password before you challenge other players.
refused-challenge-blocked = You can’t play each other, because one of you has blocked the other.
refused-challenge-yourself = You can’t challenge yourself.
refused-challenge-bot = Bots can’t be challenged. Open a table where bots may sit, and invite this one.
refused-challenge-exists = The two of you have an open challenge already. Answer that one, or withdraw it first.
refused-challenge-seats = In a challenge nobody else can take over a seat. Choose something else for when time runs out.
refused-challenge-handicaps = Challenges have no handicaps.
refused-challenge-not-yours = The other player has to answer this offer.
refused-challenge-changed = The offer has changed in the meantime. Read the new one, then answer it.
refused-challenge-decided = This challenge has been answered or withdrawn, or it has expired.
refused-challenge-same = Your counter-offer is the same as the offer. Change something, or accept it.
refused-challenge-offers = You’ve gone back and forth often enough. Accept or decline.
refused-too-many-challenges = You have { $n } challenges that wait for an answer. Withdraw one, or wait.
refused-too-many-challenges-a-day = You’ve sent too many challenges today. Try again tomorrow.
refused-rematch-in-series = This game is part of a series, whose next game begins by itself. When it is over, you can challenge each other again.

# The form. $name: the other one
challenge-new-title = Challenge { $name }
challenge-counter-title = Counter-offer to { $name }
challenge-new-help = They have three days to accept, decline, or answer with other terms. The game begins when one of you accepts.
challenge-counter-help = Change what you like. The other player can then accept, decline, or answer in turn.
challenge-best-of-legend = Number of games
challenge-best-of-help = You take turns going first, and the next game begins by itself. It ends when somebody has more than half of the points.
challenge-first-legend = First player
challenge-first-random = Random
challenge-first-you = You
challenge-first-other = { $name }
challenge-first-is = { $name }
challenge-visibility-legend = Who can watch
challenge-public = Everybody
challenge-public-help = The games are listed. Rated games always are.
challenge-private = Only the two of you
challenge-private-help = Nobody else sees the games.
challenge-tie-legend = Tied games
challenge-tie-label = A tied game goes to the second player
challenge-tie-help = In best of three or five. Otherwise each of you gets half a point.
challenge-tie-second = Won by the second player
challenge-tie-half = Half a point each
challenge-rated-yes = Rated
challenge-rated-no = Not rated
challenge-custom-line = Choose the rules, the clock and everything else yourself.
challenge-more = Tied games
challenge-custom-only = What follows counts only for “Custom”.
challenge-send = Send the challenge
challenge-counter-send = Send the counter-offer

# Lists and pages of challenges
challenges-title = Your challenges
challenges-heading = Challenges
challenges-all = All your challenges
challenges-help = An offer can be answered for three days. Challenges are deleted 30 days after they were decided.
challenges-none = No challenges. To challenge somebody, open their page.
challenges-received = Waiting for your answer
challenges-sent = Waiting for the other player
challenges-decided = Decided
challenge-player = Challenge
challenge-to = Your challenge to { $name }
challenge-from = Challenge from { $name }
# $left: how much time is left
challenge-until = Open, { $left }.
challenge-state-accepted = Accepted.
challenge-state-declined = Declined.
challenge-state-withdrawn = Withdrawn.
challenge-state-expired = Not answered in time.
challenge-accept = Accept
challenge-decline = Decline
challenge-counter = Other terms
challenge-withdraw = Withdraw
challenge-again = Challenge again
challenge-again-series = Challenge to a series
challenge-to-game = Go to the game
challenge-to-series = Go to the series
challenge-changes = This offer is different from the one before. What has changed is in bold.
challenge-before = before: { $value }
challenge-term-none = –
flash-challenge-sent = Your challenge is on its way.
flash-challenge-declined = You’ve declined the challenge.
flash-challenge-withdrawn = You’ve withdrawn the challenge.
flash-counter-offer-sent = Your counter-offer is on its way.

# A series and its games
series-title = Series: { $names }
series-heading = Series
series-points-heading = Points
series-games = Games
series-game = Game
series-game-number = Game { $n }
series-result = Result
series-board-points = Score
series-terms = What was agreed
series-game-playing = In progress
series-game-won = { $name } won
series-game-tied = Tied, half a point each
series-game-tied-second = Tied, which goes to { $name }
series-game-called-off = Called off, played again
series-game-called-off-twice = Called off again, half a point each
series-replay-first = { $name } (played again)
series-next-game = Go to the next game

# The API
api-best-of = best_of must be 1, 3 or 5.
