//! Who reads and writes what under each setting of the host.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use bastide::config::ChatSetting;
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::{Program, json as body, problem};
use crate::app::{TestApp, join, open_table};
use crate::bots::bot;
use crate::browser::{Browser, News, Page};
use crate::feeds::addresses;
use crate::messages::message;
use crate::talk::{CHANNELS, api, guest, id, last_event, lines, post, resign, said, say};
use crate::turns;

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
            places.insert(name, Place { table, speakers: speakers.map(Option::<&_>::cloned), event });
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
            // Nothing moves on the final page.
            let is_live = is_on && !path.ends_with("/final");
            assert_eq!(!page.all("[data-talk], [data-said]").is_empty(), is_live, "{path}");
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
