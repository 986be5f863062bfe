//! Where a run takes its games from: the files in each pass, or memory.

use std::ops::ControlFlow;

use super::hyperparams::{Checked, TargetSource};
use super::shuffled::{ShuffledGames, ShuffledOptions};
use super::source::{PdnFiles, Played, Source};
use super::thinning::ThinnedShare;
use crate::models::ModelSettings;
use crate::parallel::Reading;
use crate::pdn::PdnError;

/// Games in the order of their files, or in another order each pass.
#[derive(Clone, Debug)]
pub enum GameSource<'a> {
    /// Read in each pass.
    Files(PdnFiles<'a>),
    /// Read once; some games may be left out for their unequal material.
    Memory(ShuffledGames, Vec<ThinnedShare>),
}

impl<'a> GameSource<'a> {
    /// The games of files as these settings want them; `None` when `watch` stops the reading. `watch` is called with every fault of a
    /// file that is read here.
    pub fn open<S: ModelSettings>(
        files: PdnFiles<'a>,
        checked: &Checked<S>,
        watch: impl FnMut(Option<PdnError>) -> ControlFlow<()>,
    ) -> Option<GameSource<'a>> {
        let shares = &checked.unequal_share;
        if !checked.reads_into_memory() {
            return Some(GameSource::Files(files));
        }
        let options = ShuffledOptions {
            // The limit is one of the games that are left.
            games: if shares.is_empty() { checked.games } else { 0 },
            shuffle: checked.shuffle,
            notes: checked.target_source == TargetSource::Scores,
            seed: checked.seed,
            threads: files.threads,
        };
        let mut games = ShuffledGames::read(&files, options, watch)?;
        let thinned = match shares.is_empty() {
            true => Vec::new(),
            false => games.thin(shares, checked.same_results, &checked.filter, &checked.selection),
        };
        games.truncate(checked.games);
        Some(GameSource::Memory(games, thinned))
    }

    /// The number of readable games, if it is known before the first pass.
    pub fn games(&self) -> Option<usize> {
        match self {
            GameSource::Files(_) => None,
            GameSource::Memory(games, _) => Some(games.readable()),
        }
    }

    /// What the shares of positions with unequal material were and are.
    pub fn thinned(&self) -> &[ThinnedShare] {
        match self {
            GameSource::Files(_) => &[],
            GameSource::Memory(_, thinned) => thinned,
        }
    }
}

impl Source for GameSource<'_> {
    fn size(&self) -> Option<u64> {
        match self {
            GameSource::Files(files) => files.size(),
            GameSource::Memory(games, _) => games.size(),
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
            GameSource::Memory(games, _) => games.fold(pass, begin, work, consume),
        }
    }
}
