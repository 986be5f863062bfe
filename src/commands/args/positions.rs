//! The positions a user names: FENs, `start`, or `-` for one a line of standard input.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead};
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow};

use crate::board::fen::{self, FenError};
use crate::board::{Color, Position};
use crate::commands::output::console;
use crate::game::{Replayer, each_game};
use crate::pdn::{STANDARD_INPUT, Scan, block_of, is_pdn_name};

/// The name of the position in which games begin.
const START: &str = "start";

/// Which positions.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Positions {
    /// Positions: FENs, `start`, or - for one a line of standard input
    #[arg(required = true, value_name = "FEN")]
    fens: Vec<OsString>,
}

impl Positions {
    /// Reads the positions in order: those of the command line before any work, those of standard input one by one, so that another
    /// program may wait for each result.
    pub(crate) fn read(&self) -> Result<impl Iterator<Item = Result<Position>>> {
        let parsed = self.fens.iter().map(|text| match text.to_str() {
            Some(STANDARD_INPUT) => Ok(None),
            _ => read_one(text).map(Some),
        });
        let parsed: Vec<Option<Position>> = parsed.collect::<Result<_>>()?;
        let positions = parsed.into_iter().flat_map(|position| -> Box<dyn Iterator<Item = _>> {
            match position {
                Some(position) => Box::new(std::iter::once(Ok(position))),
                None => Box::new(lines(io::stdin().lock())),
            }
        });
        // Stops when the reader of standard output has gone.
        Ok(positions.take_while(|_| !console::is_unread()))
    }

    /// As [`Positions::read`], with an empty line between the results unless they are JSON.
    pub(crate) fn read_apart(&self, json: bool) -> Result<impl Iterator<Item = Result<Position>>> {
        let positions = self.read()?.enumerate();
        Ok(positions.map(move |(index, position)| {
            if index > 0 && !json {
                say!("");
            }
            position
        }))
    }

    /// The arguments as typed.
    pub(crate) fn texts(&self) -> &[OsString] {
        &self.fens
    }

    /// Whether there may be more than one, so that results name their position.
    pub(crate) fn are_several(&self) -> bool {
        self.fens.len() > 1 || self.fens.iter().any(|text| text == STANDARD_INPUT)
    }
}

/// A position on every line that is not blank.
fn lines(input: impl BufRead) -> impl Iterator<Item = Result<Position>> {
    let numbered = input.lines().enumerate();
    numbered.filter(|(_, line)| !line.as_ref().is_ok_and(|line| line.trim().is_empty())).map(
        |(index, line)| {
            let place = || format!("standard input, line {}", index + 1);
            read_one(line.with_context(place)?.trim().as_ref()).with_context(place)
        },
    )
}

fn read_one(text: &OsStr) -> Result<Position> {
    let fen = text.to_string_lossy();
    let position = position_of(&fen).map_err(|fault| match no_position(text) {
        Some(remedy) => anyhow!(remedy),
        None => Error::new(fault).context(format!("FEN '{}'", fen.escape_debug())),
    })?;
    if let Some(ended) = ended(&position) {
        note!("note: {}: {ended}", fen::write(&position));
    }
    Ok(position)
}

/// Why a position is the end of its game.
fn ended(position: &Position) -> Option<String> {
    let has_none = |side: &Color| position.pieces(*side).is_empty();
    let without: Vec<Color> = Color::ALL.into_iter().filter(has_none).collect();
    match without[..] {
        [] => None,
        [side] => Some(format!("{side:?} has no piece and has lost")),
        _ => Some("neither side has a piece; no game comes to that".into()),
    }
}

/// What to do with a file where a position is asked for.
pub(crate) fn no_position(text: impl AsRef<OsStr>) -> Option<String> {
    let (path, text) = (Path::new(&text), text.as_ref().to_string_lossy());
    let is_games = is_pdn_name(&text);
    let remedy = match is_games {
        true => {
            "`draughts-td analyse FILE --out annotated.pdn` searches its games, and `draughts-td export FILE --npz rows.npz` writes their positions as tables"
        }
        false => "write a FEN or start, or - and give the file to standard input, a FEN a line",
    };
    let kind = if is_games { "file of games" } else { "file" };
    path.is_file().then(|| {
        let text = text.escape_debug().to_string();
        format!("{text} is a {kind}, not a position; {}", remedy.replace("FILE", &text))
    })
}

/// The position that a word names: a FEN, or `start`.
pub(crate) fn position_of(text: &str) -> Result<Position, FenError> {
    if text == START { Ok(Position::start()) } else { fen::read(text) }
}

/// The position that a text names: a FEN, `start`, or the moves from the start that lead to it.
pub fn position_after(text: &str) -> Result<Position> {
    let text = text.trim();
    if text.is_empty() || text.contains(':') && !text.contains(' ') || text == "start" {
        let name = if text.is_empty() { "start" } else { text };
        return position_of(name).with_context(|| format!("'{text}'"));
    }
    let block = block_of("the moves", format!("{text} *"));
    let mut played = None;
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |_, replay| {
        let game = replay.whole().map(|game| game.main().positions.last().copied());
        // A line number would mislead: the text has no lines.
        let game = game.map_err(|error| anyhow!("{}", error.fault));
        played.get_or_insert(game);
    });
    let position = played.transpose().with_context(|| format!("'{text}'"))?.flatten();
    position.with_context(|| {
        let example = fen::write(&Position::start());
        format!("'{text}' is no position; write moves as in '32-28 19-23', start, or a FEN like {example}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_one_a_line_and_a_fault_names_its_line() {
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

    #[test]
    fn a_position_is_named_by_moves_by_a_fen_and_as_the_start() {
        let position = position_after("1. 32-28 19-23 2. 28x19").expect("moves");
        assert_eq!(position, position_after(&fen::write(&position)).expect("a FEN"));
        for text in ["start", "", " start "] {
            assert_eq!(position_after(text).expect("the start"), Position::start());
        }
        for text in ["32-27 1-50", "nonsense", "W:W51", "games.pdn"] {
            assert!(position_after(text).is_err(), "{text}");
        }
        let illegal = format!("{:#}", position_after("32-29").expect_err("illegal"));
        assert!(illegal.contains("'32-29' is not legal") && !illegal.contains("byte"), "{illegal}");
    }
}
