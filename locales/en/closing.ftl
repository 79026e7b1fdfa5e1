# Closing an account
closing-title = Close your account
account-closing-text = Your name goes, your games stay. You have a week to change your mind.
closing-banner = Your account will be closed on { $at }. <a href="{ $url }">Keep it</a>
closing-when = For seven days nothing changes but this: you’re signed out everywhere. Sign in within that time, and you can keep the account.
closing-goes = What goes
closing-goes-name = Your name. Pages and game records show a generated one instead, such as “Former-player-7Q2KD”. Nobody can take your old name again.
closing-goes-access = Your password, passkeys, authenticator app and recovery codes. Nobody can sign in to the account any more.
closing-goes-settings = Your settings, notifications, feeds, webhooks, devices and tokens, your hours and leave, your plans and your results in puzzles.
closing-goes-imports = Games that you have imported or are entering.
closing-stays = What stays
closing-stays-games = Your finished games, with every move, since they are your opponents’ games, too.
closing-stays-copies = What others have copied already, such as game records, and the host’s backups until they’re deleted.
closing-export = Download your data first
closing-games = Your games in progress
closing-games-none = You have no games in progress.
closing-games-text = When the account is closed, you resign those that are still running. Your opponents may prefer not to wait:
closing-resign = Resign all of them now
closing-resign-help = This can’t be undone, even if you keep the account.
closing-tables = { $n ->
    [one] You’re at { $n } table that waits for players. It is closed if you opened it, and you leave it if you didn’t.
   *[other] You’re at { $n } tables that wait for players. Those that you opened are closed, and you leave the others.
}
closing-button = Close my account
closing-at = Your account will be closed on { $at }.
closing-keep-text = You can keep it until then. Nothing is lost but games that you have resigned.
closing-keep = Keep my account
closing-back = Back to your account
refused-last-admin = You’re the only administrator of this server. Name another one first, or nobody could look after it.
