//! Who plays: a player is the set of squares among which it chooses at random, so that its results can be computed exactly.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::{Board, Mark, Outcome, Square, Squares};

pub(crate) trait Player {
    /// The squares of which the side to move marks one, each as likely as the others. Not empty, and all empty on the board.
    ///
    /// Asked only while the game continues.
    fn choices(&mut self, board: Board) -> Squares;
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Random;

impl Player for Random {
    fn choices(&mut self, board: Board) -> Squares {
        board.empty()
    }
}

/// Wins if it can (with any of the winning moves), else blocks if it must (any of the threatened squares), else marks any
/// empty square. Patist and Wiering's opponent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Expert;

impl Player for Expert {
    fn choices(&mut self, board: Board) -> Squares {
        let own = board.to_move();
        let completing = |mark: Mark| -> Squares {
            board.empty().iter().filter(|&square| board.wins_with(mark, square)).collect()
        };
        [completing(own), completing(!own)]
            .into_iter()
            .find(|squares| !squares.is_empty())
            .unwrap_or(board.empty())
    }
}

/// The square a player marks.
///
/// # Panics
/// If the player knows no move, against its contract.
pub(crate) fn choose(
    player: &mut dyn Player,
    board: Board,
    random: &mut Xoshiro256PlusPlus,
) -> Square {
    player.choices(board).draw(random).expect("a player has a move while the game continues")
}

/// Plays a game to its end; `observe` sees the position after each move.
pub(crate) fn play<'a>(
    crosses: &mut (dyn Player + 'a),
    noughts: &mut (dyn Player + 'a),
    random: &mut Xoshiro256PlusPlus,
    mut observe: impl FnMut(Board),
) -> Outcome {
    let mut board = Board::new();
    loop {
        let player = match board.to_move() {
            Mark::Cross => &mut *crosses,
            Mark::Nought => &mut *noughts,
        };
        board = board.play(choose(player, board, random));
        observe(board);
        if let Some(outcome) = board.outcome() {
            return outcome;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::board::{after, numbers};
    use super::*;

    #[test]
    fn expert_wins_rather_than_blocks() {
        // × × .
        // ○ ○ .   crosses to move: 2 wins, 5 would only block.
        // . . .
        assert_eq!(numbers(Expert.choices(after(&[0, 3, 1, 4]))), [2]);
    }

    #[test]
    fn expert_chooses_among_all_wins_and_all_blocks() {
        // × . ×
        // . . .   noughts must block at 1, at 5 (with 8) or at 4, as crosses threaten all three.
        // ○ ○ ×   (they can also win at no square: 6, 7 and 8 are taken)
        assert_eq!(numbers(Expert.choices(after(&[0, 6, 2, 7, 8]))), [1, 4, 5]);
        // ○ × ×
        // ○ × ○   crosses to move win at 6 and at 7; noughts threaten 6 as well.
        // . . .
        assert_eq!(numbers(Expert.choices(after(&[4, 0, 1, 3, 2, 5]))), [6, 7]);
    }

    #[test]
    fn expert_is_random_where_nothing_threatens() {
        assert_eq!(Expert.choices(Board::new()), Squares::ALL);
        assert_eq!(Expert.choices(after(&[4, 0])), after(&[4, 0]).empty());
    }

    #[test]
    fn a_game_ends_and_shows_every_position() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        for _ in 0..200 {
            let mut seen = Vec::new();
            let outcome = play(&mut Expert, &mut Random, &mut random, |board| seen.push(board));
            assert!((5..=9).contains(&seen.len()));
            assert_eq!(seen.last().and_then(|board| board.outcome()), Some(outcome));
        }
    }

    #[test]
    fn played_results_agree_with_the_exact_value() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
        let games = 40_000;
        let score = |outcome: Outcome| f64::from(outcome.score(Mark::Cross));
        let sum: f64 =
            (0..games).map(|_| score(play(&mut Expert, &mut Random, &mut random, |_| {}))).sum();
        let exact = super::super::equity(&mut Expert, &mut Random, Mark::Cross);
        // The score of one game has a standard deviation below 1: four of them over √40000.
        assert!(
            (sum / f64::from(games) - exact).abs() < 0.02,
            "{} {exact}",
            sum / f64::from(games)
        );
    }
}
