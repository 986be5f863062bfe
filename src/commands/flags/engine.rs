//! Flags that several verbs share: which engine thinks, and for how long.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use super::parsed::{read_hash, read_seconds};
use crate::arena::play::strength::fresh_seed;
use crate::book::Book;
use crate::commands::args::tables;
use crate::commands::args::threads::Threads;
use crate::player::{BookConfig, Budget, Depth, Engine, Evaluation, Options};

/// Which engine thinks.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EngineFlags {
    /// Network file, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<String>,
    /// Size of the transposition table in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = 64, value_parser = read_hash)]
    pub hash: usize,
    /// Threads that search together; with more than one, the same search may answer differently
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    pub threads: Threads,
    /// Folder of endgame tables, or `auto`.
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    pub endgame: Option<PathBuf>,
}

/// Which engine plays: one that thinks, and a book whose moves need no thinking.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayerFlags {
    /// The one that thinks.
    #[command(flatten)]
    pub engine: EngineFlags,
    /// A book of openings, made by `book make`: its moves are played without a search
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
}

/// How long it thinks about a move.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BudgetFlags {
    /// Seconds a move
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub time: Option<Duration>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "PLIES", value_parser = read_depth)]
    pub depth: Option<Depth>,
}

/// How strong it plays.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct StrengthFlags {
    /// Play at this level for people, 1 to 10, as in `play` and `board` [default: full strength]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
}

impl EngineFlags {
    /// The evaluation asked for; the built-in one if none was.
    pub(crate) fn net(&self) -> &str {
        self.net.as_deref().unwrap_or(Evaluation::REFERENCE)
    }

    /// The engine these flags ask for.
    pub(crate) fn engine(&self) -> Result<Engine> {
        self.engine_with(&self.options()?)
    }

    /// The engine these flags ask for, with options that were made of them before.
    pub(crate) fn engine_with(&self, options: &Options) -> Result<Engine> {
        let evaluation = Evaluation::open(self.net()).context("--net")?;
        Ok(Engine::new(&evaluation, options)?)
    }

    pub(crate) fn options(&self) -> Result<Options> {
        let endgame = self.endgame.as_deref().map(tables::open).transpose()?;
        let (table, threads) = (self.hash, self.threads.get());
        Ok(Options { hash_mb: table, threads, endgame, ..Options::default() })
    }
}

impl PlayerFlags {
    /// The options of the engine, with its book.
    pub(crate) fn options(&self) -> Result<Options> {
        let book = self.book.as_deref().map(book_config).transpose()?;
        Ok(Options { book, ..self.engine.options()? })
    }
}

/// A book whose moves are drawn anew every time the program is started.
pub(crate) fn book_config(file: &Path) -> Result<BookConfig> {
    let book = Book::open(file).context("--book")?;
    Ok(BookConfig { book, seed: fresh_seed() })
}

impl BudgetFlags {
    /// The budget of these flags; infinite when none is given.
    pub(crate) fn budget(&self) -> Budget {
        Budget { time: self.time, nodes: self.nodes, depth: self.depth, ..Budget::INFINITE }
    }

    /// The budget of these flags, or this one when none is given.
    pub(crate) fn budget_or(&self, otherwise: Budget) -> Budget {
        match self.budget() {
            Budget::INFINITE => otherwise,
            budget => budget,
        }
    }
}

fn read_depth(text: &str) -> Result<Depth, String> {
    let plies = text.parse().ok().filter(|plies| (1..=Depth::MAX.plies()).contains(plies));
    plies.map(Depth::new).ok_or_else(|| format!("give plies from 1 to {}", Depth::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_is_1_to_100() {
        assert_eq!(read_depth("100"), Ok(Depth::MAX));
        for text in ["0", "101", "-1", "x"] {
            assert!(read_depth(text).is_err(), "{text}");
        }
    }
}
