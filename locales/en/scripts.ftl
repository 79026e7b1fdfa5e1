# What scripts say.

script-connection-lost = The connection is lost. Trying again…
script-not-sent = The server can’t be reached. Your line isn’t sent yet.
script-unreachable = The server can’t be reached. Your turn is saved here: confirm it again when you’re connected.
script-play = Play
script-pause = Pause
script-previous = Previous
script-next = Next
script-show-all = Show all
script-step-by-step = Show it step by step
script-before = The board as it was.
# $n of $all turns; $text: what happened
script-step = { $n } of { $all }: { $text }
script-zoom-in = Zoom in
script-zoom-out = Zoom out
script-fit = Show the whole board
script-your-turn = Your turn
script-no-follower = No follower
script-no-follower-short = None
script-confirm = Confirm
script-rotate = Rotate
script-cancel = Cancel
script-keys = Keys
script-keys-on = Keys are on
script-close = Close
# The tile is turned: $n of $all rotations that fit
script-rotation = Rotation { $n } of { $all }
script-draft-gone = The board has changed, and your draft no longer fits.
script-place-at = Place the tile at { $cell }
# Legal cells beyond the edge of the view
script-outside = Places to play that way: { $n }
# The keys and what they do
script-key-cells = Arrows
script-key-cells-text = go from cell to cell
script-key-next = N
script-key-next-text = next game that waits for you
script-key-rotate = R
script-key-rotate-text = rotate the tile
script-key-none = Space
script-key-none-text = no follower
script-key-spot = A to Z
script-key-spot-text = follower on that spot
script-key-confirm = Enter
script-key-confirm-text = confirm
script-key-cancel = Esc
script-key-cancel-text = cancel
script-key-zoom = + and -
script-key-zoom-text = zoom
script-key-move = Shift and arrows
script-key-move-text = move the board
script-key-fit = F
script-key-fit-text = show the whole board
script-key-last = L
script-key-last-text = find the last tile
script-key-history = [ and ]
script-key-history-text = step through history
script-key-help = ?
script-key-help-text = this list
