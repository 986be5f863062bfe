//! Backgammon: the game on which learning by self-play made its name. Knows nothing of draughts.

mod board;
mod dice;
pub(crate) mod external;
pub mod gnubg;
mod inputs;
mod men;
mod plays;
mod pubeval;
#[cfg(test)]
mod tests;

pub use board::{Board, Side};
pub use dice::Roll;
pub(crate) use inputs::{INPUTS, Input, Tray, turn};
#[cfg(test)]
pub(crate) use men::{Men, Point};
pub use plays::{Play, plays};
pub use pubeval::Pubeval;
