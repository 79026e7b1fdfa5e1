//! Properties of every drawing.

use std::fmt::Write as _;

use super::detail::Chance;
use super::{BoardView, CellLink, Follower, Ghost, Hue, Mark, Spot, Tile, thumbnail, tile};
use atlas::{Draft, Shape};
use engine::{
    Cell, Command, DrawSecret, FollowerKind, Game, Header, Preset, Rotation, Ruleset, Seat, TileKind,
    TileSet, legal,
};
use planar::Graph;

/// Asserts that `text` is one well-formed element and that `defined` contains all its references.
fn assert_well_formed(text: &str, defined: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in {text}");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "<{tag}>");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
    let uses = text.split("href=\"#").skip(1).chain(text.split("url(#").skip(1));
    for id in uses.filter_map(|after| after.split(['"', ')']).next()) {
        assert!(defined.contains(&format!("id=\"{id}\"")), "#{id} is not defined");
    }
}

/// A game of random legal turns.
pub(super) fn random_game(rules: Ruleset, seats: usize, turns: usize, seed: u64) -> Game {
    let names = ["ann", "ben", "cem", "dot", "eva", "fay"].map(str::to_owned);
    let header = Header::new(rules, names[..seats].to_vec(), Seat(0));
    let dealer = DrawSecret::from_hex(&format!("{seed:064x}")).unwrap().unsalted_dealer();
    let mut chance = Chance(seed);
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    for _ in 0..=turns {
        for event in game.decide(&command, &dealer).unwrap() {
            game.apply(&event).unwrap();
        }
        let choices = legal::turns(&game);
        if choices.is_empty() {
            break;
        }
        let pick = usize::try_from(chance.below(choices.len() as u64)).unwrap();
        command = Command::Play(choices[pick]);
    }
    game
}

pub(super) fn view_of(game: &Game) -> BoardView {
    let board = game.board();
    let tiles = board
        .tiles()
        .iter()
        .map(|tile| Tile { kind: tile.kind, position: tile.position, rotation: tile.rotation })
        .collect();
    let followers = board.followers().iter().map(|follower| Follower {
        hue: Hue::named(&game.header().colours[follower.colour.index()].name, follower.colour.index()),
        kind: follower.kind,
        tile: follower.tile,
        segment: follower.segment,
        label: "ann's <meeple>".into(),
    });
    BoardView {
        label: "Board & tiles".into(),
        tiles,
        followers: followers.collect(),
        finished: super::FinishedCity::all(game),
        ..BoardView::default()
    }
}

fn all_sets() -> Ruleset {
    serde_json::from_str(r#"{"preset":"modern","sets":["base","river","inns","traders","king"]}"#).unwrap()
}

#[test]
fn every_kind_in_every_rotation_is_well_formed_and_uses_only_its_symbols() {
    for kind in TileKind::all() {
        let symbols = super::symbols([kind]);
        assert_well_formed(&symbols, &symbols);
        for rotation in Rotation::ALL {
            assert_well_formed(&super::tile(kind, rotation, "A tile"), &symbols);
        }
    }
}

#[test]
fn symbols_hold_only_the_kinds_that_are_used() {
    let crfr: TileKind = "CRFR".parse().unwrap();
    let symbols = super::symbols([crfr, crfr]);
    assert_eq!(symbols.matches(r#"id="a-CRFR""#).count(), 1);
    assert!(!symbols.contains("a-FFRR") && !symbols.contains("a-cathedral"));
}

#[test]
fn no_two_symbols_have_the_same_id() {
    let symbols = super::symbols(TileKind::all());
    let mut ids: Vec<&str> =
        symbols.split(" id=\"").skip(1).filter_map(|after| after.split('"').next()).collect();
    ids.sort_unstable();
    let twice: Vec<&[&str]> = ids.chunk_by(|one, next| one == next).filter(|same| same.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn a_part_of_a_board_keeps_followers_and_completed_cities_on_their_tiles() {
    let game = random_game(all_sets(), 3, 100, 5);
    let whole = view_of(&game);
    let last = whole.tiles.last().unwrap().position;
    let part = whole.clone().around(&[last], [5, 4]);
    assert!(part.tiles.len() < whole.tiles.len() && !part.finished.is_empty());
    let places = |view: &BoardView| -> Vec<(Cell, usize)> {
        let cities = view.finished.iter().flat_map(|city| city.segments.iter().copied());
        let followers = view.followers.iter().map(|follower| (follower.tile, follower.segment));
        cities.chain(followers).map(|(tile, segment)| (view.tiles[tile].position, segment)).collect()
    };
    let known = places(&whole);
    assert!(places(&part).iter().all(|place| known.contains(place)));
}

#[test]
fn a_board_with_everything_on_it_is_well_formed() {
    let game = random_game(all_sets(), 6, 60, 5);
    let mut view = view_of(&game);
    let tiles = view.tiles.len();
    let far = Cell::new(40, -40);
    view.cells =
        vec![CellLink { position: far, href: "/x?a=1&b=2".into(), label: "\"<here>\"".into(), asks: false }];
    view.marks = vec![
        Mark::Number(view.tiles[1].position, 12),
        Mark::Text(far, "<3".into()),
        Mark::Dead(far),
        Mark::Owner { tile: 0, segment: 0, hue: Hue::White },
        Mark::Area { segments: (0..tiles).flat_map(|t| (0..4).map(move |s| (t, s))).collect(), hue: None },
        Mark::Area { segments: vec![(999, 0), (0, 99)], hue: Some(Hue::Red) },
    ];
    let tile = Tile { position: far, ..view.tiles[0] };
    let spot = Spot { segment: 0, href: "/y".into(), label: "road".into(), letter: "&".into() };
    view.ghost = Some(Ghost { tile, follower: Some((Hue::Green, FollowerKind::Pig, 0)), spots: vec![spot] });
    view.last = Some(far);
    view.coordinates = true;
    let symbols = super::symbols(view.kinds());
    let board = super::board(&view);
    assert_well_formed(&board, &symbols);
    assert!(board.contains("&quot;&lt;here&gt;&quot;") && board.contains("/x?a=1&amp;b=2"));
    let picture = super::picture(&view);
    assert_well_formed(&picture, &picture);
}

#[test]
fn an_empty_board_is_a_picture_too() {
    let board = super::board(&BoardView::default());
    assert_well_formed(&board, "");
}

#[test]
fn a_finished_game_of_72_tiles_weighs_well_under_100_kb() {
    for seed in 1..6 {
        let game = random_game(Ruleset::of(Preset::Modern), 5, 80, seed);
        let view = view_of(&game);
        assert!(view.tiles.len() > 60);
        let bytes = super::symbols(view.kinds()).len() + super::board(&view).len();
        assert!(bytes < 72_000, "{bytes} bytes");
    }
}

#[test]
fn no_drawing_carries_a_style_or_a_script() {
    let sheet = super::sheet(&TileSet::ALL, |set| set.word().to_owned(), |kind, _| kind.to_string());
    for tag in sheet.split('<') {
        let tag = tag.split('>').next().unwrap();
        let bad = |word: &str| word.contains("=\"") && (word.starts_with("on") || word.starts_with("style"));
        assert!(!tag.starts_with("script") && !tag.split(' ').any(bad), "<{tag}>");
    }
}

#[test]
#[ignore = "writes pages to look at into target/art"]
fn pages_to_look_at() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/art");
    std::fs::create_dir_all(folder).unwrap();
    let page = |name: &str, body: &str| {
        for (theme, attributes) in [
            ("light", ""),
            ("dark", ""),
            ("light", " data-contrast=high data-pieces=large"),
            ("dark", " data-contrast=high data-pieces=large"),
        ] {
            let style = super::STYLE;
            let high = if attributes.is_empty() { "" } else { "-high" };
            let ground = if theme == "dark" { "#1b1a17;color:#ddd" } else { "#f4f0e6" };
            let text = format!(
                "<!doctype html><html{attributes}><meta charset=utf-8><style>:root{{color-scheme:{theme}}}{style}\nbody{{background:{ground};font:14px sans-serif;margin:8px}}.s48 .tile{{width:48px;height:48px}}.s96 .tile{{width:96px;height:96px}}.s256 .tile{{width:256px;height:256px}}.tile{{margin:3px}}.full .board{{width:100%;height:auto;max-height:1580px}}</style>{body}"
            );
            std::fs::write(format!("{folder}/{name}-{theme}{high}.html"), text).unwrap();
        }
    };
    page("sheet", &super::sheet(&TileSet::ALL, |set| set.word().to_owned(), |kind, _| kind.to_string()));
    let mut tiles = super::symbols(TileKind::all());
    for (size, rotations) in [("s48", 4), ("s96", 4), ("s256", 1)] {
        let _ = write!(tiles, r#"<div class="{size}">"#);
        for kind in TileKind::all() {
            for rotation in &Rotation::ALL[..rotations] {
                tiles += &super::tile(kind, *rotation, kind.name());
            }
        }
        tiles += "</div>";
    }
    page("tiles", &tiles);
    for set in TileSet::ALL {
        let mut big = super::symbols(TileKind::all()) + r#"<div class="s256">"#;
        for kind in TileKind::all().filter(|kind| kind.def().set == set) {
            big += &super::tile(kind, Rotation::R0, kind.name());
        }
        page(&format!("big-{}", set.word()), &(big + "</div>"));
    }
    let shapes = atlas::shapes();
    let drafted: Vec<_> = shapes.iter().filter_map(Shape::draft).collect();
    let segments: Vec<_> = drafted.iter().filter_map(Draft::segments).collect();
    let tiles = drafted.iter().zip(&segments).map(|(draft, segments)| draft.tile(segments));
    let drafts: Vec<_> = tiles.enumerate().map(|(nth, tile)| super::draft(&tile, nth, "")).collect();
    let tiles: String = drafts.iter().map(|draft| draft.tile.as_str()).collect();
    page("drafts", &format!(r#"{}<div class="s96">{tiles}</div>"#, super::symbols_with([], &drafts)));
    let mut figures = super::symbols([]);
    for hue in Hue::ALL {
        for kind in FollowerKind::ALL {
            figures += &super::follower(hue, kind)
                .replace("width=\"28\" height=\"28\"", "width=\"90\" height=\"90\"");
        }
    }
    page("figures", &figures);
    for (name, rules, seats, turns, seed) in [
        ("base", Ruleset::of(Preset::Modern), 5, 80, 3),
        ("all", all_sets(), 6, 110, 7),
        ("early", Ruleset::of(Preset::Modern), 2, 12, 9),
    ] {
        let game = random_game(rules, seats, turns, seed);
        let mut view = view_of(&game);
        view.last = view.tiles.last().map(|tile| tile.position);
        view.coordinates = name == "all";
        if name == "early" {
            view.cells = game
                .board()
                .open_cells()
                .iter()
                .map(|&position| CellLink {
                    position,
                    href: "#".into(),
                    label: position.to_string(),
                    asks: false,
                })
                .collect();
            view.marks =
                vec![Mark::Number(view.tiles[3].position, 4), Mark::Number(view.tiles[4].position, 5)];
        }
        if name == "base" {
            overlays(&game, &view, &page);
        }
        let text = super::symbols(view.kinds()) + &super::board(&view);
        println!("{name}: {} tiles, {} bytes", view.tiles.len(), text.len());
        page(&format!("board-{name}"), &format!(r#"<div class="full">{text}</div>"#));
        std::fs::write(format!("{folder}/board-{name}.svg"), super::picture(&view)).unwrap();
        std::fs::write(format!("{folder}/board-{name}.png"), super::png(&view, 1200).unwrap()).unwrap();
    }
}

/// The board with every overlay and a ghost.
fn overlays(game: &Game, view: &BoardView, page: &impl Fn(&str, &str)) {
    let mut view = BoardView { coordinates: true, ..view.clone() };
    let board = game.board();
    for feature in board.features() {
        let pieces: Vec<_> = board.segments(feature).collect();
        let owner =
            view.followers.iter().find(|follower| pieces.contains(&(follower.tile, follower.segment)));
        if let Some(hue) = owner.map(|follower| follower.hue) {
            let (tile, segment) = pieces[0];
            view.marks.push(Mark::Owner { tile, segment, hue });
            view.marks.push(Mark::Area { segments: pieces, hue: Some(hue) });
        }
    }
    for (nth, cell) in board.open_cells().iter().enumerate() {
        view.marks.push(if nth % 2 == 0 { Mark::Dead(*cell) } else { Mark::Text(*cell, format!("{nth}")) });
    }
    let position = board.open_cells()[0];
    let tile =
        Tile { kind: "TB-corner-2-gate-roads-cloth".parse().unwrap(), position, rotation: Rotation::R1 };
    let spots = (0..7).map(|segment| Spot {
        segment,
        href: "#".into(),
        label: "here".into(),
        letter: segment.to_string(),
    });
    view.ghost =
        Some(Ghost { tile, follower: Some((Hue::Red, FollowerKind::Big, 0)), spots: spots.collect() });
    let plain = BoardView { graph: super::graph(&Graph::of(board.tiles()).unwrap()), ..view_of(game) };
    let text = super::symbols(plain.kinds()) + &super::board(&plain);
    page("graph", &format!(r#"<div class="full">{text}</div>"#));
    let text = super::symbols(view.kinds()) + &super::board(&view);
    page("overlays", &format!(r#"<div class="full">{text}</div>"#));
}

#[test]
fn a_thumbnail_keeps_everything_but_houses_and_plants() {
    for kind in TileKind::all() {
        let (large, small) = (tile(kind, Rotation::R1, "tile"), thumbnail(kind, Rotation::R1, "tile"));
        let count = |text: &str, part: &str| text.matches(part).count();
        for part in ["<g", "</g>", "#a-shield", "#a-cloister", "#a-inn", "#a-wine", "#a-cathedral", "<path"] {
            assert_eq!(count(&small, part), count(&large, part), "{kind}: {part}");
        }
        assert!(
            small.len() <= large.len() && !small.contains("#a-h1\"") && !small.contains("#a-tree"),
            "{kind}"
        );
    }
}
