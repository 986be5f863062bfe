//! From the positions that an agent visited to the trajectory that is learned.

use super::agent::{GameMemory, VisitedPosition};
use crate::board::{Color, Move};
use crate::learning::{Trajectory, Transition};

/// A game that is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Episode<'a> {
    /// The moves after the opening.
    pub moves: &'a [Move],
    /// The plies of random moves, of either side.
    pub random: &'a [usize],
    /// White's result; `None` if the game was broken off.
    pub outcome: Option<f32>,
    /// Whether the opponent is rated below the agent.
    pub(crate) meets_weaker: bool,
}

impl Episode<'_> {
    /// The trajectory of the side with this memory.
    pub(super) fn trajectory(&self, agent: Color, memory: &GameMemory) -> Trajectory {
        let visited = &memory.visited;
        let end = self.moves.len();
        let transitions = visited.iter().enumerate().map(|(index, visit)| {
            let next = visited.get(index + 1).map_or(end, |next| next.ply);
            self.transition(visit, next)
        });
        let Episode { outcome, meets_weaker, .. } = *self;
        Trajectory { agent, transitions: transitions.collect(), outcome, meets_weaker }
    }

    fn transition(&self, visit: &VisitedPosition, next: usize) -> Transition {
        let played = self.moves.get(visit.ply..visit.ply + 2);
        let is_predicted = visit.expected.is_some_and(|moves| played == Some(&moves[..]));
        Transition {
            position: visit.position,
            known: visit.known,
            is_cut: self.random.iter().any(|ply| (visit.ply..next).contains(ply)),
            is_predicted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, Position};

    fn moves(count: usize) -> Vec<Move> {
        let mut position = Position::start();
        let next = |_| {
            let mv = MoveList::legal(&position)[0];
            position = position.succ(mv);
            mv
        };
        (0..count).map(next).collect()
    }

    fn visit(ply: usize, expected: Option<[Move; 2]>) -> VisitedPosition {
        VisitedPosition { ply, position: Position::start(), known: None, expected }
    }

    #[test]
    fn an_expected_reply_is_predicted_and_a_random_move_cuts() {
        let moves = moves(7);
        let visited = vec![
            visit(0, Some([moves[0], moves[1]])),
            visit(2, Some([moves[0], moves[3]])),
            visit(6, Some([moves[6], moves[1]])),
        ];
        let memory = GameMemory { visited, ..GameMemory::default() };
        let episode =
            Episode { moves: &moves, random: &[3], outcome: Some(-1.0), meets_weaker: true };
        let trajectory = episode.trajectory(Color::White, &memory);
        let found: Vec<(bool, bool)> =
            trajectory.transitions.iter().map(|link| (link.is_predicted, link.is_cut)).collect();
        assert_eq!(found, [(true, false), (false, true), (false, false)]);
        assert_eq!((trajectory.outcome, trajectory.meets_weaker), (Some(-1.0), true));
    }

    #[test]
    fn a_side_without_visits_has_an_empty_trajectory() {
        let episode = Episode { moves: &[], random: &[], outcome: None, meets_weaker: false };
        assert!(episode.trajectory(Color::Black, &GameMemory::default()).transitions.is_empty());
    }
}
