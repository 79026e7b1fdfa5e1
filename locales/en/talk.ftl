# What people say at a table
talk-title = Talk with { $players }
talk-tab = Talk
talk-channels = Channels
talk-seats = Players
talk-spectators = Spectators
talk-notes = My notes
talk-seats-help = Only the players at this table read this.
talk-spectators-help = Everybody who watches this game reads this. Its players do once it’s over.
talk-notes-help = Only you read this.
talk-lines = Lines
talk-empty = Nothing here yet.
talk-you = You
talk-new = New
talk-at-event = After move { $n }
talk-before-start = Before the start
talk-earlier = Earlier lines
talk-later = Later lines
talk-latest = Latest lines
talk-whole = All of the talk
talk-line = Your line
talk-line-help = Up to { $most } characters of plain text.
talk-send = Send
talk-keep = Keep
talk-phrases = Quick phrases
talk-mark-read = Mark as read
talk-unread = { $n ->
    [one] { $n } new line
   *[other] { $n } new lines
}
talk-withdraw = Withdraw<span class="sr-only"> line { $n }</span>
talk-delete = Delete<span class="sr-only"> note { $n }</span>
talk-withdrawn = Withdrawn
talk-closed = Closed the spectators’ channel.
talk-opened = Opened the spectators’ channel.
talk-shut = You and { $names } don’t see what you write to each other, because one of you has blocked the other.
talk-of-spectators = Spectators
talk-close = Close the spectators’ channel
talk-close-help = Spectators can’t write any more, until a player opens their channel again. They still see what they have written.
talk-open = Open the spectators’ channel
talk-open-help = A player has closed the spectators’ channel.

# At a new table
talk-without = None
talk-without-label = Play without talk
talk-without-help = Neither the players nor spectators can write at this table. Everybody can keep notes of their own.

# Quick phrases: each reader sees them in their own language
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-nice-move = Nice move!
phrase-well-played = Well played!
phrase-thanks = Thanks!
phrase-sorry = Sorry!
phrase-lucky-draw = What a lucky draw!
phrase-slow-today = I’ll need more time today.
phrase-one-more = One more game?
phrase-goodbye = Goodbye!

# Why something can't be said
refused-talk-channel = You can’t read this channel.
refused-talk-guest = You need an account to write here.
refused-talk-phrases = You can only use quick phrases here.
refused-talk-closed = The players have closed the spectators’ channel.
refused-talk-too-much = You’ve written { $most } lines at this table in 24 hours, which is the limit. Try again later.
refused-talk-withdraw = You can withdraw your own lines only, for five minutes.
refused-talk-spectators = Only players can close or open the spectators’ channel, while the game is in progress.
refused-line-empty = Write something first.
refused-line-long = A line has at most { $most } characters. Make yours shorter.

# People whom a user has muted or blocked
people-title = Muted and blocked people
people-text = You don’t see what muted people write, and they aren’t told. Blocking goes both ways: neither of you sees what the other writes, and you can’t meet at new tables. Games that you play together go on.
people-none = You haven’t muted or blocked anybody.
people-name = Name
people-what = What
people-since = Since
people-muted = Muted
people-blocked = Blocked
people-mute = Mute
people-unmute = Unmute
people-block = Block
people-unblock = Unblock
people-unmute-one = Unmute<span class="sr-only"> { $name }</span>
people-unblock-one = Unblock<span class="sr-only"> { $name }</span>
people-player-heading = Mute or block
people-player-mute = You won’t see what { $name } writes. { $name } isn’t told.
people-player-block = Neither of you will see what the other writes, and you won’t meet at new tables. Games that you play together go on.
refused-blocked = You can’t play here, because you or somebody else who plays has blocked the other.
refused-blocked-invitation = You can’t invite this player, because they or somebody at this table has blocked the other.
refused-hide-yourself = You can’t mute or block yourself.

flash-line-withdrawn = Withdrawn.
flash-note-deleted = Deleted.
flash-spectators-closed = Spectators can’t write any more.
flash-spectators-opened = Spectators can write again.
flash-person-muted = You won’t see what they write.
flash-person-unmuted = You see again what they write.
flash-person-blocked = Blocked.
flash-person-unblocked = Unblocked.
