//! The choice of a book move: drawn among those nearly as good as the best.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::entries::{BookEntries, BookMove};
use super::error::BookError;
use super::values::{BookValues, ScoredMove};
use crate::board::{Key, Move, Position, mixed};

/// The most that the value of a move may be below the best.
const MARGIN: f64 = 0.1;

/// A book to play from; clones share it.
#[derive(Clone)]
pub struct Book(Arc<(BookEntries, BookValues)>);

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book of {} positions", self.entries().len())
    }
}

/// The same book in memory.
impl PartialEq for Book {
    fn eq(&self, other: &Book) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Book {}

impl Book {
    /// Reads a book and works its values out.
    ///
    /// # Errors
    /// A file that cannot be read or is no book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        Ok(Book::of(BookEntries::read(path)?))
    }

    /// A book of these entries.
    #[must_use]
    pub fn of(entries: BookEntries) -> Book {
        let values = BookValues::of(&entries);
        Book(Arc::new((entries, values)))
    }

    pub(crate) fn entries(&self) -> &BookEntries {
        &self.0.0
    }

    /// The moves of a position with their values, the best first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<ScoredMove> {
        self.0.1.moves(&self.0.0, position)
    }

    /// The move to play, if there is one: those nearly as good as the best by the games they were played in, drawn by the seed.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<(Move, f64)> {
        let mut moves = self.moves(position);
        moves.retain(|one| is_sound(&one.book_move));
        let best = moves.first()?.value;
        moves.retain(|one| one.value >= best - MARGIN);
        let games: u64 = moves.iter().map(|one| u64::from(one.book_move.games())).sum();
        let mut drawn = mixed(Key::of(position).bits() ^ seed) % games.max(1);
        let chosen = moves.iter().find(|one| {
            let games = u64::from(one.book_move.games());
            let is_it = drawn < games;
            drawn = drawn.saturating_sub(games);
            is_it
        });
        chosen.or(moves.first()).map(|one| (one.book_move.mv, one.value))
    }
}

/// Whether a move did not lose too often to be tried again (KnightCap's rule).
fn is_sound(book_move: &BookMove) -> bool {
    f64::from(book_move.losses) <= 1.5 * (f64::from(book_move.wins) + 2.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::MoveList;

    fn book(moves: &[(u32, u32, u32)]) -> Book {
        let (start, mut entries) = (Position::start(), BookEntries::default());
        let legal = MoveList::legal(&start);
        for (&mv, &(wins, draws, losses)) in legal.iter().zip(moves) {
            entries.add(&start, &BookMove { wins, draws, losses, ..BookMove::new(mv) });
        }
        Book::of(entries)
    }

    fn drawn(book: &Book) -> HashMap<Move, usize> {
        let mut counts = HashMap::new();
        for seed in 0..3000 {
            let (mv, _) = book.choose(&Position::start(), seed).expect("a move");
            *counts.entry(mv).or_insert(0) += 1;
        }
        counts
    }

    #[test]
    fn moves_as_good_come_as_often_as_they_were_played() {
        let book = book(&[(30, 60, 30), (10, 20, 10)]);
        let legal = MoveList::legal(&Position::start());
        let counts = drawn(&book);
        let share = counts[&legal[0]] as f64 / 3000.0;
        assert!((share - 0.75).abs() < 0.05, "{share}");
        assert_eq!(book.choose(&Position::start(), 7), book.choose(&Position::start(), 7));
    }

    #[test]
    fn a_move_that_lost_is_not_played_again_and_a_worse_one_neither() {
        let legal = MoveList::legal(&Position::start());
        let counts = drawn(&book(&[(0, 0, 4), (5, 10, 5), (10, 50, 40)]));
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [legal[1]]);
        assert_eq!(book(&[(0, 0, 4)]).choose(&Position::start(), 1), None);
        assert_eq!(book(&[]).choose(&Position::start(), 1), None);
    }
}
