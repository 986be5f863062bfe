//! Which version of each game searches show.

use std::collections::HashMap;

use super::columns::Column;
use super::database::Database;
use super::scan::Selected;
use crate::error::Result;

/// Of each game the version that is shown, among those that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The numbers of the games, in order.
    pub games: Vec<u32>,
    /// How many other versions and duplicates a game has among those that were asked for, if any.
    pub others: HashMap<u32, u32>,
}

impl Shown {
    /// How many versions and duplicates are left out.
    pub(crate) fn left_out(&self) -> u64 {
        self.others.values().map(|&others| u64::from(others)).sum()
    }
}

impl Database {
    /// Whether a game is there twice.
    pub(crate) fn has_versions(&self) -> Result<bool> {
        let select = "SELECT EXISTS (SELECT 1 FROM game WHERE version_of IS NOT NULL)";
        Ok(self.number(select)? != 0)
    }

    /// Leaves one version of each game: of those with the highest rank the newest.
    pub(crate) fn shown(&self, games: Vec<u32>) -> Result<Shown> {
        if !self.has_versions()? {
            return Ok(Shown { games, others: HashMap::new() });
        }
        let firsts = self.whole_column(Column::VersionOf)?;
        let ranks = self.whole_column(Column::Rank)?;
        let first_of = |game: u32| match firsts.get(game as usize).copied() {
            None | Some(0) => game,
            Some(first) => first,
        };
        let standing = |game: u32| (ranks.get(game as usize).copied().unwrap_or(0), game);
        let mut best = vec![(0, 0); firsts.len()];
        for &game in &games {
            if let Some(best) = best.get_mut(first_of(game) as usize) {
                *best = standing(game).max(*best);
            }
        }
        let mut shown = Shown::default();
        for game in games {
            match best.get(first_of(game) as usize) {
                Some(&(_, newest)) if newest != game => {
                    *shown.others.entry(newest).or_default() += 1
                }
                _ => shown.games.push(game),
            }
        }
        Ok(shown)
    }

    /// The games that searches show: all but other versions and duplicates.
    pub(crate) fn shown_games(&self) -> Result<Selected> {
        let removed = self.removed_games()?;
        if !self.has_versions()? && removed.is_empty() {
            return Ok(Selected::All);
        }
        let results = self.whole_column(Column::Result)?;
        let whole = (0..).zip(results).filter(|(_, result)| *result > 0);
        let there = whole.map(|(game, _)| game).filter(|game| !removed.contains(game));
        Ok(Selected::These(self.shown(there.collect())?.games))
    }

    /// Adds to games that repeat none, which are in order, all versions and duplicates of them.
    pub(crate) fn with_versions(&self, mut games: Vec<u32>) -> Result<Vec<u32>> {
        if !self.has_versions()? {
            return Ok(games);
        }
        let firsts = self.whole_column(Column::VersionOf)?;
        let later = firsts.iter().enumerate().filter(|(_, first)| **first != 0);
        let later = later.filter(|(_, first)| games.binary_search(first).is_ok());
        let later: Vec<u32> = later.map(|(number, _)| number as u32).collect();
        games.extend(later);
        games.sort_unstable();
        Ok(games)
    }

    /// A column of all games, each at the place of its number; the first place is empty.
    pub(crate) fn whole_column(&self, column: Column) -> Result<Vec<u32>> {
        let (mut all, mut numbers) = (vec![0], Vec::new());
        let mut reader = self.columns()?;
        for block in self.blocks()? {
            reader.read(block, column, &mut numbers)?;
            all.append(&mut numbers);
        }
        Ok(all)
    }
}
