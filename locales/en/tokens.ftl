# Tokens for programs that use the API
tokens-title = API tokens
tokens-text = With a token, a program of yours uses this server in your name: to read your games, to play, or both. Give each program its own, so that you can revoke it alone.
tokens-documentation = What programs can do
account-tokens-text = With a token, programs of yours can read your games and play in your name.
tokens-may = Scopes: { $scopes }
tokens-since = Made on { $at }.
tokens-until = Expires on { $at }.
tokens-until-never = Doesn’t expire.
tokens-used = Last used on { $at }, or up to an hour later.
tokens-used-never = Not used yet.
tokens-revoke = Revoke<span class="sr-only"> { $name }</span>
tokens-make = Make a token
tokens-name = Name
tokens-name-help = Of the program that will use it, so that you recognise it here.
tokens-scopes = What the program may do
tokens-scope-read = Read
tokens-scope-read-help = See your games, tables, notifications, and what waits for you.
tokens-scope-play = Play
tokens-scope-play-help = Open, join and leave tables, take turns, resign, mark notifications as seen, follow players and games.
tokens-scope-talk = Talk
tokens-scope-talk-help = Write lines at tables and withdraw them; mute and block people.
tokens-scope-account = Account
tokens-scope-account-help = See and change settings of your account. What needs your password on these pages still needs it: a program can’t do it.
tokens-life = Expires
tokens-days = { $n ->
    [one] After { $n } day
   *[other] After { $n } days
}
tokens-endless = Never
tokens-make-button = Make the token
tokens-most = You can have { $most } tokens.
token-secret-title = Your new token
token-secret-text = Copy it into your program now: <strong>it won’t be shown again</strong>. Anyone who has it can use it.
token-secret-try = Try it
token-secret-done = I’ve copied it
