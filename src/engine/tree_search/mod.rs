//! Monte Carlo tree search over any evaluator, of many games at once. It knows the rules, the tables' interface and nothing of networks.
//!
//! | file | what it is |
//! | --- | --- |
//! | `settings` | algorithm and constants |
//! | `tree` | nodes, edges, back-up, exact values, the subtree that a move keeps |
//! | `puct`, `gumbel` | which move a simulation follows, the policy to learn |
//! | `choice` | which move is played |
//! | `descent` | one game: simulations down to the leaves that the evaluator is asked for |
//! | `lockstep` | many games, whose leaves go to the evaluator together |

mod choice;
mod descent;
mod gumbel;
mod lockstep;
mod puct;
mod settings;
mod tree;

#[cfg(test)]
mod reference_tests;
#[cfg(test)]
mod tests;

pub use descent::GameSearch;
pub use lockstep::{AnswerError, Leaves, PlayError, TreeSearch};
pub use settings::{Algorithm, RootNoise, SettingError, TreeSettings};
pub use tree::RootMove;
