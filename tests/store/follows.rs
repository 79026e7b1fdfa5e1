//! Following players and games: who can, what it shows, and whom it notifies.

use bastide::account::{Hidden, ProfileSettings, UserId, Visibility};
use bastide::service::{FollowError, FollowerCursor, MOST_FOLLOWED, Watching};
use bastide::table::{Channel, GameId, NotificationFilter, NotificationKind, NotificationTopic, TimeControl};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, against_computer, as_confirmed, as_guest, as_user, run_jobs};

crate::on_both_databases! {
    who_follows_a_player_watches_their_public_games_in_progress
    a_block_ends_follows_in_both_directions_and_allows_no_new_ones
    who_cannot_be_followed_has_no_followers
    a_follower_can_be_removed_and_the_list_is_for_the_followed_alone
    a_game_is_followed_by_those_who_may_see_it
    a_limited_number_of_players_and_games_can_be_followed
    bots_guests_and_oneself_are_not_followed
    those_who_chose_it_hear_of_the_beginning_and_the_end_of_games
    many_followers_are_notified_in_parts
    closing_an_account_ends_its_follows
}

async fn follow(app: &TestApp, user: &UserId, player: &UserId) -> Result<(), FollowError> {
    app.service.follow_player(&as_user(user), player).await
}

async fn watching(app: &TestApp, user: &UserId) -> Watching {
    app.service.watching(&as_user(user), None).await.unwrap()
}

fn ids(games: &[bastide::table::Table]) -> Vec<&GameId> {
    games.iter().map(|game| &game.id).collect()
}

/// Of whom the user says that they follow them, the last first.
async fn followed(app: &TestApp, user: &UserId) -> Vec<UserId> {
    watching(app, user).await.players.into_iter().map(|player| player.id).collect()
}

async fn people<const N: usize>(app: &TestApp, names: [&str; N]) -> [UserId; N] {
    let mut people = Vec::new();
    for name in names {
        people.push(app.person(name).await);
    }
    people.try_into().unwrap()
}

async fn who_follows_a_player_watches_their_public_games_in_progress(app: &TestApp) {
    let [ann, ben, eve] = people(app, ["ann", "ben", "eve"]).await;
    let first = app.game_of(&[&ann, &ben], Some(3)).await;
    app.private_game(&ann, &ben).await;
    assert!(watching(app, &eve).await.of_players.is_empty());
    follow(app, &eve, &ann).await.unwrap();
    follow(app, &eve, &ann).await.unwrap();
    follow(app, &eve, &ben).await.unwrap();
    assert_eq!(followed(app, &eve).await.len(), 2);
    app.clock.advance(TimeDelta::minutes(1));
    let second = app.game_of(&[&ben, &ann], Some(3)).await;
    let found = watching(app, &eve).await;
    assert_eq!(ids(&found.of_players), [&second, &first], "each game once, and no private one");
    app.resign(&ann, &second).await;
    assert_eq!(ids(&watching(app, &eve).await.of_players), [&first]);
    for _ in 0..26 {
        app.game_of(&[&ann, &ben], Some(3)).await;
    }
    let page = watching(app, &eve).await;
    assert_eq!(page.of_players.len(), 25);
    let rest = app.service.watching(&as_user(&eve), page.next).await.unwrap();
    assert_eq!((rest.of_players.len(), rest.next), (2, None));
    app.service.unfollow_player(&as_user(&eve), &ann).await.unwrap();
    app.service.unfollow_player(&as_user(&eve), &ben).await.unwrap();
    assert!(watching(app, &eve).await.of_players.is_empty());
}

async fn a_block_ends_follows_in_both_directions_and_allows_no_new_ones(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    follow(app, &ann, &ben).await.unwrap();
    follow(app, &ben, &ann).await.unwrap();
    app.service.hide_person(&as_user(&ann), &ben, Hidden::Muted, true).await.unwrap();
    assert_eq!(followed(app, &ann).await, std::slice::from_ref(&ben), "muting ends nothing");
    app.service.hide_person(&as_user(&ann), &ben, Hidden::Blocked, true).await.unwrap();
    for (one, other) in [(&ann, &ben), (&ben, &ann)] {
        assert_eq!(followed(app, one).await, []);
        assert!(follow(app, one, other).await.is_err());
    }
    assert!(matches!(follow(app, &ben, &ann).await, Err(FollowError::NoSuchPlayer)), "as if there were none");
    app.service.hide_person(&as_user(&ann), &ben, Hidden::Blocked, false).await.unwrap();
    follow(app, &ben, &ann).await.unwrap();
}

async fn who_cannot_be_followed_has_no_followers(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    follow(app, &ben, &ann).await.unwrap();
    let settings = |followable| ProfileSettings { visible: Visibility::Everybody, followable };
    app.service.set_profile_settings(&as_user(&ann), settings(false)).await.unwrap();
    assert_eq!(followed(app, &ben).await, []);
    assert!(matches!(follow(app, &ben, &ann).await, Err(FollowError::NotFollowable)));
    let profile = app.service.player_profile(&as_user(&ben), &ann).await.unwrap().unwrap();
    assert_eq!((profile.follows, profile.shown.is_some()), (None, true));
    app.service.set_profile_settings(&as_user(&ann), settings(true)).await.unwrap();
    follow(app, &ben, &ann).await.unwrap();
}

async fn a_follower_can_be_removed_and_the_list_is_for_the_followed_alone(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    let mut fans = Vec::new();
    for nth in 0..30 {
        let fan = app.person(&format!("fan-{nth}")).await;
        app.clock.advance(TimeDelta::minutes(1));
        follow(app, &fan, &ann).await.unwrap();
        fans.push(fan);
    }
    let page = app.service.followers(&as_user(&ann), None).await.unwrap();
    assert_eq!((page.people.len(), &page.people[0].id), (25, &fans[29]));
    let next = page.next.unwrap();
    assert_eq!(next.to_string().parse::<FollowerCursor>().as_ref(), Ok(&next));
    let rest = app.service.followers(&as_user(&ann), Some(&next)).await.unwrap();
    assert_eq!((rest.people.len(), rest.next), (5, None));
    assert!(app.service.followers(&as_user(&ben), None).await.unwrap().people.is_empty());
    app.service.followers(&HOME, None).await.unwrap_err();
    app.service.remove_follower(&as_user(&ann), &fans[29]).await.unwrap();
    assert_eq!(followed(app, &fans[29]).await, []);
    app.service.remove_follower(&as_user(&ben), &fans[28]).await.unwrap();
    assert_eq!(followed(app, &fans[28]).await, [ann], "nobody removes the followers of others");
}

async fn a_game_is_followed_by_those_who_may_see_it(app: &TestApp) {
    let [ann, ben, eve] = people(app, ["ann", "ben", "eve"]).await;
    let (open, hidden) = (app.game_of(&[&ann, &ben], Some(3)).await, app.private_game(&ann, &ben).await);
    app.service.follow_game(&as_user(&eve), &open).await.unwrap();
    let refused = app.service.follow_game(&as_user(&eve), &hidden).await;
    assert!(matches!(refused, Err(FollowError::NoSuchGame)), "{refused:?}");
    app.service.follow_game(&as_user(&ann), &hidden).await.unwrap();
    assert_eq!(ids(&watching(app, &eve).await.games), [&open]);
    assert_eq!(ids(&watching(app, &ann).await.games), [&hidden]);
    let table = app.service.table(&as_user(&eve), &open, None).await.unwrap().unwrap().table;
    assert_eq!(app.service.follows_game(&as_user(&eve), &table).await.unwrap(), Some(true));
    assert_eq!(app.service.follows_game(&HOME, &table).await.unwrap(), None);
    app.resign(&ann, &open).await;
    assert_eq!(ids(&watching(app, &eve).await.games), [&open], "it stays until she stops following it");
    assert!(matches!(app.service.follow_game(&as_user(&ben), &open).await, Err(FollowError::Finished)));
    app.service.unfollow_game(&as_user(&eve), &open).await.unwrap();
    assert!(watching(app, &eve).await.games.is_empty());
    // A game that she may not see any more is not shown.
    app.damage(&format!("INSERT INTO followed_games (game, user_id, at) VALUES ('{hidden}', '{eve}', 0)"))
        .await;
    assert!(watching(app, &eve).await.games.is_empty());
}

async fn a_limited_number_of_players_and_games_can_be_followed(app: &TestApp) {
    let [ann, ben, eve] = people(app, ["ann", "ben", "eve"]).await;
    let game = app.game_of(&[&ann, &ben], Some(3)).await;
    for nth in 0..i64::from(MOST_FOLLOWED) {
        app.damage(&format!(
            "INSERT INTO users (id, name, folded, password, zone, created, guest)
             SELECT 'zz{:014}', 'p-{nth}', 'p-{nth}', password, 'UTC', 0, 0 FROM users WHERE name = 'ben'",
            nth + 10_000_000_000_000
        ))
        .await;
    }
    app.damage(&format!("INSERT INTO followed_players (user_id, player, at) SELECT '{eve}', id, 0 FROM users WHERE name LIKE 'p-%'"))
        .await;
    assert!(matches!(follow(app, &eve, &ann).await, Err(FollowError::TooMany(MOST_FOLLOWED))));
    app.damage(&format!(
        "DELETE FROM followed_players WHERE user_id = '{eve}' AND player = 'zz10000000000000'"
    ))
    .await;
    follow(app, &eve, &ann).await.unwrap();
    follow(app, &eve, &ann).await.unwrap();
    app.service.follow_game(&as_user(&eve), &game).await.unwrap();
}

async fn bots_guests_and_oneself_are_not_followed(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    let guest = app.service.create_guest(&HOME, "").await.unwrap().user.id;
    assert!(matches!(follow(app, &ann, &ann).await, Err(FollowError::Yourself)));
    assert!(matches!(follow(app, &ann, &guest).await, Err(FollowError::NoSuchPlayer)));
    let refused = app.service.follow_player(&as_guest(&guest), &ann).await;
    assert!(matches!(refused, Err(FollowError::Guest)), "{refused:?}");
    app.service.make_bot(&as_confirmed(&ben, &app.clock), "rex").await.unwrap();
    let bot = app.service.bot_called(&HOME, "rex").await.unwrap().unwrap();
    assert!(matches!(follow(app, &ann, &bot.id).await, Err(FollowError::Bot)));
}

async fn wants(app: &TestApp, user: &UserId) {
    let settings = app.service.notification_settings(&as_user(user)).await.unwrap();
    let settings = settings.with(NotificationTopic::Followed, Channel::Feed, true);
    app.service.set_notification_settings(&as_user(user), &settings).await.unwrap();
}

/// What the user was notified of about others' games, the last first.
async fn told(app: &TestApp, user: &UserId) -> Vec<(GameId, NotificationKind)> {
    let filter =
        NotificationFilter { topic: Some(NotificationTopic::Followed), ..NotificationFilter::default() };
    let found = app.service.notifications(&as_user(user), &filter, None).await.unwrap();
    found.notifications.into_iter().map(|(one, _)| (one.game, one.kind)).collect()
}

async fn those_who_chose_it_hear_of_the_beginning_and_the_end_of_games(app: &TestApp) {
    use NotificationKind::{FollowedBegan, FollowedEnded};
    let [ann, ben, eve, joe] = people(app, ["ann", "ben", "eve", "joe"]).await;
    for fan in [&eve, &joe, &ben] {
        follow(app, fan, &ann).await.unwrap();
    }
    wants(app, &eve).await;
    wants(app, &ben).await;
    let game = app.game_of(&[&ann, &ben], Some(3)).await;
    app.private_game(&ann, &ben).await;
    app.service.open_and_join(&as_user(&ann), &against_computer(), None).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!(told(app, &eve).await, [(game.clone(), FollowedBegan)]);
    assert_eq!(told(app, &joe).await, [], "it is off until chosen");
    assert_eq!(told(app, &ben).await, [], "he plays himself");
    app.clock.advance(TimeDelta::minutes(1));
    app.resign(&ann, &game).await;
    run_jobs(&app.service).await;
    assert_eq!(told(app, &eve).await, [(game.clone(), FollowedEnded), (game.clone(), FollowedBegan)]);
    // Following the game is enough.
    wants(app, &joe).await;
    app.service.unfollow_player(&as_user(&joe), &ann).await.unwrap();
    let other = app.game_with(&[&ann, &ben], |settings| settings.time_control = TimeControl::Unlimited).await;
    app.service.follow_game(&as_user(&joe), &other).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!(told(app, &joe).await, []);
    app.resign(&ben, &other).await;
    run_jobs(&app.service).await;
    assert_eq!(told(app, &joe).await, [(other, FollowedEnded)]);
    let rebuilt = app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert_eq!(rebuilt.differences, Vec::<String>::new());
    assert_eq!(told(app, &joe).await.len(), 1, "no log says who followed, so nothing is rebuilt");
}

async fn many_followers_are_notified_in_parts(app: &TestApp) {
    let [ann, ben, eve] = people(app, ["ann", "ben", "eve"]).await;
    wants(app, &eve).await;
    app.damage(&format!(
        "WITH k AS ({}) INSERT INTO users (id, name, folded, password, zone, created, guest)
         SELECT 'zz' || CAST(10000000000000 + k.i AS TEXT), 'p-' || CAST(k.i AS TEXT), 'p-' || CAST(k.i AS TEXT), u.password, 'UTC', 0, 0
         FROM k CROSS JOIN users u WHERE u.id = '{ben}'",
        tools::fill::numbers(1, 450)
    ))
    .await;
    app.damage(&format!(
        "INSERT INTO followed_players (user_id, player, at) SELECT id, '{ann}', 0 FROM users WHERE name LIKE 'p-%'"
    ))
    .await;
    app.damage(&format!(
        "INSERT INTO notification_settings (user_id, body)
         SELECT u.id, s.body FROM users u CROSS JOIN notification_settings s WHERE s.user_id = '{eve}' AND u.name LIKE 'p-%'"
    ))
    .await;
    app.game_of(&[&ann, &ben], Some(3)).await;
    run_jobs(&app.service).await;
    let told = "SELECT COUNT(*) FROM notifications WHERE kind = 'followed_began'";
    assert_eq!(app.count(told).await, 450);
}

async fn closing_an_account_ends_its_follows(app: &TestApp) {
    let [ann, ben] = people(app, ["ann", "ben"]).await;
    let game = app.game_of(&[&ann, &ben], Some(3)).await;
    follow(app, &ann, &ben).await.unwrap();
    follow(app, &ben, &ann).await.unwrap();
    app.service.follow_game(&as_user(&ann), &game).await.unwrap();
    let settings = ProfileSettings { visible: Visibility::Nobody, followable: true };
    app.service.set_profile_settings(&as_user(&ann), settings).await.unwrap();
    app.service.close_account(&as_confirmed(&ann, &app.clock), true).await.unwrap();
    app.clock.advance(TimeDelta::days(8));
    run_jobs(&app.service).await;
    for table in ["followed_players", "followed_games", "profile_settings"] {
        assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
    assert!(app.service.player_profile(&as_user(&ben), &ann).await.unwrap().is_none());
}

/// For `plans`: every use case, on a filled database.
pub async fn tour(app: &TestApp) {
    let [ruth, sven] = people(app, ["ruth", "sven"]).await;
    let busiest: UserId = tools::fill::user_id(0).unwrap();
    let service = &app.service;
    wants(app, &ruth).await;
    for player in [&busiest, &sven] {
        follow(app, &ruth, player).await.unwrap();
    }
    let game = app.game_of(&[&sven, &busiest], Some(3)).await;
    service.follow_game(&as_user(&ruth), &game).await.unwrap();
    let table = service.table(&as_user(&ruth), &game, None).await.unwrap().unwrap().table;
    service.follows_game(&as_user(&ruth), &table).await.unwrap();
    let page = service.watching(&as_user(&ruth), None).await.unwrap();
    service.watching(&as_user(&ruth), page.next).await.unwrap();
    let page = service.followers(&as_user(&busiest), None).await.unwrap();
    service.followers(&as_user(&busiest), page.next.as_ref()).await.unwrap();
    for viewer in [HOME, as_user(&ruth), as_user(&sven)] {
        service.player_profile(&viewer, &busiest).await.unwrap().unwrap();
    }
    for visible in [Visibility::Shared, Visibility::Everybody] {
        let settings = ProfileSettings { visible, followable: true };
        service.set_profile_settings(&as_user(&busiest), settings).await.unwrap();
        service.player_profile(&as_user(&ruth), &busiest).await.unwrap().unwrap();
    }
    service.profile_settings(&as_user(&ruth)).await.unwrap();
    service.head_to_head(&as_user(&ruth), &busiest).await.unwrap();
    app.resign(&sven, &game).await;
    app.clock.advance(TimeDelta::minutes(1));
    run_jobs(service).await;
    service.unfollow_game(&as_user(&ruth), &game).await.unwrap();
    service.unfollow_player(&as_user(&ruth), &sven).await.unwrap();
    service.remove_follower(&as_user(&busiest), &ruth).await.unwrap();
    let settings = ProfileSettings { visible: Visibility::Everybody, followable: false };
    service.set_profile_settings(&as_user(&sven), settings).await.unwrap();
}
