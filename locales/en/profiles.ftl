# Profiles, following and watching
profile-follow = Follow
profile-unfollow = Stop following
profile-settings = What others see
profile-hidden = { $name } doesn’t show you more than this.
profile-results = Results
profile-results-none = No finished games that count yet.
# $won, $drawn, $lost: numbers of games
profile-summary = { $n ->
        [one] One game
       *[other] { $n } games
    }: { $won } won, { $drawn } tied, { $lost } lost.
profile-by-rules = Rules
profile-by-seats = Players
profile-by-pace = Time for a turn
profile-rules-base = { $rules }, base tiles
profile-rules-expansions = { $rules }, with expansions
profile-seats = { $n } players
profile-won = Won
profile-drawn = Tied
profile-lost = Lost
profile-share = Wins
profile-what-counts = Public games among people count, unless the players agreed to end them. Who leaves a game has lost it.
pace-live = Live
pace-day = Up to a day
pace-days = Up to three days
pace-longer = More than three days
pace-unlimited = No limit
profile-points = Points
profile-feature = From
profile-per-game = Per game
profile-share-of-points = Share
profile-points-all = Together
profile-roads = Roads
profile-cities = Cities
profile-cloisters = Cloisters
profile-fields = Fields
profile-goods = Goods
profile-pace = Pace and play
profile-reliability = Reliability
profile-answer = Answers
# $time: "2 hours"
profile-answer-within = Half of the turns within { $time }
profile-answer-longer = Half of the turns take longer than { $time }
profile-luck = Ahead at the end
# $ahead and $adjusted: "+3.2"
profile-luck-value = { $ahead } points on average, { $adjusted } with average luck for everyone ({ $n ->
        [one] one analysis
       *[other] { $n } analyses
    })
profile-loss = Loss per turn
profile-loss-value = { $loss } points on average ({ $n ->
        [one] one analysis
       *[other] { $n } analyses
    })
profile-together-heading = You and this player
profile-together-none = You haven’t finished a game together yet.
# $ahead, $even, $behind: numbers of games in which you were placed before, level with and behind the other
profile-together = { $n ->
        [one] One game together
       *[other] { $n } games together
    }: you were ahead in { $ahead }, level in { $even } and behind in { $behind }.
profile-playing = Games in progress
profile-playing-none = No public games in progress.
profile-finished = Finished games
profile-finished-none = No public games finished yet.
profile-more = All
profile-settings-title = What others see
profile-visible-heading = Your profile
profile-visible-text = <a href="{ $url }">Your profile</a> shows your results, points, pace and public games. Your name and your ratings are always visible, and anybody can search public games.
profile-visible-legend = Who sees your profile
profile-visible-everybody = Everybody
profile-visible-everybody-help = Visitors who aren’t signed in, too.
profile-visible-shared = Players who share a game with me
profile-visible-shared-help = Those who have finished a game with you, or play one with you now.
profile-visible-nobody = Nobody
profile-visible-nobody-help = Others see your name and your ratings.
profile-followable = Others can follow me
profile-followable-help = They find your public games on their page “Watching”, and can choose to hear of them. If you take this back, nobody follows you any more.
profile-followers = Who follows you
profile-followers-text = Only you see this list.
profile-followers-none = Nobody follows you.
profile-follower-remove = Remove
refused-follow-yourself = You can’t follow yourself.
refused-follow-bot = Bots can’t be followed: they play too many games.
refused-follow-player = You can’t follow this player.
refused-follow-finished = This game is over.
refused-follow-many = You follow { $most } already. Stop following some first.
account-profile-text = Who sees your results and your games, and who follows you.
watching-title = Watching
watching-link = Games that you follow
watching-of-players = Games of players whom you follow
watching-of-players-none = None of them is playing a public game now.
watching-nobody = You don’t follow anybody yet. “Follow” is on the page of every player.
watching-games = Games that you follow
watching-games-none = None. “Follow this game” is in the menu ⋯ beside the board.
watching-players = Players whom you follow
watching-players-none = Nobody yet.
watching-since = since { $since }
watching-end = Stop following games
watching-notify = To hear when these games begin and end, choose it under <a href="{ $url }">Notifications</a>.
game-follow = Follow this game
game-unfollow = Stop following this game
