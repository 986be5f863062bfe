//! Fully connected layers, checked, and the value of a position.

use super::error::{DenseError, MAX_LAYERS, MAX_UNITS};
use super::inputs::DenseInputs;
use crate::board::{Color, Position};
use crate::models::explanation::{Explanation, Part};
use crate::models::tensors::is_sound;
use serde::{Deserialize, Serialize};

/// A network of fully connected layers.
///
/// Its value is that of [`Sides`]: White's result, or that of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    inputs: DenseInputs,
    sides: Sides,
    layers: Vec<DenseLayer>,
    /// The weights of the first layer by input, all units together: few inputs of a position are not 0.
    by_input: Vec<f32>,
}

/// Whose view the first layer has of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// White's; the value is White's result.
    White,
    /// That of the side to move, whose result the value is: Black sees the board turned and the colours swapped.
    Mover,
    /// That of the side to move, then that of the other side by the same weights, one after the other, as in NNUE. The value is the result
    /// of the side to move.
    Both,
}

impl Sides {
    /// The sides whose views the first layer has where this side is to move, one after the other. The value is the result of the first.
    pub fn views(self, turn: Color) -> &'static [Color] {
        const BOTH: [Color; 3] = [Color::White, Color::Black, Color::White];
        match (self, turn) {
            (Sides::White, _) | (Sides::Mover, Color::White) => &BOTH[..1],
            (Sides::Mover, Color::Black) => &BOTH[1..2],
            (Sides::Both, Color::White) => &BOTH[..2],
            (Sides::Both, Color::Black) => &BOTH[1..],
        }
    }

    /// What a layer of these units gives the next one.
    pub(super) fn width_after(self, layer: usize, units: usize) -> usize {
        let views = if layer == 0 { self.views(Color::White).len() } else { 1 };
        views * units
    }
}

/// h of the sum of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DenseActivation {
    /// The sum itself.
    Linear,
    /// max(x, 0).
    Relu,
    /// x, within 0 and 1.
    Crelu,
    /// x², of x within 0 and 1.
    Screlu,
    /// x / (1 + |x|).
    Softsign,
    /// tanh x.
    Tanh,
}

impl DenseActivation {
    /// The word of files and of Python.
    pub fn name(self) -> &'static str {
        match self {
            DenseActivation::Linear => "linear",
            DenseActivation::Relu => "relu",
            DenseActivation::Crelu => "crelu",
            DenseActivation::Screlu => "screlu",
            DenseActivation::Softsign => "softsign",
            DenseActivation::Tanh => "tanh",
        }
    }

    /// All of them.
    pub const ALL: [DenseActivation; 6] = [
        DenseActivation::Linear,
        DenseActivation::Relu,
        DenseActivation::Crelu,
        DenseActivation::Screlu,
        DenseActivation::Softsign,
        DenseActivation::Tanh,
    ];

    /// Replaces sums by what the units say.
    #[inline]
    pub(super) fn apply(self, sums: &mut [f32]) {
        match self {
            DenseActivation::Linear => {}
            DenseActivation::Relu => sums.iter_mut().for_each(|x| *x = x.max(0.0)),
            DenseActivation::Crelu => sums.iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0)),
            DenseActivation::Screlu => sums.iter_mut().for_each(|x| {
                let inside = x.clamp(0.0, 1.0);
                *x = inside * inside;
            }),
            DenseActivation::Softsign => sums.iter_mut().for_each(|x| *x /= 1.0 + x.abs()),
            DenseActivation::Tanh => sums.iter_mut().for_each(|x| *x = x.tanh()),
        }
    }
}

/// One layer: units = activation(weights · inputs + bias).
#[derive(Clone, Debug, PartialEq)]
pub struct DenseLayer {
    /// By unit and input, the inputs of a unit together, as PyTorch has them.
    pub weights: Vec<f32>,
    /// By unit.
    pub bias: Vec<f32>,
    /// What a unit makes of its sum.
    pub activation: DenseActivation,
}

impl DenseLayer {
    /// The number of units.
    pub fn units(&self) -> usize {
        self.bias.len()
    }

    /// The units of these inputs.
    fn forward(&self, inputs: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(inputs.len());
        let sum = |row: &[f32]| {
            // Partial sums keep the additions independent, which makes them vectors.
            let mut parts = [0.0; 8];
            let ((rows, rest), (groups, others)) = (row.as_chunks::<8>(), inputs.as_chunks::<8>());
            for (weights, inputs) in rows.iter().zip(groups) {
                (0..8).for_each(|lane| parts[lane] += weights[lane] * inputs[lane]);
            }
            let rest = rest.iter().zip(others).map(|(w, x)| w * x).sum::<f32>();
            parts.iter().sum::<f32>() + rest
        };
        let mut units: Vec<f32> = rows.zip(&self.bias).map(|(row, bias)| sum(row) + bias).collect();
        self.activation.apply(&mut units);
        units
    }
}

impl Dense {
    /// A network of these layers, the first over these inputs.
    ///
    /// ```
    /// use draughts_td_engine::models::dense::{Dense, DenseActivation, DenseInputs, DenseLayer, Sides};
    /// use draughts_td_rules::board::{Color, fen};
    ///
    /// // Men and kings of both sides, a king as three men.
    /// let piece = |input: usize| [1.0, 3.0, -1.0, -3.0, 0.0][input / 50];
    /// let layer = DenseLayer {
    ///     weights: (0..201).map(|input| 0.4 * piece(input)).collect(),
    ///     bias: vec![0.0],
    ///     activation: DenseActivation::Tanh,
    /// };
    /// let network = Dense::new(DenseInputs::Squares, Sides::Mover, vec![layer])?;
    /// let position = fen::read("B:W31,32:BK5")?;
    /// assert!((network.value(&position, Color::Black) - 0.4f32.tanh()).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Layers that do not fit together, or weights that are no finite numbers.
    pub fn new(
        inputs: DenseInputs,
        sides: Sides,
        layers: Vec<DenseLayer>,
    ) -> Result<Dense, DenseError> {
        if !(1..=MAX_LAYERS).contains(&layers.len()) {
            return Err(DenseError::Layers(layers.len()));
        }
        let mut width = inputs.count();
        for (number, layer) in layers.iter().enumerate() {
            let (units, found) = (layer.units(), layer.weights.len());
            if !(1..=MAX_UNITS).contains(&units) {
                return Err(DenseError::Units { layer: number, units });
            }
            if found != units * width {
                return Err(DenseError::Weights { layer: number, found, units, inputs: width });
            }
            if let Some(weight) = layer.weights.iter().chain(&layer.bias).find(|w| !is_sound(w)) {
                return Err(DenseError::Number { layer: number, weight: weight.to_string() });
            }
            width = sides.width_after(number, units);
        }
        let last = &layers[layers.len() - 1];
        let is_output = matches!(last.activation, DenseActivation::Linear | DenseActivation::Tanh);
        // A single layer that both sides see has an output for each.
        if width != 1 || !is_output {
            return Err(DenseError::Output { units: width, activation: last.activation.name() });
        }
        let (count, first) = (inputs.count(), &layers[0]);
        let columns = (0..count).flat_map(|input| first.weights.iter().skip(input).step_by(count));
        let by_input = columns.copied().collect();
        Ok(Dense { inputs, sides, layers, by_input })
    }

    /// What the first layer sees.
    pub fn inputs(&self) -> &DenseInputs {
        &self.inputs
    }

    /// Whose view it has.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// The layers.
    pub fn layers(&self) -> &[DenseLayer] {
        &self.layers
    }

    /// The expected result of a position for a side, from −1 to 1 where the output is tanh.
    #[must_use]
    pub fn value(&self, position: &Position, side: Color) -> f32 {
        self.value_without(position, side, None)
    }

    /// The value where an input of the first view is left out.
    fn value_without(&self, position: &Position, side: Color, left_out: Option<usize>) -> f32 {
        let views = self.sides.views(position.turn());
        let mut units = self.first(position, views[0], left_out);
        views[1..].iter().for_each(|&view| units.extend(self.first(position, view, None)));
        let output = self.layers[1..].iter().fold(units, |units, layer| layer.forward(&units))[0];
        if side == views[0] { output } else { 0.0 - output }
    }

    /// The units of the first layer for a side.
    fn first(&self, position: &Position, side: Color, left_out: Option<usize>) -> Vec<f32> {
        let layer = &self.layers[0];
        let mut units = layer.bias.clone();
        for (input, x) in self.inputs.active(position, side) {
            if Some(input) != left_out {
                let row = &self.by_input[input * units.len()..][..units.len()];
                units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += x * weight);
            }
        }
        layer.activation.apply(&mut units);
        units
    }

    /// The shape in words: `201-64-1`.
    pub(super) fn shape(&self) -> String {
        let units = self.layers.iter().map(|layer| format!("-{}", layer.units()));
        format!("{}{}", self.inputs.count(), units.collect::<String>())
    }

    /// What each input adds: how much the value falls where it is left out.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        let value = self.value(position, Color::White);
        let part = |(index, input): (usize, f32)| {
            let (name, group) = self.inputs.name(index);
            let contribution = value - self.value_without(position, Color::White, Some(index));
            Part { index, name, group, input, contribution, squares: None }
        };
        let active = self.inputs.active(position, self.sides.views(position.turn())[0]);
        let parts: Vec<Part> = active.into_iter().map(part).collect();
        Explanation {
            judge: format!("dense {}", self.shape()),
            value,
            rest: value - parts.iter().map(|part| part.contribution).sum::<f32>(),
            groups: self.inputs.groups(),
            parts,
        }
    }
}
