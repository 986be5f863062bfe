//! The two languages draughts programs speak: messages as enums, to text and back. No sockets, no engine.

pub mod dxp;
mod error;
pub mod hub;
mod move_text;
mod placement;

pub use error::{DxpError, HubError, MoveError, PlacementError};
pub use move_text::{Fit, MoveText};
