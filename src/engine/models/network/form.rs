//! The paper's network as a form of evaluation: what it sees, and its networks by phase.

use super::phase_networks::PhaseNetworks;
use crate::board::Position;
use crate::features::{InputView, Layout};
use crate::models::explanation::{Explanation, Part};

/// One hidden layer with adaptive sensitivities over declared inputs, one network for each phase.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkForm {
    view: InputView,
    model: PhaseNetworks,
}

impl NetworkForm {
    /// A model on the inputs of this view.
    ///
    /// # Panics
    /// If the model has another number of inputs.
    #[must_use]
    pub fn new(view: InputView, model: PhaseNetworks) -> NetworkForm {
        assert_eq!(model.inputs(), view.len(), "one weight for each input of the view");
        NetworkForm { view, model }
    }

    /// What it sees.
    #[must_use]
    pub fn view(&self) -> &InputView {
        &self.view
    }

    /// Its networks.
    #[must_use]
    pub fn model(&self) -> &PhaseNetworks {
        &self.model
    }

    /// Its networks, to change.
    pub fn model_mut(&mut self) -> &mut PhaseNetworks {
        &mut self.model
    }

    /// A value taken apart by inputs.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let (pieces, catalogue) = (position.occupied().len(), self.view.catalogue());
        let parts = self.model.network(pieces).explain(&self.view.active(position));
        let part = |&(index, input, contribution): &(usize, f32, f32)| Part {
            index,
            name: catalogue.entries()[index].name.clone(),
            group: catalogue.layout().kind(index),
            input,
            contribution,
            squares: None,
        };
        let borders = self.model.borders();
        let phase = &borders.labels()[borders.phase(pieces)];
        Explanation {
            judge: format!("{}, {phase}", self.view.subset()),
            value: parts.value,
            rest: parts.rest,
            groups: Layout::KINDS.to_vec(),
            parts: parts.parts.iter().map(part).collect(),
        }
    }
}
