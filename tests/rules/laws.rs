//! Invariants of every game, tested on random ones. `BASTIDE_GAMES` sets the number of games per test.

use std::collections::HashSet;

use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{
    BagRule, BuilderRule, Cell, Command, EndReason, Event, FeatureData, FeatureId, FieldRule, Follower,
    FollowerKind, Game, HandRule, Header, Logged, Phase, Place, PlacedFollower, Position, Preset, Record,
    RiverRule, Rotation, Ruleset, Scored, Seat, SecondPart, SegmentKind, Side, SmallCity, Supply, TileKind,
    TileSet, Turn, Unplaceable, legal,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn games(usual: u64) -> u64 {
    support::setting("BASTIDE_GAMES").and_then(|games| games.parse().ok()).unwrap_or(usual)
}

fn names(seats: usize) -> Vec<String> {
    (1..=seats).map(|seat| format!("player {seat}")).collect()
}

/// Plays a random game and asserts every invariant along the way.
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
        let Some(next) = player.command(&game, &mut rng) else { break };
        if rng.random_range(0..12) == 0 {
            legal_is_what_decide_accepts(&game, &dealer, &mut rng);
        }
        if rng.random_range(0..60) == 0 {
            every_turn_can_be_taken_back(&game, &dealer);
            a_whole_game_can_be_taken_back(&game, &mut rng);
        }
        command = match rng.random_range(0..200) {
            0 => Command::Miss { allowed: 2 },
            1 if game.colours().count() > 2 => Command::Resign(game.to_move().expect("the game goes on")),
            _ => next,
        };
    }
    it_ends_for_a_stated_reason(&game);
    points_are_the_sum_of_their_events(&game, &log);
    let record = Record { header, events: numbered(log) };
    prefixes_replay(&record, &mut rng);
    let text = record.write();
    let (read, replayed) = Record::read(&text).expect("a written record is read");
    assert_eq!(read.write(), text, "records survive byte for byte");
    assert_eq!(replayed.scores(), game.scores());
    without_what_follows(&record, &game);
}

/// The number of tiles and followers never changes.
fn conserve(game: &Position) {
    let rules = game.rules();
    let board = game.board();
    if rules.bag != BagRule::Uniform {
        let mut census = *game.unseen();
        let placed = board.tiles().iter().map(|tile| tile.kind);
        let known = game.hand().iter().chain(game.discarded()).copied();
        for kind in placed.chain(game.tiles_ahead()).chain(known) {
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
    claims_come_in_the_order_of_the_first_tiles(game);
    for tile in 0..board.tiles().len() {
        for segment in 0..board.tiles()[tile].kind.def().segments.len() {
            let feature = board.feature(tile, segment);
            let followers =
                board.followers().iter().filter(|f| board.feature(f.tile, f.segment) == feature).count();
            assert_eq!(usize::from(board.feature_info(feature).followers), followers);
            let tiles: HashSet<usize> = board.segments(feature).map(|(tile, _)| tile).collect();
            assert_eq!(usize::from(board.feature_info(feature).tiles), tiles.len(), "each tile counts once");
            if board.feature_info(feature).kind == SegmentKind::Field {
                let cities = board.cities_of(feature).len();
                assert_eq!(usize::from(board.feature_info(feature).cities), cities, "each city counts once");
            }
        }
    }
}

/// Records depend on this order. Under `per_city` claims are of cities, in the order of the fields.
fn claims_come_in_the_order_of_the_first_tiles(game: &Position) {
    let (board, claims) = (game.board(), game.claims());
    let scored = [
        (SegmentKind::Road, Scored::Road),
        (SegmentKind::City, Scored::City),
        (SegmentKind::Cloister, Scored::Cloister),
        (SegmentKind::Field, Scored::Field),
    ];
    for (kind, scored) in scored {
        if kind == SegmentKind::Field && game.rules().fields != FieldRule::PerField {
            continue;
        }
        let is_claimed = |id: &FeatureId| {
            let info = board.feature_info(*id);
            info.kind == kind && !info.majority().is_empty()
        };
        let claimed: Vec<FeatureId> = board.features().into_iter().filter(is_claimed).collect();
        let claims = claims.iter().filter(|claim| claim.feature == scored);
        assert_eq!(claims.filter_map(|claim| claim.of).collect::<Vec<_>>(), claimed);
    }
}

/// Every good of a complete city has an owner, and no other good does.
fn goods_are_taken_with_their_cities(game: &Position) {
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

/// A record without scores, and one also without draws, lead to the same result.
fn without_what_follows(record: &Record, game: &Game) {
    let keep = |keep: fn(&Event) -> bool| {
        let events = record.events.iter().map(|entry| entry.event.clone()).filter(keep).collect();
        Record { header: record.header.clone(), events: numbered(events) }
    };
    let bare = keep(|event| !matches!(event, Event::Score { .. } | Event::End { .. }));
    let (_, computed) = Record::read(&bare.write()).expect("scores are computed");
    assert!(computed.is_finished());
    assert_eq!(computed.scores(), game.scores());
    if record.header.rules.draw_ahead {
        let no_draws = keep(|event| event.turn().is_some());
        let error = Record::read(&no_draws.write()).expect_err("nobody knows who drew what");
        assert!(error.line == 1 && error.why.contains("draw_ahead"), "{error}");
        return;
    }
    let no_draws =
        keep(|event| !matches!(event, Event::Draw { .. } | Event::Score { .. } | Event::End { .. }));
    let (_, undrawn) = Record::read(&no_draws.write()).expect("draws are supplied");
    assert_eq!(undrawn.as_if_ended().scores(), game.scores());
    let ended = keep(|event| !matches!(event, Event::Draw { .. } | Event::Score { .. }));
    let (_, undrawn) = Record::read(&ended.write()).expect("it ends as it did");
    assert_eq!((undrawn.phase(), undrawn.scores()), (game.phase(), game.scores()));
}

/// The reason in the last event matches the position.
fn it_ends_for_a_stated_reason(game: &Game) {
    let Phase::Finished { reason } = game.phase() else { panic!("the game is over") };
    let rules = game.rules();
    let placeable = |kind: TileKind| legal::is_placeable(game, kind);
    match reason {
        EndReason::BagEmpty => {
            assert!(game.hand().is_empty());
            assert!(game.tiles_ahead().next().is_none(), "a tile is still to be played");
            let over = game.tiles_left() == 0;
            let stuck = rules.unplaceable == Unplaceable::PutBack && !game.drawable().any(placeable);
            assert!(over || stuck, "{} tiles are still to come", game.tiles_left());
            let river = game.drawable().any(|kind| kind.def().set == TileSet::River);
            assert!(over || !river, "a river never ends a game");
        }
        EndReason::HandUnplayable => {
            assert_eq!(rules.unplaceable, Unplaceable::EndAsTie);
            assert!(!game.hand().is_empty() && !game.hand().iter().copied().any(placeable));
        }
        EndReason::Resigned => {
            let seats = game.header().seats.len();
            let playing: HashSet<Seat> = game
                .colours()
                .filter(|&colour| !game.is_out(colour))
                .map(|colour| game.seat_of(colour))
                .collect();
            assert!(playing.len() <= usize::from(seats > 1));
        }
        EndReason::Agreed | EndReason::CalledOff => panic!("nobody stops these games"),
    }
}

fn legal_is_what_decide_accepts(game: &Game, dealer: &bastide::engine::Dealer, rng: &mut Xoshiro256PlusPlus) {
    let turns = legal::turns(game);
    let listed: HashSet<Turn> = turns.iter().copied().collect();
    assert_eq!(listed.len(), turns.len(), "no turn is listed twice");
    for turn in &turns {
        assert!(game.decide(&Command::Play(*turn), dealer).is_ok(), "{turn} is listed");
    }
    for &kind in game.hand() {
        let distinct = legal::distinct_placements(game, kind);
        for (cell, rotation) in legal::placements(game, kind) {
            let same = |(other, turned): &&(Cell, Rotation)| {
                *other == cell && kind.def().is_same_turned(rotation + turned.inverse())
            };
            assert_eq!(distinct.iter().filter(same).count(), 1, "{kind} at {cell}, turned by {rotation:?}");
        }
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
            0 => Cell::new(rng.random_range(-9..9), rng.random_range(-9..9)),
            _ => cells[rng.random_range(0..cells.len())],
        };
        let rotation = Rotation::from_quarters(rng.random_range(0..4));
        let kind = FollowerKind::ALL[rng.random_range(0..4)];
        let follower = Follower { kind, on: places[rng.random_range(0..places.len())] };
        let follower = (rng.random_range(0..4) > 0).then_some(follower);
        let turn = Turn { tile, position, rotation, follower };
        // A segment may have other names than the one that is listed.
        let named = turn.follower.map(|follower| {
            let segment = follower.on.segment(tile, rotation);
            let on = segment.and_then(|segment| Place::name(tile, rotation, segment));
            Follower { on: on.unwrap_or(follower.on), ..follower }
        });
        let accepted = game.decide(&Command::Play(turn), dealer).is_ok();
        assert_eq!(accepted, listed.contains(&Turn { follower: named, ..turn }), "{turn}");
    }
}

/// A position plays as a game does, knows what the end would score, and goes back to what it was.
fn every_turn_can_be_taken_back(game: &Game, dealer: &bastide::engine::Dealer) {
    let begun = game.position();
    let mut position = begun.clone();
    let ended = |game: &Game| game.as_if_ended().scores().to_vec();
    let scores = |position: &Position| position.final_scores()[..position.scores().len()].to_vec();
    assert_eq!(scores(begun), ended(game));
    let mut turns = Vec::new();
    begun.distinct_turns(&mut turns);
    for (i, turn) in turns.iter().enumerate() {
        position.play(turn);
        if i % 8 == 0 {
            let mut after = game.clone();
            after.execute(&Command::Play(*turn), dealer, &mut Vec::new()).expect("it is listed");
            assert_eq!(features(&position), features(after.position()), "{turn}");
            assert_eq!(scores(&position), ended(&after), "{turn}");
            let supplies = |of: &Position| {
                let supply = |colour| FollowerKind::ALL.map(|kind| of.supply(colour, kind));
                of.colours().map(supply).collect::<Vec<_>>()
            };
            assert_eq!(supplies(&position), supplies(&after));
            // Draws decide who is passed over for want of a tile.
            let passes_over = game.rules().draw_ahead && position.needs_draw();
            if !position.is_finished() && !after.is_finished() && !passes_over {
                assert_eq!(position.phase(), after.phase(), "{turn}");
                assert_eq!(position.scores(), after.scores(), "{turn}");
            }
        }
        let whole = (features(&position), scores(&position), position.phase());
        assert!(position.take_back());
        assert_eq!(&position, begun, "{turn}");
        position.play(&Turn { follower: None, ..*turn });
        if position.add_follower(turn) {
            assert_eq!((features(&position), scores(&position), position.phase()), whole, "{turn}");
            assert!(position.take_back());
        }
        assert!(position.take_back());
        assert_eq!(&position, begun, "{turn}");
    }
    assert!(!position.take_back(), "nothing is left to take back");
}

/// The features of a board with their data, the cells of their followers, and the open cells.
fn features(position: &Position) -> (Vec<FeatureData>, Vec<PlacedFollower>, Vec<Cell>) {
    let board = position.board();
    let data = board.features().into_iter().map(|id| *board.feature_info(id)).collect();
    (data, board.followers().to_vec(), board.open_cells().to_vec())
}

/// Plays on at random to the end, and takes everything back.
fn a_whole_game_can_be_taken_back(game: &Game, rng: &mut Xoshiro256PlusPlus) {
    let mut position = game.position().clone();
    let mut before = Vec::new();
    let (mut turns, mut draws) = (Vec::new(), Vec::new());
    while !position.is_finished() {
        before.push(position.clone());
        position.draws(&mut draws);
        if let Some(last) = draws.last() {
            let sum: f64 = draws.iter().map(|draw| draw.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{draws:?}");
            assert!(draws.iter().all(|draw| position.drawable().any(|kind| kind == draw.kind)));
            if rng.random() {
                position.draw(last.kind);
                continue;
            }
        }
        if position.needs_draw() {
            position.deal(|choices| rng.random_range(0..choices));
        } else if legal::may_pass(&position) && rng.random() {
            position.pass();
        } else {
            position.distinct_turns(&mut turns);
            position.play(&turns[rng.random_range(0..turns.len())]);
        }
    }
    conserve(&position);
    for before in before.iter().rev() {
        assert!(position.take_back());
        assert_eq!(&position, before);
    }
    assert_eq!(&position, game.position());
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

/// Random values for every parameter, with a random mix of sets.
fn any_rules(rng: &mut Xoshiro256PlusPlus) -> Ruleset {
    fn one<T: Copy, const N: usize>(rng: &mut Xoshiro256PlusPlus, of: [T; N]) -> T {
        of[rng.random_range(0..N)]
    }
    loop {
        let mut rules = Ruleset::of(one(rng, Preset::ALL));
        if rng.random() {
            rules.sets =
                TileSet::ALL.into_iter().filter(|set| *set == TileSet::Base || rng.random()).collect();
            if rng.random_range(0..6) == 0 {
                rules.sets.push(one(rng, TileSet::ALL));
            }
        }
        let minutes = BagRule::Minutes(rng.random_range(10..80));
        let shared = HandRule::Shared(rng.random_range(1..=6));
        let supply = [Supply::WithSet, Supply::Count(0), Supply::Count(1)];
        // A third of the parameters is as in the preset.
        for parameter in 0..28 {
            if rng.random_range(0..3) == 0 {
                continue;
            }
            match parameter {
                0 => rules.bag = one(rng, [BagRule::Whole, BagRule::Uniform, minutes, minutes]),
                1 => rules.river = one(rng, [RiverRule::Chosen, RiverRule::FromMinutes(40)]),
                2 => {
                    rules.hand =
                        one(rng, [HandRule::Shared(1), HandRule::Shared(1), shared, HandRule::OneAColour]);
                }
                3 => {
                    rules.unplaceable =
                        one(rng, [Unplaceable::Discard, Unplaceable::PutBack, Unplaceable::EndAsTie]);
                }
                4 => rules.meeples = rng.random_range(1..10),
                5 => rules.big = one(rng, supply),
                6 => rules.builder = one(rng, supply),
                7 => rules.pig = one(rng, supply),
                8 => rules.follower_after_scoring = rng.random(),
                9 => rules.road_tile = rng.random_range(0..4),
                10 => rules.small_road = rng.random(),
                11 => rules.loops_complete = rng.random(),
                12 => rules.city_tile = rng.random_range(0..4),
                13 => rules.city_shield = rng.random_range(0..4),
                14 => {
                    rules.small_city = one(
                        rng,
                        [
                            SmallCity::Full,
                            SmallCity::HalfRate,
                            SmallCity::TwoPoints,
                            SmallCity::TwoPointsWithShields,
                        ],
                    );
                }
                15 => rules.end_road_tile = rng.random_range(0..4),
                16 => rules.end_city_tile = rng.random_range(0..4),
                17 => rules.end_city_shield = rng.random_range(0..4),
                18 => rules.fields = one(rng, [FieldRule::None, FieldRule::PerField, FieldRule::PerCity]),
                19 => rules.field_points = rng.random_range(0..6),
                20 => rules.inn_tile = rng.random_range(0..4),
                21 => rules.cathedral_tile = rng.random_range(0..5),
                22 => rules.goods_points = rng.random_range(0..20),
                23 => rules.pig_points = rng.random_range(0..3),
                24 => rules.builder_needs = one(rng, [BuilderRule::Presence, BuilderRule::Ownership]),
                25 => rules.builder_second_part = one(rng, [SecondPart::Must, SecondPart::May]),
                26 => rules.two_colours_for_two = rng.random(),
                _ => rules.draw_ahead = rng.random_range(0..3) == 0,
            }
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// A game under random rules, determined by `seed`.
fn any_header(seed: u64) -> Header {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rules = any_rules(&mut rng);
    let seats = rng.random_range(2..=rules.most_seats());
    Header::new(rules, names(seats), Seat(0))
}

#[test]
fn games_of_any_mix_of_parameters_end_for_a_stated_reason() {
    for seed in 0..games(5_000) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (header, dealer) = fresh_game(&any_header(seed), &mut rng);
        let (game, _) = RandomPlayer::default().play(&header, &dealer, &mut rng).expect("legal moves");
        it_ends_for_a_stated_reason(&game);
        let rules = game.rules();
        let counted = matches!(rules.bag, BagRule::Minutes(_)) && rules.unplaceable == Unplaceable::EndAsTie;
        if counted && matches!(game.phase(), Phase::Finished { reason: EndReason::BagEmpty }) {
            let most = rules.tile_limit(header.seats.len()).unwrap();
            let set_aside = game.discarded().len();
            let unseen = usize::from(game.unseen().iter().sum::<u16>());
            assert!(game.turns() as usize == most || unseen == 0, "{set_aside} of the river were set aside");
        }
    }
}

#[test]
fn games_of_any_rules_and_sets_hold_the_laws() {
    for seed in 0..games(250) {
        hold_laws(&any_header(seed), seed);
    }
}

#[test]
fn games_in_which_players_draw_ahead_hold_the_laws() {
    let with = |preset, change: &dyn Fn(&mut Ruleset)| {
        let mut rules = Ruleset { draw_ahead: true, hand: HandRule::Shared(1), ..Ruleset::of(preset) };
        change(&mut rules);
        rules
    };
    let presets = Preset::ALL.map(|preset| with(preset, &|_| {}));
    let mixes = [
        with(Preset::Modern, &|rules| rules.sets = TileSet::ALL.to_vec()),
        with(Preset::Modern, &|rules| rules.sets = vec![TileSet::Base, TileSet::River]),
        with(Preset::Modern, &|rules| rules.sets = vec![TileSet::Base, TileSet::Inns]),
        with(Preset::Modern, &|rules| rules.unplaceable = Unplaceable::PutBack),
        with(Preset::Mcguire, &|rules| rules.unplaceable = Unplaceable::Discard),
    ];
    let rules: Vec<Ruleset> = presets.into_iter().chain(mixes).collect();
    for seed in 0..games(180) {
        let rules = &rules[usize::try_from(seed).unwrap() % rules.len()];
        let seats = 2 + usize::try_from(seed).unwrap() / 9 % (rules.most_seats() - 1);
        hold_laws(&Header::new(rules.clone(), names(seats), Seat(0)), seed);
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
    log.push(Logged { n, event: Event::Takeback { to: draws[3], reason: None }, at: None });
    let back = Game::replay(&header, &log).unwrap();
    let then = Game::replay(&header, &log[..draws[3] as usize]).unwrap();
    assert_eq!((back.turns(), back.hand(), back.events()), (then.turns(), then.hand(), n));
    assert_eq!(back.board(), then.board());

    log.push(Logged { n: n + 1, event: Event::Takeback { to: draws[3] - 1, reason: None }, at: None });
    let error = Game::replay(&header, &log).unwrap_err();
    assert!(error.to_string().contains("no event"), "between a turn and its draw nobody can move: {error}");
}
