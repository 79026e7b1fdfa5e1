//! Searches of public finished games, compared with a slow search of all games.

use std::collections::BTreeSet;

use bastide::account::UserId;
use bastide::engine::{Event, Preset, Ruleset, Seat, TileSet};
use bastide::service::SearchError;
use bastide::table::{
    Company, ComputerLevel, Ending, Expansions, GameId, GameResult, Lasted, OpenTable, Player, Search,
    SearchCursor, SearchPage, Status, TurnCount,
};
use chrono::{DateTime, TimeDelta, Utc};

use crate::app::{HOME, TestApp, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    each_filter_finds_what_a_look_at_all_games_finds
    pages_lose_nothing_and_repeat_nothing_while_games_end
    a_search_that_finds_little_stops_and_goes_on
    what_cannot_be_searched_is_refused
    a_game_whose_end_is_taken_back_is_found_no_more
    games_from_before_there_were_searches_are_indexed_in_batches
    damaged_facets_are_found_and_repaired
}

/// A finished public game as the slow search sees it.
struct Known {
    id: GameId,
    ended: DateTime<Utc>,
    began: DateTime<Utc>,
    rules: Ruleset,
    players: Vec<Option<Player>>,
    winners: Vec<Seat>,
    turns: u32,
    ending: Ending,
    analysed: bool,
}

async fn known(app: &TestApp) -> Vec<Known> {
    let mut games = Vec::new();
    let ids: Vec<String> =
        sqlx::query_scalar("SELECT id FROM games ORDER BY id").fetch_all(&app.raw).await.unwrap();
    for id in ids {
        let id = GameId::parse(&id).unwrap();
        let Some(view) = app.service.table(&HOME, &id, None).await.unwrap() else { continue };
        let Some(play) = view.play.filter(|_| view.table.status() == Status::Finished) else { continue };
        let out = play.log.iter().any(|one| matches!(one.event, Event::Timeout { .. }));
        let resigned = play.log.iter().any(|one| matches!(one.event, Event::Resign { .. }));
        games.push(Known {
            ended: play.log.last().unwrap().at.unwrap(),
            began: play.log[0].at.unwrap(),
            rules: view.table.settings.rules.clone(),
            players: view.table.seats().into_iter().map(Option::<&Player>::cloned).collect(),
            winners: view.table.winners().to_vec(),
            turns: play.game.turns(),
            ending: match (out, resigned) {
                (true, _) => Ending::OutOfTime,
                (false, true) => Ending::Resigned,
                (false, false) => Ending::PlayedOut,
            },
            analysed: app.count(&format!("SELECT COUNT(*) FROM analyses WHERE game = '{id}'")).await > 0,
            id,
        });
    }
    games.sort_by_key(|game| game.ended);
    games
}

impl Known {
    fn seat_of(&self, name: &str) -> Option<Seat> {
        let named = |player: &Option<Player>| player.as_ref().is_some_and(|player| player.name() == name);
        self.players.iter().position(named).map(|seat| Seat(u8::try_from(seat).unwrap()))
    }

    fn is_wanted(&self, search: &Search) -> bool {
        let seat = search.player.as_deref().and_then(|name| self.seat_of(name));
        let result = seat.map(|seat| match self.winners.as_slice() {
            winners if !winners.contains(&seat) => GameResult::Lost,
            [_] => GameResult::Won,
            _ => GameResult::Drawn,
        });
        let people = self.players.iter().flatten().filter(|player| player.user().is_some()).count();
        let company = match people {
            0 => Company::Computers,
            people if people == self.players.len() => Company::People,
            _ => Company::Mixed,
        };
        let hours = (self.ended - self.began).num_hours();
        let lasted = match hours {
            ..24 => Lasted::Hours,
            24..168 => Lasted::Days,
            168..720 => Lasted::Weeks,
            _ => Lasted::Months,
        };
        let expansion = search.expansions.is_none_or(|wanted| match wanted {
            Expansions::None => self.rules.sets.iter().all(|set| *set == TileSet::Base),
            Expansions::With(one) => self.rules.sets.contains(&one),
        });
        let turns = if self.turns < 36 { TurnCount::Few } else { TurnCount::Base };
        (search.player.is_none() || seat.is_some())
            && search.other.as_deref().is_none_or(|name| self.seat_of(name).is_some())
            && (search.result.is_none() || search.result == result)
            && search.preset.is_none_or(|preset| preset == self.rules.preset)
            && expansion
            && search.seats.is_none_or(|seats| usize::from(seats) == self.players.len())
            && search.ending.is_none_or(|ending| ending == self.ending)
            && search.company.is_none_or(|wanted| wanted == company)
            && search.lasted.is_none_or(|wanted| wanted == lasted)
            && search.turns.is_none_or(|wanted| wanted == turns)
            && (search.analysis.is_none() || self.analysed)
            && search.since.is_none_or(|since| self.ended >= since)
            && search.until.is_none_or(|until| self.ended < until)
    }
}

/// Games of many kinds, one after the other, some of them private or in progress.
async fn play_games(app: &TestApp) -> [UserId; 3] {
    let people = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let [ann, ben, cleo] = &people;
    for nth in 0..48_usize {
        let players = [vec![ann, ben], vec![ben, cleo], vec![ann, ben, cleo]][nth % 3].clone();
        let game = app
            .game_with(&players, |settings| {
                settings.rules = Ruleset::of(Preset::ALL[nth % 4]);
                if nth % 8 == 0 {
                    settings.rules.sets.push(TileSet::River);
                }
            })
            .await;
        for _ in 0..nth % 4 {
            app.play(&game, &players).await.unwrap();
        }
        app.clock.advance(TimeDelta::hours([1, 40, 200, 900][nth % 4]));
        if nth % 11 != 10 {
            for player in &players[1..] {
                let last = app.replay(&game).await.last();
                app.service.resign(&as_user(player), &game, &submission(&app.service, last)).await.unwrap();
            }
        }
    }
    let players = [ann, cleo];
    let timed = app.game_of(&players, Some(1)).await;
    // A game that is lost before everybody has had two turns is called off.
    for _ in 0..4 {
        app.play(&timed, &players).await.unwrap();
    }
    while !app.replay(&timed).await.game.is_finished() {
        if app.next_turn(&timed, &players).await.0 == *cleo {
            app.clock.advance(TimeDelta::days(2));
            time_outs(&app.service).await;
        } else {
            app.play(&timed, &players).await.unwrap();
        }
    }
    for public in [true, false] {
        let computers = vec![(Seat(1), ComputerLevel::Two)];
        let opening = OpenTable { computers, ..two_seats() }.with(|settings| settings.public = public);
        let mixed = app.service.open_and_join(&as_user(ann), &opening, None).await.unwrap();
        let table = app.service.table(&as_user(ann), &mixed, None).await.unwrap().unwrap();
        let form = submission(&app.service, table.play.unwrap().last());
        app.service.resign(&as_user(ann), &mixed, &form).await.unwrap();
    }
    run_jobs(&app.service).await;
    people
}

/// All pages of a search onwards, checked against those backwards.
async fn all_pages(app: &TestApp, search: &Search) -> Vec<GameId> {
    let ids = |page: &SearchPage| page.games.iter().map(|game| game.id.clone()).collect::<Vec<GameId>>();
    let mut shown = app.service.search(&HOME, search, None).await.unwrap();
    assert_eq!(shown.previous, None, "{search:?}");
    let mut seen = ids(&shown);
    while let Some(next) = shown.next {
        shown = app.service.search(&HOME, search, Some(next)).await.unwrap();
        seen.extend(ids(&shown));
    }
    let mut back = ids(&shown);
    while let Some(previous) = shown.previous {
        shown = app.service.search(&HOME, search, Some(previous)).await.unwrap();
        assert!(shown.next.is_some(), "{search:?}");
        back.splice(..0, ids(&shown));
    }
    assert_eq!(back, seen, "and back: {search:?}");
    seen
}

/// One search for each value of each filter, and some combinations.
fn searches(games: &[Known]) -> Vec<Search> {
    let any = Search::default;
    let named = |name: &str| Search { player: Some(name.to_owned()), ..any() };
    let two = |one: &str, other: &str| Search { other: Some(other.to_owned()), ..named(one) };
    let middle = games[games.len() / 2].ended;
    let mut all = vec![any(), named("ann"), named("ben"), two("ann", "ben"), two("cleo", "ann")];
    for result in GameResult::ALL {
        all.extend(["ann", "ben"].map(|name| Search { result: Some(result), ..named(name) }));
        all.push(Search { result: Some(result), ..two("ben", "cleo") });
    }
    all.extend(Preset::ALL.map(|preset| Search { preset: Some(preset), ..any() }));
    all.extend(Preset::ALL.map(|preset| Search { preset: Some(preset), seats: Some(2), ..named("ben") }));
    all.extend(Expansions::ALL.map(|expansions| Search { expansions: Some(expansions), ..any() }));
    all.extend([2, 3, 4].map(|seats| Search { seats: Some(seats), ..any() }));
    all.extend(Ending::ALL.map(|ending| Search { ending: Some(ending), ..any() }));
    all.extend(Company::ALL.map(|company| Search { company: Some(company), ..any() }));
    all.extend(Lasted::ALL.map(|lasted| Search { lasted: Some(lasted), ..any() }));
    all.extend(TurnCount::ALL.map(|turns| Search { turns: Some(turns), ..any() }));
    all.push(Search { analysis: Some("quick"), ..any() });
    all.push(Search { since: Some(middle), ..any() });
    all.push(Search { until: Some(middle), ..any() });
    all.push(Search { since: Some(games[3].ended), until: Some(middle), seats: Some(2), ..named("ben") });
    all
}

async fn each_filter_finds_what_a_look_at_all_games_finds(app: &TestApp) {
    play_games(app).await;
    app.clock.advance(TimeDelta::hours(1));
    run_jobs(&app.service).await;
    let games = known(app).await;
    let timed_out = games.iter().filter(|game| game.ending == Ending::OutOfTime).count();
    assert!(games.len() > 30 && timed_out > 0, "{} games, of which {timed_out} timed out", games.len());
    let mut found = BTreeSet::new();
    for search in searches(&games) {
        let mut expected: Vec<GameId> =
            games.iter().filter(|game| game.is_wanted(&search)).map(|game| game.id.clone()).collect();
        found.insert(expected.len());
        let oldest = Search { oldest_first: true, ..search.clone() };
        assert_eq!(all_pages(app, &oldest).await, expected, "{oldest:?}");
        expected.reverse();
        assert_eq!(all_pages(app, &search).await, expected, "{search:?}");
    }
    assert!(found.len() > 10, "the searches differ: {found:?}");
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn pages_lose_nothing_and_repeat_nothing_while_games_end(app: &TestApp) {
    app.filler().await.fill(150, 3, |_| ()).await.unwrap();
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for oldest_first in [false, true] {
        let search =
            Search { seats: Some(2), preset: Some(Preset::Modern), oldest_first, ..Search::default() };
        let before: BTreeSet<GameId> = all_pages(app, &search).await.into_iter().collect();
        assert!(before.len() > 100);
        let (mut seen, mut from) = (Vec::new(), None);
        loop {
            let page = app.service.search(&HOME, &search, from).await.unwrap();
            seen.extend(page.games.into_iter().map(|game| game.id));
            from = page.next;
            if from.is_none() {
                break;
            }
            app.clock.advance(TimeDelta::seconds(1));
            let game = app.game_of(&[&ann, &ben], None).await;
            app.service.resign(&as_user(&ann), &game, &submission(&app.service, 1)).await.unwrap();
            run_jobs(&app.service).await;
        }
        let once: BTreeSet<GameId> = seen.iter().cloned().collect();
        assert_eq!(once.len(), seen.len(), "none twice");
        assert!(once.is_superset(&before), "none is lost");
    }
}

async fn a_search_that_finds_little_stops_and_goes_on(app: &TestApp) {
    app.filler().await.fill(12_000, 0, |_| ()).await.unwrap();
    // Common facets that hardly ever come together.
    app.damage("DELETE FROM game_facets WHERE facet = 'seats 2' AND ended % 2000 = 0").await;
    app.damage("DELETE FROM game_facets WHERE facet = 'preset modern' AND ended % 2000 <> 0").await;
    let oldest = "FROM game_facets WHERE facet = 'any' ORDER BY ended LIMIT 3";
    app.damage(&format!(
        "INSERT INTO game_facets (game, facet, ended) SELECT game, 'seats 2', ended {oldest} ON CONFLICT DO NOTHING"
    ))
    .await;
    app.damage(&format!(
        "INSERT INTO game_facets (game, facet, ended) SELECT game, 'preset modern', ended {oldest} ON CONFLICT DO NOTHING"
    ))
    .await;
    let search = Search { seats: Some(2), preset: Some(Preset::Modern), ..Search::default() };
    let (mut from, mut stopped, mut found) = (None, 0, Vec::new());
    loop {
        let page = app.service.search(&HOME, &search, from).await.unwrap();
        assert_eq!(page.stopped, page.next.is_some() && page.games.len() < 25);
        stopped += u32::from(page.stopped);
        found.extend(page.games.into_iter().map(|game| game.id));
        from = page.next;
        if from.is_none() {
            break;
        }
    }
    assert!(stopped >= 2, "{stopped}");
    assert_eq!(found.len(), 3);
    assert_eq!(all_pages(app, &search).await, found);
}

async fn what_cannot_be_searched_is_refused(app: &TestApp) {
    app.person("ann").await;
    let search = async |search: Search| app.service.search(&HOME, &search, None).await.unwrap_err();
    let player = |name: &str| Search { player: Some(name.to_owned()), ..Search::default() };
    for name in ["nobody", "", "a name with % in it", "ann\u{301}"] {
        assert!(matches!(search(player(name)).await, SearchError::NoPlayer(_)), "{name}");
    }
    let twice = Search { other: Some("ANN".to_owned()), ..player("ann") };
    assert!(matches!(search(twice).await, SearchError::SamePlayer));
    let result = Search { result: Some(GameResult::Won), ..Search::default() };
    assert!(matches!(search(result).await, SearchError::PlayerMissing));
    let now = app.clock.now();
    let reversed = Search { since: Some(now), until: Some(now - TimeDelta::days(1)), ..Search::default() };
    assert!(matches!(search(reversed).await, SearchError::PeriodReversed));
    let cursor = SearchCursor::After("5-0000000000000000".parse().unwrap());
    let empty = app.service.search(&HOME, &Search::default(), Some(cursor)).await.unwrap();
    assert!(empty.games.is_empty());
}

async fn a_game_whose_end_is_taken_back_is_found_no_more(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    app.service.resign(&as_user(&ann), &game, &submission(&app.service, 1)).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!(all_pages(app, &Search::default()).await, std::slice::from_ref(&game));
    // As if the job that follows had not run yet.
    app.damage(&format!("UPDATE games SET status = 'playing' WHERE id = '{game}'")).await;
    assert!(app.service.search(&HOME, &Search::default(), None).await.unwrap().games.is_empty());
}

async fn games_from_before_there_were_searches_are_indexed_in_batches(app: &TestApp) {
    app.filler().await.fill(130, 3, |_| ()).await.unwrap();
    run_jobs(&app.service).await;
    let before = all_pages(app, &Search::default()).await;
    app.damage("DELETE FROM game_facets").await;
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('index_games', 'index_games', 'analysis', '', 0, 0)",
    )
    .await;
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    run_jobs(&app.service).await;
    assert_eq!(all_pages(app, &Search::default()).await, before);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'index_games'").await, 0);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn damaged_facets_are_found_and_repaired(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    app.service.resign(&as_user(&ann), &game, &submission(&app.service, 1)).await.unwrap();
    run_jobs(&app.service).await;
    for damage in [
        "DELETE FROM game_facets WHERE facet = 'any'",
        "UPDATE game_facets SET facet = 'preset abbeys' WHERE facet = 'preset modern'",
        "UPDATE game_facets SET ended = ended + 1",
    ] {
        app.damage(damage).await;
        let differences = app.service.rebuild(false, |_, _| ()).await.unwrap().differences;
        assert!(differences.len() == 1 && differences[0].contains("facets"), "{differences:?}");
        assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    }
}
