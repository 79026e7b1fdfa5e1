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
settings-sounds = When it’s your turn, and when points are scored
settings-sound = Sound
settings-sound-text = A short chime, while a game or your dashboard is open
settings-vibration = Vibration
settings-vibration-text = On phones that can vibrate
settings-save = Save
settings-back = Back
settings-sample = A small board with these settings
