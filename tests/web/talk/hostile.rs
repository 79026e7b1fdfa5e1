//! Lines that are meant to harm.

use std::io::{Cursor, Read};

use bastide::table::LineText;
use scraper::ElementRef;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::api::{Program, is, problem};
use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::feeds::addresses;
use crate::messages::message_with;
use crate::talk::{api, last_event, lines, read, said, say};
use crate::turns;

/// What people might send to harm others.
const HOSTILE: [(&str, &str); 20] = [
    ("script", "<script>alert(1)</script>"),
    ("image", "<img src=x onerror=alert(1)>"),
    ("double quotes", "\" onmouseover=\"alert(1)\" x=\""),
    ("single quotes", "' onfocus='alert(1)' autofocus='"),
    (
        "closing tags",
        "</p></li></ol></section></textarea></title><h1>Owned</h1><style>*{display:none}</style>",
    ),
    ("entities", "&lt;b&gt; &amp;amp; &#x3C;script&#x3E; &nbsp; &"),
    ("comment", "<!-- --><![CDATA[ ]]> -->  <?xml version=\"1.0\"?>"),
    ("override", "safe\u{202e}gnp.exe\u{202d}!"),
    ("isolates", "\u{2066}\u{2067}\u{2068}never closed\u{200f}\u{61c}"),
    ("zero width", "a\u{200b}d\u{200b}m\u{2060}i\u{feff}n\u{ad} \u{180e}\u{e0041}"),
    ("emoji", "😀👩‍👩‍👧‍👦❤️🏴‍☠️👍🏽"),
    (
        "marks",
        "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}a\u{316}\u{317}\u{318}\u{319}\u{31a}\u{20dd}\u{20e0}lgo",
    ),
    ("everyone", "@everyone @here <@123> <!channel>"),
    ("javascript", "javascript:alert(1) [x](javascript:alert(1)) data:text/html,<b>x</b>"),
    ("templates", "{{ 7*7 }} {% include \"x\" %} ${7*7} <%= 7 %> { $name } { -term }"),
    ("sql", "'; DROP TABLE talk_lines; -- \\' $1 ?1 %s"),
    (
        "long word",
        "WwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWwWw",
    ),
    ("controls", "nul\u{0}esc\u{1b}[31mred\u{7}\u{8}\u{7f}\u{9b}2J"),
    ("newlines", "one\r\ntwo\u{2028}three\u{85}four\u{b}\u{c}five\r\rDTSTART:20261120\r\nBEGIN:VEVENT"),
    ("right to left", "שלום \u{200f}עולם مرحبا بالعالم a߀܀"),
];

/// Marks a line, so that it is found wherever it appears.
const MARK: &str = "zqx7";

/// Ten ways to send it.
fn variants(payload: &str, n: usize) -> [String; 10] {
    let mark = format!("{MARK}-{n}");
    let half = payload.chars().count() / 2;
    let (first, second): (String, String) =
        (payload.chars().take(half).collect(), payload.chars().skip(half).collect());
    let full = LineText::LONGEST.saturating_sub(mark.chars().count() + 1 + payload.chars().count());
    [
        format!("{payload}{mark}"),
        format!("well {mark} {payload} played"),
        format!("{mark}{payload}{payload}"),
        format!("<b title=\"{payload}\">{mark}</b>"),
        format!("<a href='{payload}'>{mark}"),
        format!("{} {mark}", payload.to_uppercase()),
        format!("{mark} {first}\r\n{second}"),
        format!("\u{202e}\u{2067}{mark} {payload}\u{301}\u{301}\u{301}\u{301}"),
        format!("{mark} {payload}{}", "😀".repeat(full)),
        format!("{mark} {}", payload.repeat(500 / payload.chars().count() + 1)),
    ]
}

/// What turns the direction of text.
fn is_bidi(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The most marks on one letter. What joins letters and has no width does not come between them.
fn most_marks(text: &str) -> usize {
    let (mut most, mut marks) = (0, 0);
    for letter in text.chars().filter(|letter| !matches!(letter, '\u{200c}' | '\u{200d}')) {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        most = most.max(marks);
    }
    most
}

/// The elements in a line with their attributes.
fn shape(line: ElementRef) -> Vec<String> {
    let of = |element: ElementRef| {
        let mut names: Vec<&str> = element.value().attrs().map(|(name, _)| name).collect();
        names.sort_unstable();
        format!("{} {}", element.value().name(), names.join(" ")).trim_end().to_owned()
    };
    line.descendants().skip(1).filter_map(ElementRef::wrap).map(of).collect()
}

/// How many elements a page has of kinds that hostile lines would add.
fn active(page: &Page) -> Vec<usize> {
    let kinds = [
        "style",
        "iframe",
        "object",
        "embed",
        "base",
        "meta",
        "section.talk b",
        "h1",
        "head title",
        "textarea",
        "[title*=alert]",
    ];
    kinds.iter().map(|kind| page.all(kind).len()).collect()
}

/// A page shows these lines at its end, and nothing came with them.
fn assert_harmless(page: &Page, expected: &[String], plain: &Page) {
    let shown = lines(page);
    let from = shown.len().saturating_sub(expected.len());
    assert_eq!(shown[from..], *expected, "{}", page.path);
    for text in &shown {
        assert!(!text.contains(is_bidi), "{}: {text:?}", page.path);
        assert!(most_marks(text) <= 3, "{}: {text:?}", page.path);
        assert!(!text.contains(char::is_control), "{}: {text:?}", page.path);
    }
    assert_eq!(active(page), active(plain), "{}", page.path);
    // A board on which it is one's turn has a script of its own.
    assert!(page.texts("script").iter().all(|script| !script.contains("alert(1)")), "{}", page.path);
    for element in page.all("*") {
        for (name, value) in element.value().attrs() {
            assert!(!name.starts_with("on") && !name.contains(['"', '\'', '<']), "{}: {name}", page.path);
            assert!(!value.to_lowercase().contains(MARK), "{}: {name}={value}", page.path);
        }
    }
}

/// The shape of each line of a page, which are all alike.
fn assert_shape(page: &Page, selector: &str, expected: &[&str]) {
    let lines = page.all(selector);
    assert!(!lines.is_empty(), "{}", page.path);
    for line in lines {
        let said = line.text().collect::<String>();
        assert_eq!(shape(line), expected, "{}: {said}", page.path);
    }
}

const LINE: [&str; 5] = ["p class", "a href", "bdi", "time datetime", "p class dir"];

struct Batch<'b> {
    table: &'b str,
    author: &'b Browser,
    reader: &'b Browser,
    program: &'b Program,
    /// Pages with a harmless line: talk, beside the board, history.
    plain: [Page; 3],
}

impl Batch<'_> {
    /// Where the reader sees lines that were said at an event.
    fn paths(table: &str, event: u32) -> [String; 3] {
        [format!("{table}/talk?channel=seats"), format!("{table}?tab=talk"), format!("{table}/moves/{event}")]
    }

    /// Sends lines; returns what is to be seen of those that were accepted.
    async fn send(&self, sent: &[String]) -> Vec<String> {
        let mut accepted = Vec::new();
        for text in sent {
            let page = say(self.author, self.table, "seats", ("text", text)).await;
            let parsed = LineText::parse(text).map(|line| line.as_str().to_owned());
            if text.contains('\0') {
                assert_eq!(page.status, 400, "{text:?}");
                assert!(page.says("request-unclear"), "{}", page.text());
                continue;
            }
            let Ok(line) = parsed else {
                assert_eq!(page.status, 422, "{text:?}: {}", page.text());
                assert!(page.says("refused-line-long") || page.says("refused-line-empty"), "{}", page.text());
                continue;
            };
            assert_eq!(page.status, 303, "{text:?}: {}", page.text());
            accepted.push(line);
        }
        accepted
    }

    /// Looks at the lines that were said at the last event wherever the reader sees them.
    async fn look(&self, accepted: &[String], after: usize) {
        let found = self.program.read(&format!("{}/seats?after={after}", api(self.table))).await;
        let found = found["lines"].as_array().unwrap();
        let texts: Vec<&str> = found.iter().map(|line| line["text"].as_str().unwrap()).collect();
        assert_eq!(texts, accepted);
        let Some(event) = found.first().map(|line| line["event"].as_u64().unwrap()) else { return };
        let paths = Self::paths(self.table, u32::try_from(event).unwrap());
        for (nth, path) in paths.iter().enumerate() {
            let page = self.reader.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert_harmless(&page, accepted, &self.plain[nth]);
            if nth < 2 {
                let with_report: Vec<&str> =
                    LINE.into_iter().chain(["p class", "a href", "span class"]).collect();
                assert_shape(&page, "#talk li[data-n]", &with_report);
            } else {
                assert_eq!(lines(&page), accepted, "one element for each line");
                let with_channel: Vec<&str> = ["small"].into_iter().chain(LINE.iter().copied()).collect();
                assert_shape(&page, "section.talk li", &with_channel);
            }
            let own = self.author.get(path).await;
            assert_harmless(&own, accepted, &self.plain[nth]);
        }
    }
}

/// The table of ann and ben, whose clocks don't run.
async fn table_without_clock(app: &TestApp) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("clock", ""), ("leave", "no")]).await;
    join(&ben, &table).await;
    turns::play(app, &table, 3).await;
    (ann, ben, table)
}

/// The lines of the author in the archive of the account.
async fn archived(browser: &Browser) -> Vec<String> {
    let (status, _, archive) = browser.download("/account/export/bastide-account.zip").await;
    assert_eq!(status, 200);
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut text = String::new();
    archive.by_name("talk.ndjson").unwrap().read_to_string(&mut text).unwrap();
    let line = |line: &str| serde_json::from_str::<Value>(line).unwrap()["text"].as_str().unwrap().to_owned();
    text.lines().map(line).collect()
}

/// Wants to hear of lines in every way.
async fn want_notifications(browser: &Browser) {
    let form = browser.get("/account/notifications").await.form("/account/notifications/settings");
    let token = form.value("csrf");
    let wishes = ["device.talk", "webhook.talk", "feed.talk", "feed.turn", "feed.game"];
    let mut fields = vec![("csrf", token.as_str()), ("summary_at", "08:00")];
    fields.extend(wishes.map(|wish| ("wish", wish)));
    let page = browser.post(&form.action, &fields).await;
    assert_eq!(page.status, 303, "{}", page.text());
}

#[tokio::test]
async fn hostile_lines_are_refused_or_shown_harmlessly_and_are_nowhere_else() {
    let app = TestApp::start().await;
    let (ann, ben, table) = table_without_clock(&app).await;
    want_notifications(&ben).await;
    let program = Program::of(&app, &ben, &["read", "play"]).await;
    let mut elsewhere: Vec<(String, Browser)> = Vec::new();
    for person in [&ann, &ben] {
        elsewhere.extend(addresses(&app, person).await.map(|feed| (feed, app.browser())));
        elsewhere
            .extend(["/", "/notifications", "/games/mine"].map(|path| (path.to_owned(), person.clone())));
    }
    said(&ann, &table, "seats", "hello").await;
    let paths = Batch::paths(&table, last_event(&ben, &table).await);
    let [first, second, third] = paths.each_ref().map(|path| ben.get(path));
    let plain = [first.await, second.await, third.await];
    let batch = Batch { table: &table, author: &ann, reader: &ben, program: &program, plain };
    let (mut all, mut sent) = (vec!["hello".to_owned()], 0);
    for (kind, payload) in HOSTILE {
        app.wait(1);
        turns::play(&app, &table, 1).await;
        let variants = variants(payload, sent);
        sent += variants.len();
        let accepted = batch.send(&variants).await;
        assert!(accepted.len() >= 7 || kind == "controls", "{kind}: {}", accepted.len());
        batch.look(&accepted, all.len()).await;
        all.extend(accepted);
        for (path, browser) in &elsewhere {
            let page = browser.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(!page.body.to_lowercase().contains(MARK), "{kind} is on {path}: {}", page.body);
        }
    }
    assert_eq!(sent, 200);
    assert!(ben.get("/notifications").await.says("notification-talk"), "he wanted to know");
    assert_eq!(archived(&app.signed_in("ann").await).await, all);
    let unread = ben.get("/").await.texts("a.unread");
    assert_eq!(unread, [message_with("talk-unread", &[("n", &all.len().to_string())])]);
}

#[tokio::test]
async fn a_line_of_controls_is_refused_by_pages_and_calls_alike() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let program = Program::of(&app, &ann, &["read", "talk"]).await;
    let seats = format!("{}/seats", api(&table));
    for (text, status, code) in [
        ("nul\u{0}", 400, "bad-request"),
        ("", 422, "bad-line"),
        ("\u{1b}\u{7}", 422, "bad-line"),
        ("\u{202e}\u{200b}", 422, "bad-line"),
        ("\u{301}\u{302}", 422, "bad-line"),
        (&"😀".repeat(501), 422, "bad-line"),
    ] {
        let page = say(&ann, &table, "seats", ("text", text)).await;
        assert_eq!(page.status, status, "{text:?}");
        let called = program.post(&seats, &json!({"text": text})).await;
        assert_eq!(problem(&called), is(status, code), "{text:?}");
    }
    for call in [json!({}), json!({"text": "x", "phrase": "hello"})] {
        assert_eq!(problem(&program.post(&seats, &call).await), is(422, "bad-line"), "{call}");
    }
    for call in [json!({"phrase": "checkmate"}), json!({"text": 1}), json!({"text": "x", "to": "ben"})] {
        assert_eq!(problem(&program.post(&seats, &call).await), is(400, "bad-body"), "{call}");
    }
    assert_eq!(program.read(&seats).await["lines"], json!([]));
    program.call(&seats, &json!({"text": "<b>\u{1F600} ok</b>"})).await;
    assert_eq!(program.read(&seats).await["lines"][0]["text"], "<b>\u{1F600} ok</b>");
    assert_eq!(lines(&read(&ben, &table, "seats").await), ["<b>\u{1F600} ok</b>"]);
}

#[test]
fn marks_do_not_pile_up_behind_joiners() {
    for joiner in ["\u{200c}", "\u{200d}", "\u{200d}\u{200c}"] {
        let tower = format!("a{}", format!("\u{316}\u{317}\u{318}{joiner}").repeat(30));
        let line = LineText::parse(&tower).map(|line| line.as_str().to_owned()).unwrap_or_default();
        assert!(most_marks(&line) <= 3, "{} marks stand on one letter: {line:?}", most_marks(&line));
    }
}

#[test]
fn a_line_is_in_normal_form_whatever_was_taken_out_of_it() {
    for text in ["e\u{200b}\u{301}", "e\u{202e}\u{301}", "a\u{ad}\u{308}", "\u{1100}\u{feff}\u{1161}"] {
        let line = LineText::parse(text).unwrap();
        let again = LineText::parse(line.as_str()).unwrap();
        assert_eq!(line, again, "{text:?} changes when it is read again");
    }
}
