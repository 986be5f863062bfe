//! Positions and the moves that were played in them, with their counts.

use std::collections::HashMap;

use crate::board::{Key, Move, Position};

/// More men than all searches of a book tell of one move: 2³² times 99, unless a comment says more than any engine does.
pub(super) const MOST_SCORES: f64 = 1e12;

/// A move that was played, and how it fared; wins are those of the side that played it.
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
    /// The scores of searches together, in men for its side.
    pub scores: f64,
    /// How many there are.
    pub scored: u32,
}

impl BookMove {
    /// A move that was never played.
    #[must_use]
    pub fn new(mv: Move) -> BookMove {
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

    /// Adds what is known of the same move from elsewhere.
    pub fn add(&mut self, other: &BookMove) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.scores = (self.scores + other.scores).clamp(-MOST_SCORES, MOST_SCORES);
        self.scored = self.scored.saturating_add(other.scored);
    }
}

/// A position and the moves played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct BookPosition {
    /// The position.
    pub position: Position,
    /// The moves, in the order in which they came.
    pub replies: Vec<BookMove>,
}

impl BookPosition {
    /// Adds what is known of a legal move.
    pub(super) fn add(&mut self, reply: &BookMove) {
        let place = self.replies.iter().position(|known| known.mv == reply.mv);
        let place = place.unwrap_or_else(|| {
            self.replies.push(BookMove::new(reply.mv));
            self.replies.len() - 1
        });
        self.replies[place].add(reply);
    }
}

/// All positions of a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookEntries {
    pages: HashMap<Key, BookPosition>,
}

impl BookEntries {
    /// The positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The page of a position.
    #[must_use]
    pub fn page(&self, position: &Position) -> Option<&BookPosition> {
        self.pages.get(&Key::of(position)).filter(|page| page.position == *position)
    }

    /// All pages, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &BookPosition> {
        self.pages.values()
    }

    /// Adds what is known of a legal move.
    pub fn add(&mut self, position: &Position, reply: &BookMove) {
        // Most positions have one move.
        let fresh = || BookPosition { position: *position, replies: Vec::with_capacity(1) };
        self.pages.entry(Key::of(position)).or_insert_with(fresh).add(reply);
    }

    /// Adds all that another book knows.
    pub fn merge(&mut self, other: &BookEntries) {
        for page in other.iter() {
            page.replies.iter().for_each(|reply| self.add(&page.position, reply));
        }
    }

    /// Forgets moves of fewer games, and positions without a move.
    pub fn trim(&mut self, games: u32) {
        for page in self.pages.values_mut() {
            page.replies.retain(|reply| reply.games() >= games);
        }
        self.pages.retain(|_, page| !page.replies.is_empty());
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
        let reply = |place: usize, wins| BookMove { wins, ..BookMove::new(legal[place]) };
        let (mut one, mut other) = (BookEntries::default(), BookEntries::default());
        one.add(&start, &reply(0, 2));
        other.add(&start, &reply(0, 3));
        other.add(&start, &reply(1, 1));
        one.merge(&other);
        let games = |pages: &BookEntries| -> Vec<u32> {
            let replies = pages.page(&start).map(|page| page.replies.clone());
            replies.unwrap_or_default().iter().map(BookMove::games).collect()
        };
        assert_eq!(games(&one), [5, 1]);
        other.add(&start, &BookMove { scores: f64::MAX, scored: 1, ..reply(2, 1) });
        let scores = other.page(&start).expect("the page").replies[2].scores;
        assert!(scores <= MOST_SCORES, "a book can be read again: {scores}");
        one.trim(2);
        assert_eq!(games(&one), [5]);
        one.trim(6);
        assert!(one.is_empty());
    }
}
