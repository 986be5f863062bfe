//! Analysis of played games: the value of every position, the mistakes, and better lines.
//!
//! | file | what it is |
//! | --- | --- |
//! | `view` | the analysis of each position of a game |
//! | `mistake` | the loss of a move in expected result, and its glyph |
//! | `accuracy` | how much the moves of a side kept, with the spread of the figure |
//! | `games` | many games at a time, each with an engine |
//! | `annotated` | the game with values, glyphs and better lines |

mod accuracy;
mod annotated;
mod games;
mod mistake;
mod view;

pub use accuracy::Accuracy;
pub use annotated::annotate;
pub use games::with_engines;
pub use mistake::{Glyph, Mistake, loss, mistakes};
pub use view::{PositionAnalysis, views};
