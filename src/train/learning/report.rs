//! How good a model is on games it has not learned, beside the baselines.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::baseline::{Baseline, report_phases};
use super::game_batch::{HeldOut, Material};
use crate::board::{Bitboard, Color, Position};
use crate::models::Model;

/// Games judged by one task; fixed, so that sums are added in the same order whatever the number of threads.
const GAMES_A_TASK: usize = 64;

/// Positions a phase from which the value of a man is taken.
const MAN_SAMPLES: usize = 400;

/// Figures over some positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Which positions: `all`, or a range of pieces on the board.
    pub phase: String,
    /// Positions judged.
    pub positions: u64,
    /// Mean squared error of the network against the result of the game.
    pub mse: f64,
    /// Mean squared error of the mean result of the training positions.
    pub constant_mse: f64,
    /// Mean squared error of the table of material fitted on the training games.
    pub material_mse: f64,
    /// Share of the positions of decided games in which the network's sign is right; none where no game is decided.
    pub sign_accuracy: Option<f64>,
    /// The same for the table of material.
    pub material_sign_accuracy: Option<f64>,
    /// The network's sign accuracy in positions of decided games with equal material.
    pub level_sign_accuracy: Option<f64>,
    /// What taking a man off the board changes the value by, in favour of the other side; the mean over both sides' men.
    pub man: f64,
}

/// Figures on held-out games: over all positions and by phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Held-out games.
    pub games: u64,
    /// Over all positions.
    pub all: Metrics,
    /// By pieces on the board: more than 25, 16 to 25, 15 or fewer.
    pub phases: Vec<Metrics>,
    /// Predicted against real results, from sure losses to sure wins; empty in old network files.
    #[serde(default)]
    pub calibration: Vec<CalibrationBin>,
}

impl Report {
    /// The figures under their names; null where there are none.
    ///
    /// # Panics
    /// Never: figures have a JSON form.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut object = serde_json::to_value(self).expect("figures have a JSON form");
        empty_to_null(&mut object["all"]);
        for list in ["calibration", "phases"] {
            let rows = object[list].as_array_mut().into_iter().flatten();
            rows.for_each(empty_to_null);
        }
        object
    }
}

/// Figures over no position are unknown, not 0.
fn empty_to_null(figures: &mut Value) {
    if figures["positions"] == 0 {
        let values = figures.as_object_mut().into_iter().flat_map(|figures| figures.values_mut());
        values.filter(|value| value.is_f64()).for_each(|value| *value = Value::Null);
    }
}

/// The positions whose value lies in one range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalibrationBin {
    /// Positions.
    pub positions: u64,
    /// Their mean value.
    pub value: f64,
    /// The mean result of their games.
    pub result: f64,
}

/// Ranges of values from −1 to 1 in the calibration; the outer ones count the values beyond.
const BINS: usize = 10;

/// The sums that the figures are computed from.
#[derive(Clone, Copy, Debug, Default)]
struct MetricSums {
    positions: u64,
    squared: [f64; 3],
    decided: u64,
    right: [u64; 2],
    level: u64,
    level_right: u64,
    /// Positions, sum of values, sum of results.
    bins: [(u64, f64, f64); BINS],
}

impl MetricSums {
    fn add(&mut self, predictions: [f64; 3], outcome: f64, is_level: bool) {
        self.positions += 1;
        for (sum, prediction) in self.squared.iter_mut().zip(predictions) {
            *sum += (prediction - outcome).powi(2);
        }
        let [network, _, material] = predictions;
        let bin = ((network + 1.0) / 2.0 * BINS as f64).clamp(0.0, BINS as f64 - 1.0) as usize;
        let (count, values, results) = &mut self.bins[bin];
        *count += 1;
        *values += network;
        *results += outcome;
        if outcome != 0.0 {
            self.decided += 1;
            self.right[0] += u64::from(network * outcome > 0.0);
            self.right[1] += u64::from(material * outcome > 0.0);
            self.level += u64::from(is_level);
            self.level_right += u64::from(is_level && network * outcome > 0.0);
        }
    }

    fn merge(mut self, other: &MetricSums) -> MetricSums {
        self.positions += other.positions;
        self.squared.iter_mut().zip(other.squared).for_each(|(a, b)| *a += b);
        self.decided += other.decided;
        self.right.iter_mut().zip(other.right).for_each(|(a, b)| *a += b);
        self.level += other.level;
        self.level_right += other.level_right;
        for (bin, (count, values, results)) in self.bins.iter_mut().zip(other.bins) {
            *bin = (bin.0 + count, bin.1 + values, bin.2 + results);
        }
        self
    }

    fn calibration(&self) -> Vec<CalibrationBin> {
        let mean = |sum: f64, count: u64| sum / count.max(1) as f64;
        let bin = |&(positions, values, results): &(u64, f64, f64)| CalibrationBin {
            positions,
            value: mean(values, positions),
            result: mean(results, positions),
        };
        self.bins.iter().map(bin).collect()
    }

    fn figures(&self, phase: String, man: f64) -> Metrics {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        Metrics {
            phase,
            positions: self.positions,
            mse: mean(self.squared[0]),
            constant_mse: mean(self.squared[1]),
            material_mse: mean(self.squared[2]),
            sign_accuracy: share(self.right[0], self.decided),
            material_sign_accuracy: share(self.right[1], self.decided),
            level_sign_accuracy: share(self.level_right, self.level),
            man,
        }
    }
}

/// Judges an evaluation on held-out games. The result does not depend on the number of threads.
pub fn report<F: Model>(
    model: &F,
    encoder: &F::Encoder,
    held_out: &HeldOut,
    baseline: &Baseline,
) -> Report {
    let evaluate = |games: Range<usize>| {
        let mut evaluator = GameEvaluator::new(model, encoder);
        let mut sums = vec![MetricSums::default(); report_phases().phases()];
        for game in games {
            let (positions, outcome) = held_out.game(game);
            evaluator.add_game(positions, outcome, baseline, &mut sums);
        }
        sums
    };
    let sums = sums_by_phase(held_out.len(), &evaluate);
    let man = |phase| worth_of_a_man(model, encoder, man_samples(held_out, phase).into_iter());
    report_of(held_out.len(), &sums, &(0..sums.len()).map(man).collect::<Vec<f64>>())
}

/// The sums of each phase over `games` games, by tasks on all threads; compiled once for all models.
fn sums_by_phase(
    games: usize,
    evaluate: &(dyn Fn(Range<usize>) -> Vec<MetricSums> + Sync),
) -> Vec<MetricSums> {
    let starts: Vec<usize> = (0..games).step_by(GAMES_A_TASK).collect();
    let tasks: Vec<Vec<MetricSums>> = starts
        .into_par_iter()
        .map(|start| evaluate(start..(start + GAMES_A_TASK).min(games)))
        .collect();
    (0..report_phases().phases())
        .map(|phase| tasks.iter().fold(MetricSums::default(), |sum, task| sum.merge(&task[phase])))
        .collect()
}

/// The figures of these sums and values of a man by phase.
fn report_of(games: usize, sums: &[MetricSums], men: &[f64]) -> Report {
    let all = sums.iter().fold(MetricSums::default(), MetricSums::merge);
    let weighted: f64 = men.iter().zip(sums).map(|(m, s)| m * s.positions as f64).sum();
    let man = weighted / all.positions.max(1) as f64;
    let rows = sums.iter().zip(report_phases().labels()).zip(men);
    Report {
        games: games as u64,
        calibration: all.calibration(),
        all: all.figures("all".into(), man),
        phases: rows.map(|((sums, label), &man)| sums.figures(label, man)).collect(),
    }
}

/// Values along games, in reused memory.
struct GameEvaluator<'a, F: Model> {
    model: &'a F,
    encoder: F::Encoder,
    steps: F::Steps,
    trace: F::Trace,
    values: Vec<f32>,
}

impl<'a, F: Model> GameEvaluator<'a, F> {
    fn new(model: &'a F, encoder: &F::Encoder) -> GameEvaluator<'a, F> {
        let (steps, trace) = (F::no_steps(encoder), F::Trace::default());
        GameEvaluator { model, encoder: encoder.clone(), steps, trace, values: Vec::new() }
    }

    fn values(&mut self, positions: &[Position]) -> &[f32] {
        F::clear(&mut self.steps);
        self.values.clear();
        let game = F::encode(&mut self.encoder, positions, false, &mut self.steps);
        self.model.values(&self.steps, game, &mut self.trace, &mut self.values);
        &self.values
    }

    fn add_game(
        &mut self,
        positions: &[Position],
        outcome: f32,
        baseline: &Baseline,
        sums: &mut [MetricSums],
    ) {
        let phases = report_phases();
        for (value, position) in self.values(positions).iter().zip(positions) {
            let material = Material::of(position);
            let predictions = [f64::from(*value), baseline.constant(), baseline.material(material)];
            let phase = phases.phase(material.pieces.into());
            sums[phase].add(predictions, outcome.into(), material.balance == 0);
        }
    }
}

/// The value of one position for White.
pub fn value<F: Model>(model: &F, encoder: &F::Encoder, position: &Position) -> f32 {
    GameEvaluator::new(model, encoder).values(std::slice::from_ref(position))[0]
}

/// The positions of a phase from which the value of a man is taken.
fn man_samples(held_out: &HeldOut, phase: usize) -> Vec<&Position> {
    let phases = report_phases();
    let in_phase = |p: &&Position| phases.phase(p.occupied().len()) == phase;
    let count = held_out.positions().iter().filter(in_phase).count();
    let step = count.div_ceil(MAN_SAMPLES).max(1);
    held_out.positions().iter().filter(in_phase).step_by(step).collect()
}

/// The mean change of the value when a man is taken off the board, over every man in some positions.
pub(crate) fn worth_of_a_man<'a, F: Model>(
    model: &F,
    encoder: &F::Encoder,
    positions: impl Iterator<Item = &'a Position>,
) -> f64 {
    let mut evaluator = GameEvaluator::new(model, encoder);
    let (mut sum, mut men) = (0.0, 0u32);
    for position in positions {
        let whole = f64::from(evaluator.values(std::slice::from_ref(position))[0]);
        let pieces = position.occupied().len();
        for color in Color::ALL {
            for man in position.men(color) {
                let less = without(position, color, Bitboard::from_square(man));
                sum += f64::from(color.sign()) * (whole - f64::from(model.value(&less, pieces)));
                men += 1;
            }
        }
    }
    sum / f64::from(men.max(1))
}

/// The position less some men.
pub(super) fn without(position: &Position, color: Color, men: Bitboard) -> Position {
    let mut setup = position.setup();
    setup.men[color] = setup.men[color] - men;
    setup.check().expect("fewer men break no rule")
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.1}%", 100.0 * share))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return writeln!(f, "held-out: no game, so there are no figures on games not learned");
        }
        writeln!(
            f,
            "{:<13}{:>10} | {:^28} | {:^25} | worth",
            "held-out", "", "mean squared error", "sign right, decided games"
        )?;
        writeln!(
            f,
            "{:<13}{:>10} | {:>8} {:>9} {:>9} | {:>8} {:>9} {:>6} | of a man",
            "phase", "positions", "network", "material", "constant", "network", "material", "level"
        )?;
        for row in self.phases.iter().chain(std::iter::once(&self.all)) {
            writeln!(
                f,
                "{:<13}{:>10} | {:>8.4} {:>9.4} {:>9.4} | {:>8} {:>9} {:>6} | {:>8.3}",
                row.phase,
                row.positions,
                row.mse,
                row.material_mse,
                row.constant_mse,
                percent(row.sign_accuracy),
                percent(row.material_sign_accuracy),
                percent(row.level_sign_accuracy),
                row.man
            )?;
        }
        Ok(())
    }
}
