//! The settings of a tree search: the algorithm and its constants.

use thiserror::Error;

/// How a simulation chooses among the moves of a node, and which move is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Upper confidence bounds with priors, as AlphaZero has them (Silver and others 2018).
    #[default]
    Puct,
    /// Gumbel AlphaZero: sequential halving at the root, completed values in the nodes (Danihelka and others 2022).
    Gumbel,
}

/// Dirichlet noise on the priors of a root, so that self-play tries every move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// The parameter of the distribution, above 0; AlphaZero takes about ten divided by the number of moves.
    pub alpha: f32,
    /// The share of the noise in the prior, 0 to 1.
    pub share: f32,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The weight of the prior against the value (PUCT).
    pub c: f32,
    /// Noise on the priors of the roots (PUCT).
    pub noise: Option<RootNoise>,
    /// The most moves of a root that are searched, from 1 (Gumbel).
    pub considered: usize,
    /// The scale of the Gumbel variables of a root; 0 chooses without random numbers (Gumbel).
    pub gumbel_scale: f32,
    /// The leaves of one game that are evaluated together, from 1. More than one makes use of larger batches, and follows moves that the
    /// values of leaves still missing would have spared.
    pub leaves: usize,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings {
            algorithm: Algorithm::Puct,
            c: 1.5,
            noise: None,
            considered: 16,
            gumbel_scale: 1.0,
            leaves: 1,
            seed: 0,
        }
    }
}

/// A setting out of its range.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{name} is {value}; give {range}")]
pub struct SettingError {
    name: &'static str,
    value: f64,
    range: &'static str,
}

impl TreeSettings {
    /// The most leaves of one game in a batch.
    pub const MAX_LEAVES: usize = 1024;

    /// Checks every range.
    ///
    /// # Errors
    /// The first setting that is out of its range.
    pub fn check(&self) -> Result<(), SettingError> {
        let positive = "a number above 0";
        require("c", self.c.into(), self.c.is_finite() && self.c > 0.0, positive)?;
        if let Some(RootNoise { alpha, share }) = self.noise {
            require("noise: alpha", alpha.into(), alpha.is_finite() && alpha > 0.0, positive)?;
            let is_share = (0.0..=1.0).contains(&share);
            require("noise: the share", share.into(), is_share, "a number from 0 to 1")?;
        }
        let scale = self.gumbel_scale;
        let is_scale = scale.is_finite() && scale >= 0.0;
        require("gumbel_scale", scale.into(), is_scale, "a number from 0")?;
        let considered = self.considered;
        require("considered", considered as f64, considered > 0, "a number from 1")?;
        let is_known = (1..=TreeSettings::MAX_LEAVES).contains(&self.leaves);
        require("leaves", self.leaves as f64, is_known, "a number from 1 to 1024")
    }
}

fn require(
    name: &'static str,
    value: f64,
    holds: bool,
    range: &'static str,
) -> Result<(), SettingError> {
    if holds { Ok(()) } else { Err(SettingError { name, value, range }) }
}
