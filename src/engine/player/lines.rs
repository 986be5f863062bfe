//! The best few moves of a position, each with its value and what is expected to follow.

use std::time::Instant;

use super::budget::Budget;
use super::game_state::GameState;
use super::think::Engine;
use crate::board::Move;
use crate::search::{Depth, Limits, Score, StopFlag};

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiPvLine {
    /// Its value for the side to move.
    pub score: Score,
    /// The depth to which it was searched.
    pub depth: Depth,
    /// The move and what is expected to follow.
    pub moves: Vec<Move>,
}

/// The rest of the limits of a search that is made of many.
struct RemainingLimits {
    limits: Limits,
    began: Instant,
    nodes: u64,
}

impl RemainingLimits {
    /// The limits of the next search; `None` when nothing is left.
    fn limits(&self, depth: Depth, stop: &StopFlag) -> Option<Limits> {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let hard = self.limits.hard.map(|hard| hard.saturating_sub(self.began.elapsed()));
        let is_over = stop.is_stopped() || nodes == Some(0) || hard.is_some_and(|t| t.is_zero());
        (!is_over).then_some(Limits { depth: Some(depth), nodes, hard, ..Limits::default() })
    }
}

impl Engine {
    /// Searches the best few moves side by side, ever deeper, and reports them whenever all have reached a depth: the best first.
    /// Every depth begins with what the last one left in the table. Nothing comes out where the limits end the first depth.
    pub fn lines(
        &mut self,
        game: &GameState,
        count: usize,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(&[MultiPvLine], u64),
    ) -> Vec<MultiPvLine> {
        self.table.grow_older();
        let limits = budget.limits(game.position(), false);
        let mut rest = RemainingLimits { limits, began: Instant::now(), nodes: 0 };
        let mut best = Vec::new();
        for plies in 1..=limits.depth.unwrap_or(Depth::MAX).plies() {
            let Some(lines) = self.round(game, count, Depth::new(plies), stop, &mut rest) else {
                break;
            };
            report(&lines, rest.nodes);
            let are_final = lines.iter().all(|line| line.score.is_final(Depth::new(plies)));
            best = lines;
            if are_final {
                break;
            }
        }
        self.threads.avoid(&[]);
        best
    }

    /// All lines to one depth; `None` when the limits come first.
    fn round(
        &mut self,
        game: &GameState,
        count: usize,
        depth: Depth,
        stop: &StopFlag,
        rest: &mut RemainingLimits,
    ) -> Option<Vec<MultiPvLine>> {
        let (mut lines, mut found): (Vec<MultiPvLine>, Vec<Move>) = (Vec::new(), Vec::new());
        while lines.len() < count {
            self.threads.avoid(&found);
            let limits = rest.limits(depth, stop)?;
            let Some(choice) = self.threads.search(game, limits, stop, &mut |_| {}) else { break };
            rest.nodes += choice.nodes;
            rest.limits(depth, stop)?;
            found.push(choice.mv);
            lines.push(MultiPvLine {
                score: choice.score,
                depth: choice.depth,
                moves: choice.line,
            });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, Position, fen};
    use crate::player::{Evaluation, Options};

    fn lines(text: &str, count: usize, budget: Budget) -> Vec<MultiPvLine> {
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let game = GameState::new(fen::read(text).expect(text));
        engine.lines(&game, count, &budget, &StopFlag::new(), &mut |_, _| {})
    }

    #[test]
    fn the_lines_are_different_moves_in_the_order_of_their_values() {
        let position = Position::start();
        let found = lines("W:W31-50:B1-20", 5, Budget::of_depth(Depth::new(6)));
        assert_eq!(found.len(), 5);
        let legal = MoveList::legal(&position);
        for (index, line) in found.iter().enumerate() {
            assert!(legal.contains(&line.moves[0]));
            assert!(found[..index].iter().all(|other| other.moves[0] != line.moves[0]));
            assert!(found[..index].iter().all(|other| other.score >= line.score));
            let mut here = position;
            for &mv in &line.moves {
                assert!(MoveList::legal(&here).contains(&mv), "{mv}");
                here = here.succ(mv);
            }
        }
    }

    #[test]
    fn the_first_line_is_what_a_plain_search_finds_and_the_second_is_worse() {
        // 28-22 wins the last man; 28-23 lets him go.
        let found = lines("W:W28,33,39:B17", 2, Budget::of_depth(Depth::new(5)));
        assert_eq!(found[0].moves[0].to_string(), "28-22");
        assert!(found[0].score.is_decided() && found[1].score < found[0].score);
    }

    #[test]
    fn there_are_no_more_lines_than_moves() {
        assert_eq!(lines("W:W28:B22", 5, Budget::of_depth(Depth::new(3))).len(), 1);
        assert_eq!(lines("W:W46:B41,37", 5, Budget::of_depth(Depth::new(3))), []);
    }

    #[test]
    fn a_budget_of_nodes_is_kept_and_a_search_afterwards_misses_no_move() {
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let game = GameState::new(fen::read("W:W28,33,39:B17").expect("fen"));
        let mut most = 0;
        let budget = Budget::of_nodes(200);
        engine.lines(&game, 3, &budget, &StopFlag::new(), &mut |_, nodes| most = nodes);
        assert!((1..=200).contains(&most), "{most}");
        let depth = Budget::of_depth(Depth::new(5));
        let choice = engine.think(&game, &depth, &StopFlag::new(), &mut |_| {}).expect("a move");
        assert_eq!(choice.mv.to_string(), "28-22");
    }
}
