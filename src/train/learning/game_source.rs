//! Where a run takes its games from: the files in each pass, or memory.

use std::ops::ControlFlow;

use super::hyperparams::{Checked, TargetSource};
use super::shuffled::{ShuffledGames, ShuffledOptions};
use super::source::{PdnFiles, Played, Source};
use crate::models::ModelSettings;
use crate::parallel::Reading;
use crate::pdn::PdnError;

/// Games in the order of their files, or in another order each pass.
#[derive(Clone, Debug)]
pub enum GameSource<'a> {
    /// Read in each pass.
    Files(PdnFiles<'a>),
    /// Read once.
    Memory(ShuffledGames),
}

impl<'a> GameSource<'a> {
    /// The games of files as these settings want them; `None` when `watch` stops the reading. `watch` is called with every fault of a
    /// file that is read here.
    pub fn open<S: ModelSettings>(
        files: PdnFiles<'a>,
        checked: &Checked<S>,
        watch: impl FnMut(Option<PdnError>) -> ControlFlow<()>,
    ) -> Option<GameSource<'a>> {
        if !checked.shuffle {
            return Some(GameSource::Files(files));
        }
        let options = ShuffledOptions {
            games: checked.games,
            notes: checked.target_source == TargetSource::Scores,
            seed: checked.seed,
            threads: files.threads,
        };
        ShuffledGames::read(&files, options, watch).map(GameSource::Memory)
    }

    /// The number of readable games, if it is known before the first pass.
    pub fn games(&self) -> Option<usize> {
        match self {
            GameSource::Files(_) => None,
            GameSource::Memory(games) => Some(games.readable()),
        }
    }
}

impl Source for GameSource<'_> {
    fn size(&self) -> Option<u64> {
        match self {
            GameSource::Files(files) => files.size(),
            GameSource::Memory(games) => games.size(),
        }
    }

    fn fold<T, B, W, C>(&self, pass: u32, begin: B, work: W, consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>,
    {
        match self {
            GameSource::Files(files) => files.fold(pass, begin, work, consume),
            GameSource::Memory(games) => games.fold(pass, begin, work, consume),
        }
    }
}
