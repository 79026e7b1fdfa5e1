//! Profiles: counted by jobs, equal to a recount from the logs, and shown to those who may see them.

use std::collections::BTreeMap;

use bastide::account::{Hidden, ProfileSettings, UserId, Visibility};
use bastide::analysis::Depth;
use bastide::engine::{BagRule, Colour, Event, Ruleset};
use bastide::service::{PlayerProfile, Principal};
use bastide::table::{
    AnswerTimes, ComputerLevel, GameId, GameKind, GameResult, HeadToHead, Pace, ProfileSums, Proposal,
    Replay, RulesGroup, Settings, TimeControl,
};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, against_computer, as_user, run_jobs};

crate::on_both_databases! {
    a_finished_game_counts_in_profiles_by_a_job_after_its_end
    profiles_equal_a_recount_from_the_logs_also_rebuilt
    a_private_game_counts_between_its_players_alone
    games_with_computers_and_games_that_were_stopped_count_nowhere
    who_leaves_has_lost_and_gets_no_points_counted
    the_deepest_analysis_counts_and_replaces_the_one_before
    two_servers_count_each_game_once
    games_from_before_are_counted_in_parts
    a_hidden_profile_shows_name_ratings_and_your_own_games_alone
}

fn short(settings: &mut Settings) {
    settings.rules = Ruleset { bag: BagRule::Minutes(10), ..settings.rules.clone() };
    settings.time_control = TimeControl::of_days(Some(3));
}

/// Plays a public game to its end, each turn a little slower than the one before.
async fn play_out(app: &TestApp, game: &GameId, players: &[&UserId]) {
    let mut minutes = 1;
    while !app.replay(game).await.game.is_finished() {
        app.clock.advance(TimeDelta::minutes(minutes));
        app.play(game, players).await.unwrap();
        minutes += 3;
    }
}

async fn profile(app: &TestApp, viewer: &Principal, player: &UserId) -> PlayerProfile {
    app.service.player_profile(viewer, player).await.unwrap().expect("a player")
}

async fn sums(app: &TestApp, player: &UserId) -> BTreeMap<GameKind, ProfileSums> {
    profile(app, &HOME, player).await.shown.expect("a profile that everybody sees").sums
}

/// Everything together.
async fn all(app: &TestApp, player: &UserId) -> ProfileSums {
    let mut all = ProfileSums::default();
    sums(app, player).await.values().for_each(|sums| all.add(sums));
    all
}

async fn between(app: &TestApp, one: &UserId, other: &UserId) -> (i64, i64, i64) {
    let HeadToHead { ahead, even, behind } =
        app.service.head_to_head(&as_user(one), other).await.unwrap().unwrap();
    (ahead, even, behind)
}

async fn differences(app: &TestApp) -> Vec<String> {
    app.service.rebuild(true, |_, _| ()).await.unwrap().differences
}

async fn a_finished_game_counts_in_profiles_by_a_job_after_its_end(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_with(&[&ann, &ben], short).await;
    play_out(app, &game, &[&ann, &ben]).await;
    for table in ["player_games", "player_totals", "opponent_totals"] {
        assert_eq!(
            app.count(&format!("SELECT COUNT(*) FROM {table}")).await,
            0,
            "the move writes no {table}"
        );
    }
    run_jobs(&app.service).await;
    let kinds: Vec<GameKind> = sums(app, &ann).await.into_keys().collect();
    let rules = RulesGroup { preset: Ruleset::default().preset, expansions: false };
    assert_eq!(kinds, [GameKind { rules, seats: 2, pace: Pace::Days }]);
    let replay = app.replay(&game).await;
    let (ann_sums, ben_sums) = (all(app, &ann).await, all(app, &ben).await);
    assert_eq!(
        [ann_sums.points, ben_sums.points].map(|points| i32::try_from(points).unwrap()),
        [replay.game.scores()[0], replay.game.scores()[1]]
    );
    assert_eq!((ann_sums.games(), ben_sums.games()), (1, 1));
    assert!(ann_sums.answers.turns() > 0);
    let (ahead, even, behind) = between(app, &ann, &ben).await;
    assert_eq!(ahead + even + behind, 1);
    assert_eq!(between(app, &ben, &ann).await, (behind, even, ahead));
    assert_eq!(differences(app).await, Vec::<String>::new());
}

/// What a finished game says about a player who sat there from the beginning to the end, told from its events.
async fn told(app: &TestApp, game: &GameId, player: &UserId) -> (GameKind, ProfileSums) {
    let view = app.service.table(&HOME, game, None).await.unwrap().unwrap();
    let (table, replay) = (&view.table, view.play.as_ref().unwrap());
    let seat = table.seat_of(player).unwrap();
    let own: Vec<_> = replay.game.colours().filter(|&colour| replay.game.seat_of(colour) == seat).collect();
    let left = replay.log.iter().any(|logged| {
        matches!(logged.event, Event::Resign { colour } | Event::Timeout { colour } if own.contains(&colour))
    });
    let mut sums = ProfileSums::default();
    let result = GameResult::of(seat, table.winners()).filter(|_| !left);
    *match result {
        Some(GameResult::Won) => &mut sums.won,
        Some(GameResult::Drawn) => &mut sums.drawn,
        Some(GameResult::Lost) | None => &mut sums.lost,
    } += 1;
    if !left {
        sums.stayed = 1;
        for logged in &replay.log {
            let Event::Score { feature, colours, points, .. } = &logged.event else { continue };
            for _ in own.iter().filter(|&&colour| colours.contains(colour)) {
                *sums.scored.entry(feature.word().to_owned()).or_default() += i64::from(*points);
                sums.points += i64::from(*points);
            }
        }
        sums.scored.retain(|_, points| *points != 0);
    }
    sums.answers = answers(replay, &own);
    (GameKind::of(&table.settings, table.seats().len()), sums)
}

/// The upper bounds of the steps in which times are kept, in minutes, as docs/profiles.md has them; the first two are 10 and 30 seconds.
const MINUTES: [i64; 18] =
    [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 720, 1080, 1440, 2880, 4320, 7200, 10_080, 20_160];

/// How long these colours took for their turns, each of which began with the end of the one before.
fn answers(replay: &Replay, own: &[Colour]) -> AnswerTimes {
    let mut steps: BTreeMap<String, i64> = BTreeMap::new();
    let mut begun = replay.log[0].at.unwrap();
    for logged in &replay.log {
        let at = logged.at.unwrap();
        match logged.event {
            Event::Turn { colour, .. } => {
                if own.contains(&colour) {
                    let bounds = [10, 30].into_iter().chain(MINUTES.map(|minutes| 60 * minutes));
                    let step = bounds.filter(|&bound| bound < (at - begun).num_seconds()).count();
                    *steps.entry(step.to_string()).or_default() += 1;
                }
                begun = at;
            }
            // Who leaves in the middle of a turn hands it to the next.
            Event::Resign { colour } if replay.at(logged.n - 1).unwrap().to_move() == Some(colour) => {
                begun = at;
            }
            _ => {}
        }
    }
    serde_json::from_value(serde_json::to_value(steps).unwrap()).unwrap()
}

async fn profiles_equal_a_recount_from_the_logs_also_rebuilt(app: &TestApp) {
    let mut people = Vec::new();
    for name in ["ann", "ben", "eve", "joe"] {
        people.push(app.person(name).await);
    }
    let mut games: Vec<(GameId, Vec<UserId>)> = Vec::new();
    for nth in 0..24_usize {
        let seats = 2 + nth % 3;
        let players: Vec<&UserId> = (0..seats).map(|seat| &people[(nth + seat) % people.len()]).collect();
        let days = [None, Some(1), Some(3), Some(7)][nth % 4];
        let game = app
            .game_with(&players, |settings| {
                short(settings);
                settings.time_control = TimeControl::of_days(days);
            })
            .await;
        for _ in 0..nth % 7 {
            app.clock.advance(TimeDelta::minutes(20));
            if !app.replay(&game).await.game.is_finished() {
                app.play(&game, &players).await.unwrap();
            }
        }
        if nth % 5 == 4 && !app.replay(&game).await.game.is_finished() {
            app.resign(players[nth % seats], &game).await;
        }
        if !app.replay(&game).await.game.is_finished() {
            play_out(app, &game, &players).await;
        }
        games.push((game, players.into_iter().cloned().collect()));
    }
    run_jobs(&app.service).await;
    assert_eq!(differences(app).await, Vec::<String>::new());
    recounted(app, &people, &games).await;
    for damage in [
        "UPDATE player_games SET place = 9",
        "UPDATE player_totals SET sums = '{\"won\":99}'",
        "UPDATE player_totals SET sums = 'nonsense'",
        "DELETE FROM player_totals",
        "UPDATE opponent_totals SET ahead = ahead + 1",
        "DELETE FROM opponent_totals",
        "DELETE FROM player_games",
    ] {
        app.damage(damage).await;
        assert!(!differences(app).await.is_empty(), "{damage}");
        app.service.rebuild(false, |_, _| ()).await.unwrap();
        assert_eq!(differences(app).await, Vec::<String>::new(), "{damage}");
        recounted(app, &people, &games).await;
    }
}

/// Compares all profiles with what the events of these games say.
async fn recounted(app: &TestApp, people: &[UserId], games: &[(GameId, Vec<UserId>)]) {
    for player in people {
        let mut right: BTreeMap<GameKind, ProfileSums> = BTreeMap::new();
        for (game, _) in games.iter().filter(|(_, players)| players.contains(player)) {
            let (kind, one) = told(app, game, player).await;
            right.entry(kind).or_default().add(&one);
        }
        let mut found = sums(app, player).await;
        for sums in found.values_mut() {
            sums.analysed = None;
        }
        assert_eq!(found, right);
        for other in people.iter().filter(|other| *other != player) {
            let together =
                games.iter().filter(|(_, players)| players.contains(player) && players.contains(other));
            let (ahead, even, behind) = between(app, player, other).await;
            assert_eq!(usize::try_from(ahead + even + behind).unwrap(), together.count());
        }
    }
}

async fn a_private_game_counts_between_its_players_alone(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.private_game(&ann, &ben).await;
    app.resign(&ben, &game).await;
    run_jobs(&app.service).await;
    for viewer in [HOME, as_user(&ann), as_user(&ben)] {
        let shown = profile(app, &viewer, &ann).await.shown.unwrap();
        assert_eq!(shown.sums, BTreeMap::new());
        assert!(shown.finished.0.is_empty() && shown.playing.0.is_empty());
    }
    assert_eq!(between(app, &ann, &ben).await, (1, 0, 0));
    assert_eq!(between(app, &ben, &ann).await, (0, 0, 1));
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn games_with_computers_and_games_that_were_stopped_count_nowhere(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let stopped = app.game_with(&[&ann, &ben], short).await;
    app.service.propose(&as_user(&ann), &stopped, Proposal::EndNow).await.unwrap();
    let n = app.service.table(&HOME, &stopped, None).await.unwrap().unwrap().table.revision;
    app.service.answer_proposal(&as_user(&ben), &stopped, n, true).await.unwrap();
    let opening = against_computer();
    assert_eq!(opening.computers[0].1, ComputerLevel::One);
    let alone = app.service.open_and_join(&as_user(&ann), &opening, None).await.unwrap();
    app.resign(&ann, &alone).await;
    run_jobs(&app.service).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM player_games").await, 0);
    assert_eq!(all(app, &ann).await, ProfileSums::default());
    assert_eq!(between(app, &ann, &ben).await, (0, 0, 0));
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn who_leaves_has_lost_and_gets_no_points_counted(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let players = [&ann, &ben, &eve];
    let game = app.game_with(&players, short).await;
    app.resign(&ben, &game).await;
    play_out(app, &game, &players).await;
    run_jobs(&app.service).await;
    let left = all(app, &ben).await;
    assert_eq!((left.games(), left.lost, left.stayed, left.points), (1, 1, 0, 0));
    assert_eq!(between(app, &ben, &ann).await, (0, 0, 1));
    assert_eq!(between(app, &ann, &ben).await, (1, 0, 0));
    assert_eq!(all(app, &ann).await.stayed, 1);
}

async fn the_deepest_analysis_counts_and_replaces_the_one_before(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_with(&[&ann, &ben], short).await;
    play_out(app, &game, &[&ann, &ben]).await;
    run_jobs(&app.service).await;
    assert_eq!(all(app, &ann).await.analysed, None);
    app.clock.advance(TimeDelta::seconds(2));
    for depth in [Depth::Quick, Depth::Standard] {
        if depth > Depth::Quick {
            app.service.request_analysis(&as_user(&ann), &game, depth).await.unwrap();
        }
        run_jobs(&app.service).await;
        run_jobs(&app.service).await;
        let report = app.service.analysis(&HOME, &game, depth).await.unwrap().unwrap().report.unwrap();
        let analysed = all(app, &ann).await.analysed.unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "a few points")]
        let thousandths = |points: f64| (points * 1000.0).round() as i64;
        assert_eq!(analysed.games, 1, "{depth:?}");
        assert_eq!(analysed.loss, thousandths(report.seats[0].loss.points), "{depth:?}");
        assert_eq!(analysed.adjusted, thousandths(report.seats[0].adjusted), "{depth:?}");
        assert_eq!(analysed.choices, i64::from(report.seats[0].choices));
        assert_eq!(differences(app).await, Vec::<String>::new());
    }
}

async fn two_servers_count_each_game_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let second = app.second_process().await;
    for _ in 0..6 {
        let game = app.game_with(&[&ann, &ben], short).await;
        app.resign(&ann, &game).await;
        app.damage(&format!(
            "INSERT INTO jobs (unique_key, kind, payload, lane, due, created)
             SELECT 'again/' || payload, kind, payload, lane, due, created FROM jobs WHERE unique_key = 'count_game/{game}'"
        ))
        .await;
    }
    tokio::join!(run_jobs(&app.service), run_jobs(&second));
    assert_eq!(all(app, &ben).await.won, 6);
    assert_eq!(between(app, &ann, &ben).await, (0, 0, 6));
    assert_eq!(differences(app).await, Vec::<String>::new());
    second.close().await;
}

async fn games_from_before_are_counted_in_parts(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..60 {
        let game = app.game_with(&[&ann, &ben], |_| ()).await;
        app.resign(&ann, &game).await;
    }
    app.damage("DELETE FROM jobs WHERE kind = 'count_game'").await;
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('count_games', 'count_games', 'analysis', '', 0, 0)",
    )
    .await;
    assert_eq!(differences(app).await, Vec::<String>::new(), "what still waits is no difference");
    run_jobs(&app.service).await;
    assert_eq!(all(app, &ben).await.won, 60);
    assert_eq!(differences(app).await, Vec::<String>::new());
}

async fn a_hidden_profile_shows_name_ratings_and_your_own_games_alone(app: &TestApp) {
    let (ann, ben, eve, joe) =
        (app.person("ann").await, app.person("ben").await, app.person("eve").await, app.person("joe").await);
    let game = app.game_with(&[&ann, &ben], short).await;
    app.resign(&ben, &game).await;
    app.service.hide_person(&as_user(&ann), &joe, Hidden::Blocked, true).await.unwrap();
    run_jobs(&app.service).await;
    for (visible, seen) in [
        (Visibility::Everybody, [true, true, true, true]),
        (Visibility::Shared, [false, false, true, true]),
        (Visibility::Nobody, [false, false, false, true]),
    ] {
        let settings = ProfileSettings { visible, followable: true };
        app.service.set_profile_settings(&as_user(&ann), settings).await.unwrap();
        assert_eq!(app.service.profile_settings(&as_user(&ann)).await.unwrap(), settings);
        let viewers = [HOME, as_user(&eve), as_user(&ben), as_user(&ann)];
        for (viewer, seen) in viewers.iter().zip(seen) {
            let profile = profile(app, viewer, &ann).await;
            assert_eq!(profile.shown.is_some(), seen, "{visible:?}, {viewer:?}");
            assert_eq!(profile.person.name, "ann");
        }
        assert_eq!(between(app, &ben, &ann).await, (0, 0, 1), "your own games are yours");
        assert!(app.service.player_profile(&as_user(&joe), &ann).await.unwrap().is_none(), "{visible:?}");
    }
}

/// For `plans`: what `bastide rebuild` finds and repairs.
pub async fn damaged(app: &TestApp) {
    let (una, vera) = (app.person("ulrich").await, app.person("veronika").await);
    let game = app.game_with(&[&una, &vera], short).await;
    app.resign(&una, &game).await;
    run_jobs(&app.service).await;
    app.damage(&format!("UPDATE player_totals SET sums = '{{}}' WHERE user_id = '{vera}'")).await;
    // Of a game that goes on.
    let other = app.game_with(&[&una, &vera], short).await;
    app.damage(&format!(
        "INSERT INTO player_games (game, user_id, kind, public, place, sums) VALUES ('{other}', '{una}', 'abbeys base 6 live', 1, 1, '{{}}')"
    ))
    .await;
}
