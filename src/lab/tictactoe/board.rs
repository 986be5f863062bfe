//! The board: nine squares, crosses move first, three in a row wins.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// A square, 0 to 8, row by row from the top left.
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square(u8);

impl Square {
    /// The square with this number, or `None` from 9 on.
    #[cfg(test)]
    pub(crate) fn new(number: u8) -> Option<Square> {
        (number < 9).then_some(Square(number))
    }

    pub(crate) fn number(self) -> usize {
        self.0.into()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Squares(u16);

impl Squares {
    pub(crate) const NONE: Squares = Squares(0);
    pub(crate) const ALL: Squares = Squares(0b1_1111_1111);

    /// Three squares, as the lines are written.
    pub(super) const fn three(a: u8, b: u8, c: u8) -> Squares {
        Squares(1 << a | 1 << b | 1 << c)
    }

    pub(crate) fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << square.0)
    }

    pub(crate) fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    pub(crate) fn includes(self, other: Squares) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn union(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    pub(crate) fn complement(self) -> Squares {
        Squares(!self.0 & Squares::ALL.0)
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        (0..9).map(Square).filter(move |&square| self.contains(square))
    }

    /// One of the squares, each as likely as the others; `None` of an empty set.
    pub(crate) fn draw(self, random: &mut Xoshiro256PlusPlus) -> Option<Square> {
        if self.len() < 2 {
            return self.iter().next();
        }
        // The top 32 bits times the size: a bias of less than 10⁻⁸, and the same draw on every platform.
        let chosen = ((random.next_u64() >> 32) * self.len() as u64) >> 32;
        self.iter().nth(chosen as usize)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Squares {
        squares.into_iter().fold(Squares::NONE, Squares::with)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
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
pub(crate) enum Outcome {
    /// This side has three in a row.
    Won(Mark),
    Drawn,
}

impl Outcome {
    /// +1, 0 or −1: won, drawn or lost, as `mark` sees it.
    pub(crate) fn score(self, mark: Mark) -> i8 {
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
pub(crate) struct Board {
    crosses: Squares,
    noughts: Squares,
}

impl Board {
    /// The number of values of [`Board::index`], 3⁹.
    pub(crate) const INDICES: usize = 19_683;

    pub(crate) fn new() -> Board {
        Board::default()
    }

    pub(crate) fn to_move(self) -> Mark {
        if self.crosses.len() == self.noughts.len() { Mark::Cross } else { Mark::Nought }
    }

    pub(crate) fn marked(self, mark: Mark) -> Squares {
        match mark {
            Mark::Cross => self.crosses,
            Mark::Nought => self.noughts,
        }
    }

    pub(crate) fn empty(self) -> Squares {
        self.crosses.union(self.noughts).complement()
    }

    /// The position after the side to move has marked a square.
    ///
    /// # Panics
    /// If the square is marked already.
    pub(crate) fn play(mut self, square: Square) -> Board {
        assert!(self.empty().contains(square), "only an empty square can be marked");
        match self.to_move() {
            Mark::Cross => self.crosses = self.crosses.with(square),
            Mark::Nought => self.noughts = self.noughts.with(square),
        }
        self
    }

    /// Whether this side has three in a row.
    pub(crate) fn is_won_by(self, mark: Mark) -> bool {
        self.threatens(mark, None)
    }

    /// Whether this side would have three in a row with this square as well.
    pub(crate) fn wins_with(self, mark: Mark, square: Square) -> bool {
        self.threatens(mark, Some(square))
    }

    fn threatens(self, mark: Mark, more: Option<Square>) -> bool {
        let marked = more.into_iter().fold(self.marked(mark), Squares::with);
        LINES.iter().any(|&line| marked.includes(line))
    }

    /// How the game ended here; `None` before its end.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        let winner = [Mark::Cross, Mark::Nought].into_iter().find(|&mark| self.is_won_by(mark));
        let drawn = self.empty().is_empty().then_some(Outcome::Drawn);
        winner.map(Outcome::Won).or(drawn)
    }

    /// A number of its own for every position, below [`Board::INDICES`].
    pub(crate) fn index(self) -> usize {
        let digit = |square| {
            usize::from(self.crosses.contains(square))
                + 2 * usize::from(self.noughts.contains(square))
        };
        Squares::ALL.iter().fold(0, |index, square| 3 * index + digit(square))
    }

    /// The squares as numbers: own marks 1, empty 0, the opponent's −1 (the paper's coding).
    pub(crate) fn inputs(self, own: Mark) -> [f32; 9] {
        let mut inputs = [0.0; 9];
        self.marked(own).iter().for_each(|square| inputs[square.number()] = 1.0);
        self.marked(!own).iter().for_each(|square| inputs[square.number()] = -1.0);
        inputs
    }
}

/// The position after these squares, for tests.
#[cfg(test)]
pub(crate) fn after(squares: &[u8]) -> Board {
    let squares = squares.iter().map(|&number| Square::new(number).expect("a square"));
    squares.fold(Board::new(), Board::play)
}

/// Squares by their numbers, for tests.
#[cfg(test)]
pub(crate) fn numbers(squares: Squares) -> Vec<usize> {
    squares.iter().map(Square::number).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_set_and_its_complement_part_the_board() {
        for bits in 0..512 {
            let set = Squares(bits);
            assert_eq!(set.union(set.complement()), Squares::ALL);
            assert_eq!(set.len() + set.complement().len(), 9);
            assert_eq!(set.iter().collect::<Squares>(), set);
        }
    }

    #[test]
    fn square_9_does_not_exist() {
        assert_eq!(Square::new(9), None);
        assert_eq!(Square::new(8).map(Square::number), Some(8));
    }

    #[test]
    fn every_square_of_a_set_is_drawn_equally_often() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let set = Squares::three(1, 4, 6);
        let mut counts = [0; 9];
        for _ in 0..30_000 {
            counts[set.draw(&mut random).expect("not empty").number()] += 1;
        }
        for square in [1, 4, 6] {
            // Four standard deviations of a binomial count: 4·√(30000·(1/3)·(2/3)) = 327.
            assert!((counts[square] - 10_000i32).abs() < 327, "{counts:?}");
        }
        assert_eq!(counts.iter().sum::<i32>(), 30_000);
        assert_eq!(Squares::NONE.draw(&mut random), None);
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
