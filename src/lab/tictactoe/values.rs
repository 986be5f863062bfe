//! Exact values by dynamic programming over the 5,478 positions.

use super::board::{Board, Mark, Squares};
use super::player::Player;

/// How a side behaves when a value is computed.
pub(crate) enum Conduct<'a> {
    /// Takes the move that is best for itself.
    Best,
    As(&'a mut dyn Player),
}

/// The expected score of a game (won 1, drawn 0, lost −1) for the side that is `mark`, with each side conducted like this.
pub(crate) fn value<'a>(mark: Mark, own: Conduct<'a>, other: Conduct<'a>) -> f64 {
    Values::new(mark, own, other).of(Board::new())
}

/// The expected score of a player as `mark` against an opponent.
pub(crate) fn equity(player: &mut dyn Player, opponent: &mut dyn Player, mark: Mark) -> f64 {
    value(mark, Conduct::As(player), Conduct::As(opponent))
}

/// Values of positions, found when asked for.
struct Values<'a> {
    mark: Mark,
    own: Conduct<'a>,
    other: Conduct<'a>,
    known: Vec<Option<f64>>,
}

impl<'a> Values<'a> {
    fn new(mark: Mark, own: Conduct<'a>, other: Conduct<'a>) -> Values<'a> {
        Values { mark, own, other, known: vec![None; Board::INDICES] }
    }

    fn of(&mut self, board: Board) -> f64 {
        if let Some(value) = self.known[board.index()] {
            return value;
        }
        let value = match board.outcome() {
            Some(outcome) => outcome.score(self.mark).into(),
            None => self.of_ongoing(board),
        };
        self.known[board.index()] = Some(value);
        value
    }

    fn of_ongoing(&mut self, board: Board) -> f64 {
        let is_own = board.to_move() == self.mark;
        let conduct = if is_own { &mut self.own } else { &mut self.other };
        let (moves, is_best) = match conduct {
            Conduct::Best => (board.empty(), true),
            Conduct::As(player) => (player.choices(board), false),
        };
        let values: Vec<f64> = moves.iter().map(|square| self.of(board.play(square))).collect();
        match (is_best, is_own) {
            (false, _) => values.iter().sum::<f64>() / values.len() as f64,
            (true, true) => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            (true, false) => values.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

/// Plays any of the moves that are best against a known opponent.
pub(crate) struct BestReply<'a> {
    crosses: Values<'a>,
    noughts: Values<'a>,
}

/// Values closer than this are equal: sums of at most nine shares, rounded.
const EQUAL: f64 = 1e-9;

impl<'a> BestReply<'a> {
    /// The best reply to one opponent that holds the noughts and one that holds the crosses. The best reply to
    /// [`Conduct::Best`] never loses.
    pub(crate) fn new(to_noughts: Conduct<'a>, to_crosses: Conduct<'a>) -> BestReply<'a> {
        BestReply {
            crosses: Values::new(Mark::Cross, Conduct::Best, to_noughts),
            noughts: Values::new(Mark::Nought, Conduct::Best, to_crosses),
        }
    }
}

impl Player for BestReply<'_> {
    fn choices(&mut self, board: Board) -> Squares {
        let values = match board.to_move() {
            Mark::Cross => &mut self.crosses,
            Mark::Nought => &mut self.noughts,
        };
        let most = values.of(board);
        board
            .empty()
            .iter()
            .filter(|&square| values.of(board.play(square)) > most - EQUAL)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Expert, Random};
    use super::*;

    const CROSS: Mark = Mark::Cross;
    const NOUGHT: Mark = Mark::Nought;

    /// A side for tests: a player, or one that takes the best move.
    type Side = Option<Box<dyn Player>>;

    /// The value by plain recursion over all games, without a table, for tests.
    fn by_enumeration(board: Board, mark: Mark, own: &mut Side, other: &mut Side) -> f64 {
        if let Some(outcome) = board.outcome() {
            return f64::from(outcome.score(mark));
        }
        let is_own = board.to_move() == mark;
        let mover = if is_own { &mut *own } else { &mut *other };
        let moves = mover.as_mut().map(|player| player.choices(board));
        let squares = moves.unwrap_or(board.empty());
        let values = squares.iter().map(|s| by_enumeration(board.play(s), mark, own, other));
        match (moves, is_own) {
            (Some(_), _) => values.sum::<f64>() / squares.len() as f64,
            (None, true) => values.fold(-1.0, f64::max),
            (None, false) => values.fold(1.0, f64::min),
        }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn best_play_on_both_sides_is_a_draw() {
        assert_eq!(value(CROSS, Conduct::Best, Conduct::Best), 0.0);
        assert_eq!(value(NOUGHT, Conduct::Best, Conduct::Best), 0.0);
    }

    #[test]
    fn values_equal_the_recursion_over_all_games() {
        let sides: [fn() -> Side; 3] =
            [|| Some(Box::new(Random)), || Some(Box::new(Expert)), || None];
        fn conduct(side: &mut Side) -> Conduct<'_> {
            side.as_mut().map_or(Conduct::Best, |player| Conduct::As(&mut **player))
        }
        for (own, other) in sides.iter().flat_map(|own| sides.iter().map(move |o| (own, o))) {
            for mark in [CROSS, NOUGHT] {
                let (mut own, mut other) = (own(), other());
                let exact = value(mark, conduct(&mut own), conduct(&mut other));
                let summed = by_enumeration(Board::new(), mark, &mut own, &mut other);
                assert!(close(exact, summed), "{exact} {summed}");
            }
        }
    }

    #[test]
    fn random_against_random_by_counting_games() {
        // Won and lost by length of the game, of the 255,168 games: a game of n moves has probability (9−n)!/9!.
        // Won by crosses in 5, 7, 9 moves: 1,440, 47,952, 81,792; by noughts in 6, 8: 5,328, 72,576.
        let chance = |games: f64, rest: f64| games * rest / 362_880.0;
        let won = chance(1_440.0, 24.0) + chance(47_952.0, 2.0) + chance(81_792.0, 1.0);
        let lost = chance(5_328.0, 6.0) + chance(72_576.0, 1.0);
        assert!(close(equity(&mut Random, &mut Random, CROSS), won - lost));
    }

    #[test]
    fn the_best_reply_earns_the_most_that_can_be_had() {
        for mark in [CROSS, NOUGHT] {
            let (mut first, mut second) = (Expert, Expert);
            let mut reply = BestReply::new(Conduct::As(&mut first), Conduct::As(&mut second));
            let most = value(mark, Conduct::Best, Conduct::As(&mut Expert));
            assert!(close(equity(&mut reply, &mut Expert, mark), most));
        }
    }

    #[test]
    fn the_best_reply_to_best_play_never_loses() {
        for mark in [CROSS, NOUGHT] {
            let mut perfect = BestReply::new(Conduct::Best, Conduct::Best);
            assert_eq!(value(mark, Conduct::As(&mut perfect), Conduct::Best), 0.0);
        }
    }

    #[test]
    fn the_most_that_can_be_had_is_a_known_fraction() {
        let most = |mark, other: &mut dyn Player| value(mark, Conduct::Best, Conduct::As(other));
        assert!(close(most(CROSS, &mut Expert), 89.0 / 96.0));
        assert!(close(most(NOUGHT, &mut Expert), 2.0 / 5.0));
        assert!(close(most(CROSS, &mut Random), 191.0 / 192.0));
        assert!(close(most(NOUGHT, &mut Random), 874.0 / 945.0));
    }
}
