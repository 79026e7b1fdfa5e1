use super::*;
use engine::{Preset, Record, Ruleset, TileSet, legal};
use players::{Method, Player};

fn header(rules: Ruleset, seats: usize) -> Header {
    Header::new(rules, (1..=seats).map(|seat| format!("Player {seat}")).collect(), Seat(0))
}

fn seed(text: &str) -> Seed {
    text.parse().unwrap()
}

/// Plays at random to the end, and chooses every third tile.
fn play_out(practice: &mut Practice) {
    let player = Player::new(Method::Random).with_seed(4);
    while let Some(command) = player.choose(practice.game()) {
        let choices = practice.tiles_to_choose();
        if practice.steps().len().is_multiple_of(3) && !choices.is_empty() {
            let (kind, _) = choices[practice.log().len() % choices.len()];
            practice.step(Step::Choose(kind)).unwrap();
            continue;
        }
        practice.step(practice.step_of(command).unwrap()).unwrap();
    }
}

#[test]
fn the_steps_of_a_link_lead_to_the_same_game_with_a_valid_record() {
    let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
    let ahead = Ruleset { draw_ahead: true, ..all.clone() };
    for (seats, rules) in
        [2, 3, 4, 2, 6, 3].into_iter().zip(Preset::ALL.map(Ruleset::of).into_iter().chain([all, ahead]))
    {
        let header = header(rules, seats);
        let mut practice = Practice::new(&header, seed("abc")).unwrap();
        play_out(&mut practice);
        assert!(practice.game().is_finished());
        let link = Step::write_all(practice.steps());
        assert!(link.len() < 3000, "{}", link.len());
        let mut again = Practice::new(&header, seed("abc")).unwrap();
        for step in Step::read_all(&link).unwrap() {
            again.step(step).unwrap();
        }
        assert_eq!(again.log(), practice.log());
        let record = Record { header: header.clone(), events: practice.log().to_vec() };
        let (_, game) = Record::read(&record.write()).unwrap();
        assert_eq!(game.scores(), practice.game().scores());
    }
}

#[test]
fn a_practice_goes_on_from_every_event_of_a_finished_game_with_tiles_of_its_own() {
    go_on_everywhere(Ruleset::default());
}

#[test]
fn a_practice_goes_on_from_every_event_of_a_game_in_which_players_draw_ahead() {
    go_on_everywhere(Ruleset { draw_ahead: true, ..Ruleset::default() });
}

fn go_on_everywhere(rules: Ruleset) {
    let mut fair = header(rules, 2);
    let secret = DrawSecret::new([9; 32]);
    fair.commitment = Some(secret.commitment().to_string());
    fair.salts = ["a", "b"].map(|salt| Some(salt.to_owned())).into();
    let dealer = fair.dealer(&secret);
    let mut game = Game::new(&fair).unwrap();
    let (mut events, mut command) = (Vec::new(), Some(Command::Start));
    while let Some(next) = command {
        game.execute(&next, &dealer, &mut events).unwrap();
        command = Player::new(Method::Greedy).choose(&game);
    }
    let log: Vec<Logged> = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect();
    let mut different = 0;
    for n in 0..=u32::try_from(log.len()).unwrap() {
        let practice = match Practice::of_game(fair.clone(), &log, n, seed("x")) {
            Ok(practice) => practice,
            Err(why) => {
                assert_eq!(why, NoPractice::Over);
                assert!(log[n as usize..].iter().all(|entry| entry.event.turn().is_none()));
                continue;
            }
        };
        let (begins, game) = (practice.begins() as usize, practice.game());
        assert!(
            practice.begins() >= n.max(1) && game.to_move().is_some() && game.header().commitment.is_none()
        );
        assert!(log[begins].event.turn().is_some(), "the next event of the game is a decision");
        let mut ahead = practice.clone();
        assert!(!fair.rules.draw_ahead || !practice.tile_is_open(), "tiles that were drawn ahead stay");
        let turn = legal::turns(game)[0];
        ahead.step(Step::Move(practice.move_of(turn))).unwrap();
        let drawn = |log: &[Logged]| {
            log[begins..].iter().find_map(|entry| match &entry.event {
                Event::Draw { tiles, .. } => Some(tiles.clone()),
                _ => None,
            })
        };
        different += u32::from(drawn(ahead.log()) != drawn(&log));
        if n % 40 == 0 {
            play_out(&mut ahead);
            let record = Record { header: ahead.game().header().clone(), events: ahead.log().to_vec() };
            assert!(Record::read(&record.write()).is_ok());
        }
    }
    assert!(different > 50, "{different}");
    assert!(matches!(Practice::of_game(fair, &log, 10_000, seed("x")), Err(NoPractice::NoSuchEvent)));
}

#[test]
fn a_chosen_tile_replaces_the_drawn_one_and_what_follows_stays() {
    let header = header(Ruleset::default(), 2);
    let mut practice = Practice::new(&header, seed("tiles")).unwrap();
    let drawn = practice.game().hand()[0];
    let other =
        practice.tiles_to_choose().into_iter().map(|(kind, _)| kind).find(|&kind| kind != drawn).unwrap();
    assert!(practice.tile_is_open());
    practice.step(Step::Choose(other)).unwrap();
    assert!(!practice.tile_is_open());
    assert_eq!((practice.game().hand(), practice.log().len()), (&[other][..], 1));
    assert_eq!(
        practice.game().unseen()[drawn.index()],
        practice.game().rules().census()[drawn.index()] - u16::from(drawn == header.start[0])
    );
    practice.step(Step::Choose(drawn)).unwrap();
    assert_eq!(practice.game().hand(), [drawn]);
    let lake: TileKind = "RV-lake".parse().unwrap();
    assert_eq!(practice.step(Step::Choose(lake)), Err(StepError::NoSuchDraw(lake)));
    assert_eq!(practice.steps().len(), 2, "a step that does not follow changes nothing");
    let turn = legal::turns(practice.game())[0];
    practice.step(Step::Move(practice.move_of(turn))).unwrap();
    let occupants = |text| Occupant::read_all(text).unwrap();
    assert_eq!(practice.steps_before_last_turn(&occupants("yy")), Some(2));
    assert_eq!(practice.steps_before_last_turn(&occupants("1y")), None);
    assert_eq!(practice.occupant_to_move(&occupants("1y")), Some(Occupant::You));
    assert_eq!(practice.steps_before(2), 2);
    assert_eq!(practice.step(Step::Pass), Err(StepError::Refused(Refusal::NoPass)));
}

#[test]
fn a_step_names_its_tile_only_where_the_hand_has_several_kinds() {
    let header = header(Ruleset::of(Preset::Mcguire), 2);
    let practice = Practice::new(&header, seed("hand")).unwrap();
    let hand = practice.game().hand();
    assert!(hand.len() > 1 && hand.iter().any(|kind| *kind != hand[0]), "{hand:?}");
    let turn = legal::turns(practice.game())[0];
    let step = practice.move_of(turn);
    assert_eq!(step.tile, Some(turn.tile));
    let unnamed = Step::Move(Move { tile: None, ..step });
    assert_eq!(practice.clone().step(unnamed), Err(StepError::WhichTile));
    assert_eq!(practice.clone().step(Step::Move(step)), Ok(()));
}
