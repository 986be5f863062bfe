//! `puzzle export`: puzzles as PDN, CSV or JSON.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::Value;

use super::list::ChosenFlags;
use crate::commands::ExitStatus;
use crate::commands::args::inputs;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::output::console::written;
use crate::database::puzzles::{CSV_HEAD, StoredPuzzle};
use crate::files;
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The name of the output says the format: .pdn, .csv or .json; --format says it where there is no name. PDN has the position as FEN and the solution as moves. CSV has the \
columns of the puzzle database of lichess: the FEN before the error of the opponent, and moves that begin with this error. JSON is a list for the puzzle editor of Lidraughts.

Examples:
  draughts-td puzzle export puzzles.db -o puzzles.pdn
  draughts-td puzzle export puzzles.db --theme bomb --format csv > bombs.csv"
)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: ChosenFlags,
    /// Where to write: a name that ends in .pdn, .csv or .json [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: Option<PathBuf>,
    /// The format, whatever the name [default: that of the name, or PDN]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Games with the position as FEN
    Pdn,
    /// The columns of the puzzle database of lichess
    Csv,
    /// For the puzzle editor of Lidraughts
    Json,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    let format = args.format()?;
    if let Some(out) = &args.out {
        inputs::check_writable(out, "-o")?;
        args.overwrite.check("-o", out, || false)?;
    }
    let puzzles = args.chosen.puzzles()?;
    let text = format.text(&puzzles);
    write(args.out.as_deref(), text.as_bytes(), puzzles.len())
}

/// Writes the text of `puzzles` puzzles to a file, or to standard output.
pub(super) fn write(
    out: Option<&std::path::Path>,
    text: &[u8],
    puzzles: usize,
) -> Result<ExitStatus> {
    let Some(out) = out else {
        return written(io::stdout().write_all(text)).map(|()| ExitStatus::Done);
    };
    files::write_atomically(out, text)
        .with_context(|| format!("cannot write {}", out.display()))?;
    if io::stderr().is_terminal() {
        note!("{puzzles} puzzles written to {}", out.display());
    }
    Ok(ExitStatus::Done)
}

impl Args {
    fn format(&self) -> Result<Format> {
        let ending = self.out.as_deref().and_then(std::path::Path::extension);
        let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
        match (self.format, ending.as_deref()) {
            (Some(format), _) => Ok(format),
            (None, Some("pdn")) => Ok(Format::Pdn),
            (None, Some("csv")) => Ok(Format::Csv),
            (None, Some("json")) => Ok(Format::Json),
            (None, _) if self.out.is_none() => Ok(Format::Pdn),
            (None, _) => bail!("-o: end the name in .pdn, .csv or .json, or give --format"),
        }
    }
}

impl Format {
    fn text(self, puzzles: &[StoredPuzzle]) -> String {
        match self {
            Format::Pdn => puzzles.iter().map(StoredPuzzle::to_pdn).collect(),
            Format::Csv => {
                let lines = puzzles.iter().map(StoredPuzzle::to_csv);
                [CSV_HEAD.to_owned()].into_iter().chain(lines).collect()
            }
            Format::Json => {
                let list: Value = puzzles.iter().map(StoredPuzzle::to_lidraughts).collect();
                format!("{list:#}\n")
            }
        }
    }
}
