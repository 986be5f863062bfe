//! Positions with the scores of deep searches: what an evaluation should say without the search.

use std::ops::ControlFlow;

use super::baseline::Baseline;
use super::game_batch::HeldOut;
use super::report::report;
use super::source::{Played, Source};
use crate::dataset::{Episode, Filter, Sampler};
use crate::models::Model;
use crate::parallel::Reading;
use crate::pdn::PdnError;

/// Quiet positions, each with the result that a deep search expects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeepScores {
    /// Each position is a game of its own, and the score of the search takes the place of the result.
    positions: HeldOut,
}

impl DeepScores {
    /// The positions of games with the score of a search that the default filter keeps, and the files that could not be read.
    pub fn read<S: Source + ?Sized>(source: &S) -> (DeepScores, Vec<PdnError>) {
        let (mut positions, mut faults) = (HeldOut::default(), Vec::new());
        source.fold(0, Block::default, Block::add, |reading| {
            match reading {
                Reading::Fault(fault) => faults.push(fault),
                Reading::Batch(batch) => positions.append(&batch.value.positions),
            }
            ControlFlow::Continue(())
        });
        (DeepScores { positions }, faults)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position has a score.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The mean squared error of an evaluation: of the result that it expects, −1 to 1, to that of the search.
    pub fn error<M: Model>(&self, model: &M, encoder: &M::Encoder) -> f64 {
        report(model, encoder, &self.positions, &Baseline::default()).all.mse
    }
}

/// The positions with scores of one block of games.
#[derive(Debug)]
struct Block {
    sampler: Sampler,
    episode: Episode,
    positions: HeldOut,
}

impl Default for Block {
    fn default() -> Block {
        Block {
            sampler: Sampler::new(Filter::default()),
            episode: Episode::default(),
            positions: HeldOut::default(),
        }
    }
}

impl Block {
    fn add(&mut self, game: Result<Played<'_>, &'static str>) {
        let Ok(game) = game else { return };
        _ = game.sample(&mut self.sampler, &mut self.episode);
        let Episode { positions, plies, .. } = &self.episode;
        for (position, &ply) in positions.iter().zip(plies) {
            if let Some(result) = game.notes.get(ply as usize).and_then(|note| note.result) {
                self.positions.push(std::slice::from_ref(position), result);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::learning::{PdnFiles, value};
    use crate::models::patterns::{PatternSettings, Patterns};

    const GAME: &str =
        "1. 32-28 {+0.50/9} 20-25 {-1.00/9} 2. 37-32 15-20 {+99.00/9} 3. 41-37 {0.10} 1-1\n";

    fn read(text: &str) -> DeepScores {
        let place = tempfile::tempdir().expect("folder");
        let file = place.path().join("game.pdn");
        fs::write(&file, text).expect("written");
        let (scores, faults) = DeepScores::read(&PdnFiles { files: &[file], threads: 1 });
        assert!(faults.is_empty(), "{faults:?}");
        scores
    }

    #[test]
    fn the_error_is_over_the_positions_with_a_score_seen_by_white() {
        let scores = read(GAME);
        let games: Vec<_> = (0..scores.len()).map(|at| scores.positions.game(at)).collect();
        let expected = [(0.5f32 / 2.5).tanh(), (1.0f32 / 2.5).tanh(), -1.0];
        assert_eq!(games.len(), expected.len(), "{games:?}");
        let settings = PatternSettings::default();
        let model = Patterns::of_material(&settings, 1).expect("material");
        let encoder = Patterns::encoder(&settings);
        let mut squares = 0.0;
        for ((positions, result), expected) in games.iter().zip(expected) {
            assert!((result - expected).abs() < 1e-6, "{games:?}");
            let difference = value(&model, &encoder, &positions[0]) - expected;
            squares += f64::from(difference).powi(2);
        }
        assert!((scores.error(&model, &encoder) - squares / 3.0).abs() < 1e-6);
    }

    #[test]
    fn games_without_scores_have_no_position() {
        assert!(read("1. 32-28 19-23 1-1\n").is_empty());
    }
}
