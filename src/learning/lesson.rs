//! What a worker makes of games: inputs in the network's form, ready to be learned in order on another thread.

use std::ops::Range;

use super::hyperparams::Checked;
use crate::board::Position;
use crate::features::{COUNT, GLOBALS, Inputs, Mask, WORD_INDEX, WORD_SIGN, WORDS};
use crate::network::{Borders, Change, Sequence, SequenceBuffer};
use crate::samples::{Episode, GameCounts, LeftOut};

/// A run of steps of one game in one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The phase, and so the network.
    pub phase: usize,
    /// Its number in the buffer.
    pub sequence: usize,
}

/// Turns positions into sequences of inputs.
#[derive(Clone, Debug)]
pub struct Encoder {
    borders: Borders,
    words: Range<usize>,
    additions: bool,
    mask: Option<Mask>,
    changes: Vec<Change>,
}

impl Encoder {
    /// An encoder for these settings.
    #[must_use]
    pub fn new(checked: &Checked) -> Encoder {
        let settings = checked.settings();
        Encoder {
            borders: checked.borders().clone(),
            words: settings.inputs.words(),
            additions: settings.additions,
            mask: (!settings.without.is_empty()).then(|| Mask::without(&settings.without)),
            changes: Vec::new(),
        }
    }

    /// The inputs of one position as these settings see them.
    #[must_use]
    pub fn inputs(&self, position: &Position) -> Inputs {
        let mut inputs = Inputs::of(position);
        if !self.additions {
            inputs = inputs.without_additions();
        }
        match &self.mask {
            Some(mask) => inputs.masked(mask),
            None => inputs,
        }
    }

    /// Appends the inputs of an episode's positions; one stretch for each phase it passes through.
    pub fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        buffer: &mut SequenceBuffer,
        stretches: &mut Vec<Stretch>,
    ) {
        let mut before = [0; WORDS];
        let mut current = None;
        for position in positions {
            let mut inputs = self.inputs(position);
            if mirrored {
                inputs = inputs.mirrored();
            }
            let phase = self.borders.phase(position.occupied().len());
            if let Some(ended) = current.replace(phase).filter(|&earlier| earlier != phase) {
                stretches.push(Stretch { phase: ended, sequence: buffer.end() });
                before = [0; WORDS];
            }
            self.collect_changes(&before, &inputs.words);
            buffer.push(&inputs.globals, self.changes.iter().copied());
            before = inputs.words;
        }
        stretches.extend(current.map(|phase| Stretch { phase, sequence: buffer.end() }));
    }

    fn collect_changes(&mut self, before: &[u64; WORDS], after: &[u64; WORDS]) {
        self.changes.clear();
        for word in self.words.clone() {
            let sign = WORD_SIGN[word] as i16;
            let mut differs = before[word] ^ after[word];
            while differs != 0 {
                let bit = differs.trailing_zeros();
                differs &= differs - 1;
                let delta = if after[word] >> bit & 1 != 0 { sign } else { -sign };
                let input = u16::from(WORD_INDEX[word][bit as usize]);
                self.changes.push(Change { input, delta });
            }
        }
    }
}

/// The kept positions of the games that teach nothing but test.
#[derive(Clone, Debug, Default)]
pub struct HeldOut {
    positions: Vec<Position>,
    /// Where each game's positions end, and its outcome.
    games: Vec<(usize, f32)>,
}

impl HeldOut {
    /// Adds an episode.
    pub fn push(&mut self, positions: &[Position], outcome: f32) {
        self.positions.extend_from_slice(positions);
        self.games.push((self.positions.len(), outcome));
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The positions and the outcome of a game.
    #[must_use]
    pub fn game(&self, index: usize) -> (&[Position], f32) {
        let start = if index == 0 { 0 } else { self.games[index - 1].0 };
        let (end, outcome) = self.games[index];
        (&self.positions[start..end], outcome)
    }

    /// All positions of all games.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }
}

/// What a game is used for.
#[derive(Clone, Debug)]
pub enum Use {
    /// It teaches: the stretches of the game, then those of its mirror.
    Train(TrainingGame),
    /// It tests: its place among the held-out games of the block.
    HeldOut(usize),
    /// It teaches nothing.
    LeftOut(LeftOut),
}

/// Where a training game stands in its block.
#[derive(Clone, Debug)]
pub struct TrainingGame {
    /// White's result.
    pub outcome: f32,
    /// The stretches of the game itself.
    pub own: Range<usize>,
    /// The stretches of its mirror; empty without mirrored games.
    pub mirror: Range<usize>,
    /// The material of each position, in [`Lessons::material`].
    pub material: Range<usize>,
}

/// One readable game.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The result in the words of the census.
    pub result: &'static str,
    /// Its positions.
    pub counts: GameCounts,
    /// What it is used for.
    pub used: Use,
    /// The same number for games of the same moves.
    pub fingerprint: u64,
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
    #[must_use]
    pub fn of(position: &Position) -> Material {
        let balance = position.material().clamp(i8::MIN.into(), i8::MAX.into());
        Material { balance: balance as i8, pieces: position.occupied().len() as u8 }
    }
}

/// The lessons of one block of games, in order.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// Each game, or the name of the fault for which it was skipped.
    pub games: Vec<Result<Lesson, &'static str>>,
    /// Balance and pieces of the training positions.
    pub material: Vec<Material>,
    /// The held-out games of the block.
    pub held_out: HeldOut,
    buffer: SequenceBuffer,
    stretches: Vec<Stretch>,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons {
            games: Vec::new(),
            material: Vec::new(),
            held_out: HeldOut::default(),
            buffer: SequenceBuffer::new(GLOBALS.end, COUNT),
            stretches: Vec::new(),
        }
    }
}

impl Lessons {
    /// The stretches as phases and sequences.
    pub fn sequences(
        &self,
        stretches: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, Sequence<'_>)> + Clone {
        let stretches = self.stretches[stretches].iter();
        stretches.map(|stretch| (stretch.phase, self.buffer.sequence(stretch.sequence)))
    }

    /// Adds the training game of an episode.
    pub fn add_training(&mut self, episode: &Episode, mirror: bool, encoder: &mut Encoder) -> Use {
        let positions = &episode.positions;
        let start = self.stretches.len();
        encoder.encode(positions, false, &mut self.buffer, &mut self.stretches);
        let middle = self.stretches.len();
        if mirror {
            encoder.encode(positions, true, &mut self.buffer, &mut self.stretches);
        }
        let material = self.material.len();
        self.material.extend(positions.iter().map(Material::of));
        Use::Train(TrainingGame {
            outcome: episode.outcome,
            own: start..middle,
            mirror: middle..self.stretches.len(),
            material: material..self.material.len(),
        })
    }

    /// Adds the held-out game of an episode.
    pub fn add_held_out(&mut self, episode: &Episode) -> Use {
        self.held_out.push(&episode.positions, episode.outcome);
        Use::HeldOut(self.held_out.len() - 1)
    }
}
