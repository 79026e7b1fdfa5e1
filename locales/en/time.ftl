# Points in time and spans of time.

# "Fri 20 Nov 2026, 14:05 CET"
time-moment = { $weekday } { $day } { $month } { $year }, { $clock } { $zone }
# "Mon 23 Nov, 18:27 CET", for what is only days away
time-soon = { $weekday } { $day } { $month }, { $clock } { $zone }
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

# Spans of time
time-span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
time-span-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
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
