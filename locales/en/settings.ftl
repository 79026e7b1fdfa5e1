# Display settings of this browser.

settings-title = Display and sound
settings-text = These settings apply to this browser only.
settings-theme = Theme
settings-theme-system = System
settings-theme-light = Light
settings-theme-dark = Dark
settings-board = Board
settings-contrast = High contrast
settings-contrast-text = Quiet ground, strong edges, clear marks
settings-pieces = Larger meeples
settings-pieces-text = Half a tile tall
settings-letters = Letters on meeples
settings-letters-text = The first letter of each colour; always there with high contrast
settings-sounds = At the table
settings-sound = Sound
settings-sound-text = A thud for a tile, a click for a meeple, a chime for points and when it’s your turn
settings-vibration = Vibration
settings-vibration-text = When it’s your turn, and when points are scored, on phones that can vibrate
settings-save = Save
settings-back = Back
settings-sample = A small board with these settings
