//! A position as four numbers of 64 bits, as arrays of positions hold it.

use thiserror::Error;

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::position::{Position, Setup, SetupError};

/// Why four words are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WordsError {
    /// A bit that belongs to no square.
    #[error("{0:#x} has a bit above 49; bit 0 is square 1")]
    HighBit(u64),
    /// Pieces that cannot be placed so.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// White's men, White's kings, Black's men and Black's kings; bit 0 is square 1.
    ///
    /// ```
    /// use draughts_td_rules::board::Position;
    /// let start = Position::start();
    /// assert_eq!(start.words()[2], 0xf_ffff);
    /// assert_eq!(Position::from_words(start.words(), start.turn()), Ok(start));
    /// ```
    #[must_use]
    pub fn words(&self) -> [u64; 4] {
        let [white, black] =
            Color::each(|color| [self.men(color).square_bits(), self.kings(color).square_bits()]);
        [white[0], white[1], black[0], black[1]]
    }

    /// The position of [`Position::words`].
    ///
    /// # Errors
    /// A bit above 49, two pieces on a square, or a man on its promotion row.
    pub fn from_words(words: [u64; 4], turn: Color) -> Result<Position, WordsError> {
        let set = |word| Bitboard::from_square_bits(word).ok_or(WordsError::HighBit(word));
        let [white_men, white_kings, black_men, black_kings] = words;
        let men = ByColor { white: set(white_men)?, black: set(black_men)? };
        let kings = ByColor { white: set(white_kings)?, black: set(black_kings)? };
        Ok(Setup { men, kings, turn }.check()?)
    }
}
