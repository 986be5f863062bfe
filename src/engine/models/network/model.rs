//! Networks by phase of the game: one, or one for each range of pieces on the board.

use std::ops::Range;

use ndarray::Array1;

use super::mlp::Network;
use super::sequence::Sequence;
use super::steps::Steps;
use super::trace::ForwardTrace;
use crate::models::form::Learnable;
use crate::models::phases::Borders;

/// A value function: the networks of all phases. It knows nothing of draughts.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    borders: Borders,
    networks: Vec<Network>,
    /// Hidden units that stay common to all phases while they are learned.
    common: usize,
}

/// The learning rates of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// η of weights and biases.
    pub weights: f32,
    /// η of the sensitivities β.
    pub beta: f32,
}

/// Working memory of learning.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// One for each phase.
    traces: Vec<ForwardTrace>,
    /// The inputs whose weights to common units the present game changes.
    touched: Vec<bool>,
}

impl Model {
    /// A model of one network for each phase.
    ///
    /// # Panics
    /// If the number of networks is not that of the phases, or their shapes differ.
    #[must_use]
    pub fn new(borders: Borders, networks: Vec<Network>) -> Model {
        assert_eq!(borders.phases(), networks.len(), "one network for each phase");
        let same = networks.iter().all(|n| n.input.dim() == networks[0].input.dim());
        assert!(same, "the networks of all phases have one shape");
        Model { borders, networks, common: 0 }
    }

    /// The same model, whose first `units` hidden units are to stay common to all phases: what one phase learns about them is
    /// learned for all. The output's bias stays each phase's own.
    ///
    /// # Panics
    /// If these units are not the same in all phases to begin with.
    #[must_use]
    pub fn sharing(mut self, units: usize) -> Model {
        assert!(self.shares(units), "shared units are the same in all phases");
        self.common = if self.networks.len() > 1 { units } else { 0 };
        self
    }

    /// The hidden units that stay common to all phases.
    #[must_use]
    pub(super) fn common(&self) -> usize {
        self.common
    }

    /// Where the phases meet.
    #[must_use]
    pub fn borders(&self) -> &Borders {
        &self.borders
    }

    /// The networks, opening first.
    #[must_use]
    pub fn networks(&self) -> &[Network] {
        &self.networks
    }

    /// The network of a phase, to change.
    pub fn network_mut(&mut self, phase: usize) -> &mut Network {
        &mut self.networks[phase]
    }

    /// Whether the first `units` hidden units are the same in the networks of all phases: input weights, bias, β and output
    /// weight.
    ///
    /// # Panics
    /// If there are fewer units.
    #[must_use]
    pub fn shares(&self, units: usize) -> bool {
        let (first, others) = self.networks.split_first().expect("a model has a network");
        let same = |a: &Array1<f32>, b: &Array1<f32>| head(a, units) == head(b, units);
        others.iter().all(|other| {
            let mut rows = other.input.rows().into_iter().zip(first.input.rows());
            same(&other.bias, &first.bias)
                && same(&other.beta, &first.beta)
                && same(&other.output, &first.output)
                && rows.all(|(a, b)| a.iter().take(units).eq(b.iter().take(units)))
        })
    }

    /// Gives the first `units` hidden units of the first phase to all others: bias, β, output weight, and the weights of
    /// these inputs.
    ///
    /// # Panics
    /// If there are fewer units, or an input is none of the network's.
    pub fn share(&mut self, units: usize, inputs: impl Iterator<Item = usize> + Clone) {
        let (first, others) = self.networks.split_first_mut().expect("a model has a network");
        for other in others {
            let vectors = [
                (&mut other.bias, &first.bias),
                (&mut other.beta, &first.beta),
                (&mut other.output, &first.output),
            ];
            for (to, from) in vectors {
                let to = to.as_slice_mut().expect("one dimension is contiguous");
                to[..units].copy_from_slice(head(from, units));
            }
            let hidden = first.hidden();
            let from = first.input.as_slice().expect("standard layout");
            let to = other.input.as_slice_mut().expect("standard layout");
            for input in inputs.clone() {
                let weights = input * hidden..input * hidden + units;
                to[weights.clone()].copy_from_slice(&from[weights]);
            }
        }
    }

    /// The network for a position with this many pieces.
    #[must_use]
    pub fn network(&self, pieces: u32) -> &Network {
        &self.networks[self.borders.phase(pieces)]
    }

    /// The number of inputs of each network.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.networks[0].inputs()
    }

    /// The number of hidden units of each network.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.networks[0].hidden()
    }

    /// The number of parameters of all networks.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.networks.iter().map(Network::parameters).sum()
    }
}

impl Learnable for Model {
    type Steps = Steps;
    type Memory = Memory;
    type Rates = Rates;

    /// A game passes through each phase at most once.
    fn judge(&self, steps: &Steps, game: Range<usize>, memory: &mut Memory, values: &mut Vec<f32>) {
        memory.traces.resize_with(self.networks.len(), ForwardTrace::new);
        for (phase, sequence) in steps.sequences(game) {
            memory.traces[phase].forward(&self.networks[phase], sequence, values);
        }
    }

    fn step(
        &mut self,
        steps: &Steps,
        game: Range<usize>,
        memory: &mut Memory,
        mut errors: &[f32],
        rates: Rates,
    ) {
        for (phase, sequence) in steps.sequences(game.clone()) {
            let (own, rest) = errors.split_at(sequence.len());
            errors = rest;
            memory.traces[phase].backward(&self.networks[phase], own);
        }
        for (phase, sequence) in steps.sequences(game) {
            self.apply(phase, sequence, memory, rates);
        }
        if self.common > 0 {
            self.spread(memory);
        }
    }

    fn is_sound(&self) -> bool {
        self.networks.iter().all(Network::is_sound)
    }
}

impl Model {
    /// The step of one phase: of its own units into its network, of common ones into the first network.
    fn apply(&mut self, phase: usize, sequence: Sequence, memory: &mut Memory, rates: Rates) {
        let (trace, Rates { weights, beta }) = (&mut memory.traces[phase], rates);
        if self.common == 0 {
            return trace.apply(sequence, &mut self.networks[phase], weights, beta);
        }
        trace.apply_units(sequence, 0..self.common, &mut self.networks[0], weights, beta);
        let network = &mut self.networks[phase];
        trace.apply_units(sequence, self.common..network.hidden(), network, weights, beta);
        trace.apply_output_bias(network, weights);
        memory.touched.resize(network.inputs(), false);
        memory.touched[..sequence.width()].fill(true);
        sequence.changing_inputs().for_each(|input| memory.touched[input] = true);
    }

    /// Gives what the game changed in the common units to all phases.
    fn spread(&mut self, memory: &mut Memory) {
        let touched = memory.touched.iter().enumerate().filter(|(_, touched)| **touched);
        self.share(self.common, touched.map(|(input, _)| input));
        memory.touched.fill(false);
    }
}

fn head(vector: &Array1<f32>, units: usize) -> &[f32] {
    &vector.as_slice().expect("one dimension is contiguous")[..units]
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn shared_units_are_those_of_the_first_phase_and_the_others_stay() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let networks: Vec<Network> =
            (0..3).map(|_| Network::random(4, 5, 0.2, 3.0, &mut random)).collect();
        let before = Model::new(Borders::new(vec![25, 15]).expect("falling"), networks);
        let mut model = before.clone();
        assert!(model.shares(0) && !model.shares(1));
        model.share(2, 0..3);
        assert!(!model.shares(1), "the weights of the last input are still apart");
        model.share(2, 3..4);
        assert!(model.shares(2) && !model.shares(3));
        assert_eq!(model.networks()[0], before.networks()[0]);
        let own = |model: &Model| {
            let network = &model.networks()[2];
            let rows = network.input.rows().into_iter();
            let weights: Vec<f32> = rows.flat_map(|row| row.to_vec().split_off(2)).collect();
            (weights, network.bias[2], network.output_bias)
        };
        assert_eq!(own(&model), own(&before));
    }
}
