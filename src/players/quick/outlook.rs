//! What the features of a position are expected to bring, each worked out when it is first asked for.

use arrayvec::ArrayVec;

use super::super::evaluation::{
    Need, Odds, OpenCells, Weights, city_points, cloister, collect_open_cells, field_points, road_points,
};
use engine::{Board, Cell, FeatureData, FeatureId, MAX_COLOURS, Position, SegmentKind};

/// Cities that a field touches, beyond which they are not counted.
const MOST_CITIES: usize = 24;

pub(super) type Cities = ArrayVec<FeatureId, MOST_CITIES>;

/// A feature as it is.
#[derive(Clone, Default)]
pub(super) struct Outlook {
    stamp: u32,
    /// Expected points for the colours with the majority.
    pub points: f64,
    /// The chance that it is completed.
    pub chance: f64,
    /// Of a road or city.
    pub cells: OpenCells,
    /// Of a field.
    pub cities: Cities,
}

impl Outlook {
    /// A road or city.
    fn fill_open(&mut self, feature: FeatureId, need: Need, setting: &Setting) {
        let board = setting.position.board();
        self.cells.clear();
        collect_open_cells(board, feature, &mut self.cells);
        let mut chance = 1.0;
        for &cell in &self.cells {
            chance *= setting.odds.filled(board.wanted_code(cell), need);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few cells")]
        let open = self.cells.len() as f64;
        self.chance = chance * setting.odds.time(open);
        self.points = setting.open_points(board.feature_info(feature), (self.chance, open));
    }
}

/// The outlooks of a position's features.
pub(super) struct Outlooks {
    by_feature: Vec<Outlook>,
    /// Outlooks of this position have it; 0 is no position's.
    stamp: u32,
    /// The cells of the cloisters with followers.
    cloisters: Vec<Cell>,
}

/// What all outlooks of a position depend on.
pub(super) struct Setting<'a> {
    pub position: &'a Position,
    pub odds: &'a Odds,
    pub weights: &'a Weights,
}

impl Outlooks {
    /// The outlooks of a position, none of them worked out yet.
    pub(super) fn new(board: &Board) -> Self {
        let mut outlooks = Self { by_feature: Vec::new(), stamp: 0, cloisters: Vec::new() };
        outlooks.reset(board);
        outlooks
    }

    /// Forgets the outlooks, for another position.
    pub(super) fn reset(&mut self, board: &Board) {
        self.stamp += 1;
        let occupied =
            board.followers().iter().map(|follower| (&board.tiles()[follower.tile], follower.segment));
        let cloisters = occupied.filter(|(tile, segment)| tile.kind.def().cloister() == Some(*segment));
        self.cloisters.clear();
        self.cloisters.extend(cloisters.map(|(tile, _)| tile.position));
    }

    /// Whether a cloister with followers counts this cell.
    pub(super) fn is_near_cloister(&self, cell: Cell) -> bool {
        self.cloisters.iter().any(|cloister| cloister.is_near(cell, 1))
    }

    pub(super) fn of(&mut self, feature: FeatureId, setting: &Setting) -> &Outlook {
        let index = feature.index();
        if index >= self.by_feature.len() {
            self.by_feature.resize_with(index + 100, Outlook::default);
        }
        if self.by_feature[index].stamp != self.stamp {
            self.by_feature[index].stamp = self.stamp;
            self.fill(index, feature, setting);
        }
        &self.by_feature[index]
    }

    fn fill(&mut self, index: usize, feature: FeatureId, setting: &Setting) {
        let board = setting.position.board();
        let info = board.feature_info(feature);
        let outlook = &mut self.by_feature[index];
        match info.kind {
            SegmentKind::City => outlook.fill_open(feature, Need::City, setting),
            SegmentKind::Road => outlook.fill_open(feature, Need::Road, setting),
            SegmentKind::Cloister => {
                (outlook.points, outlook.chance) = cloister(board, feature, setting.odds, setting.weights);
            }
            SegmentKind::Field => {
                let touched = touched(board, feature);
                let cities = self.cities(&touched, setting);
                let outlook = &mut self.by_feature[index];
                outlook.cities = touched;
                outlook.points = field_points(setting.position, info, cities, setting.odds, setting.weights);
                outlook.chance = 0.0;
            }
        }
    }

    /// The completed cities, and a part of the others by their chance.
    pub(super) fn cities(&mut self, cities: &[FeatureId], setting: &Setting) -> f64 {
        cities.iter().map(|&city| self.city(city, setting)).sum()
    }

    /// What a city counts for the fields that it touches, up to 1.
    pub(super) fn city(&mut self, city: FeatureId, setting: &Setting) -> f64 {
        if setting.position.board().is_complete(city) {
            1.0
        } else {
            self.of(city, setting).chance * setting.weights.field_future
        }
    }
}

impl Setting<'_> {
    /// The expected points of a road or city that is completed with this chance and has so many open cells.
    pub(super) fn open_points(&self, info: &FeatureData, promise: (f64, f64)) -> f64 {
        let rules = self.position.rules();
        if info.kind == SegmentKind::City {
            city_points(rules, info, promise, self.odds.share_left, self.weights)
        } else {
            road_points(rules, info, promise, self.weights)
        }
    }
}

/// The cities that a field touches, each once.
pub(super) fn touched(board: &Board, field: FeatureId) -> Cities {
    let mut cities = Cities::new();
    board.touched_cities(field).for_each(|city| {
        if !cities.contains(&city) && !cities.is_full() {
            cities.push(city);
        }
    });
    cities
}

/// Adds points to the colours with the majority.
pub(super) fn pay(changes: &mut [f64; MAX_COLOURS], info: &FeatureData, points: f64) {
    for colour in info.majority().iter() {
        changes[colour.index()] += points;
    }
}
