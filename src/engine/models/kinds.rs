//! Which models there are: the one place that lists them.

use super::model::Model;
use super::network::NetworkModel;
use super::nnue::Nnue;
use super::patterns::Patterns;
use super::separated::Separated;

/// Something to be done with a model that only a file knows.
pub trait Visitor {
    /// The result.
    type Out;

    /// Does it with this model.
    fn visit<F: Model>(self) -> Self::Out;
}

/// Calls the visitor with the model of this kind; gives it back when there is none.
///
/// # Errors
/// The visitor, when no model is called so.
pub fn with_model<V: Visitor>(kind: &str, visitor: V) -> Result<V::Out, V> {
    match kind {
        NetworkModel::KIND => Ok(visitor.visit::<NetworkModel>()),
        Patterns::KIND => Ok(visitor.visit::<Patterns>()),
        Nnue::KIND => Ok(visitor.visit::<Nnue>()),
        Separated::KIND => Ok(visitor.visit::<Separated>()),
        _ => Err(visitor),
    }
}
