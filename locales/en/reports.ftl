# Reporting a line or a player
report-line-title = Report a line
report-player-title = Report { $name }
report-text = Moderators of this server read your report and answer it. Nobody else learns that you have sent it.
report-line-text = They get a copy of this line and of the lines around it.
report-line-of = A line by { $name }
report-category = What is it about?
report-category-insult = Insults, threats or hate
report-category-spam = Spam or advertising
report-category-cheating = Cheating
report-category-name = The name
report-category-other = Something else
report-words = What happened?
report-words-help = One to { $most } characters. Moderators read it.
report-send = Send the report
report-link = Report<span class="sr-only"> line { $n }</span>
report-player-link = Report { $name }
report-player-heading = Report
report-player-help = If a name or how a player behaves breaks the rules, tell the moderators.
report-gone = A player who has left
report-line-gone = This text is no longer stored.

# A user's own reports
reports-title = Your reports
reports-text = What you have reported, and what the moderators have answered.
reports-none = You haven’t reported anything.
reports-older = Older reports
report-receipt-title = Report { $id }
report-receipt-text = The moderators have your report. Their answer will be here and under “Your reports”.
report-at = Sent
report-about = About
report-what = Category
report-line = Line
report-line-link = Line { $n }
report-your-words = What you wrote
report-words-removed = Deleted, as it was decided more than six months ago.
report-state = State
report-open = Not decided yet
report-dismissed = Decided on { $at }: no action
report-restricted = Decided on { $at }: action was taken
report-answer = Answer
account-reports-text = What you have reported to the moderators, and what they have answered.
flash-reported = The moderators have your report.

# Decisions about a user
restrictions-title = Restrictions
restrictions-text = What moderators have decided about your account: which rule they say was broken, why, and until when. You can object once to each decision, and an administrator answers.
restrictions-none = There are no restrictions on your account, and there were none.
restrictions-rule = Rule
restrictions-reason = Reason
restrictions-since = Since
restrictions-end = Ends
restrictions-ended = Ended
restrictions-acknowledged = Read
restrictions-lifted = Ended early
restrictions-by = Decided by
restriction-warning = Warning
restriction-talk = No talk
restriction-tables = No new tables
restriction-account = Account locked
restriction-warning-help = Nothing is switched off.
restriction-talk-help = You can’t write lines at tables. Your own notes still work.
restriction-tables-help = You can’t open or join tables, start rematches, take over seats, or be invited. Your games in progress go on.
restriction-account-help = You can’t use your account; you see the site as a visitor does. Your games in progress go on, and your turns time out.
restriction-acknowledge = I have read this
restriction-object = Object
restriction-objection = Why is the decision wrong?
restriction-objection-help = One to { $most } characters. You can object once.
restriction-object-button = Send the objection
restriction-objected = You objected on { $at }:
restriction-waits = An administrator will answer here.
restriction-upheld = Answered on { $at }: the decision stands.
restriction-lifted-after = Answered on { $at }: the decision was lifted.
locked-banner = Moderators have locked your account. <a href="{ $url }">Why, until when, and how to object</a>
restricted-banner = Moderators have restricted your account or warned you. <a href="{ $url }">Why, until when, and how to object</a>
talk-restricted = Moderators keep you from writing here until { $until }.
talk-restricted-link = Why, and how to object
account-restrictions-text = What moderators have decided about your account, and how to object.
refused-restricted-talk = You can’t write lines at tables until { $until } UTC, because a moderator has decided so. “Restrictions” on your account page says why, and lets you object.
refused-restricted-tables = You can’t open or join tables until { $until } UTC, because a moderator has decided so. “Restrictions” on your account page says why, and lets you object.
refused-invite-unavailable = This player can’t join tables at the moment.
refused-objection = You have objected before, or the restriction was lifted.
refused-no-line = There is no such line where you can read.
refused-report-yourself = You can’t report yourself.
refused-too-many-reports = You can send 10 reports a day. Send this one tomorrow.
flash-acknowledged = Noted.
flash-objected = An administrator will answer your objection.

# The queue of moderators
cases-title = Reports
cases-text = Reports without a decision, the oldest first. You don’t see reports by or about yourself, people you are playing with, or people you have blocked or who have blocked you.
cases-none = There is nothing to decide here.
cases-next = Next reports
cases-first = First reports
case-title = Report { $id }
case-by = Reported by
case-whom = About
case-category = Category
case-words = What the reporter wrote
case-game = Game
case-evidence = Evidence
case-evidence-text = Copied when it was reported, with the lines before and after. Evidence is deleted six months after the decision.
case-reported = Reported line
case-withdrawn = Withdrawn by its author
case-history = Earlier decisions about { $name }
case-dismiss = Dismiss
case-dismiss-text = Nothing follows for the reported person, who doesn’t learn of it.
case-dismiss-button = Dismiss the report
case-restrict = Warn or restrict
case-restrict-text = The person sees the rule, the reason and the end, and can object. They don’t learn who reported them.
case-restrict-button = Warn or restrict
case-not-restrictable = This account can’t be restricted: it is closed or gone, or belongs to an administrator or moderator.
case-kind = What
case-days = For how long
case-days-n = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
case-days-help = A warning has no end. It is shown until it is acknowledged.
case-rule = Which rule was broken
case-rule-help = A short sentence, for the person and the log.
case-reason-help = For the person and the log.
case-dismiss-reason-help = For the log.
case-answer = Answer to the reporter
case-decided = Decided on { $at } by { $name }
case-outcome = Decision
case-outcome-dismissed = Dismissed
case-outcome-restricted = Warned or restricted
admin-restrict = Warn or restrict
admin-restrict-text = Without a report. The person sees the rule, the reason and the end, and can object.
admin-restrict-button = Warn or restrict
admin-restrictions = Restrictions
admin-lift-one = End early<span class="sr-only">: { $what }</span>
refused-rule = Say which rule was broken, in 1 to { $n } characters.
refused-answer = Write an answer of 1 to { $n } characters.
refused-restriction-length = A restriction lasts 1, 7, 30, 365 or 3,650 days.
flash-report-decided = Decided.
flash-restricted = Done. The person sees it on every page.
flash-restriction-lifted = Ended.
flash-objection-answered = Answered.
admin-did-dismiss-report = dismissed a report
admin-did-restrict = warned or restricted
admin-did-lift-restriction = ended a restriction of
admin-did-object = objected to a restriction of
admin-did-uphold-restriction = upheld a restriction of

# Objections, for administrators
objections-title = Objections
objections-text = People who object to what a moderator has decided. You don’t see objections to your own decisions, unless you are the only administrator.
objections-none = Nobody waits for an answer.
objections-next = Next objections
objections-first = First objections
objection-answer = Answer
objection-uphold = Uphold the decision
objection-lift = Lift it

# What the host says
terms-title = Terms
contact-title = Contact
moderation-title = Moderation
terms-default =
    This server is run by its host, who wrote no terms of their own. What follows is what every Bastide server asks for.

    Play fair. Decide your moves yourself, unless the table allows help, and finish the games that you begin.

    Be civil. No insults, threats, hate, spam or advertising, in names or in what you write.

    Write nothing about other people that they wouldn’t want to read here.

    The host can change or stop this server at any time. There is no warranty.
contact-default =
    The host of this server has left no address.

    To report a line or a player, use “Report” beside the line or on the player’s page.
moderation-default =
    Moderators are people whom the host trusts. They read reports, the reported line and the lines around it. Of all other talk, they read only what any user could.

    They can dismiss a report, warn somebody, or keep somebody from talk or from new tables for 1, 7, 30 or 365 days. They can also lock an account, and change a name that breaks the rules.

    Nobody decides about people they are playing with, have blocked or are blocked by. If you are restricted, you see which rule was broken, why, and until when, and can object once. Another administrator answers, if there is one.

    Everybody who reports something gets an answer, and nobody else learns who it was.
kept-title = What is kept for how long
kept-lines = Lines at tables: as long as the game.
kept-withdrawn = Lines that were withdrawn: seven days, then without their text.
kept-reports = What was reported, with its evidence: until six months after the decision. That there was a report, and how it was decided, stays.
kept-restrictions = Restrictions and objections: as long as the account.
kept-notes = Your own notes: until you delete them, or close your account.
kept-log = What moderators do, in the audit log: for good, without the names of closed accounts.
