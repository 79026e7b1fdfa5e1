# The practice board at /practice. "Practice" is a board that nobody stores.

practice-title = Practice board
practice-lead = Play both sides, or against the computer. Take back as much as you like: nothing is stored, and the address of the page is the whole game.
practice-seats = Who plays
practice-player = Player { $n }
practice-you = You
practice-nobody = Nobody
practice-rules = Rules
practice-expansions = Expansions
practice-tiles = Tiles
practice-tiles-drawn = Drawn for you
practice-tiles-drawn-help = You can still replace a tile by another that is left.
practice-tiles-chosen = Chosen by you
practice-tiles-chosen-help = Every tile, the computer’s too.
practice-begin = Start practising
# $url: the list of games
practice-from-games = You can also practise from any moment of a <a href="{ $url }">finished game</a>: step through it, then choose “Practise from here”.
practice-from-here = Practise from here
practice-this-game = Practise this game

# At the board
# How the game is likely to end
practice-even = Expected: about even
# $points: "3.2"
practice-lead-of = Expected: { $who } +{ $points }
practice-choose-cell = Choose a cell on the board.
practice-choose-tile-for = Tile for { $who }
practice-choose-tile = Choose the next tile from those that are left.
practice-draw-for-me = Draw one for me
practice-other-tile = Choose another tile
practice-left = { $n ->
    [one] { $n } left
   *[other] { $n } left
}
practice-place = Place it
practice-turns = Turns
practice-turns-help = Choose a turn to go back to the board before it.
practice-no-turns = None yet.
practice-change-seats = Change who plays
practice-link = The address of this page is your game: keep it, or send it to someone.
practice-source = The game
practice-new = New practice
practice-back = Take back
practice-beginning = Back to the start
practice-over = The game is over. Take back as far as you like, or start again.
practice-busy = The computer players are busy
practice-busy-text = This page tries again by itself in a few seconds.
practice-try-again = Try again

# Links that lead nowhere
practice-running = This game is still in progress. You can practise from it once it is over.
practice-over-there = The game is already over at this event. Choose an earlier one.
practice-no-such-tile = The tile can’t be drawn there.
practice-link-steps = The turns in this link can’t be read. Check that you copied all of it.
practice-link-seats = The seats in this link don’t fit the game. Check that you copied all of it.
practice-link-nobody = At least one seat must be yours.
practice-link-most-seats = Practise with 2 to { $most } players under these rules.
practice-link-rules = These rules and expansions don’t go together. Choose others.
practice-bad-step = Step { $n } of this link isn’t possible. { $reason } Check that you copied all of it.
