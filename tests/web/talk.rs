//! Talk at tables: who reads and writes what under each setting of the host, hostile lines, and the pages without scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Read};
use std::time::Duration;

use bastide::config::ChatSetting;
use bastide::table::LineText;
use chrono::TimeDelta;
use reqwest::Method;
use scraper::ElementRef;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::api::{Program, is, json as body, problem};
use crate::app::{PASSWORD, TestApp, join, open_table};
use crate::bots::bot;
use crate::browser::{Browser, Form, News, Page};
use crate::feeds::addresses;
use crate::messages::{message, message_with};
use crate::turns;

const CHANNELS: [&str; 3] = ["seats", "spectators", "notes"];

/// A valid form token of anybody's, guests included.
async fn token(browser: &Browser) -> String {
    browser.get("/settings").await.form("/settings").value("csrf")
}

/// Sends a form of the sender's own making, without following redirects.
async fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    let token = token(browser).await;
    let fields: Vec<_> = fields.iter().copied().chain([("csrf", token.as_str())]).collect();
    browser.post(path, &fields).await
}

/// Says something in a channel: `what` is `text` or `phrase`.
async fn say(browser: &Browser, table: &str, channel: &str, what: (&str, &str)) -> Page {
    post(browser, &format!("{table}/talk"), &[("channel", channel), what]).await
}

/// Says something that is accepted.
async fn said(browser: &Browser, table: &str, channel: &str, text: &str) {
    let page = say(browser, table, channel, ("text", text)).await;
    assert_eq!(page.status, 303, "{channel}, {text}: {}", page.text());
}

async fn read(browser: &Browser, table: &str, channel: &str) -> Page {
    browser.get(&format!("{table}/talk?channel={channel}")).await
}

/// The lines of a page, exactly as they are.
fn lines(page: &Page) -> Vec<String> {
    page.all(".said").into_iter().map(|line| line.text().collect()).collect()
}

fn id(table: &str) -> &str {
    table.rsplit('/').next().unwrap()
}

fn api(table: &str) -> String {
    format!("/api/v1/games/{}/talk", id(table))
}

async fn resign(browser: &Browser, table: &str) {
    let resign = format!("{table}/resign");
    let page = browser.submit(browser.get(&resign).await.form(&resign)).await;
    assert_eq!(page.status, 200, "{}", page.text());
}

async fn guest(app: &TestApp) -> (Browser, String) {
    let guest = app.browser();
    let own = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    (guest, own)
}

/// The number of the last event of a game.
async fn last_event(browser: &Browser, table: &str) -> u32 {
    let page = browser.get(table).await;
    page.all(".tabletop")[0].attr("data-last").unwrap().parse().unwrap()
}

// ---- Who reads and writes what ----

/// Somebody, with what they have: pages, programs, feeds.
#[derive(Default)]
struct Someone {
    pages: Option<Browser>,
    program: Option<Program>,
    feeds: Vec<String>,
}

/// A table, and who says something in each channel that others could overhear.
struct Place {
    table: String,
    speakers: [Option<Browser>; 3],
    /// The last event, if the game has begun.
    event: Option<u32>,
}

struct World {
    app: TestApp,
    chat: ChatSetting,
    people: BTreeMap<&'static str, Someone>,
    places: BTreeMap<&'static str, Place>,
}

/// Viewers, who they are, and at which table.
const VIEWERS: [(&str, &str, &str); 21] = [
    ("visitor", "visitor", "game"),
    ("guest who watches", "guest", "game"),
    ("guest at an own table", "guest", "own"),
    ("account that watches", "eve", "game"),
    ("seated player", "ben", "game"),
    ("player who has resigned", "dan", "game"),
    ("seated bot", "rex", "game"),
    ("player's token to read", "reader", "game"),
    ("player's token to read and play", "engine", "game"),
    ("opener without a seat", "olga", "open"),
    ("player before the start", "tom", "open"),
    ("invited before the start", "ivy", "open"),
    ("account at an open table", "eve", "open"),
    ("player of a private game", "petra", "private"),
    ("outsider of a private game", "eve", "private"),
    ("visitor of a private game", "visitor", "private"),
    ("player after the end", "ben", "over"),
    ("account after the end", "eve", "over"),
    ("guest after the end", "guest", "over"),
    ("player without talk", "ben", "quiet"),
    ("account without talk", "eve", "quiet"),
];

/// What each viewer can do in the channels of the seats, of the spectators, and of notes. By place: reads the page; writes text;
/// writes a phrase; hears of a line by the stream; has the words in a feed; and by the API: reads; writes text; writes a phrase.
///
/// | letter | meaning |
/// |---|---|
/// | `r` | reads what another has just said |
/// | `e` | reads the channel, and what another has said is not in it |
/// | `t`, `p` | writes text, a phrase |
/// | `l` | learns at once that something was said |
/// | `w` | has the words of others in a feed: never |
/// | `x` | is refused, and told why |
/// | `s` | is asked to sign in |
/// | `-` | is told that there is no such thing, or hears nothing |
/// | `.` | has no such way |
const ACCOUNTS: &str = "
visitor                         sss-.sss sss-.sss sss-.sss
guest who watches               ----.... rxxl.... ----....
guest at an own table           ----.... ----.... ----....
account that watches            -------- rtpl-rtp etp--etp
seated player                   rtpl-rtp -------- etp--etp
player who has resigned         rtpl-rtp -------- etp--etp
seated bot                      .....rxp .....--- .....exp
player's token to read          .....rxx .....-xx .....exx
player's token to read and play .....rxx .....-xx .....exx
opener without a seat           rtpl-rtp -------- etp--etp
player before the start         rtpl-rtp -------- etp--etp
invited before the start        -------- -------- etp--etp
account at an open table        -------- -------- etp--etp
player of a private game        rtpl-rtp -------- etp--etp
outsider of a private game      -------- -------- --------
visitor of a private game       sss-.sss sss-.sss sss-.sss
player after the end            rtpl-rtp rtpl-rtp etp--etp
account after the end           -------- rtpl-rtp etp--etp
guest after the end             ----.... rxxl.... ----....
player without talk             -------- -------- etp--etp
account without talk            -------- -------- etp--etp
";

const PHRASES: &str = "
visitor                         sss-.sss sss-.sss sss-.sss
guest who watches               ----.... rxxl.... ----....
guest at an own table           ----.... ----.... ----....
account that watches            -------- rxpl-rxp etp--etp
seated player                   rxpl-rxp -------- etp--etp
player who has resigned         rxpl-rxp -------- etp--etp
seated bot                      .....rxp .....--- .....exp
player's token to read          .....rxx .....-xx .....exx
player's token to read and play .....rxx .....-xx .....exx
opener without a seat           rxpl-rxp -------- etp--etp
player before the start         rxpl-rxp -------- etp--etp
invited before the start        -------- -------- etp--etp
account at an open table        -------- -------- etp--etp
player of a private game        rxpl-rxp -------- etp--etp
outsider of a private game      -------- -------- --------
visitor of a private game       sss-.sss sss-.sss sss-.sss
player after the end            rxpl-rxp rxpl-rxp etp--etp
account after the end           -------- rxpl-rxp etp--etp
guest after the end             ----.... rxxl.... ----....
player without talk             -------- -------- etp--etp
account without talk            -------- -------- etp--etp
";

const ALL: &str = "
visitor                         sss-.sss sss-.sss sss-.sss
guest who watches               ----.... rtpl.... etp-....
guest at an own table           ----.... ----.... etp-....
account that watches            -------- rtpl-rtp etp--etp
seated player                   rtpl-rtp -------- etp--etp
player who has resigned         rtpl-rtp -------- etp--etp
seated bot                      .....rxp .....--- .....exp
player's token to read          .....rxx .....-xx .....exx
player's token to read and play .....rxx .....-xx .....exx
opener without a seat           rtpl-rtp -------- etp--etp
player before the start         rtpl-rtp -------- etp--etp
invited before the start        -------- -------- etp--etp
account at an open table        -------- -------- etp--etp
player of a private game        rtpl-rtp -------- etp--etp
outsider of a private game      -------- -------- --------
visitor of a private game       sss-.sss sss-.sss sss-.sss
player after the end            rtpl-rtp rtpl-rtp etp--etp
account after the end           -------- rtpl-rtp etp--etp
guest after the end             ----.... rtpl.... etp-....
player without talk             -------- -------- etp--etp
account without talk            -------- -------- etp--etp
";

const OFF: &str = "
visitor                         ----.--- ----.--- ----.---
guest who watches               ----.... ----.... ----....
guest at an own table           ----.... ----.... ----....
account that watches            -------- -------- --------
seated player                   -------- -------- --------
player who has resigned         -------- -------- --------
seated bot                      .....--- .....--- .....---
player's token to read          .....--- .....--- .....---
player's token to read and play .....--- .....--- .....---
opener without a seat           -------- -------- --------
player before the start         -------- -------- --------
invited before the start        -------- -------- --------
account at an open table        -------- -------- --------
player of a private game        -------- -------- --------
outsider of a private game      -------- -------- --------
visitor of a private game       ----.--- ----.--- ----.---
player after the end            -------- -------- --------
account after the end           -------- -------- --------
guest after the end             ----.... ----.... ----....
player without talk             -------- -------- --------
account without talk            -------- -------- --------
";

impl Someone {
    async fn with_account(app: &TestApp, browser: &Browser) -> Self {
        Self {
            pages: Some(browser.clone()),
            program: Some(Program::of(app, browser, &["read", "play", "talk"]).await),
            feeds: addresses(app, browser).await.into(),
        }
    }

    fn of_pages(browser: &Browser) -> Self {
        Self { pages: Some(browser.clone()), ..Self::default() }
    }

    fn of_program(program: Program) -> Self {
        Self { program: Some(program), ..Self::default() }
    }
}

/// A public game of ann, ben, dan, who has resigned, and a bot.
async fn public_game(app: &TestApp, [ann, ben, dan]: [&Browser; 3], rex: &Program) -> String {
    let table = open_table(ann, &[("seats", "4"), ("bots", "yes")]).await;
    join(ben, &table).await;
    join(dan, &table).await;
    rex.call(&format!("/api/v1/games/{}/join", id(&table)), &json!({})).await;
    resign(dan, &table).await;
    assert!(app.browser().get(&table).await.find_form(&format!("{table}/join")).is_none());
    table
}

/// A game for two that only its players see.
async fn private_game(paul: &Browser, petra: &Browser) -> String {
    let table = open_table(paul, &[("visibility", "link")]).await;
    let link = paul.get(&table).await.texts("code.address").join("");
    let link = format!("/join/{}", link.split("/join/").nth(1).unwrap());
    let page = petra.get(&link).await;
    let page = petra.submit(page.form(&format!("{table}/join"))).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    table
}

/// A table of olga, who has no seat, with tom and sam, to which ivy is invited.
async fn open_one(olga: &Browser, [tom, sam]: [&Browser; 2]) -> String {
    let table = open_table(olga, &[("plays", "no"), ("seats", "4")]).await;
    join(tom, &table).await;
    join(sam, &table).await;
    let form = olga.get(&table).await.form(&format!("{table}/invite")).set("name", "ivy");
    let page = olga.submit(form).await;
    assert!(page.says("flash-invited"), "{}", page.text());
    table
}

impl World {
    async fn new(chat: ChatSetting) -> Self {
        let app = TestApp::start_with_chat(chat).await;
        let mut browsers = BTreeMap::new();
        for name in ["ann", "ben", "dan", "eve", "zoe", "olga", "tom", "sam", "ivy", "paul", "petra"] {
            browsers.insert(name, app.person(name).await);
        }
        let rex = bot(&app, &browsers["zoe"], "rex").await;
        let (guest, own) = guest(&app).await;
        let places = Self::places(&app, &browsers, &rex, own).await;
        let mut people = BTreeMap::new();
        for name in ["ben", "dan", "eve", "olga", "tom", "ivy", "petra"] {
            people.insert(name, Someone::with_account(&app, &browsers[name]).await);
        }
        let visitor = app.browser();
        let nobody =
            Someone { pages: Some(visitor), program: Some(Program::new(&app, None)), feeds: Vec::new() };
        people.insert("visitor", nobody);
        people.insert("guest", Someone::of_pages(&guest));
        people.insert("rex", Someone::of_program(rex));
        for (name, scopes) in [("reader", &["read"][..]), ("engine", &["read", "play"])] {
            let program = Program::of(&app, &browsers["ben"], scopes).await;
            people.insert(name, Someone::of_program(program));
        }
        Self { app, chat, people, places }
    }

    async fn places(
        app: &TestApp,
        people: &BTreeMap<&'static str, Browser>,
        rex: &Program,
        own: String,
    ) -> BTreeMap<&'static str, Place> {
        let [ann, ben, dan, zoe, paul] = ["ann", "ben", "dan", "zoe", "paul"].map(|name| &people[name]);
        let over = app.game(ann, ben).await;
        resign(ben, &over).await;
        let quiet = open_table(ann, &[("no_talk", "yes")]).await;
        join(ben, &quiet).await;
        let game = public_game(app, [ann, ben, dan], rex).await;
        let private = private_game(paul, &people["petra"]).await;
        let open = open_one(&people["olga"], [&people["tom"], &people["sam"]]).await;
        let mut places = BTreeMap::new();
        let all = [
            ("game", game, [Some(ann), Some(zoe), Some(ann)]),
            ("own", own, [None; 3]),
            ("open", open, [Some(&people["sam"]), None, Some(&people["sam"])]),
            ("private", private, [Some(paul), None, Some(paul)]),
            ("over", over, [Some(ann), Some(zoe), Some(ann)]),
            ("quiet", quiet, [None, None, Some(ann)]),
        ];
        for (name, table, speakers) in all {
            let reader = speakers[2];
            let event = match reader.filter(|_| name != "open") {
                Some(reader) => Some(last_event(reader, &table).await),
                None => None,
            };
            places.insert(name, Place { table, speakers: speakers.map(Option::cloned), event });
        }
        places
    }

    /// Somebody says something in a channel; returns it, as readers see it, and its word.
    async fn speak(&self, place: &str, channel: usize) -> Option<String> {
        let there = &self.places[place];
        let speaker = there.speakers[channel].as_ref().filter(|_| self.chat != ChatSetting::Off)?;
        let name = CHANNELS[channel];
        let (what, words) = if self.chat == ChatSetting::Phrases && name != "notes" {
            let (phrase, key) =
                [("lucky_draw", "phrase-lucky-draw"), ("slow_today", "phrase-slow-today")][channel];
            (("phrase", phrase.to_owned()), message(key))
        } else {
            let words = format!("murmur {place} {name}");
            (("text", words.clone()), words)
        };
        let page = say(speaker, &there.table, name, (what.0, &what.1)).await;
        assert_eq!(page.status, 303, "{place}, {name}: {}", page.text());
        Some(words)
    }

    /// The cells of a channel of a table, by viewer.
    async fn column(&self, place: &str, channel: usize) -> Vec<(&'static str, String)> {
        let table = &self.places[place].table;
        let here = VIEWERS.iter().filter(|(.., at)| *at == place);
        let mut before = Vec::new();
        for (_, who, _) in here.clone() {
            before.push(self.heard(who, table).await);
        }
        let words = self.speak(place, channel).await;
        let mut after = Vec::new();
        for (_, who, _) in here.clone() {
            after.push(self.heard(who, table).await);
        }
        let mut cells = Vec::new();
        for ((viewer, who, _), (before, after)) in here.zip(before.into_iter().zip(after)) {
            let live =
                before.zip(after).map_or('.', |(before, after)| if before == after { '-' } else { 'l' });
            cells.push((*viewer, self.cell(who, place, CHANNELS[channel], words.as_deref(), live).await));
        }
        cells
    }

    /// What a stream tells somebody who opens it now.
    async fn heard(&self, who: &str, table: &str) -> Option<u32> {
        Some(known_talk(self.people[who].pages.as_ref()?, table).await)
    }

    async fn cell(&self, who: &str, place: &str, channel: &str, words: Option<&str>, live: char) -> String {
        let (someone, place) = (&self.people[who], &self.places[place]);
        let mut cell = String::new();
        match &someone.pages {
            Some(browser) => {
                let page = browser
                    .request(
                        Method::GET,
                        &format!("{}/talk?channel={channel}", place.table),
                        &[],
                        String::new(),
                    )
                    .await;
                let reads = if words.is_some_and(|words| lines(&page).iter().any(|line| line == words)) {
                    'r'
                } else {
                    'e'
                };
                cell.push(outcome(&page, reads));
                in_history(browser, place, words, cell == "r").await;
                for (what, letter) in [(("text", "mine"), 't'), (("phrase", "thanks"), 'p')] {
                    cell.push(outcome(&say(browser, &place.table, channel, what).await, letter));
                }
            }
            None => cell.push_str("..."),
        }
        cell.push(live);
        cell.push(self.feeds(someone, words).await);
        match &someone.program {
            Some(program) => cell.push_str(&by_program(program, &place.table, channel, words).await),
            None => cell.push_str("..."),
        }
        cell
    }

    /// Whether words of others are in a feed.
    async fn feeds(&self, someone: &Someone, words: Option<&str>) -> char {
        let mut found = if someone.feeds.is_empty() { '.' } else { '-' };
        for feed in &someone.feeds {
            let page = self.app.browser().get(feed).await;
            assert_eq!(page.status, 200);
            if words.is_some_and(|words| page.body.contains(words)) || page.body.contains("murmur") {
                found = 'w';
            }
        }
        found
    }
}

/// The number that the stream of a table sends about talk to somebody who opens it; 0: none.
async fn known_talk(browser: &Browser, table: &str) -> u32 {
    let mut news = browser.news(&format!("{table}/live?after=9999&tables=9999")).await;
    if news.status != 200 {
        assert_eq!(news.status, 404);
        return 0;
    }
    let events = until(&mut news, "event: moved").await;
    let number = events.split("event: talk\ndata: ").nth(1).map(|rest| rest.split('\n').next().unwrap());
    number.map_or(0, |number| number.parse().unwrap())
}

/// What a stream sends until this.
async fn until(news: &mut News, wanted: &str) -> String {
    let mut all = String::new();
    let wait = async {
        while !all.contains(wanted) {
            all.push_str(&news.chunk().await.expect("the stream goes on"));
        }
    };
    tokio::time::timeout(Duration::from_secs(15), wait).await.expect("news within fifteen seconds");
    all
}

/// Whether the page of the event at which a line was said shows it to those who read its channel, and to nobody else.
async fn in_history(browser: &Browser, place: &Place, words: Option<&str>, reads: bool) {
    let Some(event) = place.event else { return };
    for path in ["", "/step"] {
        let page = browser.get(&format!("{}/moves/{event}{path}", place.table)).await;
        let shown = words.is_some_and(|words| lines(&page).iter().any(|line| line == words));
        assert_eq!(shown, reads, "{words:?} at {}: {}", page.path, page.text());
    }
    for path in [format!("/embed{}/moves/{event}", place.table), format!("{}/record.jsonl", place.table)] {
        let page = browser.get(&path).await;
        assert!(words.is_none_or(|words| !page.body.contains(words)), "{path}: {}", page.body);
    }
}

/// The letter of a page that was asked for, or that a form leads to.
fn outcome(page: &Page, letter: char) -> char {
    let to = page.headers.get("location").map_or("", |to| to.to_str().unwrap());
    match page.status {
        303 if to.starts_with("/login") => 's',
        401 => 's',
        200 | 303 => letter,
        404 => '-',
        422 => {
            assert!(page.texts("[role=alert]").concat().len() > 10, "{}", page.text());
            'x'
        }
        status => panic!("{}: {status}: {}", page.path, page.text()),
    }
}

async fn by_program(program: &Program, table: &str, channel: &str, words: Option<&str>) -> String {
    let path = format!("{}/{channel}", api(table));
    let page = program.get(&path).await;
    let mut cell = String::new();
    let is_it = |line: &Value| {
        let phrase =
            line["phrase"].as_str().map(|word| message(&format!("phrase-{}", word.replace('_', "-"))));
        words.is_some() && (line["text"].as_str() == words || phrase.as_deref() == words)
    };
    let heard = page.status == 200 && body(&page)["lines"].as_array().unwrap().iter().any(is_it);
    cell.push(answer(&page, if heard { 'r' } else { 'e' }));
    for (what, letter) in [(json!({"text": "mine"}), 't'), (json!({"phrase": "thanks"}), 'p')] {
        cell.push(answer(&program.post(&path, &what).await, letter));
    }
    cell
}

/// The letter of an answer of the API.
fn answer(page: &Page, letter: char) -> char {
    match page.status {
        200 | 201 => letter,
        _ => match problem(page).0 {
            401 => 's',
            403 => 'x',
            404 => '-',
            status => panic!("{}: {status}: {}", page.path, page.body),
        },
    }
}

/// Compares what every viewer can do with a table.
async fn assert_matrix(chat: ChatSetting, expected: &str) {
    let world = World::new(chat).await;
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for place in world.places.keys() {
        for channel in 0..CHANNELS.len() {
            for (viewer, cell) in world.column(place, channel).await {
                found.entry(viewer).or_default().push(cell);
            }
        }
    }
    let mut table = "\n".to_owned();
    for (viewer, ..) in VIEWERS {
        writeln!(table, "{viewer:<32}{}", found[viewer].join(" ")).unwrap();
    }
    let differs = table.lines().zip(expected.lines()).filter(|(found, expected)| found != expected);
    let differs: Vec<String> =
        differs.map(|(found, expected)| format!("{found}\n   not {expected}")).collect();
    assert_eq!(table, expected, "\n{}", differs.join("\n"));
    // What was refused is nowhere.
    let written = table.lines().filter_map(|line| line.get(32..)).flat_map(str::chars);
    let written = written.filter(|letter| ['t', 'p'].contains(letter)).count();
    let mut spoken = 0;
    if chat != ChatSetting::Off {
        spoken = world.places.values().flat_map(|place| &place.speakers).flatten().count();
    }
    let stored = world.app.texts("SELECT CAST(COUNT(*) AS TEXT) AS n FROM talk_lines").await;
    assert_eq!(stored, [(written + spoken).to_string()]);
}

#[tokio::test]
async fn everybody_reads_and_writes_what_the_matrix_says_where_accounts_talk() {
    assert_matrix(ChatSetting::Accounts, ACCOUNTS).await;
}

#[tokio::test]
async fn everybody_reads_and_writes_what_the_matrix_says_where_there_are_phrases_only() {
    assert_matrix(ChatSetting::Phrases, PHRASES).await;
}

#[tokio::test]
async fn everybody_reads_and_writes_what_the_matrix_says_where_guests_talk_too() {
    assert_matrix(ChatSetting::All, ALL).await;
}

#[tokio::test]
async fn nobody_reads_or_writes_anything_where_there_is_no_talk() {
    assert_matrix(ChatSetting::Off, OFF).await;
}

#[tokio::test]
async fn where_there_is_no_talk_there_is_no_page_form_link_or_call() {
    for (chat, is_on) in [(ChatSetting::Off, false), (ChatSetting::Accounts, true)] {
        let app = TestApp::start_with_chat(chat).await;
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let form = ann.get("/tables/new").await;
        assert_eq!(form.all("input[name=no_talk]").len(), usize::from(is_on));
        let table = app.game(&ann, &ben).await;
        let open = open_table(&ann, &[("seats", "3")]).await;
        let over = app.game(&ann, &ben).await;
        resign(&ann, &over).await;
        for path in [table.clone(), open, format!("{over}/final"), format!("{table}?tab=talk")] {
            let page = ann.get(&path).await;
            assert_eq!(page.status, 200, "{path}");
            // Choices of what the board shows keep the address of the page.
            let leads = |link: &String| {
                link.contains("/talk") || (link.contains("tab=talk") && !path.contains("tab=talk"))
            };
            let links = page.links("a[href]").iter().filter(|link| leads(link)).count();
            let word = page.texts("a").iter().any(|text| text.starts_with(&message("talk-tab")));
            assert_eq!((links > 0, word), (is_on, is_on), "{path}: {:?}", page.links("a[href]"));
            assert_eq!(!page.all("[data-talk], [data-said]").is_empty(), is_on, "{path}");
            assert_eq!(page.all("#talk").len(), usize::from(is_on && path.contains("tab=talk")), "{path}");
        }
        if is_on {
            continue;
        }
        let program = Program::of(&app, &ann, &["read", "play", "talk"]).await;
        for path in ["", "/withdraw", "/seen", "/spectators", "?channel=notes"] {
            let fields = [("channel", "notes"), ("text", "x"), ("n", "1"), ("closed", "yes")];
            assert_eq!(post(&ann, &format!("{table}/talk{path}"), &fields).await.status, 404, "{path}");
            assert_eq!(ann.get(&format!("{table}/talk{path}")).await.status, 404, "{path}");
        }
        let talk = api(&table);
        assert_eq!(program.get(&talk).await.status, 404);
        for (path, fields) in [
            ("/notes", json!({"text": "x"})),
            ("/notes/withdraw", json!({"n": 1})),
            ("/seats/seen", json!({"n": 1})),
            ("/spectators/close", json!({"closed": true})),
        ] {
            assert_eq!(program.post(&format!("{talk}{path}"), &fields).await.status, 404, "{path}");
        }
    }
}

#[tokio::test]
async fn an_open_stream_tells_those_who_read_a_channel_and_nobody_else() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (guest, _) = guest(&app).await;
    let table = app.game(&ann, &ben).await;
    let last = last_event(&ann, &table).await;
    let viewers =
        [("ann", &ann), ("ben", &ben), ("eve", &eve), ("guest", &guest), ("visitor", &app.browser())];
    let mut streams = Vec::new();
    for (name, browser) in viewers {
        let mut news = browser.news(&format!("{table}/live?after={last}")).await;
        assert!(!until(&mut news, "retry:").await.contains("event:"), "{name}");
        streams.push((name, news));
    }
    for (speaker, channel, hear) in [
        (&ann, "seats", &["ann", "ben"][..]),
        (&eve, "spectators", &["eve", "guest"]),
        (&ann, "notes", &[]),
        (&eve, "notes", &[]),
    ] {
        said(speaker, &table, channel, "psst").await;
        // All hear of that.
        turns::play(&app, &table, 1).await;
        for (name, news) in &mut streams {
            let events = until(news, "event: moved").await;
            assert_eq!(events.contains("event: talk"), hear.contains(name), "{name}, {channel}: {events}");
            assert!(!events.contains("psst"));
        }
    }
}

// ---- Hostile lines ----

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
                assert_shape(&page, "#talk li[data-n]", &LINE);
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

// ---- Pages without scripts ----

/// A game of ann and ben with its path.
async fn game(app: &TestApp) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    (ann, ben, table)
}

fn say_form(page: &Page, table: &str, text: &str) -> Form {
    page.form(&format!("{table}/talk")).set("text", text)
}

/// What is in the field for a line.
fn typed(page: &Page) -> String {
    page.all("textarea[name=text]").into_iter().flat_map(|field| field.text()).collect()
}

#[tokio::test]
async fn a_line_leads_back_to_where_it_was_sent() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let page = ann.press(&ann.get(&table).await, "talk-tab").await;
    assert!(page.path.starts_with(&format!("{table}?tab=talk")), "{}", page.path);
    assert!(page.says("talk-empty") && page.says("talk-seats-help"), "{}", page.text());
    let page = ann.submit(say_form(&page, &table, "beside the board")).await;
    assert!(page.status == 200 && page.path.starts_with(&format!("{table}?tab=talk")), "{}", page.path);
    assert_eq!(lines(&page), ["beside the board"]);
    assert!(!page.all("svg.board").is_empty(), "the board is still there");
    // The phrases have a form of their own there.
    let form = page.all("form.phrases input[name=from][value=table]");
    assert_eq!((form.len(), page.all("form.phrases button[name=phrase]").len()), (1, 10));
    let page = ann.press(&page, "talk-whole").await;
    assert_eq!(page.path, format!("{table}/talk?channel=seats"));
    let page = ann.submit(say_form(&page, &table, "on the page")).await;
    assert_eq!((page.status, page.path.as_str()), (200, &*format!("{table}/talk?channel=seats")));
    assert_eq!(lines(&page), ["beside the board", "on the page"]);
    let page = read(&ann, &table, "notes").await;
    let page = ann.submit(say_form(&page, &table, "to myself")).await;
    assert_eq!(
        (page.path.as_str(), lines(&page)),
        (&*format!("{table}/talk?channel=notes"), vec!["to myself".into()])
    );
    let phrase = say(&ben, &table, "seats", ("phrase", "well_played")).await;
    assert_eq!(phrase.headers["location"], format!("{table}/talk?channel=seats"));
    let seen = read(&ann, &table, "seats").await;
    assert_eq!(lines(&seen), ["beside the board", "on the page", &message("phrase-well-played")]);
    for (fields, why) in [
        (&[("channel", "everybody"), ("text", "x")][..], "no such channel"),
        (&[("text", "x")], "no channel"),
        (&[("channel", "seats"), ("phrase", "checkmate")], "no such phrase"),
        (&[("channel", "seats"), ("text", "x"), ("seen", "soon")], "no number"),
    ] {
        assert_eq!(post(&ann, &format!("{table}/talk"), fields).await.status, 400, "{why}");
    }
}

#[tokio::test]
async fn a_refused_line_keeps_what_was_typed() {
    let app = TestApp::start().await;
    let (ann, _, table) = game(&app).await;
    let long = "long & <long> ".repeat(40);
    for (text, why) in [
        ("\u{200b}\u{202e}", "refused-line-empty"),
        ("  ", "refused-line-empty"),
        (&long, "refused-line-long"),
    ] {
        for path in [format!("{table}/talk?channel=seats"), format!("{table}?tab=talk")] {
            let page = ann.submit(say_form(&ann.get(&path).await, &table, text)).await;
            assert_eq!(page.status, 422, "{text:?} from {path}");
            assert!(page.says(why), "{}", page.text());
            assert_eq!(typed(&page), text, "from {path}");
        }
    }
    assert!(lines(&read(&ann, &table, "seats").await).is_empty());
}

#[tokio::test]
async fn too_many_lines_in_a_day_are_refused_until_the_next() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[]).await;
    for n in 0..20 {
        said(&ann, &table, "seats", &format!("line {n}")).await;
    }
    let page = say(&ann, &table, "seats", ("text", "one more")).await;
    assert_eq!((page.status, typed(&page).as_str()), (422, "one more"));
    assert!(page.says_with("refused-talk-too-much", &[("most", "20")]), "{}", page.text());
    let phrase = say(&ann, &table, "seats", ("phrase", "hello")).await;
    assert_eq!(phrase.status, 422);
    let program = Program::of(&app, &ann, &["read", "talk"]).await;
    let called = program.post(&format!("{}/seats", api(&table)), &json!({"text": "x"})).await;
    assert_eq!(problem(&called), is(429, "too-many-lines"));
    // Notes are counted apart, and so is another table.
    said(&ann, &table, "notes", "a note").await;
    said(&ann, &open_table(&ann, &[]).await, "seats", "elsewhere").await;
    app.wait(1);
    said(&ann, &table, "seats", "one more").await;
}

/// The count on the page of a table, whether it is shown, the number in the title, and what the dashboard says.
async fn unread(browser: &Browser, table: &str) -> (Vec<String>, bool, bool, Vec<String>) {
    let page = browser.get(table).await;
    let counts = page.texts("[data-unread-count]");
    let hidden = page.all("[data-unread-count][hidden]").len() == counts.len();
    let title = page.texts("head title").concat();
    let titled = title.contains("new line");
    let home = browser.get("/").await;
    assert!(home.links("a.unread").iter().all(|link| *link == format!("{table}/talk")));
    (counts, hidden, titled, home.texts("a.unread"))
}

fn nothing_new() -> (Vec<String>, bool, bool, Vec<String>) {
    (vec!["0".into()], true, false, Vec::new())
}

#[tokio::test]
async fn new_lines_are_counted_on_table_title_and_dashboard_until_they_are_marked_as_read() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    assert_eq!(unread(&ben, &table).await, nothing_new());
    for path in [format!("{table}/talk"), format!("{table}?tab=talk")] {
        said(&ann, &table, "seats", "first").await;
        said(&ann, &table, "seats", "second").await;
        assert_eq!(unread(&ann, &table).await, nothing_new(), "her own");
        let two = message_with("talk-unread", &[("n", "2")]);
        assert_eq!(unread(&ben, &table).await, (vec!["2".into()], false, true, vec![two]));
        let page = ben.get(&path).await;
        assert!(page.texts("head title").concat().contains(&message_with("talk-unread", &[("n", "2")])));
        assert_eq!(page.texts("li.new-lines"), [message("talk-new")], "{path}");
        assert_eq!(unread(&ben, &table).await.0, ["2"], "to look at a page changes nothing");
        let page = ben.submit(page.form(&format!("{table}/talk/seen"))).await;
        assert!(
            page.status == 200 && page.path.starts_with(path.split('&').next().unwrap()),
            "{}",
            page.path
        );
        assert_eq!(page.all("li.new-lines").len(), 0);
        assert!(page.find_form(&format!("{table}/talk/seen")).is_none());
        assert_eq!(unread(&ben, &table).await, nothing_new());
    }
    // To answer is to have read.
    said(&ann, &table, "seats", "third").await;
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    let form = say_form(&ben.get(&format!("{table}/talk")).await, &table, "answer");
    ben.submit(form).await;
    assert_eq!(unread(&ben, &table).await, nothing_new());
    assert_eq!(unread(&ann, &table).await.0, ["1"]);
    resign(&ben, &table).await;
    let end = ann.get(&format!("{table}/final")).await;
    assert_eq!(end.texts("[data-unread-count]"), ["1"]);
    assert!(end.texts("head title").concat().contains(&message_with("talk-unread", &[("n", "1")])));
}

#[tokio::test]
async fn lines_are_counted_before_the_start_and_by_those_who_watch() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let zoe = app.person("zoe").await;
    let open = open_table(&ann, &[("seats", "3")]).await;
    join(&ben, &open).await;
    said(&ben, &open, "seats", "hello").await;
    let one = message_with("talk-unread", &[("n", "1")]);
    assert_eq!(unread(&ann, &open).await, (vec!["1".into()], false, true, vec![one]));
    assert!(eve.get(&open).await.all("[data-unread-count]:not([hidden])").is_empty());
    join(&eve, &open).await;
    assert_eq!(lines(&read(&eve, &open, "seats").await), ["hello"], "who sits reads what was said");
    let page = read(&zoe, &open, "spectators").await;
    zoe.submit(say_form(&page, &open, "first")).await;
    assert_eq!(read(&eve, &open, "spectators").await.status, 404, "she plays");
    let dan = app.person("dan").await;
    said(&dan, &open, "spectators", "second").await;
    let page = zoe.get(&open).await;
    assert_eq!(page.texts("[data-unread-count]"), ["1"]);
    assert!(ann.get(&open).await.texts("[data-unread-count]") == ["1"], "players do not count those");
}

#[tokio::test]
async fn own_lines_can_be_withdrawn_for_five_minutes() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let withdraw = format!("{table}/talk/withdraw");
    said(&ann, &table, "seats", "oops").await;
    said(&ann, &table, "seats", "stays").await;
    assert!(read(&ben, &table, "seats").await.find_form(&withdraw).is_none(), "it is not his");
    let others = post(&ben, &withdraw, &[("channel", "seats"), ("n", "1")]).await;
    assert!(others.status == 422 && others.says("refused-talk-withdraw"), "{}", others.text());
    app.clock.advance(TimeDelta::seconds(299));
    let page = read(&ann, &table, "seats").await;
    assert_eq!(page.all("#talk li form").len(), 2);
    let page = ann.submit(page.form(&withdraw)).await;
    assert!(page.says("flash-line-withdrawn"), "{}", page.text());
    assert_eq!(page.path, format!("{table}/talk?channel=seats"));
    for browser in [&ann, &ben] {
        assert_eq!(lines(&read(browser, &table, "seats").await), [&message("talk-withdrawn"), "stays"]);
        let event = last_event(browser, &table).await;
        let step = browser.get(&format!("{table}/moves/{event}")).await;
        assert_eq!(lines(&step), [&message("talk-withdrawn"), "stays"]);
        assert!(!step.body.contains("oops"));
    }
    assert_eq!(unread(&ben, &table).await.0, ["1"], "what was withdrawn is not new");
    let tab = ann.get(&format!("{table}?tab=talk")).await;
    let late = tab.form(&withdraw);
    app.clock.advance(TimeDelta::seconds(1));
    assert!(read(&ann, &table, "seats").await.find_form(&withdraw).is_none());
    let page = ann.submit(late).await;
    assert!(page.status == 422 && page.says("refused-talk-withdraw"), "{}", page.text());
    assert_eq!(lines(&read(&ben, &table, "seats").await)[1], "stays");
    said(&ann, &table, "seats", "from the tab").await;
    let page = ann.submit(ann.get(&format!("{table}?tab=talk")).await.form(&withdraw)).await;
    assert!(
        page.path.starts_with(&format!("{table}?tab=talk")) && page.says("flash-line-withdrawn"),
        "{}",
        page.path
    );
}

#[tokio::test]
async fn notes_are_ones_own_and_can_be_deleted_at_any_time() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "notes", "watch the east").await;
    said(&ann, &table, "notes", "<i>and the west</i>").await;
    assert!(lines(&read(&ben, &table, "notes").await).is_empty());
    assert_eq!(unread(&ben, &table).await, nothing_new());
    app.wait(2);
    let page = read(&ann, &table, "notes").await;
    assert_eq!(lines(&page), ["watch the east", "<i>and the west</i>"]);
    let page = ann.submit(page.form(&format!("{table}/talk/withdraw"))).await;
    assert!(page.says("flash-note-deleted"), "{}", page.text());
    assert_eq!(lines(&page), ["<i>and the west</i>"]);
    assert!(app.rows().await.iter().all(|row| !row.contains("watch the east")), "nothing is left of it");
    let others = post(&ben, &format!("{table}/talk/withdraw"), &[("channel", "notes"), ("n", "2")]).await;
    assert_eq!(others.status, 422);
    assert_eq!(lines(&read(&ann, &table, "notes").await).len(), 1);
}

/// The path of the page of a player who has said something.
fn author(page: &Page) -> String {
    page.links("#talk .by a").first().unwrap_or_else(|| panic!("nobody else: {}", page.text())).clone()
}

#[tokio::test]
async fn somebody_muted_is_not_heard_and_not_told() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "by ann").await;
    said(&ben, &table, "seats", "by ben").await;
    let player = author(&read(&ann, &table, "seats").await);
    let heading = read(&ben, &table, "seats").await.heading();
    let hide = format!("{player}/hide");
    let page = ann.get(&player).await;
    let page = ann.submit(page.form(&hide).set("hidden", "yes")).await;
    assert!(page.path == player && page.says("flash-person-muted"), "{}", page.text());
    assert_eq!(page.texts(&format!("form[action='{hide}'] button")), ["Unmute", "Block"]);
    assert_eq!(lines(&read(&ann, &table, "seats").await), ["by ann"]);
    let event = last_event(&ann, &table).await;
    assert_eq!(lines(&ann.get(&format!("{table}/moves/{event}")).await), ["by ann"]);
    assert_eq!(unread(&ann, &table).await, nothing_new());
    said(&ben, &table, "seats", "again").await;
    assert_eq!(unread(&ann, &table).await, nothing_new());
    let page = read(&ben, &table, "seats").await;
    assert_eq!(lines(&page), ["by ann", "by ben", "again"]);
    assert_eq!((page.all("#talk .note").len(), page.heading()), (0, heading), "he isn't told");
    let program = Program::of(&app, &ann, &["read"]).await;
    let heard = program.read(&format!("{}/seats", api(&table))).await;
    assert_eq!(heard["lines"].as_array().unwrap().len(), 1, "{heard}");

    let page = ann.press(&ann.get(&player).await, "people-title").await;
    assert_eq!(page.path, "/account/people");
    assert_eq!(page.texts("tbody th"), ["ben"]);
    assert!(page.says("people-muted"));
    assert!(ben.get("/account/people").await.says("people-none"));
    let page = ann.submit(page.form(&hide).set("hidden", "no")).await;
    assert!(page.path == "/account/people" && page.says("flash-person-unmuted"), "{}", page.text());
    assert!(page.says("people-none"));
    assert_eq!(lines(&read(&ann, &table, "seats").await), ["by ann", "by ben", "again"]);
    assert_eq!(unread(&ann, &table).await.0, ["2"]);
}

#[tokio::test]
async fn a_block_shuts_the_talk_between_two_and_says_so() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "by ann").await;
    said(&ben, &table, "seats", "by ben").await;
    let player = author(&read(&ann, &table, "seats").await);
    let hide = format!("{player}/hide");
    let block = ann.get(&player).await.form(&hide).set("why", "blocked").set("hidden", "yes");
    let page = ann.submit(block).await;
    assert!(page.path == player && page.says("flash-person-blocked"), "{}", page.text());
    assert_eq!(page.texts(&format!("form[action='{hide}'] button")), ["Mute", "Unblock"]);
    for (browser, own, other) in [(&ann, "by ann", "ben"), (&ben, "by ben", "ann")] {
        for path in [format!("{table}/talk"), format!("{table}?tab=talk")] {
            let page = browser.get(&path).await;
            assert_eq!(lines(&page), [own]);
            assert!(page.says_with("talk-shut", &[("names", other)]), "{}", page.text());
        }
        let event = last_event(browser, &table).await;
        assert_eq!(lines(&browser.get(&format!("{table}/moves/{event}")).await), [own]);
        let program = Program::of(&app, browser, &["read"]).await;
        let heard = program.read(&format!("{}/seats", api(&table))).await;
        assert_eq!(heard["lines"].as_array().unwrap().len(), 1, "{heard}");
    }
    said(&ann, &table, "seats", "alone").await;
    said(&ben, &table, "seats", "alone, too").await;
    for browser in [&ann, &ben] {
        assert_eq!(unread(browser, &table).await, nothing_new());
    }
    turns::play(&app, &table, 2).await;
    assert!(ben.get("/account/people").await.says("people-none"), "he has blocked nobody");
    let list = ann.get("/account/people").await;
    assert!(list.says("people-blocked") && list.texts("tbody th") == ["ben"], "{}", list.text());
    let page = ann.submit(list.form(&hide).set("hidden", "no")).await;
    assert!(page.path == "/account/people" && page.says("flash-person-unblocked"), "{}", page.text());
    for browser in [&ann, &ben] {
        let page = read(browser, &table, "seats").await;
        assert_eq!(lines(&page), ["by ann", "by ben", "alone", "alone, too"]);
        assert!(!page.says("talk-shut"));
    }
}

#[tokio::test]
async fn nobody_hides_themselves_or_somebody_who_is_not_there() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "hello").await;
    let own = author(&read(&ben, &table, "seats").await);
    let mute = [("why", "muted"), ("hidden", "yes")];
    let page = post(&ann, &format!("{own}/hide"), &mute).await;
    assert!(page.status == 400 && page.says("refused-hide-yourself"), "{}", page.text());
    assert!(ann.get(&own).await.find_form(&format!("{own}/hide")).is_none());
    assert!(app.browser().get(&own).await.find_form(&format!("{own}/hide")).is_none());
    assert_eq!(post(&ben, "/players/0123456789abcdef/hide", &mute).await.status, 404);
    for fields in [&[("why", "hated"), ("hidden", "yes")][..], &[("hidden", "yes")], &[("why", "muted")]] {
        assert_eq!(post(&ben, &format!("{own}/hide"), fields).await.status, 400, "{fields:?}");
    }
    assert_eq!(post(&app.browser(), &format!("{own}/hide"), &mute).await.status, 401);
    assert!(app.browser().get("/account/people").await.path.starts_with("/login"));
}

#[tokio::test]
async fn a_form_without_a_token_changes_nothing() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "hello").await;
    let player = author(&read(&ben, &table, "seats").await);
    let before = app.rows().await;
    let other = token(&app.browser()).await;
    for (path, fields) in [
        (format!("{table}/talk"), vec![("channel", "seats"), ("text", "forged")]),
        (format!("{table}/talk"), vec![("channel", "notes"), ("phrase", "hello")]),
        (format!("{table}/talk/withdraw"), vec![("channel", "seats"), ("n", "1")]),
        (format!("{table}/talk/seen"), vec![("channel", "seats"), ("n", "1"), ("quiet", "yes")]),
        (format!("{table}/talk/spectators"), vec![("closed", "yes")]),
        (format!("{player}/hide"), vec![("why", "blocked"), ("hidden", "yes")]),
    ] {
        for csrf in [None, Some(""), Some(other.as_str())] {
            let fields: Vec<_> = fields.iter().copied().chain(csrf.map(|csrf| ("csrf", csrf))).collect();
            for browser in [&ann, &ben] {
                let page = browser.post(&path, &fields).await;
                assert_eq!((page.status, page.heading()), (403, message("error-forged")), "{path}");
            }
        }
    }
    assert_eq!(app.rows().await, before);
}

#[tokio::test]
async fn players_close_the_channel_of_spectators_and_open_it_again() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let (eve, close) = (app.person("eve").await, format!("{table}/talk/spectators"));
    said(&eve, &table, "spectators", "nice game").await;
    let page = read(&eve, &table, "spectators").await;
    assert!(page.find_form(&close).is_none());
    let kept = say_form(&page, &table, "too late");
    assert_eq!(post(&eve, &close, &[("closed", "yes")]).await.status, 403);
    let page = ann.get(&format!("{table}/talk")).await;
    assert!(page.says("talk-close-help"));
    let page = ann.submit(page.form(&close).set("closed", "yes")).await;
    assert!(page.path == format!("{table}/talk") && page.says("flash-spectators-closed"), "{}", page.text());
    assert!(ben.get(&format!("{table}/talk")).await.says("talk-open-help"), "the other sees that");
    let page = read(&eve, &table, "spectators").await;
    assert!(page.find_form(&format!("{table}/talk")).is_none() && page.says("refused-talk-closed"));
    assert_eq!(lines(&page), ["nice game", &message("talk-closed")]);
    let page = eve.submit(kept).await;
    assert!(page.status == 422 && page.says("refused-talk-closed"), "{}", page.text());
    assert_eq!(say(&eve, &table, "spectators", ("phrase", "hello")).await.status, 422);
    let program = Program::of(&app, &eve, &["read", "talk"]).await;
    let spectators = format!("{}/spectators", api(&table));
    assert_eq!(program.read(&spectators).await["writes"], Value::Null);
    assert_eq!(problem(&program.post(&spectators, &json!({"text": "x"})).await), is(409, "talk-closed"));
    let refused = program.post(&format!("{spectators}/close"), &json!({"closed": false})).await;
    assert_eq!(problem(&refused), is(403, "not-closable"));
    said(&ann, &table, "seats", "the seats talk on").await;
    // The other player opens it; twice is once.
    for _ in 0..2 {
        assert_eq!(post(&ben, &close, &[("closed", "no")]).await.status, 303);
    }
    said(&eve, &table, "spectators", "thank you").await;
    let shown = lines(&read(&eve, &table, "spectators").await);
    assert_eq!(shown, ["nice game", &message("talk-closed"), &message("talk-opened"), "thank you"]);
    resign(&ann, &table).await;
    assert_eq!(lines(&read(&ann, &table, "spectators").await), shown, "the players read it after the game");
    assert_eq!(post(&ann, &close, &[("closed", "yes")]).await.status, 403, "the game is over");
}

#[tokio::test]
async fn a_table_opened_without_talk_has_only_notes() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let form = ann.get("/tables/new").await;
    assert_eq!(form.all("input[name=no_talk][value=yes]").len(), 1);
    assert!(form.all("input[name=no_talk][checked]").is_empty());
    let table = open_table(&ann, &[("no_talk", "yes")]).await;
    let waiting = ben.get(&table).await;
    assert!(waiting.texts("dd").contains(&message("talk-without")), "{:?}", waiting.texts("dd"));
    join(&ben, &table).await;
    for browser in [&ann, &ben, &eve] {
        let page = browser.get(&format!("{table}/talk")).await;
        assert_eq!((page.status, page.all("ul.channels").len()), (200, 0));
        assert!(
            page.says("talk-notes-help") && page.find_form(&format!("{table}/talk/spectators")).is_none()
        );
        for channel in ["seats", "spectators"] {
            assert_eq!(read(browser, &table, channel).await.status, 404);
            assert_eq!(say(browser, &table, channel, ("phrase", "hello")).await.status, 404);
        }
        said(browser, &table, "notes", "mine").await;
        assert_eq!(lines(&read(browser, &table, "notes").await), ["mine"]);
        let program = Program::of(&app, browser, &["read"]).await;
        assert_eq!(program.read(&api(&table)).await["channels"], json!(["notes"]));
    }
    assert_eq!(post(&ann, &format!("{table}/talk/spectators"), &[("closed", "yes")]).await.status, 403);
    let like = ann.get(&format!("/tables/new?from={}", id(&table))).await;
    assert_eq!(like.all("input[name=no_talk][checked]").len(), 1);
}

#[tokio::test]
async fn long_talk_is_read_part_by_part() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    turns::play(&app, &table, 3).await;
    let all: Vec<String> = (1..=55).map(|n| format!("line {n}")).collect();
    for text in &all {
        said(&ann, &table, "seats", text).await;
    }
    let last = read(&ben, &table, "seats").await;
    assert_eq!(lines(&last), all[5..]);
    let first = ben.press(&last, "talk-earlier").await;
    assert_eq!(lines(&first), all[..5]);
    assert!(!first.says("talk-earlier") && !first.says("talk-mark-read"), "{}", first.text());
    assert_eq!(first.texts("li.new-lines").len(), 1);
    let later = ben.press(&first, "talk-later").await;
    assert_eq!(lines(&later), all[5..]);
    assert!(!later.says("talk-later"));
    let latest = ben.press(&first, "talk-latest").await;
    assert_eq!(latest.path, format!("{table}/talk?channel=seats"));
    assert_eq!(lines(&ben.get(&format!("{table}?tab=talk")).await), all[5..]);
    let program = Program::of(&app, &ben, &["read", "talk"]).await;
    let seats = format!("{}/seats", api(&table));
    for (query, from, to, earlier, later) in [
        ("", 6, 55, true, false),
        ("?before=6", 1, 5, false, true),
        ("?after=0", 1, 50, false, true),
        ("?after=50", 51, 55, true, false),
    ] {
        let part = program.read(&format!("{seats}{query}")).await;
        let found = part["lines"].as_array().unwrap();
        assert_eq!((&found[0]["n"], &found[found.len() - 1]["n"]), (&json!(from), &json!(to)), "{query}");
        assert_eq!((&part["earlier"], &part["later"]), (&json!(earlier), &json!(later)), "{query}");
        assert_eq!(
            (&part["unread"], &part["last"], &part["writes"]),
            (&json!(55), &json!(55), &json!("text"))
        );
    }
    program.call(&format!("{seats}/seen"), &json!({"n": 54})).await;
    assert_eq!(program.read(&api(&table)).await, json!({"channels": ["seats", "notes"], "unread": 1}));
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    // The mark never moves backwards, nor beyond the last line.
    program.call(&format!("{seats}/seen"), &json!({"n": 3})).await;
    program.call(&format!("{seats}/seen"), &json!({"n": 4_000_000})).await;
    said(&ann, &table, "seats", "line 56").await;
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    for query in ["channel=everybody", "channel=seats&before=x", "channel=seats&after=-1"] {
        assert_eq!(ben.get(&format!("{table}/talk?{query}")).await.status, 400, "{query}");
    }
}

// ---- Guests who sign up, sign in or go ----

#[tokio::test]
async fn the_notes_of_a_guest_come_along_to_the_account() {
    for new in [true, false] {
        let app = TestApp::start_with_chat(ChatSetting::All).await;
        app.person("ann").await;
        let (guest, own) = guest(&app).await;
        said(&guest, &own, "notes", "watch the east").await;
        let (path, name) = if new { ("/signup", "ben") } else { ("/login", "ann") };
        let form = guest.get(path).await.form(path).set("name", name).set("password", PASSWORD);
        let page = guest.submit(form).await;
        assert_eq!(page.status, 200, "{}", page.text());
        let notes = read(&guest, &own, "notes").await;
        assert_eq!((notes.status, lines(&notes)), (200, vec!["watch the east".to_owned()]), "{path}");
    }
}

#[tokio::test]
async fn unread_lines_are_counted_right_when_their_author_is_gone() {
    for goes in ["/guest/end", "/login"] {
        let app = TestApp::start_with_chat(ChatSetting::All).await;
        let (_, _, table) = game(&app).await;
        let eve = app.person("eve").await;
        let form = say_form(&read(&eve, &table, "spectators").await, &table, "hello");
        eve.submit(form).await;
        let (guest, _) = guest(&app).await;
        said(&guest, &table, "spectators", "goodbye").await;
        assert_eq!(unread(&eve, &table).await.0, ["1"]);
        let page = guest.get(goes).await;
        let form = page.form(goes);
        let form = if goes == "/login" { form.set("name", "ben").set("password", PASSWORD) } else { form };
        assert_eq!(guest.submit(form).await.status, 200);
        let new = lines(&read(&eve, &table, "spectators").await).len() - 1;
        assert_eq!(unread(&eve, &table).await.0, [new.to_string()], "{goes}: {new} of others can be read");
    }
}
