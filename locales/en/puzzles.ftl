# Puzzles at /puzzles: positions with one clearly best turn.

puzzles-title = Puzzles
puzzles-lead = Positions from games in which one turn is clearly better than all others. Find it.
puzzles-today = Today’s puzzle
# $n: days in a row on which today’s puzzle was solved
puzzles-streak = { $n ->
    [one] Solved { $n } day in a row.
   *[other] Solved { $n } days in a row.
}
puzzles-streak-open = { $n ->
    [one] Solved { $n } day in a row. Solve today’s to go on.
   *[other] Solved { $n } days in a row. Solve today’s to go on.
}
puzzles-no-streak = Solve it to start a streak.
# $url: the sign-in page
puzzles-sign-in = <a href="{ $url }">Sign in</a> to count the days in a row on which you solve it.
# $url: the practice board
puzzles-none = There are no puzzles yet. The server looks for them in finished games, and in games of the computer against itself. Meanwhile, try things out on a <a href="{ $url }">practice board</a>.
puzzles-solved = Solved
puzzles-missed = Missed
puzzles-pages = Other pages
puzzles-first = Newest
puzzles-older = Older puzzles
puzzles-all = All puzzles

puzzle-title = Puzzle { $n }
# $day: "20 Nov 2026"
puzzle-title-day = Puzzle { $n }, { $day }
puzzle-ask = It’s your turn. Find the best: choose a cell on the board.
puzzle-answer = Answer
puzzle-was-solved = You have solved this puzzle.
puzzle-was-missed = You have answered this puzzle. Only the first answer counts.
puzzle-see-solution = See the solution

# The solution
puzzle-right = That’s the best turn
puzzle-wrong = There’s a better turn
puzzle-first-counts = Only your first answer counts.
puzzle-best-board = The board with the best turn
# On the board
puzzle-your-cell = you
puzzle-best-cell = best
puzzle-best = The best turn
puzzle-yours = Your turn
# $points: "6.2"; $error: "0.5"
puzzle-value = { $side ->
    [ahead] Expected: { $points } points ahead (± { $error })
    [behind] Expected: { $points } points behind (± { $error })
   *[even] Expected: even (± { $error })
}
puzzle-loss = { $how ->
    [played] { $points } points less
   *[evaluated] About { $points } points less
}
puzzle-why = Why it’s better
puzzle-why-next = Compared with the next best turn
puzzle-others = Other turns
puzzle-values = On average, after the computer played on from here many times. A strong player may know better.
puzzle-source = The game
