//! The 222 inputs of the network: 23 global, 64 triples on a diagonal, 35 named structures, 50 + 50 raw men (after Patist and
//! Wiering). The files in `features/` say what each input is; [`Inputs::of`] computes them all for a position.

mod catalogue;
mod globals;
mod group;
mod inputs;
mod layout;
mod mask;
mod scales;
mod source;
mod structures;
mod subset;
mod sums;

pub use catalogue::{Catalogue, Entry};
pub use globals::Globals;
pub use group::{Group, UnknownGroup};
pub use inputs::Inputs;
pub use layout::{
    BLACK_MEN, COUNT, GLOBALS, NAMED, TRIPLES, WHITE_MEN, WORD_INDEX, WORD_SIGN, WORDS,
};
pub use mask::Mask;
pub use scales::Scale;
pub use source::{CatalogueError, Fault, Sources};
pub use structures::{Parity, Structure};
pub use subset::{Subset, UnknownSubset};
