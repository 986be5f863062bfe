//! What a move is worth: what it came to by itself, and the more so the more games it was played in; else what the best answer leaves
//! of it, by negamax to the ends of the book. Where kings go round, the values are those that agree with each other: what an answer
//! leaves counts ten parts in eleven at most, so there is one such set (Banach's fixed point), whatever the order of the pages.

use std::collections::HashMap;

use super::entries::{BookEntries, BookMove, BookPosition};
use crate::board::{Key, Position};

/// Rounds over all positions at most: after so many nothing is left of what a round changes, ten parts in eleven each time.
const ROUNDS: usize = 300;
/// Games of an even result that every move is thought to have had: one win says little.
const DOUBT: f64 = 2.0;
/// Games after which what a move came to by itself counts as much as what the answers to it are worth.
const TRUST: f64 = 10.0;
/// Men that make tanh of one.
const MEN: f64 = 2.5;

/// A move with its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move and its counts.
    pub reply: BookMove,
    /// The expected result for its side, from −1 to 1, backed up from the ends of the book.
    pub value: f64,
}

/// The values of a book's positions, each for the side to move.
#[derive(Clone, Debug, Default)]
pub struct BookValues {
    values: HashMap<Key, f64>,
}

impl BookValues {
    /// Works out the values of all positions.
    #[must_use]
    pub fn of(pages: &BookEntries) -> BookValues {
        let mut order: Vec<(Key, &BookPosition)> =
            pages.iter().map(|page| (Key::of(&page.position), page)).collect();
        order.sort_unstable_by_key(|(key, _)| key.bits());
        let places: HashMap<Key, usize> =
            order.iter().enumerate().map(|(place, &(key, _))| (key, place)).collect();
        let linked = |page: &BookPosition, reply: &BookMove| {
            let next = pages.page(&page.position.succ(reply.mv));
            let place = next.map(|next| places[&Key::of(&next.position)]);
            (own_value(reply), f64::from(reply.games()), place)
        };
        let replies: Vec<Vec<(f64, f64, Option<usize>)>> = order
            .iter()
            .map(|(_, page)| page.replies.iter().map(|reply| linked(page, reply)).collect())
            .collect();
        let mut found = vec![0.0; order.len()];
        for _ in 0..ROUNDS {
            let mut has_changed = false;
            for (place, replies) in replies.iter().enumerate() {
                let worth = replies
                    .iter()
                    .map(|&(own, games, next)| value(own, games, next.map(|next| -found[next])));
                let best = worth.fold(-1.0, f64::max);
                has_changed |= best != found[place];
                found[place] = best;
            }
            if !has_changed {
                break;
            }
        }
        BookValues { values: order.iter().map(|(key, _)| *key).zip(found).collect() }
    }

    /// The moves of a position with their worth, the best first.
    #[must_use]
    pub fn moves(&self, pages: &BookEntries, position: &Position) -> Vec<ScoredMove> {
        let Some(page) = pages.page(position) else { return Vec::new() };
        let valued = |reply: &BookMove| {
            let next = position.succ(reply.mv);
            let after = pages.page(&next).and_then(|_| self.values.get(&Key::of(&next)));
            let (own, games) = (own_value(reply), f64::from(reply.games()));
            ScoredMove { reply: *reply, value: value(own, games, after.map(|value| -value)) }
        };
        let mut moves: Vec<ScoredMove> = page.replies.iter().map(valued).collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.reply.mv.cmp(&b.reply.mv)));
        moves
    }
}

/// The worth of a move, from what it came to by itself in so many games, and what the best answer leaves of it, if there is one.
fn value(own: f64, games: f64, left: Option<f64>) -> f64 {
    left.map_or(own, |left| (games * own + TRUST * left) / (games + TRUST))
}

/// What a move came to by itself: its results, and the searches' scores where there are some.
fn own_value(reply: &BookMove) -> f64 {
    let won = f64::from(reply.wins) - f64::from(reply.losses);
    let result = won / (f64::from(reply.games()) + DOUBT);
    match reply.score() {
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
        let mut pages = BookEntries::default();
        pages.add(&start, &BookMove { wins: 6, ..BookMove::new(first) });
        // Black lost with the first answer five times, and drew with the second.
        pages.add(&next, &BookMove { losses: 6, ..BookMove::new(answers[0]) });
        pages.add(&next, &BookMove { draws: 1, ..BookMove::new(answers[1]) });
        let values = BookValues::of(&pages);
        let of_black: Vec<f64> = values.moves(&pages, &next).iter().map(|one| one.value).collect();
        assert_eq!(of_black, [0.0, -0.75]);
        // Black will not lose again: (6·0.75 + 10·0) / 16.
        assert_eq!(values.moves(&pages, &start)[0].value, 0.28125);
        assert!(values.moves(&pages, &next.succ(answers[0])).is_empty());
    }

    /// White's king goes to and fro, and so does Black's; one of White's moves out of the circle won.
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
            let mut pages = BookEntries::default();
            order.iter().for_each(|&one| pages.add(&round[one].0, &round[one].1));
            let values = BookValues::of(&pages);
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
        let reply = BookMove { draws: 8, scores: 5.0, scored: 2, ..BookMove::new(mv) };
        assert!((own_value(&reply) - 0.5 * 1f64.tanh()).abs() < 1e-12);
    }
}
