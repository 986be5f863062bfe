//! Learning along trajectories: values, the errors of the rule, one step of the optimiser for some games.

use serde::{Deserialize, Serialize};

use super::optimiser::{Optimiser, OptimiserKind};
use super::piece_value::PieceValueNormaliser;
use super::trajectory::{TdErrors, Trajectory};
use crate::board::Position;
use crate::models::{Gradient, Model, ModelSettings, Rates, SettingError};

/// The loss whose gradient teaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// Half the squared error: the error itself teaches.
    #[default]
    L2,
    /// The absolute error: only its sign teaches, as in Giraffe.
    L1,
}

/// From the model's output to the value that is learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueTransform {
    /// The model's own activation: V.
    Own,
    /// tanh(κ·output), with κ such that a man of a hundred points has this value (KnightCap: 0.25).
    Man(f64),
}

impl ValueTransform {
    /// KnightCap's.
    pub const KNIGHTCAP: ValueTransform = ValueTransform::Man(0.25);

    /// The value of an output, and its slope ∂v/∂output.
    #[must_use]
    pub(crate) fn value<F: Model>(self, model: &F, sum: f32) -> (f32, f32) {
        match self {
            ValueTransform::Own => model.activation(sum),
            ValueTransform::Man(man) => {
                let factor = man.atanh() as f32 / F::MAN;
                let value = (factor * sum).tanh();
                (value, factor * (1.0 - value * value))
            }
        }
    }

    /// Checks the value of a man.
    ///
    /// # Errors
    /// When no tanh gives it.
    pub(crate) fn check(self) -> Result<ValueTransform, SettingError> {
        let ValueTransform::Man(man) = self else { return Ok(self) };
        let is_sound = man > 0.0 && man < 1.0;
        SettingError::unless(is_sound, "man-value", man, "above 0 and below 1, or own")?;
        Ok(self)
    }
}

/// How trajectories are learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TdLeafConfig {
    /// The errors of the positions.
    #[serde(flatten)]
    pub td_errors: TdErrors,
    /// The value that is learned.
    pub scale: ValueTransform,
    /// The loss whose gradient teaches.
    pub loss: Loss,
    /// The optimiser.
    pub method: OptimiserKind,
    /// Whether the value of a man is held at a hundred points.
    pub fix_man: bool,
}

/// Statistics of some trajectories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryStats {
    /// Positions that were evaluated.
    pub judged: u64,
    /// Positions whose result was known.
    pub known: u64,
    /// The sum of the values, for the agents.
    pub value: f64,
    /// The sum of the squared differences to the results, where there is one.
    pub squared: f64,
    /// Positions of trajectories with a result.
    pub decided: u64,
}

impl TrajectoryStats {
    pub(crate) fn add(&mut self, other: &TrajectoryStats) {
        self.judged += other.judged;
        self.known += other.known;
        self.value += other.value;
        self.squared += other.squared;
        self.decided += other.decided;
    }

    /// The mean value for the agents; `None` without a position.
    pub fn mean_value(&self) -> Option<f64> {
        let positions = self.judged + self.known;
        (positions > 0).then(|| self.value / positions as f64)
    }

    /// The mean squared difference to the result; `None` without a game that has one.
    pub(crate) fn error(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.squared / self.decided as f64)
    }
}

/// A model that learns along trajectories.
#[derive(Debug)]
pub(crate) struct TdLeafLearner<F: Model> {
    config: TdLeafConfig,
    model: F,
    rates: Rates,
    encoder: F::Encoder,
    optimiser: Optimiser,
    gradient: Gradient,
    normaliser: Option<PieceValueNormaliser<F>>,
    workspace: Workspace<F>,
}

#[derive(Debug)]
struct Workspace<F: Model> {
    steps: F::Steps,
    trace: F::Trace,
    positions: Vec<Position>,
    sums: Vec<f32>,
    values: Vec<f32>,
    /// ∂v/∂output of every position, 0 where the result is known.
    slopes: Vec<f32>,
    errors: Vec<f32>,
}

impl<F: Model> TdLeafLearner<F> {
    /// A learner, with the optimiser of an earlier run if there is one.
    pub(crate) fn new(
        model: F,
        settings: &F::Settings,
        config: TdLeafConfig,
        optimiser: Option<Optimiser>,
    ) -> TdLeafLearner<F> {
        let (encoder, numbers) = (F::encoder(settings), model.padded_len());
        let workspace = Workspace {
            steps: F::no_steps(&encoder),
            trace: F::Trace::default(),
            positions: Vec::new(),
            sums: Vec::new(),
            values: Vec::new(),
            slopes: Vec::new(),
            errors: Vec::new(),
        };
        TdLeafLearner {
            config,
            rates: settings.rates(1.0),
            normaliser: config.fix_man.then(|| PieceValueNormaliser::new(encoder.clone())),
            encoder,
            optimiser: optimiser.unwrap_or_else(|| Optimiser::new(config.method, numbers)),
            gradient: Gradient::new(numbers),
            model,
            workspace,
        }
    }

    /// What has been learned so far.
    pub(crate) fn model(&self) -> &F {
        &self.model
    }

    /// What the optimiser remembers.
    pub(crate) fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
    }

    /// White's values of positions, on the scale that is learned.
    pub(crate) fn values(&mut self, positions: &[Position]) -> &[f32] {
        self.workspace.positions.clear();
        self.workspace.positions.extend_from_slice(positions);
        self.evaluate();
        &self.workspace.values
    }

    /// Evaluates the positions of the workspace: values and slopes.
    fn evaluate(&mut self) -> std::ops::Range<usize> {
        let workspace = &mut self.workspace;
        F::clear(&mut workspace.steps);
        let game = F::encode(&mut self.encoder, &workspace.positions, false, &mut workspace.steps);
        workspace.sums.clear();
        self.model.forward(
            &workspace.steps,
            game.clone(),
            &mut workspace.trace,
            &mut workspace.sums,
        );
        let pairs = workspace.sums.iter().map(|&sum| self.config.scale.value(&self.model, sum));
        (workspace.values, workspace.slopes) = pairs.unzip();
        game
    }

    /// Adds the gradient Σ_t E_t ∇v(x_t) of a trajectory, with the weights of now, to the next [`TdLeafLearner::update`].
    pub(crate) fn take(&mut self, trajectory: &Trajectory) -> TrajectoryStats {
        self.workspace.positions.clear();
        self.workspace
            .positions
            .extend(trajectory.transitions.iter().map(|transition| transition.position));
        let game = self.evaluate();
        let workspace = &mut self.workspace;
        for ((value, slope), transition) in
            workspace.values.iter_mut().zip(&mut workspace.slopes).zip(&trajectory.transitions)
        {
            if let Some(known) = transition.known {
                (*value, *slope) = (known, 0.0);
            }
        }
        self.config.td_errors.errors(trajectory, &workspace.values, &mut workspace.errors);
        for (error, slope) in workspace.errors.iter_mut().zip(&workspace.slopes) {
            *error = slope * self.config.loss.slope(*error);
        }
        self.model.backward(
            &workspace.steps,
            game,
            &mut workspace.trace,
            &workspace.errors,
            &mut self.gradient,
        );
        stats(trajectory, &workspace.values)
    }

    /// Makes the step of all trajectories since the last update.
    pub(crate) fn update(&mut self) {
        self.optimiser.step(&mut self.model, self.rates, |visit| self.gradient.drain(visit));
        if let Some(normaliser) = &mut self.normaliser {
            normaliser.restore(&mut self.model);
        }
    }
}

impl Loss {
    fn slope(self, error: f32) -> f32 {
        match self {
            Loss::L2 => error,
            Loss::L1 if error == 0.0 => 0.0,
            Loss::L1 => error.signum(),
        }
    }
}

fn stats(trajectory: &Trajectory, values: &[f32]) -> TrajectoryStats {
    let known =
        trajectory.transitions.iter().filter(|transition| transition.known.is_some()).count()
            as u64;
    let sign = f64::from(trajectory.agent.sign());
    let sum: f64 = values.iter().map(|&value| f64::from(value)).sum();
    let squared = trajectory.outcome.map_or(0.0, |outcome| {
        values.iter().map(|&value| f64::from(value - outcome).powi(2)).sum()
    });
    TrajectoryStats {
        judged: values.len() as u64 - known,
        known,
        value: sign * sum,
        squared,
        decided: trajectory.outcome.map_or(0, |_| values.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trajectory::{TerminalUpdate, Transition, UnearnedGains};
    use super::*;
    use crate::board::{Color, fen};
    use crate::models::network::{NetworkModel, NetworkSettings};
    use crate::models::patterns::{PatternSettings, Patterns};

    const TEXTS: [&str; 4] = [
        "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
        "W:W28,32,37,38,39:B8,12,18,19",
        "W:W28,32,37,38:B8,12,18",
        "W:W41,K5:B22",
    ];

    fn trajectory(outcome: Option<f32>) -> Trajectory {
        let transition = |text: &&str| Transition {
            position: fen::read(text).expect(text),
            known: None,
            is_cut: false,
            is_predicted: false,
        };
        let transitions = TEXTS.iter().map(transition).collect();
        Trajectory { agent: Color::White, transitions, outcome, meets_weaker: false }
    }

    fn config(scale: ValueTransform) -> TdLeafConfig {
        let td_errors =
            TdErrors { lambda: 0.7, unearned: UnearnedGains::Off, last: TerminalUpdate::Kept };
        TdLeafConfig {
            td_errors,
            scale,
            loss: Loss::L2,
            method: OptimiserKind::Plain,
            fix_man: false,
        }
    }

    fn networks() -> NetworkSettings {
        let settings =
            NetworkSettings { hidden: 8, lr: 1.0, beta_lr: 1.0, ..NetworkSettings::default() };
        settings.check().expect("in range")
    }

    /// Each model's step equals Σ_t E_t ∂v_t/∂w with the derivatives taken by finite differences and the errors held fixed.
    fn steps_up_the_gradient<F: Model>(
        model: &F,
        settings: &F::Settings,
        scale: ValueTransform,
        stride: usize,
    ) {
        let mut learner = TdLeafLearner::new(model.clone(), settings, config(scale), None);
        let trajectory = trajectory(Some(1.0));
        let positions: Vec<Position> =
            trajectory.transitions.iter().map(|transition| transition.position).collect();
        let values = learner.values(&positions).to_vec();
        let mut errors = Vec::new();
        config(scale).td_errors.errors(&trajectory, &values, &mut errors);
        learner.take(&trajectory);
        learner.update();
        let mut moved: Vec<(usize, f32)> = Vec::new();
        let (before, after) = (model.groups(), learner.model().groups());
        let mut index = 0;
        for (before, after) in before.iter().zip(&after) {
            let rate = settings.rates(1.0).of(before.rate);
            for (before, after) in before.values.iter().zip(after.values) {
                let by = after - before;
                moved.extend((by != 0.0).then_some((index, by / rate)));
                index += 1;
            }
        }
        assert!(moved.len() > 20, "{} parameters moved", moved.len());
        for (index, by) in moved.into_iter().step_by(stride) {
            let at = |offset: f32| {
                let mut model = model.clone();
                model.stepper(Rates::ONE).add(index, offset);
                let mut learner = TdLeafLearner::new(model, settings, config(scale), None);
                let values = learner.values(&positions).iter();
                values.zip(&errors).map(|(v, e)| f64::from(*v) * f64::from(*e)).sum::<f64>()
            };
            let difference = (at(4e-3) - at(-4e-3)) / 8e-3;
            let error = (difference - f64::from(by)).abs();
            assert!(error < 1e-2 * (0.5 + difference.abs()), "{index}: {by} {difference}");
        }
    }

    #[test]
    fn a_step_of_each_form_goes_up_the_gradient() {
        for scale in [ValueTransform::Own, ValueTransform::KNIGHTCAP] {
            let settings = networks();
            let model = NetworkModel::first(&settings, 2);
            steps_up_the_gradient(&model, &settings, scale, 97);
        }
    }

    #[test]
    fn a_step_of_patterns_goes_up_the_gradient() {
        let text = "[[window]]\nname = \"a\"\nsquares = [27, 28, 22, 23, 18, 19]\n";
        let pattern_set =
            std::sync::Arc::new(crate::models::patterns::PatternSet::read(text).expect("one"));
        let settings =
            PatternSettings { pattern_set, lr: 1.0, rest_lr: 1.0, ..PatternSettings::default() };
        let model = Patterns::first(&settings, 1);
        for scale in [ValueTransform::Own, ValueTransform::KNIGHTCAP] {
            steps_up_the_gradient(&model, &settings, scale, 1);
        }
    }

    #[test]
    fn with_knightcap_s_squash_a_man_is_worth_a_quarter_and_never_more_than_a_win() {
        let settings = PatternSettings::default();
        let model = Patterns::of_material(&settings, 1).expect("material");
        let mut learner =
            TdLeafLearner::new(model, &settings, config(ValueTransform::KNIGHTCAP), None);
        let positions = ["W:W32,33,38:B12,13", "B:W32:B12,13", "W:WK1,K2,K3,K4,K6:BK50"];
        let values = learner.values(&positions.map(|text| fen::read(text).expect(text))).to_vec();
        assert!((values[0] - 0.25).abs() < 1e-3 && (values[1] + 0.25).abs() < 1e-3, "{values:?}");
        assert!(values[2] > 0.98 && values[2] < 1.0, "{values:?}");
        let refused = ValueTransform::Man(1.0).check().expect_err("no squash").to_string();
        assert!(refused.starts_with("man-value"), "{refused}");
    }

    #[test]
    fn known_results_are_targets_and_have_no_gradient() {
        let settings = networks();
        let mut known = trajectory(Some(1.0));
        known.transitions[3].known = Some(1.0);
        // Of two transitions the last one is known: the first learns towards it, as from a result that is reached there.
        known.transitions.drain(..2);
        let learned = |trajectory: &Trajectory| {
            let model = NetworkModel::first(&settings, 2);
            let mut learner =
                TdLeafLearner::new(model, &settings, config(ValueTransform::Own), None);
            let stats = learner.take(trajectory);
            learner.update();
            (learner.model().clone(), stats)
        };
        let mut single = known.clone();
        single.transitions.truncate(1);
        let ((by_known, stats), (by_result, _)) = (learned(&known), learned(&single));
        assert_eq!((stats.judged, stats.known), (1, 1));
        assert_eq!(by_known, by_result);
    }

    #[test]
    fn a_fixed_man_stays_worth_a_hundred_points_whatever_is_learned() {
        let settings = PatternSettings { lr: 0.3, ..PatternSettings::default() };
        let model = Patterns::of_material(&settings, 1).expect("material");
        for fix_man in [true, false] {
            let config = TdLeafConfig { fix_man, ..config(ValueTransform::KNIGHTCAP) };
            let mut learner = TdLeafLearner::new(model.clone(), &settings, config, None);
            for _ in 0..20 {
                learner.take(&trajectory(Some(-1.0)));
                learner.update();
            }
            let man_value =
                PieceValueNormaliser::new(Patterns::encoder(&settings)).man_value(learner.model());
            let is_fixed = (man_value - Patterns::MAN).abs() < 2e-4;
            assert_eq!(is_fixed, fix_man, "{man_value}");
        }
    }

    #[test]
    fn learning_one_result_again_and_again_approaches_it() {
        let settings = NetworkSettings { lr: 0.02, beta_lr: 0.0, ..networks() };
        for loss in [Loss::L2, Loss::L1] {
            for method in [OptimiserKind::Plain, OptimiserKind::Adam, OptimiserKind::Adadelta] {
                let config = TdLeafConfig { loss, method, ..config(ValueTransform::Own) };
                let mut settings = settings.clone();
                settings.lr = match method {
                    OptimiserKind::Adadelta => 1.0,
                    _ => 0.005,
                };
                let model = NetworkModel::first(&settings, 2);
                let mut learner = TdLeafLearner::new(model, &settings, config, None);
                for _ in 0..3000 {
                    learner.take(&trajectory(Some(-1.0)));
                    learner.update();
                }
                let positions: Vec<Position> = trajectory(None)
                    .transitions
                    .iter()
                    .map(|transition| transition.position)
                    .collect();
                for value in learner.values(&positions) {
                    assert!((value + 1.0).abs() < 0.1, "{loss:?} {method:?} {value}");
                }
            }
        }
    }
}
