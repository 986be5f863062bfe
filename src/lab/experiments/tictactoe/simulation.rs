//! The simulations of a run: one network each from its first to its last game, with its tests.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::super::streams::stream;
use super::bounds::Sides;
use super::learner::{Record, TicTacToeLearner, record, side, unit};
use super::settings::{Regime, TicTacToeSettings, Variant};
use crate::results::{FigureRow, Ledger, Progress, ResultsError, RunFolder};
use crate::tictactoe::{Expert, Mark, Player, Random, equity};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub variant: Variant,
    pub regime: Regime,
    pub hidden: usize,
    /// Which of the simulations, from 0.
    pub simulation: u32,
    /// Whether it is tested along the way.
    pub is_tested: bool,
}

impl Unit {
    pub(super) fn piece(&self) -> String {
        piece(self.variant.name, self.regime, self.hidden, self.simulation)
    }

    /// The learner's role in its simulation. Students of one regime and size begin alike in all variants, so that
    /// departures are compared in pairs.
    pub(super) fn regime_role(&self) -> String {
        format!("{}/{}", self.regime.name(), self.hidden)
    }

    /// Random numbers of this simulation for a purpose.
    pub(super) fn stream(&self, settings: &TicTacToeSettings, purpose: &str) -> Xoshiro256PlusPlus {
        stream(settings.seed, self.simulation, &format!("{}/{purpose}", self.regime_role()))
    }
}

/// The name of a simulation in its run, which no other has.
pub(super) fn piece(variant: &str, regime: Regime, hidden: usize, simulation: u32) -> String {
    format!("simulation {simulation} of {variant}, {}, {hidden} hidden units", regime.name())
}

/// Every simulation of a run, in the order of its figures.
fn plan(settings: &TicTacToeSettings) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut add = |variant: Variant, regime, hidden, count, tested| {
        let unit = |simulation| {
            let is_tested = simulation < tested;
            Unit { variant, regime, hidden, simulation, is_tested }
        };
        units.extend((0..count).map(unit));
    };
    for (variant, tested) in [(Variant::PAPER, settings.curves), (Variant::NEAREST, 0)] {
        for regime in Regime::ALL {
            for &hidden in &settings.hidden {
                add(variant, regime, hidden, settings.simulations, tested);
            }
        }
    }
    for variant in Variant::DEPARTURES {
        for regime in Regime::ALL.into_iter().filter(|&regime| variant.concerns(regime)) {
            add(variant, regime, settings.largest() * variant.units, settings.departures, 0);
        }
    }
    units
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Columns")]
pub(crate) struct Test {
    pub games: u32,
    pub results: [u32; 3],
    /// What could be expected against Expert, exactly.
    pub expert: Sides,
}

/// A test in the raw figures: without names, which would be most of the file.
type Columns = (u32, [u32; 3], Sides);

impl From<Test> for Columns {
    fn from(test: Test) -> Columns {
        (test.games, test.results, test.expert)
    }
}

/// The raw figures of one simulation: one line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SimulationRow {
    pub variant: String,
    pub(crate) regime: Regime,
    pub hidden: usize,
    pub simulation: u32,
    /// What can be expected at the end against Expert, exactly.
    pub expert: Sides,
    /// What can be expected at the end against Random, exactly.
    pub random: Sides,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
    /// The tests along the way, the last at the end; none if the simulation was tested at its end only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tests: Vec<Test>,
}

impl FigureRow for SimulationRow {
    fn piece(&self) -> String {
        piece(&self.variant, self.regime, self.hidden, self.simulation)
    }
}

/// Runs a simulation. The figures depend only on settings and unit.
pub(crate) fn simulate(settings: &TicTacToeSettings, unit: &Unit) -> SimulationRow {
    let variant = unit.variant;
    let mut learner =
        TicTacToeLearner::new(settings, variant, unit.hidden, unit.simulation, &unit.regime_role());
    let mut random = unit.stream(settings, "tests");
    let mut test = |learner: &mut TicTacToeLearner, games| Test {
        games,
        results: tested(settings, unit, learner, &mut random),
        expert: exact(learner, &mut Expert),
    };
    let [games, between] = settings.games_of(unit.regime);
    let (total, between) = (games * variant.games, between.max(1));
    let mut source = DataSource::new(settings, unit);
    let mut tests = Vec::new();
    for game in 0..total {
        if unit.is_tested && game.is_multiple_of(between) {
            tests.push(test(&mut learner, game));
        }
        learner.set_progress(f64::from(game) / f64::from(total));
        source.train(&mut learner, game);
    }
    if unit.is_tested {
        tests.push(test(&mut learner, total));
    }
    SimulationRow {
        variant: variant.name.into(),
        regime: unit.regime,
        hidden: unit.hidden,
        simulation: unit.simulation,
        expert: exact(&learner, &mut Expert),
        random: exact(&learner, &mut Random),
        diverged: !learner.is_sane(),
        tests,
    }
}

enum DataSource {
    Play(Box<dyn Player>),
    Database { games: Vec<Record>, random: Xoshiro256PlusPlus },
}

impl DataSource {
    fn new(settings: &TicTacToeSettings, unit: &Unit) -> DataSource {
        match unit.regime {
            Regime::Random => DataSource::Play(Box::new(Random)),
            Regime::Expert => DataSource::Play(Box::new(Expert)),
            Regime::Database => DataSource::Database {
                games: database(settings, unit),
                random: unit.stream(settings, "draws"),
            },
        }
    }

    fn train(&mut self, learner: &mut TicTacToeLearner, game: u32) {
        match self {
            DataSource::Play(opponent) => {
                learner.play_and_learn(game, &mut **opponent);
            }
            DataSource::Database { games, random } => {
                let chosen = (unit(random) * games.len() as f64) as usize;
                learner.study(&games[chosen.min(games.len() - 1)]);
            }
        }
    }
}

/// The games of another learner while it learns by playing Expert. The same for every size of network in a simulation.
fn database(settings: &TicTacToeSettings, unit: &Unit) -> Vec<Record> {
    let hidden = settings.largest();
    let mut author =
        TicTacToeLearner::new(settings, unit.variant, hidden, unit.simulation, "author");
    (0..settings.database).map(|game| author.play_and_learn(game, &mut Expert)).collect()
}

/// What the learner can expect of an opponent, to four decimals: finer than a thousand simulations could tell apart, and
/// the same in memory and in the file.
fn exact(learner: &TicTacToeLearner, opponent: &mut dyn Player) -> Sides {
    [Mark::Cross, Mark::Nought]
        .map(|mark| (equity(&mut learner.player(), opponent, mark) * 1e4).round() / 1e4)
}

/// The paper's test: some games against Expert.
fn tested(
    settings: &TicTacToeSettings,
    unit: &Unit,
    learner: &TicTacToeLearner,
    random: &mut Xoshiro256PlusPlus,
) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..settings.test_games {
        let own = side(unit.variant.start, game);
        let played = record(&mut learner.player(), own, &mut Expert, random);
        results[(1 - played.outcome.score(own)) as usize] += 1;
    }
    results
}

/// Runs what the folder has not got yet, and returns all rows in the order of the plan.
pub(super) fn run(
    settings: &TicTacToeSettings,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Vec<SimulationRow>, ResultsError> {
    let units = plan(settings);
    let ledger = Ledger::open(folder, units.iter().map(Unit::piece), progress)?;
    ledger.rows(&units, Unit::piece, |unit| Ok(simulate(settings, unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_set_up_is_in_the_plan() {
        let units = plan(&TicTacToeSettings::paper(1));
        let tested = units.iter().filter(|unit| unit.is_tested);
        // 3 regimes, 3 sizes, 10 simulations.
        assert_eq!(tested.clone().count(), 90);
        assert!(tested.clone().all(|unit| unit.variant == Variant::PAPER));
    }

    #[test]
    fn every_unit_has_a_row_of_its_own() {
        let units = plan(&TicTacToeSettings::quick(1));
        let mut keys: Vec<String> = units.iter().map(Unit::piece).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), units.len());
    }
}
