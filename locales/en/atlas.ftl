# The tile atlas: which tiles there could be, and which there are.

atlas-title = Tile atlas
# $page: a group's name, an expansion's name
atlas-page-title = { $page } – Tile atlas
atlas-outside-title = Tiles without a group – Tile atlas
atlas-try-title = Design a tile – Tile atlas
atlas-about = Tiles that exist, and tiles that could: every way to lay roads, cities and meadow on a square, drawn and counted.
atlas-sample-road = Roads at every side
atlas-sample-city = A city at two sides, joined
atlas-sample-both = A city and a road
atlas-sample-meadow = Meadow only, with a cloister
atlas-lead = Each side of a tile shows a road, a city or meadow. That makes 81 ways to read its sides and, whichever way it’s turned, { $groups } groups.
atlas-text = This is L. Kárná’s model (“Carcassonne – description of the game”, Applications of Mathematics 2012), with seven rules for a tile. Trying every way to join the sides gives { $kinds } possible kinds of tile, { $missing } of which are in no tile set yet.
atlas-try = Design a tile
atlas-sheet = Every tile in every rotation
atlas-groups = The { $groups } groups
atlas-groups-text = R is a road, C a city, M meadow, clockwise from the top. The first eight groups are patterns; the next eight replace roads by cities, cities by meadow and meadow by roads; the last eight do so again.
atlas-group = Group
atlas-readings = Readings
atlas-kinds = Kinds
atlas-in-sets = in sets
atlas-tiles = Tiles
atlas-no-group = In no group
atlas-all-tiles = All tiles
atlas-class-city-meadow = Cities and meadow: { $n } kinds
atlas-class-road-meadow = Roads and meadow: { $n } kinds
atlas-class-city-road = Cities and roads: { $n } kinds
atlas-class-text = { $base } of them are in the base game, { $missing } in no tile set. What’s in the middle, and shields, are ignored.
atlas-more = { $n } more that the rules allow
atlas-more-text = Next to a road that passes through, Kárná counts the end of another only if it’s alone and the road bends.
atlas-elements = Elements
atlas-element-1a = a city at one side
atlas-element-1b = extraordinary: a city at one side whose wall touches the first or the second of the two corners beyond
atlas-element-1d = excluded by Kárná: a city at one side whose wall touches both corners beyond, which no set has, and a city at two adjacent sides whose wall touches the corner across, which some expansions have
atlas-element-2a = a city that joins two sides at a corner
atlas-element-2c = a city that joins two opposite sides
atlas-element-3a = a city that joins three sides, or all
atlas-element-i = a road that ends inside: at a crossing, a gate or a cloister
atlas-element-iia = a straight road
atlas-element-iib = a bend

atlas-group-heading = Group <code>{ $group }</code>
atlas-group-sides = Sides: { $sides }.
atlas-group-readings = { $readings } of the 81 ways to read a tile’s sides belong to this group.
atlas-group-kinds = { $n ->
    [one] One kind of tile is possible, { $present } of it in a set.
   *[other] { $n } kinds of tile are possible, { $present } of them in a set.
}
atlas-group-tiles = { $n ->
    [one] The sets have one tile of this group.
   *[other] The sets have { $n } tiles of this group.
}
atlas-side-road = road
atlas-side-city = city
atlas-side-meadow = meadow
atlas-kind-none = No tile set has such a tile.
atlas-kind-counts = { $counts }.
atlas-not-counted = Kárná doesn’t count this kind.
atlas-extraordinary = With a wall that cuts a corner
atlas-extraordinary-text = The meadow is in more parts than the elements say; Kárná calls such cities extraordinary.
atlas-nav-groups = Groups
atlas-all-groups = All groups
# "Base game 4"
atlas-count = { expansion-name } { $n }
atlas-in-no-set = in no tile set
# "2 in The River"
atlas-tile-count = { $n } in { expansion-name }

atlas-outside-heading = Tiles in no group
atlas-outside-lead = { $n ->
    [one] { $n } kind of tile has no place among the groups: it has water, or breaks a rule.
   *[other] { $n } kinds of tile have no place among the groups: they have water, or break a rule.
}
atlas-outside-water = It has water, which the description doesn’t cover.
atlas-nav-sets = Tile sets
# "Rule 6: A road crosses another road."
atlas-broken-rule = Rule { $rule }: { $why }

# How a tile breaks the rules. $side: top, right, bottom or left
atlas-breach-wall =
    A wall meets the { $side ->
        [top] top
        [right] right
        [bottom] bottom
       *[left] left
    } side in its middle, not in a corner.
atlas-breach-river-wall = A river runs through a wall.
atlas-breach-road-walls = A road crosses the walls of a city.
atlas-breach-cities = One city lies across another, so their walls cross.
atlas-breach-inner-cities = { $n ->
    [one] A city lies inside the tile and reaches no side.
   *[other] { $n } cities lie inside the tile and reach no side.
}
atlas-breach-middles = There are { $n } crossings and cloisters, but at most one is allowed.
atlas-breach-gates = { $n } gates are in one connected part of a city, but each must be in another part.
atlas-breach-road-ends =
    { $n } road ends are at the { $side ->
        [top] top
        [right] right
        [bottom] bottom
       *[left] left
    } side, but at most one is allowed.
atlas-breach-no-meadow =
    At the { $side ->
        [top] top
        [right] right
        [bottom] bottom
       *[left] left
    } side there’s no meadow on both sides of the road.
atlas-breach-road-and-river =
    A road and a river reach the { $side ->
        [top] top
        [right] right
        [bottom] bottom
       *[left] left
    } side.
atlas-breach-no-crossing = A road ends at a crossing, but there is none.
atlas-breach-no-cloister = A road ends at a cloister, but there is none.
atlas-breach-no-city = A road ends at the gate of a city that isn’t there.
atlas-breach-no-end = A road ends in the open meadow.
atlas-breach-roads = A road crosses another road.
atlas-breach-road-river = A road goes over the river.
# $from and $to: gate, crossing, cloister or meadow
atlas-breach-no-side =
    A road from { $from ->
        [gate] a gate
        [crossing] the crossing
        [cloister] the cloister
       *[meadow] the open meadow
    } to { $to ->
        [gate] a gate
        [crossing] the crossing
        [cloister] the cloister
       *[meadow] the open meadow
    } reaches no side.

atlas-try-heading = Design a tile
atlas-try-lead = Choose what each side shows and how the sides are joined. You’ll see whether such a tile is possible, and whether a set has it.
atlas-try-unclear = These choices contradict each other
atlas-try-impossible = This tile is impossible
atlas-try-possible = This tile is possible
atlas-try-breach = <strong>Rule { $rule }.</strong> { $why } <small>The rule: { $text }</small>
atlas-try-found = It belongs to the group <a href="{ $url }"><code>{ $group }</code></a>, with the elements <strong>{ $elements }</strong>.
atlas-try-no-set = No tile set has a tile with these elements.
atlas-try-alike = The sets have tiles with these elements; what’s in the middle, gates and shields may differ.
atlas-try-top = The top side
atlas-try-right = The right side
atlas-try-bottom = The bottom side
atlas-try-left = The left side
atlas-try-shows = It shows
atlas-try-leads = Its road leads to
atlas-try-inside = Inside
atlas-try-middle = In the middle
atlas-try-inner-city = A city that reaches no side
atlas-try-inner-road = A road that reaches no side
atlas-try-from = It leads from
atlas-try-to = to
atlas-try-help = Sides of one city have the same number.
atlas-try-button = Try it
atlas-try-again = Start over
atlas-try-examples = Examples
atlas-try-rules = The rules of a tile
atlas-example-start = The start tile
atlas-example-gate = A gate
atlas-example-across = A city across another
atlas-example-bridge = A bridge
atlas-example-grass = A road into the grass
atlas-rule-1 = A city wall begins at one corner of the tile and ends at another, and touches no side in between.
atlas-rule-2 = A wall crosses neither itself, nor another wall, nor a road.
atlas-rule-3 = Every city reaches at least one side.
atlas-rule-4 = There is at most one crossing or one cloister, and every gate is in another connected part of a city.
atlas-rule-5 = A road begins at the middle of a side and ends at the middle of another, or at a crossing, a gate or a cloister, with meadow on both sides of it. At most one road reaches a side.
atlas-rule-6 = A road crosses neither itself nor another road.
atlas-rule-7 = Every road reaches at least one side.
atlas-shown-field = Field
atlas-shown-road = A road
atlas-shown-city = City { $n }
atlas-shown-half = City 1 on one half
atlas-leads-nowhere = –
atlas-leads-top = the top side
atlas-leads-right = the right side
atlas-leads-bottom = the bottom side
atlas-leads-left = the left side
atlas-leads-crossing = the crossing
atlas-leads-cloister = the cloister
atlas-leads-gate = a gate of city { $n }
atlas-middle-nothing = Nothing
atlas-middle-crossing = A crossing
atlas-middle-cloister = A cloister
atlas-middle-both = A crossing and a cloister

atlas-unclear-parts = This tile has more parts than can be drawn.
atlas-unclear-crossing = No road leads to the crossing. Lead one there, or leave it out.
# $side and $to: top, right, bottom or left
atlas-unclear-itself = The { $side ->
    [top] top
    [right] right
    [bottom] bottom
   *[left] left
} road can’t lead back to its own side.
atlas-unclear-no-road = { $side ->
    [top] The road at the top side leads to a side that shows no road ({ atlas-side }). Choose a road there.
    [right] The road at the right side leads to a side that shows no road ({ atlas-side }). Choose a road there.
    [bottom] The road at the bottom side leads to a side that shows no road ({ atlas-side }). Choose a road there.
   *[left] The road at the left side leads to a side that shows no road ({ atlas-side }). Choose a road there.
}
atlas-side = { $to ->
    [top] top
    [right] right
    [bottom] bottom
   *[left] left
}
