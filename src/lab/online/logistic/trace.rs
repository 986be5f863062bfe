//! The eligibility of each weight: decayed gradients summed up. Rows of inputs that a game has not seen cost nothing.

use std::ops::Range;

/// e ← λe + ∇y, in the order of the weights.
#[derive(Clone, Debug)]
pub(crate) struct EligibilityTrace {
    eligibility: Vec<f32>,
    /// The rows that are not all 0.
    rows: Vec<usize>,
    is_in: Vec<bool>,
}

impl EligibilityTrace {
    pub(super) fn new(weights: usize, inputs: usize) -> EligibilityTrace {
        EligibilityTrace {
            eligibility: vec![0.0; weights],
            rows: Vec::new(),
            is_in: vec![false; inputs + 2],
        }
    }

    /// w ← w + step·e, e ← decay·e.
    pub(super) fn follow(&mut self, weights: &mut [f32], width: usize, step: f32, decay: f32) {
        let last = weights.len() - 1;
        let mut move_on = |range: Range<usize>| {
            let weights = &mut weights[range.clone()];
            let eligibility = &mut self.eligibility[range];
            for place in 0..weights.len() {
                weights[place] += step * eligibility[place];
                eligibility[place] *= decay;
            }
        };
        for &row in &self.rows {
            move_on(row * width..(row + 1) * width);
        }
        move_on(last..last + 1);
        if decay == 0.0 {
            self.rows.drain(..).for_each(|row| self.is_in[row] = false);
        }
    }

    #[inline]
    pub(super) fn add(&mut self, row: usize, range: Range<usize>, gradient: &[f32], x: f32) {
        if !self.is_in[row] {
            self.is_in[row] = true;
            self.rows.push(row);
        }
        let sums = &mut self.eligibility[range];
        for place in 0..sums.len() {
            sums[place] += x * gradient[place];
        }
    }

    pub(super) fn add_last(&mut self, gradient: f32) {
        *self.eligibility.last_mut().expect("a network has weights") += gradient;
    }
}
