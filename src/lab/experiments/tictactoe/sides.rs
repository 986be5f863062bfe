//! Expected scores: against whom, as crosses and as noughts.

use super::variant::Start;

/// The expected score as crosses and as noughts.
pub type Sides = [f64; 2];

/// The expected score when the sides are shared out like this.
pub fn shared([first, second]: Sides, start: Start) -> f64 {
    match start {
        Start::Alternate => f64::midpoint(first, second),
        Start::First => first,
        Start::Second => second,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    Expert,
    Random,
}

impl Opponent {
    pub fn name(self) -> &'static str {
        match self {
            Opponent::Expert => "Expert",
            Opponent::Random => "Random",
        }
    }
}
