//! One game's kept positions in order, with the result they led to.

use super::census::GameCounts;
use super::filter::{Filter, Removal};
use crate::board::{Move, Position};

/// The kept positions of one game.
///
/// λ-returns need the order: an episode is never shuffled or divided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Episode {
    /// Kept positions, in the order of the game.
    pub positions: Vec<Position>,
    /// The ply of each kept position; 0 is the start.
    pub plies: Vec<u32>,
    /// The result for White: +1, 0 or −1.
    pub outcome: f32,
}

/// Makes episodes of games and keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    filter: Filter,
    removals: Vec<Option<Removal>>,
}

impl Sampler {
    /// A sampler with this filter.
    #[must_use]
    pub fn new(filter: Filter) -> Sampler {
        Sampler { filter, ..Sampler::default() }
    }

    /// Fills `episode` with the kept positions of a game, from all its positions in order, the first and the last included,
    /// and the moves between them.
    pub fn sample(
        &mut self,
        positions: &[Position],
        moves: &[Move],
        outcome: f32,
        episode: &mut Episode,
    ) -> GameCounts {
        self.sample_before(positions.len(), positions, moves, outcome, episode)
    }

    /// As [`Sampler::sample`], but without the positions from `end` on, where endgame tables know the outcome. The filter
    /// sees the whole game.
    pub(crate) fn sample_before(
        &mut self,
        end: usize,
        positions: &[Position],
        moves: &[Move],
        outcome: f32,
        episode: &mut Episode,
    ) -> GameCounts {
        self.filter.check(positions, moves, &mut self.removals);
        self.removals[end..].fill(Some(Removal::Endgame));
        episode.positions.clear();
        episode.plies.clear();
        episode.outcome = outcome;
        let checked = positions.iter().zip(&self.removals).enumerate();
        for (ply, (position, _)) in checked.filter(|(_, (_, removal))| removal.is_none()) {
            episode.positions.push(*position);
            episode.plies.push(ply as u32);
        }
        GameCounts::of(&self.removals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn an_episode_keeps_the_order_and_the_plies_of_what_is_left() {
        let (mut positions, mut moves) = (vec![Position::start()], Vec::new());
        for text in ["32-28", "19-23", "28x19", "14x23", "37-32"] {
            let position = positions[positions.len() - 1];
            let legal = MoveList::legal(&position);
            let mv = legal.into_iter().find(|mv| mv.to_string() == text).expect(text);
            positions.push(position.succ(mv));
            moves.push(mv);
        }
        let mut episode = Episode::default();
        let counts = Sampler::new(Filter::default()).sample(&positions, &moves, -1.0, &mut episode);
        assert_eq!(episode.plies, [0, 1, 4, 5]);
        assert_eq!(episode.positions[3], positions[5]);
        assert_eq!(episode.outcome, -1.0);
        assert_eq!((counts.plies, counts.kept), (5, 4));
    }
}
