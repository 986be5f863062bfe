//! Games as workers encode them: steps in the model's own terms, to be learned in order on another thread.

use std::ops::Range;

use super::returns::SearchTarget;
use crate::board::Position;
use crate::dataset::{Episode, GameCounts, LeftOut};
use crate::models::Model;

/// The sampled positions of held-out games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldOut {
    positions: Vec<Position>,
    /// Where each game's positions end, and its outcome.
    games: Vec<(usize, f32)>,
}

impl HeldOut {
    /// Adds an episode.
    pub(crate) fn push(&mut self, positions: &[Position], outcome: f32) {
        self.positions.extend_from_slice(positions);
        self.games.push((self.positions.len(), outcome));
    }

    /// Adds the games of another set.
    pub(super) fn append(&mut self, other: &HeldOut) {
        for (positions, outcome) in (0..other.len()).map(|game| other.game(game)) {
            self.push(positions, outcome);
        }
    }

    /// Forgets the games and keeps the memory.
    fn clear(&mut self) {
        self.positions.clear();
        self.games.clear();
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The positions and the outcome of a game.
    pub fn game(&self, index: usize) -> (&[Position], f32) {
        let start = if index == 0 { 0 } else { self.games[index - 1].0 };
        let (end, outcome) = self.games[index];
        (&self.positions[start..end], outcome)
    }

    /// The same games in the order of their places.
    ///
    /// # Panics
    /// If there is not a place for each game.
    pub(super) fn sorted(&self, places: &[u64]) -> HeldOut {
        assert_eq!(places.len(), self.len(), "a place for each game");
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&game| places[game]);
        let mut sorted = HeldOut::default();
        for game in order {
            let (positions, outcome) = self.game(game);
            sorted.push(positions, outcome);
        }
        sorted
    }

    /// All positions of all games.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }
}

/// What a game is used for.
#[derive(Clone, Debug)]
pub(crate) enum Use {
    /// Training: the steps of the game, then those of its mirror.
    Train(TrainingSlot),
    /// Validation: its index among the held-out games of the block.
    HeldOut(usize),
    LeftOut(LeftOut),
}

/// Where a training game is in its block.
#[derive(Clone, Debug)]
pub(crate) struct TrainingSlot {
    /// White's result.
    pub outcome: f32,
    /// The steps of the game itself.
    pub own: Range<usize>,
    /// The steps of its mirror; empty without mirrored games.
    pub mirror: Range<usize>,
    /// The material of each position, in [`GameBatch::material`].
    pub material: Range<usize>,
    /// The search scores of its positions, in [`GameBatch::targets`]; empty without scores, or if they are no targets.
    pub targets: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct EncodedGame {
    /// The result in the words of the census.
    pub result: &'static str,
    /// Its positions.
    pub counts: GameCounts,
    /// What it is used for.
    pub used: Use,
    /// The same number for games of the same start and moves.
    pub fingerprint: u64,
    /// Its place among the games of its source, where they come in another order.
    pub place: Option<u64>,
}

/// Balance and phase of a position, for the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Men plus three times kings, White less Black.
    pub balance: i8,
    /// Pieces on the board.
    pub pieces: u8,
}

impl Material {
    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        let balance = position.material().clamp(i8::MIN.into(), i8::MAX.into());
        Material { balance: balance as i8, pieces: position.occupied().len() as u8 }
    }
}

/// The encoded games of one block, in order.
#[derive(Clone, Debug)]
pub(crate) struct GameBatch<S> {
    /// Each game, or the name of the fault for which it was skipped.
    pub games: Vec<Result<EncodedGame, &'static str>>,
    /// Balance and pieces of the training positions.
    pub material: Vec<Material>,
    /// The search scores of training positions.
    pub targets: Vec<SearchTarget>,
    /// The held-out games of the block.
    pub held_out: HeldOut,
    /// The steps of the training games.
    pub steps: S,
}

impl<S> GameBatch<S> {
    /// No game yet, with an empty buffer of steps.
    pub(crate) fn new(steps: S) -> GameBatch<S> {
        let (games, material) = (Vec::new(), Vec::new());
        GameBatch { games, material, targets: Vec::new(), held_out: HeldOut::default(), steps }
    }

    /// Forgets the games and keeps the memory.
    pub(super) fn clear<F: Model<Steps = S>>(&mut self) {
        self.games.clear();
        self.material.clear();
        self.targets.clear();
        self.held_out.clear();
        F::clear(&mut self.steps);
    }

    /// Adds the training game of an episode, with the search scores of its positions, if there are any.
    pub(super) fn add_training<F: Model<Steps = S>>(
        &mut self,
        episode: &Episode,
        mirror: bool,
        encoder: &mut F::Encoder,
        targets: impl IntoIterator<Item = SearchTarget>,
    ) -> Use {
        let positions = &episode.positions;
        let own = F::encode(encoder, positions, false, &mut self.steps);
        let mirror = match mirror {
            true => F::encode(encoder, positions, true, &mut self.steps),
            false => own.end..own.end,
        };
        let material = self.material.len();
        self.material.extend(positions.iter().map(Material::of));
        let first_target = self.targets.len();
        self.targets.extend(targets);
        Use::Train(TrainingSlot {
            targets: first_target..self.targets.len(),
            outcome: episode.outcome,
            own,
            mirror,
            material: material..self.material.len(),
        })
    }

    pub(super) fn add_held_out(&mut self, episode: &Episode) -> Use {
        self.held_out.push(&episode.positions, episode.outcome);
        Use::HeldOut(self.held_out.len() - 1)
    }
}
