//! The 222 inputs of the network: 23 global, 64 triples on a diagonal, 35 named structures, 50 + 50 raw men (after Patist and
//! Wiering). The files in `features/` say what each input is; [`Inputs::of`] computes them all for a position.

mod catalogue;
mod globals;
mod group;
mod inputs;
mod layout;
mod mask;
mod parity;
mod scales;
mod source;
mod structures;
mod subset;
mod sums;
mod view;

pub use catalogue::{Catalogue, Entry};
pub use globals::Globals;
pub use group::{Group, UnknownInputs};
pub use inputs::Inputs;
pub use layout::{BLACK_MEN, COUNT, GLOBALS, Layout, NAMED, TRIPLES, WHITE_MEN, WORD_SIGN, WORDS};
pub use parity::Parity;
pub(crate) use scales::GlobalSums;
pub use source::{CatalogueError, Fault, Sources, Texts};
pub use structures::Structure;
pub use subset::Subset;
pub use view::InputView;
