# Offers: finding a game without choosing a table
offers-title = Find a game
# The card with the games that begin with one click
offers-now = Play now
offers-now-text = You take a seat at an open table, or play with a person who is open to such a game. If nobody fits, the game begins by itself when somebody comes.
# $url: signing up
offers-visitor = With a name and a password you can play with the people below. <a href="{ $url }">Sign up</a>
offers-guest = To play with other people, <a href="{ $url }">choose a name and password</a>.
offers-own = You are open to
offers-others = People who are open to a game
offers-none = Nobody is waiting right now. Be the first.
# $most: the number of offers that a person can have
offer-new = Be open to games
offer-new-text = Choose all that you would play. As soon as somebody fits, a game begins by itself and you are notified. You can have { $most } such offers.
offer-make = Be open to these games
offer-end = End this offer
# The button beside somebody’s offer
offer-take = Play
# The same where more than two players are wanted
offer-join = Join in
offer-rules-like = The rules of the game that you came from
offer-at-once = Games of this offer at a time
offer-once-legend = Afterwards
offer-once = One game only
offer-once-help = The offer ends when its game begins.
# $seats: a number, or "2, 3 or 4"
offer-seats = { $seats } players
offer-rated = Rated
offer-unrated = Not rated
offer-either = Rated or not
# Things of which any will do: $start is one, or several with commas
list-or = { $start } or { $last }
# $since: "5 minutes ago"; $playing: how many games of the offer are in progress, of at most $most
offer-waits = Began to look { $since } · { $playing } of { $most } in progress
offer-waits-once = Began to look { $since } · for one game
offer-full = { $playing } of { $most } in progress; looks again when one ends
offers-games = Games with other people that you want in progress
offers-games-help = When you have so many, your offers begin no more. Empty: no limit. At most { $most }.
offers-games-save = Save
# On other pages; $url: this page
new-table-find = Or let somebody be <a href="{ $url }">found for you</a>.
offers-link = Find somebody to play with
# $n: how many of the viewer’s offers wait
offers-waiting = { $n ->
    [one] You are open to a game, which begins when somebody fits.
   *[other] You are open to games in { $n } ways. They begin when somebody fits.
}

refused-too-many-offers = You have { $most } offers already. End one first.
refused-guest-offers = Choose a name and password to play with other people.
refused-bot-offers = Offers are for people. Bots can sit at tables that allow them.
refused-no-offer = This offer has ended.
refused-own-offer = This is your own offer.
refused-offer-taken = Somebody was quicker, or the player has enough games. You find others below.
refused-offer-met = You have a game with this player in progress. Finish it first, or challenge somebody else.
refused-games-wanted = Write a number from 0 to { $most }, or nothing for no limit.
refused-offer-rules = Choose at least one kind of rules.
refused-offer-many-rules = Choose at most { $most } kinds of rules.
refused-offer-seats = Choose numbers of players from 2 to { $most }. Some rules allow fewer.
refused-offer-clock = Choose at least one pace.
refused-offer-at-once = An offer can have 1 to { $most } games at a time.

flash-offer-made = You are open to games. They begin by themselves.
flash-offer-waits = Nobody fits right now. The game begins by itself when somebody comes.
flash-offer-ended = The offer has ended.
flash-offer-begun = Here is your game.
flash-games-wanted = Saved.
