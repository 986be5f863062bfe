//! Positions and the moves that were played in them, with their counts.

use std::collections::HashMap;

use crate::board::{Key, Move, Position};

/// An upper bound of a summed score in men (2³² scores of 99); more is corrupt input.
pub(super) const MAX_SCORE_SUM: f64 = 1e12;

/// A move and the results of the games in which it was played; wins are those of its side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Games that its side won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that its side lost.
    pub losses: u32,
    /// The sum of the scores of searches, in men for its side.
    pub scores: f64,
    /// The number of scores.
    pub scored: u32,
}

impl BookMove {
    /// A move that was never played.
    pub(crate) fn new(mv: Move) -> BookMove {
        BookMove { mv, wins: 0, draws: 0, losses: 0, scores: 0.0, scored: 0 }
    }

    /// The games in which it was played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The mean score of searches in men, if there is one.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.scores / f64::from(self.scored))
    }

    /// Adds the counts of the same move.
    pub(crate) fn add(&mut self, other: &BookMove) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.scores = (self.scores + other.scores).clamp(-MAX_SCORE_SUM, MAX_SCORE_SUM);
        self.scored = self.scored.saturating_add(other.scored);
    }
}

/// A position and the moves played in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BookPosition {
    /// The position.
    pub position: Position,
    /// The moves, in the order in which they came.
    pub moves: Vec<BookMove>,
}

impl BookPosition {
    /// Adds the counts of a legal move.
    pub(super) fn add(&mut self, book_move: &BookMove) {
        let place = self.moves.iter().position(|known| known.mv == book_move.mv);
        let place = place.unwrap_or_else(|| {
            self.moves.push(BookMove::new(book_move.mv));
            self.moves.len() - 1
        });
        self.moves[place].add(book_move);
    }
}

/// All positions of a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookEntries {
    entries: HashMap<Key, BookPosition>,
}

impl BookEntries {
    /// The positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn entry(&self, position: &Position) -> Option<&BookPosition> {
        self.entries.get(&Key::of(position)).filter(|entry| entry.position == *position)
    }

    /// All entries, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &BookPosition> {
        self.entries.values()
    }

    /// Adds the counts of a legal move.
    pub(crate) fn add(&mut self, position: &Position, book_move: &BookMove) {
        // Most positions have one move.
        let fresh = || BookPosition { position: *position, moves: Vec::with_capacity(1) };
        self.entries.entry(Key::of(position)).or_insert_with(fresh).add(book_move);
    }

    /// Adds the counts of another book.
    pub(crate) fn merge(&mut self, other: &BookEntries) {
        for entry in other.iter() {
            entry.moves.iter().for_each(|book_move| self.add(&entry.position, book_move));
        }
    }

    /// Removes moves of fewer games, and positions without a move.
    pub(crate) fn trim(&mut self, games: u32) {
        for entry in self.entries.values_mut() {
            entry.moves.retain(|book_move| book_move.games() >= games);
        }
        self.entries.retain(|_, entry| !entry.moves.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn counts_of_two_books_add_up_and_rare_moves_can_be_forgotten() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let book_move = |place: usize, wins| BookMove { wins, ..BookMove::new(legal[place]) };
        let (mut one, mut other) = (BookEntries::default(), BookEntries::default());
        one.add(&start, &book_move(0, 2));
        other.add(&start, &book_move(0, 3));
        other.add(&start, &book_move(1, 1));
        one.merge(&other);
        let games = |entries: &BookEntries| -> Vec<u32> {
            let moves = entries.entry(&start).map(|entry| entry.moves.clone());
            moves.unwrap_or_default().iter().map(BookMove::games).collect()
        };
        assert_eq!(games(&one), [5, 1]);
        other.add(&start, &BookMove { scores: f64::MAX, scored: 1, ..book_move(2, 1) });
        let scores = other.entry(&start).expect("the page").moves[2].scores;
        assert!(scores <= MAX_SCORE_SUM, "a book can be read again: {scores}");
        one.trim(2);
        assert_eq!(games(&one), [5]);
        one.trim(6);
        assert!(one.is_empty());
    }
}
