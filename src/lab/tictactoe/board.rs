//! The board: nine squares, crosses move first, three in a row wins.

use super::squares::{Square, Squares};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Cross,
    Nought,
}

impl std::ops::Not for Mark {
    type Output = Mark;

    fn not(self) -> Mark {
        match self {
            Mark::Cross => Mark::Nought,
            Mark::Nought => Mark::Cross,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side has three in a row.
    Won(Mark),
    Drawn,
}

impl Outcome {
    /// +1, 0 or −1: won, drawn or lost, as `mark` sees it.
    pub fn score(self, mark: Mark) -> i8 {
        match self {
            Outcome::Won(winner) if winner == mark => 1,
            Outcome::Won(_) => -1,
            Outcome::Drawn => 0,
        }
    }
}

const LINES: [Squares; 8] = [
    Squares::three(0, 1, 2),
    Squares::three(3, 4, 5),
    Squares::three(6, 7, 8),
    Squares::three(0, 3, 6),
    Squares::three(1, 4, 7),
    Squares::three(2, 5, 8),
    Squares::three(0, 4, 8),
    Squares::three(2, 4, 6),
];

/// A position that can arise in a game. Whose turn it is follows from the number of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    crosses: Squares,
    noughts: Squares,
}

impl Board {
    /// The number of values of [`Board::index`], 3⁹.
    pub const INDICES: usize = 19_683;

    pub fn new() -> Board {
        Board::default()
    }

    pub fn to_move(self) -> Mark {
        if self.crosses.len() == self.noughts.len() { Mark::Cross } else { Mark::Nought }
    }

    /// The squares a side has marked.
    pub fn marked(self, mark: Mark) -> Squares {
        match mark {
            Mark::Cross => self.crosses,
            Mark::Nought => self.noughts,
        }
    }

    pub fn empty(self) -> Squares {
        self.crosses.union(self.noughts).complement()
    }

    /// The position after the side to move has marked a square.
    ///
    /// # Panics
    /// If the square is marked already.
    pub fn play(mut self, square: Square) -> Board {
        assert!(self.empty().contains(square), "only an empty square can be marked");
        match self.to_move() {
            Mark::Cross => self.crosses = self.crosses.with(square),
            Mark::Nought => self.noughts = self.noughts.with(square),
        }
        self
    }

    /// Whether this side has three in a row.
    pub fn is_won_by(self, mark: Mark) -> bool {
        self.threatens(mark, None)
    }

    /// Whether this side would have three in a row with this square as well.
    pub fn wins_with(self, mark: Mark, square: Square) -> bool {
        self.threatens(mark, Some(square))
    }

    fn threatens(self, mark: Mark, more: Option<Square>) -> bool {
        let marked = more.into_iter().fold(self.marked(mark), Squares::with);
        LINES.iter().any(|&line| marked.includes(line))
    }

    /// How the game ended here; `None` while it goes on.
    pub fn outcome(self) -> Option<Outcome> {
        let winner = [Mark::Cross, Mark::Nought].into_iter().find(|&mark| self.is_won_by(mark));
        let drawn = self.empty().is_empty().then_some(Outcome::Drawn);
        winner.map(Outcome::Won).or(drawn)
    }

    /// A number of its own for every position, below [`Board::INDICES`].
    pub fn index(self) -> usize {
        let digit = |square| {
            usize::from(self.crosses.contains(square))
                + 2 * usize::from(self.noughts.contains(square))
        };
        Squares::ALL.iter().fold(0, |index, square| 3 * index + digit(square))
    }

    /// The squares as numbers: own marks 1, empty 0, the opponent's −1 (the paper's coding).
    pub fn inputs(self, own: Mark) -> [f32; 9] {
        let mut inputs = [0.0; 9];
        self.marked(own).iter().for_each(|square| inputs[square.number()] = 1.0);
        self.marked(!own).iter().for_each(|square| inputs[square.number()] = -1.0);
        inputs
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn after(squares: &[u8]) -> Board {
        let squares = squares.iter().map(|&number| Square::new(number).expect("a square"));
        squares.fold(Board::new(), Board::play)
    }

    /// Games and distinct positions below a position.
    fn count(board: Board, games: &mut [u32; 3], seen: &mut HashSet<usize>) {
        seen.insert(board.index());
        match board.outcome() {
            Some(Outcome::Won(Mark::Cross)) => games[0] += 1,
            Some(Outcome::Won(Mark::Nought)) => games[1] += 1,
            Some(Outcome::Drawn) => games[2] += 1,
            None => board.empty().iter().for_each(|square| count(board.play(square), games, seen)),
        }
    }

    #[test]
    fn there_are_255168_games_and_5478_positions() {
        // Henry Bottomley, "How many Tic-Tac-Toe games are possible?" (2002): 131,184 won by the first player,
        // 77,904 by the second, 46,080 drawn.
        let (mut games, mut seen) = ([0; 3], HashSet::new());
        count(Board::new(), &mut games, &mut seen);
        assert_eq!(games, [131_184, 77_904, 46_080]);
        assert_eq!(seen.len(), 5_478);
        assert!(seen.iter().all(|&index| index < Board::INDICES));
    }

    #[test]
    fn sides_alternate_and_crosses_begin() {
        assert_eq!(Board::new().to_move(), Mark::Cross);
        assert_eq!(after(&[4]).to_move(), Mark::Nought);
        assert_eq!(after(&[4, 0]).to_move(), Mark::Cross);
    }

    #[test]
    fn three_in_a_row_ends_the_game_even_on_the_last_square() {
        // × ○ ×
        // ○ × ○
        // ○ × ×   crosses hold 0, 4, 8; the last of them filled the board.
        let board = after(&[0, 1, 2, 3, 4, 5, 7, 6, 8]);
        assert_eq!(board.outcome(), Some(Outcome::Won(Mark::Cross)));
        assert_eq!(Outcome::Won(Mark::Cross).score(Mark::Nought), -1);
    }

    #[test]
    fn inputs_are_seen_from_the_own_side() {
        let board = after(&[0, 4]);
        assert_eq!(board.inputs(Mark::Cross), [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0]);
        let turned = board.inputs(Mark::Cross).map(|x| -x);
        assert_eq!(board.inputs(Mark::Nought), turned);
    }
}
