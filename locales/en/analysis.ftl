# The analysis of a finished game, and the reasons for turns.

percent = { $n } %

# Reasons why a turn is better. $points: "3.2", but whole where points are scored
reason-points = { $points ->
    [one] It scores { $points } point more at once.
   *[other] It scores { $points } points more at once.
}
reason-points-other = { $points ->
    [one] { $who } scores { $points } point less.
   *[other] { $who } scores { $points } points less.
}
reason-followers = { $whose } followers are freer for other places (+{ $points }).
reason-followers-other = { $whose } followers are less free for other places (−{ $points }).
# $tiles: 0 if the size isn't mentioned
reason-feature = { $whose } { $feature } { reason-where } is worth { $points } more.
reason-feature-other = { $whose } { $feature } { reason-where } is worth { $points } less.
reason-where = { $tiles ->
    [0] { log-region }
    [one] { log-region } ({ $tiles } tile)
   *[other] { log-region } ({ $tiles } tiles)
}

# The page
analysis-title = Analysis – { $players }
analysis-heading = Analysis
analysis-lead = How lucky each player was, what each turn gave away, and what might have been better, in the view of the computer player that counts tiles. It looks one turn ahead and knows no plans: a strong player may be right where it sees a mistake.
analysis-link = Analysis
analysis-depths = How thorough
analysis-depth = { $depth ->
    [quick] Quick
    [standard] Standard
   *[deep] Deep
}
analysis-depth-help = { $depth ->
    [quick] Evaluates every turn once. Luck and losses are scaled down to what playing on confirms on average, so a single number can be well off.
    [standard] Also plays on after each draw and after the best turns, as level 7 does. Takes about half a minute.
   *[deep] Plays on more often, as level 8 does. Takes a few minutes.
}
analysis-ask = { $depth ->
    [quick] Quick analysis
    [standard] Standard analysis
   *[deep] Deep analysis
}
analysis-ask-again = { $depth ->
    [quick] Redo the quick analysis
    [standard] Redo the standard analysis
   *[deep] Redo the deep analysis
}
analysis-sign-in = <a href="{ $url }">Sign in</a> to ask for a more thorough analysis.
analysis-limits = You can ask for { $standard } standard and { $deep } deep analyses a day, { analysis-at-a-time }.
analysis-limits-guest = As a guest you can ask for { $standard } standard analyses a day, { analysis-at-a-time }. <a href="{ $url }">Choose a name and password</a> to ask for more, and for deep ones.
analysis-at-a-time = { $waiting ->
    [one] one at a time
   *[other] { $waiting } at a time
}
analysis-queued = The analysis is waiting for its turn. This page updates itself.
analysis-running = { $done } of { $turns } turns analysed. This page updates itself.
analysis-absent = Nobody has asked for this analysis yet.
analysis-outdated = These numbers are from an earlier version of the analysis. The current version may give different ones.
analysis-state-queued = waiting
analysis-state-outdated = of an earlier version
analysis-state-running = { $done } of { $turns }
analysis-no-turns = No turn was played, so there is nothing to analyse.
analysis-resigned = The game ended early, so the last expected result stands in for the final score.

analysis-win = Chance to win
analysis-win-help = Choose a turn in the chart to see it on the board.
analysis-win-skip = Skip the chart
# $turn: "Turn 21 of Blue", "Your turn 21"
analysis-stop = { $turn }: chance to win { $before } → { $after }
analysis-win-label = Each player’s chance to win after each turn, in per cent
analysis-margin = Expected margin
analysis-margin-label = How many points each player is expected to be ahead after each turn
analysis-table = As a table
analysis-column-turn = Turn
analysis-column-win = { $who }: chance to win
analysis-column-margin = { $who }: ahead
analysis-start = Start

analysis-luck-and-skill = Luck and skill
analysis-luck-and-skill-help = Luck compares each draw with the average of what might have come. Lost points are those that better turns would have kept. Turns without a choice don’t count.
analysis-luck = Luck
analysis-luck-label = Luck of { $who }: { $points } points
analysis-lost = Lost
analysis-lost-label = Points lost by { $who }: { $points }
analysis-a-turn = { $points } lost per turn
analysis-adjusted = { $side ->
    [ahead] With average luck for everyone: { $points } points ahead
    [behind] With average luck for everyone: { $points } points behind
   *[even] With average luck for everyone: even
}
analysis-counts = { $inaccuracies ->
    [one] { $inaccuracies } inaccuracy
   *[other] { $inaccuracies } inaccuracies
}, { $mistakes ->
    [one] { $mistakes } mistake
   *[other] { $mistakes } mistakes
}, { $blunders ->
    [one] { $blunders } blunder
   *[other] { $blunders } blunders
}
analysis-rest = The result is the start plus luck, minus lost points, plus a rest that the analysis can’t explain: { $points } points for { $who }.

analysis-turning-points = Turning points
analysis-turning-point = Chance to win { $before } → { $after }
# $turn: "Meeple on the city to the north", "No follower"
analysis-better = Better: { $turn }.
analysis-luckiest = Luckiest draws
analysis-unluckiest = Unluckiest draws
analysis-draw = { $who }, { $points } points
analysis-turn-link = turn { $n }

analysis-turns = Every turn
analysis-column-player = Player
analysis-column-drawn = Drawn
analysis-column-luck = Luck
analysis-column-lost = Lost
analysis-column-verdict = Verdict
analysis-verdict = { $verdict ->
    [inaccuracy] inaccuracy
    [mistake] mistake
   *[blunder] blunder
}
analysis-best = best
analysis-forced = no choice
analysis-missed = missed
analysis-method = Values are in points, as the computer expects them; ± is the standard error where games were played on. An inaccuracy loses more than { $inaccuracy }, a mistake more than { $mistake }, a blunder more than { $blunder }.

# A turn
analysis-turn-title = Turn { $n } – { $players }
analysis-turn-yours = Your turn { $n }
# $who: "Blue"
analysis-turn-of = Turn { $n } of { $who }
analysis-drawn-luck = { $side ->
    [ahead] The draw was { $points } points better than the average.
    [behind] The draw was { $points } points worse than the average.
   *[even] The draw was as good as the average.
}
analysis-chances = Chance to win: { $before } before the draw, { $after } after the turn.
analysis-was-best = { $who } played the best turn.
analysis-was-only = There was only one possible turn.
analysis-was-missed = { $who } ran out of time.
analysis-gave-away = The turn gave away { $points } points.
analysis-gave-away-about = The turn gave away { $points } ± { $error } points.
analysis-best-turns = The best turns
analysis-best-turns-of = The best of { $n } different turns. The numbers are on the board.
# On the board
analysis-was-played = played
analysis-was-better = better
# $n: the number of a turn on the same cell
analysis-same-cell = same cell as { $n }
analysis-on-board = on the board
analysis-show = Show on the board
analysis-pass = Pass
analysis-value = { $side ->
    [ahead] { $points } points ahead, { $win } to win
    [behind] { $points } points behind, { $win } to win
   *[even] Even, { $win } to win
}
analysis-value-about = { $side ->
    [ahead] { $points } ± { $error } points ahead, { $win } to win
    [behind] { $points } ± { $error } points behind, { $win } to win
   *[even] Even ± { $error }, { $win } to win
}
analysis-why = Why it is better than what was played:
analysis-why-best = Why it is better than the next best:
analysis-worth-show = Show what each feature is worth
analysis-worth-hide = Hide what each feature is worth
analysis-worth-help = The numbers on the board are the points that each feature is expected to bring its owners.
analysis-previous = Previous turn
analysis-next = Next turn
analysis-whole = Whole analysis
analysis-in-history = In the history

# Try again
again-title = Try again – { $players }
again-heading = Try again: turn { $n }
again-link = Try again
again-lead = What would you play now? Choose a cell on the board.
again-place = Where does a follower go?
again-other = Try another turn
again-best = That is the best turn there is, as far as the analysis can tell.
again-behind = { $points } points behind the best turn.
again-better = That is { $points } points better than what was played.
again-same = That is what was played.
again-worse = That is { $points } points worse than what was played.
again-solution = Show the best turns
