//! Copies a database into another, from SQLite or PostgreSQL to either.
//!
//! Both are read in the order of their keys, side by side, and the target is changed wherever it differs. So a copy that was interrupted
//! goes on when it is started again, and comparing is the same walk without changes. The source is read in one snapshot, and people can
//! play meanwhile; what they do after the start is not copied.
//!
//! The target first gets the schema of the source, of whichever version, and is upgraded when it is opened the next time.

mod follow;
mod schema;
mod source;
mod target;
mod walk;

pub use follow::{IncrementalCopy, Round};
pub(super) use schema::Schema;
pub(super) use source::Source;
pub(super) use target::{FOLLOWING, why_closed};

use target::Target;
use walk::{Part, Pass, walk};

use crate::StoreError;

/// What a copy is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStage {
    Copying,
    /// Reads both again, side by side.
    Comparing,
}

/// How far a stage is, in rows.
#[derive(Clone, Copy, Debug)]
pub struct CopyProgress {
    pub stage: CopyStage,
    pub done: u64,
    pub total: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub rows: u64,
    /// Fewer than `rows` if an earlier copy was interrupted.
    pub written: u64,
}

/// Copies all rows between two databases, given by their URLs, and compares them. The target must be empty, or left by an interrupted
/// copy. Until it is complete, [`Store::open`](crate::Store::open) refuses it.
pub async fn copy(
    from: &str,
    to: &str,
    mut progress: impl FnMut(CopyProgress),
) -> Result<Copied, StoreError> {
    super::connect::install_drivers();
    let mut source = Source::open(from).await?;
    let mut target = Target::open(to, &source.schema).await?;
    let total = source.count().await?;
    let tables = source.schema.tables.clone();
    let mut copied = Copied::default();
    // Children first, so that no row loses what it refers to.
    for table in tables.iter().rev() {
        walk(table, Part::All, Pass::Remove, &mut source.connection, &mut target, |_| ()).await?;
    }
    for (stage, pass) in [(CopyStage::Copying, Pass::Write), (CopyStage::Comparing, Pass::Compare)] {
        let mut done = 0;
        for table in &tables {
            let shown = |rows| progress(CopyProgress { stage, done: done + rows, total });
            let walked = walk(table, Part::All, pass, &mut source.connection, &mut target, shown).await?;
            done += walked.rows;
            match stage {
                CopyStage::Copying => copied.written += walked.differences,
                CopyStage::Comparing if walked.differences > 0 => {
                    return Err(StoreError::Open(format!(
                        "the copy differs in {} rows of the table {}: something else has changed it",
                        walked.differences, table.name
                    )));
                }
                CopyStage::Comparing => {}
            }
        }
        copied.rows = done;
    }
    target.finish().await?;
    Ok(copied)
}
