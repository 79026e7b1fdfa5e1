//! Stored game events: versioned JSON, with a whole log read as one row.

use sqlx::any::AnyRow;

use crate::packed::Fields;
use crate::row::{Reader, time};
use crate::{Store, StoreError};
use engine::{Event, Header, Logged};
use table::GameId;

/// The format version that this program writes.
pub(super) const FORMAT: i64 = 1;

/// Parses a stored body. Converts older formats here, so that no other code sees them. The error names the offending
/// column.
fn read(form: i64, body: &str) -> Result<Event, (&'static str, String)> {
    match form {
        FORMAT => serde_json::from_str(body).map_err(|error| ("body", error.to_string())),
        other => {
            Err(("form", format!("event format {other} is unknown; the newest known format is {FORMAT}")))
        }
    }
}

pub(super) fn write(event: &Event) -> String {
    match serde_json::to_string(event) {
        Ok(body) => body,
        Err(error) => unreachable!("an event always serializes: {error}"),
    }
}

impl Store {
    /// The events of a game after number `after`, in order. Fetches a single row, however many there are.
    pub async fn log(&self, game: &GameId, after: u32) -> Result<Vec<Logged>, StoreError> {
        let row = self.folded(game, after).await?;
        row.map_or(Ok(Vec::new()), |row| unfold_row(game, &Reader::new(&row, "games", "id")?))
    }

    /// The header and all events of a game; `None` before it has started.
    pub async fn record(&self, game: &GameId) -> Result<Option<(Header, Vec<Logged>)>, StoreError> {
        let Some(row) = self.folded(game, 0).await? else { return Ok(None) };
        let row = Reader::new(&row, "games", "id")?;
        if row.maybe_text("header")?.is_none() {
            return Ok(None);
        }
        let header = Header::from_stored_json(&row.text("header")?);
        Ok(Some((header.map_err(|error| row.bad("header", error))?, unfold_row(game, &row)?)))
    }

    async fn folded(&self, game: &GameId, after: u32) -> Result<Option<AnyRow>, StoreError> {
        let row = sqlx::query(
            "SELECT g.id, g.header,
                 (SELECT string_agg(CAST(e.n AS TEXT) || ' ' || CAST(e.at AS TEXT) || ' ' ||
                                    CAST(e.form AS TEXT) || ' ' || e.body, '\n' ORDER BY e.n)
                  FROM events e WHERE e.game = $1 AND e.n > $2) AS log
             FROM games g WHERE g.id = $1",
        )
        .bind(game.as_str())
        .bind(i64::from(after))
        .fetch_optional(&self.readers)
        .await?;
        Ok(row)
    }
}

fn unfold_row(game: &GameId, row: &Reader<'_>) -> Result<Vec<Logged>, StoreError> {
    unfold(game, row.maybe_text("log")?.as_deref().unwrap_or_default())
}

/// Reads a log packed as `n at form body`.
fn unfold(game: &GameId, folded: &str) -> Result<Vec<Logged>, StoreError> {
    folded.lines().map(|line| unfold_line(game, line)).collect()
}

fn unfold_line(game: &GameId, line: &str) -> Result<Logged, StoreError> {
    let mut fields = Fields::of(line, 4);
    let mut next = || fields.text().unwrap_or_default();
    let (number, at, form, body) = (next(), next(), next(), next());
    let bad = |column, why: String| StoreError::BadRow {
        table: "events",
        column,
        row: format!("({game}, {number})"),
        why,
    };
    let n = number.parse().map_err(|_| bad("n", format!("{number:?} is not an event number")))?;
    let at = at.parse().ok().and_then(time).ok_or_else(|| bad("at", format!("{at:?} is not a time")))?;
    let form = form.parse().map_err(|_| bad("form", format!("{form:?} is not a format version")))?;
    let event = read(form, body).map_err(|(column, why)| bad(column, why))?;
    Ok(Logged { n, event, at: Some(at) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameId {
        GameId::new([1; 10])
    }

    #[test]
    fn a_log_survives_folding_and_unfolding() {
        let body = write(&Event::Skip {});
        let log = unfold(&game(), &format!("1 1790000000000 1 {body}\n2 1790000000001 1 {body}")).unwrap();
        assert_eq!(log.iter().map(|logged| logged.n).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(log[1].event, Event::Skip {});
        assert_eq!(log[1].at.unwrap().timestamp_millis(), 1_790_000_000_001);
    }

    #[test]
    fn an_invalid_event_is_reported_with_table_column_and_row() {
        for (line, complaint) in [
            (r#"x 0 1 {"type":"skip"}"#, "column n, row ("),
            (r#"7 ? 1 {"type":"skip"}"#, "column at"),
            (r#"7 0 9 {"type":"skip"}"#, "event format 9 is unknown; the newest known format is 1"),
            (r#"7 0 1 {"type":"flip"}"#, "unknown variant `flip`"),
            ("7", "column at"),
        ] {
            let error = unfold(&game(), line).unwrap_err().to_string();
            assert!(error.starts_with("table events, ") && error.contains(complaint), "{line}: {error}");
        }
    }
}
