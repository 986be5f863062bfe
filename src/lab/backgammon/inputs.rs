//! The 198 inputs of a position, as Tesauro's and Tsinteris and Wilson's networks see it: numbers that are mostly 0.

use super::board::{Board, Side};
use super::men::{Men, Point};

/// Four for the men of each side on each point; then, White first, whose turn it is, men on the bar, men borne off.
pub(crate) const INPUTS: usize = 198;

/// The inputs of one side's points.
const OF_SIDE: usize = 4 * 24;
/// The index of the first input that is not of a point.
const TURN: usize = 2 * OF_SIDE;
const BAR: usize = TURN + 2;
const OFF: usize = BAR + 2;

/// What the inputs depend on besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tray {
    /// Men borne off are counted: the only inputs that often exceed 1.
    Count,
    /// Men borne off are a share of fifteen.
    Share,
}

/// An input: which, and its value or how much it changes.
pub(crate) type Input = (usize, f32);

/// The four inputs of n men on a point: n ≥ 1, n ≥ 2, n ≥ 3, (n − 3)/2 beyond three.
const MEN: [[f32; 4]; 16] = {
    let mut table = [[0.0; 4]; 16];
    let mut n = 1;
    while n < 16 {
        let beyond = if n > 3 { (n - 3) as f32 / 2.0 } else { 0.0 };
        table[n] = [1.0, (n >= 2) as u8 as f32, (n >= 3) as u8 as f32, beyond];
        n += 1;
    }
    table
};

impl Tray {
    fn off(self, men: u32) -> f32 {
        match self {
            Tray::Count => men as f32,
            Tray::Share => men as f32 / Men::COUNT as f32,
        }
    }

    /// The inputs of a position that are not 0.
    pub(crate) fn inputs(self, board: &Board) -> Vec<Input> {
        let mut inputs = Vec::with_capacity(48);
        self.changes(&NOBODY, board, |input| inputs.push(input));
        inputs.push((turn(board.turn()), 1.0));
        inputs
    }

    /// By how much inputs differ from one position to another, those of the turn left out: plays of one roll have few differences.
    #[inline(always)]
    pub(crate) fn changes(self, from: &Board, to: &Board, mut each: impl FnMut(Input)) {
        for (side, place) in [(Side::White, 0), (Side::Black, 1)] {
            let (old, new) = (from.men(side), to.men(side));
            for point in old.differing(&new) {
                let (before, after) = (old.at(point), new.at(point));
                match point {
                    Point::OFF => each((OFF + place, self.off(after) - self.off(before))),
                    Point::BAR => each((BAR + place, (after as f32 - before as f32) / 2.0)),
                    _ => {
                        let first = place * OF_SIDE + 4 * (point.index() as usize - 1);
                        let (before, after) = (MEN[before as usize], MEN[after as usize]);
                        for unit in 0..after.len() {
                            if after[unit] != before[unit] {
                                each((first + unit, after[unit] - before[unit]));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The input that says that this side is to roll.
pub(crate) fn turn(side: Side) -> usize {
    match side {
        Side::White => TURN,
        Side::Black => TURN + 1,
    }
}

/// No men at all, from which the inputs of a position are its changes.
const NOBODY: Board = Board::bare(Side::White);

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(tray: Tray, board: &Board) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        for (index, value) in tray.inputs(board) {
            assert_eq!(inputs[index], 0.0, "input {index} is there twice");
            inputs[index] = value;
        }
        inputs
    }

    #[test]
    fn the_start_by_hand() {
        let inputs = dense(Tray::Count, &Board::start(Side::Black));
        for side in [0, OF_SIDE] {
            let of = |point: usize| &inputs[side + 4 * (point - 1)..][..4];
            assert_eq!(of(24), [1.0, 1.0, 0.0, 0.0]);
            assert_eq!(of(13), [1.0, 1.0, 1.0, 1.0]);
            assert_eq!(of(8), [1.0, 1.0, 1.0, 0.0]);
            assert_eq!(of(6), [1.0, 1.0, 1.0, 1.0]);
            assert_eq!(of(1), [0.0; 4]);
        }
        assert_eq!(inputs[TURN..], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        // Points with 2, 4, 3 and 4 inputs on each side, and the turn.
        assert_eq!(Tray::Count.inputs(&Board::start(Side::White)).len(), 2 * 13 + 1);
    }

    #[test]
    fn men_on_the_bar_count_half_and_men_borne_off_whole_or_a_fifteenth() {
        let point = |number| Point::new(number).expect("a point");
        let white = Men::on(&[(Point::BAR, 3), (point(1), 1)]).expect("men");
        let black = Men::on(&[(point(2), 7)]).expect("men");
        let board = Board::new(white, black, Side::White).expect("a position");
        let inputs = dense(Tray::Count, &board);
        assert_eq!(inputs[TURN..], [1.0, 0.0, 1.5, 0.0, 11.0, 8.0]);
        assert_eq!(inputs[..4], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(inputs[OF_SIDE + 4..][..4], [1.0, 1.0, 1.0, 2.0]);
        assert_eq!(dense(Tray::Share, &board)[OFF..], [11.0 / 15.0, 8.0 / 15.0]);
    }

    #[test]
    fn changes_lead_from_one_position_to_another() {
        let mut boards = super::super::tests::played(40, 3).into_iter();
        let mut last = boards.next().expect("a position");
        for board in boards {
            let mut inputs = dense(Tray::Count, &last);
            Tray::Count.changes(&last, &board, |(index, change)| inputs[index] += change);
            let mut expected = dense(Tray::Count, &board);
            // Exact: all are halves. The turn is the caller's.
            (inputs[TURN], inputs[TURN + 1]) = (0.0, 0.0);
            (expected[TURN], expected[TURN + 1]) = (0.0, 0.0);
            assert_eq!(inputs, expected);
            last = board;
        }
    }

    #[test]
    fn swapped_colours_swap_the_halves() {
        for board in super::super::tests::played(20, 4) {
            let (own, other) = (dense(Tray::Count, &board), dense(Tray::Count, &board.swapped()));
            assert_eq!(own[..OF_SIDE], other[OF_SIDE..TURN]);
            assert_eq!(own[OF_SIDE..TURN], other[..OF_SIDE]);
            for pair in [TURN, BAR, OFF] {
                assert_eq!([own[pair], own[pair + 1]], [other[pair + 1], other[pair]]);
            }
        }
    }
}
