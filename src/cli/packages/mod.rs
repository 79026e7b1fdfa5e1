//! The packages that the program is made of.
//!
//! `packages.snap.json` lists them with their licences. It is a snapshot of the test `licences`, which compares it with `Cargo.lock`.

use serde::Deserialize;

use super::Failure;

const JSON: &str = include_str!("packages.snap.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packages {
    /// By name and version. The first is Bastide itself.
    pub packages: Vec<Package>,
    /// Licences and copyright lines, each once.
    pub texts: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub licence: String,
    pub authors: Vec<String>,
    /// Where its source is kept; empty if it does not say.
    pub repository: String,
    /// SHA-256 of the released package, hexadecimal; empty for Bastide itself.
    pub checksum: String,
    /// Indices of the packages that it uses.
    pub uses: Vec<usize>,
    /// Indices of its licences and copyright lines.
    pub texts: Vec<usize>,
}

impl Packages {
    pub fn of_this_program() -> Result<Self, Failure> {
        serde_json::from_str(JSON).map_err(|error| Failure::general(format!("the list of packages: {error}")))
    }
}
