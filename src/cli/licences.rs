//! `bastide licences`: the licences of everything in the program.

use std::fmt::Write;

use super::Failure;
use super::packages::{Package, Packages};

/// The licence of the font that pages load.
const FONT: &str = include_str!("../../static/serif-OFL.txt");

/// Print the licences of Bastide and of the libraries in it
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only the names: a line per library
    #[arg(long)]
    short: bool,
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let Packages { packages, texts } = Packages::of_this_program()?;
    if args.short {
        return Ok(packages.iter().map(|package| line(package) + "\n").collect());
    }
    let mut out = String::from(
        "Bastide contains these libraries. Each licence follows the names of those that it is for.\n\n",
    );
    for package in &packages {
        out += &line(package);
        if package.texts.is_empty() {
            write_origin(&mut out, package);
        }
        out.push('\n');
    }
    for (index, text) in texts.iter().enumerate() {
        let users: Vec<String> =
            packages.iter().filter(|package| package.texts.contains(&index)).map(label).collect();
        let _ = write!(out, "\n{}\n{}\n\n{}\n", "=".repeat(80), users.join(", "), text.trim_end());
    }
    let _ = write!(
        out,
        "\n{}\nThe font Alegreya, for headings and scores\n\n{}\n",
        "=".repeat(80),
        FONT.trim_end()
    );
    Ok(out)
}

fn label(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

fn line(package: &Package) -> String {
    format!("{}: {}", label(package), package.licence)
}

/// For a package that comes without the text of its licence.
fn write_origin(out: &mut String, package: &Package) {
    let authors = if package.authors.is_empty() { "its contributors" } else { &package.authors.join(", ") };
    let _ = write!(out, " (by {authors}; {})", package.repository);
}
