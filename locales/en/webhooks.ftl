# Webhooks: messages to chats, phones and programs
webhooks-title = Webhooks
webhooks-text = A webhook sends messages to a chat channel, a phone or a program of yours: when it’s your turn, and whatever else you have chosen for webhooks under Notifications. They name the players, the score and how much time is left. Nothing that only you may know is in them: no tiles, no plans.
account-webhooks-text = Discord, Slack, Matrix, ntfy or a program of yours can bring you the same messages.
webhooks-name = { $format }: { $host }
webhooks-since = Added on { $at }.
webhooks-last-message = Last message: { $last }
webhooks-last = { $at }, { $result }
webhooks-delivered = One was delivered on { $at }.
webhooks-failing = Nothing has been delivered since { $at }.
webhooks-off-gone = Switched off on { $at }: the receiver answered that it’s gone for good (status 410).
webhooks-off-failing = Switched off on { $at }: nothing had been delivered for five days.
webhooks-former-signs = Your old secret still signs messages, too, for { $hours } hours after the new one was made.
webhooks-result-delivered = delivered
webhooks-result-status = refused with status { $status }
webhooks-result-unreachable = no public address found for this name
webhooks-result-connection = no connection
webhooks-result-tls = no valid certificate
webhooks-result-answer = the answer wasn’t HTTP
webhooks-result-timeout = no answer in time
webhooks-on = Switch on again<span class="sr-only">: { $name }</span>
webhooks-test = Send a test<span class="sr-only"> to { $name }</span>
webhooks-rotate = Make a new secret<span class="sr-only"> for { $name }</span>
webhooks-remove = Remove<span class="sr-only"> { $name }</span>
webhooks-failures = Not delivered
webhooks-failures-text = These messages were tried for three days. The last { $most } are listed. A message about a turn that is over isn’t sent again.
webhooks-column-about = About
webhooks-column-made = Happened
webhooks-column-given-up = Given up
webhooks-column-attempts = Attempts
webhooks-column-why = Why
webhooks-column-actions = Actions
webhooks-about-test = Test
webhooks-resend = Send again<span class="sr-only"> what happened on { $made }</span>
webhooks-forget = Remove<span class="sr-only"> what happened on { $made }</span>
webhooks-add = Add a webhook
webhooks-format = Format
webhooks-format-generic = Generic (JSON for programs)
webhooks-format-discord = Discord
webhooks-format-slack = Slack
webhooks-format-matrix = Matrix
webhooks-format-ntfy = ntfy
webhooks-address = Address
webhooks-address-help = Anyone who has the address can often post there, so only its server is shown later.
webhooks-help-generic = Where your program accepts messages. They’re signed with a secret that you see after adding it.
webhooks-help-discord = In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.
webhooks-help-slack = In Slack: an app with Incoming Webhooks, Add New Webhook to Workspace, copy the webhook URL. Mattermost has such addresses, too.
webhooks-help-matrix = Your homeserver, such as https://matrix.example.org, and the two fields below.
webhooks-help-ntfy = The server and a topic that nobody can guess, such as https://ntfy.sh/ and 20 random letters. Subscribe to that topic in the app.
webhooks-matrix = Only for Matrix
webhooks-room = Room ID
webhooks-room-help = It begins with an exclamation mark. In Element: Room settings, Advanced, Internal room ID.
webhooks-token = Access token
webhooks-token-help = Of a user who is in the room, best one made for this. In Element: All settings, Help & About, Access Token.
webhooks-token-again = Enter it again.
webhooks-add-button = Add
webhooks-most = You can have { $most } webhooks.
webhook-secret-title = The secret of your webhook
webhook-secret-text = Your program checks with this secret that messages come from here. <strong>It won’t be shown again</strong>, so copy it now.
webhook-secret-former = The old one signs messages, too, for { $hours } hours.
webhook-secret-done = I’ve copied it
