//! Fills a database with users, tables and games in every state, as a few weeks of play leave them.

use std::net::{IpAddr, Ipv4Addr};

use bastide::account::{SessionId, UserId};
use bastide::clock::Clock;
use bastide::engine::{Preset, Ruleset, SaltHash, Seat};
use bastide::jobs::Runner;
use bastide::players;
use bastide::service::{Expected, Principal, Service, Submission};
use bastide::table::{
    Aids, ClockPreset, ComputerLevel, GameId, NewOffer, OfferTerms, OfferedRules, OpenTable, RatedChoice,
    RatingRange, RequiredReliability, Settings, TimeControl,
};
use chrono::TimeDelta;

/// The password of every account.
pub const PASSWORD: &str = "correct horse battery";

/// The accounts; the first one has an additional session.
pub const NAMES: [&str; 4] = ["Ann", "Ben", "Cleo_3", "dora-d"];

/// The client address of all requests.
pub const ADDRESS: Principal = Principal::anonymous(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)));

pub fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}

struct Filler<'a> {
    service: &'a Service,
    clock: &'a Clock,
}

/// Fills the empty database of `service`; returns a session token that stays valid.
pub async fn fill(service: &Service, clock: &Clock) -> String {
    let filler = Filler { service, clock };
    let mut users = Vec::new();
    for name in NAMES {
        users.push(filler.sign_up(name).await);
    }
    let [ann, ben, cleo, dora] = &users[..] else { unreachable!() };
    let second = service.log_in(&ADDRESS, "ann", PASSWORD, "Another browser 'quoted'").await.unwrap();
    service.log_in(&ADDRESS, "ben", "a wrong password", "").await.unwrap_err();
    service.set_zone(&as_user(ben), chrono_tz::Europe::Prague).await.unwrap();
    service.make_feed(&as_user(ann).confirmed_at(clock.now())).await.unwrap();
    service.make_feed(&as_user(ben).confirmed_at(clock.now())).await.unwrap();

    // Finished: every preset, by an empty bag, by resigning, by missed turns.
    let modern = filler.table(&[ann, ben], &opening(r#"{"preset":"modern"}"#, 2)).await;
    filler.play(&modern, &[ann, ben], 200).await;
    service.mark_seen(&as_user(ann), &modern).await.unwrap();
    let short = opening(r#"{"preset":"mcguire","bag":{"minutes":20}}"#, 2)
        .with(|settings| settings.handicaps = vec![3, 0]);
    let mcguire = filler.table(&[cleo, dora], &short).await;
    filler.play(&mcguire, &[cleo, dora], 200).await;
    service.rematch(&as_user(cleo), &mcguire, None).await.unwrap();
    let abbeys = filler.table(&[ben, cleo], &opening(r#"{"preset":"abbeys"}"#, 2)).await;
    filler.play(&abbeys, &[ben, cleo], 12).await;
    filler.resign(ben, &abbeys).await;
    let rematch = service.rematch(&as_user(ben), &abbeys, None).await.unwrap();
    service.join(&as_user(cleo), &rematch, None, Some(SaltHash::of("again"))).await.unwrap();
    service.reveal_salt(&as_user(cleo), &rematch, "again").await.unwrap();
    let missed = opening(r#"{"preset":"chicago"}"#, 2)
        .with(|settings| settings.time_control = TimeControl::of_days(Some(1)));
    let missed = filler.table(&[dora, ann], &missed).await;
    filler.play(&missed, &[dora, ann], 3).await;
    for _ in 0..6 {
        filler.miss().await;
    }

    // In progress: many expansions with computer players, a player who left, missed turns, changed parameters.
    let large = OpenTable {
        computers: vec![(Seat(1), ComputerLevel::One), (Seat(2), ComputerLevel::One)],
        ..opening(r#"{"preset":"modern","sets":["base","river","inns","traders","king"]}"#, 3)
    };
    let days = TimeControl::of_days(Some(14));
    let large = large.with(|settings| (settings.public, settings.time_control) = (false, days));
    let large = filler.table(&[ann], &large).await;
    filler.play(&large, &[ann], 110).await;
    let left = opening(r#"{"preset":"modern","sets":["base","traders","inns"]}"#, 3);
    let left = filler.table(&[dora, ben, cleo], &left).await;
    filler.play(&left, &[dora, ben, cleo], 30).await;
    filler.resign(dora, &left).await;
    filler.play(&left, &[dora, ben, cleo], 4).await;
    let custom =
        opening(r#"{"preset":"modern","small_city":"half_rate","fields":"per_city","meeples":5}"#, 2)
            .with(|settings| settings.aids = Aids::None);
    let custom = filler.table(&[cleo, ann], &custom).await;
    filler.play(&custom, &[cleo, ann], 9).await;
    let slow = opening(r#"{"preset":"chicago","sets":["base","inns"]}"#, 4)
        .with(|settings| settings.time_control = TimeControl::of_days(Some(3)));
    let slow = filler.table(&[ann, ben, cleo, dora], &slow).await;
    filler.play(&slow, &[ann, ben, cleo, dora], 7).await;
    clock.advance(TimeDelta::days(2));
    filler.miss().await;
    filler.play(&slow, &[ann, ben, cleo, dora], 2).await;

    let guest = service.create_guest(&ADDRESS, "A guest's browser").await.unwrap();
    let alone =
        OpenTable { computers: vec![(Seat(1), ComputerLevel::One)], ..opening(r#"{"preset":"modern"}"#, 2) }
            .with(|settings| settings.public = false);
    let alone = filler.table(&[&guest.user.id], &alone).await;
    filler.play(&alone, &[&guest.user.id], 20).await;

    // Waiting for players: private with an invite link, public and empty, public with a computer player.
    let private = opening(r#"{"preset":"mcguire"}"#, 4).with(|settings| settings.public = false);
    let private = service.open_table(&as_user(dora), &private).await.unwrap();
    let salt = SaltHash::of("two\nlines | 'quoted' \"words\" \u{e9}");
    service.join(&as_user(dora), &private, None, Some(salt)).await.unwrap();
    service.invite(&as_user(dora), &private, "ann").await.unwrap();
    service.invite(&as_user(dora), &private, "ben").await.unwrap();
    service.decline(&as_user(ben), &private).await.unwrap();
    let empty = opening(r#"{"preset":"abbeys"}"#, 5).with(|settings| settings.aids = Aids::Standard);
    service.open_table(&as_user(ben), &empty).await.unwrap();
    let mixed =
        OpenTable { computers: vec![(Seat(0), ComputerLevel::One)], ..opening(r#"{"preset":"modern"}"#, 3) }
            .with(|settings| settings.time_control = TimeControl::of_days(Some(2)));
    let mixed = service.open_table(&as_user(ben), &mixed).await.unwrap();
    service.join(&as_user(cleo), &mixed, None, None).await.unwrap();

    // Waiting for salts, one of which is revealed.
    let full =
        service.open_and_join(&as_user(ann), &opening(r#"{"preset":"modern"}"#, 3), None).await.unwrap();
    for (player, salt) in [(ben, "oak"), (dora, "ash")] {
        service.join(&as_user(player), &full, None, Some(SaltHash::of(salt))).await.unwrap();
    }
    service.reveal_salt(&as_user(ben), &full, "oak").await.unwrap();

    // The computer is to move.
    let computer =
        OpenTable { computers: vec![(Seat(1), ComputerLevel::One)], ..opening(r#"{"preset":"chicago"}"#, 2) };
    let waiting = filler.table(&[dora], &computer).await;
    filler.play_until_computer(&waiting, dora).await;

    // Open to games.
    service.make_offer(&as_user(cleo), offer()).await.unwrap();
    second.token.reveal()
}

fn offer() -> NewOffer {
    let terms = OfferTerms {
        rules: vec![OfferedRules(Ruleset::of(Preset::Chicago))],
        seats: [2, 3].into(),
        clocks: [ClockPreset::Slow].into(),
        rated: RatedChoice::Either,
        rating: RatingRange { from: Some(1000), to: None },
        reliability: RequiredReliability::default(),
    };
    NewOffer { terms, at_once: 2, once: false }
}

fn opening(rules: &str, seats: u8) -> OpenTable {
    let rules = serde_json::from_str::<Ruleset>(rules).unwrap();
    OpenTable { settings: Settings { rules, ..Settings::default() }, seats, computers: Vec::new() }
}

impl Filler<'_> {
    async fn sign_up(&self, name: &str) -> UserId {
        self.service.sign_up(&ADDRESS, name, PASSWORD, "Mozilla/5.0 (a browser)").await.unwrap().login.user.id
    }

    /// A game that has started.
    async fn table(&self, players: &[&UserId], opening: &OpenTable) -> GameId {
        let game = self.service.open_table(&as_user(players[0]), opening).await.unwrap();
        for player in players {
            self.clock.advance(TimeDelta::minutes(11));
            self.service.join(&as_user(player), &game, None, None).await.unwrap();
        }
        game
    }

    /// Plays up to `turns` turns; computer players move in between.
    async fn play(&self, game: &GameId, players: &[&UserId], turns: u32) {
        for _ in 0..turns {
            let replay =
                self.service.table(&as_user(players[0]), game, None).await.unwrap().unwrap().play.unwrap();
            let Some(colour) = replay.game.to_move() else { return };
            let seat = replay.game.seat_of(colour).index();
            let Some(player) = players.get(seat) else {
                self.run_jobs().await;
                continue;
            };
            self.clock.advance(TimeDelta::seconds(61));
            let turn = players::choose(&replay.game).unwrap();
            let submission = Submission { expected: Expected(replay.last()), key: self.service.new_key() };
            self.service.turn(&as_user(player), game, &submission, turn).await.unwrap();
        }
    }

    async fn play_until_computer(&self, game: &GameId, player: &UserId) {
        loop {
            let replay =
                self.service.table(&as_user(player), game, None).await.unwrap().unwrap().play.unwrap();
            if replay.game.to_move().is_some_and(|colour| replay.game.seat_of(colour) == Seat(1)) {
                return;
            }
            self.play(game, &[player], 1).await;
        }
    }

    async fn resign(&self, player: &UserId, game: &GameId) {
        let replay = self.service.table(&as_user(player), game, None).await.unwrap().unwrap().play.unwrap();
        let submission = Submission { expected: Expected(replay.last()), key: self.service.new_key() };
        self.service.resign(&as_user(player), game, &submission).await.unwrap();
    }

    /// Lets a day pass.
    async fn miss(&self) {
        self.clock.advance(TimeDelta::days(1));
        self.run_jobs().await;
    }

    async fn run_jobs(&self) {
        Runner::new(self.service.clone()).run_due().await.unwrap();
    }
}
