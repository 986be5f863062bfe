//! Which evaluation plays, by the name a user gives it.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::evaluator::{Layers, NetworkEvaluator};
use crate::features::{Catalogue, Subset, UnknownSubset};
use crate::network::{Model, WeightsError, weights};

/// What judges quiet positions.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// The count of men and kings.
    Material,
    /// A network.
    Network(NetworkEvaluation),
}

/// A network made ready for the search.
#[derive(Clone, Debug)]
pub struct NetworkEvaluation(Arc<Layers>);

impl NetworkEvaluation {
    /// An evaluator for one search at a time; the weights are shared.
    #[must_use]
    pub fn evaluator(&self) -> NetworkEvaluator {
        NetworkEvaluator::new(self.0.clone())
    }
}

/// Why a name is no evaluation.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A network file that cannot be read.
    #[error("{0}; give a network file or 'material'")]
    Weights(#[from] WeightsError),
    /// A network on inputs that this program does not have.
    #[error("{path}: {source}")]
    Subset {
        /// The file.
        path: String,
        /// What it says.
        source: UnknownSubset,
    },
    /// A network with other inputs than its named subset.
    #[error("{path} has {found} inputs, {subset} has {expected}; train it again", expected = .subset.len())]
    Inputs {
        /// The file.
        path: String,
        /// The subset it names.
        subset: Subset,
        /// The inputs it has.
        found: usize,
    },
}

impl Evaluation {
    /// The name of the plain man count wherever a network is asked for.
    pub const MATERIAL: &str = "material";

    /// The evaluation a user asked for: `material` or a network file.
    ///
    /// # Errors
    /// A file that cannot be read or holds no network.
    pub fn open(name: &str) -> Result<Evaluation, OpenError> {
        if name == Evaluation::MATERIAL {
            return Ok(Evaluation::Material);
        }
        let (model, card) = weights::read(Path::new(name), Catalogue::embedded().fingerprint())?;
        let path = name.to_owned();
        let subset: Subset = card
            .inputs
            .parse()
            .map_err(|source| OpenError::Subset { path: path.clone(), source })?;
        if model.inputs() != subset.len() {
            return Err(OpenError::Inputs { path, subset, found: model.inputs() });
        }
        Ok(Evaluation::network(&model, subset, card.additions))
    }

    /// A network on the inputs of this subset; `additions` says whether it sees the inputs beyond the paper's.
    ///
    /// # Panics
    /// If the model has another number of inputs.
    #[must_use]
    pub fn network(model: &Model, subset: Subset, additions: bool) -> Evaluation {
        assert_eq!(model.inputs(), subset.len(), "one weight for each input of {subset}");
        Evaluation::Network(NetworkEvaluation(Arc::new(Layers::new(model, subset, additions))))
    }
}
