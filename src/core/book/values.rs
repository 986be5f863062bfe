//! What a move is worth: what it came to by itself, and the more so the more games it was played in; else what the best answer leaves
//! of it, by negamax to the ends of the book.

use std::collections::HashMap;

use super::pages::{Page, Pages, Reply};
use crate::board::{Key, Position};

/// Plies that are looked ahead at most; transpositions of kings could go round for ever.
const DEEPEST: u32 = 100;
/// Games of an even result that every move is thought to have had: one win says little.
const DOUBT: f64 = 2.0;
/// Games after which what a move came to by itself counts as much as what the answers to it are worth.
const TRUST: f64 = 10.0;
/// Men that make tanh of one.
const MEN: f64 = 2.5;

/// A move with its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The move and its counts.
    pub reply: Reply,
    /// The expected result for its side, from −1 to 1, backed up from the ends of the book.
    pub value: f64,
}

/// The values of a book's positions, each for the side to move.
#[derive(Clone, Debug, Default)]
pub struct Values {
    values: HashMap<Key, f64>,
}

impl Values {
    /// Works out the values of all positions.
    #[must_use]
    pub fn of(pages: &Pages) -> Values {
        let mut values = Values::default();
        for page in pages.iter() {
            values.of_page(pages, page, 0);
        }
        values
    }

    /// The moves of a position with their worth, the best first.
    #[must_use]
    pub fn moves(&self, pages: &Pages, position: &Position) -> Vec<Valued> {
        let Some(page) = pages.page(position) else { return Vec::new() };
        let valued = |reply: &Reply| {
            let next = position.succ(reply.mv);
            let after = pages.page(&next).and_then(|_| self.values.get(&Key::of(&next)));
            Valued { reply: *reply, value: value(reply, after.map(|value| -value)) }
        };
        let mut moves: Vec<Valued> = page.replies.iter().map(valued).collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.reply.mv.cmp(&b.reply.mv)));
        moves
    }

    fn of_page(&mut self, pages: &Pages, page: &Page, depth: u32) -> f64 {
        let key = Key::of(&page.position);
        if let Some(&known) = self.values.get(&key) {
            return known;
        }
        // Until it is known, whoever comes here again takes it for even.
        self.values.insert(key, 0.0);
        let of_reply = |reply: &Reply| {
            let next = page.position.succ(reply.mv);
            let next = pages.page(&next).filter(|_| depth < DEEPEST);
            value(reply, next.map(|next| -self.of_page(pages, next, depth + 1)))
        };
        let best = page.replies.iter().map(of_reply).fold(-1.0, f64::max);
        self.values.insert(key, best);
        best
    }
}

/// The worth of a move, from what the best answer leaves of it, if there is an answer.
fn value(reply: &Reply, left: Option<f64>) -> f64 {
    let (own, games) = (own_value(reply), f64::from(reply.games()));
    left.map_or(own, |left| (games * own + TRUST * left) / (games + TRUST))
}

/// What a move came to by itself: its results, and the searches' scores where there are some.
fn own_value(reply: &Reply) -> f64 {
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
        let mut pages = Pages::default();
        pages.add(&start, &Reply { wins: 6, ..Reply::new(first) });
        // Black lost with the first answer five times, and drew with the second.
        pages.add(&next, &Reply { losses: 6, ..Reply::new(answers[0]) });
        pages.add(&next, &Reply { draws: 1, ..Reply::new(answers[1]) });
        let values = Values::of(&pages);
        let of_black: Vec<f64> = values.moves(&pages, &next).iter().map(|one| one.value).collect();
        assert_eq!(of_black, [0.0, -0.75]);
        // Black will not lose again: (6·0.75 + 10·0) / 16.
        assert_eq!(values.moves(&pages, &start)[0].value, 0.28125);
        assert!(values.moves(&pages, &next.succ(answers[0])).is_empty());
    }

    #[test]
    fn scores_of_searches_count_as_much_as_results() {
        let mv = MoveList::legal(&Position::start())[0];
        let reply = Reply { draws: 8, scores: 5.0, scored: 2, ..Reply::new(mv) };
        assert!((own_value(&reply) - 0.5 * 1f64.tanh()).abs() < 1e-12);
    }
}
