//! `man`: the manual as pages for `man`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use super::ExitStatus;

/// Flags of `man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td man | man -l -
  draughts-td man --out ~/.local/share/man/man1")]
pub struct Args {
    /// Write a page for the program and one for each verb into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs `man` for this command line.
///
/// # Errors
/// A folder that cannot be written into.
pub fn run(args: &Args, command: Command) -> Result<ExitStatus> {
    match &args.out {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| format!("--out {}", folder.display()))?;
        }
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page).context("cannot write the page")?;
            say!("{}", String::from_utf8_lossy(&page).trim_end());
        }
    }
    Ok(ExitStatus::Done)
}
