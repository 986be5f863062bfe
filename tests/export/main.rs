//! `draughts-td export`: the positions that `learn` keeps, row by row what the games say, whatever the threads, whole or not at all.

mod archive;
#[cfg(feature = "parquet")]
mod fit;
#[path = "../programs/missing.rs"]
mod missing;
#[cfg(feature = "parquet")]
mod parquet;
#[path = "../programs/python.rs"]
mod python;
mod refused;
mod rows;
#[path = "../programs/run.rs"]
mod run;
mod twin;

use std::path::Path;

use run::{program, told};
use serde_json::Value;

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What a verb prints with `--json`.
fn json(arguments: &[&str]) -> Value {
    let output = program(arguments);
    let told = told(&output, 0);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {told}"))
}

/// Exports games of the sample into an archive.
fn archive(folder: &Path, more: &[&str]) -> archive::Archive {
    let path = folder.join("rows.npz");
    told(&program(&[&["export", SAMPLE, "--force", "--npz", &shown(&path)], more].concat()), 0);
    archive::Archive::open(&path)
}
