//! Games looked at once more by a search: the value of every position, the mistakes, and what was better.
//!
//! | file | what it is |
//! | --- | --- |
//! | `view` | what a search says of each position of a game |
//! | `mistake` | what a move lost in expected result, and the glyph for it |
//! | `annotated` | the game as it is written again, with values, glyphs and better lines |

mod annotated;
mod mistake;
mod view;

pub use annotated::annotated;
pub use mistake::{Glyph, Mistake, mistakes};
pub use view::{PositionAnalysis, views};
