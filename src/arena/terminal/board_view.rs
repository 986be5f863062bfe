//! The board on a terminal: Unicode pieces, numbers of empty squares, optional colours.

use std::fmt::Write;

use crate::board::{Color, Move, Piece, Position, Square};
use crate::player::DECIDED;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardStyle {
    /// Whether escape sequences may be used.
    pub colors: bool,
    pub bottom: Color,
}

const RESET: &str = "\x1b[0m";
const LIGHT: &str = "\x1b[48;5;223m";
const DARK: &str = "\x1b[48;5;94m";
const MOVED: &str = "\x1b[48;5;64m";
const WHITE_PIECE: &str = "\x1b[1;38;5;231m";
const BLACK_PIECE: &str = "\x1b[1;38;5;16m";
const NUMBER: &str = "\x1b[22;38;5;137m";
const BAR: usize = 30;
/// Men of advantage at which the bar is about three quarters full.
const BAR_SCALE: f64 = 2.0;

impl BoardStyle {
    /// The position, with the squares of the last move marked if there are colours.
    pub(crate) fn board(&self, position: &Position, last: Option<Move>) -> String {
        let mut text = String::new();
        for row in 0..10 {
            text.push_str("  ");
            for column in 0..10 {
                let (row, column) = match self.bottom {
                    Color::White => (row, column),
                    Color::Black => (9 - row, 9 - column),
                };
                match square_at(row, column) {
                    Some(square) => self.dark(&mut text, position, square, last),
                    None => self.light(&mut text),
                }
            }
            text.push('\n');
        }
        text
    }

    fn light(&self, text: &mut String) {
        text.push_str(&if self.colors { format!("{LIGHT}   {RESET}") } else { "   ".into() });
    }

    fn dark(&self, text: &mut String, position: &Position, square: Square, last: Option<Move>) {
        let figure = match position.at(square) {
            Some((Color::White, Piece::Man)) => " ⛀ ".to_owned(),
            Some((Color::White, Piece::King)) => " ⛁ ".to_owned(),
            Some((Color::Black, Piece::Man)) => " ⛂ ".to_owned(),
            Some((Color::Black, Piece::King)) => " ⛃ ".to_owned(),
            None => format!("{square:>2} ", square = square.number()),
        };
        if !self.colors {
            return text.push_str(&figure);
        }
        let is_moved = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let ink = match position.at(square) {
            Some((Color::White, _)) => WHITE_PIECE,
            Some((Color::Black, _)) => BLACK_PIECE,
            None => NUMBER,
        };
        let ground = if is_moved { MOVED } else { DARK };
        let _ = write!(text, "{ground}{ink}{figure}{RESET}");
    }

    /// An evaluation bar from White's score in men; the filled part is White's.
    pub(crate) fn bar(&self, score: f64) -> String {
        let share = 0.5 * (1.0 + (score / (2.0 * BAR_SCALE)).tanh());
        let white = (share * BAR as f64).round() as usize;
        let bar = format!("{}{}", "█".repeat(white), "░".repeat(BAR - white));
        format!("  White {bar} Black  ({})", score_text(score))
    }
}

/// White's score in men, or the plies to the end of a decided game.
pub(crate) fn score_text(score: f64) -> String {
    let plies = ((100.0 - score.abs()) * 100.0).round();
    if score.abs() < DECIDED {
        format!("White {score:+.2} men")
    } else {
        format!("{} wins in {plies} plies", if score > 0.0 { "White" } else { "Black" })
    }
}

/// The playing square of this row and column, from White's top left.
fn square_at(row: u8, column: u8) -> Option<Square> {
    (row % 2 != column % 2).then(|| Square::new(5 * row + column / 2 + 1)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    const PLAIN: BoardStyle = BoardStyle { colors: false, bottom: Color::White };

    #[test]
    fn every_square_is_drawn_where_it_belongs() {
        for square in Square::all() {
            assert_eq!(square_at(square.row(), square.file()), Some(square));
        }
        let drawn = PLAIN.board(&fen::read("W:W50,K1:B6,K5").expect("fen"), None);
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[0], "      ⛁     2     3     4     ⛃ ");
        assert_eq!(rows[1], "   ⛂     7     8     9    10    ");
        assert_eq!(rows[9], "  46    47    48    49     ⛀    ");
    }

    #[test]
    fn black_at_the_bottom_turns_the_board() {
        let position = fen::read("W:W50,K1:B6,K5").expect("fen");
        let drawn = BoardStyle { colors: false, bottom: Color::Black }.board(&position, None);
        assert_eq!(drawn.lines().next(), Some("      ⛀    49    48    47    46 "));
    }

    #[test]
    fn colours_come_only_when_wanted_and_are_always_ended() {
        assert!(!PLAIN.board(&Position::start(), None).contains('\x1b'));
        let drawn =
            BoardStyle { colors: true, bottom: Color::White }.board(&Position::start(), None);
        assert!(drawn.lines().all(|line| line.ends_with(RESET)));
    }

    #[test]
    fn the_bar_fills_with_whites_advantage() {
        let filled = |score| PLAIN.bar(score).matches('█').count();
        assert_eq!((filled(0.0), filled(99.9), filled(-99.9)), (15, 30, 0));
        assert!(filled(1.0) > 15 && filled(1.0) < filled(3.0));
        assert_eq!(
            (score_text(0.35), score_text(-99.95)),
            ("White +0.35 men".into(), "Black wins in 5 plies".into())
        );
    }
}
