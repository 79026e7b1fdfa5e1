//! List columns and notices, made again from the logs.

/// What a rebuild found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Games looked at.
    pub games: u32,
    /// What differed (and was mended, unless only checked): a line each.
    pub differences: Vec<String>,
}
