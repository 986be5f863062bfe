//! What can be wrong with a book.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::io_error_text;

/// Why a book is of no use.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file system refused.
    #[error("{}: {}", path.display(), io_error_text(source))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something else than a book.
    #[error("{} is no book, it does not begin with '{first}'; make one with `book make`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What a book begins with.
        first: &'static str,
    },
    /// A packed file that was cut or changed.
    #[error("{} cannot be unpacked ({source}): it is cut short or changed; make it again with `book make`", path.display())]
    Packed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// A file without its last line.
    #[error("{} is cut short, or was made before books ended with a line '{last}': make it again with `book make`, or add that line if nothing is missing", path.display())]
    CutShort {
        /// The file.
        path: PathBuf,
        /// What a book ends with.
        last: &'static str,
    },
    /// A book too large to be read again.
    #[error("{}: the book would be larger than {limit} bytes, and none that large can be read; nothing is written: make it with a larger --min-games", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes of a book, unpacked.
        limit: u64,
    },
    /// More positions than are kept in memory.
    #[error(
        "the games have more than {most} positions in their first plies; give a smaller --plies, or fewer games, and put books together with `book merge`"
    )]
    TooMany {
        /// The most positions.
        most: usize,
    },
    /// A book whose lines are out of order.
    #[error("{}:{line}: its positions are not in order, as books that are put together must be; sort the lines between its first and its last, as LC_ALL=C sort does", path.display())]
    Order {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A line that is no position with moves.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}
