//! `reproduce backgammon`: learning by self-play beside opponents from outside.

use std::path::PathBuf;

use anyhow::{Context as _, Error, Result};

use super::repeated::Repeated;
use super::run::{Run, counted};
use crate::backgammon::Pubeval;
use crate::backgammon::gnubg::Gnubg;
use crate::checksum;
use crate::commands::run_folder::finish;
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::backgammon::{BackgammonSettings, run};
use crate::experiments::lab::NETWORKS;
use crate::files;

const NAME: &str = "backgammon";

/// What leaves gnubg out.
const NONE: &str = "none";

/// A file of 244 numbers is not larger, however they are written.
const LARGEST: u64 = 1 << 16;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce backgammon --quick --out /tmp/backgammon
  draughts-td reproduce backgammon --pubeval weights.txt
  draughts-td reproduce backgammon --gnubg none --share 10

Opponents from outside are left out where they are missing, and so is what rests on them.")]
pub(crate) struct Backgammon {
    #[command(flatten)]
    run: Run,
    /// GNU Backgammon as opponent and judge, or `none` [default: the one that is installed]
    #[arg(long, value_name = "PROGRAM")]
    gnubg: Option<PathBuf>,
    /// pubeval's weights: a text of 244 numbers, 122 for races and then 122 for contact
    #[arg(long, value_name = "FILE")]
    pubeval: Option<PathBuf>,
    /// Percent of the full numbers of games, except those of the curve and of the round robin
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100))]
    share: u32,
}

/// Runs the experiment and writes the report.
pub(crate) fn reproduce(flags: &Backgammon) -> Result<ExitStatus> {
    let (gnubg, pubeval) = (flags.gnubg(), flags.pubeval()?);
    let mut settings = match flags.run.place.quick {
        true => BackgammonSettings::quick(flags.run.place.seed),
        false => BackgammonSettings::full(flags.run.place.seed, flags.share),
    };
    settings.gnubg = gnubg.as_deref().map(Gnubg::version).transpose().with_context(|| {
        let shown = gnubg.clone().unwrap_or_default();
        format!("cannot start {}; --gnubg none leaves it out", shown.display())
    })?;
    settings.pubeval = pubeval.as_ref().map(|(_, checksum)| checksum.clone());
    let command = flags.command();
    let settings_json = serde_json::to_value(&settings).context("settings as JSON")?;
    let folder = flags.run.place.open(NAME, &command, settings_json)?;
    let pubeval = pubeval.map(|(pubeval, _)| pubeval);
    flags.run.place.prepare(&folder.path().join(NETWORKS), &[])?;
    let tables = counted(flags.run.threads(), "networks and matches", |progress| {
        run(settings, PROGRAM, gnubg, pubeval, &folder, progress)
    })?;
    Ok(finish(&folder, &tables))
}

impl Backgammon {
    /// Where gnubg is, unless it is left out or missing.
    fn gnubg(&self) -> Option<PathBuf> {
        if self.gnubg.as_ref().is_some_and(|path| path.as_os_str() == NONE) {
            return None;
        }
        let found = Gnubg::find(self.gnubg.as_deref());
        if found.is_none() {
            note!("gnubg is not installed: the run goes without it");
        }
        found
    }

    /// pubeval and the checksum of its weights.
    fn pubeval(&self) -> Result<Option<(Pubeval, String)>> {
        let Some(path) = &self.pubeval else { return Ok(None) };
        let shown = path.display();
        let bytes =
            files::read_at_most(path, LARGEST).with_context(|| format!("cannot read {shown}"))?;
        let checksum = checksum::of_bytes(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        let pubeval = Pubeval::read(&text).map_err(Error::msg);
        let pubeval = pubeval.with_context(|| format!("{shown} is no file of weights"))?;
        Ok(Some((pubeval, checksum)))
    }

    /// The command that repeats the run; folders are left out.
    fn command(&self) -> String {
        let is_none = |path: &&PathBuf| path.as_os_str() == NONE;
        let has_share = !self.run.place.quick && self.share < 100;
        Repeated::of(NAME)
            .flag("seed", Some(self.run.place.seed))
            .path("pubeval", self.pubeval.as_deref())
            .path("gnubg", self.gnubg.as_ref().filter(is_none).map(PathBuf::as_path))
            .flag("share", has_share.then_some(self.share))
            .sized(&self.run.place)
    }
}
