//! Networks of other programs: fully connected layers over squares or declared inputs, trained elsewhere. They play and judge; nothing
//! here learns.
//!
//! | file | what it is |
//! | --- | --- |
//! | `model` | the layers, checked, and the value of a position |
//! | `error` | why layers make no network |
//! | `inputs` | the inputs of a position from the view of a side |
//! | `stored` | a network in a file |
//! | `evaluator` | a network in the search: sums of the first layer follow the moves |

mod error;
mod evaluator;
mod inputs;
mod model;
mod stored;
#[cfg(test)]
mod tests;

pub use error::DenseError;
pub use evaluator::DenseEvaluator;
pub use inputs::{DenseInputs, SQUARE_INPUTS};
pub use model::{Dense, DenseActivation, DenseLayer, Sides};
