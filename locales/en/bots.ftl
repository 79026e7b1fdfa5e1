# Bots: accounts with which programs play
bots-title = Bots
bots-text = A bot is an account with which a program of yours plays. Nobody signs in to it: the program uses the API with a token that you make here.
bots-fairness = Bots are marked wherever their names are shown, and sit only at tables that allow it. Let your bot decide by itself: a program that only passes on your own moves is not a bot.
account-bots-text = With a bot, a program of yours plays under a name of its own.
bots-since = Made on { $at }.
bots-token = Token “{ $name }”
bots-no-token = No program can play as this bot yet: it has no token.
bots-remove-heading = Remove the bot
bots-remove-text = Its games are resigned, its tokens stop working, and nobody can take its name again. Finished games stay.
bots-remove = Remove<span class="sr-only"> { $name }</span>
bots-make = Make a bot
bots-name-help = As for people: it can’t be changed, and nobody else can have it.
bots-make-button = Make the bot
bots-most = You can have { $most } bots.
# Behind the name of a bot. No name has brackets.
player-bot = { $name } [bot]
player-bot-of = Bot of { $maker }
list-bot-of = { $name } is a bot of { $maker }.
bots-legend = Bots
bots-label = Bots may sit
bots-help = Programs of other players may then join, and you can invite them. They are marked.
