//! What `learn` does unless the user says otherwise, by the optimizer.

use std::num::NonZeroU32;

use crate::learning::OptimiserKind;

/// Settings of learning that go together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    /// How a gradient becomes a step.
    pub optimizer: OptimiserKind,
    /// Games of a step.
    pub batch_games: u32,
    /// Whether the games come in another order each pass.
    pub shuffle: bool,
    /// η of the weights and η of the sensitivities; those of the model where they are not given.
    pub lrs: Option<[f64; 2]>,
    /// First sensitivity; that of the model where it is not given.
    pub beta: Option<f64>,
    /// The share of the rates that is left at the end; that of the model where it is not given.
    pub lr_final: Option<f64>,
    /// The games to learn in all passes together; `None` for one pass.
    pub games_to_learn: Option<u32>,
}

impl Recipe {
    /// That of the paper: a step for each game, in the order of the files, at constant rates.
    pub(super) const SGD: Recipe = Recipe {
        optimizer: OptimiserKind::Plain,
        batch_games: 1,
        shuffle: false,
        lrs: None,
        beta: None,
        lr_final: None,
        games_to_learn: None,
    };

    /// That of networks of the paper, as [`results/recipe`](../../../results/recipe/study.toml) has found it.
    pub(super) const ADAM: Recipe = Recipe {
        optimizer: OptimiserKind::Adam,
        batch_games: 8,
        shuffle: true,
        lrs: Some([0.003, 0.003]),
        beta: Some(1.0),
        lr_final: Some(0.03),
        games_to_learn: Some(500_000),
    };

    /// The recipe of an optimizer.
    pub(super) fn of(optimizer: OptimiserKind) -> Recipe {
        match optimizer {
            OptimiserKind::Adam => Recipe::ADAM,
            optimizer => Recipe { optimizer, ..Recipe::SGD },
        }
    }

    /// Passes over this many games: fewer for more games.
    pub(super) fn passes(self, games: usize) -> NonZeroU32 {
        const MOST: u32 = 10;
        let games = u32::try_from(games).unwrap_or(u32::MAX).max(1);
        let passes = self.games_to_learn.map_or(1, |all| all.div_ceil(games).clamp(1, MOST));
        NonZeroU32::new(passes).unwrap_or(NonZeroU32::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_games_take_fewer_passes() {
        let passes = |games| Recipe::ADAM.passes(games).get();
        assert_eq!(
            [0, 5_000, 50_000, 170_000, 500_000, 10_000_000].map(passes),
            [10, 10, 10, 3, 1, 1]
        );
        assert_eq!(Recipe::SGD.passes(5_000).get(), 1);
    }
}
