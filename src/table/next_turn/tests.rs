use super::*;
use samples::game_of;

/// Beside the start tile, whose road leads there; its fields lie on both sides of that.
const EAST: Cell = Cell::new(1, 0);
/// Below the start tile, which has a field there.
const SOUTH: Cell = Cell::new(0, 1);

/// What changes for a plan on a cell when these turns are played.
fn change_by(cell: Cell, turns: &[&str]) -> Option<PlanStop> {
    change(&game_of(&[], "CFFF"), &game_of(turns, "CFFF"), cell)
}

fn road(follower: &str) -> String {
    format!(r#""tile":"RFRF","x":-1,"y":0,"rotation":1{follower}"#)
}

fn on(place: &str) -> String {
    format!(r#","follower":{{"kind":"meeple","on":"{place}"}}"#)
}

fn cloister(follower: &str) -> String {
    format!(r#""tile":"FFFFL","x":0,"y":1,"rotation":0{follower}"#)
}

#[test]
fn a_field_changes_when_somebody_claims_it_and_not_when_it_grows() {
    assert_eq!(change_by(SOUTH, &[&road("")]), None);
    assert_eq!(change_by(SOUTH, &[&road(&on("bottom"))]), Some(PlanStop::FieldChanged));
    assert_eq!(change_by(SOUTH, &[&road(&on("top"))]), None, "the field beyond the road");
    for side in ["bottom", "top"] {
        assert_eq!(change_by(EAST, &[&road(&on(side))]), Some(PlanStop::FieldChanged), "it touches both");
    }
    assert_eq!(change_by(EAST, &[&cloister(&on("top"))]), Some(PlanStop::FieldChanged));
}

#[test]
fn a_field_that_somebody_owns_changes_when_it_is_joined_and_not_when_it_grows() {
    // Red has the field below the road, and blue the one above.
    let claimed = [cloister(&on("top")), road(&on("top"))];
    let turns = [&claimed[0][..], &claimed[1]];
    let [mine, both] = [&turns[..1], &turns[..]].map(|turns| game_of(turns, "CFFF"));
    assert_eq!(change(&mine, &game_of(&[turns[0], &road("")], "CFFF"), EAST), None);
    // The road ends at a cloister, around which the fields meet.
    let end = r#""tile":"FFRFL","x":-2,"y":0,"rotation":3"#;
    let joined = game_of(&[turns[0], turns[1], end], "CFFF");
    assert_eq!(change(&both, &joined, EAST), Some(PlanStop::FieldChanged));
}

#[test]
fn a_cloister_beside_the_cell_changes_when_it_gets_an_owner() {
    assert_eq!(change_by(EAST, &[&cloister("")]), None);
    assert_eq!(change_by(EAST, &[&cloister(&on("center"))]), Some(PlanStop::CloisterChanged));
    // It is two cells away.
    let far = Cell::new(0, -1);
    assert_eq!(change_by(far, &[&cloister(&on("center"))]), None);
}

#[test]
fn a_road_or_city_is_named_before_what_else_has_changed() {
    assert_eq!(change_by(EAST, &[&road(&on("left:1"))]), Some(PlanStop::Changed));
    assert_eq!(change_by(SOUTH, &[&road(&on("left:1"))]), None);
    let both = [&cloister(&on("center"))[..], &road(&on("left:1"))];
    assert_eq!(change_by(EAST, &both), Some(PlanStop::Changed));
}

#[test]
fn a_player_can_do_without_being_asked() {
    let tile = "CFFF".parse().unwrap();
    let turn = Turn { tile, position: SOUTH, rotation: Rotation::R0, follower: None };
    let turn = Turn { rotation: Rotation::R2, ..turn };
    let claimed = game_of(&[&road(&on("bottom"))], "CFFF");
    let asks = NextTurn::new(0, turn);
    let then = game_of(&[], "CFFF");
    assert_eq!(asks.decide(&then, &claimed), Err(PlanStop::FieldChanged));
    assert_eq!(NextTurn { unless_changed: false, ..asks }.decide(&then, &claimed), Ok(turn));
}
