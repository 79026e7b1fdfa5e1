//! Accounts and their recovery codes.

use chrono::{DateTime, Utc};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::row::Reader;
use crate::statement::{Arguments, query};
use crate::tokens::remove_tokens;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{Maker, NamePrefix, PasswordHash, RecoveryHash, User, UserId, UserName};
use table::Person;

/// How many accounts a beginning of a name finds.
const FOUND: usize = 8;

#[derive(Clone, Debug)]
pub struct NewUser {
    pub id: UserId,
    pub name: UserName,
    pub password: PasswordHash,
    pub codes: Vec<RecoveryHash>,
    pub created: DateTime<Utc>,
    /// A guest has no password and cannot sign in.
    pub guest: bool,
}

impl NewUser {
    /// Guests have none: names like theirs are reserved.
    fn skeleton(&self) -> Option<String> {
        (!self.guest).then(|| self.name.skeleton())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredUser {
    pub user: User,
    pub password: PasswordHash,
    /// Whether the password alone does not sign in.
    pub second_step: bool,
    /// Whether the account is closed. Then there is no password either.
    pub closed: bool,
    /// Who made the account, if it is a bot's. Then there is no password either.
    pub bot_of: Option<Maker>,
}

impl StoredUser {
    /// The user as tables see them.
    pub fn person(&self) -> Person {
        Person { id: self.user.id.clone(), name: self.user.name.clone(), bot_of: self.bot_of.clone() }
    }
}

impl Store {
    /// `false`: the name, or one that looks like it, is taken.
    pub async fn add_user(&self, user: &NewUser) -> Result<bool, StoreError> {
        let add = self.writer.write(user.clone(), |tx, user| {
            Box::pin(
                async move { Ok(if add_user(tx, user).await? { Commit(true) } else { Unchanged(false) }) },
            )
        });
        add.await
    }

    /// Looks up an account by its folded name.
    pub async fn user_named(&self, folded: &str) -> Result<Option<StoredUser>, StoreError> {
        let row = select_user("u.folded = $1").bind(folded).fetch_optional(&self.readers).await?;
        row.map(|row| read(&Reader::new(&row, "users", "id")?)).transpose()
    }

    /// The folded name of an account whose name looks like this one.
    pub async fn folded_lookalike(&self, name: &UserName) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(
            "SELECT id, folded FROM users WHERE skeleton = $1
             UNION ALL SELECT id, folded FROM users WHERE skeleton = $2 LIMIT 1",
        )
        .bind(name.skeleton())
        .bind(name.skeleton_with_separators())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Reader::new(&row, "users", "id")?.text("folded")).transpose()
    }

    /// Accounts whose names begin like this, at most eight. Guests are not found.
    pub async fn people_beginning(&self, prefix: &NamePrefix) -> Result<Vec<Person>, StoreError> {
        let mut found: Vec<Person> = Vec::new();
        for start in prefix.starts() {
            let rows =
                sqlx::query("SELECT u.id, u.name, u.maker, m.name AS maker_name FROM users u LEFT JOIN users m ON m.id = u.maker
                     WHERE u.skeleton >= $1 ORDER BY u.skeleton LIMIT 50")
                    .bind(start)
                    .fetch_all(&self.readers)
                    .await?;
            for row in &rows {
                let row = Reader::new(row, "users", "id")?;
                let person = read_person(&row)?;
                if prefix.begins(&person.name) && !found.contains(&person) {
                    found.push(person);
                }
            }
        }
        found.truncate(FOUND);
        Ok(found)
    }

    pub async fn user(&self, id: &UserId) -> Result<Option<StoredUser>, StoreError> {
        let row = select_user("u.id = $1").bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.map(|row| read(&Reader::new(&row, "users", "id")?)).transpose()
    }

    /// Sets the password and ends all sessions and unfinished sign-ins except `keep` (a session id). Without one, tokens end, too.
    pub async fn set_password(
        &self,
        user: &UserId,
        password: &PasswordHash,
        keep: Option<&str>,
    ) -> Result<(), StoreError> {
        let write = (user.clone(), password.clone(), keep.map(str::to_owned));
        let set = self.writer.write(write, |tx, (user, password, keep)| {
            Box::pin(async move {
                set_password(tx, user, password, keep.as_deref()).await?;
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// Consumes a recovery code, sets the password and ends all sessions. `false`: no such code.
    pub async fn recover(
        &self,
        user: &UserId,
        code: &RecoveryHash,
        password: &PasswordHash,
    ) -> Result<bool, StoreError> {
        let write = (user.clone(), code.clone(), password.clone());
        let recover = self.writer.write(write, |tx, (user, code, password)| {
            Box::pin(async move {
                let recovered = recover(tx, user, code, password).await?;
                Ok(if recovered { Commit(true) } else { Unchanged(false) })
            })
        });
        recover.await
    }

    /// The number of unused recovery codes.
    pub async fn codes_left(&self, user: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT u.id, COUNT(c.code) AS codes FROM users u LEFT JOIN recovery_codes c ON c.user_id = u.id
             WHERE u.id = $1 GROUP BY u.id",
        )
        .bind(user.as_str())
        .fetch_optional(&self.readers)
        .await?;
        row.map_or(Ok(0), |row| Reader::new(&row, "users", "id")?.number("codes"))
    }

    /// Invalidates all earlier recovery codes.
    pub async fn replace_codes(&self, user: &UserId, codes: &[RecoveryHash]) -> Result<(), StoreError> {
        let replace = self.writer.write((user.clone(), codes.to_vec()), |tx, (user, codes)| {
            Box::pin(async move {
                sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1")
                    .bind(user.as_str())
                    .execute(&mut *tx)
                    .await?;
                add_codes(tx, user, codes).await?;
                Ok(Commit(()))
            })
        });
        replace.await
    }

    pub async fn set_zone(&self, user: &UserId, zone: chrono_tz::Tz) -> Result<(), StoreError> {
        let set = self.writer.write((user.clone(), zone), |tx, (user, zone)| {
            Box::pin(async move {
                sqlx::query("UPDATE users SET zone = $2 WHERE id = $1")
                    .bind(user.as_str())
                    .bind(zone.name())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// Those of these users who are still there.
    pub async fn people(&self, users: &[&UserId]) -> Result<Vec<Person>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let users = arguments.add_users(users);
        let rows = arguments
            .query(format!(
                "SELECT u.id, u.name, u.maker, m.name AS maker_name FROM users u LEFT JOIN users m ON m.id = u.maker
                 WHERE u.id IN ({users})"
            ))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| read_person(&Reader::new(row, "users", "id")?)).collect()
    }
}

/// Like [`Store::add_user`].
pub(super) async fn add_user(tx: &mut AnyConnection, user: &NewUser) -> Result<bool, StoreError> {
    let added = sqlx::query(
        "INSERT INTO users (id, name, folded, skeleton, password, zone, created, guest)
         VALUES ($1, $2, $3, $4, $5, 'UTC', $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(user.id.as_str())
    .bind(user.name.as_str())
    .bind(user.name.folded())
    .bind(user.skeleton())
    .bind(user.password.as_str())
    .bind(user.created.timestamp_millis())
    .bind(i64::from(user.guest))
    .execute(&mut *tx)
    .await?;
    if added.rows_affected() == 0 {
        return Ok(false);
    }
    add_codes(tx, &user.id, &user.codes).await?;
    Ok(true)
}

/// Like [`Store::recover`].
pub(super) async fn recover(
    tx: &mut AnyConnection,
    user: &UserId,
    code: &RecoveryHash,
    password: &PasswordHash,
) -> Result<bool, StoreError> {
    let is_right = use_code(tx, user, code).await?;
    if is_right {
        set_password(tx, user, password, None).await?;
    }
    Ok(is_right)
}

/// Uses a recovery code up. `false`: no such code.
pub(super) async fn use_code(
    tx: &mut AnyConnection,
    user: &UserId,
    code: &RecoveryHash,
) -> Result<bool, StoreError> {
    let deleted = sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1 AND code = $2")
        .bind(user.as_str())
        .bind(code.as_str())
        .execute(tx)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

pub(super) async fn add_codes(
    tx: &mut AnyConnection,
    user: &UserId,
    codes: &[RecoveryHash],
) -> Result<(), StoreError> {
    for code in codes {
        sqlx::query("INSERT INTO recovery_codes (user_id, code) VALUES ($1, $2)")
            .bind(user.as_str())
            .bind(code.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

async fn set_password(
    tx: &mut AnyConnection,
    user: &UserId,
    password: &PasswordHash,
    keep: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE users SET password = $2 WHERE id = $1")
        .bind(user.as_str())
        .bind(password.as_str())
        .execute(&mut *tx)
        .await?;
    // Sign-ins with the old password that wait for their second step.
    sqlx::query("DELETE FROM challenges WHERE user_id = $1").bind(user.as_str()).execute(&mut *tx).await?;
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(user.as_str())
        .bind(keep.unwrap_or_default())
        .execute(&mut *tx)
        .await?;
    // Nobody is signed in who could revoke what a stranger may have made.
    if keep.is_none() {
        remove_tokens(tx, user).await?;
    }
    Ok(())
}

/// Selects a [`StoredUser`].
fn select_user(condition: &str) -> Query<'static, Any, AnyArguments> {
    query(format!(
        "SELECT u.id, u.name, u.password, u.zone, u.guest, u.two_steps, u.closed, u.maker, m.name AS maker_name,
                (SELECT COUNT(*) FROM authenticators a WHERE a.user_id = u.id AND a.active = 1) AS apps
         FROM users u LEFT JOIN users m ON m.id = u.maker WHERE {condition}"
    ))
}

/// From the columns `id`, `name`, `maker` and `maker_name`.
pub(super) fn read_person(row: &Reader<'_>) -> Result<Person, StoreError> {
    Ok(Person { id: row.parsed("id", UserId::parse)?, name: row.text("name")?, bot_of: read_maker(row)? })
}

/// Who made the account, from `maker` and `maker_name`.
fn read_maker(row: &Reader<'_>) -> Result<Option<Maker>, StoreError> {
    let Some(_) = row.maybe_text("maker")? else { return Ok(None) };
    Ok(Some(Maker { id: row.parsed("maker", UserId::parse)?, name: row.text("maker_name")? }))
}

fn read(row: &Reader<'_>) -> Result<StoredUser, StoreError> {
    Ok(StoredUser {
        user: User {
            id: row.parsed("id", UserId::parse)?,
            name: row.text("name")?,
            zone: row.parsed("zone", |name| name.parse().ok())?,
            guest: row.flag("guest")?,
        },
        password: row.parsed("password", PasswordHash::from_stored)?,
        second_step: row.flag("two_steps")? || row.number::<u32>("apps")? > 0,
        closed: row.maybe_time("closed")?.is_some(),
        bot_of: read_maker(row)?,
    })
}
