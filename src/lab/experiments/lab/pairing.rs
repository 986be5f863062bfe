//! Who meets whom in an experiment.

use serde::Serialize;

/// Who meets whom. A player is the name of a recipe, which may do without some techniques of the search, or a player as
/// `match` takes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    pub a: String,
    pub b: String,
    /// Seconds a move on both sides, instead of nodes; such a match is played alone, with the first seed.
    pub seconds: Option<f64>,
}

impl Pairing {
    /// Two players with the same number of nodes a move.
    pub fn new(a: &str, b: &str) -> Pairing {
        Pairing { a: a.into(), b: b.into(), seconds: None }
    }

    /// The same with a time for each move.
    pub fn timed(self, seconds: f64) -> Pairing {
        Pairing { seconds: Some(seconds), ..self }
    }
}
