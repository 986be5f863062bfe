//! Fifty square letters and a turn: the form in which Hub and DXP send a position, each with its own letters.

use super::error::PlacementError;
use crate::board::{Bitboard, ByColor, Color, Piece, Position, Setup, Square};

/// The letters one protocol uses.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// Man and king of each side.
    pub man: ByColor<char>,
    pub king: ByColor<char>,
    /// The side to move.
    pub turn: ByColor<char>,
    /// For messages: the piece letters, the turn letters.
    pub pieces: &'static str,
    pub turns: &'static str,
}

const EMPTY: char = 'e';
const MAX_PIECES: u32 = 20;

impl Alphabet {
    /// The letter of the side to move.
    pub(super) fn turn_letter(&self, color: Color) -> char {
        self.turn[color]
    }

    pub(super) fn write_squares(&self, position: &Position) -> String {
        let letter = |square| match position.at(square) {
            Some((color, Piece::Man)) => self.man[color],
            Some((color, Piece::King)) => self.king[color],
            None => EMPTY,
        };
        Square::all().map(letter).collect()
    }

    /// The side this letter names; either case is read.
    pub(super) fn read_turn(&self, letter: char) -> Result<Color, PlacementError> {
        Color::ALL
            .into_iter()
            .find(|&color| self.turn[color].eq_ignore_ascii_case(&letter))
            .ok_or(PlacementError::Turn { letter, expected: self.turns })
    }

    /// The position these letters describe.
    pub(super) fn read_squares(
        &self,
        letters: &str,
        turn: Color,
    ) -> Result<Position, PlacementError> {
        let count = letters.chars().count();
        if count != Square::COUNT {
            return Err(PlacementError::Length(count));
        }
        let mut setup = Setup { men: ByColor::default(), kings: ByColor::default(), turn };
        for (square, letter) in Square::all().zip(letters.chars()) {
            self.place(&mut setup, square, letter)?;
        }
        for color in Color::ALL {
            let count = (setup.men[color] | setup.kings[color]).len();
            if count > MAX_PIECES {
                return Err(PlacementError::TooMany { color, count });
            }
        }
        Ok(setup.check()?)
    }

    fn place(&self, setup: &mut Setup, square: Square, letter: char) -> Result<(), PlacementError> {
        if letter == EMPTY {
            return Ok(());
        }
        let here = Bitboard::from_square(square);
        for color in Color::ALL {
            if letter == self.man[color] {
                setup.men[color] |= here;
                return Ok(());
            }
            if letter == self.king[color] {
                setup.kings[color] |= here;
                return Ok(());
            }
        }
        let square = usize::from(square.number());
        Err(PlacementError::Letter { square, letter, alphabet: self.pieces })
    }
}
