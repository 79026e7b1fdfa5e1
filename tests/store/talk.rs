//! What people say at tables: who reads it, what they have not read, and that it never touches a game.

use std::collections::{HashMap, HashSet};

use bastide::account::{Hidden, UserId};
use bastide::config::ChatSetting;
use bastide::service::{Say, Service, TalkError};
use bastide::table::{
    Channel, GameId, LineText, NotificationFilter, NotificationKind, NotificationTopic, Phrase, Said,
    Settings, TalkChannel, TalkFrom, TalkRefusal,
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::app::{TestApp, as_confirmed, as_user, submission};

crate::on_both_databases! {
    a_line_is_read_where_its_channel_is_read_and_has_the_event_it_was_written_at
    unread_counts_are_exact_after_random_reads_and_writes
    unread_counts_are_exact_when_everybody_writes_at_once
    a_turn_does_not_go_stale_by_a_line
    a_line_is_withdrawn_by_its_author_for_five_minutes
    strangers_write_twenty_lines_a_day_and_others_sixty
    players_close_the_channel_of_spectators_and_open_it_again
    a_muted_person_is_not_seen_and_a_block_works_both_ways
    a_notification_of_talk_is_for_those_who_chose_it_and_has_no_words
    notes_are_read_by_their_owner_and_go_with_the_account
    pages_of_a_long_channel_follow_each_other
}

pub fn text(text: &str) -> Said {
    Said::Text(LineText::parse(text).unwrap())
}

fn say(channel: TalkChannel, words: &str) -> Say {
    Say { channel, said: text(words), seen: None }
}

/// Sends every statement about talk.
pub async fn tour(app: &TestApp) {
    let service = &app.service;
    let [taja, tilo, tove] = [app.person("taja").await, app.person("tilo").await, app.person("tove").await];
    let (me, other, spectator) = (&as_user(&taja), &as_user(&tilo), &as_user(&tove));
    let game = app.game_of(&[&taja, &tilo], Some(2)).await;
    let chosen = service.notification_settings(other).await.unwrap();
    let chosen = chosen.with(NotificationTopic::Talk, Channel::Feed, true);
    service.set_notification_settings(other, &chosen).await.unwrap();
    let table = service.table(me, &game, None).await.unwrap().unwrap().table;
    for (who, channel) in
        [(me, TalkChannel::Seats), (spectator, TalkChannel::Spectators), (me, TalkChannel::Notes)]
    {
        let n = service.say(who, &game, Say { seen: Some(0), ..say(channel, "hello") }).await.unwrap();
        for from in [TalkFrom::Last, TalkFrom::Before(9), TalkFrom::After(0)] {
            service.talk(who, &table, channel, from).await.unwrap().unwrap();
        }
        service.see_talk(who, &game, channel, n).await.unwrap();
        service.withdraw(who, &game, channel, n).await.unwrap();
    }
    service.talk_at(me, &table, 1).await.unwrap();
    service.talk_changes(me, &table).await.unwrap();
    service.dashboard(other).await.unwrap();
    for closed in [true, false] {
        service.close_spectators(me, &game, closed).await.unwrap();
    }
    for why in Hidden::ALL {
        for hidden in [true, false] {
            service.hide_person(other, &taja, why, hidden).await.unwrap();
        }
    }
    service.hidden_people(me).await.unwrap();
    service.player(me, &tilo).await.unwrap();
    service.own_lines(&as_confirmed(&taja, &app.clock), None).await.unwrap();
    service.clean_up().await.unwrap();
}

/// A guest writes a note, where the host lets guests write.
pub async fn note_of_guest(service: &Service, guest: &UserId, game: &GameId) {
    let service = service.clone().with_chat(ChatSetting::All);
    service.say(&as_user(guest), game, say(TalkChannel::Notes, "a note")).await.unwrap();
}

/// What a reader sees of a channel, in words.
async fn read(
    service: &Service,
    game: &GameId,
    reader: &UserId,
    channel: TalkChannel,
) -> Option<Vec<String>> {
    let me = as_user(reader);
    let table = service.table(&me, game, None).await.unwrap()?.table;
    let view = service.talk(&me, &table, channel, TalkFrom::Last).await.unwrap()?;
    let words = |said: &Option<Said>| match said {
        Some(Said::Text(text)) => text.to_string(),
        Some(Said::Phrase(phrase)) => phrase.word().to_owned(),
        Some(Said::Closed) => "closed".to_owned(),
        Some(Said::Opened) => "opened".to_owned(),
        None => "withdrawn".to_owned(),
    };
    Some(view.page.lines.iter().map(|line| format!("{}: {}", line.author.name, words(&line.said))).collect())
}

async fn unread(service: &Service, game: &GameId, reader: &UserId, channel: TalkChannel) -> u32 {
    let me = as_user(reader);
    let seen = service.table(&me, game, None).await.unwrap().unwrap();
    let view = service.talk(&me, &seen.table, channel, TalkFrom::Last).await.unwrap().unwrap();
    assert_eq!((seen.talk.unread, service.new_talk(&me, &seen).changes), (view.unread, view.changes));
    view.unread.of(&[channel])
}

/// How many stored lines have the word.
async fn stored(app: &TestApp, word: &str) -> i64 {
    app.count(&format!("SELECT COUNT(*) FROM talk_lines WHERE body LIKE '%{word}%'")).await
}

fn refusal<T: std::fmt::Debug>(result: Result<T, TalkError>) -> TalkRefusal {
    match result {
        Err(TalkError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

async fn a_line_is_read_where_its_channel_is_read_and_has_the_event_it_was_written_at(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let game = app.game_of(&[&ann, &ben], None).await;
    service.say(&as_user(&ann), &game, say(TalkChannel::Seats, "good luck")).await.unwrap();
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let thanks = Say { channel: TalkChannel::Seats, said: Said::Phrase(Phrase::Thanks), seen: Some(1) };
    service.say(&as_user(&ben), &game, thanks).await.unwrap();
    service.say(&as_user(&cleo), &game, say(TalkChannel::Spectators, "a nice city")).await.unwrap();
    for player in [&ann, &ben] {
        let seats = read(service, &game, player, TalkChannel::Seats).await.unwrap();
        assert_eq!(seats, ["ann: good luck", "ben: thanks"]);
        assert_eq!(read(service, &game, player, TalkChannel::Spectators).await, None, "not before the end");
    }
    assert_eq!(read(service, &game, &cleo, TalkChannel::Seats).await, None);
    assert_eq!(read(service, &game, &cleo, TalkChannel::Spectators).await.unwrap(), ["cleo: a nice city"]);
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table;
    let first = service.talk_at(&as_user(&ann), &table, 1).await.unwrap();
    assert_eq!(first.len(), 1, "{first:?}");
    let now = service.talk_at(&as_user(&ann), &table, table.last_event()).await.unwrap();
    assert_eq!(now.len(), 1, "the spectators' line is not for players");
    // Once it is over, the players read what was said about them.
    let last = table.last_event();
    service.resign(&as_user(&ann), &game, &submission(service, last)).await.unwrap();
    assert_eq!(read(service, &game, &ann, TalkChannel::Spectators).await.unwrap(), ["cleo: a nice city"]);
    service.say(&as_user(&ann), &game, say(TalkChannel::Spectators, "it was")).await.unwrap();
    assert_eq!(
        unread(service, &game, &cleo, TalkChannel::Spectators).await,
        0,
        "cleo has marked nothing yet"
    );
    service.see_talk(&as_user(&cleo), &game, TalkChannel::Spectators, 1).await.unwrap();
    assert_eq!(unread(service, &game, &cleo, TalkChannel::Spectators).await, 1);
}

/// What the test expects of one channel.
#[derive(Default)]
struct Model {
    /// The author of each line; `None` once it was withdrawn.
    lines: Vec<Option<usize>>,
    /// By person: the last line that they have seen, once they have been told of one.
    seen: HashMap<usize, u32>,
}

impl Model {
    fn unread(&self, person: usize, hidden: &HashSet<(usize, usize)>) -> u32 {
        let Some(&seen) = self.seen.get(&person) else { return 0 };
        let counts = |(n, author): &(u32, &Option<usize>)| {
            author.is_some_and(|author| *n > seen && author != person && !hidden.contains(&(person, author)))
        };
        u32::try_from((1..).zip(&self.lines).filter(counts).count()).unwrap()
    }
}

/// How often something happens; `BASTIDE_LONG=1` makes it ten thousand times.
fn steps() -> usize {
    if support::setting("BASTIDE_LONG").is_some() { 10_000 } else { 600 }
}

async fn unread_counts_are_exact_after_random_reads_and_writes(app: &TestApp) {
    let service = &app.service;
    let mut random = StdRng::seed_from_u64(support::seed());
    let mut people = Vec::new();
    for name in ["ann", "ben", "cleo", "dan", "eva"] {
        people.push(app.person(name).await);
    }
    // The last two watch.
    let game = app.game_of(&[&people[0], &people[1], &people[2]], None).await;
    let (mut seats, mut spectators) = (Model::default(), Model::default());
    let mut hidden: HashSet<(usize, usize)> = HashSet::new();
    for step in 0..steps() {
        let person = random.random_range(0..people.len());
        let plays = person < 3;
        let (channel, model) =
            if plays { (TalkChannel::Seats, &mut seats) } else { (TalkChannel::Spectators, &mut spectators) };
        let me = as_user(&people[person]);
        match random.random_range(0..10) {
            0..4 => {
                app.clock.advance(TimeDelta::minutes(30));
                let known = u32::try_from(model.lines.len()).unwrap();
                let seen = random.random_bool(0.5).then(|| random.random_range(0..=known));
                let line = Say { channel, said: text(&format!("line {step}")), seen };
                match service.say(&me, &game, line).await {
                    Ok(n) => assert_eq!(n, known + 1),
                    Err(error) => {
                        assert_eq!(refusal::<u32>(Err(error)), TalkRefusal::TooMuch(20));
                        app.clock.advance(TimeDelta::days(1));
                        continue;
                    }
                }
                model.lines.push(Some(person));
                if plays {
                    for other in
                        (0..3).filter(|other| *other != person && !hidden.contains(&(*other, person)))
                    {
                        model.seen.entry(other).or_insert(known);
                    }
                }
                if let Some(seen) = seen {
                    let mark = model.seen.entry(person).or_insert(seen);
                    *mark = (*mark).max(seen);
                }
            }
            4..7 => {
                let known = u32::try_from(model.lines.len()).unwrap();
                let seen = random.random_range(0..=known + 1);
                service.see_talk(&me, &game, channel, seen).await.unwrap();
                if !seats.lines.is_empty() || !spectators.lines.is_empty() {
                    let model = if plays { &mut seats } else { &mut spectators };
                    let mark = model.seen.entry(person).or_insert(0);
                    *mark = (*mark).max(seen.min(known));
                }
            }
            7 => {
                let known = u32::try_from(model.lines.len()).unwrap();
                let n = random.random_range(1..=known.max(1));
                let at = usize::try_from(n - 1).unwrap();
                if service.withdraw(&me, &game, channel, n).await.is_ok() {
                    assert_eq!(model.lines[at].take(), Some(person));
                }
            }
            _ => {
                let other = random.random_range(0..people.len());
                let hide = random.random_bool(0.5);
                if other != person {
                    service.hide_person(&me, &people[other], Hidden::Muted, hide).await.unwrap();
                    if hide {
                        hidden.insert((person, other));
                    } else {
                        hidden.remove(&(person, other));
                    }
                }
            }
        }
        for (person, user) in people.iter().enumerate() {
            let (channel, model) = if person < 3 {
                (TalkChannel::Seats, &seats)
            } else {
                (TalkChannel::Spectators, &spectators)
            };
            let expected = model.unread(person, &hidden);
            assert_eq!(unread(service, &game, user, channel).await, expected, "step {step}, person {person}");
        }
    }
}

async fn unread_counts_are_exact_when_everybody_writes_at_once(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let game = app.game_of(&[&ann, &ben, &cleo], None).await;
    let everybody = [&ann, &ben, &cleo];
    let turns = (0..30).map(|step| {
        let (user, game) = (everybody[step % 3].clone(), &game);
        async move {
            let me = as_user(&user);
            service.say(&me, game, say(TalkChannel::Seats, &format!("line {step}"))).await.unwrap();
            service.see_talk(&me, game, TalkChannel::Seats, u32::try_from(step).unwrap()).await.unwrap();
        }
    });
    join_all(turns).await;
    for user in everybody {
        let me = as_user(user);
        let table = service.table(&me, &game, None).await.unwrap().unwrap().table;
        let view = service.talk(&me, &table, TalkChannel::Seats, TalkFrom::Last).await.unwrap().unwrap();
        let numbers: Vec<u32> = view.page.lines.iter().map(|line| line.n).collect();
        assert_eq!(numbers, (1..=30).collect::<Vec<_>>());
        let seen = view.unread.seats_seen;
        let after = view.page.lines.iter().filter(|line| line.n > seen && line.author.id != *user).count();
        assert_eq!(usize::try_from(view.unread.seats).unwrap(), after);
    }
}

async fn a_turn_does_not_go_stale_by_a_line(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let (mover, expected, turn) = app.next_turn(&game, &[&ann, &ben]).await;
    let submission = submission(service, expected);
    for user in [&ann, &ben] {
        for channel in [TalkChannel::Seats, TalkChannel::Notes] {
            service.say(&as_user(user), &game, say(channel, "thinking")).await.unwrap();
        }
    }
    service.turn(&as_user(&mover), &game, &submission, turn).await.unwrap();
}

async fn a_line_is_withdrawn_by_its_author_for_five_minutes(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    for words in ["one", "two"] {
        service.say(&as_user(&ann), &game, say(TalkChannel::Seats, words)).await.unwrap();
    }
    assert_eq!(unread(service, &game, &ben, TalkChannel::Seats).await, 2);
    let others = service.withdraw(&as_user(&ben), &game, TalkChannel::Seats, 1).await;
    assert_eq!(refusal(others), TalkRefusal::NotWithdrawable);
    app.clock.advance(TimeDelta::seconds(299));
    service.withdraw(&as_user(&ann), &game, TalkChannel::Seats, 1).await.unwrap();
    let again = service.withdraw(&as_user(&ann), &game, TalkChannel::Seats, 1).await;
    assert_eq!(refusal(again), TalkRefusal::NotWithdrawable);
    assert_eq!(read(service, &game, &ben, TalkChannel::Seats).await.unwrap(), ["ann: withdrawn", "ann: two"]);
    assert_eq!(unread(service, &game, &ben, TalkChannel::Seats).await, 1);
    app.clock.advance(TimeDelta::seconds(1));
    let late = service.withdraw(&as_user(&ann), &game, TalkChannel::Seats, 2).await;
    assert_eq!(refusal(late), TalkRefusal::NotWithdrawable);
    // A week later the text is gone from the database, too.
    assert_eq!(stored(app, "one").await, 1);
    app.clock.advance(TimeDelta::days(8));
    service.clean_up().await.unwrap();
    assert_eq!(stored(app, "one").await, 0);
}

async fn strangers_write_twenty_lines_a_day_and_others_sixty(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let me = as_user(&ann);
    for step in 0..20 {
        service.say(&me, &game, say(TalkChannel::Seats, &format!("line {step}"))).await.unwrap();
    }
    let more = || async { service.say(&me, &game, say(TalkChannel::Seats, "more")).await };
    assert_eq!(refusal(more().await), TalkRefusal::TooMuch(20));
    service.say(&me, &game, say(TalkChannel::Notes, "a note")).await.unwrap();
    service.say(&as_user(&ben), &game, say(TalkChannel::Seats, "that was much")).await.unwrap();
    for _ in 0..3 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    for _ in 20..60 {
        more().await.unwrap();
    }
    assert_eq!(refusal(more().await), TalkRefusal::TooMuch(60));
    app.clock.advance(TimeDelta::days(1));
    more().await.unwrap();
}

async fn players_close_the_channel_of_spectators_and_open_it_again(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let game = app.game_of(&[&ann, &ben], None).await;
    let cheer =
        || async { service.say(&as_user(&cleo), &game, say(TalkChannel::Spectators, "hooray")).await };
    cheer().await.unwrap();
    let foreign = service.close_spectators(&as_user(&cleo), &game, true).await;
    assert_eq!(refusal(foreign), TalkRefusal::NotClosable);
    for _ in 0..2 {
        service.close_spectators(&as_user(&ann), &game, true).await.unwrap();
    }
    assert_eq!(refusal(cheer().await), TalkRefusal::Closed);
    service.close_spectators(&as_user(&ben), &game, false).await.unwrap();
    cheer().await.unwrap();
    let lines = read(service, &game, &cleo, TalkChannel::Spectators).await.unwrap();
    assert_eq!(lines, ["cleo: hooray", "ann: closed", "ben: opened", "cleo: hooray"]);
}

async fn a_muted_person_is_not_seen_and_a_block_works_both_ways(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let game = app.game_of(&[&ann, &ben, &cleo], None).await;
    for user in [&ann, &ben, &cleo] {
        service.say(&as_user(user), &game, say(TalkChannel::Seats, "hello")).await.unwrap();
    }
    let seats = |user| read(service, &game, user, TalkChannel::Seats);
    let everybody = ["ann: hello", "ben: hello", "cleo: hello"];
    service.hide_person(&as_user(&ann), &ben, Hidden::Muted, true).await.unwrap();
    assert_eq!(seats(&ann).await.unwrap(), ["ann: hello", "cleo: hello"]);
    assert_eq!(unread(service, &game, &ann, TalkChannel::Seats).await, 1);
    assert_eq!(seats(&ben).await.unwrap(), everybody, "ben is not told");
    service.hide_person(&as_user(&ann), &ben, Hidden::Muted, false).await.unwrap();
    assert_eq!(unread(service, &game, &ann, TalkChannel::Seats).await, 2);

    service.hide_person(&as_user(&ann), &cleo, Hidden::Blocked, true).await.unwrap();
    assert_eq!(seats(&ann).await.unwrap(), ["ann: hello", "ben: hello"]);
    assert_eq!(seats(&cleo).await.unwrap(), ["ben: hello", "cleo: hello"]);
    service.say(&as_user(&cleo), &game, say(TalkChannel::Seats, "anybody?")).await.unwrap();
    assert_eq!(unread(service, &game, &ann, TalkChannel::Seats).await, 1);
    for (user, other) in [(&ann, "cleo"), (&cleo, "ann")] {
        let me = as_user(user);
        let table = service.table(&me, &game, None).await.unwrap().unwrap().table;
        let view = service.talk(&me, &table, TalkChannel::Seats, TalkFrom::Last).await.unwrap().unwrap();
        assert_eq!(view.shut.iter().map(|person| &*person.name).collect::<Vec<_>>(), [other]);
    }
    // Who was blocked can't undo it, and does not see who did it.
    assert_eq!(service.hidden_people(&as_user(&cleo)).await.unwrap(), []);
    service.hide_person(&as_user(&cleo), &ann, Hidden::Blocked, false).await.unwrap();
    assert_eq!(seats(&cleo).await.unwrap().len(), 3);
    service.hide_person(&as_user(&ann), &cleo, Hidden::Blocked, false).await.unwrap();
    assert_eq!(seats(&cleo).await.unwrap().len(), 4);
}

async fn a_notification_of_talk_is_for_those_who_chose_it_and_has_no_words(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let game = app.game_of(&[&ann, &ben, &cleo], None).await;
    let settings = service.notification_settings(&as_user(&ben)).await.unwrap();
    let settings = settings.with(NotificationTopic::Talk, Channel::Device, true);
    service.set_notification_settings(&as_user(&ben), &settings).await.unwrap();
    let told = async |user: &UserId| {
        let filter = NotificationFilter { topic: Some(NotificationTopic::Talk), ..Default::default() };
        let found = service.notifications(&as_user(user), &filter, None).await.unwrap().notifications;
        found.into_iter().map(|(one, _)| (one.kind, one.n, one.seen)).collect::<Vec<_>>()
    };
    for words in ["one", "two"] {
        service.say(&as_user(&ann), &game, say(TalkChannel::Seats, words)).await.unwrap();
    }
    assert_eq!(told(&ben).await, [(NotificationKind::Talk, 1, false)], "one for all that is new");
    assert_eq!((told(&ann).await, told(&cleo).await), (Vec::new(), Vec::new()));
    service.see_talk(&as_user(&ben), &game, TalkChannel::Seats, 2).await.unwrap();
    assert_eq!(told(&ben).await, [(NotificationKind::Talk, 1, true)]);
    service.say(&as_user(&cleo), &game, say(TalkChannel::Seats, "three")).await.unwrap();
    assert_eq!(told(&ben).await.len(), 2);
}

async fn notes_are_read_by_their_owner_and_go_with_the_account(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    for (user, words) in [(&ann, "close the north"), (&ben, "keep two meeples"), (&ann, "and the field")] {
        service.say(&as_user(user), &game, say(TalkChannel::Notes, words)).await.unwrap();
    }
    let notes = |user| read(service, &game, user, TalkChannel::Notes);
    assert_eq!(notes(&ann).await.unwrap(), ["ann: close the north", "ann: and the field"]);
    assert_eq!(notes(&ben).await.unwrap(), ["ben: keep two meeples"]);
    app.clock.advance(TimeDelta::days(400));
    service.withdraw(&as_user(&ann), &game, TalkChannel::Notes, 1).await.unwrap();
    assert_eq!(notes(&ann).await.unwrap(), ["ann: and the field"]);
    service.say(&as_user(&ann), &game, say(TalkChannel::Seats, "goodbye")).await.unwrap();
    let own = service.own_lines(&as_confirmed(&ann, &app.clock), None).await.unwrap();
    assert_eq!(
        own.iter().map(|line| line.channel).collect::<Vec<_>>(),
        [TalkChannel::Notes, TalkChannel::Seats]
    );
    crate::closing::close(app, service, &ann).await;
    assert_eq!(stored(app, "field").await, 0);
    let lines = read(service, &game, &ben, TalkChannel::Seats).await.unwrap();
    assert!(lines[0].starts_with("Former-player-") && lines[0].ends_with(": goodbye"), "{lines:?}");
}

async fn pages_of_a_long_channel_follow_each_other(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let me = as_user(&ann);
    for day in 0..6 {
        for line in 0..20 {
            service.say(&me, &game, say(TalkChannel::Seats, &format!("{day} {line}"))).await.unwrap();
        }
        app.clock.advance(TimeDelta::days(1));
    }
    let table = service.table(&me, &game, None).await.unwrap().unwrap().table;
    let page = async |from| {
        let view = service.talk(&me, &table, TalkChannel::Seats, from).await.unwrap().unwrap().page;
        let numbers: Vec<u32> = view.lines.iter().map(|line| line.n).collect();
        (numbers, view.earlier, view.later)
    };
    assert_eq!(page(TalkFrom::Last).await, ((71..=120).collect(), true, false));
    assert_eq!(page(TalkFrom::Before(71)).await, ((21..=70).collect(), true, true));
    assert_eq!(page(TalkFrom::Before(21)).await, ((1..=20).collect(), false, true));
    assert_eq!(page(TalkFrom::After(20)).await, ((21..=70).collect(), true, true));
    assert_eq!(page(TalkFrom::After(70)).await, ((71..=120).collect(), true, false));
}

#[tokio::test]
async fn what_the_host_and_the_table_allow_is_checked_for_each_kind_of_speaker() {
    let app = TestApp::on_sqlite().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let service = |chat| app.service.clone().with_chat(chat);
    let phrase = Say { channel: TalkChannel::Seats, said: Said::Phrase(Phrase::Hello), seen: None };
    let off = service(ChatSetting::Off);
    assert!(matches!(off.say(&as_user(&ann), &game, phrase.clone()).await, Err(TalkError::NoSuchGame)));
    assert_eq!(read(&off, &game, &ann, TalkChannel::Notes).await, None);
    let phrases = service(ChatSetting::Phrases);
    phrases.say(&as_user(&ann), &game, phrase).await.unwrap();
    let words = phrases.say(&as_user(&ann), &game, say(TalkChannel::Seats, "hello")).await;
    assert_eq!(refusal(words), TalkRefusal::PhrasesOnly);
    phrases.say(&as_user(&ann), &game, say(TalkChannel::Notes, "hello")).await.unwrap();
    let silent = crate::app::two_seats().with(|settings: &mut Settings| settings.talk = false);
    let game = app.service.open_and_join(&as_user(&ann), &silent, None).await.unwrap();
    app.service.join(&as_user(&ben), &game, None, None).await.unwrap();
    let all = service(ChatSetting::All);
    assert_eq!(read(&all, &game, &ann, TalkChannel::Seats).await, None);
    assert_eq!(read(&all, &game, &ann, TalkChannel::Notes).await, Some(Vec::new()));
    app.leave().await;
}
