//! The steps of the lesson: their texts and positions.

use crate::html::learn::goal::Goal;
use crate::locale::key;
use engine::SegmentKind;

pub struct LessonStep {
    /// The key of its name.
    pub title: &'static str,
    /// The key of a line about it.
    pub line: &'static str,
    /// The kind of tile that illustrates it.
    pub kind: &'static str,
    /// In order.
    pub tasks: &'static [Task],
}

/// A tile to place. The texts are keys.
pub struct Task {
    pub ask: &'static str,
    /// After a turn that reaches the goal.
    pub praise: &'static str,
    /// After any other turn.
    pub hint: &'static str,
    /// The turns that lead to the position, yours and Blue's alternately, and at the end an answer. Each is written as
    /// `bastide legal` prints it.
    pub turns: &'static str,
    pub goal: Goal,
}

pub static STEPS: [LessonStep; 6] = [
    LessonStep {
        title: key("learn-tiles"),
        line: key("learn-tiles-line"),
        kind: "CFRR",
        tasks: &[Task {
            ask: key("learn-tiles-ask"),
            praise: key("learn-tiles-praise"),
            hint: key("learn-tiles-praise"),
            turns: "FFRR 1 0 0\n\
                    CRRF 0 -1 2\n\
                    CFRR -1 0 2",
            goal: Goal::Fit,
        }],
    },
    LessonStep {
        title: key("learn-roads"),
        line: key("learn-roads-line"),
        kind: "FRRR",
        tasks: &[
            Task {
                ask: key("learn-road-ask"),
                praise: key("learn-road-praise"),
                hint: key("learn-road-hint"),
                turns: "FRRR -1 0 0\n\
                        CFFF 0 -1 2\n\
                        RFRF 1 0 1 meeple@right:1",
                goal: Goal::Claim(SegmentKind::Road, 3),
            },
            Task {
                ask: key("learn-road-end-ask"),
                praise: key("learn-road-end-praise"),
                hint: key("learn-road-end-hint"),
                turns: "FRRR -1 0 0\n\
                        CFFF 0 -1 2\n\
                        RFRF 1 0 1 meeple@right:1\n\
                        FFFFL 0 1 0 meeple@center\n\
                        FRRR 2 0 0",
                goal: Goal::Score(4),
            },
        ],
    },
    LessonStep {
        title: key("learn-cities"),
        line: key("learn-cities-line"),
        kind: "CFFCS",
        tasks: &[
            Task {
                ask: key("learn-city-ask"),
                praise: key("learn-city-praise"),
                hint: key("learn-city-hint"),
                turns: "FFRR -1 0 3\n\
                        FFFFL -1 -1 0\n\
                        CFFCS 0 -1 2 meeple@bottom",
                goal: Goal::Claim(SegmentKind::City, 2),
            },
            Task {
                ask: key("learn-city-end-ask"),
                praise: key("learn-city-end-praise"),
                hint: key("learn-city-end-hint"),
                turns: "FFRR -1 0 3\n\
                        FFFFL -1 -1 0\n\
                        CFFCS 0 -1 2 meeple@bottom\n\
                        RFRF 1 0 1 meeple@right:1\n\
                        CFFF 1 -1 3",
                goal: Goal::Score(8),
            },
        ],
    },
    LessonStep {
        title: key("learn-cloisters"),
        line: key("learn-cloisters-line"),
        kind: "FFFFL",
        tasks: &[
            Task {
                ask: key("learn-cloister-ask"),
                praise: key("learn-cloister-praise"),
                hint: key("learn-cloister-hint"),
                turns: "RFRF 1 0 1\n\
                        RFRF -1 0 1\n\
                        CFFF 1 1 1\n\
                        FFRR -1 1 0\n\
                        CFFC 1 2 2\n\
                        RFRF -1 2 0\n\
                        FFFFL 0 1 0 meeple@center",
                goal: Goal::Claim(SegmentKind::Cloister, 8),
            },
            Task {
                ask: key("learn-cloister-end-ask"),
                praise: key("learn-cloister-end-praise"),
                hint: key("learn-cloister-end-hint"),
                turns: "RFRF 1 0 1\n\
                        RFRF -1 0 1\n\
                        CFFF 1 1 1\n\
                        FFRR -1 1 0\n\
                        CFFC 1 2 2\n\
                        RFRF -1 2 0\n\
                        FFFFL 0 1 0 meeple@center\n\
                        FRRR 2 0 0 meeple@right:1\n\
                        CFFF 0 2 2",
                goal: Goal::Score(9),
            },
        ],
    },
    LessonStep {
        title: key("learn-meeples"),
        line: key("learn-meeples-line"),
        kind: "CCFC",
        tasks: &[
            Task {
                ask: key("learn-none-left-ask"),
                praise: key("learn-none-left-praise"),
                hint: key("learn-none-left-hint"),
                turns: "RFRF 1 0 1 meeple@right:1\n\
                        CFFC 0 -1 2 meeple@bottom\n\
                        FFFFL 0 1 0 meeple@center\n\
                        RFRF 2 0 1\n\
                        CFFF 1 1 1 meeple@right\n\
                        FFRR -1 0 3\n\
                        CCFF -1 -1 3 meeple@top\n\
                        FFRFL -1 1 2 meeple@center\n\
                        RFRF 0 2 1 meeple@right:1\n\
                        FRRR 1 2 0\n\
                        CFFF 2 -1 0 meeple@top\n\
                        FFFFL 3 -1 0 meeple@center\n\
                        FFRR 2 2 0 meeple@top\n\
                        CFFF -2 0 3 meeple@left\n\
                        FRRR 3 0 0",
                goal: Goal::Score(6),
            },
            Task {
                ask: key("learn-join-ask"),
                praise: key("learn-join-praise"),
                hint: key("learn-join-hint"),
                turns: "RFRF 1 0 1\n\
                        CFFC 0 -1 2 meeple@bottom\n\
                        RFRF 2 0 1\n\
                        FFRR 0 -2 1\n\
                        CFFF 2 -1 3 meeple@left\n\
                        FRRR 3 0 0 meeple@right:1\n\
                        CFFF 1 -2 2 meeple@bottom\n\
                        FFRR -1 0 3\n\
                        CCFC 1 -1 0",
                goal: Goal::Score(10),
            },
        ],
    },
    LessonStep {
        title: key("learn-fields"),
        line: key("learn-fields-line"),
        kind: "CFFF",
        tasks: &[Task {
            ask: key("learn-field-ask"),
            praise: key("learn-field-praise"),
            hint: key("learn-field-hint"),
            turns: "CRFR -1 0 0\n\
                    RFRF 1 0 1 meeple@right:1\n\
                    CFFF 0 -1 2 meeple@bottom\n\
                    CRFR 2 0 0\n\
                    CFFF 2 -1 2 meeple@bottom\n\
                    CFFF -1 -1 2 meeple@bottom\n\
                    CFFCS -1 1 3 meeple@bottom\n\
                    FFFFL 1 1 0 meeple@center\n\
                    FFFFL 1 -1 0 meeple@top",
            goal: Goal::Farm(9),
        }],
    },
];
