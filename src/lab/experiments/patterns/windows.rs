//! Windows beside those of the program, from `features/windows/`; `learn --pattern-file` takes the same files.

use std::sync::Arc;

use draughts_td_features::windows::{SQUARES, TALL_AND_WIDE, WIDE};

use crate::models::patterns::Shapes;

/// Sixteen squares of the board, by eight windows and their turned twins.
pub(super) fn squares() -> Arc<Shapes> {
    read(SQUARES)
}

pub(super) fn wide() -> Arc<Shapes> {
    read(WIDE)
}

/// The four tall windows of the program, and the wide ones.
pub(super) fn tall_and_wide() -> Arc<Shapes> {
    read(TALL_AND_WIDE)
}

fn read(text: &str) -> Arc<Shapes> {
    Arc::new(Shapes::read(text).expect("a test reads every file of windows"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::models::patterns::Window;

    /// The squares of some rows and columns of the board, both counted from 0 at the upper left corner.
    fn rectangle(rows: std::ops::Range<u8>, columns: std::ops::Range<u8>) -> Bitboard {
        let dark = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let dark = dark.filter(|(row, column)| (row + column) % 2 == 1);
        let numbers = dark.map(|(row, column)| 5 * row + column / 2 + 1);
        numbers.filter_map(Square::new).fold(Bitboard::EMPTY, Bitboard::with)
    }

    fn sets(shapes: &Shapes) -> Vec<Bitboard> {
        shapes.windows().iter().map(|window| window.squares(false)).collect()
    }

    /// Windows of four rows, the upper ones first.
    fn four_rows(width: u8) -> Vec<Bitboard> {
        let starts = [0, 2].into_iter().flat_map(|row| {
            let last = 10 - width;
            (0..=last).step_by(2).map(move |column| (row, column))
        });
        starts.map(|(row, column)| rectangle(row..row + 4, column..column + width)).collect()
    }

    #[test]
    fn small_windows_and_their_turned_twins_are_all_sixteen_squares_of_the_board() {
        let shapes = squares();
        assert_eq!(sets(&shapes), four_rows(4));
        let turned = shapes.windows().iter().map(|window: &Window| window.squares(true));
        let mut all: Vec<Bitboard> = sets(&shapes).into_iter().chain(turned).collect();
        all.sort_by_key(|set| set.bits());
        all.dedup();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn wide_windows_have_four_rows_and_six_columns() {
        assert_eq!(sets(&wide()), four_rows(6));
        assert!(wide().windows().iter().all(|window| window.cases() == 531_441));
    }

    #[test]
    fn tall_and_wide_windows_are_those_of_the_program_and_the_wide_ones() {
        let both = [Shapes::embedded().windows(), wide().windows()].concat();
        assert_eq!(tall_and_wide().windows(), both);
    }
}
