//! Arrows on a board.

use std::str::FromStr;

use crate::board::Square;

/// An arrow from one square to another.
///
/// ```
/// use draughts_td_rules::diagram::Arrow;
///
/// let arrow: Arrow = "34-29".parse()?;
/// assert_eq!((arrow.from.number(), arrow.to.number()), (34, 29));
/// assert!("34-34".parse::<Arrow>().is_err());
/// # Ok::<(), draughts_td_rules::diagram::ArrowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where its head is.
    pub to: Square,
}

/// A text that names no arrow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not an arrow; write two squares from 1 to 50, as in 34-29", .0.escape_debug())]
pub struct ArrowError(String);

impl FromStr for Arrow {
    type Err = ArrowError;

    fn from_str(text: &str) -> Result<Arrow, ArrowError> {
        let square = |number: &str| number.trim().parse().ok().and_then(Square::new);
        let squares = text.split_once(['-', 'x', ':']);
        let squares = squares.and_then(|(from, to)| Some((square(from)?, square(to)?)));
        let arrow = squares.filter(|(from, to)| from != to).map(|(from, to)| Arrow { from, to });
        arrow.ok_or_else(|| ArrowError(text.into()))
    }
}
