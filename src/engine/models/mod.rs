//! Evaluations: what is learned, kept in files, explained and searched with. [`Model`] is the one interface that all of them go
//! through; each model is a module in here, and nothing outside knows which there are.
//!
//! | file | what it is |
//! | --- | --- |
//! | `model` | the interface |
//! | `parameters` | named groups of parameters, learning rates, gradients |
//! | `file`, `content`, `tensors`, `phases`, `explanation`, `points` | what models have in common |
//! | `cache`, `accumulator_stack`, `scratch` | values seen lately, sums along the searched line, models without such sums |
//! | `uniform` | first weights, drawn at random |
//! | `adam` | steps of gradient that remember those before |
//! | [`network`] | the paper's network: one hidden layer over declared inputs |
//! | [`patterns`] | tables of weights by pattern index: the configuration of men on a set of squares |
//! | [`nnue`] | patterns with a hidden layer over the squares of the pieces |
//! | [`separated`] | a network of two hidden layers that sees its inputs apart by modality |
//! | [`dense`] | fully connected layers that other programs trained |
//! | `material` | the plain man count taken apart |
//! | `material_estimate` | what the balance of men says about a value |
//! | `reference` | the built-in evaluation |
//! | `kinds` | which models there are: the one list |

mod accumulator_stack;
mod adam;
mod cache;
mod content;
pub mod dense;
mod explanation;
pub mod file;
mod kinds;
mod material;
mod material_estimate;
mod model;
pub mod network;
pub mod nnue;
mod parameters;
pub mod patterns;
mod phases;
mod points;
mod reference;
mod scratch;
pub mod separated;
mod tensors;
#[cfg(test)]
mod trials;
mod uniform;

pub use adam::Adam;
pub use cache::Cached;
pub use explanation::{Explanation, Part};
pub use file::{Card, Contents, KINDS, WeightsError, WeightsFile};
pub use kinds::{Visitor, with_model};
pub(crate) use material::explain_material;
pub use model::{Model, ModelSettings, SettingError, StartError, ValueFunction, mirrored_if};
pub use parameters::{Gradient, ParameterGroup, RateGroup, Rates, Stepper};
pub use phases::Borders;
pub use points::{DECIDED, result_of, score};
pub use reference::{REFERENCE, is_reference};
pub use scratch::FromScratch;
pub use tensors::{Tensor, Tensors, is_sound};
pub use uniform::symmetric;
