//! The packages that the program is made of.
//!
//! `packages.json` lists them with their licences; the test `licences` compares it with `Cargo.lock` and writes it anew.

use serde::Deserialize;

use super::Failure;

const JSON: &str = include_str!("packages.json");

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
