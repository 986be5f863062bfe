//! The value of a book move: its own results, weighted by its games, and the value of the best answer, by negamax to the ends of the
//! book. Where positions repeat, the values are the fixed point: the value after an answer
//! counts ten parts in eleven at most, so there is one such set (Banach's fixed point), whatever the order of the positions.

use std::collections::HashMap;

use super::entries::{BookEntries, BookMove, BookPosition};
use crate::board::{Key, Position};

/// The most rounds over all positions: after them nothing is left of what a round changes, ten parts in eleven each time.
const ROUNDS: usize = 300;
/// Drawn games added to those of every move, as a prior.
const PRIOR_GAMES: f64 = 2.0;
/// Games with which the value of the best answer is weighted.
const REPLY_WEIGHT: f64 = 10.0;
/// The scale of scores in men inside tanh.
const MEN: f64 = 2.5;

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move and its counts.
    pub book_move: BookMove,
    /// The expected result for its side, from −1 to 1, backed up from the ends of the book.
    pub value: f64,
}

/// The values of a book's positions, each for the side to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct BookValues {
    values: HashMap<Key, f64>,
}

impl BookValues {
    /// Works out the values of all positions.
    pub(crate) fn of(entries: &BookEntries) -> BookValues {
        let mut order: Vec<(Key, &BookPosition)> =
            entries.iter().map(|entry| (Key::of(&entry.position), entry)).collect();
        order.sort_unstable_by_key(|(key, _)| key.bits());
        let places: HashMap<Key, usize> =
            order.iter().enumerate().map(|(place, &(key, _))| (key, place)).collect();
        let linked = |entry: &BookPosition, book_move: &BookMove| {
            let next = entries.entry(&entry.position.succ(book_move.mv));
            let place = next.map(|next| places[&Key::of(&next.position)]);
            (own_value(book_move), f64::from(book_move.games()), place)
        };
        let moves: Vec<Vec<(f64, f64, Option<usize>)>> = order
            .iter()
            .map(|(_, entry)| {
                entry.moves.iter().map(|book_move| linked(entry, book_move)).collect()
            })
            .collect();
        let mut found = vec![0.0; order.len()];
        for _ in 0..ROUNDS {
            let mut has_changed = false;
            for (place, moves) in moves.iter().enumerate() {
                let values = moves
                    .iter()
                    .map(|&(own, games, next)| value(own, games, next.map(|next| -found[next])));
                let best = values.fold(-1.0, f64::max);
                has_changed |= best != found[place];
                found[place] = best;
            }
            if !has_changed {
                break;
            }
        }
        BookValues { values: order.iter().map(|(key, _)| *key).zip(found).collect() }
    }

    /// The moves of a position with their values, the best first.
    pub(crate) fn moves(&self, entries: &BookEntries, position: &Position) -> Vec<ScoredMove> {
        let Some(entry) = entries.entry(position) else { return Vec::new() };
        let valued = |book_move: &BookMove| {
            let next = position.succ(book_move.mv);
            let after = entries.entry(&next).and_then(|_| self.values.get(&Key::of(&next)));
            let (own, games) = (own_value(book_move), f64::from(book_move.games()));
            ScoredMove {
                book_move: *book_move,
                value: value(own, games, after.map(|value| -value)),
            }
        };
        let mut moves: Vec<ScoredMove> = entry.moves.iter().map(valued).collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.book_move.mv.cmp(&b.book_move.mv)));
        moves
    }
}

/// The value of a move, from its own results in `games` games and the value after the best answer, if there is one.
fn value(own: f64, games: f64, left: Option<f64>) -> f64 {
    left.map_or(own, |left| (games * own + REPLY_WEIGHT * left) / (games + REPLY_WEIGHT))
}

/// A move's own value: its results, and the scores of searches where there are some.
fn own_value(book_move: &BookMove) -> f64 {
    let won = f64::from(book_move.wins) - f64::from(book_move.losses);
    let result = won / (f64::from(book_move.games()) + PRIOR_GAMES);
    match book_move.score() {
        Some(men) => 0.5 * (result + (men / MEN).tanh()),
        None => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn a_move_is_worth_what_the_best_answer_leaves() {
        let start = Position::start();
        let first = MoveList::legal(&start)[0];
        let next = start.succ(first);
        let answers = MoveList::legal(&next);
        let mut entries = BookEntries::default();
        entries.add(&start, &BookMove { wins: 6, ..BookMove::new(first) });
        // Black lost with the first answer five times, and drew with the second.
        entries.add(&next, &BookMove { losses: 6, ..BookMove::new(answers[0]) });
        entries.add(&next, &BookMove { draws: 1, ..BookMove::new(answers[1]) });
        let values = BookValues::of(&entries);
        let of_black: Vec<f64> =
            values.moves(&entries, &next).iter().map(|one| one.value).collect();
        assert_eq!(of_black, [0.0, -0.75]);
        // Black will not lose again: (6·0.75 + 10·0) / 16.
        assert_eq!(values.moves(&entries, &start)[0].value, 0.28125);
        assert!(values.moves(&entries, &next.succ(answers[0])).is_empty());
    }

    /// White's king moves back and forth, and so does Black's; one of White's moves out of the circle won.
    #[test]
    fn positions_that_go_round_are_worth_the_same_in_any_order() {
        let start = crate::board::fen::read("W:WK1:BK50").expect("fen");
        let step = |from: &Position, to: u8| {
            *MoveList::legal(from).iter().find(|mv| mv.to().number() == to).expect("a king's move")
        };
        let (mut round, mut position) = (Vec::new(), start);
        for to in [7, 44, 1, 50] {
            let mv = step(&position, to);
            round.push((position, BookMove { draws: 1, ..BookMove::new(mv) }));
            position = position.succ(mv);
        }
        assert_eq!(position, start);
        round.push((start, BookMove { wins: 3, ..BookMove::new(step(&start, 12)) }));
        let values = |order: &[usize]| {
            let mut entries = BookEntries::default();
            order.iter().for_each(|&one| entries.add(&round[one].0, &round[one].1));
            let values = BookValues::of(&entries);
            round.iter().map(|(position, _)| values.values[&Key::of(position)]).collect::<Vec<_>>()
        };
        let found = values(&[0, 1, 2, 3, 4]);
        assert_eq!(found, values(&[4, 2, 0, 3, 1]));
        // The way out is worth 3/5; each ply before it leaves ten parts in eleven, and the circle does not pay.
        let best = 0.6;
        let expected = [
            best,
            -best * (10.0f64 / 11.0).powi(3),
            best * (10.0f64 / 11.0).powi(2),
            -best * 10.0 / 11.0,
        ];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn scores_of_searches_count_as_much_as_results() {
        let mv = MoveList::legal(&Position::start())[0];
        let book_move = BookMove { draws: 8, scores: 5.0, scored: 2, ..BookMove::new(mv) };
        assert!((own_value(&book_move) - 0.5 * 1f64.tanh()).abs() < 1e-12);
    }
}
