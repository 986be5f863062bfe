//! Opening books: the moves that were played in games, how they fared and what searches said of them, backed up by negamax.
//!
//! ```
//! use draughts_td_engine::book::{Book, BookEntries};
//! use draughts_td_rules::board::{MoveList, Position};
//!
//! let start = Position::start();
//! let opening = MoveList::legal(&start)[0];
//! let mut entries = BookEntries::default();
//! for result in [1.0, 1.0, 0.0] {
//!     entries.add_game(&start, &[opening], result, 20);
//! }
//! let book = Book::of(entries);
//! assert_eq!(book.moves(&start)[0].book_move.games(), 3);
//! assert_eq!(book.choose(&start, 1).map(|(mv, _)| mv), Some(opening));
//! ```
//!
//! | file | what it is |
//! | --- | --- |
//! | `entries` | positions and moves with their counts |
//! | `build` | a book from games, of a database or as they are played |
//! | `text`, `lines` | a book as text, one position a line, and as a file that is read and written line by line |
//! | `origin` | the mark of a book's origin |
//! | `merge` | merging books |
//! | `values` | the values of moves, by negamax |
//! | `choice` | the choice of a move |

mod build;
mod choice;
mod entries;
mod error;
mod lines;
mod merge;
mod origin;
mod text;
mod values;

pub use build::{BuildConfig, BuildResult, PLIES, build_book};
pub use choice::Book;
pub use entries::{BookEntries, BookMove};
pub use error::BookError;
pub use merge::merge;
pub use values::ScoredMove;
