//! `bastide graph`: exports a game's map as a planar graph.

use std::path::PathBuf;

use planar::{Format, Graph};

use crate::{Failure, record};

/// Print the map of a record as a planar graph
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// The output format: graphml, dot or json
    #[arg(long, default_value_t = Format::GraphMl)]
    format: Format,
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (_, game) = record::read(&args.file)?;
    let graph = Graph::of(game.board().tiles());
    let graph = graph.map_err(|why| Failure::bad_input(format!("{}: {why}", args.file.display())))?;
    Ok(graph.export(args.format))
}
