# Files of all public games of a month
archives-title = Games by month
archives-link = Download all public games by month
archives-text = A file for each month with the records of all public games that ended in it (UTC), compressed with gzip, one record after the other.
archives-none = There is no file yet. The first one is made when the month of the first finished game is over.
archives-month = Month
archives-games = Games
archives-size = Size
archives-licence = Licence
archives-made = Made on
archives-later = Later months
archives-earlier = Earlier months
archives-again = A file is only replaced when a name is removed from it, or a game is added or taken out. Its SHA-256 changes then.
archives-bad-month = The address of this page is damaged. A month is written like 2026-11.
