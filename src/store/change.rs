//! Single statements that change rows, or find none to change.

use crate::batch::{Value, bind};
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};

impl Store {
    /// Executes a statement; `false` if it changes nothing.
    pub(super) async fn change(
        &self,
        statement: &'static str,
        values: Vec<Value>,
    ) -> Result<bool, StoreError> {
        let change = self.writer.write((statement, values), |tx, (statement, values)| {
            Box::pin(async move {
                let changed = bind(sqlx::query(*statement), values.iter().cloned()).execute(tx).await?;
                Ok(if changed.rows_affected() > 0 { Commit(true) } else { Unchanged(false) })
            })
        });
        change.await
    }
}
