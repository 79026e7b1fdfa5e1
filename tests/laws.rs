//! Laws that hold in every game, tried on random ones. `BASTIDE_GAMES` sets how many a test plays.

use std::collections::HashSet;

use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{
    BagRule, Command, Event, Follower, FollowerKind, Game, HandRule, Header, Logged, Place, Position, Preset,
    Record, Rotation, Ruleset, Seat, SegmentKind, Side, TileKind, TileSet, Turn, Unplaceable, legal,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn games(usual: u64) -> u64 {
    #[allow(clippy::disallowed_methods, reason = "a test's own setting")]
    std::env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(usual)
}

fn names(seats: usize) -> Vec<String> {
    (1..=seats).map(|seat| format!("player {seat}")).collect()
}

/// Plays a random game and holds every law on the way.
fn hold_laws(header: &Header, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (header, dealer) = fresh_game(header, &mut rng);
    let mut player = RandomPlayer::default();
    let mut game = Game::new(&header).expect("the header makes a game");
    let mut by_events = game.clone();
    let mut log: Vec<Event> = Vec::new();
    let mut command = Command::Start;
    loop {
        let decided = game.decide(&command, &dealer).expect("a legal command");
        let mut events = Vec::new();
        game.execute(&command, &dealer, &mut events).expect("a legal command");
        assert_eq!(decided, events, "deciding and executing are the same");
        for event in &events {
            by_events.apply(event).expect("what was decided follows");
        }
        assert_eq!(by_events, game, "events alone lead to the same state");
        log.extend(events);
        conserve(&game);
        let Some(turn) = player.choose(&game, &mut rng) else { break };
        if rng.random_range(0..12) == 0 {
            legal_is_what_decide_accepts(&game, &dealer, &mut rng);
        }
        command = match rng.random_range(0..200) {
            0 => Command::Miss,
            1 if game.colours().count() > 2 => Command::Resign(game.to_move().expect("the game goes on")),
            _ => Command::Play(turn),
        };
    }
    points_are_the_sum_of_their_events(&game, &log);
    let record = Record { header, events: numbered(log) };
    prefixes_replay(&record, &mut rng);
    let text = record.write();
    let (read, replayed) = Record::read(&text).expect("a written record is read");
    assert_eq!(read.write(), text, "records survive byte for byte");
    assert_eq!(replayed.scores(), game.scores());
    without_what_follows(&record, &game);
}

/// Tiles and followers are neither made nor lost.
fn conserve(game: &Game) {
    let rules = game.rules();
    let board = game.board();
    if rules.bag != BagRule::Uniform {
        let mut census = *game.unseen();
        let placed = board.tiles().iter().map(|tile| tile.kind);
        for kind in placed.chain(game.hand().iter().copied()).chain(game.discarded().iter().copied()) {
            census[kind.index()] += 1;
        }
        assert_eq!(census, rules.census(), "every tile is somewhere");
    }
    for colour in game.colours() {
        for kind in FollowerKind::ALL {
            let placed = board
                .followers()
                .iter()
                .filter(|figure| figure.colour == colour && figure.kind == kind)
                .count();
            let all = placed + usize::from(game.supply(colour, kind));
            assert_eq!(all, usize::from(rules.supply(kind)), "every follower is somewhere");
        }
    }
    goods_are_taken_with_their_cities(game);
    for tile in 0..board.tiles().len() {
        for segment in 0..board.tiles()[tile].kind.def().segments.len() {
            let feature = board.feature(tile, segment);
            let followers =
                board.followers().iter().filter(|f| board.feature(f.tile, f.segment) == feature).count();
            assert_eq!(usize::from(board.feature_info(feature).followers), followers);
            let tiles: HashSet<usize> = board.segments(feature).map(|(tile, _)| tile).collect();
            assert_eq!(usize::from(board.feature_info(feature).tiles), tiles.len(), "each tile counts once");
        }
    }
}

/// All goods of complete cities are somebody's, and no others.
fn goods_are_taken_with_their_cities(game: &Game) {
    let board = game.board();
    let cities = board
        .features()
        .into_iter()
        .filter(|&city| board.feature_info(city).kind == SegmentKind::City && board.is_complete(city));
    let mut there = [0; 3];
    for city in cities {
        for (there, goods) in there.iter_mut().zip(board.feature_info(city).goods) {
            *there += u32::from(goods);
        }
    }
    let mut held = [0; 3];
    for colour in game.colours() {
        for (held, goods) in held.iter_mut().zip(game.goods(colour)) {
            *held += u32::from(goods);
        }
    }
    assert_eq!(held, there, "goods go with complete cities");
}

fn points_are_the_sum_of_their_events(game: &Game, log: &[Event]) {
    for colour in game.colours() {
        let paid: i32 = log
            .iter()
            .map(|event| match event {
                Event::Score { colours, points, .. } if colours.contains(colour) => *points,
                _ => 0,
            })
            .sum();
        assert_eq!(game.scores()[colour.index()], paid);
        assert_eq!(game.points(colour).iter().sum::<i32>(), paid);
    }
}

fn prefixes_replay(record: &Record, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..3 {
        let cut = rng.random_range(0..=record.events.len());
        let (before, after) = record.events.split_at(cut);
        let mut game = Game::replay(&record.header, before).expect("a prefix follows");
        for entry in after {
            game.apply(&entry.event).expect("the rest follows from the prefix");
        }
        assert_eq!(Ok(game), Game::replay(&record.header, &record.events));
    }
}

/// A record without scores, and one without draws too, lead to the same result.
fn without_what_follows(record: &Record, game: &Game) {
    let keep = |keep: fn(&Event) -> bool| {
        let events = record.events.iter().map(|entry| entry.event.clone()).filter(keep).collect();
        Record { header: record.header.clone(), events: numbered(events) }
    };
    let bare = keep(|event| !matches!(event, Event::Score { .. } | Event::End { .. }));
    let (_, computed) = Record::read(&bare.write()).expect("scores are computed");
    assert!(computed.is_finished());
    assert_eq!(computed.scores(), game.scores());
    let no_draws =
        keep(|event| !matches!(event, Event::Draw { .. } | Event::Score { .. } | Event::End { .. }));
    let (_, undrawn) = Record::read(&no_draws.write()).expect("draws are supplied");
    assert_eq!(undrawn.as_if_ended().scores(), game.scores());
}

fn legal_is_what_decide_accepts(game: &Game, dealer: &bastide::engine::Dealer, rng: &mut Xoshiro256PlusPlus) {
    let turns = legal::turns(game);
    let listed: HashSet<Turn> = turns.iter().copied().collect();
    assert_eq!(listed.len(), turns.len(), "no turn is listed twice");
    for turn in &turns {
        assert!(game.decide(&Command::Play(*turn), dealer).is_ok(), "{turn} is listed");
    }
    let cells = game.board().open_cells();
    let kinds: Vec<TileKind> = TileKind::all().collect();
    let mut places = vec![Place::Center];
    for side in Side::ALL {
        places.extend([Place::Side(side), Place::Part(side, 0), Place::Part(side, 1), Place::Part(side, 2)]);
    }
    for _ in 0..60 {
        let hand = game.hand();
        let tile = if rng.random_range(0..8) == 0 {
            kinds[rng.random_range(0..kinds.len())]
        } else {
            hand[rng.random_range(0..hand.len())]
        };
        let position = match rng.random_range(0..10) {
            0 => Position::new(rng.random_range(-9..9), rng.random_range(-9..9)),
            _ => cells[rng.random_range(0..cells.len())],
        };
        let rotation = Rotation::from_quarters(rng.random_range(0..4));
        let kind = FollowerKind::ALL[rng.random_range(0..4)];
        let follower = Follower { kind, on: places[rng.random_range(0..places.len())] };
        let follower = (rng.random_range(0..4) > 0).then_some(follower);
        let turn = Turn { tile, position, rotation, follower };
        // A segment may be called by another name than the one that is listed.
        let named = turn.follower.map(|follower| {
            let segment = follower.on.segment(tile, rotation);
            let on = segment.and_then(|segment| Place::name(tile, rotation, segment));
            Follower { on: on.unwrap_or(follower.on), ..follower }
        });
        let accepted = game.decide(&Command::Play(turn), dealer).is_ok();
        assert_eq!(accepted, listed.contains(&Turn { follower: named, ..turn }), "{turn}");
    }
}

#[test]
fn base_games_on_two_to_five_seats_hold_the_laws() {
    for seed in 0..games(250) {
        let seats = 2 + usize::try_from(seed % 4).unwrap();
        let preset = if seed % 3 == 0 { Preset::Chicago } else { Preset::Modern };
        let first = Seat(u8::try_from(seed % 2).unwrap());
        hold_laws(&Header::new(Ruleset::of(preset), names(seats), first), seed);
    }
}

/// Any preset with any mix of sets, and sometimes with single parameters of another.
fn any_rules(rng: &mut Xoshiro256PlusPlus) -> Ruleset {
    loop {
        let preset = |rng: &mut Xoshiro256PlusPlus| Ruleset::of(Preset::ALL[rng.random_range(0..4)]);
        let mut rules = preset(rng);
        if rng.random_range(0..2) == 0 {
            rules.sets = TileSet::ALL.into_iter().filter(|_| rng.random_range(0..2) == 0).collect();
            rules.sets.push(TileSet::Base);
            if rng.random_range(0..6) == 0 {
                rules.sets.push(TileSet::ALL[rng.random_range(0..5)]);
            }
        }
        if rng.random_range(0..2) == 0 {
            let other = preset(rng);
            match rng.random_range(0..6) {
                0 => rules.hand = HandRule::OneAColour,
                1 => (rules.hand, rules.unplaceable) = (HandRule::Shared(3), Unplaceable::Discard),
                2 => (rules.fields, rules.pig) = (other.fields, other.pig),
                3 => rules.follower_after_scoring = other.follower_after_scoring,
                4 => rules.builder_needs = other.builder_needs,
                _ => rules.bag = other.bag,
            }
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

#[test]
fn games_of_any_rules_and_sets_hold_the_laws() {
    for seed in 0..games(250) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rules = any_rules(&mut rng);
        let seats = rng.random_range(2..=rules.most_seats());
        hold_laws(&Header::new(rules, names(seats), Seat(0)), seed);
    }
}

#[test]
fn taking_back_leads_to_the_state_of_that_event() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let header = Header::new(Ruleset::default(), names(2), Seat(0));
    let (header, dealer) = fresh_game(&header, &mut rng);
    let (_, events) = RandomPlayer::default().play(&header, &dealer, &mut rng).unwrap();
    let mut log: Vec<Logged> = numbered(events);
    let draws: Vec<u32> =
        log.iter().filter(|entry| matches!(entry.event, Event::Draw { .. })).map(|entry| entry.n).collect();
    log.truncate(draws[9] as usize);
    let n = draws[9] + 1;
    log.push(Logged { n, event: Event::Takeback { to: draws[3] }, at: None });
    let back = Game::replay(&header, &log).unwrap();
    let then = Game::replay(&header, &log[..draws[3] as usize]).unwrap();
    assert_eq!((back.turns(), back.hand(), back.events()), (then.turns(), then.hand(), n));
    assert_eq!(back.board(), then.board());

    log.push(Logged { n: n + 1, event: Event::Takeback { to: draws[3] - 1 }, at: None });
    let error = Game::replay(&header, &log).unwrap_err();
    assert!(error.to_string().contains("no event"), "between a turn and its draw nobody can move: {error}");
}
