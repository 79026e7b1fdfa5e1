//! Ratings: worked out by jobs, in order, once, and the same again from the logs.

use bastide::account::{AuditAction, UserId};
use bastide::rating::{Pool, Rating};
use bastide::service::{JoinError, StaffError};
use bastide::table::{
    ComputerLevel, GameId, Left, MissedTurns, OpenRefusal, Proposal, RatingBand, RatingChange, RatingRange,
    Search, Settings, TimeControl, Void,
};
use bastide::{engine::Seat, service::OpenError, table::NotRated, table::OpenTable};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    a_rated_game_moves_ratings_by_jobs_after_its_end
    games_count_in_the_order_in_which_they_ended_whenever_their_jobs_run
    a_game_is_found_by_the_mean_rating_of_its_players_before_it
    a_game_that_is_excluded_and_included_again_leaves_no_trace_in_ratings
    who_leaves_a_larger_table_is_last_and_the_others_are_rated_by_points
    an_early_end_or_an_agreed_one_counts_for_nobody
    of_three_games_lost_on_time_in_a_week_the_first_counts
    damaged_ratings_are_found_and_worked_out_again_to_the_last_thousandth
    two_servers_add_each_game_once
    tables_that_cannot_be_rated_are_refused
    a_rematch_is_rated_unless_it_has_handicaps
    bots_are_rated_among_themselves
    who_has_not_played_for_long_has_no_rank
    a_range_of_ratings_is_about_the_pool_of_the_game_and_not_about_its_opener
    a_rematch_asks_for_no_rating_of_those_who_played_and_none_if_it_is_unrated
    a_range_that_nobody_can_be_in_or_without_a_rated_game_is_refused
}

/// Adds a change by a game that nobody has played.
const ORPHAN: &str = "INSERT INTO rating_changes (user_id, game, pool, ended, seat, place, games, mean, deviation, new_mean, new_deviation)
    SELECT user_id, 'aaaaaaaaaaaaaaaa', pool, 1, seat, place, games, mean, deviation, new_mean, new_deviation FROM rating_changes LIMIT 1";

const DUEL: Pool = Pool::ALL[0];

fn rated(settings: &mut Settings) {
    settings.rated = true;
    settings.time_control = TimeControl::of_days(Some(3));
}

/// A rated game of which `turns` turns have been played.
async fn begun(app: &TestApp, players: &[&UserId], turns: usize) -> GameId {
    let game = app.game_with(players, rated).await;
    for _ in 0..turns {
        app.play(&game, players).await.unwrap();
    }
    game
}

async fn resign(app: &TestApp, player: &UserId, game: &GameId) {
    let last = app.replay(game).await.last();
    app.service.resign(&as_user(player), game, &submission(&app.service, last)).await.unwrap();
}

/// A rated game that counts, whose loser resigns.
async fn won(app: &TestApp, winner: &UserId, loser: &UserId) -> GameId {
    let game = begun(app, &[winner, loser], 8).await;
    app.clock.advance(TimeDelta::minutes(1));
    resign(app, loser, &game).await;
    game
}

async fn rating(app: &TestApp, user: &UserId) -> Option<Rating> {
    let ratings = app.service.ratings(&HOME, user).await.unwrap();
    ratings.into_iter().find(|(pool, _)| *pool == DUEL).map(|(_, rating)| rating.rating)
}

/// The player's games, the last first.
async fn history(app: &TestApp, user: &UserId) -> Vec<RatingChange> {
    app.service.rating_history(&HOME, user, DUEL, None).await.unwrap().changes
}

async fn differences(app: &TestApp) -> Vec<String> {
    app.service.rebuild(true, |_, _| ()).await.unwrap().differences
}

async fn a_rated_game_moves_ratings_by_jobs_after_its_end(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = won(app, &ann, &ben).await;
    for table in ["rated_games", "rating_changes", "ratings"] {
        assert_eq!(
            app.count(&format!("SELECT COUNT(*) FROM {table}")).await,
            0,
            "the move writes no {table}"
        );
    }
    run_jobs(&app.service).await;
    let [won, lost] = [rating(app, &ann).await.unwrap(), rating(app, &ben).await.unwrap()];
    assert_eq!((won.mean, lost.mean), (27_635, 22_365));
    assert_eq!((won.points(), lost.points()), (1605, 1395));
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let result = app.service.rated_result(&HOME, &table).await.unwrap().unwrap();
    assert_eq!(result.changes.iter().map(|change| change.place).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(result.changes[1].left, Some(Left::Resigned));
    assert_eq!(result.explained[0].pairs[0].expected, 500);
    assert_eq!(app.service.ranks(&HOME, DUEL, None).await.unwrap().players, [], "too little is known");
    // A game that is not rated changes nothing.
    let other = app.game_of(&[&ann, &ben], Some(3)).await;
    resign(app, &ann, &other).await;
    run_jobs(&app.service).await;
    assert_eq!(history(app, &ann).await.len(), 1);
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn games_count_in_the_order_in_which_they_ended_whenever_their_jobs_run(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let first = won(app, &ann, &ben).await;
    // Its job runs only after those of the next two.
    app.damage(&format!("UPDATE jobs SET due = 4000000000000 WHERE unique_key = 'rate_game/{first}'")).await;
    let second = won(app, &ben, &eve).await;
    let third = won(app, &eve, &ann).await;
    run_jobs(&app.service).await;
    assert_eq!(history(app, &ann).await.len(), 1);
    assert_eq!(differences(app).await, Vec::<String>::new(), "what still waits is no difference");
    app.damage(&format!("UPDATE jobs SET due = 0 WHERE unique_key = 'rate_game/{first}'")).await;
    run_jobs(&app.service).await;
    let games =
        |changes: Vec<RatingChange>| changes.into_iter().map(|change| change.game).collect::<Vec<_>>();
    assert_eq!(games(history(app, &ann).await), [third, first.clone()]);
    let of_ben = history(app, &ben).await;
    assert_eq!(of_ben[0].before, of_ben[1].after, "the second game begins where the first ended");
    assert_eq!(games(of_ben), [second, first]);
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn a_game_is_found_by_the_mean_rating_of_its_players_before_it(app: &TestApp) {
    let [ann, ben, eve] = [app.person("ann").await, app.person("ben").await, app.person("eve").await];
    let (service, _) = app.service.clone().with_staff(&["ann".to_owned()], &[]).await.unwrap();
    let first = won(app, &ann, &ben).await;
    let unrated = app.game_of(&[&ann, &ben], Some(3)).await;
    resign(app, &ann, &unrated).await;
    run_jobs(&app.service).await;
    let second = won(app, &eve, &ben).await;
    let found = async |band| {
        let search = Search { rating: Some(band), oldest_first: true, ..Search::default() };
        let page = app.service.search(&HOME, &search, None).await.unwrap();
        page.games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(found(RatingBand::Middle).await, std::slice::from_ref(&first));
    run_jobs(&app.service).await;
    assert_eq!(found(RatingBand::Middle).await, std::slice::from_ref(&first));
    assert_eq!(
        found(RatingBand::Low).await,
        std::slice::from_ref(&second),
        "ben has lost points in the first"
    );
    assert_eq!(differences(app).await, Vec::<String>::new());
    // Without the first game, everybody begins the second with what they started with.
    let admin = as_confirmed(&ann, &app.clock);
    service.correct_rating(&admin, &first, true, "The account was shared.").await.unwrap();
    assert_eq!(differences(app).await, Vec::<String>::new(), "what still waits is no difference");
    run_jobs(&app.service).await;
    assert_eq!(found(RatingBand::Middle).await, [first, second]);
    assert_eq!(found(RatingBand::Low).await, []);
    assert_eq!(differences(app).await, Vec::<String>::new());
    app.damage("UPDATE game_facets SET facet = 'rating 1900' WHERE facet = 'rating 1500-1699'").await;
    assert_eq!(differences(app).await.len(), 2);
    app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert_eq!(found(RatingBand::Middle).await.len(), 2);
    assert_eq!(differences(app).await, Vec::<String>::new());
}

/// All rows of ratings, as text.
async fn dump(app: &TestApp) -> Vec<String> {
    let mut rows = Vec::new();
    for query in [
        "SELECT user_id || ' ' || pool || ' ' || CAST(mean AS TEXT) || ' ' || CAST(deviation AS TEXT) || ' ' || CAST(games AS TEXT)
             || ' ' || CAST(ended AS TEXT) || ' ' || CAST(ranked AS TEXT) FROM ratings ORDER BY user_id, pool",
        "SELECT user_id || ' ' || game || ' ' || CAST(new_mean AS TEXT) || ' ' || CAST(new_deviation AS TEXT) || ' '
             || CAST(mean AS TEXT) || ' ' || COALESCE(void, '') FROM rating_changes ORDER BY user_id, game",
    ] {
        let found: Vec<String> = sqlx::query_scalar(query).fetch_all(&app.raw).await.unwrap();
        rows.extend(found);
    }
    rows
}

async fn a_game_that_is_excluded_and_included_again_leaves_no_trace_in_ratings(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (service, _) = app.service.clone().with_staff(&["ann".to_owned()], &[]).await.unwrap();
    let admin = as_confirmed(&ann, &app.clock);
    let first = won(app, &ann, &ben).await;
    let second = won(app, &ben, &ann).await;
    won(app, &ann, &ben).await;
    run_jobs(&app.service).await;
    let before = dump(app).await;
    for (excluded, reason) in [(true, "The account was shared."), (false, "It was not.")] {
        app.clock.advance(TimeDelta::minutes(1));
        service.correct_rating(&admin, &second, excluded, reason).await.unwrap();
        let again = service.correct_rating(&admin, &second, excluded, reason).await;
        assert!(matches!(again, Err(StaffError::Stale)), "{again:?}");
        run_jobs(&app.service).await;
        assert_eq!(differences(app).await, Vec::<String>::new());
        let changes = history(app, &ann).await;
        if excluded {
            assert_eq!((changes[1].void, changes[1].games), (Some(Void::Excluded), 1));
            assert_eq!(changes[0].before, changes[2].after, "the game between them moves nothing");
        }
    }
    assert_eq!(dump(app).await, before);
    let table = app.service.table(&HOME, &second, None).await.unwrap().unwrap().table;
    let corrections = app.service.rated_result(&HOME, &table).await.unwrap().unwrap().corrections;
    let said: Vec<_> = corrections.iter().map(|one| (one.excluded, one.reason.as_str())).collect();
    assert_eq!(said, [(true, "The account was shared."), (false, "It was not.")]);
    let log = service.audit_log(&admin, None).await.unwrap().entries;
    let actions: Vec<_> = log.iter().map(|entry| entry.action).collect();
    assert_eq!(actions, [AuditAction::IncludeGame, AuditAction::ExcludeGame]);
    // Not by everybody, not without a reason, and only games that are rated.
    for (who, game, reason) in [
        (as_user(&ben), &first, "because"),
        (admin.clone(), &first, " "),
        (admin.clone(), &GameId::new([1; 10]), "why"),
    ] {
        service.correct_rating(&who, game, true, reason).await.unwrap_err();
    }
    assert_eq!(dump(app).await, before);
}

async fn who_leaves_a_larger_table_is_last_and_the_others_are_rated_by_points(app: &TestApp) {
    let mut people = Vec::new();
    for name in ["ann", "ben", "eve"] {
        people.push(app.person(name).await);
    }
    let players: Vec<&UserId> = people.iter().collect();
    let game = begun(app, &players, 9).await;
    resign(app, players[1], &game).await;
    while !app.replay(&game).await.game.is_finished() {
        app.play(&game, &players).await.unwrap();
    }
    run_jobs(&app.service).await;
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let result = app.service.rated_result(&HOME, &table).await.unwrap().unwrap();
    let scores = table.row().unwrap().scores.clone();
    let expected: Vec<u8> = match scores[0].cmp(&scores[2]) {
        std::cmp::Ordering::Greater => vec![1, 3, 2],
        std::cmp::Ordering::Equal => vec![1, 3, 1],
        std::cmp::Ordering::Less => vec![2, 3, 1],
    };
    assert_eq!(result.changes.iter().map(|change| change.place).collect::<Vec<_>>(), expected, "{scores:?}");
    assert!(result.changes.iter().all(|change| change.pool.word() == "table-base"));
    assert!(result.explained.iter().all(|rated| rated.pairs.len() == 2));
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn an_early_end_or_an_agreed_one_counts_for_nobody(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let early = begun(app, &players, 7).await;
    resign(app, &ann, &early).await;
    let agreed = begun(app, &players, 10).await;
    app.service.propose(&as_user(&ann), &agreed, Proposal::EndNow).await.unwrap();
    let n = app.service.table(&HOME, &agreed, None).await.unwrap().unwrap().table.revision;
    app.service.answer_proposal(&as_user(&ben), &agreed, n, true).await.unwrap();
    run_jobs(&app.service).await;
    let void = |game: &GameId, changes: &[RatingChange]| {
        changes.iter().find(|change| change.game == *game).map(|change| (change.void, change.after))
    };
    let changes = history(app, &ann).await;
    assert_eq!(void(&early, &changes), Some((Some(Void::Early), Rating::START)));
    assert_eq!(void(&agreed, &changes), Some((Some(Void::Agreed), Rating::START)));
    assert_eq!(rating(app, &ann).await, None, "no game has counted");
    assert_eq!(differences(app).await, Vec::<String>::new());
}

/// A game in which the second player will run out of time in three days.
async fn lost_on_time(app: &TestApp, winner: &UserId, loser: &UserId) -> GameId {
    let players = [winner, loser];
    let game = app
        .game_with(&players, |settings| {
            rated(settings);
            settings.missed_turns = MissedTurns::OutAfter(1);
        })
        .await;
    while app.replay(&game).await.game.turns() < 8 || app.next_turn(&game, &players).await.0 == *winner {
        app.play(&game, &players).await.unwrap();
    }
    game
}

async fn of_three_games_lost_on_time_in_a_week_the_first_counts(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..3 {
        lost_on_time(app, &ben, &ann).await;
        app.clock.advance(TimeDelta::hours(6));
    }
    app.clock.advance(TimeDelta::days(3) - TimeDelta::hours(18));
    let mut counted = Vec::new();
    for lost in 1..=3 {
        app.clock.advance(TimeDelta::minutes(1));
        time_outs(&app.service).await;
        run_jobs(&app.service).await;
        let changes = history(app, &ann).await;
        assert_eq!(changes.len(), lost);
        counted = changes.iter().map(|change| change.void).collect();
        assert_eq!(differences(app).await, Vec::<String>::new());
        app.clock.advance(TimeDelta::hours(6) - TimeDelta::minutes(1));
    }
    assert_eq!(counted, [Some(Void::Absent), Some(Void::Absent), None], "the last first");
    assert!(history(app, &ben).await.iter().all(|change| change.void.is_none()));
    // What is excluded makes no other game an absence.
    let (service, _) = app.service.clone().with_staff(&["ben".to_owned()], &[]).await.unwrap();
    let admin = as_confirmed(&ben, &app.clock);
    let first = history(app, &ann).await[2].game.clone();
    for (excluded, after) in
        [(true, [None, None, Some(Void::Excluded)]), (false, [Some(Void::Absent), Some(Void::Absent), None])]
    {
        app.clock.advance(TimeDelta::minutes(1));
        service.correct_rating(&admin, &first, excluded, "a cut cable").await.unwrap();
        run_jobs(&app.service).await;
        let void: Vec<_> = history(app, &ann).await.iter().map(|change| change.void).collect();
        assert_eq!(void, after);
        assert_eq!(differences(app).await, Vec::<String>::new());
    }
    assert_eq!(history(app, &ben).await[0].games, 3);
    assert_eq!(history(app, &ann).await[0].games, 1);
}

async fn damaged_ratings_are_found_and_worked_out_again_to_the_last_thousandth(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    for (winner, loser) in [(&ann, &ben), (&ben, &eve), (&eve, &ann), (&ann, &eve), (&ann, &ben)] {
        won(app, winner, loser).await;
    }
    run_jobs(&app.service).await;
    let before = dump(app).await;
    rate_another(app, [&ann, &ben]).await;
    app.service.rebuild(false, |_, _| ()).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!(dump(app).await, before);
    for damage in [
        "UPDATE rating_changes SET new_mean = new_mean + 1 WHERE seat = 0",
        "UPDATE rating_changes SET void = 'nonsense' WHERE place = 2",
        "DELETE FROM rating_changes WHERE place = 1",
        ORPHAN,
        "UPDATE ratings SET mean = 99000",
        "DELETE FROM ratings",
        "UPDATE rated_games SET void = 'early'",
        "UPDATE rated_games SET players = '[]'",
        "UPDATE rated_games SET pool = 'table-base'",
        "DELETE FROM rated_games",
        "INSERT INTO time_losses (user_id, ended, game) SELECT user_id, 1, 'aaaaaaaaaaaaaaaa' FROM ratings LIMIT 1",
        "UPDATE rated_games SET void = 'nonsense'",
        "UPDATE ratings SET pool = 'nonsense'",
    ] {
        app.damage(damage).await;
        assert!(!differences(app).await.is_empty(), "{damage}");
        app.service.rebuild(false, |_, _| ()).await.unwrap();
        run_jobs(&app.service).await;
        app.service.rebuild(false, |_, _| ()).await.unwrap();
        assert_eq!(dump(app).await, before, "{damage}");
        assert_eq!(differences(app).await, Vec::<String>::new(), "{damage}");
    }
}

async fn two_servers_add_each_game_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for round in 0..6 {
        if round % 2 == 0 {
            won(app, &ann, &ben).await
        } else {
            won(app, &ben, &ann).await
        };
    }
    let second = app.second_process().await;
    tokio::join!(run_jobs(&app.service), run_jobs(&second));
    assert_eq!(
        history(app, &ann).await.iter().map(|change| change.games).collect::<Vec<_>>(),
        [6, 5, 4, 3, 2, 1]
    );
    assert_eq!(differences(app).await, Vec::<String>::new());
    second.close().await;
}

async fn tables_that_cannot_be_rated_are_refused(app: &TestApp) {
    let ann = app.person("ann").await;
    let of = |change: fn(&mut Settings)| {
        two_seats().with(|settings| {
            rated(settings);
            change(settings);
        })
    };
    let computers = OpenTable { computers: vec![(Seat(1), ComputerLevel::One)], ..of(|_| ()) };
    for (open, why) in [
        (of(|settings| settings.public = false), NotRated::Private),
        (computers, NotRated::Computers),
        (of(|settings| settings.handicaps = vec![0, 5]), NotRated::Handicaps),
        (of(|settings| settings.hints = true), NotRated::Hints),
        (of(|settings| settings.take_backs = 1), NotRated::TakeBacks),
        (of(|settings| settings.stand_ins = true), NotRated::StandIns),
        (of(|settings| settings.time_control = TimeControl::of_days(None)), NotRated::Clock),
        (of(|settings| settings.missed_turns = MissedTurns::Wait), NotRated::MissedTurns),
        (
            of(|settings| settings.missed_turns = MissedTurns::Computer(ComputerLevel::One)),
            NotRated::MissedTurns,
        ),
    ] {
        let refused = app.service.open_table(&as_user(&ann), &open).await;
        match refused {
            Err(OpenError::Refused(OpenRefusal::Rated(found))) => assert_eq!(found, why),
            other => panic!("{why:?}: {other:?}"),
        }
    }
    app.service.open_table(&as_user(&ann), &of(|_| ())).await.unwrap();
}

async fn a_rematch_is_rated_unless_it_has_handicaps(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for (handicaps, is_rated) in [(None, true), (Some(vec![0, 0]), true), (Some(vec![0, 5]), false)] {
        let game = won(app, &ann, &ben).await;
        let rematch = app.service.rematch_with(&as_user(&ann), &game, handicaps, None).await.unwrap();
        let table = app.service.table(&as_user(&ann), &rematch, None).await.unwrap().unwrap().table;
        assert_eq!(table.settings.rated, is_rated, "{:?}", table.settings.handicaps);
    }
}

async fn bots_are_rated_among_themselves(app: &TestApp) {
    let ann = app.person("ann").await;
    let confirmed = as_confirmed(&ann, &app.clock);
    let mut bots = Vec::new();
    for name in ["robbie", "hal"] {
        app.service.make_bot(&confirmed, name).await.unwrap();
        bots.push(
            app.service
                .bots(&as_user(&ann))
                .await
                .unwrap()
                .into_iter()
                .find(|bot| bot.name == name)
                .unwrap()
                .id,
        );
    }
    let for_bots = two_seats().with(|settings| {
        rated(settings);
        settings.bots = true;
    });
    let refused = app.service.open_and_join(&as_user(&ann), &for_bots, None).await;
    assert!(matches!(refused, Err(OpenError::ForBots)), "{refused:?}");
    let game = app.service.open_table(&as_user(&ann), &for_bots).await.unwrap();
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap_err();
    let players = [&bots[0], &bots[1]];
    for bot in players {
        app.service.join(&as_user(bot), &game, None, None).await.unwrap();
    }
    for _ in 0..8 {
        app.play(&game, &players).await.unwrap();
    }
    resign(app, players[0], &game).await;
    run_jobs(&app.service).await;
    let pools: Vec<_> = app
        .service
        .ratings(&HOME, players[1])
        .await
        .unwrap()
        .into_iter()
        .map(|(pool, _)| pool.word())
        .collect();
    assert_eq!(pools, ["bots-duel-base"]);
    // Nor does a bot play people for ratings.
    let for_people = app.service.open_table(&as_user(&ann), &two_seats().with(rated)).await.unwrap();
    app.service.join(&as_user(players[0]), &for_people, None, None).await.unwrap_err();
}

async fn who_has_not_played_for_long_has_no_rank(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    won(app, &ann, &ben).await;
    run_jobs(&app.service).await;
    app.damage("UPDATE rating_changes SET new_deviation = 2000, deviation = 2000").await;
    won(app, &ann, &ben).await;
    run_jobs(&app.service).await;
    let ranks = app.service.ranks(&HOME, DUEL, None).await.unwrap().players;
    let names: Vec<_> = ranks.iter().map(|player| player.person.name.as_str()).collect();
    assert_eq!(names, ["ann", "ben"]);
    app.clock.advance(TimeDelta::days(91));
    app.service.clean_up().await.unwrap();
    assert_eq!(app.service.ranks(&HOME, DUEL, None).await.unwrap().players, []);
    assert!(rating(app, &ann).await.is_some(), "the rating stays");
}

/// Gives a user a rating in a pool.
pub async fn rate(app: &TestApp, user: &UserId, pool: Pool, points: i64) {
    let Rating { mean, deviation } = Rating::with_points(points, 3000);
    let word = pool.word();
    app.damage(&format!(
        "INSERT INTO ratings (user_id, pool, mean, deviation, games, ended, ranked) VALUES ('{user}', '{word}', {mean}, {deviation}, 9, 0, 0)"
    ))
    .await;
}

fn wanted(from: u16, to: u16) -> OpenTable {
    two_seats().with(|settings| {
        rated(settings);
        settings.rating = RatingRange { from: Some(from), to: Some(to) };
    })
}

async fn a_range_of_ratings_is_about_the_pool_of_the_game_and_not_about_its_opener(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (cleo, dana) = (app.person("cleo").await, app.person("dana").await);
    rate(app, &ann, DUEL, 2000).await;
    rate(app, &ben, DUEL, 1701).await;
    rate(app, &ben, Pool::ALL[2], 1500).await;
    rate(app, &cleo, DUEL, 1700).await;
    rate(app, &cleo, Pool::ALL[2], 2000).await;
    let game = service.open_and_join(&as_user(&ann), &wanted(1300, 1700), None).await.unwrap();
    let view = service.table(&as_user(&ben), &game, None).await.unwrap().unwrap();
    assert_eq!(view.rating_outside, Some(1701));
    service.invite(&as_user(&ann), &game, "ben").await.unwrap();
    let refused = service.join(&as_user(&ben), &game, None, None).await.unwrap_err();
    let JoinError::Rating { range, yours: 1701 } = refused else { panic!("{refused:?}") };
    assert_eq!((range.from, range.to, refused.code()), (Some(1300), Some(1700), "rating-outside-range"));
    service.join(&as_user(&cleo), &game, None, None).await.unwrap();
    // At a larger table it is their other ratings, and who has none counts as 1500.
    let larger = OpenTable { seats: 3, ..wanted(1500, 1500) };
    let game = service.open_table(&as_user(&ann), &larger).await.unwrap();
    for (user, may) in [(&ann, true), (&ben, true), (&cleo, false), (&dana, true)] {
        assert_eq!(service.join(&as_user(user), &game, None, None).await.is_ok(), may, "{user}");
    }
}

async fn a_rematch_asks_for_no_rating_of_those_who_played_and_none_if_it_is_unrated(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let range = RatingRange { from: Some(1450), to: None };
    let played = async || {
        let players = [&ann, &ben];
        let game = app.game_with(&players, |settings| {
            rated(settings);
            settings.rating = range;
        });
        let game = game.await;
        resign(app, &ben, &game).await;
        game
    };
    let (first, second) = (played().await, played().await);
    rate(app, &ben, DUEL, 1300).await;
    let rematch = service.rematch(&as_user(&ann), &first, None).await.unwrap();
    let table = service.table(&as_user(&ben), &rematch, None).await.unwrap().unwrap();
    assert_eq!((table.table.settings.rating, table.rating_outside), (range, None));
    service.join(&as_user(&ben), &rematch, None, None).await.unwrap();
    let rematch = service.rematch_with(&as_user(&ann), &second, Some(vec![0, 5]), None).await.unwrap();
    let settings = service.table(&as_user(&ben), &rematch, None).await.unwrap().unwrap().table.settings;
    assert!(!settings.rated && settings.rating.is_none());
}

async fn a_range_that_nobody_can_be_in_or_without_a_rated_game_is_refused(app: &TestApp) {
    let ann = app.person("ann").await;
    for (opening, expected) in [
        (wanted(1700, 1300), OpenRefusal::RatingRange),
        (wanted(1300, 4001), OpenRefusal::RatingRange),
        (wanted(1300, 1700).with(|settings| settings.rated = false), OpenRefusal::RatingRangeUnrated),
    ] {
        let refused = app.service.open_table(&as_user(&ann), &opening).await.unwrap_err();
        let OpenError::Refused(why) = refused else { panic!("{refused:?}") };
        assert_eq!((why.code(), &why), ("bad-rating-range", &expected));
    }
}

async fn rate_another(app: &TestApp, players: [&UserId; 2]) {
    let game = app.game_of(&players, None).await;
    resign(app, players[0], &game).await;
    app.damage(&format!(
        "INSERT INTO rated_games (game, ended, pool, players, void) SELECT '{game}', ended, pool, players, void FROM rated_games LIMIT 1"
    ))
    .await;
}

/// For `plans`: a rated game whose ratings are wrong.
pub async fn damaged(app: &TestApp) {
    let (gus, ida) = (app.person("gus").await, app.person("ida").await);
    won(app, &gus, &ida).await;
    run_jobs(&app.service).await;
    rate_another(app, [&gus, &ida]).await;
    app.damage(ORPHAN).await;
}

/// For `plans`: every use case.
pub async fn tour(app: &TestApp) {
    let (joe, kim) = (app.person("wilma").await, app.person("xaver").await);
    let (service, _) = app.service.clone().with_staff(&["wilma".to_owned()], &[]).await.unwrap();
    let game = lost_on_time(app, &joe, &kim).await;
    app.clock.advance(TimeDelta::days(3));
    time_outs(&app.service).await;
    // The filled games are rated by no job.
    app.damage("UPDATE rating_progress SET ended = 4000000000000").await;
    run_jobs(&app.service).await;
    let table = service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    service.rated_result(&HOME, &table).await.unwrap();
    let next = service.ranks(&HOME, DUEL, None).await.unwrap().next;
    service.ranks(&HOME, DUEL, next.as_ref()).await.unwrap();
    let busiest: UserId = tools::fill::user_id(0).unwrap();
    let next = service.rating_history(&HOME, &busiest, DUEL, None).await.unwrap().next;
    service.rating_history(&HOME, &busiest, DUEL, next.as_ref()).await.unwrap();
    service.ratings(&HOME, &kim).await.unwrap();
    service.player(&HOME, &kim).await.unwrap();
    service.correct_rating(&as_confirmed(&joe, &app.clock), &game, true, "why").await.unwrap();
    run_jobs(&app.service).await;
    service.clean_up().await.unwrap();
}
