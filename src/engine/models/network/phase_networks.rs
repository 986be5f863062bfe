//! Networks by phase of the game: one, or one for each range of pieces on the board.

use std::fmt::Debug;
use std::ops::Range;

use ndarray::Array1;

use super::mlp::Network;
use super::steps::Steps;
use super::trace::ForwardTrace;
use crate::features::InputView;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, Rates};
use crate::models::phases::Borders;

/// The networks of all phases, a value function of any game. `V` is what they see of a position; where the inputs come from elsewhere,
/// nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseNetworks<V = ()> {
    view: V,
    borders: Borders,
    networks: Vec<Network>,
    /// Hidden units that stay common to all phases while they are learned.
    common: usize,
}

/// The paper's networks on declared inputs.
pub type NetworkModel = PhaseNetworks<InputView>;

/// What the outputs of a game leave for its gradient.
#[derive(Clone, Debug, Default)]
pub struct PhaseTraces {
    /// One for each stretch of the game in one phase.
    traces: Vec<ForwardTrace>,
    /// The inputs whose weights to common units the present game changes.
    changed: Vec<bool>,
}

impl PhaseNetworks {
    /// A model of one network for each phase.
    ///
    /// # Panics
    /// If the number of networks is not that of the phases, or their shapes differ.
    pub fn new(borders: Borders, networks: Vec<Network>) -> PhaseNetworks {
        assert_eq!(borders.phases(), networks.len(), "one network for each phase");
        let same = networks.iter().all(|n| n.input.dim() == networks[0].input.dim());
        assert!(same, "the networks of all phases have one shape");
        PhaseNetworks { view: (), borders, networks, common: 0 }
    }
}

impl<V> PhaseNetworks<V> {
    /// The same networks on the inputs of a view.
    #[must_use]
    pub fn seeing<W>(self, view: W) -> PhaseNetworks<W> {
        let PhaseNetworks { borders, networks, common, .. } = self;
        PhaseNetworks { view, borders, networks, common }
    }

    /// What they see.
    pub fn view(&self) -> &V {
        &self.view
    }

    /// The same model, whose first `units` hidden units are to stay common to all phases: what one phase learns about them is
    /// learned for all. The output's bias stays each phase's own.
    ///
    /// # Panics
    /// If these units are not the same in all phases to begin with.
    #[must_use]
    pub fn sharing(mut self, units: usize) -> PhaseNetworks<V> {
        assert!(self.shares(units), "shared units are the same in all phases");
        self.common = if self.networks.len() > 1 { units } else { 0 };
        self
    }

    /// Where the phases meet.
    pub(crate) fn borders(&self) -> &Borders {
        &self.borders
    }

    /// The networks, opening first.
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
    /// If there are fewer units, or the network has no such input.
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
    pub fn network(&self, pieces: u32) -> &Network {
        &self.networks[self.borders.phase(pieces)]
    }

    /// The number of inputs of each network.
    pub fn inputs(&self) -> usize {
        self.networks[0].inputs()
    }

    /// The number of hidden units of each network.
    pub(crate) fn hidden(&self) -> usize {
        self.networks[0].hidden()
    }
}

impl<V: Clone + Debug + Send + Sync> ValueFunction for PhaseNetworks<V> {
    type Steps = Steps;
    type Trace = PhaseTraces;

    /// Phase by phase.
    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let networks = self.networks.iter().enumerate();
        networks.flat_map(|(phase, network)| network.groups(&format!("phase{phase}"))).collect()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        self.networks.iter_mut().flat_map(Network::groups_mut).collect()
    }

    fn forward(
        &self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        outputs: &mut Vec<f32>,
    ) {
        let traces = &mut trace.traces;
        traces.resize_with(traces.len().max(game.len()), ForwardTrace::new);
        for ((phase, sequence), trace) in steps.sequences(game).zip(traces) {
            trace.forward(&self.networks[phase], sequence, outputs);
        }
    }

    fn backward(
        &self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let zeros = Network::zeros(self.inputs(), self.hidden());
        let mut sums = PhaseNetworks {
            view: (),
            networks: vec![zeros; self.networks.len()],
            borders: self.borders.clone(),
            common: self.common,
        };
        self.backpropagate(steps, game.clone(), trace, errors);
        sums.apply(steps, game, trace, Rates::ONE);
        gradient.add_groups(&sums.groups());
    }

    fn step(
        &mut self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        errors: &[f32],
        rates: Rates,
    ) {
        self.backpropagate(steps, game.clone(), trace, errors);
        self.apply(steps, game.clone(), trace, rates);
        if self.common > 0 {
            self.tie_changed(steps, game, &mut trace.changed);
        }
    }

    /// Units in common stay those of the first phase.
    fn tie_weights(&mut self) {
        if self.common > 0 {
            self.share(self.common, 0..self.inputs());
        }
    }
}

impl<V> PhaseNetworks<V> {
    /// Carries the errors of a game back to the hidden units of each stretch.
    fn backpropagate(
        &self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        mut errors: &[f32],
    ) {
        for ((phase, sequence), trace) in steps.sequences(game).zip(&mut trace.traces) {
            let (own, rest) = errors.split_at(sequence.len());
            errors = rest;
            trace.backward(&self.networks[phase], own);
        }
    }

    /// Adds η times the gradient of a game whose errors were carried back: of each phase's own units to its network, of common ones
    /// to the first network.
    fn apply(&mut self, steps: &Steps, game: Range<usize>, trace: &mut PhaseTraces, rates: Rates) {
        let Rates { weights, rest: beta, .. } = rates;
        let common = self.common;
        for ((phase, sequence), trace) in steps.sequences(game).zip(&mut trace.traces) {
            if common > 0 {
                trace.apply_units(sequence, 0..common, &mut self.networks[0], weights, beta);
            }
            let network = &mut self.networks[phase];
            trace.apply_units(sequence, common..network.hidden(), network, weights, beta);
            trace.apply_output_bias(network, weights);
        }
    }

    /// Copies the common units that a game changed to all phases.
    fn tie_changed(&mut self, steps: &Steps, game: Range<usize>, changed: &mut Vec<bool>) {
        changed.resize(self.inputs(), false);
        for (_, sequence) in steps.sequences(game) {
            changed[..sequence.width()].fill(true);
            sequence.changing_inputs().for_each(|input| changed[input] = true);
        }
        let inputs = changed.iter().enumerate().filter(|(_, changed)| **changed);
        self.share(self.common, inputs.map(|(input, _)| input));
        changed.fill(false);
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
        let before = PhaseNetworks::new(Borders::new(vec![25, 15]).expect("falling"), networks);
        let mut model = before.clone();
        assert!(model.shares(0) && !model.shares(1));
        model.share(2, 0..3);
        assert!(!model.shares(1), "the weights of the last input are still apart");
        model.share(2, 3..4);
        assert!(model.shares(2) && !model.shares(3));
        assert_eq!(model.networks()[0], before.networks()[0]);
        let own = |model: &PhaseNetworks| {
            let network = &model.networks()[2];
            let rows = network.input.rows().into_iter();
            let weights: Vec<f32> = rows.flat_map(|row| row.to_vec().split_off(2)).collect();
            (weights, network.bias[2], network.output_bias)
        };
        assert_eq!(own(&model), own(&before));
    }
}
