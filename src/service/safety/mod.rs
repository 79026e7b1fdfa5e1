//! Reports, restrictions and objections: what people can do against others, and against what was decided about them.

mod cases;
mod objections;
mod reports;
mod restrict;
mod restrictions;

pub use cases::{CasePage, Decision, ReportCase};
pub use objections::{ObjectionCase, ObjectionPage};
pub use reports::{NewReport, OwnReports, ReportError, Reported};
pub use restrict::RestrictionTerms;
pub use restrictions::RestrictionError;
