//! From a gradient to a step: plain, AdaDelta, Adam. A parameter whose derivative is zero stays as it is, with all that is
//! remembered of it: most cases of tables occur seldom.

use serde::{Deserialize, Serialize};

use crate::models::{Adam, Model, Rates};

/// How a gradient becomes a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptimiserKind {
    /// η·g.
    #[default]
    #[serde(alias = "sgd")]
    Plain,
    /// Zeiler's: G ← ρG + (1−ρ)g², Δ = η·g·√(D+ε)/√(G+ε), D ← ρD + (1−ρ)Δ²; ρ 0.99 and ε 1e−8 as in Giraffe.
    Adadelta,
    /// Kingma's and Ba's [`Adam`]. What makes m̂ and v̂ of m and v goes by the steps of all, as in sparse forms of Adam elsewhere: a
    /// parameter that gets its first gradient late moves by about 3 η.
    Adam,
}

const RHO: f32 = 0.99;
const EPSILON: f32 = 1e-8;

/// A method and what it remembers of each parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Optimiser {
    method: OptimiserKind,
    /// G or v.
    squares: Vec<f32>,
    /// D or m.
    means: Vec<f32>,
    updates: u64,
}

impl Optimiser {
    /// A method that remembers nothing yet, for this number of parameters.
    pub(crate) fn new(method: OptimiserKind, parameters: usize) -> Optimiser {
        let size = if method == OptimiserKind::Plain { 0 } else { parameters };
        Optimiser { method, squares: vec![0.0; size], means: vec![0.0; size], updates: 0 }
    }

    /// The method with what it remembered after `updates` updates; `None` if that is of other parameters.
    pub(crate) fn remembering(
        self,
        squares: Vec<f32>,
        means: Vec<f32>,
        updates: u64,
    ) -> Option<Optimiser> {
        let matches = squares.len() == self.squares.len() && means.len() == self.means.len();
        matches.then_some(Optimiser { squares, means, updates, ..self })
    }

    /// What is remembered: squares and means, one for each parameter, or none.
    pub(crate) fn memory(&self) -> [&[f32]; 2] {
        [&self.squares, &self.means]
    }

    /// Steps made.
    pub(crate) fn updates(&self) -> u64 {
        self.updates
    }

    /// Whether it remembers anything of the parameters.
    pub(crate) fn remembers(&self) -> bool {
        self.method != OptimiserKind::Plain
    }

    /// Moves the parameters of a model up the gradient, which `each` visits by number and derivative.
    pub(crate) fn step<F: Model>(
        &mut self,
        model: &mut F,
        rates: Rates,
        each: impl FnOnce(&mut dyn FnMut(usize, f32)),
    ) {
        self.updates += 1;
        let adam = Adam::at(self.updates);
        let mut stepper = model.stepper(rates);
        each(&mut |index, derivative| {
            if derivative != 0.0 {
                stepper.add(index, self.unit(index, derivative, adam));
            }
        });
        model.tie_weights();
    }

    /// The step for η = 1.
    #[inline]
    fn unit(&mut self, index: usize, derivative: f32, adam: Adam) -> f32 {
        match self.method {
            OptimiserKind::Plain => derivative,
            OptimiserKind::Adadelta => {
                let (squares, steps) = (&mut self.squares[index], &mut self.means[index]);
                *squares = RHO * *squares + (1.0 - RHO) * (derivative * derivative);
                let unit = derivative * (*steps + EPSILON).sqrt() / (*squares + EPSILON).sqrt();
                *steps = RHO * *steps + (1.0 - RHO) * unit * unit;
                unit
            }
            OptimiserKind::Adam => {
                let (means, squares) = (&mut self.means[index], &mut self.squares[index]);
                adam.step(derivative, means, squares)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units<const N: usize>(method: OptimiserKind, derivatives: [f32; N]) -> [f32; N] {
        let mut optimiser = Optimiser::new(method, 2);
        derivatives.map(|derivative| {
            optimiser.updates += 1;
            optimiser.unit(1, derivative, Adam::at(optimiser.updates))
        })
    }

    fn near<const N: usize>(found: [f32; N], expected: [f32; N]) {
        let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4 * (1e-3 + b.abs());
        assert!(found.iter().zip(&expected).all(is_near), "{found:?} {expected:?}");
    }

    #[test]
    fn plain_steps_are_the_derivatives() {
        near(units(OptimiserKind::Plain, [0.5, -0.25]), [0.5, -0.25]);
    }

    #[test]
    fn two_steps_of_adadelta_by_hand() {
        // G = 0.01·0.25 = 0.0025, Δ = 0.5·1e−4/0.0500001; then D = 0.01·1e−6, G = 0.99·0.0025 + 0.0025 = 0.004975.
        let second = -0.5 * 2e-8f32.sqrt() / 0.004_975_01f32.sqrt();
        near(units(OptimiserKind::Adadelta, [0.5, -0.5]), [1e-3, second]);
    }

    #[test]
    fn two_steps_of_adam_by_hand() {
        // m̂ = 0.5 and v̂ = 0.25; then m = 0.045 − 0.05, m̂ = −0.005/0.19, and v̂ = 0.25 again.
        near(units(OptimiserKind::Adam, [0.5, -0.5]), [1.0, -0.005 / 0.19 / 0.5]);
    }

    #[test]
    fn what_is_remembered_can_be_handed_on() {
        let mut one = Optimiser::new(OptimiserKind::Adam, 2);
        one.updates = 3;
        one.unit(0, 0.3, Adam::at(3));
        let [squares, means] = one.memory().map(<[f32]>::to_vec);
        let other =
            Optimiser::new(OptimiserKind::Adam, 2).remembering(squares.clone(), means.clone(), 3);
        assert_eq!(other, Some(one));
        assert_eq!(Optimiser::new(OptimiserKind::Adam, 5).remembering(squares, means, 3), None);
    }
}
