//! Opening books: the moves that were played in games, how they fared and what searches said of them, backed up by negamax.
//!
//! | file | what it is |
//! | --- | --- |
//! | `pages` | positions and moves with their counts |
//! | `gather` | a book from games, of a database or as they are played |
//! | `text` | a book as a file, one position a line |
//! | `values` | what a move is worth by what comes after it |
//! | `choice` | which move is played |

mod choice;
mod error;
mod gather;
mod pages;
mod text;
mod values;

pub use choice::Book;
pub use error::BookError;
pub use gather::{Gathered, Gathering, PLIES, gather};
pub use pages::{Pages, Reply};
pub use values::{Valued, Values};
