//! What is drawn over a board on request.

use crate::aids::{Aid, Aids};
use crate::art::{Hue, Mark};
use crate::engine::{Board, Colour, ColourSet, FeatureId, Game, Scored, SegmentKind};
use crate::insight;

use crate::web::html::games::names::Names;
pub use crate::web::http::overlay::{Overlay, Overlays};

impl Overlay {
    /// What the form says.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Since => "Since your last visit",
            Self::LastRound => "Last round",
            Self::Owners => "Who owns what",
            Self::Fields => "Fields and what pays them",
            Self::Dead => "Cells that nothing can fill",
            Self::Cells => "Ask about empty cells",
            Self::Coordinates => "Coordinates",
            Self::Tiles => "Tiles left, by kind",
            Self::Projected => "Points if it ended now",
            Self::Graph => "The map as a plane graph",
        }
    }

    /// The help that it is, if some tables play without.
    const fn aid(self) -> Option<Aid> {
        match self {
            Self::Since | Self::LastRound | Self::Coordinates => None,
            Self::Owners | Self::Fields => Some(Aid::Owners),
            Self::Dead | Self::Cells | Self::Tiles => Some(Aid::Counting),
            Self::Projected => Some(Aid::Forecast),
            Self::Graph => Some(Aid::Graph),
        }
    }

    /// Whether a table with these aids shows it.
    pub fn allowed(self, aids: Aids) -> bool {
        self.aid().is_none_or(|aid| aids.allow(aid))
    }
}

impl Overlays {
    /// Those of them that a table with these aids shows.
    #[must_use]
    pub fn within(self, aids: Aids) -> Self {
        let kept = Overlay::ALL.into_iter().filter(|overlay| self.has(*overlay) && overlay.allowed(aids));
        kept.fold(Self::default(), Self::with)
    }

    /// The switches of a form for a table with these aids, and whether they are on; that of news only where there are some.
    pub fn choices(self, aids: Aids, news: bool) -> impl Iterator<Item = (Overlay, bool)> {
        let offered = Overlay::ALL.into_iter().filter(move |overlay| overlay.allowed(aids));
        let offered = offered.filter(move |&overlay| news || overlay != Overlay::Since);
        offered.map(move |overlay| (overlay, self.has(overlay)))
    }
}

/// The marks of the switches that are on.
pub fn marks(game: &Game, names: &Names, on: Overlays) -> Vec<Mark> {
    let mut marks = Vec::new();
    if on.has(Overlay::Fields) && game.is_finished() {
        settled_fields(game, names, &mut marks);
    } else if on.has(Overlay::Fields) {
        fields(game, names, &mut marks);
    }
    if on.has(Overlay::Owners) {
        owners(game, names, &mut marks);
    }
    if on.has(Overlay::LastRound) {
        last_round(game, &mut marks);
    }
    if on.has(Overlay::Dead) {
        marks.extend(insight::dead_cells(game).into_iter().map(Mark::Dead));
    }
    marks
}

fn pieces(board: &Board, feature: FeatureId) -> Vec<(usize, usize)> {
    let mut pieces: Vec<_> = board.segments(feature).collect();
    pieces.sort_unstable();
    pieces
}

/// The area of a feature in the colour of its only owner, with a disc for each if several share it.
fn area(board: &Board, names: &Names, feature: FeatureId, marks: &mut Vec<Mark>) {
    let pieces = pieces(board, feature);
    let owners: Vec<Colour> = board.feature_info(feature).majority().iter().collect();
    let only = match owners.as_slice() {
        [only] => Some(names.hue(*only)),
        _ => None,
    };
    if owners.len() > 1 {
        let discs = owners.iter().zip(pieces.iter().cycle());
        marks.extend(discs.map(|(&owner, &(tile, segment))| Mark::Owner {
            tile,
            segment,
            hue: names.hue(owner),
        }));
    }
    marks.push(Mark::Area { pieces, hue: only });
}

fn owners(game: &Game, names: &Names, marks: &mut Vec<Mark>) {
    let board = game.board();
    for feature in board.features() {
        let info = board.feature_info(feature);
        if info.kind != SegmentKind::Field && info.figures > 0 {
            area(board, names, feature, marks);
        }
    }
}

fn fields(game: &Game, names: &Names, marks: &mut Vec<Mark>) {
    let board = game.board();
    let mut cities: Vec<FeatureId> = Vec::new();
    for feature in board.features() {
        let info = board.feature_info(feature);
        if info.kind == SegmentKind::Field && info.figures > 0 {
            area(board, names, feature, marks);
            cities.extend(board.cities_of(feature));
        }
    }
    cities.sort_unstable();
    cities.dedup();
    marks.extend(cities.into_iter().map(|city| Mark::Area { pieces: pieces(board, city), hue: None }));
}

/// The fields with farmers, and the cities that paid them. What was settled has the number that it has on the page of the
/// end, and the letters of its owners: fields, or under `per_city` cities.
fn settled_fields(game: &Game, names: &Names, marks: &mut Vec<Mark>) {
    let board = game.board();
    let hue = |owners: ColourSet| {
        let only = owners.iter().next().filter(|_| owners.len() == 1);
        only.map(|colour| names.hue(colour))
    };
    for field in board.features() {
        let info = board.feature_info(field);
        if info.kind == SegmentKind::Field && info.figures > 0 {
            marks.push(Mark::Area { pieces: pieces(board, field), hue: hue(info.majority()) });
        }
    }
    let mut cities: Vec<(FeatureId, Option<Hue>)> = Vec::new();
    let claims = game.claims();
    for (number, claim) in (1..).zip(claims.iter().filter(|claim| claim.feature == Scored::Field)) {
        let Some(id) = claim.of else { continue };
        let owner = hue(claim.majority).filter(|_| claim.cities.contains(&id));
        cities.extend(claim.cities.iter().map(|&city| (city, owner)));
        let letters: String = claim.majority.iter().map(|colour| names.hue(colour).letter()).collect();
        let (tile, segment) = free_piece(board, id);
        marks.push(Mark::Tag { tile, segment, text: format!("{number} {letters}") });
    }
    cities.sort_unstable_by_key(|(city, _)| *city);
    cities.dedup();
    marks.extend(cities.into_iter().map(|(city, hue)| Mark::Area { pieces: pieces(board, city), hue }));
}

/// A segment of a feature where nobody stands, if there is one.
fn free_piece(board: &Board, feature: FeatureId) -> (usize, usize) {
    let pieces = pieces(board, feature);
    let free = |piece: &&(usize, usize)| {
        !board.followers().iter().any(|placed| (placed.tile, placed.segment) == **piece)
    };
    pieces.iter().find(free).or(pieces.first()).copied().unwrap_or_default()
}

/// The last tile of each colour, as they came.
fn last_round(game: &Game, marks: &mut Vec<Mark>) {
    let placed = &game.board().tiles()[1..];
    let round = &placed[placed.len().saturating_sub(game.colours().count())..];
    marks.extend((1..).zip(round).map(|(number, tile)| Mark::Number(tile.position, number)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_survive_a_query() {
        let on = Overlays::of_words(["fields", "last"].into_iter()).unwrap();
        assert!(on.has(Overlay::Fields) && on.has(Overlay::LastRound) && !on.has(Overlay::Dead));
        assert_eq!(on.to_string(), "show=last&show=fields");
        assert_eq!(Overlays::of_words(["fields", "magic"].into_iter()), Err("magic"));
        assert_eq!(Overlays::of_words([""].into_iter()), Ok(Overlays::default()));
        assert_eq!(on.without(Overlay::LastRound).without(Overlay::Fields).to_string(), "show=");
    }

    #[test]
    fn a_table_offers_and_shows_only_what_its_aids_allow() {
        let all = Overlay::ALL.into_iter().fold(Overlays::default(), Overlays::with);
        for (aids, words) in [
            (Aids::All, all.to_string()),
            (
                Aids::Standard,
                "show=since&show=last&show=owners&show=fields&show=coordinates&show=graph".to_owned(),
            ),
            (Aids::None, "show=since&show=last&show=coordinates".to_owned()),
        ] {
            let kept = all.within(aids);
            assert_eq!(kept.to_string(), words);
            assert!(all.choices(aids, true).eq(kept.choices(Aids::All, true).filter(|(_, on)| *on)));
        }
    }
}
