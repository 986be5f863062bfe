//! The flags of the verbs that write games on all cores, `generate` and `annotate`.

use std::path::PathBuf;

use anyhow::Result;

use super::parsed::read_hash;
use crate::arena::datagen::DatagenConfig;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::tables;
use crate::commands::args::threads::Threads;
use crate::player::Endgame;

/// How games are searched, and the form of the summary.
#[derive(Debug, clap::Args)]
pub(crate) struct DatagenFlags {
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    pub endgame: Option<PathBuf>,
    /// Transposition table of each search in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = DatagenConfig::HASH_MB, value_parser = read_hash)]
    pub hash: usize,
    /// Games made at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl DatagenFlags {
    /// The tables, opened.
    pub(crate) fn endgame(&self) -> Result<Option<Endgame>> {
        self.endgame.as_deref().map(tables::open).transpose()
    }

    /// The threads, all cores if none are given.
    pub(crate) fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }
}
