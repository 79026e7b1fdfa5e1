//! Every task can be solved as its text says, and every page of every task can be shown.

use crate::html::learn::exercise::{Played, YOU};
use crate::html::learn::loaded::{LoadedTask, Progress};
use crate::html::learn::steps::STEPS;
use crate::http::urls::{Draft, LessonUrl};
use crate::locale::Locale;
use engine::{Refusal, Rotation, Scored, SegmentKind};

fn loaded(step: usize, part: usize) -> LoadedTask {
    LoadedTask::new(Locale::default(), LessonUrl::new(step, part)).unwrap()
}

fn desks() -> impl Iterator<Item = LoadedTask> {
    let urls =
        (1..).zip(&STEPS).flat_map(|(step, known)| (1..=known.tasks.len()).map(move |part| (step, part)));
    urls.map(|(step, part)| loaded(step, part))
}

/// The recorded answer as a draft.
fn answer(loaded: &LoadedTask) -> Draft {
    let turn = loaded.exercise.answer;
    Draft { tile: turn.tile, position: turn.position, rotation: Some(turn.rotation), follower: turn.follower }
}

#[test]
fn every_answer_is_legal_and_reaches_the_goal() {
    let mut tasks = 0;
    for loaded in desks() {
        let place = loaded.place;
        let played = Played::of(loaded.game(), loaded.exercise.answer);
        let played = played.unwrap_or_else(|why| panic!("{place}: {why}"));
        assert!(loaded.task.goal.is_reached(&played), "{place}");
        assert_eq!(loaded.task_view(Some(answer(&loaded)), true).progress, Progress::Reached, "{place}");
        tasks += 1;
    }
    assert_eq!(tasks, 10);
}

/// What the texts promise: the points of every answer and the reason for them.
#[test]
fn every_answer_scores_what_the_text_says() {
    let played = |step, part| {
        let loaded = loaded(step, part);
        Played::of(loaded.game(), loaded.exercise.answer).unwrap()
    };
    let scored = |step, part| {
        let played = played(step, part);
        let [completed] = played.step.completed[..] else { panic!("{step}.{part}") };
        (completed.feature, completed.tiles, played.points())
    };
    assert_eq!(played(1, 1).claimed(), None);
    assert_eq!(scored(2, 2), (Scored::Road, Some(4), 4));
    assert_eq!(scored(3, 2), (Scored::City, Some(3), 8));
    assert_eq!(scored(4, 2), (Scored::Cloister, Some(9), 9));
    assert_eq!(scored(5, 1), (Scored::Road, Some(6), 6));
    assert_eq!(scored(5, 2), (Scored::City, Some(5), 10));
    let claimed = |step| {
        let feature = played(step, 1).claimed().unwrap();
        (feature.kind, feature.tiles, feature.shields, feature.open_sides)
    };
    assert_eq!(claimed(2), (SegmentKind::Road, 3, 0, 1), "the road through the middle, from the crossing on");
    assert_eq!(claimed(3), (SegmentKind::City, 2, 1, 1), "one gap is left");
    assert_eq!(claimed(4), (SegmentKind::Cloister, 8, 0, 0), "one neighbour is missing");

    let none_left = loaded(5, 1);
    let out = none_left.game().board().followers().iter().filter(|follower| follower.colour == YOU).count();
    assert_eq!(out, 7);
    let joined = played(5, 2);
    let home = |you| joined.step.returned.iter().filter(|one| (one.colour == YOU) == you).count();
    assert_eq!((home(true), home(false)), (2, 1), "two against one");

    let ended = played(6, 1).game.as_if_ended();
    assert_eq!(ended.points(YOU)[Scored::Field as usize], 9);
    let farm = insight::Breakdown::of(&ended).fields;
    assert_eq!((farm.len(), farm[0].cities), (1, 3));
}

#[test]
fn the_field_is_worth_more_than_the_cloister_and_than_anything_else() {
    let loaded = loaded(6, 1);
    let mut totals = Vec::new();
    for turn in engine::legal::turns(loaded.game()) {
        let played = Played::of(loaded.game(), turn).unwrap();
        let total = played.game.as_if_ended().scores()[YOU.index()];
        totals.push((total, loaded.task.goal.is_reached(&played)));
    }
    let best = totals.iter().map(|(total, _)| *total).max().unwrap();
    assert!(totals.iter().all(|&(total, reached)| reached == (total == best)), "{totals:?}");
}

/// Tasks that follow one another continue with the position that the first one leaves.
#[test]
fn the_goal_of_a_first_task_leaves_only_the_position_that_the_second_continues() {
    for step in [2, 3, 4] {
        let (first, second) = (loaded(step, 1), loaded(step, 2));
        let next = second.task.turns.strip_prefix(first.task.turns).unwrap();
        assert_eq!(next.trim().lines().count(), 2, "Blue’s turn and the next answer");
        let turns = engine::legal::turns(first.game()).into_iter();
        let mut cells: Vec<_> = turns
            .filter(|turn| first.task.goal.is_reached(&Played::of(first.game(), *turn).unwrap()))
            .map(|turn| (turn.position, turn.tile.edges(turn.rotation)))
            .collect();
        cells.dedup();
        assert_eq!(cells.len(), 1, "{step}: {cells:?}");
    }
}

#[test]
fn a_tile_that_does_not_fit_is_explained_in_the_words_of_the_rules() {
    let loaded = loaded(1, 1);
    let draft = Draft { rotation: Some(Rotation::R0), ..answer(&loaded) };
    for played in [false, true] {
        let task_view = loaded.task_view(Some(draft), played);
        assert_eq!(task_view.progress, Progress::Misfit);
        assert_eq!(
            task_view.lines,
            [
                "The tile to the east shows a road there, but this tile shows a field.",
                "Turn the tile, or try another cell."
            ]
        );
        assert!(task_view.choices.is_empty());
    }
}

#[test]
fn without_a_meeple_nothing_can_be_claimed_and_the_page_says_so() {
    let loaded = loaded(5, 1);
    let task_view = loaded.task_view(Some(answer(&loaded)), false);
    assert!(
        task_view.impossible.iter().any(|line| line.ends_with("You have no meeple left.")),
        "{:?}",
        task_view.impossible
    );
    assert_eq!(task_view.choices.len(), 1, "no follower");
    let claim = Draft { follower: "left:1".parse().ok().map(meeple), ..answer(&loaded) };
    let task_view = loaded.task_view(Some(claim), true);
    assert_eq!(task_view.progress, Progress::Fits);
    let refusal = "There’s already a follower on this road.";
    assert!(task_view.lines.iter().any(|line| line == refusal), "{:?}", task_view.lines);
}

fn meeple(on: engine::Place) -> engine::Follower {
    engine::Follower { kind: engine::FollowerKind::Meeple, on }
}

/// Every cell in every rotation, with every choice: the frame never moves, and every text is complete.
#[test]
fn every_page_can_be_shown_in_the_same_frame() {
    for loaded in desks() {
        let asked = loaded.task_view(None, false);
        let frame = asked.view.bounds();
        assert_eq!(asked.view.cells.len(), loaded.game().board().open_cells().len());
        let mut misfits = 0;
        for cell in loaded.game().board().open_cells() {
            for rotation in Rotation::ALL {
                let draft =
                    Draft { tile: loaded.kind(), position: *cell, rotation: Some(rotation), follower: None };
                let tried = loaded.task_view(Some(draft), false);
                assert_eq!(tried.view.bounds(), frame, "{}", loaded.place);
                misfits += usize::from(tried.progress == Progress::Misfit);
                for choice in &tried.choices {
                    let result = loaded.task_view(Some(choice.turn), true);
                    assert!(
                        matches!(result.progress, Progress::Reached | Progress::Missed),
                        "{}",
                        loaded.place
                    );
                    assert_eq!(result.view.bounds(), frame, "{}", loaded.place);
                    let texts =
                        result.facts.iter().map(|fact| &fact.0).chain(&result.lines).chain(&tried.lines);
                    for text in texts {
                        assert!(!text.contains('{') && !text.contains("learn-"), "{text}");
                    }
                }
            }
        }
        assert!(misfits > 0 || loaded.kind().name() == "FFFFL", "{}", loaded.place);
    }
}

#[test]
fn turns_that_do_not_follow_from_each_other_make_no_exercise() {
    use crate::html::learn::exercise::Exercise;
    for turns in ["", "RFRF 1 0", "RFRF 1 0 0\nRFRF 2 0 1", "RFRF 9 9 1\nRFRF 2 0 1"] {
        assert!(Exercise::of(turns, ["You", "Blue"]).is_none(), "{turns}");
    }
    let loaded = loaded(1, 1);
    let turn = loaded.exercise.answer;
    let far = engine::Turn { position: engine::Cell::new(9, 9), ..turn };
    assert!(matches!(Played::of(loaded.game(), far), Err(Refusal::Apart(_))));
}
