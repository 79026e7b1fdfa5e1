//! With whom a user has played.

use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use table::Person;

impl Store {
    /// The people with whom a user has sat at a table whose game has begun, the last first, as far as the last forty such tables say.
    /// Guests, bots and closed accounts are left out.
    pub async fn played_with(&self, user: &UserId) -> Result<Vec<Person>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.game, p.listed, u.id, u.name
             FROM (SELECT * FROM (
                   SELECT * FROM (SELECT s.game, s.listed FROM seats s
                       WHERE s.user_id = $1 AND s.status = 'playing' AND s.public = 1 AND s.listed < $2 ORDER BY s.listed DESC LIMIT 40) one
                   UNION ALL SELECT * FROM (SELECT s.game, s.listed FROM seats s
                       WHERE s.user_id = $1 AND s.status = 'playing' AND s.public = 0 AND s.listed < $2 ORDER BY s.listed DESC LIMIT 40) one
                   UNION ALL SELECT * FROM (SELECT s.game, s.listed FROM seats s
                       WHERE s.user_id = $1 AND s.status = 'finished' AND s.public = 1 AND s.listed < $2 ORDER BY s.listed DESC LIMIT 40) one
                   UNION ALL SELECT * FROM (SELECT s.game, s.listed FROM seats s
                       WHERE s.user_id = $1 AND s.status = 'finished' AND s.public = 0 AND s.listed < $2 ORDER BY s.listed DESC LIMIT 40) one
                 ) each ORDER BY each.listed DESC LIMIT 40) p
             CROSS JOIN seats o CROSS JOIN users u
             WHERE o.game = p.game AND u.id = o.user_id AND u.id <> $1 AND u.guest = 0 AND u.maker IS NULL AND u.closed IS NULL",
        )
        .bind(user.as_str())
        // Without a bound, an index is a list to read through.
        .bind(i64::MAX)
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "seats", "game")?;
            let person = Person::human(row.parsed("id", UserId::parse)?, row.text("name")?);
            Ok((row.number::<i64>("listed")?, person))
        };
        let mut found = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        found.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.name.cmp(&b.name)));
        let mut people: Vec<Person> = Vec::new();
        for (_, person) in found {
            if people.iter().all(|known| known.id != person.id) {
                people.push(person);
            }
        }
        Ok(people)
    }
}
