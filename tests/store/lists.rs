//! Dashboard and lists.

use bastide::account::UserId;
use bastide::engine::{Preset, Ruleset, TileSet};
use bastide::table::{Cursor, Expansions, Filter, GameId, Page, Status};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_user, two_seats};

crate::on_both_databases! {
    a_dashboard_says_what_waits_for_whom
    long_lists_have_pages_without_gaps_in_both_directions
    lists_are_filtered_by_status_and_by_player
    lists_are_filtered_by_rules
    a_part_of_a_name_finds_games_of_all_players_who_are_called_so
    the_players_turns_come_before_a_thousand_other_games
}

async fn a_dashboard_says_what_waits_for_whom(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let slow = app.game_of(&[&ann, &ben], None).await;
    app.clock.advance(TimeDelta::hours(1));
    let timed = app.game_of(&[&ben, &ann], Some(2)).await;
    app.clock.advance(TimeDelta::hours(1));
    let waiting = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let hidden = app
        .service
        .open_table(&as_user(&ben), &two_seats().with(|settings| settings.public = false))
        .await
        .unwrap();
    // Give both turns to ann.
    for (game, players) in [(&slow, [&ann, &ben]), (&timed, [&ben, &ann])] {
        if app.next_turn(game, &players).await.0 != ann {
            app.play(game, &players).await.unwrap();
        }
    }
    let ids = |games: &[bastide::table::Table]| games.iter().map(|game| game.id.clone()).collect::<Vec<_>>();
    let anns = app.service.dashboard(&as_user(&ann)).await.unwrap();
    assert_eq!(ids(&anns.my_turn), [timed.clone(), slow.clone()], "the one with a deadline first");
    assert_eq!(ids(&anns.my_tables), std::slice::from_ref(&waiting));
    assert!(anns.waiting.is_empty() && anns.open.is_empty() && anns.unseen.is_empty());
    assert_eq!(app.service.turns_waiting(&as_user(&ann)).await.unwrap(), 2);
    let queue = app.service.queue(&as_user(&ann)).await.unwrap();
    let queued: Vec<_> = queue.games.iter().map(|game| game.table.id.clone()).collect();
    assert_eq!(queued, ids(&anns.my_turn), "the queue has the same order");
    assert!(queue.invitations.is_empty() && queue.games.iter().all(|game| game.play.is_some()));
    for (name, turns) in [("ann", 2), ("ben", 0)] {
        let login = app.service.log_in(&HOME, name, "correct horse", "").await.unwrap();
        let seen = app.service.signed_in(&login.token).await.unwrap().unwrap();
        assert_eq!(seen.turns, turns, "the session counts the waiting turns");
    }
    let bens = app.service.dashboard(&as_user(&ben)).await.unwrap();
    assert_eq!((bens.waiting.len(), bens.my_turn.len()), (2, 0));
    assert_eq!(ids(&bens.my_tables), [hidden]);
    assert_eq!(ids(&bens.open), [waiting], "private tables of others are not shown");
    assert_eq!(app.service.turns_waiting(&as_user(&ben)).await.unwrap(), 0);
}

async fn long_lists_have_pages_without_gaps_in_both_directions(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut opened = Vec::new();
    for _ in 0..57 {
        app.clock.advance(TimeDelta::milliseconds(1));
        opened.push(app.game_of(&[&ann, &ben], None).await);
    }
    let status = Some(Status::Playing);
    let player = || Some("ann".to_owned());
    let filters = [
        Filter::default(),
        Filter { status, ..Filter::default() },
        Filter { player: player(), ..Filter::default() },
        Filter { player: player(), status, ..Filter::default() },
        Filter { preset: Some(Preset::Modern), ..Filter::default() },
    ];
    let orders = filters
        .into_iter()
        .flat_map(|filter| [false, true].map(|oldest_first| Filter { oldest_first, ..filter.clone() }));
    for (filter, mine) in orders.flat_map(|filter| [(filter.clone(), false), (filter, true)]) {
        let page = async |from: Option<Cursor>| -> Page {
            if mine {
                app.service.my_games(&as_user(&ben), &filter, from).await.unwrap()
            } else {
                app.service.public_games(&HOME, &filter, from).await.unwrap()
            }
        };
        let ids = |page: &Page| page.games.iter().map(|game| game.id.clone()).collect::<Vec<GameId>>();
        let mut expected = opened.clone();
        if !filter.oldest_first {
            expected.reverse();
        }
        let mut shown = page(None).await;
        assert_eq!(shown.previous, None, "{filter:?}");
        let mut seen = ids(&shown);
        while let Some(next) = shown.next {
            shown = page(Some(next)).await;
            seen.extend(ids(&shown));
        }
        assert_eq!(seen, expected, "onwards, none twice: {filter:?}, {mine}");
        let mut back = ids(&shown);
        while let Some(previous) = shown.previous {
            shown = page(Some(previous)).await;
            assert!(shown.next.is_some(), "{filter:?}");
            back.splice(..0, ids(&shown));
        }
        assert_eq!(back, expected, "and back: {filter:?}, {mine}");
    }
}

async fn lists_are_filtered_by_rules(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let open_by = async |opener: &UserId, rules: Ruleset| {
        app.clock.advance(TimeDelta::seconds(1));
        app.service
            .open_table(&as_user(opener), &two_seats().with(|settings| settings.rules = rules))
            .await
            .unwrap()
    };
    let open = async |rules| open_by(&ann, rules).await;
    let base = open(Ruleset::of(Preset::Modern)).await;
    let sets = vec![TileSet::Base, TileSet::River];
    let river = open(Ruleset { sets, ..Ruleset::of(Preset::Modern) }).await;
    let chicago = open(Ruleset::of(Preset::Chicago)).await;
    let mut wide = Vec::new();
    for nth in 0..30 {
        wide.push(open_by([&ann, &ben][nth % 2], Ruleset::of(Preset::Mcguire)).await);
    }
    let found = async |filter: Filter| {
        let page = app.service.public_games(&HOME, &filter, None).await.unwrap();
        (page.games.into_iter().map(|game| game.id).collect::<Vec<_>>(), page.next)
    };
    let preset = |preset| Filter { preset: Some(preset), ..Filter::default() };
    let expansions = |expansions| Filter { expansions: Some(expansions), ..Filter::default() };
    assert_eq!(found(preset(Preset::Modern)).await, (vec![river.clone(), base.clone()], None));
    assert_eq!(found(preset(Preset::Abbeys)).await, (vec![], None));
    assert_eq!(found(expansions(Expansions::None)).await, (vec![chicago, base], None));
    let both = Filter { preset: Some(Preset::Modern), ..expansions(Expansions::With(TileSet::River)) };
    assert_eq!(found(both).await, (vec![river], None));
    let (first, next) = found(preset(Preset::Mcguire)).await;
    wide.reverse();
    assert_eq!(first, wide[..25]);
    let rest = app.service.public_games(&HOME, &preset(Preset::Mcguire), next).await.unwrap();
    assert_eq!(rest.games.into_iter().map(|game| game.id).collect::<Vec<_>>(), wide[25..]);
}

async fn lists_are_filtered_by_status_and_by_player(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("Ann").await, app.person("ben").await, app.person("cleo").await);
    let with_ben = app.game_of(&[&ann, &ben], None).await;
    let with_cleo = app.game_of(&[&ann, &cleo], None).await;
    app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.service
        .open_table(&as_user(&ann), &two_seats().with(|settings| settings.public = false))
        .await
        .unwrap();
    let all = app.service.public_games(&HOME, &Filter::default(), None).await.unwrap();
    assert_eq!(all.games.len(), 3);
    let playing = Filter { status: Some(Status::Playing), ..Filter::default() };
    assert_eq!(app.service.public_games(&HOME, &playing, None).await.unwrap().games.len(), 2);
    let bens = Filter { player: Some(" BEN ".to_owned()), ..Filter::default() };
    let found = app.service.public_games(&HOME, &bens, None).await.unwrap().games;
    assert_eq!(found.iter().map(|game| &game.id).collect::<Vec<_>>(), [&with_ben]);
    let cleos =
        Filter { status: Some(Status::Playing), player: Some("cleo".to_owned()), ..Filter::default() };
    let found = app.service.my_games(&as_user(&ann), &cleos, None).await.unwrap().games;
    assert_eq!(found.iter().map(|game| &game.id).collect::<Vec<_>>(), [&with_cleo]);
    let finished = Filter { status: Some(Status::Finished), ..Filter::default() };
    assert!(app.service.my_games(&as_user(&ann), &finished, None).await.unwrap().games.is_empty());
}

async fn a_part_of_a_name_finds_games_of_all_players_who_are_called_so(app: &TestApp) {
    let (ann, zoe, zora) = (app.person("ann").await, app.person("Zo\u{eb}").await, app.person("Zora").await);
    let jorg = app.person("J\u{f6}rg").await;
    let mut games = Vec::new();
    for players in [[&zoe, &zora], [&ann, &zoe], [&ann, &zora], [&ann, &jorg]] {
        app.clock.advance(TimeDelta::milliseconds(1));
        games.push(app.game_of(&players, None).await);
    }
    let [both, one, other, accent] = games.try_into().unwrap();
    let named = |name: &str| Filter { player: Some(name.to_owned()), ..Filter::default() };
    let ids = |page: Page| page.games.into_iter().map(|game| game.id).collect::<Vec<_>>();
    let public = async |name: &str| ids(app.service.public_games(&HOME, &named(name), None).await.unwrap());
    let mine =
        async |name: &str| ids(app.service.my_games(&as_user(&ann), &named(name), None).await.unwrap());
    assert_eq!(public("zo").await, [other.clone(), one.clone(), both.clone()], "each once");
    assert_eq!(mine("ZO").await, [other, one.clone()]);
    assert_eq!(public("zoe").await, [one.clone(), both]);
    assert_eq!(mine("zo\u{eb}").await, [one]);
    assert_eq!(public("jorg").await, [accent]);
    assert!(public("zorba").await.is_empty() && public("z").await.is_empty() && mine("jox").await.is_empty());
}

async fn the_players_turns_come_before_a_thousand_other_games(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    if app.next_turn(&game, &[&ann, &ben]).await.0 != ann {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    // Newer games, in which it is ben's turn.
    let columns = "opener, rules, rules_version, seat_count, public, clock_days, secret, created, header,
        status, last_n, changed, computer_to_move, hand, scores, winners, handicaps, aids, hints, revision";
    let numbers = format!("WITH k AS ({})", tools::fill::numbers(1, 1100));
    let id = "CAST(1000000000000000 + k.i AS TEXT)";
    app.damage(&format!(
        "{numbers} INSERT INTO games (id, listed, to_move, {columns})
             SELECT {id}, listed + k.i, 1 - to_move, {columns} FROM games, k"
    ))
    .await;
    app.damage(&format!(
        "{numbers} INSERT INTO seats (game, seat, user_id, salt, status, public, listed)
             SELECT {id}, seat, user_id, salt, status, public, listed + k.i FROM seats, k"
    ))
    .await;
    let dashboard = app.service.dashboard(&as_user(&ann)).await.unwrap();
    assert_eq!(dashboard.my_turn.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    assert_eq!(dashboard.waiting.len(), 999);
    let queue = app.service.queue(&as_user(&ann)).await.unwrap();
    assert_eq!(queue.games.iter().map(|game| &game.table.id).collect::<Vec<_>>(), [&game]);
}
