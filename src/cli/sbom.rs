//! `bastide sbom`: what the program is made of, for other programs.

use serde_json::{Value, json};

use super::packages::{Package, Packages};
use super::{Failure, json_line};

/// Print a software bill of materials (CycloneDX 1.6, JSON)
#[derive(clap::Args, Debug)]
pub struct Args {}

/// Returns the text to print.
pub fn run(_: &Args) -> Result<String, Failure> {
    let Packages { packages, .. } = Packages::of_this_program()?;
    let Some((bastide, libraries)) = packages.split_first() else {
        return Err(Failure::general("the list of packages is empty"));
    };
    let dependencies = packages.iter().map(|package| {
        let uses: Vec<String> = package.uses.iter().map(|&used| reference(&packages[used])).collect();
        json!({ "ref": reference(package), "dependsOn": uses })
    });
    Ok(json_line(&json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": component("application", bastide) },
        "components": libraries.iter().map(|library| component("library", library)).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    })))
}

/// A package URL.
fn reference(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version.replace('+', "%2B"))
}

fn component(kind: &str, package: &Package) -> Value {
    let reference = reference(package);
    let mut component = json!({
        "type": kind,
        "bom-ref": reference,
        "name": package.name,
        "version": package.version,
        "licenses": [{ "expression": package.licence }],
        "purl": reference,
    });
    if !package.checksum.is_empty() {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": package.checksum }]);
    }
    if !package.repository.is_empty() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": package.repository }]);
    }
    component
}
