//! What each feature of a board is expected to bring.

use engine::{Colour, FeatureId, Position};
use players::{Term, each_part};

/// A feature with the points that it is expected to bring to its owners.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureWorth {
    /// Pairs of an index into the board's tiles and a segment of the tile.
    pub segments: Vec<(usize, usize)>,
    /// The colours that will score if nothing changes, each with all the points.
    pub owners: Vec<Colour>,
    pub points: f64,
}

/// Every feature with followers, by the evaluation.
pub fn feature_worths(position: &Position) -> Vec<FeatureWorth> {
    let mut found: Vec<(FeatureId, FeatureWorth)> = Vec::new();
    each_part(position, |term, colour, points| {
        let Term::Feature(feature) = term else { return };
        if let Some((_, worth)) = found.iter_mut().find(|(known, _)| *known == feature) {
            worth.owners.push(colour);
        } else {
            let segments = position.board().segments(feature).collect();
            found.push((feature, FeatureWorth { segments, owners: vec![colour], points }));
        }
    });
    found.into_iter().map(|(_, worth)| worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::game_of;

    #[test]
    fn every_follower_stands_in_a_feature_that_is_worth_something() {
        let city = r#""tile":"CFFC","x":0,"y":-1,"rotation":2,"follower":{"kind":"meeple","on":"bottom"}"#;
        let game = game_of(&[city], "RFRF");
        let worths = feature_worths(game.position());
        assert_eq!(worths.len(), 1);
        assert_eq!(worths[0].owners, [Colour(0)]);
        assert!(worths[0].points > 1.0 && worths[0].segments.len() == 2, "{worths:?}");
    }
}
