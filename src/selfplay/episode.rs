//! From what pupils remember of a game to the chains that are learned.

use super::agent::{GameMemory, VisitedPosition};
use crate::board::{Color, Move};
use crate::learning::{Trajectory, Transition};

/// A game as far as its lessons depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EpisodeContext<'a> {
    /// The moves behind the opening.
    pub moves: &'a [Move],
    /// The plies that chance played, for either side.
    pub chance: &'a [usize],
    /// White's result; `None` if the game was broken off.
    pub outcome: Option<f32>,
    /// Whether the opponent is rated below the pupil.
    pub meets_weaker: bool,
}

impl EpisodeContext<'_> {
    /// The chain of the side that remembers this.
    pub(super) fn chain(&self, agent: Color, memory: &GameMemory) -> Trajectory {
        let lessons = &memory.lessons;
        let end = self.moves.len();
        let links = lessons.iter().enumerate().map(|(place, lesson)| {
            let next = lessons.get(place + 1).map_or(end, |next| next.ply);
            self.link(lesson, next)
        });
        let EpisodeContext { outcome, meets_weaker, .. } = *self;
        Trajectory { agent, transitions: links.collect(), outcome, meets_weaker }
    }

    fn link(&self, lesson: &VisitedPosition, next: usize) -> Transition {
        let came = self.moves.get(lesson.ply..lesson.ply + 2);
        let is_predicted = lesson.expected.is_some_and(|moves| came == Some(&moves[..]));
        Transition {
            position: lesson.position,
            known: lesson.known,
            is_cut: self.chance.iter().any(|ply| (lesson.ply..next).contains(ply)),
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

    fn lesson(ply: usize, expected: Option<[Move; 2]>) -> VisitedPosition {
        VisitedPosition { ply, position: Position::start(), known: None, expected }
    }

    #[test]
    fn a_reply_that_came_as_expected_is_predicted_and_chance_cuts_where_it_played() {
        let moves = moves(7);
        let lessons = vec![
            lesson(0, Some([moves[0], moves[1]])),
            lesson(2, Some([moves[0], moves[3]])),
            lesson(6, Some([moves[6], moves[1]])),
        ];
        let memory = GameMemory { lessons, ..GameMemory::default() };
        let game =
            EpisodeContext { moves: &moves, chance: &[3], outcome: Some(-1.0), meets_weaker: true };
        let chain = game.chain(Color::White, &memory);
        let told: Vec<(bool, bool)> =
            chain.transitions.iter().map(|link| (link.is_predicted, link.is_cut)).collect();
        assert_eq!(told, [(true, false), (false, true), (false, false)]);
        assert_eq!((chain.outcome, chain.meets_weaker), (Some(-1.0), true));
    }

    #[test]
    fn a_side_that_met_nothing_has_an_empty_chain() {
        let game = EpisodeContext { moves: &[], chance: &[], outcome: None, meets_weaker: false };
        assert!(game.chain(Color::Black, &GameMemory::default()).transitions.is_empty());
    }
}
