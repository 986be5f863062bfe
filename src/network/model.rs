//! Networks by phase of the game: one, or one for each range of pieces on the board.

use ndarray::Array1;

use super::perceptron::Network;

/// The borders between phases, as numbers of pieces on the board, falling.
///
/// The paper's fifth network has the borders 25 and 15: more than 25 pieces, 16 to 25, 15 or fewer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Borders(Vec<u32>);

impl Borders {
    /// No border: one phase.
    #[must_use]
    pub const fn none() -> Borders {
        Borders(Vec::new())
    }

    /// These borders, or `None` unless they fall and lie between 1 and 39.
    #[must_use]
    pub fn new(borders: Vec<u32>) -> Option<Borders> {
        let falling = borders.windows(2).all(|pair| pair[0] > pair[1]);
        let inside = borders.iter().all(|border| (1..40).contains(border));
        (falling && inside).then_some(Borders(borders))
    }

    /// The number of phases, one more than the borders.
    #[must_use]
    pub fn phases(&self) -> usize {
        self.0.len() + 1
    }

    /// The phase of a position with this many pieces; 0 is the opening.
    #[inline]
    #[must_use]
    pub fn phase(&self, pieces: u32) -> usize {
        self.0.iter().filter(|&&border| pieces <= border).count()
    }

    /// The borders.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// Each phase in words: `26-40 pieces`, `16-25 pieces`, `0-15 pieces`.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let tops = std::iter::once(40).chain(self.0.iter().copied());
        let bottoms = self.0.iter().map(|border| border + 1).chain(std::iter::once(0));
        tops.zip(bottoms).map(|(top, bottom)| format!("{bottom}-{top} pieces")).collect()
    }
}

/// A value function: the networks of all phases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    borders: Borders,
    networks: Vec<Network>,
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
        Model { borders, networks }
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

    /// Whether every parameter is a finite number.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.networks.iter().all(Network::is_finite)
    }

    /// The number of parameters of all networks.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.networks.iter().map(Network::parameters).sum()
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

    #[test]
    fn the_paper_s_borders_are_above_25_then_16_to_25_then_15_or_fewer() {
        let borders = Borders::new(vec![25, 15]).expect("falling");
        let phases: Vec<usize> = [40, 26, 25, 16, 15, 2].map(|n| borders.phase(n)).to_vec();
        assert_eq!(phases, [0, 0, 1, 1, 2, 2]);
        assert_eq!(borders.labels(), ["26-40 pieces", "16-25 pieces", "0-15 pieces"]);
    }

    #[test]
    fn borders_must_fall() {
        assert_eq!(Borders::new(vec![15, 25]), None);
        assert_eq!(Borders::new(vec![15, 15]), None);
        assert_eq!(Borders::new(vec![40]), None);
        assert_eq!(Borders::new(vec![]), Some(Borders::none()));
    }
}
