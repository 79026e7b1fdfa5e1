//! Opening, joining, leaving and finding tables.

mod browse;
mod rematch;
mod tables;

pub use browse::{Cursor, Dashboard, Filter, Page, TableView};
pub use rematch::RematchError;
pub use tables::{JoinError, LeaveError, OpenError, SALT_LONGEST};
