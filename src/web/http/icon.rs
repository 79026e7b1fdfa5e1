//! The tab icon with the number of games that wait for the viewer's turn.

use std::sync::LazyLock;

use crate::http::assets::{Asset, ICON, ICON_TEXT, SVG};

/// The icon with a badge for 1 to 9; the last one means "more".
pub(crate) static COUNTED: LazyLock<[Asset; 10]> = LazyLock::new(|| {
    const NAMES: [&str; 10] = [
        "icon-1.svg",
        "icon-2.svg",
        "icon-3.svg",
        "icon-4.svg",
        "icon-5.svg",
        "icon-6.svg",
        "icon-7.svg",
        "icon-8.svg",
        "icon-9.svg",
        "icon-9-plus.svg",
    ];
    std::array::from_fn(|place| Asset::made(NAMES[place], SVG, counted(place + 1).into_bytes()))
});

pub fn icon(turns: u32) -> &'static Asset {
    let place = usize::try_from(turns).unwrap_or(usize::MAX).checked_sub(1);
    place.map_or(&*ICON, |place| &COUNTED[place.min(COUNTED.len() - 1)])
}

fn counted(count: usize) -> String {
    let (text, size, foot) = match count {
        0..=9 => (count.to_string(), 17, "17"),
        _ => ("9+".to_owned(), 13, "15.5"),
    };
    let badge = format!(
        r##"<circle cx="21" cy="11" r="10.5" fill="#b3261e" stroke="#fff"/><text x="21" y="{foot}" font-family="sans-serif" font-weight="700" font-size="{size}" text-anchor="middle" fill="#fff">{text}</text></svg>"##
    );
    ICON_TEXT.replace("</svg>", &badge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_counts_to_nine_and_has_one_picture_for_more() {
        let shown = |count| {
            let svg = counted(count);
            svg.split("</text>").next().unwrap().rsplit('>').next().unwrap().to_owned()
        };
        assert_eq!([1, 9, 10].map(shown), ["1", "9", "9+"]);
        let names = [0, 1, 9, 10, 4_000].map(|turns| icon(turns).name);
        assert_eq!(names, ["icon.svg", "icon-1.svg", "icon-9.svg", "icon-9-plus.svg", "icon-9-plus.svg"]);
    }
}
