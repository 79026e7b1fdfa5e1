//! Accessibility: every page is checked by axe-core on a desktop and a phone, in light and dark mode.

use bastide::account::RestrictionKind;
use bastide::engine::{Preset, Ruleset};
use bastide::service::{NewName, NewReport, Reported, RestrictionTerms, TokenLife};
use bastide::table::{LineText, OpenTable, ReportCategory, Settings};
use chrono::TimeDelta;

use crate::browser::{Browser, Scripts, VIEWS, View};
use crate::judge::judge;
use crate::play;
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

/// Checks pages; returns the violations.
async fn judge_all(browser: &Browser, site: &Site, pages: &[(&str, String)]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, path) in pages {
        browser.goto(&site.url(path)).await;
        judge(browser, name, &mut complaints).await;
    }
    complaints
}

fn listed<const N: usize>(pages: [(&'static str, &str); N]) -> [(&'static str, String); N] {
    pages.map(|(name, path)| (name, path.to_owned()))
}

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[tokio::test]
async fn every_page_for_visitors_is_accessible() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    let pages = listed([
        ("front", "/"),
        ("sign-up", "/signup"),
        ("login", "/login"),
        ("recover", "/recover"),
        ("games", "/games"),
        ("not-found", "/nowhere"),
        ("settings", "/settings?then=%2Frules"),
        ("learn", "/learn"),
        ("learn-asked", "/learn/1"),
        ("learn-misfit", "/learn/1?tile=CFRR&x=-1&y=0&rotation=0"),
        ("learn-fits", "/learn/3?tile=CFFCS&x=0&y=-1"),
        ("learn-none-left", "/learn/5?tile=FRRR&x=3&y=0"),
        ("learn-missed", "/learn/2?tile=RFRF&x=1&y=0&played=1"),
        ("learn-reached", "/learn/6?tile=FFFFL&x=1&y=-1&rotation=0&follower=meeple@top&played=1"),
        ("rules", "/rules"),
        ("rule-book", "/rules/abbeys"),
        ("atlas", "/atlas"),
        ("atlas-outside", "/atlas/outside"),
        ("atlas-try", "/atlas/try"),
        ("sheet", "/atlas/sheet/king"),
        ("api", "/api"),
        ("terms", "/terms"),
        ("contact", "/contact"),
        ("moderation", "/moderation"),
    ]);
    assert_none(&judge_all(&browser, &site, &pages).await);
    browser.goto(&site.url("/atlas")).await;
    browser.follow(browser.element("main a[href^='/atlas/groups/']").await).await;
    let mut complaints = Vec::new();
    judge(&browser, "atlas-group", &mut complaints).await;
    assert_none(&complaints);
}

#[tokio::test]
async fn every_page_of_an_account_is_accessible() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let pages = listed([
        ("dashboard-empty", "/"),
        ("queue-empty", "/queue"),
        ("account", "/account"),
        ("notifications", "/account/notifications"),
        ("webhooks", "/account/webhooks"),
        ("reports", "/account/reports"),
        ("restrictions", "/account/restrictions"),
        ("import", "/games/import"),
        ("recorder", "/recorder"),
        ("tokens", "/account/tokens"),
        ("bots", "/account/bots"),
        ("export", "/account/export"),
        ("closing", "/account/close"),
        ("reliability", "/account/reliability"),
        ("new-table", "/tables/new"),
        ("new-table-custom", "/tables/new?game=custom"),
        ("new-table-rules", "/tables/new?preset=mcguire"),
    ]);
    let mut complaints = judge_all(&browser, &site, &pages).await;

    let modern = || Ruleset::of(Preset::Modern);
    let over = site.game(modern(), &[&ann, &ben], 1).await;
    site.play(&over, &[&ann, &ben], 80).await;
    let running = site.game(Ruleset::of(Preset::Abbeys), &[&ann, &ben], 2).await;
    site.play(&running, &[&ann, &ben], 20).await;
    let table = site.table(modern(), 2, &ann, 3).await;
    let pages = [
        ("dashboard", "/".to_owned()),
        ("queue", "/queue".to_owned()),
        ("my-games", "/games/mine".to_owned()),
        ("search", "/games/search?player=Ann&company=people".to_owned()),
        ("search-problem", "/games/search?player=nobody-here".to_owned()),
        ("table", format!("/games/{table}")),
        ("table-rules", format!("/games/{running}/rules")),
        ("notification-list", "/notifications".to_owned()),
        ("notifications-of-a-game", format!("/notifications?game={running}")),
        ("notifications-muted", "/account/notifications".to_owned()),
        ("closing-games", "/account/close".to_owned()),
        ("embed", format!("/embed/games/{running}")),
        ("embed-over", format!("/embed/games/{over}")),
        ("log-embed", format!("/games/{over}/moves")),
    ];
    site.service.mute(&as_user(&ann), &running, true).await.unwrap();
    complaints.extend(judge_all(&browser, &site, &pages).await);
    browser.goto(&site.url("/account")).await;
    browser.press("account-feeds-make").await;
    judge(&browser, "feeds", &mut complaints).await;
    assert_none(&complaints);
}

#[tokio::test]
async fn every_page_with_a_bot_is_accessible() {
    let site = Site::open().await;
    let ann = site.person("Ann").await;
    let me = as_user(&ann).confirmed_at(site.service.now());
    site.service.make_bot(&me, "Rex").await.unwrap();
    let rex = site.service.bots(&me).await.unwrap()[0].id.clone();
    site.service.make_bot_token(&me, &rex, "engine at home", TokenLife::Days90).await.unwrap();
    let rules = Ruleset::of(Preset::Modern);
    let open = OpenTable {
        settings: Settings { rules, bots: true, ..Settings::default() },
        seats: 3,
        computers: Vec::new(),
    };
    let waiting = site.service.open_and_join(&me, &open, None).await.unwrap();
    let game = site.service.open_and_join(&me, &OpenTable { seats: 2, ..open }, None).await.unwrap();
    for table in [&waiting, &game] {
        site.service.join(&as_user(&rex), table, None, None).await.unwrap();
    }
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let pages = [
        ("bots-made", "/account/bots".to_owned()),
        ("bots-lobby", "/games?player=Rex".to_owned()),
        ("bots-table", format!("/games/{waiting}")),
        ("bots-game", format!("/games/{game}")),
    ];
    assert_none(&judge_all(&browser, &site, &pages).await);
}

#[tokio::test]
async fn every_page_about_many_games_is_accessible() {
    let site = Site::open().await;
    let (ann, ben, cat) =
        (site.person("Ann").await, site.person("Ben").await, site.person("Catherine-of-Aragon").await);
    for (draw, players) in (1..).zip([[&ann, &ben], [&ben, &cat], [&cat, &ann], [&ann, &cat]]) {
        let game = site.game(Ruleset::of(Preset::Modern), &players, draw).await;
        site.play(&game, &players, 80).await;
    }
    let rated = site.rated_game(&[&ann, &cat]).await;
    site.run_jobs().await;
    site.clock.advance(TimeDelta::days(30));
    site.run_standing_job("make_archives").await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let [player, history, game] =
        [format!("/players/{ann}"), format!("/players/{ann}/ratings"), format!("/games/{rated}/ratings")];
    let end = format!("/games/{rated}/final");
    let pages = listed([
        ("search-found", "/games/search?player=Ann"),
        ("standings", "/games/standings"),
        ("archives", "/games/archive"),
        ("ratings", "/ratings"),
        ("ratings-about", "/ratings/about"),
        ("player", player.as_str()),
        ("rating-history", history.as_str()),
        ("rated-game", game.as_str()),
        ("rated-end", end.as_str()),
    ]);
    assert_none(&judge_all(&browser, &site, &pages).await);
    browser.goto(&site.url("/games/standings")).await;
    assert_eq!(browser.all("tbody tr").await.len(), 6, "three players, and each against the others");
    browser.goto(&site.url("/games/archive")).await;
    assert_eq!(browser.all("a[href$='.ndjson.gz']").await.len(), 1);
}

#[tokio::test]
async fn every_page_for_administrators_is_accessible() {
    let site = Site::open_with(&["Ada"]).await;
    let (ada, ann) = (site.user("Ada").await, site.person("Ann").await);
    let ben = site.person("Ben").await;
    site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    let me = as_user(&ada).confirmed_at(site.service.now());
    site.service.end_all_sessions(&me, &ann, "somebody else had her password").await.unwrap();
    site.service.rename_account(&me, &ann, NewName::Chosen("Annabel"), "asked for it").await.unwrap();
    site.fail_jobs().await;
    let report = NewReport {
        reported: Reported::Player(ben.clone()),
        category: ReportCategory::Other,
        words: LineText::parse("He calls everybody names").unwrap(),
    };
    let report = format!("/admin/reports/{}", site.service.report(&as_user(&ann), report).await.unwrap());
    let terms =
        RestrictionTerms { kind: RestrictionKind::Talk, days: 7, rule: "Be civil", reason: "Insults" };
    site.service.restrict(&me, &ann, terms).await.unwrap();
    let lock = RestrictionTerms { kind: RestrictionKind::Account, ..terms };
    site.service.restrict(&me, &ben, lock).await.unwrap();
    let restriction = site.service.restrictions(&as_user(&ann)).await.unwrap().remove(0).id;
    let objection = LineText::parse("It was a joke").unwrap();
    site.service.object(&as_user(&ann), &restriction, &objection).await.unwrap();
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ada").await;
    let (ann, ben) = (format!("/admin/accounts/{ann}"), format!("/admin/accounts/{ben}"));
    let pages = listed([
        ("admin", "/admin"),
        ("admin-unknown", "/admin/accounts?name=nobody"),
        ("admin-slow", "/admin/slow"),
        ("admin-jobs", "/admin/jobs"),
        ("admin-log", "/admin/log"),
        ("admin-time-outs", "/admin/time-outs"),
        ("admin-reports", "/admin/reports"),
        ("admin-report", report.as_str()),
        ("admin-objections", "/admin/objections"),
        ("admin-account", ann.as_str()),
        ("admin-account-locked", ben.as_str()),
    ]);
    let mut complaints = judge_all(&browser, &site, &pages).await;
    let locked = Browser::open(Scripts::On).await;
    site.sign_in(&locked, "Ben").await;
    judge(&locked, "locked-front", &mut complaints).await;
    locked.goto(&site.url("/account/restrictions")).await;
    judge(&locked, "locked-why", &mut complaints).await;
    // More turns than usual would time out at once.
    let players = [site.person("Cleo").await, site.person("Dan").await];
    for draw in 0..51 {
        let game = site.table(Ruleset::of(Preset::Modern), 2, &players[0], draw).await;
        for player in &players {
            site.service.join(&as_user(player), &game, None, None).await.unwrap();
        }
    }
    site.clock.advance(TimeDelta::days(3));
    browser.goto(&site.url("/admin/time-outs")).await;
    judge(&browser, "admin-time-outs-held", &mut complaints).await;
    assert!(browser.says("admin-time-outs-release-text").await, "{}", browser.text().await);
    assert_none(&complaints);
}

#[tokio::test]
async fn every_page_of_a_game_is_accessible() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let sets = bastide::engine::TileSet::ALL.to_vec();
    let rules = Ruleset { sets, rematch_handicap: true, ..Ruleset::of(Preset::Modern) };
    let over = site.game(rules.clone(), &[&ann, &ben], 1).await;
    site.play(&over, &[&ann, &ben], 200).await;
    let running = site.game(rules, &[&ann, &ben], 2).await;
    site.play(&running, &[&ann, &ben], 40).await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let game = format!("/games/{running}");
    browser.goto(&site.url(&game)).await;
    let preview = browser.element(".pane a[href*='preview']").await.attr("href").await.unwrap().unwrap();
    let all = "show=last&show=owners&show=fields&show=dead&show=cells&show=coordinates&show=tiles&show=projected&show=graph";
    let pages = [
        ("game", game.clone()),
        ("game-overlays", format!("{game}?{all}")),
        ("game-cell", format!("{game}?cell=-1,0")),
        ("preview", preview),
        ("moves", format!("{game}/moves")),
        ("move", format!("{game}/moves/30?show=owners")),
        ("resign", format!("{game}/resign")),
        ("final", format!("/games/{over}/final")),
        ("rematch", format!("/games/{over}/rematch")),
        ("final-fields", format!("/games/{over}/final?show=fields")),
    ];
    let mut complaints = judge_all(&browser, &site, &pages).await;
    browser.goto(&site.url(&game)).await;
    play::take_turn(&browser, 1).await;
    judge(&browser, "done", &mut complaints).await;
    assert_none(&complaints);
}

#[tokio::test]
async fn nothing_that_floats_over_the_board_covers_something_else() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    site.sign_in(&browser, "Ann").await;
    // Links and buttons that overlap, or that the edge of a list cuts.
    let overlaps = "
        const floats = [...document.querySelectorAll('.recent a, .edge, .zooms button, .tools summary, .status a')]
            .map((element) => [element, element.getBoundingClientRect()])
            .filter(([element, box]) => {
                const frame = element.closest('.recent ol')?.getBoundingClientRect();
                return box.width && !(frame && (box.bottom < frame.top + 1 || box.top > frame.bottom - 1));
            });
        const cut = ([element, box]) => {
            const frame = element.closest('.recent ol')?.getBoundingClientRect();
            return frame && (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom);
        };
        const meet = ([, one], [, other]) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
        const name = ([element]) => element.outerHTML.slice(0, 80);
        return [floats.length, ...floats.filter(cut).map((one) => `cut: ${name(one)}`),
            ...floats.flatMap((one, i) => floats.slice(i + 1).filter((other) => meet(one, other)).map((other) => `${name(one)} and ${name(other)}`))]";
    let landscape = View { width: 844, height: 390, scheme: "light" };
    let tablet = View { width: 768, height: 1024, scheme: "light" };
    for turns in [30, 62] {
        let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 2).await;
        site.play(&game, &[&ann, &ben], turns).await;
        for view in [VIEWS[0], VIEWS[2], landscape, tablet] {
            browser.look(view).await;
            browser.client.execute("sessionStorage.clear()", vec![]).await.unwrap();
            browser.goto(&site.url(&format!("/games/{game}"))).await;
            wait_for(&browser, ".edge").await;
            let found = browser.client.execute(overlaps, vec![]).await.unwrap();
            let found = found.as_array().unwrap();
            assert!(found[0].as_u64().unwrap() > 0, "nothing floats over the board");
            assert!(found.len() == 1, "{}×{} after {turns} turns: {found:?}", view.width, view.height);
        }
    }
}
