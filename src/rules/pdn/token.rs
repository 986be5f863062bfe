//! The elements of PDN text, as the grammar hands them on.

use super::outcome::Outcome;

/// How a ply is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// `32-28`
    Step,
    /// `32x23`
    Capture,
    /// `47x38x24`: more than two numbers, to be read again with [`path`](crate::pdn::path).
    Path,
    /// `3228`
    Glued,
}

/// A ply as the file has it; the numbers need not be squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlyText {
    /// How it is written.
    pub written: Written,
    /// The first number.
    pub first: u8,
    /// The second number.
    pub second: u8,
}

/// A tag: `[Name "value"]`, or its equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagText<'a> {
    pub name: &'a [u8],
    pub value: &'a [u8],
    pub well_formed: bool,
}

/// One element of PDN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// White space, a `%` or `;` line, or the wrapper of a web site.
    Blank,
    Comment {
        text: &'a [u8],
        closed: bool,
    },
    Tag(TagText<'a>),
    Setup(&'a [u8]),
    Result(Outcome),
    Strength,
    Nag,
    Open,
    Close,
    /// A move number; `black` when an ellipsis follows it.
    Number {
        black: bool,
    },
    UnknownPly,
    Ply(PlyText),
    /// What may be a move that was damaged: two squares with something odd between, or one with nothing after its sign.
    OddPly(PlyText),
    /// A move in letters, as on 8x8 boards.
    Letters,
    Ellipsis,
    Star,
    StrayBrace,
    Junk,
}

impl Token<'_> {
    /// Whether it is a move, a position or the end of a game.
    pub(super) const fn is_body(self) -> bool {
        use Token::{Letters, Ply, Result, Setup, Star, UnknownPly};
        matches!(self, Ply(_) | Setup(_) | Result(_) | Star | UnknownPly | Letters)
    }
}
