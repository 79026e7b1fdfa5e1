# The levels of the computer.

play-computer = Play the computer
play-easy = Easy
play-medium = Medium
play-hard = Hard
play-all-levels = All levels

levels-title = Levels of the computer
levels-lead = Eight opponents, from one that has just learned the rules to one that is hard to beat. Each knows only what you can know too: the board, and which tiles are left, never what comes next.
levels-tables = For other rules, more players or several computers, <a href="{ $url }">open a table</a> and choose a level for each seat.

level-word = { $n ->
    [1] Newcomer
    [2] Learner
    [3] Hobbyist
    [4] Regular
    [5] Strategist
    [6] Expert
    [7] Champion
   *[8] Master
}
level-title = Level { $n } · { level-word }
level-short = Level { $n }
level-play = Play
level-line = { $n ->
    [1] Takes the points in front of it, and stays near the last tile.
    [2] Finishes what it begins.
    [3] Watches what you build, and gets in your way.
    [4] Counts the tiles that are left.
    [5] Thinks about your answer.
    [6] Plays its best ideas on before it chooses.
    [7] Looks further ahead.
   *[8] Takes its time, and misses little.
}
level-thinks-heading = How it thinks
level-thinks = { $n ->
    [1] It looks for points that it gets at once, near the tile that was placed last. It doesn’t know what farmers are for.
    [2] It prefers what it can finish soon to what stays open, and counts fields as they would be paid now. It doesn’t look at what others have.
    [3] It weighs your points like its own: it joins your cities, and places tiles where you’d rather not have them.
    [4] It weighs everything on the board: points, how likely each feature is to be completed with the tiles that are left, meeples in hand, and who will own what.
    [5] It weighs the board like level 4. Then it plays on after its two best turns, a few turns of everybody with tiles drawn at random from those that are left, and takes the turn after which it does better.
    [6] It thinks like level 5, but plays on after more of its best turns, and more often.
    [7] It thinks like level 6, but plays on more often, and twice as far.
   *[8] It thinks like level 7, but plays on much more often, and twice as far: up to two seconds for a turn.
}
level-sees = It gets no help from the server: it is shown the board, the tile to place and the counts of tiles left, and can’t see what comes next.
level-results-heading = Against people
level-results = { $n ->
    [0] No games against people have finished yet.
   *[other] { $drawn ->
        [0] Won { $won } of { $n } against people.
       *[other] Won { $won } of { $n } against people, and shared { $drawn }.
    }
}
level-results-help = Finished games at tables with people: won if no person beat it, drawn if it shared the win with one. Games that another computer won don’t count.

hints-heading = Hints
hints-ask = Hint
hints-ask-help = The three best turns. Everyone sees how many hints you use.
hints-by = As <a href="{ $url }">level { $n }</a> sees it, from what’s on the table. A strong player may know better.
hints-of = { $name } { $n }
hints-used = Hints used: { $counts }
# $sides is a sentence.
hint-turn = { $cell }: { $sides } { $follower }.
hint-pass = Pass
hint-best = best
hint-behind = { $points } points less
hint-why-best = Better than the next turn, because:
hint-why = The best turn is better, because:
new-table-hints = Players may ask for hints
new-table-hints-help = On your turn, see the three best turns and why. Everyone sees how many hints each player used.
table-hints = hints allowed
