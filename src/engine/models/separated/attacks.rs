//! Squares that a side attacks, and pieces that a man behind supports.

use crate::board::{Bitboard, Color, Direction, Position};

/// The squares that a side attacks, by the direction in which its piece would jump.
///
/// A side attacks a square in a direction when none of its own pieces stands there, the square beyond is on the board and empty, and on
/// the near side stands its man next to the square, or its king with nothing but empty squares between. So a piece of the other side on
/// that square could be taken that way if the side were to move, and one that came to an empty square could be, as far as its leaving
/// and coming change no other square.
pub(super) fn attacks(position: &Position, side: Color) -> [Bitboard; 4] {
    let (own, empty) = (position.pieces(side), position.empty());
    Direction::ALL.map(|direction| {
        let near = position.men(side).shifted(direction) | seen(position, side, direction);
        near & !own & empty.shifted(direction.opposite())
    })
}

/// What the kings of a side see in a direction: empty squares, and the first piece behind them.
fn seen(position: &Position, side: Color, direction: Direction) -> Bitboard {
    let occupied = position.occupied();
    position.kings(side).into_iter().fold(Bitboard::EMPTY, |seen, king| {
        let ray = Bitboard::ray(king, direction);
        let hidden = (ray & occupied).nearest(direction);
        let hidden = hidden.map_or(Bitboard::EMPTY, |first| Bitboard::ray(first, direction));
        seen | (ray & !hidden)
    })
}

/// The squares of a side's pieces that have a man of the side right behind them, to the left and to the right as the board is drawn:
/// he closes the square onto which the other side would have to jump.
pub(super) fn supports(position: &Position, side: Color) -> [Bitboard; 2] {
    let ahead = match side {
        Color::White => [Direction::NorthEast, Direction::NorthWest],
        Color::Black => [Direction::SouthEast, Direction::SouthWest],
    };
    ahead.map(|ahead| position.pieces(side) & position.men(side).shifted(ahead))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::models::trials::wandering;

    /// How many sets each of these squares is in; all others must be in none.
    fn assert_counts(sets: &[Bitboard], expected: &[(u8, usize)], what: &str) {
        for square in Bitboard::ALL {
            let count = sets.iter().filter(|set| set.contains(square)).count();
            let known = expected.iter().find(|(number, _)| *number == square.number());
            assert_eq!(count, known.map_or(0, |(_, count)| *count), "{what} {square}");
        }
    }

    #[test]
    fn a_man_attacks_the_squares_around_him_behind_which_it_is_empty() {
        // 28 has the neighbours 22, 23, 32, 33; behind them lie 17, 19, 37, 39.
        let alone = fen::read("W:W28:B1").expect("fen");
        let around = [(22, 1), (23, 1), (32, 1), (33, 1)];
        assert_counts(&attacks(&alone, Color::White), &around, "one man");
        // Behind 23 the square 19 is held, and 33 is White's own; behind 33's other neighbours lie 24, 42 and 44.
        let closed = fen::read("W:W28,33:B19,22").expect("fen");
        let expected = [(22, 1), (32, 1), (29, 1), (38, 1), (39, 1)];
        assert_counts(&attacks(&closed, Color::White), &expected, "closed");
    }

    #[test]
    fn two_men_on_both_sides_of_an_empty_line_attack_a_square_once_each_way() {
        // 23 can be jumped from 28 to 19 and from 29 to 18.
        let position = fen::read("W:W28,29:B23").expect("fen");
        let found = attacks(&position, Color::White);
        let ways = found.iter().filter(|set| set.contains(square(23))).count();
        assert_eq!(ways, 2);
        // Black's 23 could take 28 and land on 32, and 29 and land on 34.
        let expected = [(18, 1), (19, 1), (28, 1), (29, 1)];
        assert_counts(&attacks(&position, Color::Black), &expected, "black");
    }

    #[test]
    fn a_king_attacks_along_its_diagonals_up_to_the_first_piece() {
        // From 46 the long diagonal 41, 37, 32, 28, 23, 19, 14, 10, 5: 23 is the first piece, and 19 behind it is empty.
        let open = fen::read("W:WK46:B23").expect("fen");
        let expected = [(41, 1), (37, 1), (32, 1), (23, 1)];
        assert_counts(&attacks(&open, Color::White), &expected, "open");
        // With 19 held the king cannot take.
        let closed = fen::read("W:WK46:B19,23").expect("fen");
        let expected = [(41, 1), (37, 1), (32, 1)];
        assert_counts(&attacks(&closed, Color::White), &expected, "closed");
    }

    #[test]
    fn a_piece_is_supported_by_the_men_right_behind_it() {
        // Behind White's 28 stand 32 and 33; behind 32 stands 38 alone; 33's are 38 and 39. Kings support nobody, men support kings.
        let position = fen::read("W:W28,32,33,38,K39,43,K27:B7,12,K1").expect("fen");
        let expected = [(28, 2), (32, 1), (33, 1), (38, 1), (39, 1), (27, 1)];
        assert_counts(&supports(&position, Color::White), &expected, "white");
        // Black looks down: behind 12 stand 7 and 8, behind 7 stand 1 and 2.
        assert_counts(&supports(&position, Color::Black), &[(12, 1)], "black");
    }

    fn square(number: u8) -> crate::board::Square {
        crate::board::Square::new(number).expect("a square")
    }

    #[test]
    fn the_other_side_attacks_and_supports_the_same_on_the_turned_board() {
        for position in (0..6).flat_map(|seed| wandering(seed, 150, 1)) {
            let turned = position.mirrored();
            for side in Color::ALL {
                let total = |sets: &[Bitboard]| -> Vec<usize> {
                    let count = |s| sets.iter().filter(|set| set.contains(s)).count();
                    Bitboard::ALL.into_iter().map(count).collect()
                };
                let mut other = total(&attacks(&turned, !side));
                other.reverse();
                assert_eq!(total(&attacks(&position, side)), other, "{position:?}");
                let mut other = total(&supports(&turned, !side));
                other.reverse();
                assert_eq!(total(&supports(&position, side)), other, "{position:?}");
            }
        }
    }

    #[test]
    fn whoever_attacks_a_piece_of_the_other_side_could_capture() {
        let mut captures = 0;
        for position in (0..12).flat_map(|seed| wandering(seed, 200, 1)) {
            for side in Color::ALL {
                let attacked = attacks(&position, side).iter().fold(Bitboard::EMPTY, |a, b| a | *b);
                let takes = !(attacked & position.pieces(!side)).is_empty();
                assert_eq!(takes, position.can_capture(side), "{side:?} {position:?}");
                captures += usize::from(takes);
            }
        }
        assert!(captures > 100, "{captures}");
    }
}
