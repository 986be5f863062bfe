//! What the colour mirror does to an input.

/// How an input changes when the board is turned and the colours are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// It changes its sign.
    Odd,
    /// It stays.
    Even,
}
