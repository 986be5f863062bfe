//! Openings from a file: a FEN, the moves of an opening or both on every line, or the games of a PDN file.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use super::openings::{BallotLength, Opening, ballots};
use crate::board::{Position, fen};
use crate::error::PlayError;
use crate::files;
use crate::game::{Fault, Replay, Replayer, each_game};
use crate::pdn::{GameText, PdnError, Scan, SourceLocation, TextBlock, read_blocks};
use crate::protocol::MoveText;

/// The most bytes of text, unpacked; the longest lists in use have a hundredth of it.
const MAX_TEXT: usize = 16 << 20;

/// The most openings; no match plays more games.
const MAX_OPENINGS: usize = 100_000;

/// The openings of a file, and what of it is no opening.
#[derive(Debug, Default)]
pub struct OpeningList {
    pub openings: Vec<Opening>,
    /// Games without a move, without a legal move after the opening too.
    pub left_out: usize,
    /// Openings that are the same as an earlier one after as many plies as were asked for.
    pub repeated: usize,
}

/// Reads the openings of a file, plain or packed.
///
/// A file with tags is PDN: every game is an opening, from its FEN if it has one, with its moves up to the end. A game without
/// either is left out. In any other file every line is an opening; empty lines, lines that begin with `#` or `%`, comments in
/// braces, and whatever follows a `;` are passed over. A list of `[FEN "..."]` tags and nothing else is read line by line too.
///
/// # Errors
/// A file that cannot be read, is too large or holds no opening; the first line or game that is no opening, with its place.
pub fn read(path: &Path) -> Result<Vec<Opening>, PlayError> {
    read_plies(path, None).map(|list| list.openings)
}

/// The same with the first plies of each opening only. Each is there once, and what comes after these plies may be wrong.
///
/// # Errors
/// As [`read`].
pub fn read_plies(path: &Path, plies: Option<usize>) -> Result<OpeningList, PlayError> {
    let blocks = read_text(path)?;
    let list = if is_pdn(&blocks) {
        read_games(&blocks, plies)?
    } else {
        OpeningList { openings: read_lines(&blocks, path)?, ..OpeningList::default() }
    };
    match list.openings.len() {
        0 if list.left_out > 0 => Err(PlayError::Settings(format!(
            "{}: no opening; of {} games none has a move and leaves one to play",
            path.display(),
            list.left_out
        ))),
        0 => Err(PlayError::Settings(format!(
            "{}: no opening; write a FEN or moves on every line, or give a PDN file",
            path.display()
        ))),
        n if n > MAX_OPENINGS => Err(PlayError::Settings(format!(
            "{}: more than {MAX_OPENINGS} openings; give a file of those that shall be played",
            path.display()
        ))),
        _ => Ok(if let Some(plies) = plies { list.cut(plies) } else { list }),
    }
}

impl OpeningList {
    fn cut(self, plies: usize) -> OpeningList {
        let count = self.openings.len();
        let mut seen = HashSet::new();
        let cut = self.openings.into_iter().map(|opening| opening.cut(plies));
        let openings: Vec<Opening> =
            cut.filter(|opening| seen.insert(opening.to_string())).collect();
        OpeningList { repeated: count - openings.len(), openings, left_out: self.left_out }
    }
}

/// The openings of a file, or the ballots of this length where none is given.
pub fn read_or_ballots(
    path: Option<&Path>,
    length: BallotLength,
) -> Result<Vec<Opening>, PlayError> {
    path.map_or_else(|| Ok(ballots(length)), read)
}

fn read_lines(blocks: &[TextBlock], path: &Path) -> Result<Vec<Opening>, PlayError> {
    let read = |(line, text): (usize, String)| {
        let fault = |reason| PlayError::Opening { path: path.into(), line, reason };
        read_line(&text).map_err(fault)
    };
    lines(blocks).take(MAX_OPENINGS + 1).map(read).collect()
}

fn read_text(path: &Path) -> Result<Vec<TextBlock>, PlayError> {
    let mut blocks = Vec::new();
    let mut bytes = 0;
    let mut fault = None;
    let _: ControlFlow<()> = read_blocks(path, &mut Vec::new, &mut |next| {
        match next {
            Ok(block) if bytes + block.text.len() <= MAX_TEXT => {
                bytes += block.text.len();
                blocks.push(block);
                return ControlFlow::Continue(());
            }
            // A list is one stretch of text without a tag, of which a reader of games takes only so much.
            Ok(_) | Err(PdnError::TooLong { .. }) => {
                let source = files::too_large(MAX_TEXT as u64);
                fault = Some(PlayError::File { path: path.into(), source });
            }
            Err(error) => fault = Some(error.into()),
        }
        ControlFlow::Break(())
    });
    fault.map_or(Ok(blocks), Err)
}

/// Lines with an opening, with their numbers, without comments.
fn lines(blocks: &[TextBlock]) -> impl Iterator<Item = (usize, String)> + '_ {
    let numbered = blocks.iter().flat_map(|block| {
        let first = usize::try_from(block.line).unwrap_or(usize::MAX);
        block.text.split(|&byte| byte == b'\n').enumerate().map(move |(i, line)| (first + i, line))
    });
    numbered
        .map(|(number, line)| (number, stripped(&String::from_utf8_lossy(line))))
        .filter(|(_, line)| !line.is_empty())
}

/// Tags make a file PDN, unless it is nothing but a list of positions.
fn is_pdn(blocks: &[TextBlock]) -> bool {
    let is_list = lines(blocks).all(|(_, line)| fen_of_tag(&line).is_some());
    !is_list && lines(blocks).any(|(_, line)| is_tag(&line))
}

fn stripped(line: &str) -> String {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.starts_with(['#', '%']) {
        return String::new();
    }
    let mut text_left = String::new();
    let mut rest = line.split(';').next().unwrap_or_default();
    while let Some((before, comment)) = rest.split_once('{') {
        text_left += before;
        text_left.push(' ');
        rest = comment.split_once('}').map_or("", |(_, after)| after);
    }
    text_left += rest;
    text_left.trim().into()
}

fn is_tag(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic))
}

/// The position of a `[FEN "..."]` line.
fn fen_of_tag(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    inside.strip_prefix("FEN")?.trim().strip_prefix('"')?.strip_suffix('"')
}

fn read_games(blocks: &[TextBlock], plies: Option<usize>) -> Result<OpeningList, PlayError> {
    let mut list = OpeningList::default();
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let mut before = 0;
    let mut fault = None;
    for block in blocks {
        let games = each_game(block, &mut scan, &mut replayer, |text, replay| {
            match opening_of(text, replay, before, plies) {
                Ok(Some(opening)) => list.openings.push(opening),
                Ok(None) => list.left_out += 1,
                Err(error) => fault = fault.take().or(Some(error)),
            }
        });
        before += games;
        if let Some(error) = fault {
            return Err(error);
        }
    }
    Ok(list)
}

/// `None` for a game without a move, and for one that is over within the plies that are wanted.
fn opening_of(
    text: &GameText<'_>,
    replay: Replay<'_>,
    before: u64,
    plies: Option<usize>,
) -> Result<Option<Opening>, PlayError> {
    let Replay { game, error } = replay;
    let main = game.main();
    let is_enough = plies.is_some_and(|plies| main.moves.len() >= plies);
    let error = error.filter(|error| !is_enough && !matches!(*error.fault, Fault::Empty { .. }));
    if let Some(error) = error {
        return Err(error.after_games(before).into());
    }
    // A position without a move is no game, but it is an opening.
    let is_opening = text.tag("FEN").is_some() || !main.moves.is_empty();
    let Some(&start) = main.positions.first().filter(|_| is_opening) else { return Ok(None) };
    let moves = &main.moves[..plies.map_or(main.moves.len(), |plies| plies.min(main.moves.len()))];
    let opening = Opening::at(start).with(moves);
    if opening.position().has_moves() {
        Ok(Some(opening))
    } else if plies.is_some() {
        Ok(None)
    } else {
        Err(PlayError::OpeningOver { place: after(text.place(), before) })
    }
}

/// The place in the file, for games counted from the block.
fn after(mut place: SourceLocation, games: u64) -> SourceLocation {
    place.game += games;
    place
}

fn read_line(line: &str) -> Result<Opening, String> {
    let line = fen_of_tag(line).unwrap_or(line);
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (start, text) = if first.contains(':') && first.starts_with(['W', 'B', 'w', 'b', '?']) {
        (fen::read(first).map_err(|error| error.to_string())?, rest)
    } else {
        (Position::start(), line)
    };
    let (mut position, mut moves) = (start, Vec::new());
    for word in text.split([' ', '\t', ',']) {
        // `12.`, `12...`, results and `*` are decoration.
        let word = word.rsplit('.').next().unwrap_or(word);
        if word.is_empty()
            || matches!(word, "*" | "2-0" | "1-1" | "0-2" | "1-0" | "0-1" | "1/2-1/2")
        {
            continue;
        }
        let text: MoveText =
            word.parse().map_err(|error: crate::protocol::MoveError| error.to_string())?;
        let (mv, _) = text.find(&position).map_err(|error| error.to_string())?;
        position = position.succ(mv);
        moves.push(mv);
    }
    if position.has_moves() {
        Ok(Opening::at(start).with(&moves))
    } else {
        Err("the side to move has no move; an opening must leave one".into())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn openings(text: &str) -> Result<Vec<Opening>, PlayError> {
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), text).expect("write");
        read(file.path())
    }

    #[test]
    fn positions_and_moves_are_read_line_by_line() {
        let text = "\u{feff}# ballots\n\n1. 32-28 19-23 2. 28x19 14x23 *\nB:W28,31:B12,18 ; comment\n\
                    W:W31-50:B1-20 32-28 {the usual} 1... 18-23\n33-28\n";
        let found = openings(text).expect("openings");
        let lengths: Vec<usize> = found.iter().map(|opening| opening.moves().len()).collect();
        assert_eq!(lengths, [4, 0, 2, 1]);
        assert_eq!(fen::write(&found[1].position()), "B:W28,31:B12,18");
    }

    #[test]
    fn a_line_that_is_no_opening_is_named() {
        for (text, line) in
            [("32-28\n32-27 x\n", 2), ("W:W99:B1", 1), ("\n\n28-22", 3), ("W:W6:B1", 1)]
        {
            let error = openings(text).expect_err(text);
            assert!(
                matches!(error, PlayError::Opening { line: found, .. } if found == line),
                "{error}"
            );
        }
    }

    fn lengths(found: &[Opening]) -> Vec<usize> {
        found.iter().map(|opening| opening.moves().len()).collect()
    }

    #[test]
    fn every_game_of_a_pdn_file_is_an_opening() {
        let text = "[Event \"a\"]\n[Result \"*\"]\n\n1. 32-28 19-23\n2. 28x19 {a comment} 14x23 *\n\n\
                    [Event \"b\"]\n[FEN \"B:W28,31:B12,18\"]\n\n*\n\n\
                    [Event \"c\"]\n[FEN \"B:W28,31:B12,18\"]\n\n1... 12-17 (1... 18-22) 2. 28-22 *\n";
        let found = openings(text).expect("openings");
        assert_eq!(lengths(&found), [4, 0, 2]);
        assert_eq!(fen::write(found[2].start()), "B:W28,31:B12,18");
        assert_eq!(fen::write(&found[2].position()), "B:W22,31:B17,18");
    }

    fn plies(text: &str, plies: usize) -> Result<OpeningList, PlayError> {
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), text).expect("write");
        read_plies(file.path(), Some(plies))
    }

    #[test]
    fn of_whole_games_the_first_plies_are_openings_each_once() {
        let game = |moves: &str| format!("[Event \"x\"]\n\n{moves} 2-0\n\n");
        let text = game("1. 32-28 19-23 2. 28x19 14x23")
            + &game("1. 32-28 19-23 2. 28x19 13x24")
            + &game("")
            + &game("1. 33-28 18-23 2. 41-41")
            + "[FEN \"W:W10:B19\"]\n\n1. 10-5 19-23 2. 5x28 2-0\n";
        let list = plies(&text, 2).expect("openings");
        assert_eq!(lengths(&list.openings), [2, 2, 2]);
        assert_eq!((list.left_out, list.repeated), (1, 1));
        let error = plies(&text, 3).expect_err("41-41").to_string();
        assert!(error.contains("game 4"), "{error}");
        let over = plies("[FEN \"W:W10:B19\"]\n\n1. 10-5 19-23 2. 5x28 2-0\n", 9);
        assert!(over.expect_err("over").to_string().contains("of 1 games none"));
        let lines = plies("32-28 19-23 28x19\n32-28 19-23\n31-26\n", 2).expect("lines");
        assert_eq!((lengths(&lines.openings), lines.repeated), (vec![2, 1], 1));
    }

    #[test]
    fn a_game_without_a_move_stops_no_other() {
        let text = "[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n1. 32-28 *\n";
        assert_eq!(lengths(&openings(text).expect("openings")), [1]);
        let error = openings("[Event \"a\"]\n\n*\n").expect_err("nothing").to_string();
        assert!(error.contains("of 1 games none has a move"), "{error}");
    }

    #[test]
    fn a_list_of_fen_tags_is_read_line_by_line() {
        let text = "[FEN \"B:W28,31:B12,18\"]\n\n[FEN \"W:W28,31:B12,18\"]\n";
        assert_eq!(lengths(&openings(text).expect("openings")), [0, 0]);
        // With anything else beside them the tags belong to games.
        let text = "[FEN \"B:W28,31:B12,18\"]\n12-17 *\n[FEN \"W:W28,31:B12,18\"]\n28-23 *\n";
        assert_eq!(lengths(&openings(text).expect("openings")), [1, 1]);
    }

    #[test]
    fn a_game_that_is_no_opening_is_named_with_its_place() {
        let game = |moves: &str| format!("[Event \"x\"]\n\n{moves} *\n\n");
        let illegal = game("1. 32-28 19-23") + &game("1. 32-27 19-24 2. 40-29");
        let error = openings(&illegal).expect_err("illegal").to_string();
        assert!(error.contains(":7: game 2") && error.contains("'40-29' is not legal"), "{error}");
        let over = "[FEN \"W:W10:B19\"]\n[Result \"2-0\"]\n\n1. 10-5 19-23 2. 5x28 2-0\n";
        let error = openings(over).expect_err("over").to_string();
        assert!(error.contains("game 1") && error.contains("is over"), "{error}");
    }

    #[test]
    fn a_file_without_an_opening_says_so() {
        for text in ["", "\n\n", "# nothing\n; here\n"] {
            let error = openings(text).expect_err(text).to_string();
            assert!(error.contains("empty") || error.contains("no opening"), "{error}");
        }
        let error = read(Path::new("no-such-file")).expect_err("missing").to_string();
        assert!(error.contains("no-such-file: no such file"), "{error}");
    }

    #[test]
    fn packed_files_are_read_too() {
        let file = tempfile::NamedTempFile::new().expect("file");
        let packed = zstd::encode_all(&b"32-28 19-23\n31-26\n"[..], 1).expect("zstd");
        std::fs::write(file.path(), packed).expect("write");
        assert_eq!(lengths(&read(file.path()).expect("openings")), [2, 1]);
    }

    /// Two hundred kilobytes can unpack to any size.
    #[test]
    fn a_file_that_unpacks_without_end_is_refused() {
        let file = tempfile::NamedTempFile::new().expect("file");
        let mut packer = zstd::Encoder::new(file.as_file(), 1).expect("zstd");
        for _ in 0..1000 {
            packer.write_all(&b"32-28 19-23\n".repeat(10_000)).expect("written");
        }
        packer.finish().expect("written");
        let error = read(file.path()).expect_err("too large").to_string();
        assert!(error.contains("larger than"), "{error}");
        std::fs::write(file.path(), "32-28\n".repeat(MAX_OPENINGS + 1)).expect("written");
        let error = read(file.path()).expect_err("too many").to_string();
        assert!(error.contains("more than 100000 openings"), "{error}");
    }

    #[test]
    fn no_bytes_panic() {
        let seed =
            b"[FEN \"W:W31-50:B1-20\"]\n1. 32-28 {x} 19-23 ; 2-0\nW:W28:B23 28x19\n".to_vec();
        for at in 0..seed.len() {
            for byte in [b'\n', b'"', b'{', b'[', b']', b';', b' ', 0xff, b'1'] {
                let mut text = seed.clone();
                text[at] = byte;
                let file = tempfile::NamedTempFile::new().expect("file");
                std::fs::write(file.path(), text).expect("write");
                let _ = read(file.path());
            }
        }
    }
}
