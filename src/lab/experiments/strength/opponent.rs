//! A program that is met, and what it is called.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::arena::PlayError;
use crate::arena::tournament::spec::PlayerSpec;

/// A program outside by the name that reports give it: `NAME=dxp:HOST:PORT` or `NAME=hub:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    name: String,
    player: PlayerSpec,
}

#[derive(Debug, Error)]
pub enum OpponentError {
    #[error("'{0}' names no opponent; write NAME=dxp:HOST:PORT or NAME=hub:COMMAND")]
    Form(String),
    /// A name that cannot be that of a file.
    #[error(
        "'{0}' cannot be the name of a file; write letters, digits, spaces and . - _ +, a letter or digit first"
    )]
    Name(String),
    #[error(transparent)]
    Player(#[from] PlayError),
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Opponent, OpponentError> {
        let form = || OpponentError::Form(text.into());
        let (name, player) = text.split_once('=').ok_or_else(form)?;
        let player: PlayerSpec = player.parse()?;
        if !matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_)) {
            return Err(form());
        }
        let name = name.trim();
        if !is_file_name(name) {
            return Err(OpponentError::Name(name.into()));
        }
        Ok(Opponent { name: name.into(), player })
    }
}

/// Whether a file of games may be called so on any system.
fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " .-_+".contains(c);
    name.len() <= 80 && name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain)
}

impl Opponent {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn player(&self) -> &PlayerSpec {
        &self.player
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opponent_is_a_name_and_a_program_outside() {
        for text in ["Scan 3.1=hub:./scan hub", "Moby Dam=dxp:localhost:27531"] {
            assert_eq!(text.parse::<Opponent>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "Scan",
            "hub:./scan hub",
            "=hub:x",
            "../x=hub:x",
            "a/b=hub:x",
            "a=material",
            "a=net:x",
            "a=uci:x",
            "-a=hub:x",
        ] {
            assert!(text.parse::<Opponent>().is_err(), "{text}");
        }
    }
}
