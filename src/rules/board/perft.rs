//! Counts of move sequences, to check and to time the move generator.

use super::color::{BlackSide, Color, Side, WhiteSide};
use super::moves::{Move, MoveList};
use super::position::Position;
use super::view::{View, each_successor};

/// The number of legal move sequences of `depth` plies. The last ply is counted without being made.
///
/// A depth is a byte: the count calls itself once for each ply, and no number of plies may exhaust the stack.
///
/// ```
/// use draughts_td_rules::board::{Position, perft::perft};
/// assert_eq!(perft(&Position::start(), 4), 4265);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    perft_while(position, depth, &mut || true).unwrap_or_default()
}

/// The same number; `None` as soon as `may_continue`, which is asked before every position with three plies or more to count, says no.
#[must_use]
pub fn perft_while(
    position: &Position,
    depth: u8,
    may_continue: &mut impl FnMut() -> bool,
) -> Option<u64> {
    let mut lists = vec![MoveList::new(); depth.into()];
    match position.turn() {
        Color::White => count_by::<WhiteSide>(position, &mut lists, may_continue),
        Color::Black => count_by::<BlackSide>(position, &mut lists, may_continue),
    }
}

/// The same number if it is at most `most`; counting stops as soon as it is more.
#[must_use]
pub fn perft_at_most(position: &Position, depth: u8, most: u64) -> Option<u64> {
    let mut lists = vec![MoveList::new(); depth.into()];
    let mut left = Some(most);
    match position.turn() {
        Color::White => spend_by::<WhiteSide>(position, &mut lists, &mut left),
        Color::Black => spend_by::<BlackSide>(position, &mut lists, &mut left),
    }
    left.map(|left| most - left)
}

/// The count below each legal move, for finding a difference between two generators.
#[must_use]
pub fn divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    let moves = MoveList::legal(position);
    let below = |mv| perft(&position.succ(mv), depth.saturating_sub(1));
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

fn count_by<S: Side>(
    position: &Position,
    lists: &mut [MoveList],
    may_continue: &mut impl FnMut() -> bool,
) -> Option<u64> {
    match lists {
        [] => Some(1),
        [scratch] => Some(View::of::<S>(position).count::<S>(scratch) as u64),
        [list, scratch] => {
            let mut sum = 0;
            each_successor::<S>(position, list, |next| {
                sum += View::of::<S::Enemy>(next).count::<S::Enemy>(scratch) as u64;
            });
            Some(sum)
        }
        [list, deeper @ ..] => {
            let mut sum = may_continue().then_some(0_u64);
            each_successor::<S>(position, list, |next| {
                let below = sum.and_then(|_| count_by::<S::Enemy>(next, deeper, may_continue));
                sum = sum.zip(below).map(|(sum, below)| sum.saturating_add(below));
            });
            sum
        }
    }
}

/// Takes the sequences from what is left; nothing is left once there are more.
fn spend_by<S: Side>(position: &Position, lists: &mut [MoveList], left: &mut Option<u64>) {
    match lists {
        [] => *left = left.and_then(|left| left.checked_sub(1)),
        [scratch] => {
            let count = View::of::<S>(position).count::<S>(scratch) as u64;
            *left = left.and_then(|left| left.checked_sub(count));
        }
        [list, deeper @ ..] => each_successor::<S>(position, list, |next| {
            if left.is_some() {
                spend_by::<S::Enemy>(next, deeper, left);
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published counts of the start position; depths 10 and 11 are in the bench.
    const START: [u64; 10] = [1, 9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423];

    #[test]
    fn the_start_position_counts_to_depth_9() {
        for (depth, count) in START.into_iter().enumerate() {
            assert_eq!(perft(&Position::start(), depth as u8), count, "depth {depth}");
        }
    }

    #[test]
    fn divide_adds_up_to_perft() {
        let parts = divide(&Position::start(), 6);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), START[6]);
        assert_eq!(parts.len(), 9);
    }

    #[test]
    fn a_bounded_count_is_the_whole_count_or_none() {
        let start = Position::start();
        for (depth, count) in START.into_iter().enumerate().take(7) {
            assert_eq!(perft_at_most(&start, depth as u8, count), Some(count), "depth {depth}");
            assert_eq!(perft_at_most(&start, depth as u8, count - 1), None, "depth {depth}");
        }
        // Some 10^26 sequences: only a count that stops comes back.
        assert_eq!(perft_at_most(&start, 30, 1000), None);
    }

    #[test]
    fn a_count_that_must_stop_ends_at_any_depth() {
        let kings = super::super::fen::read("W:WK1:BK50").expect("fen");
        let mut looks = 0;
        let mut may_continue = || {
            looks += 1;
            looks < 1000
        };
        assert_eq!(perft_while(&kings, u8::MAX, &mut may_continue), None);
        assert_eq!(perft_while(&kings, 4, &mut || true), Some(perft(&kings, 4)));
    }

    #[test]
    fn a_position_without_moves_counts_nothing() {
        let lost = super::super::fen::read("W:W46:B41,37").expect("fen");
        assert_eq!(perft(&lost, 1), 0);
    }
}
