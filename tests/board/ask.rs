//! Questions as the tests write them.

use serde_json::{Value, json};

/// A place in a game from the start.
pub fn after(moves: &[&str]) -> Value {
    json!({ "moves": moves })
}

/// A position.
pub fn at(fen: &str) -> Value {
    json!({ "fen": fen })
}
