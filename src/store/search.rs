//! Searches of public finished games, along an index in either direction.
//!
//! The rows of a facet are in the order of the list. A search with several facets reads those of the facet whose next rows reach
//! furthest, and looks for the others by their key. It looks at a limited number of games; the next page goes on from there.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, any::AnyRow};

use crate::listing::{Direction, PAGE};
use crate::row::Reader;
use crate::statement::Arguments;
use crate::{Store, StoreError};
use table::{Facet, GameId, Place, Search, SearchCursor, SearchPage, Status};

/// With several facets, this many games are looked at per window.
const WINDOW: usize = 1000;
/// At most this many windows per page.
const WINDOWS: u32 = 2;
/// Of this many facets, the rarest leads a window.
const LEADERS: usize = 3;

/// Places in the order in which they were found.
#[derive(Debug, Default)]
pub struct FoundPlaces {
    pub places: Vec<Place>,
    /// Beyond which there are or may be more.
    pub more: Option<Place>,
    /// Whether the search stopped before the page was full.
    pub stopped: bool,
}

/// The part of a list beyond a place, up to the end of the period.
#[derive(Clone, Debug)]
struct Part<'a> {
    direction: Direction,
    from: Place,
    search: &'a Search,
}

impl Store {
    /// Public finished games with all of these facets, [`Search::facets`].
    pub async fn search(
        &self,
        facets: &[Facet],
        search: &Search,
        from: Option<SearchCursor>,
    ) -> Result<SearchPage, StoreError> {
        let backwards = matches!(from, Some(SearchCursor::Before(_)));
        let direction = if backwards == search.oldest_first { Direction::Down } else { Direction::Up };
        let place = from.as_ref().map(|(SearchCursor::After(place) | SearchCursor::Before(place))| place);
        let FoundPlaces { mut places, more, stopped } =
            self.found_places(facets, search, direction, place).await?;
        if backwards {
            places.reverse();
        }
        // The page before or after an empty one includes the game at which this page started.
        let beside = |found: Option<&Place>, start: &Place| match found {
            Some(found) => found.clone(),
            None => {
                Place { ended: start.ended.saturating_add(i64::from(direction == Direction::Up)), game: None }
            }
        };
        let (previous, next) = match &from {
            Some(SearchCursor::Before(start)) => {
                (more.map(SearchCursor::Before), Some(SearchCursor::After(beside(places.last(), start))))
            }
            Some(SearchCursor::After(start)) => {
                (Some(SearchCursor::Before(beside(places.first(), start))), more.map(SearchCursor::After))
            }
            None => (None, more.map(SearchCursor::After)),
        };
        let ids: Vec<&GameId> = places.iter().filter_map(|place| place.game.as_ref()).collect();
        let mut games = self.load_page(&ids).await?;
        // Facets follow a little later.
        games.retain(|game| game.is_public() && game.status() == Status::Finished);
        Ok(SearchPage { games, previous, next, stopped })
    }

    /// At most a page of places beyond one, none of them loaded.
    pub async fn found_places(
        &self,
        facets: &[Facet],
        search: &Search,
        direction: Direction,
        from: Option<&Place>,
    ) -> Result<FoundPlaces, StoreError> {
        let mut part = Part::new(direction, from, search);
        let mut found = FoundPlaces::default();
        for _ in 0..WINDOWS {
            let (leader, end) = self.leader(&part, facets).await?;
            let others: Vec<&Facet> = facets.iter().filter(|facet| *facet != leader).collect();
            let rows = part.query(leader, &others, end.as_ref()).fetch_all(&self.readers).await?;
            let rows = rows.iter().map(read_place).collect::<Result<Vec<_>, StoreError>>()?;
            found.places.extend(rows.into_iter().take_while(|place| part.is_in_period(place)));
            if found.places.len() > PAGE {
                found.places.truncate(PAGE);
                found.more = found.places.last().cloned();
                return Ok(found);
            }
            let Some(end) = end.filter(|end| part.is_in_period(end)) else { return Ok(found) };
            part.from = end;
        }
        found.more = Some(part.from);
        found.stopped = true;
        Ok(found)
    }

    /// The facet whose next rows reach furthest, and where they end: `None` if they cover all, or if there is no other facet.
    async fn leader<'f>(
        &self,
        part: &Part<'_>,
        facets: &'f [Facet],
    ) -> Result<(&'f Facet, Option<Place>), StoreError> {
        let [first, rest @ ..] = facets else { return Ok((&Facet::Any, None)) };
        if rest.is_empty() {
            return Ok((first, None));
        }
        let mut best = (first, self.facet_end(part, first).await?);
        for facet in rest.iter().take(LEADERS - 1) {
            let Some(reached) = &best.1 else { break };
            let end = self.facet_end(part, facet).await?;
            let ended = |place: &Place| Some(place.ended);
            if part.direction.reaches_further(end.as_ref().and_then(ended), ended(reached)) {
                best = (facet, end);
            }
        }
        Ok(best)
    }

    /// Where a window of a facet ends; `None` if it covers all that is left.
    async fn facet_end(&self, part: &Part<'_>, facet: &Facet) -> Result<Option<Place>, StoreError> {
        part.end(facet).fetch_optional(&self.readers).await?.as_ref().map(read_place).transpose()
    }
}

impl<'a> Part<'a> {
    /// The part beyond this place within the period of the search.
    fn new(direction: Direction, from: Option<&Place>, search: &'a Search) -> Self {
        let edge = match direction {
            Direction::Down => search.until,
            Direction::Up => search.since,
        };
        let edge = edge.map_or(direction.start(), |edge| edge.timestamp_millis());
        let inside = |place: &&Place| match direction {
            Direction::Down => place.ended < edge,
            Direction::Up => place.ended >= edge,
        };
        let from = from.filter(inside).cloned().unwrap_or(Place { ended: edge, game: None });
        Self { direction, from, search }
    }

    /// Whether the search reaches as far as this place.
    fn is_in_period(&self, place: &Place) -> bool {
        match self.direction {
            Direction::Down => self.search.since.is_none_or(|since| place.ended >= since.timestamp_millis()),
            Direction::Up => self.search.until.is_none_or(|until| place.ended < until.timestamp_millis()),
        }
    }

    /// The next games of a facet; with others, those up to the end of a window that have the others, too.
    fn query(
        &self,
        facet: &Facet,
        others: &[&Facet],
        end: Option<&Place>,
    ) -> Query<'static, Any, AnyArguments> {
        let mut arguments = Arguments::default();
        let mut rows = vec![self.rows(&mut arguments, facet)];
        if let Some(end) = end {
            let (up_to, end) = (self.direction.up_to(), row_of(&mut arguments, end));
            rows.push(format!("AND (f.ended, f.game) {up_to} {end}"));
        }
        // Not joined: for any facet, a generic plan of PostgreSQL expects few rows, and would read all of a common one.
        for other in others {
            let other = arguments.add(other.to_string());
            rows.push(format!(
                "AND (SELECT 1 FROM game_facets o WHERE o.game = f.game AND o.facet = {other}) = 1"
            ));
        }
        arguments.query(format!("{} {} LIMIT {}", rows.join(" "), self.order(), PAGE + 1))
    }

    /// The last row of a window; none if the facet has fewer.
    fn end(&self, facet: &Facet) -> Query<'static, Any, AnyArguments> {
        let mut arguments = Arguments::default();
        let rows = self.rows(&mut arguments, facet);
        arguments.query(format!("{rows} {} LIMIT 1 OFFSET {WINDOW} - 1", self.order()))
    }

    /// The rows of a facet beyond the place.
    fn rows(&self, arguments: &mut Arguments, facet: &Facet) -> String {
        let facet = arguments.add(facet.to_string());
        let (beyond, place) = (self.direction.beyond(), row_of(arguments, &self.from));
        format!(
            "SELECT f.game, f.ended FROM game_facets f WHERE f.facet = {facet} AND (f.ended, f.game) {beyond} {place}"
        )
    }

    fn order(&self) -> String {
        let order = self.direction.order();
        format!("ORDER BY f.ended {order}, f.game {order}")
    }
}

/// A place as the values of a comparison.
fn row_of(arguments: &mut Arguments, place: &Place) -> String {
    let ended = arguments.add(place.ended);
    let game = arguments.add(place.game.as_ref().map_or("", GameId::as_str));
    format!("({ended}, {game})")
}

fn read_place(row: &AnyRow) -> Result<Place, StoreError> {
    let row = Reader::new(row, "game_facets", "game")?;
    Ok(Place { ended: row.number("ended")?, game: Some(row.parsed("game", GameId::parse)?) })
}
