//! Learning along chains: the values of their positions, the errors of the rule, one step of the optimiser for some games.

use serde::{Deserialize, Serialize};

use super::optimiser::{Optimiser, OptimiserKind};
use super::piece_value::PieceValueNormaliser;
use super::trajectory::{TdErrors, Trajectory};
use crate::board::Position;
use crate::models::{Encode, Gradient, Model, ModelSettings, Rates, SettingError};

/// What is made of an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// Its square: the error itself teaches.
    #[default]
    L2,
    /// Its size: only its sign teaches, as in Giraffe.
    L1,
}

/// From what the search is shown to the value that is learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueTransform {
    /// The form's own: V.
    Own,
    /// tanh(κ·sum), with which a man of a hundred points is worth so much (KnightCap: 0.25).
    Man(f64),
}

impl ValueTransform {
    /// KnightCap's.
    pub const KNIGHTCAP: ValueTransform = ValueTransform::Man(0.25);

    /// The value of a sum, and how fast it grows with it.
    #[must_use]
    pub fn value<F: Model>(self, form: &F, sum: f32) -> (f32, f32) {
        match self {
            ValueTransform::Own => form.activation(sum),
            ValueTransform::Man(man) => {
                let factor = man.atanh() as f32 / F::MAN;
                let value = (factor * sum).tanh();
                (value, factor * (1.0 - value * value))
            }
        }
    }

    /// Checks the worth of a man.
    ///
    /// # Errors
    /// When no squash gives it.
    pub fn check(self) -> Result<ValueTransform, SettingError> {
        let ValueTransform::Man(man) = self else { return Ok(self) };
        let is_sound = man > 0.0 && man < 1.0;
        SettingError::unless(is_sound, "man-value", man, "above 0 and below 1, or own")?;
        Ok(self)
    }
}

/// How chains are learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TdLeafConfig {
    /// From differences to errors.
    #[serde(flatten)]
    pub differences: TdErrors,
    /// The value that is learned.
    pub scale: ValueTransform,
    /// What is made of an error.
    pub loss: Loss,
    /// How a gradient becomes a step.
    pub method: OptimiserKind,
    /// Whether a man stays worth a hundred points.
    pub fix_man: bool,
}

/// What some chains came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryStats {
    /// Links that were judged.
    pub judged: u64,
    /// Links whose result was known.
    pub known: u64,
    /// The sum of the values as the agents saw them.
    pub value: f64,
    /// The sum of the squared differences to the results, where there are some.
    pub squared: f64,
    /// Links of chains with a result.
    pub decided: u64,
}

impl TrajectoryStats {
    /// Adds those of other chains.
    pub fn add(&mut self, other: &TrajectoryStats) {
        self.judged += other.judged;
        self.known += other.known;
        self.value += other.value;
        self.squared += other.squared;
        self.decided += other.decided;
    }

    /// The mean value as the agents saw it; `None` without a link.
    #[must_use]
    pub fn mean_value(&self) -> Option<f64> {
        let links = self.judged + self.known;
        (links > 0).then(|| self.value / links as f64)
    }

    /// The mean squared difference to the result; `None` without a game that has one.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.squared / self.decided as f64)
    }
}

/// A form that learns along chains.
#[derive(Debug)]
pub struct TdLeafLearner<F: Model> {
    practice: TdLeafConfig,
    form: F,
    rates: Rates,
    encoder: F::Encoder,
    optimiser: Optimiser,
    gradient: Gradient,
    man: Option<PieceValueNormaliser<F>>,
    desk: Workspace<F>,
}

/// Working memory.
#[derive(Debug)]
struct Workspace<F: Model> {
    steps: F::Steps,
    trace: F::Trace,
    positions: Vec<Position>,
    sums: Vec<f32>,
    values: Vec<f32>,
    /// ∂v/∂sum of every link, 0 where the result is known.
    slopes: Vec<f32>,
    errors: Vec<f32>,
}

impl<F: Model> TdLeafLearner<F> {
    /// A learner with what an optimiser remembers, if it has worked before.
    #[must_use]
    pub fn new(
        form: F,
        settings: &F::Settings,
        practice: TdLeafConfig,
        optimiser: Option<Optimiser>,
    ) -> TdLeafLearner<F> {
        let (encoder, numbers) = (F::encoder(settings), form.slots());
        let desk = Workspace {
            steps: encoder.steps(),
            trace: F::Trace::default(),
            positions: Vec::new(),
            sums: Vec::new(),
            values: Vec::new(),
            slopes: Vec::new(),
            errors: Vec::new(),
        };
        TdLeafLearner {
            practice,
            rates: settings.rates(1.0),
            man: practice.fix_man.then(|| PieceValueNormaliser::new(encoder.clone())),
            encoder,
            optimiser: optimiser.unwrap_or_else(|| Optimiser::new(practice.method, numbers)),
            gradient: Gradient::new(numbers),
            form,
            desk,
        }
    }

    /// What has been learned so far.
    #[must_use]
    pub fn form(&self) -> &F {
        &self.form
    }

    /// What the optimiser remembers.
    #[must_use]
    pub fn optimiser(&self) -> &Optimiser {
        &self.optimiser
    }

    /// The rates from now on.
    pub fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
    }

    /// White's values of positions, on the scale that is learned.
    pub fn judge(&mut self, positions: &[Position]) -> &[f32] {
        self.desk.positions.clear();
        self.desk.positions.extend_from_slice(positions);
        self.weigh();
        &self.desk.values
    }

    /// Values and slopes of the positions on the desk.
    fn weigh(&mut self) -> std::ops::Range<usize> {
        let desk = &mut self.desk;
        self.encoder.clear(&mut desk.steps);
        let game = self.encoder.encode(&desk.positions, false, &mut desk.steps);
        desk.sums.clear();
        self.form.forward(&desk.steps, game.clone(), &mut desk.trace, &mut desk.sums);
        let pairs = desk.sums.iter().map(|&sum| self.practice.scale.value(&self.form, sum));
        (desk.values, desk.slopes) = pairs.unzip();
        game
    }

    /// Takes a chain into the step that [`TdLeafLearner::update`] will make: Σ_t E_t ∇v(x_t), all with the weights of now.
    pub fn take(&mut self, chain: &Trajectory) -> TrajectoryStats {
        self.desk.positions.clear();
        self.desk.positions.extend(chain.links.iter().map(|link| link.position));
        let game = self.weigh();
        let desk = &mut self.desk;
        for ((value, slope), link) in desk.values.iter_mut().zip(&mut desk.slopes).zip(&chain.links)
        {
            if let Some(known) = link.known {
                (*value, *slope) = (known, 0.0);
            }
        }
        self.practice.differences.errors(chain, &desk.values, &mut desk.errors);
        for (error, slope) in desk.errors.iter_mut().zip(&desk.slopes) {
            *error = slope * self.practice.loss.teaches(*error);
        }
        self.form.backward(&desk.steps, game, &mut desk.trace, &desk.errors, &mut self.gradient);
        figures(chain, &desk.values)
    }

    /// Makes the step of all chains taken since the last one.
    pub fn update(&mut self) {
        self.optimiser.step(&mut self.form, &mut self.gradient, self.rates);
        if let Some(man) = &mut self.man {
            man.restore(&mut self.form);
        }
    }
}

impl Loss {
    fn teaches(self, error: f32) -> f32 {
        match self {
            Loss::L2 => error,
            Loss::L1 if error == 0.0 => 0.0,
            Loss::L1 => error.signum(),
        }
    }
}

fn figures(chain: &Trajectory, values: &[f32]) -> TrajectoryStats {
    let known = chain.links.iter().filter(|link| link.known.is_some()).count() as u64;
    let sign = f64::from(chain.agent.sign());
    let sum: f64 = values.iter().map(|&value| f64::from(value)).sum();
    let squared = chain.outcome.map_or(0.0, |outcome| {
        values.iter().map(|&value| f64::from(value - outcome).powi(2)).sum()
    });
    TrajectoryStats {
        judged: values.len() as u64 - known,
        known,
        value: sign * sum,
        squared,
        decided: chain.outcome.map_or(0, |_| values.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trajectory::{TerminalUpdate, Transition, UnearnedGains};
    use super::*;
    use crate::board::{Color, fen};
    use crate::models::network::{NetworkForm, NetworkSettings};
    use crate::models::patterns::{PatternSettings, Patterns};

    const TEXTS: [&str; 4] = [
        "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
        "W:W28,32,37,38,39:B8,12,18,19",
        "W:W28,32,37,38:B8,12,18",
        "W:W41,K5:B22",
    ];

    fn chain(outcome: Option<f32>) -> Trajectory {
        let link = |text: &&str| Transition {
            position: fen::read(text).expect(text),
            known: None,
            is_cut: false,
            is_predicted: false,
        };
        let links = TEXTS.iter().map(link).collect();
        Trajectory { agent: Color::White, links, outcome, meets_weaker: false }
    }

    fn practice(scale: ValueTransform) -> TdLeafConfig {
        let differences =
            TdErrors { lambda: 0.7, blunders: UnearnedGains::Off, last: TerminalUpdate::Kept };
        TdLeafConfig {
            differences,
            scale,
            loss: Loss::L2,
            method: OptimiserKind::Plain,
            fix_man: false,
        }
    }

    fn networks() -> NetworkSettings {
        let settings =
            NetworkSettings { hidden: 8, rate: 1.0, beta_rate: 1.0, ..NetworkSettings::default() };
        settings.check().expect("in range")
    }

    /// Each form's step equals Σ_t E_t ∂v_t/∂w with the derivatives taken by finite differences and the errors held fixed.
    fn steps_up_the_gradient<F: Model>(
        form: &F,
        settings: &F::Settings,
        scale: ValueTransform,
        stride: usize,
    ) {
        let mut learner = TdLeafLearner::new(form.clone(), settings, practice(scale), None);
        let chain = chain(Some(1.0));
        let positions: Vec<Position> = chain.links.iter().map(|link| link.position).collect();
        let values = learner.judge(&positions).to_vec();
        let mut errors = Vec::new();
        practice(scale).differences.errors(&chain, &values, &mut errors);
        learner.take(&chain);
        learner.update();
        let mut moved: Vec<(usize, f32)> = Vec::new();
        let (before, after) = (form.groups(), learner.form().groups());
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
                let mut form = form.clone();
                form.stepper(Rates::ONE).add(index, offset);
                let mut judge = TdLeafLearner::new(form, settings, practice(scale), None);
                let values = judge.judge(&positions).iter();
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
            let form = NetworkForm::first(&settings, 2);
            steps_up_the_gradient(&form, &settings, scale, 97);
        }
    }

    #[test]
    fn a_step_of_patterns_goes_up_the_gradient() {
        let text = "[[window]]\nname = \"a\"\nsquares = [27, 28, 22, 23, 18, 19]\n";
        let shapes = std::sync::Arc::new(crate::models::patterns::Shapes::read(text).expect("one"));
        let settings =
            PatternSettings { shapes, rate: 1.0, rest_rate: 1.0, ..PatternSettings::default() };
        let form = Patterns::first(&settings, 1);
        for scale in [ValueTransform::Own, ValueTransform::KNIGHTCAP] {
            steps_up_the_gradient(&form, &settings, scale, 1);
        }
    }

    #[test]
    fn with_knightcap_s_squash_a_man_is_worth_a_quarter_and_never_more_than_a_win() {
        let settings = PatternSettings::default();
        let form = Patterns::of_material(&settings, 1).expect("material");
        let mut learner =
            TdLeafLearner::new(form, &settings, practice(ValueTransform::KNIGHTCAP), None);
        let positions = ["W:W32,33,38:B12,13", "B:W32:B12,13", "W:WK1,K2,K3,K4,K6:BK50"];
        let values = learner.judge(&positions.map(|text| fen::read(text).expect(text))).to_vec();
        assert!((values[0] - 0.25).abs() < 1e-3 && (values[1] + 0.25).abs() < 1e-3, "{values:?}");
        assert!(values[2] > 0.98 && values[2] < 1.0, "{values:?}");
        let refused = ValueTransform::Man(1.0).check().expect_err("no squash").to_string();
        assert!(refused.starts_with("man-value"), "{refused}");
    }

    #[test]
    fn known_results_are_targets_and_have_no_gradient() {
        let settings = networks();
        let mut known = chain(Some(1.0));
        known.links[3].known = Some(1.0);
        // Of two links the last one is known: the first learns towards it, as from a result that is reached there.
        known.links.drain(..2);
        let learned = |chain: &Trajectory| {
            let form = NetworkForm::first(&settings, 2);
            let mut learner =
                TdLeafLearner::new(form, &settings, practice(ValueTransform::Own), None);
            let figures = learner.take(chain);
            learner.update();
            (learner.form().clone(), figures)
        };
        let mut single = known.clone();
        single.links.truncate(1);
        let ((by_known, figures), (by_result, _)) = (learned(&known), learned(&single));
        assert_eq!((figures.judged, figures.known), (1, 1));
        assert_eq!(by_known, by_result);
    }

    #[test]
    fn a_fixed_man_stays_worth_a_hundred_points_whatever_is_learned() {
        let settings = PatternSettings { rate: 0.3, ..PatternSettings::default() };
        let form = Patterns::of_material(&settings, 1).expect("material");
        for fix_man in [true, false] {
            let practice = TdLeafConfig { fix_man, ..practice(ValueTransform::KNIGHTCAP) };
            let mut learner = TdLeafLearner::new(form.clone(), &settings, practice, None);
            for _ in 0..20 {
                learner.take(&chain(Some(-1.0)));
                learner.update();
            }
            let worth =
                PieceValueNormaliser::new(Patterns::encoder(&settings)).worth(learner.form());
            let is_fixed = (worth - Patterns::MAN).abs() < 2e-4;
            assert_eq!(is_fixed, fix_man, "{worth}");
        }
    }

    #[test]
    fn learning_one_result_again_and_again_approaches_it() {
        let settings = NetworkSettings { rate: 0.02, beta_rate: 0.0, ..networks() };
        for loss in [Loss::L2, Loss::L1] {
            for method in [OptimiserKind::Plain, OptimiserKind::Adam, OptimiserKind::Adadelta] {
                let practice = TdLeafConfig { loss, method, ..practice(ValueTransform::Own) };
                let mut settings = settings.clone();
                settings.rate = match method {
                    OptimiserKind::Adadelta => 1.0,
                    _ => 0.005,
                };
                let form = NetworkForm::first(&settings, 2);
                let mut learner = TdLeafLearner::new(form, &settings, practice, None);
                for _ in 0..3000 {
                    learner.take(&chain(Some(-1.0)));
                    learner.update();
                }
                let positions: Vec<Position> =
                    chain(None).links.iter().map(|link| link.position).collect();
                for value in learner.judge(&positions) {
                    assert!((value + 1.0).abs() < 0.1, "{loss:?} {method:?} {value}");
                }
            }
        }
    }
}
