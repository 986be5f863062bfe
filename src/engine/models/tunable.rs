//! Parameters moved one by one: what learning from play asks of a form beside [`Form`], so that many positions make one step and
//! optimisers can keep a memory for each parameter.

use std::ops::Range;

use super::form::{Form, StartError};

/// A form whose parameters have numbers.
pub trait Tunable: Form {
    /// What a man is worth in an evaluation that starts from material: a hundred points for the search.
    const MAN: f32 = 0.4;

    /// An evaluation that counts men, kings as three men, and nothing else; a man is worth [`Tunable::MAN`] before any squash.
    ///
    /// # Errors
    /// When the settings leave no room for it, in words.
    fn of_material(settings: &Self::Settings, seed: u64) -> Result<Self, StartError>;

    /// The settings with another learning rate, and another for the parameters that have one of their own.
    #[must_use]
    fn paced(settings: Self::Settings, rate: f64, rest: Option<f64>) -> Self::Settings;

    /// Appends what the search is shown of every step, 1 for 250 points, for White: V before it is squashed, if it is.
    fn sums(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        memory: &mut Self::Memory,
        sums: &mut Vec<f32>,
    );

    /// V of such a sum, and how fast it grows with it.
    fn squashed(&self, sum: f32) -> (f32, f32) {
        (sum, 1.0)
    }

    /// Adds Σ_t errors_t ∇sum(s_t) over the steps of a game.
    fn add_gradient(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        errors: &[f32],
        gradient: &mut Gradient,
    );

    /// How many numbers there are.
    fn numbers(&self) -> usize {
        self.parameters()
    }

    /// A parameter, to change; [`Tunable::settle`] follows the last change.
    fn parameter_mut(&mut self, index: usize) -> &mut f32;

    /// The learning rate of a parameter.
    fn rate(&self, index: usize, rates: Self::Rates) -> f32;

    /// Makes every sum so many times as large.
    fn scale(&mut self, factor: f32);

    /// Makes good what holds between parameters, after some were changed.
    fn settle(&mut self) {}
}

/// A sum of derivatives for each parameter. Those that are zero cost nothing: of tables few cases occur.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    sums: Vec<f32>,
    is_touched: Vec<bool>,
    /// In the order in which they were touched first.
    touched: Vec<u32>,
}

impl Gradient {
    /// Zero, for so many parameters.
    #[must_use]
    pub fn new(parameters: usize) -> Gradient {
        Gradient {
            sums: vec![0.0; parameters],
            is_touched: vec![false; parameters],
            touched: Vec::new(),
        }
    }

    /// Adds to the derivative by one parameter.
    #[inline]
    pub fn add(&mut self, index: usize, derivative: f32) {
        if !self.is_touched[index] {
            self.is_touched[index] = true;
            self.touched.push(index as u32);
        }
        self.sums[index] += derivative;
    }

    /// Adds to the derivatives by neighbours, as far as there is something to add.
    pub fn add_all<'a>(&mut self, start: usize, derivatives: impl IntoIterator<Item = &'a f32>) {
        for (index, &derivative) in (start..).zip(derivatives) {
            if derivative != 0.0 {
                self.add(index, derivative);
            }
        }
    }

    /// The derivative by a parameter.
    #[must_use]
    pub fn get(&self, index: usize) -> f32 {
        self.sums[index]
    }

    /// Calls `visit` with every parameter that was touched and its derivative, and is zero again.
    pub fn drain(&mut self, mut visit: impl FnMut(usize, f32)) {
        for index in self.touched.drain(..) {
            let index = index as usize;
            self.is_touched[index] = false;
            visit(index, std::mem::take(&mut self.sums[index]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drained_gradient_is_zero_and_tells_each_parameter_once() {
        let mut gradient = Gradient::new(4);
        gradient.add(2, 0.5);
        gradient.add_all(1, &[0.0, 0.25, 1.0]);
        let mut found = Vec::new();
        gradient.drain(|index, derivative| found.push((index, derivative)));
        assert_eq!(found, [(2, 0.75), (3, 1.0)]);
        assert_eq!(gradient, Gradient::new(4));
    }
}
