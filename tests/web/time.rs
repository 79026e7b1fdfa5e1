//! "Your time": nights, free days and leave; and what stops the clocks of a table.

use chrono::TimeDelta;

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Form, Page};
use crate::messages::{message, message_with};

const PAGE: &str = "/account/time";
const LEAVE: &str = "/account/time/leave";
const HOURS: &str = "/account/time/hours";

async fn form(person: &Browser, action: &str) -> Form {
    person.get(PAGE).await.form(action)
}

async fn leave(person: &Browser, name: &str, value: &str) -> Page {
    person.submit(form(person, LEAVE).await.set(name, value)).await
}

#[tokio::test]
async fn leave_is_taken_and_ended_on_a_page_that_says_what_is_left() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get("/account").await;
    assert!(!page.all(&format!("a[href='{PAGE}']")).is_empty(), "the account page leads there");
    assert_eq!(ann.get(PAGE).await.texts("#h-leave + p strong"), ["7 d"]);
    let page = leave(&ann, "duration", "3 d").await;
    assert_eq!((page.status, page.path.as_str()), (200, PAGE));
    assert!(page.says("flash-leave-taken"), "{}", page.text());
    assert!(page.texts("#h-leave + p strong")[1].starts_with("You are on leave until"), "{}", page.text());
    assert_eq!(page.texts(".leaves li").len(), 1);
    app.clock.advance(TimeDelta::days(1));
    let page = ann.submit(ann.get(PAGE).await.form("/account/time/leave/1/end")).await;
    assert!(page.says("flash-leave-ended"), "{}", page.text());
    assert_eq!(page.texts("#h-leave + p strong"), ["6 d"]);
    assert_eq!(page.texts("#h-past ~ .scroll tbody tr td").last().unwrap(), &message("own-time-by-you"));
    let csrf = form(&ann, LEAVE).await.value("csrf");
    let again = ann.post("/account/time/leave/1/end", &[("csrf", csrf)]).await;
    assert_eq!(again.status, 422);
    assert!(again.says("refused-no-such-leave"), "{}", again.text());
}

#[tokio::test]
async fn leave_can_be_planned_in_the_zone_of_the_account_and_called_off() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    ann.submit(ann.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo")).await;
    let tomorrow = (app.service.now() + TimeDelta::days(1) + TimeDelta::hours(9)).format("%Y-%m-%dT12:00");
    let next = (app.service.now() + TimeDelta::days(2) + TimeDelta::hours(9)).format("%Y-%m-%dT18:30");
    let form = form(&ann, LEAVE).await.set("from", &tomorrow.to_string()).set("until", &next.to_string());
    let page = ann.submit(form).await;
    assert!(page.says("flash-leave-taken"), "{}", page.text());
    let planned = &page.texts(".leaves li")[0];
    assert!(planned.contains("12:00 JST") && planned.contains("18:30 JST"), "{planned}");
    assert!(planned.contains("1 d 6 h 30 min"), "{planned}");
    let page = ann.submit(page.form("/account/time/leave/1/end")).await;
    assert!(page.all(".leaves li").is_empty(), "{}", page.text());
}

#[tokio::test]
async fn nights_move_with_the_time_zone_of_the_account_at_most_once_a_week() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let zone = async |zone: &str| {
        let page = ann.submit(ann.get("/account").await.form("/account/zone").set("zone", zone)).await;
        assert!(page.says("flash-zone-changed"), "{zone}: {}", page.text());
        ann.get(PAGE).await
    };
    assert!(!zone("Europe/Rome").await.says("own-time-moves"), "there is nothing to move");
    let hours = form(&ann, HOURS).await.set("night_from", "22:00").set("night_until", "06:00");
    assert!(ann.submit(hours).await.says("flash-hours-saved"));
    let page = zone("Asia/Tokyo").await;
    assert!(!page.says("own-time-moves"), "they move at once: {}", page.text());
    assert_eq!(page.form(HOURS).value("night_from"), "22:00");
    let page = zone("America/Lima").await;
    assert!(page.says("own-time-moves"), "{}", page.text());
    app.wait(7);
    assert!(!ann.get(PAGE).await.says("own-time-moves"));
}

#[tokio::test]
async fn leave_that_makes_no_sense_is_refused_at_its_field_and_nothing_is_stored() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (name, value, at, why) in [
        ("duration", "", "duration", message("refused-end")),
        ("duration", "soon", "duration", message_with("refused-duration", &[("text", "soon")])),
        ("duration", "-3 d", "duration", message_with("refused-duration", &[("text", "-3 d")])),
        ("duration", "30 min", "until", message_with("refused-leave-short", &[("least", "1\u{a0}h")])),
        ("duration", "8 d", "until", message_with("refused-leave-balance", &[("left", "7\u{a0}d")])),
        ("duration", "500 d", "until", message_with("refused-leave-far", &[("days", "365")])),
        ("until", "2020-01-01T12:00", "from", message("refused-leave-past")),
        ("until", "tomorrow", "until", message_with("refused-moment", &[("text", "tomorrow")])),
        ("from", "2026-13-01T12:00", "from", message_with("refused-moment", &[("text", "2026-13-01T12:00")])),
    ] {
        let page = leave(&ann, name, value).await;
        assert_eq!(page.status, 422, "{name} {value}");
        assert_eq!(page.texts(&format!("#e-{at}")), [why], "{name} {value}: {}", page.text());
        assert_eq!(page.form(LEAVE).value(name), value, "what was typed stays");
    }
    let page = ann.get(PAGE).await;
    assert!(page.all(".leaves li").is_empty() && page.says("own-time-past-none"), "{}", page.text());
}

#[tokio::test]
async fn nights_and_free_days_are_kept_and_change_once_a_month() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let night = |form: Form| form.set("night_from", "22:00").set("night_until", "07:00").set("free", "sun");
    let page = ann.submit(night(form(&ann, HOURS).await)).await;
    assert!(page.says("flash-hours-saved"), "{}", page.text());
    let kept = page.form(HOURS);
    assert_eq!(["night_from", "night_until", "free"].map(|name| kept.value(name)), ["22:00", "07:00", "sun"]);
    let page = ann.submit(form(&ann, HOURS).await.set("night_until", "06:00")).await;
    assert_eq!(page.status, 422);
    assert!(page.texts("#e-night_from")[0].starts_with("You changed these"), "{}", page.text());
    app.clock.advance(TimeDelta::days(30));
    let ann = app.signed_in("ann").await;
    assert!(ann.submit(form(&ann, HOURS).await.set("night_until", "06:00")).await.says("flash-hours-saved"));
}

#[tokio::test]
async fn hours_that_make_no_sense_are_refused_at_their_field() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let most = |key, most| message_with(key, &[("most", most)]);
    for (from, until, at, why) in [
        ("25:00", "07:00", "night_from", message_with("refused-time-of-day", &[("text", "25:00")])),
        ("22:00", "7", "night_until", message_with("refused-time-of-day", &[("text", "7")])),
        ("22:00", "", "night_until", message("refused-night-half")),
        ("", "07:00", "night_from", message("refused-night-half")),
        ("20:00", "07:00", "night_from", most("refused-night-long", "9")),
    ] {
        let page =
            ann.submit(form(&ann, HOURS).await.set("night_from", from).set("night_until", until)).await;
        assert_eq!(page.status, 422, "{from} {until}");
        assert_eq!(page.texts(&format!("#e-{at}")), [why], "{from} {until}");
    }
    let csrf = form(&ann, HOURS).await.value("csrf");
    let fields = [("csrf", csrf.as_str()), ("free", "mon"), ("free", "tue"), ("free", "wed")];
    let page = ann.post(HOURS, &fields).await;
    assert_eq!((page.status, page.texts(".wrong")), (422, vec![most("refused-free-days", "2")]));
    let page = ann.post(HOURS, &[("csrf", csrf.as_str()), ("free", "caturday")]).await;
    assert_eq!(page.status, 400, "{}", page.text());
}

#[tokio::test]
async fn automatic_leave_can_be_turned_off() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let automatic = "input[name=automatic][checked]";
    assert_eq!(ann.get(PAGE).await.all(automatic).len(), 1);
    let csrf = form(&ann, LEAVE).await.value("csrf");
    assert_eq!(ann.post("/account/time/automatic", &[("csrf", csrf)]).await.status, 303);
    let page = ann.get(PAGE).await;
    assert!(page.says("flash-hours-saved") && page.all(automatic).is_empty(), "{}", page.text());
}

#[tokio::test]
async fn a_table_says_what_stops_its_clocks_and_the_next_one_can_be_like_it() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let facts = |page: &Page| page.texts(".facts dd").join("; ");
    let table = open_table(&ann, &[]).await;
    let said = facts(&ann.get(&table).await);
    assert!(said.contains("in players’ nights and on their free days, while players are on leave"), "{said}");
    let table = open_table(&ann, &[("hours", "always"), ("leave", "no")]).await;
    assert!(facts(&ann.get(&table).await).contains("never"));
    let live = open_table(&ann, &[("clock", "live")]).await;
    assert!(facts(&ann.get(&live).await).contains("never"), "everybody is at the board");
    let changes = [
        ("hours", "table"),
        ("hours_zone", "Europe/Paris"),
        ("hours_from", "09:00"),
        ("hours_until", "21:00"),
    ];
    let table = open_table(&ann, &changes).await;
    let said = facts(&ann.get(&table).await);
    assert!(said.contains("outside 09:00 to 21:00 (Europe/Paris), while players are on leave"), "{said}");
    let again = ann.get(&format!("/tables/new?from={}", &table[7..])).await.form("/tables/new");
    for (name, value) in changes {
        assert_eq!(again.value(name), value);
    }
}

#[tokio::test]
async fn playing_hours_that_make_no_sense_are_refused_at_their_field() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let least = |key, least| message_with(key, &[("least", least)]);
    for (name, value, at, why) in [
        ("hours_from", "25:00", "hours_from", message_with("refused-time-of-day", &[("text", "25:00")])),
        ("hours_until", "10:00", "hours_until", least("refused-playing-hours", "6")),
        ("hours_zone", "Moon/Tranquillity", "hours_zone", message("refused-zone")),
        ("hours_day", "mon", "hours_day", least("refused-playing-days", "3")),
    ] {
        let form = ann
            .get("/tables/new?game=custom")
            .await
            .form("/tables/new")
            .set("hours", "table")
            .set(name, value);
        let page = ann.submit(form).await;
        assert_eq!(page.status, 422, "{name} {value}");
        assert_eq!(page.texts(&format!("#{at}-error")), [why], "{name} {value}");
    }
    assert!(ann.get("/games/mine").await.all("#list a").is_empty(), "nothing was opened");
    let page = ann.get("/tables/new?hours=sometimes").await;
    assert_eq!(page.status, 400);
}

#[tokio::test]
async fn a_clock_that_stands_says_until_when_and_why_and_nothing_about_hours() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[]).await;
    join(&ben, &table).await;
    for person in [&ann, &ben] {
        person.submit(form(person, LEAVE).await.set("duration", "2 d")).await;
    }
    for viewer in [&ann, &ben] {
        let page = viewer.get(&table).await;
        let stop = page.texts(".stop");
        assert!(stop[0].starts_with("· stands until") && stop[0].ends_with("(leave)"), "{stop:?}");
        assert!(page.all("[data-until]").is_empty(), "nothing counts down");
        let clock = viewer.get(&format!("{table}/clock")).await;
        assert!(clock.texts(".note")[0].ends_with("(leave)."), "{}", clock.text());
    }
    app.clock.advance(TimeDelta::days(2));
    let page = ann.get(&table).await;
    assert!(page.all(".stop").is_empty() && !page.all("[data-until]").is_empty());
    crate::turns::play(&app, &table, 1).await;
    let clock = ann.get(&format!("{table}/clock")).await;
    assert!(clock.texts("tbody tr")[0].contains("leave 2 d"), "{:?}", clock.texts("tbody tr"));
}

#[tokio::test]
async fn a_pause_is_proposed_agreed_to_and_ended_on_the_page_of_the_clocks() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = app.game(&ann, &ben).await;
    let page = format!("{table}/clock");
    let [pause, answer, resume] = ["pause", "answer", "resume"].map(|action| format!("{page}/{action}"));
    let said = ann.submit(ann.get(&page).await.form(&pause).set("duration", "2 d")).await;
    assert!(said.says("flash-proposed"), "{}", said.text());
    assert!(said.text().contains("No answer yet: ben."), "{}", said.text());
    assert_eq!(ben.get(&table).await.links(".asks a"), std::slice::from_ref(&page));
    assert!(ann.get(&table).await.all(".asks").is_empty(), "she has asked");
    let answering = ben.get(&page).await.form(&answer).set("agrees", "yes");
    let said = ben.submit(answering.clone()).await;
    assert!(said.says("flash-answered") && said.find_form(&resume).is_some(), "{}", said.text());
    assert!(ann.get(&table).await.texts(".stop")[0].ends_with("(pause)"));
    let again = ben.submit(answering).await;
    assert_eq!((again.status, again.says("refused-no-proposal")), (422, true));
    let said = ann.submit(ann.get(&page).await.form(&resume)).await;
    assert!(said.says("flash-resumed") && said.find_form(&pause).is_some(), "{}", said.text());
    assert!(ann.get(&table).await.all(".stop").is_empty());

    let looks = eve.get(&page).await;
    assert!(looks.find_form(&pause).is_none(), "{}", looks.text());
    let csrf = form(&eve, LEAVE).await.value("csrf");
    assert_eq!(eve.post(&pause, &[("csrf", csrf.as_str()), ("duration", "2 d")]).await.status, 403);
}

#[tokio::test]
async fn a_pause_that_makes_no_sense_is_refused_at_its_field() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (page, pause) = (format!("{table}/clock"), format!("{table}/clock/pause"));
    for (name, value, at, why) in [
        ("duration", "365 d", "duration", message_with("refused-pause-long", &[("most", "30\u{a0}d")])),
        ("duration", "5 min", "duration", message_with("refused-pause-short", &[("least", "1\u{a0}h")])),
        ("duration", "", "duration", message("refused-end")),
        (
            "until",
            "2020-01-01T12:00",
            "duration",
            message_with("refused-pause-short", &[("least", "1\u{a0}h")]),
        ),
        ("until", "25:00", "until", message_with("refused-moment", &[("text", "25:00")])),
    ] {
        let said = ann.submit(ann.get(&page).await.form(&pause).set(name, value)).await;
        assert_eq!(said.status, 422, "{name} {value}");
        assert_eq!(said.texts(&format!("#e-{at}")), [why], "{name} {value}");
        assert_eq!(said.form(&pause).value(name), value);
    }
    let unlimited = open_table(&ann, &[("clock", "")]).await;
    join(&ben, &unlimited).await;
    assert!(
        ann.get(&format!("{unlimited}/clock")).await.find_form(&format!("{unlimited}/clock/pause")).is_none()
    );
    let csrf = form(&ann, LEAVE).await.value("csrf");
    let fields = [("csrf", csrf.as_str()), ("duration", "2 d")];
    let said = ann.post(&format!("{unlimited}/clock/pause"), &fields).await;
    assert_eq!(said.status, 422, "{}", said.text());
    let fields = [("csrf", csrf.as_str()), ("n", "99"), ("agrees", "yes")];
    let said = ann.post(&format!("{table}/clock/answer"), &fields).await;
    assert!(said.says("refused-no-proposal"), "{}", said.text());
}
