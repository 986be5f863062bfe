//! Boards as pictures, and games as pages to read and print.

mod arrow;
mod board;
mod digits;
mod game_page;
mod html;
#[cfg(feature = "png")]
mod png;
mod words;

pub use arrow::{Arrow, ArrowError};
pub use board::{Diagram, Palette};
pub use game_page::{PageOptions, game_page};
pub use html::{STYLE, escape, page};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use words::PageWords;
