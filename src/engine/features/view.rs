//! What an evaluation sees of a position: which inputs, and by whose catalogue.

use std::ops::Range;
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::group::Group;
use super::inputs::Inputs;
use super::mask::Mask;
use super::subset::Subset;
use crate::board::Position;

/// The inputs that an evaluation is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct InputView {
    catalogue: Arc<Catalogue>,
    subset: Subset,
    extra_inputs: bool,
    mask: Option<Mask>,
}

impl InputView {
    /// A subset of the inputs of a catalogue; `extra_inputs` says whether the two that the paper does not have are among them.
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>, subset: Subset, extra_inputs: bool) -> InputView {
        InputView { catalogue, subset, extra_inputs, mask: None }
    }

    /// The same without some groups of inputs, which are zero in every position.
    pub(crate) fn without(self, groups: &[Group]) -> InputView {
        let mask = (!groups.is_empty()).then(|| Mask::without(&self.catalogue, groups));
        InputView { mask, ..self }
    }

    /// Whose inputs these are.
    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    pub(crate) fn subset(&self) -> Subset {
        self.subset
    }

    /// Whether the inputs beyond the paper's are shown.
    pub(crate) fn extra_inputs(&self) -> bool {
        self.extra_inputs
    }

    /// The number of inputs, hidden ones included.
    pub(crate) fn len(&self) -> usize {
        self.subset.len_in(self.catalogue.layout())
    }

    /// The words of the sparse form that hold inputs of the subset.
    pub(crate) fn words(&self) -> Range<usize> {
        self.subset.words()
    }

    /// The inputs of a position; those beyond the subset are to be passed over.
    pub(crate) fn inputs(&self, position: &Position) -> Inputs {
        let mut inputs = Inputs::by(&self.catalogue, position);
        if !self.extra_inputs {
            inputs = inputs.without_extra_inputs();
        }
        match &self.mask {
            Some(mask) => inputs.masked(mask),
            None => inputs,
        }
    }

    /// Index and value of every input of the subset that is not zero.
    #[must_use]
    pub fn active(&self, position: &Position) -> Vec<(usize, f32)> {
        let (mut active, count) = (Vec::with_capacity(128), self.len());
        self.inputs(position).for_each_in(self.catalogue.layout(), |index, x| {
            if index < count {
                active.push((index, x));
            }
        });
        active
    }
}
