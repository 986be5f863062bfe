//! The positions a user names: FENs, `start`, or `-` for one a line of standard input.

use std::io::{self, BufRead};

use anyhow::{Context, Result};

use crate::board::Position;
use crate::board::fen::{self, FenError};
use crate::pdn::STANDARD_INPUT;

/// The name of the position in which games begin.
const START: &str = "start";

/// Which positions.
#[derive(Clone, Debug, clap::Args)]
pub struct Positions {
    /// Positions: FENs, `start`, or - for one a line of standard input
    #[arg(required = true, value_name = "FEN")]
    fens: Vec<String>,
}

impl Positions {
    /// Reads them in order. Those of the command line are checked before any work begins; those of standard input come
    /// as they are asked for, so that another program may wait for each answer.
    ///
    /// # Errors
    /// A FEN of the command line that cannot be read.
    pub fn read(&self) -> Result<impl Iterator<Item = Result<Position>>> {
        let given = self.fens.iter().map(|text| match text.as_str() {
            STANDARD_INPUT => Ok(None),
            text => read_one(text).map(Some),
        });
        let given: Vec<Option<Position>> = given.collect::<Result<_>>()?;
        Ok(given.into_iter().flat_map(|position| -> Box<dyn Iterator<Item = _>> {
            match position {
                Some(position) => Box::new(std::iter::once(Ok(position))),
                None => Box::new(lines(io::stdin().lock())),
            }
        }))
    }

    /// As [`Positions::read`], with an empty line between the answers unless they are JSON.
    ///
    /// # Errors
    /// As [`Positions::read`].
    pub fn read_apart(&self, json: bool) -> Result<impl Iterator<Item = Result<Position>>> {
        let positions = self.read()?.enumerate();
        Ok(positions.map(move |(index, position)| {
            if index > 0 && !json {
                say!("");
            }
            position
        }))
    }

    /// The arguments as they were given, where they may mean something else.
    #[must_use]
    pub fn given(&self) -> &[String] {
        &self.fens
    }

    /// Whether there may be more than one, so that answers must say which they are about.
    #[must_use]
    pub fn are_several(&self) -> bool {
        self.fens.len() > 1 || self.fens.iter().any(|text| text == STANDARD_INPUT)
    }
}

/// A position on every line that is not blank.
fn lines(input: impl BufRead) -> impl Iterator<Item = Result<Position>> {
    let numbered = input.lines().enumerate();
    numbered.filter(|(_, line)| !line.as_ref().is_ok_and(|line| line.trim().is_empty())).map(
        |(index, line)| {
            let place = || format!("standard input, line {}", index + 1);
            read_one(line.with_context(place)?.trim()).with_context(place)
        },
    )
}

fn read_one(text: &str) -> Result<Position> {
    position_of(text).with_context(|| format!("FEN '{}'", text.escape_debug()))
}

/// The position that a word names: a FEN, or `start`.
///
/// # Errors
/// A FEN that cannot be read.
pub fn position_of(text: &str) -> Result<Position, FenError> {
    if text == START { Ok(Position::start()) } else { fen::read(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_stand_one_a_line_and_a_fault_names_its_line() {
        let read: Vec<Result<Position>> =
            lines("start\n\n W:W28:B19 \nW:W51\nstart".as_bytes()).collect();
        assert_eq!(read.len(), 4);
        assert_eq!(read[0].as_ref().ok(), Some(&Position::start()));
        assert_eq!(read[1].as_ref().ok(), fen::read("W:W28:B19").ok().as_ref());
        let fault = format!("{:#}", read[2].as_ref().expect_err("no square"));
        assert!(fault.contains("line 4") && fault.contains("51"), "{fault}");
    }

    #[test]
    fn a_fault_on_the_command_line_is_found_before_any_work() {
        let positions = Positions { fens: vec!["start".into(), "W:W51".into()] };
        assert!(positions.read().is_err() && positions.are_several());
        let one = Positions { fens: vec!["start".into()] };
        assert_eq!(one.read().expect("a position").count(), 1);
        assert!(!one.are_several());
    }
}
