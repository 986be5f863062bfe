//! Named groups of parameters, which counting, files, learning rates and soundness checks go through, and sums of derivatives.

use super::tensors::{Tensor, is_sound};

/// Which of the learning rates η a group of parameters is learned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateGroup {
    /// Weights.
    Weights,
    /// Parameters with a rate beside it: sensitivities β, weights of globals and kings.
    Rest,
    /// A hidden layer beside patterns.
    Hidden,
}

/// The learning rates η.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// η of [`RateGroup::Weights`].
    pub weights: f32,
    /// η of [`RateGroup::Rest`].
    pub rest: f32,
    /// η of [`RateGroup::Hidden`].
    pub hidden: f32,
}

impl Rates {
    /// Rates of 1, with which a step is the gradient itself.
    pub const ONE: Rates = Rates::uniform(1.0);

    /// The same rate for all parameters.
    pub const fn uniform(rate: f32) -> Rates {
        Rates { weights: rate, rest: rate, hidden: rate }
    }

    /// The rate of a group.
    #[must_use]
    pub fn of(self, group: RateGroup) -> f32 {
        match group {
            RateGroup::Weights => self.weights,
            RateGroup::Rest => self.rest,
            RateGroup::Hidden => self.hidden,
        }
    }
}

/// A group of parameters. Gradients number the parameters through all groups of a value function, group after group.
#[derive(Clone, Debug)]
pub struct ParameterGroup<'a> {
    /// Its name in a file.
    pub name: String,
    /// Its dimensions, the slowest first.
    pub shape: Vec<usize>,
    /// Its learning rate.
    pub rate: RateGroup,
    /// Whether the output is linear in this group and the others of the kind: scaled together, they scale the output.
    pub is_output: bool,
    /// The parameters, the last dimension fastest. Rows may be padded: they are then longer than the last dimension by numbers that
    /// stay 0; these are numbered, but no file has them.
    pub values: &'a [f32],
}

impl<'a> ParameterGroup<'a> {
    /// A group that an output is not linear in.
    pub fn new(
        name: impl Into<String>,
        shape: &[usize],
        rate: RateGroup,
        values: &'a [f32],
    ) -> ParameterGroup<'a> {
        ParameterGroup { name: name.into(), shape: shape.to_vec(), rate, is_output: false, values }
    }

    /// The group as one that the output is linear in.
    #[must_use]
    pub fn output(self) -> ParameterGroup<'a> {
        ParameterGroup { is_output: true, ..self }
    }

    /// The number of parameters, without padding.
    pub(crate) fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The parameters without padding.
    fn unpadded(&self) -> impl Iterator<Item = &'a f32> + use<'a> {
        let row = self.shape.last().copied().unwrap_or(1);
        let rows = (self.count() / row.max(1)).max(1);
        self.values.chunks_exact((self.values.len() / rows).max(1)).flat_map(move |r| &r[..row])
    }

    /// The group as a file has it.
    pub(crate) fn tensor(&self) -> Tensor {
        Tensor::new(self.name.clone(), &self.shape, self.unpadded())
    }

    /// Whether every parameter is a number that a file may hold.
    pub(crate) fn is_sound(&self) -> bool {
        self.values.iter().all(is_sound)
    }
}

/// The parameters of a value function by number, to be moved along a gradient.
#[derive(Debug)]
pub struct Stepper<'a> {
    /// Where each group ends, its η, its parameters.
    groups: Vec<(usize, f32, &'a mut [f32])>,
    /// The group of the last step: numbers mostly come in runs.
    at: usize,
}

impl<'a> Stepper<'a> {
    pub(super) fn new(rates: &[f32], groups: Vec<&'a mut [f32]>) -> Stepper<'a> {
        let groups = rates.iter().zip(groups).scan(0, |end, (&rate, values)| {
            *end += values.len();
            Some((*end, rate, values))
        });
        Stepper { groups: groups.collect(), at: 0 }
    }

    /// w += η·step for the parameter of this number.
    ///
    /// # Panics
    /// If there are fewer parameters.
    #[inline]
    pub fn add(&mut self, index: usize, step: f32) {
        let start = |group: &(usize, f32, &mut [f32])| group.0 - group.2.len();
        let last = &self.groups[self.at];
        if index >= last.0 || index < start(last) {
            self.at = self.groups.partition_point(|group| group.0 <= index);
        }
        let group = &mut self.groups[self.at];
        let start = start(group);
        group.2[index - start] += group.1 * step;
    }
}

/// What derivatives are added to: the parameters themselves by plain steps, errors times η before, or a [`Gradient`].
///
/// Both multiply in an order of their own, which decides the last bit, and weights learned before depend on it.
pub(super) trait Accumulate {
    fn product(a: f32, b: f32, c: f32) -> f32;

    /// Adds to the parameter of this number.
    fn add(&mut self, index: usize, term: f32);

    /// Adds to neighbours from `start` on, as far as there is something to add.
    fn add_row(&mut self, start: usize, terms: &[f32]);

    /// Adds to the weights of the opening and of the endgame, at `index` and at the place after it; `mix` is the share of each.
    fn add_tapered(&mut self, index: usize, mix: [f32; 2], error: f32, input: f32);
}

impl Accumulate for [f32] {
    #[inline]
    fn product(a: f32, b: f32, c: f32) -> f32 {
        a * b * c
    }

    #[inline]
    fn add(&mut self, index: usize, term: f32) {
        self[index] += term;
    }

    #[inline]
    fn add_row(&mut self, start: usize, terms: &[f32]) {
        let row = &mut self[start..start + terms.len()];
        for unit in 0..row.len() {
            row[unit] += terms[unit];
        }
    }

    #[inline]
    fn add_tapered(&mut self, index: usize, mix: [f32; 2], error: f32, input: f32) {
        let pair = &mut self[index..index + 2];
        pair[0] += mix[0] * error * input;
        pair[1] += mix[1] * error * input;
    }
}

impl Accumulate for Gradient {
    #[inline]
    fn product(a: f32, b: f32, c: f32) -> f32 {
        c * a * b
    }

    #[inline]
    fn add(&mut self, index: usize, term: f32) {
        Gradient::add(self, index, term);
    }

    #[inline]
    fn add_row(&mut self, start: usize, terms: &[f32]) {
        self.add_all(start, terms);
    }

    #[inline]
    fn add_tapered(&mut self, index: usize, mix: [f32; 2], error: f32, input: f32) {
        for (stage, share) in mix.into_iter().enumerate() {
            if share != 0.0 {
                Gradient::add(self, index + stage, input * share * error);
            }
        }
    }
}

/// Up to this number of parameters every derivative has a place; of larger tables few cases occur.
const DENSE: usize = 1 << 17;

/// A sum of derivatives for each parameter. In large tables those that are zero cost nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    sums: Vec<f32>,
    /// Empty where every sum is looked at.
    is_touched: Vec<bool>,
    /// In the order in which they were touched first.
    touched: Vec<u32>,
}

impl Gradient {
    /// Zero for each of this many parameters.
    pub fn new(parameters: usize) -> Gradient {
        let noted = if parameters <= DENSE { 0 } else { parameters };
        Gradient {
            sums: vec![0.0; parameters],
            is_touched: vec![false; noted],
            touched: Vec::new(),
        }
    }

    /// Adds to the derivative by one parameter.
    #[inline]
    pub fn add(&mut self, index: usize, derivative: f32) {
        if let Some(is_touched @ false) = self.is_touched.get_mut(index) {
            *is_touched = true;
            self.touched.push(index as u32);
        }
        self.sums[index] += derivative;
    }

    /// Adds to the derivatives by neighbours, as far as there is something to add.
    pub fn add_all(&mut self, start: usize, derivatives: &[f32]) {
        if self.is_touched.is_empty() {
            let sums = &mut self.sums[start..start + derivatives.len()];
            sums.iter_mut().zip(derivatives).for_each(|(sum, derivative)| *sum += derivative);
            return;
        }
        for (index, &derivative) in (start..).zip(derivatives) {
            if derivative != 0.0 {
                self.add(index, derivative);
            }
        }
    }

    /// As [`Gradient::add_all`], for groups of parameters one after the other from the first on.
    pub(super) fn add_groups(&mut self, groups: &[ParameterGroup<'_>]) {
        let mut start = 0;
        for group in groups {
            self.add_all(start, group.values);
            start += group.values.len();
        }
    }

    /// Calls `visit` with every parameter whose derivative may not be zero, and is zero again.
    pub fn drain(&mut self, mut visit: impl FnMut(usize, f32)) {
        if self.is_touched.is_empty() {
            for (index, sum) in self.sums.iter_mut().enumerate().filter(|(_, sum)| **sum != 0.0) {
                visit(index, std::mem::take(sum));
            }
            return;
        }
        for index in self.touched.drain(..) {
            let index = index as usize;
            self.is_touched[index] = false;
            visit(index, std::mem::take(&mut self.sums[index]));
        }
    }

    /// The derivatives of all parameters, where each has a place; it is zero again.
    pub fn take_dense(&mut self) -> Option<Vec<f32>> {
        let zeros = || vec![0.0; self.sums.len()];
        self.is_touched.is_empty().then(zeros).map(|zeros| std::mem::replace(&mut self.sums, zeros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drained_gradient_is_zero_and_visits_each_parameter_once() {
        for parameters in [4, DENSE + 1] {
            let mut gradient = Gradient::new(parameters);
            gradient.add(2, 0.5);
            gradient.add_all(1, &[0.0, 0.25, 1.0]);
            let mut found = Vec::new();
            gradient.drain(|index, derivative| found.push((index, derivative)));
            assert_eq!(found, [(2, 0.75), (3, 1.0)]);
            assert_eq!(gradient, Gradient::new(parameters));
        }
    }

    #[test]
    fn few_derivatives_are_taken_at_once() {
        let mut gradient = Gradient::new(3);
        gradient.add(1, 0.5);
        assert_eq!(gradient.take_dense(), Some(vec![0.0, 0.5, 0.0]));
        assert_eq!(
            (gradient.take_dense(), Gradient::new(DENSE + 1).take_dense()),
            (Some(vec![0.0; 3]), None)
        );
    }
}
