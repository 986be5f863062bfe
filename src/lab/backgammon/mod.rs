//! Backgammon: the game on which learning by self-play made its name. Knows nothing of draughts.

mod board;
mod dice;
pub mod external;
mod inputs;
mod men;
mod plays;
mod pubeval;
#[cfg(test)]
mod tests;

pub use board::{Board, Side};
pub use dice::Roll;
pub(crate) use inputs::{INPUTS, Input, Tray, turn};
pub use men::{Men, Point};
pub use plays::{Play, Step, plays};
pub use pubeval::Pubeval;
