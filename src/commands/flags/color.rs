//! A side as a flag names it.

use crate::board::Color;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorName {
    White,
    Black,
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Color {
        match name {
            ColorName::White => Color::White,
            ColorName::Black => Color::Black,
        }
    }
}
