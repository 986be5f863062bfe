//! Opening books: the moves that were played in games, how they fared and what searches said of them, backed up by negamax.
//!
//! | file | what it is |
//! | --- | --- |
//! | `pages` | positions and moves with their counts |
//! | `gather` | a book from games, of a database or as they are played |
//! | `text`, `lines` | a book as text, one position a line, and as a file that is read and written line by line |
//! | `origin` | a mark of where a book comes from |
//! | `merge` | books put together |
//! | `values` | what a move is worth by what comes after it |
//! | `choice` | which move is played |

mod build;
mod choice;
mod entries;
mod error;
mod lines;
mod merge;
mod origin;
mod text;
mod values;

pub use build::{BuildConfig, Gathered, PLIES, gather};
pub use choice::Book;
pub use entries::{BookEntries, BookMove};
pub use error::BookError;
pub use merge::merge;
pub use values::{BookValues, ScoredMove};
