//! An independent implementation of the rules: every turn, features are found by walking over the tiles again, and the only state
//! is tiles, followers and points. It uses the program's tile definitions, rulesets and events, but nothing derived from them.

use std::collections::BTreeSet;

use bastide::engine::{
    BagRule, BuilderRule, Colour, Edge, EndReason, Event, FieldRule, FollowerKind, Header, RoadEnd, Ruleset,
    SecondPart, Segment, SegmentKind, SmallCity, TileKind, TileSet, Turn, Unplaceable,
};

const SPAN: i32 = 512;
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

type Cell = (i32, i32);
/// A segment of a placed tile.
type Node = (usize, usize);

#[derive(Clone, Copy)]
pub struct Tile {
    pub cell: Cell,
    pub kind: TileKind,
    pub quarters: usize,
}

impl Tile {
    fn segment(&self, segment: usize) -> &'static Segment {
        &self.kind.def().segments[segment]
    }

    /// The unrotated tile's side at this side.
    const fn own(&self, side: usize) -> usize {
        (side + 4 - self.quarters) % 4
    }

    fn edge(&self, side: usize) -> Edge {
        self.kind.def().edges[self.own(side)]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    pub colour: usize,
    pub kind: FollowerKind,
    pub node: Node,
}

/// The result of walking over a feature.
#[derive(Debug, Default)]
pub struct Feature {
    pub nodes: BTreeSet<Node>,
    pub open: usize,
    pub ends: usize,
    pub shields: i32,
    pub cathedral: bool,
    pub inn: bool,
    pub goods: [u32; 3],
    pub strength: [u32; 6],
    pub followers: usize,
    pub builders: BTreeSet<usize>,
    pub pigs: BTreeSet<usize>,
}

impl Feature {
    pub fn tiles(&self) -> i32 {
        let tiles: BTreeSet<usize> = self.nodes.iter().map(|(tile, _)| *tile).collect();
        i32::try_from(tiles.len()).unwrap()
    }
}

/// The indexes of the maximum; empty if all are zero.
fn most(strength: &[u32; 6]) -> Vec<usize> {
    let greatest = *strength.iter().max().unwrap();
    (0..6).filter(|colour| greatest > 0 && strength[*colour] == greatest).collect()
}

pub struct Engine {
    rules: Ruleset,
    seats: Vec<usize>,
    grid: Vec<usize>,
    pub tiles: Vec<Tile>,
    pub figures: Vec<Figure>,
    pub scores: Vec<i32>,
    goods: [[u32; 6]; 3],
    out: BTreeSet<usize>,
    pub to_move: usize,
    second_part: bool,
    pub hand: Vec<TileKind>,
    /// The tile that each colour has drawn for its next turn, where the rules say so.
    pub ahead: Vec<Option<TileKind>>,
    /// The colours that draw such a tile now.
    drawing: BTreeSet<usize>,
    /// Tiles in the bag, as long as all of them can be drawn.
    bag: i32,
}

impl Engine {
    pub fn new(header: &Header) -> Self {
        let mut engine = Self {
            rules: header.rules.clone(),
            seats: header.colours.iter().map(|colour| colour.seat.index()).collect(),
            grid: vec![usize::MAX; usize::try_from(SPAN * SPAN).unwrap()],
            tiles: Vec::new(),
            figures: Vec::new(),
            scores: vec![0; header.colours.len()],
            goods: [[0; 6]; 3],
            out: BTreeSet::new(),
            to_move: 0,
            second_part: false,
            hand: Vec::new(),
            ahead: vec![None; header.colours.len()],
            drawing: (0..header.colours.len()).collect(),
            bag: i32::try_from(header.rules.tiles_in_bag(header.seats.len())).unwrap(),
        };
        engine.put(Tile { cell: (0, 0), kind: header.start[0], quarters: 0 });
        engine
    }

    fn spot(cell: Cell) -> usize {
        usize::try_from((cell.1 + SPAN / 2) * SPAN + cell.0 + SPAN / 2).unwrap()
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        let tile = self.grid[Self::spot(cell)];
        (tile != usize::MAX).then_some(tile)
    }

    fn beside(cell: Cell, side: usize) -> Cell {
        (cell.0 + STEPS[side].0, cell.1 + STEPS[side].1)
    }

    fn around(&self, cell: Cell) -> usize {
        let near = |n: i32| n - 1..=n + 1;
        let cells = near(cell.0).flat_map(|x| near(cell.1).map(move |y| (x, y)));
        cells.filter(|&other| other != cell && self.at(other).is_some()).count()
    }

    fn put(&mut self, tile: Tile) {
        self.grid[Self::spot(tile.cell)] = self.tiles.len();
        self.tiles.push(tile);
    }

    fn lift(&mut self) {
        let tile = self.tiles.pop().unwrap();
        self.grid[Self::spot(tile.cell)] = usize::MAX;
    }

    /// Calls `meets` for the segments across the sides of a tile, and returns the number of sides without a neighbour.
    fn meeting(&self, (tile, segment): Node, mut meets: impl FnMut(Node)) -> usize {
        let here = &self.tiles[tile];
        let piece = here.segment(segment);
        let mut open = 0;
        for side in 0..4 {
            let own = here.own(side);
            let Some(other) = self.at(Self::beside(here.cell, side)) else {
                open += usize::from(piece.sides & (1 << own) != 0);
                continue;
            };
            let there = &self.tiles[other];
            let across = there.own((side + 2) % 4);
            let pieces = || there.kind.def().segments.iter().enumerate();
            if piece.sides & (1 << own) != 0 {
                let found = pieces().find(|(_, theirs)| theirs.sides & (1 << across) != 0);
                meets((other, found.expect("sides match").0));
            }
            for half in 0..2 {
                if piece.halves & (1 << (2 * own + half)) != 0 {
                    let facing = 1 << (2 * across + 1 - half);
                    let found = pieces().find(|(_, theirs)| theirs.halves & facing != 0);
                    meets((other, found.expect("grass meets grass").0));
                }
            }
        }
        open
    }

    /// Walks over the feature of a segment.
    pub fn feature(&self, start: Node) -> Feature {
        let mut found = Feature::default();
        let mut waiting = vec![start];
        found.nodes.insert(start);
        while let Some(node) = waiting.pop() {
            let piece = self.tiles[node.0].segment(node.1);
            found.shields += i32::from(piece.shields);
            found.cathedral |= piece.cathedral;
            found.inn |= piece.inn;
            found.ends +=
                usize::from(matches!(piece.end, Some(RoadEnd::Crossing | RoadEnd::City | RoadEnd::Cloister)));
            if let Some(good) = piece.goods {
                found.goods[good as usize] += 1;
            }
            found.open += self.meeting(node, |next| {
                if found.nodes.insert(next) {
                    waiting.push(next);
                }
            });
        }
        for figure in self.figures.iter().filter(|figure| found.nodes.contains(&figure.node)) {
            found.followers += 1;
            match figure.kind {
                FollowerKind::Meeple => found.strength[figure.colour] += 1,
                FollowerKind::Big => found.strength[figure.colour] += 2,
                FollowerKind::Builder => _ = found.builders.insert(figure.colour),
                FollowerKind::Pig => _ = found.pigs.insert(figure.colour),
            }
        }
        found
    }

    fn kind_of(&self, node: Node) -> SegmentKind {
        self.tiles[node.0].segment(node.1).kind
    }

    pub fn is_complete(&self, feature: &Feature) -> bool {
        let &first = feature.nodes.first().unwrap();
        match self.kind_of(first) {
            SegmentKind::City => feature.open == 0,
            SegmentKind::Road => feature.open == 0 && (self.rules.loops_complete || feature.ends > 0),
            SegmentKind::Cloister => self.around(self.tiles[first.0].cell) == 8,
            SegmentKind::Field => false,
        }
    }

    /// Every feature once.
    pub fn features(&self) -> Vec<Feature> {
        let mut seen = BTreeSet::new();
        let mut features = Vec::new();
        for tile in 0..self.tiles.len() {
            for segment in 0..self.tiles[tile].kind.def().segments.len() {
                if !seen.contains(&(tile, segment)) {
                    let feature = self.feature((tile, segment));
                    seen.extend(feature.nodes.iter().copied());
                    features.push(feature);
                }
            }
        }
        features
    }

    /// The open end of the river: the cell, the side where it enters, and the direction of its last bend.
    fn river(&self) -> Option<(Cell, usize, Option<usize>)> {
        let water = |tile: &Tile| (0..4).filter(|&side| tile.edge(side) == Edge::River).collect::<Vec<_>>();
        let mut wet = self.tiles.iter().filter(|tile| tile.kind.def().set == TileSet::River);
        let spring = wet.next()?;
        let mut exit = water(spring)[0];
        let (mut cell, mut turn) = (Self::beside(spring.cell, exit), None);
        for tile in wet {
            let from = (exit + 2) % 4;
            exit = *water(tile).iter().find(|&&side| side != from)?;
            turn = Some((exit + 4 - from) % 4).filter(|&turn| turn != 2);
            cell = Self::beside(tile.cell, exit);
        }
        Some((cell, (exit + 2) % 4, turn))
    }

    fn fits(&self, tile: &Tile) -> bool {
        let mut touches = false;
        for side in 0..4 {
            if let Some(other) = self.at(Self::beside(tile.cell, side)) {
                touches = true;
                if self.tiles[other].edge((side + 2) % 4) != tile.edge(side) {
                    return false;
                }
            }
        }
        if !touches || tile.kind.def().set != TileSet::River {
            return touches;
        }
        let Some((cell, from, turned)) = self.river() else { return false };
        let exit = (0..4).find(|&side| side != from && tile.edge(side) == Edge::River);
        tile.cell == cell
            && exit.is_none_or(|exit| {
                let turn = (exit + 4 - from) % 4;
                (turn == 2 || Some(turn) != turned) && self.at(Self::beside(cell, exit)).is_none()
            })
    }

    /// Every place where a tile fits.
    fn places(&self, kind: TileKind) -> Vec<Tile> {
        let beside = self.tiles.iter().flat_map(|tile| (0..4).map(|side| Self::beside(tile.cell, side)));
        let cells: BTreeSet<Cell> = beside.filter(|&cell| self.at(cell).is_none()).collect();
        let turned = cells.iter().flat_map(|&cell| (0..4).map(move |quarters| Tile { cell, kind, quarters }));
        turned.filter(|tile| self.fits(tile)).collect()
    }

    /// The names of a tile's places with their segments, clockwise from the top.
    fn names(tile: &Tile) -> Vec<(String, usize)> {
        let pieces = tile.kind.def().segments;
        let side_of = |own: usize| pieces.iter().position(|piece| piece.sides & (1 << own) != 0);
        let half_of = |half: usize| pieces.iter().position(|piece| piece.halves & (1 << half) != 0);
        let mut names = Vec::new();
        for (side, word) in SIDES.iter().enumerate() {
            let own = tile.own(side);
            let parts = match tile.edge(side) {
                Edge::City => vec![((*word).to_owned(), side_of(own))],
                Edge::Field => vec![((*word).to_owned(), half_of(2 * own))],
                Edge::Road | Edge::River => vec![
                    (format!("{word}:0"), half_of(2 * own)),
                    (format!("{word}:1"), side_of(own)),
                    (format!("{word}:2"), half_of(2 * own + 1)),
                ],
            };
            names.extend(parts.into_iter().filter_map(|(name, segment)| Some((name, segment?))));
        }
        let inner = |piece: &Segment| match piece.kind {
            SegmentKind::Cloister => true,
            SegmentKind::Field => piece.halves == 0,
            _ => false,
        };
        names.extend(pieces.iter().position(inner).map(|segment| ("center".to_owned(), segment)));
        names
    }

    fn left(&self, colour: usize, kind: FollowerKind) -> usize {
        let out = self.figures.iter().filter(|figure| figure.colour == colour && figure.kind == kind).count();
        usize::from(self.rules.supply(kind)) - out
    }

    /// Every legal turn with a tile, in the format of `bastide legal`.
    fn turns_with(&mut self, kind: TileKind, lines: &mut BTreeSet<String>) {
        for tile in self.places(kind) {
            let placed = format!("{kind} {} {} {}", tile.cell.0, tile.cell.1, tile.quarters);
            self.put(tile);
            let home = if self.rules.follower_after_scoring { self.coming_home() } else { Vec::new() };
            let mut named = BTreeSet::new();
            for (name, segment) in Self::names(&tile) {
                if !named.insert(segment) {
                    continue;
                }
                let feature = self.feature((self.tiles.len() - 1, segment));
                for follower in FollowerKind::ALL {
                    let left = self.left(self.to_move, follower) > 0
                        || home.iter().any(|figure| figure.colour == self.to_move && figure.kind == follower);
                    if left && self.may_stand(follower, segment, &feature) {
                        lines.insert(format!("{placed} {}@{name}", follower.word()));
                    }
                }
            }
            self.lift();
            lines.insert(placed);
        }
    }

    fn may_stand(&self, follower: FollowerKind, segment: usize, feature: &Feature) -> bool {
        let on = self.kind_of((self.tiles.len() - 1, segment));
        if on == SegmentKind::Field && self.rules.fields == FieldRule::None {
            return false;
        }
        let mine = feature.strength[self.to_move] > 0;
        match follower {
            FollowerKind::Meeple | FollowerKind::Big => {
                feature.followers == 0 && !(self.rules.follower_after_scoring && self.is_complete(feature))
            }
            FollowerKind::Builder => {
                let owned = self.rules.builder_needs == BuilderRule::Presence
                    || most(&feature.strength).contains(&self.to_move);
                matches!(on, SegmentKind::City | SegmentKind::Road)
                    && mine
                    && owned
                    && !self.is_complete(feature)
            }
            FollowerKind::Pig => on == SegmentKind::Field && mine,
        }
    }

    /// The features that the last tile completed.
    fn completed(&self) -> Vec<Feature> {
        let last = self.tiles.len() - 1;
        let pieces = self.tiles[last].kind.def().segments;
        let mut nodes: Vec<Node> = (0..pieces.len()).map(|segment| (last, segment)).collect();
        let (x, y) = self.tiles[last].cell;
        for cell in (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y))) {
            let Some(tile) = self.at(cell) else { continue };
            let pieces = self.tiles[tile].kind.def().segments.iter();
            let cloister = pieces.enumerate().find(|(_, piece)| piece.kind == SegmentKind::Cloister);
            nodes.extend(cloister.map(|(segment, _)| (tile, segment)));
        }
        let mut seen = BTreeSet::new();
        let mut completed = Vec::new();
        for node in nodes {
            if seen.contains(&node) {
                continue;
            }
            let feature = self.feature(node);
            seen.extend(feature.nodes.iter().copied());
            if self.is_complete(&feature) {
                completed.push(feature);
            }
        }
        completed
    }

    fn coming_home(&self) -> Vec<Figure> {
        let completed = self.completed();
        let inside = |figure: &&Figure| completed.iter().any(|feature| feature.nodes.contains(&figure.node));
        self.figures.iter().filter(inside).copied().collect()
    }

    /// Every legal move, in the format of `bastide legal`.
    pub fn moves(&mut self) -> BTreeSet<String> {
        let mut lines = BTreeSet::new();
        for kind in self.hand.clone() {
            self.turns_with(kind, &mut lines);
        }
        if self.second_part && self.rules.builder_second_part == SecondPart::May {
            lines.insert("pass".to_owned());
        }
        lines
    }

    fn pay(&mut self, colours: &[usize], points: i32) {
        for &colour in colours.iter().filter(|colour| !self.out.contains(colour)) {
            self.scores[colour] += points;
        }
    }

    fn worth(&self, feature: &Feature) -> i32 {
        let rules = &self.rules;
        let (tiles, shields) = (feature.tiles(), feature.shields);
        let rate = |rate: u8| i32::from(rate);
        match self.kind_of(*feature.nodes.first().unwrap()) {
            SegmentKind::Road if feature.inn => tiles * rate(rules.inn_tile),
            SegmentKind::Road if rules.small_road && tiles == 2 => 2,
            SegmentKind::Road => tiles * rate(rules.road_tile),
            SegmentKind::City if feature.cathedral => (tiles + shields) * rate(rules.cathedral_tile),
            SegmentKind::City => match (rules.small_city, tiles, tiles + shields) {
                (SmallCity::HalfRate, 2, all) => all,
                (SmallCity::TwoPoints, 2, _) | (SmallCity::TwoPointsWithShields, _, 2) => 2,
                _ => tiles * rate(rules.city_tile) + shields * rate(rules.city_shield),
            },
            SegmentKind::Cloister => 9,
            SegmentKind::Field => 0,
        }
    }

    fn play(&mut self, colour: usize, turn: Turn) {
        let held = self.hand.iter().position(|kind| *kind == turn.tile).expect("from the hand");
        self.hand.remove(held);
        let quarters = turn.rotation.quarters();
        let tile = Tile { cell: (turn.position.x.into(), turn.position.y.into()), kind: turn.tile, quarters };
        self.put(tile);
        let last = self.tiles.len() - 1;
        let pieces = tile.kind.def().segments.len();
        let extends = !self.second_part
            && (0..pieces).any(|segment| self.feature((last, segment)).builders.contains(&colour));
        let placed = turn.follower.map(|follower| {
            let places = Self::names(&tile);
            let named = places.iter().find(|(name, _)| *name == follower.on.to_string());
            Figure { colour, kind: follower.kind, node: (last, named.expect("a place").1) }
        });
        let later = self.rules.follower_after_scoring;
        self.figures.extend(placed.filter(|_| !later));
        for feature in self.completed() {
            self.pay(&most(&feature.strength), self.worth(&feature));
            for (held, goods) in self.goods.iter_mut().zip(feature.goods) {
                held[colour] += goods;
            }
            self.figures.retain(|figure| !feature.nodes.contains(&figure.node));
        }
        self.figures.extend(placed.filter(|_| later));
        if extends {
            self.second_part = true;
        } else {
            self.finish_turn();
        }
    }

    /// The player to move has done what there was to do.
    fn finish_turn(&mut self) {
        self.drawing.insert(self.to_move);
        self.next();
    }

    /// Lets the player to move take the tile drawn ahead, once all draws are known. A player without one is passed over, which can
    /// only be if nothing was left to draw.
    pub fn begin_turn(&mut self) {
        self.begin_turn_unless(None);
    }

    /// Passes nobody over who draws next.
    fn begin_turn_unless(&mut self, drawing: Option<usize>) {
        while self.rules.draw_ahead && self.hand.is_empty() && self.ahead.iter().any(Option::is_some) {
            if drawing == Some(self.to_move) && (self.second_part || self.ahead[self.to_move].is_none()) {
                return;
            }
            let tile = if self.second_part { None } else { self.ahead[self.to_move].take() };
            self.hand.extend(tile);
            if tile.is_none() {
                let draws_on =
                    self.rules.bag == BagRule::Whole && self.rules.unplaceable == Unplaceable::Discard;
                assert!(!draws_on || self.bag == 0, "{} tiles are left", self.bag);
                self.finish_turn();
            }
        }
    }

    fn draw(&mut self, colour: Option<usize>, tiles: &[TileKind], discarded: &[TileKind]) {
        // A tile that nobody can place is not for a second part: that was impossible, and the next turn's tile was drawn.
        if colour.is_some()
            && self.second_part
            && self.hand.is_empty()
            && tiles.iter().any(|&kind| self.places(kind).is_empty())
        {
            self.finish_turn();
        }
        let count = |tiles: &[TileKind]| i32::try_from(tiles.len()).unwrap();
        if let Some(colour) = colour.filter(|colour| self.drawing.remove(colour)) {
            assert!(discarded.is_empty() || colour == self.to_move, "nobody has to place it yet");
            self.bag -= count(tiles) + count(discarded);
            self.ahead[colour] = tiles.first().copied();
            return;
        }
        if colour.is_some() {
            self.begin_turn_unless(colour);
            assert_eq!(colour, Some(self.to_move));
        }
        // Tiles that were in the hand are set aside with the rest.
        let held = if discarded.is_empty() { 0 } else { count(&self.hand) };
        self.bag -= count(tiles) + count(discarded) - held;
        if !discarded.is_empty() {
            self.hand.clear();
        }
        self.hand.extend(tiles);
    }

    /// The tile of a player who misses a turn or leaves goes back into the bag. Known only where each has their own.
    fn return_hand(&mut self) {
        assert!(self.rules.draw_ahead, "which tiles of the hand go back is not known here");
        self.begin_turn();
        self.bag += i32::try_from(self.hand.len()).unwrap();
        self.hand.clear();
    }

    fn next(&mut self) {
        self.second_part = false;
        let colours = self.scores.len();
        let next = (1..=colours).map(|step| (self.to_move + step) % colours);
        self.to_move = next.into_iter().find(|colour| !self.out.contains(colour)).unwrap_or(self.to_move);
    }

    /// Final scoring.
    fn end(&mut self) {
        let features = self.features();
        let rate = |rate: u8| i32::from(rate);
        let rules = self.rules.clone();
        let mut fields = Vec::new();
        for feature in &features {
            let &first = feature.nodes.first().unwrap();
            let (tiles, shields) = (feature.tiles(), feature.shields);
            let points = match self.kind_of(first) {
                SegmentKind::Road if !feature.inn => tiles * rate(rules.end_road_tile),
                SegmentKind::City if !feature.cathedral => {
                    tiles * rate(rules.end_city_tile) + shields * rate(rules.end_city_shield)
                }
                SegmentKind::Road | SegmentKind::City => 0,
                SegmentKind::Cloister => 1 + i32::try_from(self.around(self.tiles[first.0].cell)).unwrap(),
                SegmentKind::Field => {
                    fields.push((self.cities_of(feature), feature));
                    0
                }
            };
            self.pay(&most(&feature.strength), points);
        }
        match rules.fields {
            FieldRule::None => {}
            FieldRule::PerField => {
                for (cities, field) in &fields {
                    let times = i32::try_from(cities.len()).unwrap();
                    self.pay_farmers(&field.strength, &field.pigs, times);
                }
            }
            FieldRule::PerCity => {
                let cities: BTreeSet<Node> = fields.iter().flat_map(|(cities, _)| cities).copied().collect();
                for city in cities {
                    let (mut strength, mut pigs) = ([0; 6], BTreeSet::new());
                    for (_, field) in fields.iter().filter(|(cities, _)| cities.contains(&city)) {
                        for (sum, own) in strength.iter_mut().zip(field.strength) {
                            *sum += own;
                        }
                        pigs.extend(field.pigs.iter().copied());
                    }
                    self.pay_farmers(&strength, &pigs, 1);
                }
            }
        }
        for held in self.goods {
            self.pay(&most(&held), rate(rules.goods_points));
        }
    }

    /// The complete cities that a field touches, each by its first segment.
    fn cities_of(&self, field: &Feature) -> BTreeSet<Node> {
        let mut cities = BTreeSet::new();
        for &(tile, segment) in &field.nodes {
            let touches = self.tiles[tile].segment(segment).touches;
            for city in (0..16).filter(|city| touches & (1 << city) != 0) {
                let city = self.feature((tile, city));
                if self.is_complete(&city) {
                    cities.insert(*city.nodes.first().unwrap());
                }
            }
        }
        cities
    }

    fn pay_farmers(&mut self, strength: &[u32; 6], pigs: &BTreeSet<usize>, times: i32) {
        for colour in most(strength) {
            let more = if pigs.contains(&colour) { self.rules.pig_points } else { 0 };
            self.pay(&[colour], times * (i32::from(self.rules.field_points) + i32::from(more)));
        }
    }

    /// Applies what a player or the clock did, and what was drawn; computes the scores.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Draw { colour, tiles, discarded } => {
                self.draw(colour.map(Colour::index), tiles, discarded);
            }
            Event::Turn { .. } => {
                self.begin_turn();
                let (colour, turn) = event.turn().expect("a turn");
                self.play(colour.index(), turn);
            }
            Event::Pass { .. } => {
                if self.rules.draw_ahead {
                    self.ahead[self.to_move] = self.hand.pop();
                }
                self.next();
            }
            Event::Skip {} => {
                self.return_hand();
                self.finish_turn();
            }
            &(Event::Resign { colour } | Event::Timeout { colour }) => self.leave(colour),
            Event::End { reason, .. } if *reason != EndReason::CalledOff => self.end(),
            Event::End { .. }
            | Event::Score { .. }
            | Event::Takeback { .. }
            | Event::Substitute { .. }
            | Event::Stop { .. } => {}
        }
    }

    fn leave(&mut self, colour: Colour) {
        if self.rules.draw_ahead && self.to_move == colour.index() {
            self.return_hand();
        }
        self.out.insert(colour.index());
        self.drawing.remove(&colour.index());
        self.bag += i32::from(self.ahead[colour.index()].take().is_some());
        let playing: BTreeSet<usize> =
            (0..self.seats.len()).filter(|one| !self.out.contains(one)).map(|one| self.seats[one]).collect();
        let goes_on = playing.len() > 1 && self.to_move == colour.index();
        assert!(
            !goes_on || self.rules.draw_ahead,
            "what the resignation of the player to move puts back is not known here"
        );
        if goes_on {
            self.next();
        }
    }
}
