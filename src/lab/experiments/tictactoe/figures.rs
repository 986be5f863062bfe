//! The raw figures summed up.

use super::bounds::{Opponent, shared};
use super::settings::{Regime, Start, TicTacToeSettings, Variant};
use super::simulation::{SimulationRow, Test};
use crate::results::Summary;

/// A kind of simulation: those that differ only in their random numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kind {
    pub variant: Variant,
    pub regime: Regime,
    pub hidden: usize,
}

pub(super) type Figures<'a> = crate::results::Figures<'a, TicTacToeSettings, SimulationRow>;

impl<'a> Figures<'a> {
    /// A kind with the largest network, or the multiple of it that the variant wants.
    pub(crate) fn largest(&self, variant: Variant, regime: Regime) -> Kind {
        Kind { variant, regime, hidden: self.settings.largest() * variant.units }
    }

    fn rows(&self, kind: Kind) -> impl Iterator<Item = &'a SimulationRow> {
        self.rows.iter().filter(move |row| {
            row.variant == kind.variant.name
                && row.regime == kind.regime
                && row.hidden == kind.hidden
        })
    }

    /// The exact final equities of a kind by simulation, without those that diverged.
    pub(crate) fn finals(
        &self,
        kind: Kind,
        opponent: Opponent,
    ) -> impl Iterator<Item = (u32, f64)> {
        let sane = self.rows(kind).filter(|row| !row.diverged);
        sane.map(move |row| {
            let sides = match opponent {
                Opponent::Expert => row.expert,
                Opponent::Random => row.random,
            };
            (row.simulation, shared(sides, kind.variant.start))
        })
    }

    pub(crate) fn diverged(&self, kind: Kind) -> usize {
        self.rows(kind).filter(|row| row.diverged).count()
    }

    /// The exact final equities of a kind summed up.
    pub(crate) fn summary(&self, kind: Kind, opponent: Opponent) -> Summary {
        Summary::of(self.finals(kind, opponent).map(|(_, equity)| equity))
    }

    /// By how much one kind ends above another, simulation by simulation: they began alike, so pairs show more than means.
    pub(crate) fn difference(&self, kind: Kind, other: Kind, opponent: Opponent) -> Summary {
        let others: Vec<(u32, f64)> = self.finals(other, opponent).collect();
        let pairs = self.finals(kind, opponent).filter_map(|(simulation, equity)| {
            let (_, other) = others.iter().find(|(number, _)| *number == simulation)?;
            Some(equity - other)
        });
        Summary::of(pairs)
    }

    /// The results of the tests along the simulations that were tested: games learned, and the equities of all simulations.
    pub(crate) fn tests(&self, kind: Kind) -> Vec<(u32, Summary)> {
        let tested = || self.rows(kind).filter(|row| !row.tests.is_empty());
        let at = |index: usize| {
            Summary::of(tested().filter_map(|row| row.tests.get(index)).map(tested_equity))
        };
        let first = tested().next().map_or(&[][..], |row| &row.tests);
        first.iter().enumerate().map(|(index, test)| (test.games, at(index))).collect()
    }

    pub(crate) fn best_tests(&self, kind: Kind) -> Summary {
        let best = |row: &SimulationRow| row.tests.iter().map(tested_equity).reduce(f64::max);
        Summary::of(self.rows(kind).filter_map(best))
    }

    /// Root mean square of the difference between a test and the exact equity, over all tests of the run.
    pub(crate) fn test_noise(&self) -> f64 {
        let tests = self.rows.iter().flat_map(|row| &row.tests);
        let exact = |test: &Test| shared(test.expert, Start::Alternate);
        Summary::of(tests.map(|test| (tested_equity(test) - exact(test)).powi(2))).mean.sqrt()
    }
}

/// The equity in a test: games won less games lost, by game.
fn tested_equity(test: &Test) -> f64 {
    let [won, drawn, lost] = test.results.map(f64::from);
    (won - lost) / (won + drawn + lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Description;

    fn row(variant: Variant, simulation: u32, expert: [f64; 2], diverged: bool) -> SimulationRow {
        SimulationRow {
            variant: variant.name.into(),
            regime: Regime::Expert,
            hidden: 80,
            simulation,
            expert,
            random: [1.0, 0.5],
            diverged,
            tests: vec![
                Test { games: 0, results: [0, 0, 10], expert: [-1.0; 2] },
                Test { games: 5, results: [6, 3, 1], expert },
            ],
        }
    }

    fn kind(variant: Variant) -> Kind {
        Kind { variant, regime: Regime::Expert, hidden: 80 }
    }

    #[test]
    fn summaries_by_hand() {
        let settings = TicTacToeSettings::quick(1);
        let [first, .., second] = Variant::DEPARTURES;
        let rows = [
            row(Variant::PAPER, 0, [0.8, 0.2], false),
            row(Variant::PAPER, 1, [0.9, 0.3], false),
            row(Variant::PAPER, 2, [0.0, 0.0], true),
            row(second, 0, [0.1, 0.7], false),
            row(first, 1, [0.5, 0.3], false),
        ];
        let figures = Figures { settings: &settings, rows: &rows, run: &Description::default() };
        let paper = figures.summary(kind(Variant::PAPER), Opponent::Expert);
        assert_eq!((paper.count, figures.diverged(kind(Variant::PAPER))), (2, 1));
        assert!((paper.mean - 0.55).abs() < 1e-12);
        // The last departure always plays second.
        assert_eq!(figures.summary(kind(second), Opponent::Expert).mean, 0.7);
        let change = figures.difference(kind(first), kind(Variant::PAPER), Opponent::Expert);
        assert_eq!(change.count, 1, "only simulation 1 is in both");
        assert!((change.mean - (0.4 - 0.6)).abs() < 1e-12);
    }

    #[test]
    fn tests_are_won_less_lost_by_game() {
        let settings = TicTacToeSettings::quick(1);
        let rows = [row(Variant::PAPER, 0, [0.7, 0.3], false)];
        let figures = Figures { settings: &settings, rows: &rows, run: &Description::default() };
        let tests = figures.tests(kind(Variant::PAPER));
        let means: Vec<(u32, f64)> = tests.iter().map(|(games, s)| (*games, s.mean)).collect();
        assert_eq!(means, [(0, -1.0), (5, 0.5)]);
        assert_eq!(figures.best_tests(kind(Variant::PAPER)).mean, 0.5);
        assert!(figures.test_noise() < 1e-9, "both tests agree with the exact equity");
    }
}
