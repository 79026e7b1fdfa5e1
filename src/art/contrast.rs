//! Tests of colours: hues differ for everyone, and followers stand out on every ground.

use super::STYLE;
use super::follower::Hue;
use super::style::{Theme, value};

/// How each kind of colour blindness transforms red, green and blue light (Machado, Oliveira, Fernandes 2009).
const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Red, green and blue light, linear.
type Light = [f64; 3];

/// The linear light of `#rrggbb` or `#rgb`.
fn light(hex: &str) -> Light {
    let digits = hex.strip_prefix('#').expect("a colour");
    let long = if digits.len() == 3 {
        digits.chars().flat_map(|digit| [digit; 2]).collect()
    } else {
        digits.to_owned()
    };
    [0, 2, 4].map(|at| {
        let value = f64::from(u8::from_str_radix(&long[at..at + 2], 16).expect("hexadecimal")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// The colour that follows `start` in the style sheet.
fn after(start: &str) -> Light {
    let (_, after) = STYLE.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    light(after.split([';', '}']).next().expect("a value"))
}

fn hue_light(hue: Hue) -> Light {
    after(&format!(".{}{{color:", hue.class()))
}

/// The contrast of WCAG 2.2, 1 to 21.
fn contrast(a: Light, b: Light) -> f64 {
    let [a, b] = [a, b].map(|[red, green, blue]| 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
    a.max(b) / a.min(b)
}

/// CIE L*a*b* (D65).
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let root = |part: f64| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 };
    let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47);
    let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn hues_differ_for_the_colour_blind() {
    for (sight, matrix) in SIGHTS {
        let seen = Hue::ALL.map(|hue| {
            let light = hue_light(hue);
            lab(matrix.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0)))
        });
        for (first, a) in seen.iter().enumerate() {
            for (second, b) in seen.iter().enumerate().skip(first + 1) {
                let distance = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
                assert!(
                    distance > 25.0,
                    "{sight}: {:?} and {:?}: {distance}",
                    Hue::ALL[first],
                    Hue::ALL[second]
                );
            }
        }
    }
}

/// The sheets of the usual board and of the one with high contrast: what comes first counts.
fn boards() -> [(&'static str, String); 2] {
    let (_, high) = STYLE.split_once("[data-contrast=high]{").expect("a palette");
    [("usual", STYLE.to_owned()), ("high contrast", format!("{high}{STYLE}"))]
}

/// The linear light of a custom property.
fn property(sheet: &str, name: &str, theme: Theme) -> Light {
    light(value(sheet, &format!("--a-{name}"), theme).unwrap_or_else(|| panic!("no {name}")))
}

/// What a follower may stand on or before.
const GROUNDS: [&str; 27] = [
    "done", "donewall", "square", "grass", "grass1", "tuft", "rim", "table", "city", "stone", "stone2",
    "mortar", "road", "kerb", "water", "water2", "bank", "garden", "bed", "leaf", "leaf2", "wall", "roof0",
    "roof3", "red-roof", "lead", "paper",
];

#[test]
fn a_followers_halo_or_outline_stands_out_on_every_ground() {
    let (halo, outline) = (after(".a-f1{fill:"), after(".a-f2{fill:"));
    for ((board, sheet), theme) in boards().iter().flat_map(|one| [(one, Theme::Light), (one, Theme::Dark)]) {
        for ground in GROUNDS {
            let plain = property(sheet, ground, theme);
            // Overlays tint the ground in a hue.
            let tinted = Hue::ALL.map(|hue| {
                let hue = hue_light(hue);
                std::array::from_fn(|part| f64::midpoint(hue[part], plain[part]))
            });
            for seen in tinted.into_iter().chain([plain]) {
                let best = contrast(halo, seen).max(contrast(outline, seen));
                assert!(best >= 3.0, "{board}, {theme:?}, {ground}: {best}");
            }
        }
    }
}

#[test]
fn a_followers_face_stands_out_from_the_line_around_it() {
    assert!(contrast(after(".a-f1{fill:"), after(".a-f2{fill:")) >= 7.0);
    for hue in Hue::ALL {
        let line = if hue == Hue::Black { after(".a-f.a-black{stroke:") } else { after(".a-f{stroke:") };
        let ratio = contrast(hue_light(hue), line);
        assert!(ratio >= 3.0, "{hue:?}: {ratio}");
    }
}

#[test]
fn marks_stand_out_by_7_to_1_on_the_board_with_high_contrast() {
    let [_, (_, sheet)] = boards();
    for theme in [Theme::Light, Theme::Dark] {
        for ground in ["grass", "grass1", "table", "city", "done", "road", "water", "garden", "bed"] {
            for mark in ["link", "mark", "rim", "note"] {
                let ratio = contrast(property(&sheet, ground, theme), property(&sheet, mark, theme));
                assert!(ratio >= 7.0, "{theme:?}, {mark} on {ground}: {ratio}");
            }
        }
    }
}
