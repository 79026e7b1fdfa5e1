# Points in time and spans of time.

# "Fri 20 Nov 2026, 14:05 CET"
time-moment = { $weekday } { $day } { $month } { $year }, { $clock } { $zone }
# "Mon 23 Nov, 18:27 CET", for what is only days away
time-soon = { $weekday } { $day } { $month }, { $clock } { $zone }
# "Mon 23 Nov, 18:27"
time-clock = { $weekday } { $day } { $month }, { $clock }
# "20 Nov 2026"
time-day = { $day } { $month } { $year }

time-now = now
time-in-days = { $n ->
    [one] in { $n } day
   *[other] in { $n } days
}
time-in-hours = { $n ->
    [one] in { $n } hour
   *[other] in { $n } hours
}
time-in-minutes = { $n ->
    [one] in { $n } minute
   *[other] in { $n } minutes
}
time-days-ago = { $n ->
    [one] { $n } day ago
   *[other] { $n } days ago
}
time-hours-ago = { $n ->
    [one] { $n } hour ago
   *[other] { $n } hours ago
}
time-minutes-ago = { $n ->
    [one] { $n } minute ago
   *[other] { $n } minutes ago
}

# The time until a deadline. $n: days, hours or minutes; $more: hours or minutes beside them
time-left-days = { $n } d { $more } h left
time-left-hours = { $n } h { $more } min left
time-left-minutes = { $n } min left
time-up = time is up

# Spans of time
time-span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
time-span-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
time-span-weeks = { $n ->
    [one] { $n } week
   *[other] { $n } weeks
}
time-span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
time-span-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}
time-milliseconds = { $n } ms

# Clocks. Lengths of time are written "1 d 12 h" in all languages.
clock-live = Live
clock-live-line = 15 min for the whole game, 20 s more after each turn
clock-daily = Daily
clock-daily-line = a turn a day, with 3 days in reserve
clock-slow = Slow
clock-slow-line = 12 h free, 3 days in reserve, a day more after each turn
clock-standard = Standard
clock-standard-line = 3 days for every turn
clock-relaxed = Relaxed
clock-relaxed-line = 7 days for every turn
clock-custom = Other numbers (below)
# $name: "Daily"; $line: what it means
clock-choice = { $name }: { $line }
# $free: "12 h"; $bank: "3 d"
clock-with-bank = { $free } + { $bank } in reserve
clock-numbers = Other numbers
clock-numbers-help = They count if “Other numbers” is chosen above. Write lengths of time like 3 d, 12 h, 15 min or 1 d 12 h.
clock-free = Free time
clock-free-help = Every turn has this for nothing.
clock-bank = Time bank
clock-bank-help = What a turn takes beyond its free time comes out of the bank, which starts with this.
clock-increment = Increment
clock-increment-help = Added to the bank after each completed turn.
clock-cap = Cap
clock-cap-help = Increments fill the bank up to this. Empty: no more than it starts with.
clock-most = Most from the bank
clock-most-help = The longest that a single turn may take out of the bank. Empty: all of it.
clock-explained-free = Each turn has { $free }.
clock-explained-bank = A bank of { $bank } has to last for the whole game.
clock-explained-free-and-bank = Each turn has { $free } for nothing. What it takes beyond that comes out of a bank of { $bank }.
clock-explained-increment = A completed turn adds { $increment } to the bank, up to { $cap }.
clock-explained-most = One turn takes at most { $most } out of the bank.
clock-longest-round = A round takes at most { $round }.
# How long games usually take. $median: "5 weeks"; $most: "8 weeks"
clock-length = { $median }, nine in ten at most { $most }
# $length: the sentence above
clock-usual = A game like this usually takes { $length }.
# $name: "Slow" or "3 days"; $median: "5 weeks"
clock-and-length = { $name }, usually { $median }
clock-lengths = How long games between people usually take, with 72 tiles:
# $name: "Slow" or "3 days"; $details: sentences
clock-fact = { $name }. { $details }

weekday-monday = Mon
weekday-tuesday = Tue
weekday-wednesday = Wed
weekday-thursday = Thu
weekday-friday = Fri
weekday-saturday = Sat
weekday-sunday = Sun

month-january = Jan
month-february = Feb
month-march = Mar
month-april = Apr
month-may = May
month-june = Jun
month-july = Jul
month-august = Aug
month-september = Sep
month-october = Oct
month-november = Nov
month-december = Dec

## When clocks stand

hours-heading = Hours
hours-players = Players’ own
hours-players-help = A clock stands in its player’s nights and on their free days, up to 9 hours a night and 2 days a week.
hours-always = None
hours-always-help = Clocks run day and night.
hours-table = The table’s
hours-table-help = Clocks run only in the playing hours below, the same for everybody.
playing-hours = Playing hours
playing-hours-help = They count if “The table’s” is chosen above. At least 6 hours a day and 3 days a week.
playing-hours-from = From
playing-hours-until = Until
playing-hours-days = On these days
leave-heading = Leave
leave-label = Clocks stand while their players are on leave
leave-help = Everybody has some days of leave for all their games. It can be taken by itself when a turn would time out. Not in games that give less than a day for a turn.
stop-outage = outage
stop-pause = pause
stop-question = take-back
stop-leave = leave
stop-hours = outside playing hours
stop-night = night
# A clock that stands: until when, and why
stop-until = stands until { $until } ({ $why })
table-stops = Clocks stand
table-stops-never = never
table-stops-night = in players’ nights and on their free days
table-stops-leave = while players are on leave
# The playing hours of a table: “8:00 to 22:00 (Europe/Paris), not on Sun”
table-stops-hours = outside { $from } to { $until } ({ $zone })
table-stops-days = and on { $days }
