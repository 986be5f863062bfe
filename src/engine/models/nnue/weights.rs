//! The parameters of patterns with a hidden layer.

use super::adam_state::AdamState;
use super::inputs::each;
use super::layer::{Layer, activation};
use crate::board::{Color, Position};
use crate::models::patterns::Patterns;

/// Patterns and a hidden layer beside them: V = squash(sum of the patterns + what the layer adds). Exactly as good for one side as
/// for the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Nnue {
    pub(super) patterns: Patterns,
    pub(super) layer: Layer,
    /// What learning by Adam remembers of the layer; nothing where it is learned by plain steps.
    pub(super) adam: Option<AdamState>,
}

/// What a hidden unit makes of a position: f of White's net less f of Black's, and its weight in the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub input: f32,
    pub weight: f32,
}

impl Nnue {
    /// What the hidden units make of a position.
    pub(super) fn units(&self, position: &Position, pieces: u32) -> Vec<Unit> {
        let mut inputs = Vec::new();
        each(position, |input| inputs.push(input as u8));
        let mut nets = [Vec::new(), Vec::new()];
        self.layer.nets(&inputs, position.turn() == Color::White, &mut nets);
        let (mix, [opening, endgame]) = (self.patterns.mix(pieces), self.layer.outputs());
        let units = nets[0].iter().zip(&nets[1]).zip(opening.iter().zip(endgame));
        let units = units.map(|((&own, &other), (&opening, &endgame))| Unit {
            input: activation(own).0 - activation(other).0,
            weight: mix[0] * opening + mix[1] * endgame,
        });
        units.collect()
    }
}
