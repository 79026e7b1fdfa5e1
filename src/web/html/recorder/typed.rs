//! Tiles that are named by a few letters.

use engine::TileKind;

/// The tile among these whose name was typed: in any case, with its edges from any side on, or only as far as no other name begins like it.
pub fn kind(kinds: &[TileKind], typed: &str) -> Option<TileKind> {
    let typed = typed.trim().to_ascii_uppercase();
    if typed.is_empty() || !typed.is_ascii() {
        return None;
    }
    let name = |kind: &TileKind| kind.to_string().to_ascii_uppercase();
    let only = |fits: &dyn Fn(&TileKind) -> bool| {
        let mut found = kinds.iter().copied().filter(fits);
        found.next().filter(|_| found.next().is_none())
    };
    only(&|kind| name(kind) == typed)
        .or_else(|| only(&|kind| turned(&typed).any(|turned| turned == name(kind))))
        .or_else(|| only(&|kind| name(kind).starts_with(&typed)))
}

/// The same with its first four letters, one for each edge, from another side on.
fn turned(typed: &str) -> impl Iterator<Item = String> {
    let edges = typed.get(..4).map(|edges| (edges.repeat(2), typed[4..].to_owned()));
    edges
        .into_iter()
        .flat_map(|(twice, rest)| (1..4).map(move |side| format!("{}{rest}", &twice[side..side + 4])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_found_by_their_edges_from_any_side_on() {
        let kinds: Vec<TileKind> = TileKind::all().collect();
        let found = |typed: &str| kind(&kinds, typed).map(|kind| kind.to_string());
        for (typed, name) in
            [("crfr", "CRFR"), ("RFRC", "CRFR"), (" ffffl", "FFFFL"), ("ic-cath", "IC-cathedral")]
        {
            assert_eq!(found(typed).as_deref(), Some(name), "{typed}");
        }
        for typed in ["", "x", "c", "é", "crfrx", "日本語四"] {
            assert_eq!(found(typed), None, "{typed}");
        }
    }
}
