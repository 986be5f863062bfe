//! The mistakes of a player as JSON, for scripts, the page and Python.

use serde_json::{Value, json};

use super::{MistakeCount, PHASES, PlayerMistake, PlayerMistakes};
use crate::board::fen;

impl PlayerMistakes {
    /// One object: the total counts, `games`, `phases` with their `pieces`, and `worst`, a list of moves with game, position and better
    /// line.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let phases = PHASES.iter().zip(self.phases).map(|((name, _), count)| {
            let mut object = count.to_json();
            object["pieces"] = (*name).into();
            object
        });
        let mut object = self.total().to_json();
        object["games"] = self.games.into();
        object["phases"] = phases.collect();
        object["worst"] = self.worst.iter().map(PlayerMistake::to_json).collect();
        object
    }
}

impl MistakeCount {
    fn to_json(self) -> Value {
        let MistakeCount { moves, inaccuracies, mistakes, blunders, loss } = self;
        json!({
            "moves": moves, "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders, "loss": loss,
        })
    }
}

impl PlayerMistake {
    fn to_json(&self) -> Value {
        json!({
            "game": self.game.game, "date": self.game.date, "opponent": self.game.opponent, "ply": self.before,
            "fen": fen::write(&self.position), "move": self.played(), "name": self.name(),
            "glyph": self.glyph.sign(), "loss": self.loss, "better": self.better_line().join(" "),
        })
    }
}
