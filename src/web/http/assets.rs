//! Files embedded in the binary, under URLs that change with their content.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

#[derive(Debug)]
pub struct Asset {
    /// The last segment of the URL.
    pub name: &'static str,
    /// The first digits of the content's SHA-256.
    pub hash: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Bytes,
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> Self {
        Self { name, hash: hash(&[bytes]), kind, bytes: Bytes::from_static(bytes) }
    }

    /// An asset that is generated at startup.
    pub(crate) fn made(name: &'static str, kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, hash: hash(&[&bytes]), kind, bytes: bytes.into() }
    }
}

/// The first digits of the SHA-256 of several files together.
fn hash(files: &[&[u8]]) -> String {
    let digest = files.iter().fold(Sha256::new(), Digest::chain_update).finalize();
    HEXLOWER.encode(&digest[..6])
}

pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let text = concat!(
        include_str!("../../../static/style.css"),
        include_str!("../../../static/history.css"),
        include_str!("../../../static/lists.css"),
        include_str!("../../../static/settings.css"),
        include_str!("../../../static/learn.css"),
        include_str!("../../../static/front.css"),
        include_str!("../../../static/table.css"),
        include_str!("../../../static/art.css"),
        include_str!("../../../static/lobby.css"),
        include_str!("../../../static/talk.css"),
        include_str!("../../../static/practice.css"),
        include_str!("../../../static/analysis.css"),
    );
    let text = text.replace("url(serif.woff2)", &format!("url(../{}/{})", SERIF.hash, SERIF.name));
    Asset::made("style.css", "text/css; charset=utf-8", text.into_bytes())
});

/// The style of pages in frames on other sites.
pub static EMBED_STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("embed.css", "text/css; charset=utf-8", include_bytes!("../../../static/embed.css"))
});

/// The font of headings and scores: Alegreya Bold, with the letters of western European languages. Its licence is
/// `static/serif-OFL.txt`.
pub static SERIF: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("serif.woff2", "font/woff2", include_bytes!("../../../static/serif.woff2")));

pub(crate) const SVG: &str = "image/svg+xml; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The scripts: the module that pages load, the modules it imports, and the worker that keeps pages readable offline. They
/// share a hash, and so a folder, because they import each other by relative path.
static PROGRAMS: LazyLock<[Asset; 15]> = LazyLock::new(|| {
    let files: [(&str, &str); 15] = [
        ("bastide.js", include_str!("../../../static/bastide.js")),
        ("camera.js", include_str!("../../../static/camera.js")),
        ("draft.js", include_str!("../../../static/draft.js")),
        ("final.js", include_str!("../../../static/final.js")),
        ("history.js", include_str!("../../../static/history.js")),
        ("keys.js", include_str!("../../../static/keys.js")),
        ("live.js", include_str!("../../../static/live.js")),
        ("search.js", include_str!("../../../static/search.js")),
        ("send.js", include_str!("../../../static/send.js")),
        ("since.js", include_str!("../../../static/since.js")),
        ("sound.js", include_str!("../../../static/sound.js")),
        ("table.js", include_str!("../../../static/table.js")),
        ("talk.js", include_str!("../../../static/talk.js")),
        ("invite.js", include_str!("../../../static/invite.js")),
        ("worker.js", include_str!("../../../static/worker.js")),
    ];
    let texts: Vec<&[u8]> =
        files.iter().map(|(_, text)| text.as_bytes()).chain([NOTIFY.as_bytes()]).collect();
    let hash = hash(&texts);
    files.map(|(name, text)| Asset {
        hash: hash.clone(),
        ..Asset::made(name, SCRIPT, without_comments(text).into_bytes())
    })
});

/// A script without comment lines, indentation and most spaces, which saves a fifth of the bytes. No string in the scripts spans lines.
fn without_comments(script: &str) -> String {
    let mut inside = false;
    let is_code = |line: &&str| {
        let begins = line.starts_with("/*");
        let comment = inside || begins || line.starts_with("//");
        inside = (inside || begins) && !line.ends_with("*/");
        !comment && !line.is_empty()
    };
    script
        .lines()
        .map(str::trim)
        .filter(is_code)
        .fold(String::new(), |text, line| text + &without_spaces(line) + "\n")
}

/// A line of a script without the spaces beside punctuation. Strings keep theirs, and so do regular expressions, where none is beside
/// punctuation; no template is within another.
fn without_spaces(line: &str) -> String {
    const PUNCTUATION: &[u8] = b"=,:?&|{}()[];<>";
    let is_punctuation = |at: Option<usize>| {
        at.and_then(|at| line.as_bytes().get(at)).is_some_and(|letter| PUNCTUATION.contains(letter))
    };
    let (mut text, mut quote, mut escaped) = (String::with_capacity(line.len()), None, false);
    for (at, letter) in line.char_indices() {
        let in_string = quote.is_some();
        match quote {
            Some(end) if letter == end && !escaped => quote = None,
            None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
            _ => {}
        }
        escaped = in_string && letter == '\\' && !escaped;
        let is_needless = !in_string
            && letter == ' '
            && (is_punctuation(at.checked_sub(1)) || is_punctuation(Some(at + 1)));
        if !is_needless {
            text.push(letter);
        }
    }
    text
}

/// The script of pages that use passkeys. It imports nothing, and no other page loads it.
pub static PASSKEY_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let text = without_comments(include_str!("../../../static/passkey.js"));
    Asset::made("passkey.js", SCRIPT, text.into_bytes())
});

const NOTIFY: &str = include_str!("../../../static/notify.js");

/// The part of the worker that shows push messages. The worker imports it by its relative path.
static NOTIFY_SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset {
    hash: PROGRAMS[0].hash.clone(),
    ..Asset::made("notify.js", SCRIPT, without_comments(NOTIFY).into_bytes())
});

/// The script of the page about notifications. It imports nothing, and no other page loads it.
pub static NOTIFICATIONS_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let text = without_comments(include_str!("../../../static/notifications.js"));
    Asset::made("notifications.js", SCRIPT, text.into_bytes())
});

/// The scripts that the entry point loads only where they are needed.
const LATER: [&str; 6] = ["final.js", "history.js", "invite.js", "search.js", "sound.js", "worker.js"];

/// The scripts that every page loads, the entry point first.
pub fn scripts() -> impl Iterator<Item = &'static Asset> {
    PROGRAMS.iter().filter(|asset| !LATER.contains(&asset.name))
}
/// The web app manifest. It shares the icons' folder because it names them.
pub static MANIFEST: LazyLock<Asset> = LazyLock::new(|| Asset {
    hash: ICON.hash.clone(),
    ..Asset::new("manifest.webmanifest", "application/manifest+json", MANIFEST_TEXT)
});
const MANIFEST_TEXT: &[u8] = include_bytes!("../../../static/manifest.webmanifest");
pub static ICON: LazyLock<Asset> = LazyLock::new(|| Asset {
    hash: hash(&[ICON_TEXT.as_bytes(), MANIFEST_TEXT]),
    ..Asset::new("icon.svg", SVG, ICON_TEXT.as_bytes())
});
pub(crate) const ICON_TEXT: &str = include_str!("../../../static/icon.svg");
/// The icon as PNGs, for programs that need them. Phones crop the first two to their own shape.
pub static PIXELS: LazyLock<[Asset; 3]> = LazyLock::new(|| {
    let square = ICON_TEXT.replace(" rx=\"7\"", "");
    [
        ("icon-180.png", &*square, 180),
        ("icon-512-maskable.png", &*square, 512),
        ("icon-192.png", ICON_TEXT, 192),
    ]
    .map(|(name, svg, size)| Asset {
        name,
        hash: ICON.hash.clone(),
        kind: "image/png",
        bytes: art::png_of_svg(svg, size).map(Bytes::from).unwrap_or_default(),
    })
});

/// Screenshots of the table page for the front page: on a desktop and on a phone, each in the light and the dark theme.
pub static SCREENSHOTS: LazyLock<[[Asset; 2]; 2]> = LazyLock::new(|| {
    let picture = |name, bytes| Asset::new(name, "image/webp", bytes);
    [
        [
            picture("table-desk.webp", include_bytes!("../../../static/table-desk.webp")),
            picture("table-desk-dark.webp", include_bytes!("../../../static/table-desk-dark.webp")),
        ],
        [
            picture("table-phone.webp", include_bytes!("../../../static/table-phone.webp")),
            picture("table-phone-dark.webp", include_bytes!("../../../static/table-phone-dark.webp")),
        ],
    ]
});

/// All files except the icons with a badge.
pub(crate) fn all() -> impl Iterator<Item = &'static Asset> {
    [
        &*STYLE,
        &*EMBED_STYLE,
        &*SERIF,
        &*ICON,
        &*MANIFEST,
        &*PASSKEY_SCRIPT,
        &*NOTIFICATIONS_SCRIPT,
        &*NOTIFY_SCRIPT,
    ]
    .into_iter()
    .chain(&*PROGRAMS)
    .chain(&*PIXELS)
    .chain(SCREENSHOTS.as_flattened())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn scripts_are_sent_without_comments_and_with_all_their_code() {
        let script = "// First.\nlet a = 1; // kept\n\n/** A function. */\nfunction b() {\n  /* Two\n   * lines */\n  return a;\n}\n";
        assert_eq!(without_comments(script), "let a=1;// kept\nfunction b(){\nreturn a;\n}\n");
        for program in &*PROGRAMS {
            let text = str::from_utf8(&program.bytes).unwrap();
            assert!(!text.contains("\n//") && text.matches('`').count() % 2 == 0, "{}", program.name);
            assert!(text.lines().all(|line| line.matches('`').count() % 2 == 0), "{}", program.name);
            let mut quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
            assert!(
                quoted.all(|quoted| quoted.matches("${").count() == quoted.matches('}').count()),
                "{}",
                program.name
            );
        }
    }

    #[test]
    fn spaces_are_left_out_where_they_say_nothing() {
        for (line, short) in [
            ("const { a, b } = c ? [1, 2] : d;", "const{a,b}=c?[1,2]:d;"),
            ("return x + y - -z;", "return x + y - -z;"),
            (r#"say("a, b", { c: "d = e" });"#, r#"say("a, b",{c:"d = e"});"#),
            (r#"const text = "a \" , b" ;"#, r#"const text="a \" , b";"#),
            ("`${a} , ${b}` ?? 'c : d'", "`${a} , ${b}`??'c : d'"),
            (r#"/"mine" src="(\w+)"/g"#, r#"/"mine" src="(\w+)"/g"#),
        ] {
            assert_eq!(without_spaces(line), short);
        }
    }

    /// In bytes, compressed.
    fn weight(program: &Asset) -> usize {
        let mut packed = Vec::new();
        let mut encoder = GzEncoder::new(&mut packed, Compression::best());
        encoder.write_all(&program.bytes).unwrap();
        encoder.finish().unwrap();
        packed.len()
    }

    #[test]
    fn all_scripts_that_the_page_of_a_game_may_load_are_below_27_kilobytes_compressed() {
        let all: usize = PROGRAMS.iter().map(weight).sum();
        assert!(all < 27_000, "{all} bytes");
    }

    #[test]
    fn the_script_for_passkeys_is_apart_and_below_a_kilobyte_compressed() {
        assert!(
            PROGRAMS.iter().all(|program| !str::from_utf8(&program.bytes).unwrap().contains("passkey.js"))
        );
        let passkeys = weight(&PASSKEY_SCRIPT);
        assert!(passkeys < 1_000, "{passkeys} bytes");
    }

    #[test]
    fn the_scripts_for_notifications_are_apart_and_below_two_kilobytes_compressed() {
        let scripts = weight(&NOTIFICATIONS_SCRIPT) + weight(&NOTIFY_SCRIPT);
        assert!(scripts < 2_000, "{scripts} bytes");
    }

    #[test]
    fn the_style_sheet_names_the_font_which_is_small() {
        let style = str::from_utf8(&STYLE.bytes).unwrap();
        assert!(
            style.contains(&format!("url(../{}/serif.woff2)", SERIF.hash)) && !style.contains("url(serif")
        );
        assert!(SERIF.bytes.len() <= 25_000, "{} bytes", SERIF.bytes.len());
    }

    #[test]
    fn every_picture_of_the_icon_can_be_drawn() {
        assert!(PIXELS.iter().all(|asset| asset.bytes.starts_with(b"\x89PNG")));
    }

    #[test]
    fn the_manifest_names_files_that_are_there() {
        let manifest: serde_json::Value = serde_json::from_slice(MANIFEST_TEXT).unwrap();
        for icon in manifest["icons"].as_array().unwrap() {
            let known = |name: &str| icon["src"] == name;
            assert!(known(ICON.name) || PIXELS.iter().any(|asset| known(asset.name)), "{icon}");
        }
    }
}
