//! Permissions depend on who is asking: nobody, a session, or a token with fewer rights.

use bastide::service::{
    AccessError, DeclineError, Denied, InviteError, JoinError, LeaveError, OpenError, PlayError, Principal,
    RematchError, Scope,
};
use bastide::table::Filter;

use crate::house::{HOME, House, as_user, submission, two_seats};

crate::on_both_databases! {
    a_token_for_reading_shows_what_its_user_may_see_and_changes_nothing
    people_who_are_not_signed_in_see_public_games_and_change_nothing
}

async fn a_token_for_reading_shows_what_its_user_may_see_and_changes_nothing(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let token = Principal::token(ann.clone(), Scope::Read.into(), None);
    let hidden = two_seats().with(|settings| settings.public = false);
    let table = house.service.open_table(&as_user(&ann), &hidden).await.unwrap();
    house.game_of(&[&ann, &ben], None).await;
    assert!(house.service.table(&token, &table, None).await.unwrap().is_some());
    assert_eq!(house.service.dashboard(&token).await.unwrap().my_tables.len(), 1);
    assert_eq!(house.service.my_games(&token, &Filter::default(), None).await.unwrap().games.len(), 1);
    changes_nothing(house, &token, Denied::Scope(Scope::Play)).await;

    let player = Principal::token(ann, Scope::Play.into(), None);
    assert!(house.service.table(&player, &table, None).await.unwrap().is_none(), "it may not read");
    let unread = house.service.dashboard(&player).await;
    assert!(matches!(unread, Err(AccessError::Denied(Denied::Scope(Scope::Read)))), "{unread:?}");
    house.service.close_table(&player, &table).await.unwrap();
}

async fn people_who_are_not_signed_in_see_public_games_and_change_nothing(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = house.game_of(&[&ann, &ben], None).await;
    assert!(house.service.table(&HOME, &game, None).await.unwrap().is_some());
    assert_eq!(house.service.public_games(&HOME, &Filter::default(), None).await.unwrap().games.len(), 1);
    for denied in [
        house.service.turns_waiting(&HOME).await.map(|_| ()),
        house.service.my_games(&HOME, &Filter::default(), None).await.map(|_| ()),
    ] {
        assert!(matches!(denied, Err(AccessError::Denied(Denied::SignedOut))), "{denied:?}");
    }
    changes_nothing(house, &HOME, Denied::SignedOut).await;
}

/// Tries everything that players do at tables and in games.
async fn changes_nothing(house: &House, principal: &Principal, why: Denied) {
    let service = &house.service;
    let people = (house.person("dora").await, house.person("eve").await);
    let waiting = service.open_table(&as_user(&people.0), &two_seats()).await.unwrap();
    let players = [&people.0, &people.1];
    let game = house.game_of(&players, None).await;
    let (_, expected, turn) = house.next_turn(&game, &players).await;
    let form = submission(service, expected);
    let opened = service.open_table(principal, &two_seats()).await;
    assert!(matches!(opened, Err(OpenError::Denied(denied)) if denied == why), "{opened:?}");
    let joined = service.join(principal, &waiting, None, None).await;
    assert!(matches!(joined, Err(JoinError::Denied(denied)) if denied == why), "{joined:?}");
    for left in [service.leave(principal, &waiting).await, service.close_table(principal, &waiting).await] {
        assert!(matches!(left, Err(LeaveError::Denied(denied)) if denied == why), "{left:?}");
    }
    for played in
        [service.turn(principal, &game, &form, turn).await, service.resign(principal, &game, &form).await]
    {
        assert!(matches!(played, Err(PlayError::Denied(denied)) if denied == why), "{played:?}");
    }
    let invited = service.invite(principal, &waiting, "eve").await;
    assert!(matches!(invited, Err(InviteError::Denied(denied)) if denied == why), "{invited:?}");
    let declined = service.decline(principal, &waiting).await;
    assert!(matches!(declined, Err(DeclineError::Denied(denied)) if denied == why), "{declined:?}");
    let again = service.rematch(principal, &game, None).await;
    assert!(matches!(again, Err(RematchError::Denied(denied)) if denied == why), "{again:?}");
    let seen = service.mark_seen(principal, &game).await;
    assert!(matches!(seen, Err(AccessError::Denied(denied)) if denied == why), "{seen:?}");
    assert_eq!(why.code(), opened.unwrap_err().code());
}
