//! `puzzle sheet`: puzzles to print.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;

use super::export::write;
use super::list::ChosenFlags;
use crate::commands::ExitStatus;
use crate::commands::args::inputs;
use crate::commands::args::overwrite::Overwrite;
use crate::database::puzzles::Sheet;
use crate::puzzle::Language;
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The sheet is a page of HTML: open it in a browser and print it on A4. The solutions are on a page of their own.

Examples:
  draughts-td puzzle sheet puzzles.db --max-level 4 --most 12 -o monday.html
  draughts-td puzzle sheet puzzles.db --theme bomb --language nl -o bomzet.html"
)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: ChosenFlags,
    /// Where to write the page [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: Option<PathBuf>,
    /// Diagrams a page
    #[arg(long, value_name = "N", default_value = "12", value_parser = ["6", "9", "12"])]
    per_page: String,
    /// The language of the sheet
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t = LanguageName::En)]
    language: LanguageName,
    /// The title of the sheet
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Name the themes below the diagrams too
    #[arg(long)]
    themes: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    /// English
    En,
    /// Dutch
    Nl,
    /// French
    Fr,
    /// Russian
    Ru,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    if let Some(out) = &args.out {
        inputs::check_writable(out, "-o")?;
        args.overwrite.check("-o", out, || false)?;
    }
    let puzzles = args.chosen.puzzles()?;
    ensure!(
        !puzzles.is_empty(),
        "no puzzle of {} passes; `puzzle list` shows them",
        args.chosen.file().display()
    );
    let sheet = Sheet {
        language: match args.language {
            LanguageName::En => Language::En,
            LanguageName::Nl => Language::Nl,
            LanguageName::Fr => Language::Fr,
            LanguageName::Ru => Language::Ru,
        },
        title: args.title.clone(),
        per_page: args.per_page.parse()?,
        themes: args.themes,
    };
    write(args.out.as_deref(), sheet.html(&puzzles).as_bytes(), puzzles.len())
}
