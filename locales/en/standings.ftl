# Standings of the games of a search
standings-title = Standings
standings-link = Standings of these games
standings-counted = { $n ->
    [0] No game of the search has a result.
    [one] Of { $n } game of the search.
   *[other] Of { $n } games of the search.
}
standings-without = { $n ->
    [one] One more was called off and doesn’t count.
   *[other] { $n } more were called off and don’t count.
}
standings-more = The search has more: at most { $most } are counted. Narrow it down, for instance to a month, to count all.
standings-search = Show the games
standings-rank = Rank
standings-player = Player
standings-games = Games
standings-wins = Won
standings-draws = Shared
standings-losses = Lost
standings-points = Points
standings-berger = Sonneborn–Berger
standings-score = Mean score
standings-how = A win is a point, a shared win half a point. Players with the same points are ranked by Sonneborn–Berger, the points of those they beat and half of those they shared a win with, then by wins. Players who are equal on all three share a rank.
standings-pairs = Against each other
standings-cell = { $points } of { $games }
standings-pairs-how = Points of the row’s player against the column’s: one if only the first has won, half if both share the win.
standings-pairs-first = The first twelve players are shown; the file has the first hundred.
standings-files = Download:
standings-csv = Standings as CSV
standings-pairs-csv = Pairs as CSV
standings-json = Both as JSON
standings-computer = Computer, level { $n }
