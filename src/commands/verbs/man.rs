//! `man`: the manual as pages for `man`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use crate::commands::ExitStatus;
use crate::commands::args::overwrite::Overwrite;
use crate::files;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td man | man -l -
  draughts-td man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write a page for the program and one for each verb into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Runs `man` for this command line.
pub(crate) fn run(args: &Args, command: Command) -> Result<ExitStatus> {
    let Some(folder) = &args.out else {
        say!("{}", String::from_utf8_lossy(&page(command)?).trim_end());
        return Ok(ExitStatus::Done);
    };
    let context = || format!("--out {}", folder.display());
    let mut pages = Vec::new();
    let mut command = command.disable_help_subcommand(true);
    command.build();
    add_pages(command, &mut pages)?;
    fs::create_dir_all(folder).with_context(context)?;
    for (name, page) in &pages {
        let path = folder.join(name);
        let is_same = || fs::read(&path).is_ok_and(|there| there == *page);
        args.overwrite.check("--out", &path, is_same)?;
    }
    for (name, page) in &pages {
        files::write_atomically(&folder.join(name), page).with_context(context)?;
    }
    Ok(ExitStatus::Done)
}

/// Adds the pages of a command and of those below it, with their names.
fn add_pages(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let shown = command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    shown.collect::<Vec<_>>().into_iter().try_for_each(|verb| add_pages(verb, pages))?;
    pages.push((Man::new(command.clone()).get_filename(), page(command)?));
    Ok(())
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).context("cannot write the page")?;
    Ok(page)
}
