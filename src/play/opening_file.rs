//! Openings from a file: on every line a FEN, the moves of an opening, or both.

use std::path::Path;

use super::error::PlayError;
use super::openings::Opening;
use crate::board::fen;
use crate::protocol::MoveText;

/// Reads the openings of a file. Empty lines, lines that begin with `#` or `;`, tags, and whatever follows a `;` are
/// passed over.
///
/// # Errors
/// The first line that is no opening.
pub fn read(path: &Path) -> Result<Vec<Opening>, PlayError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| PlayError::File { path: path.into(), source })?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').split(';').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with(['#', '[']) {
            continue;
        }
        let fault = |reason| PlayError::Opening { path: path.into(), line: index + 1, reason };
        openings.push(read_line(line).map_err(fault)?);
    }
    Ok(openings)
}

fn read_line(line: &str) -> Result<Opening, String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (mut opening, moves) =
        if first.contains(':') && first.starts_with(['W', 'B', 'w', 'b', '?']) {
            (Opening::at(fen::read(first).map_err(|error| error.to_string())?), rest)
        } else {
            (Opening::empty(), line)
        };
    for word in moves.split_whitespace() {
        // `12.`, `12...`, results and `*` are decoration.
        let word = word.rsplit('.').next().unwrap_or(word);
        if word.is_empty()
            || matches!(word, "*" | "2-0" | "1-1" | "0-2" | "1-0" | "0-1" | "1/2-1/2")
        {
            continue;
        }
        let text: MoveText =
            word.parse().map_err(|error: crate::protocol::MoveError| error.to_string())?;
        let (mv, _) = text.find(&opening.position()).map_err(|error| error.to_string())?;
        opening = opening.then(mv);
    }
    if opening.position().has_moves() {
        Ok(opening)
    } else {
        Err("the side to move has no move".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(text: &str) -> Result<Vec<Opening>, PlayError> {
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), text).expect("write");
        read(file.path())
    }

    #[test]
    fn positions_and_moves_are_read_line_by_line() {
        let text = "\u{feff}# ballots\n\n1. 32-28 19-23 2. 28x19 14x23 *\nB:W28,31:B12,18 ; comment\n\
                    W:W31-50:B1-20 32-28 1... 18-23\n[Event \"x\"]\n33-28\n";
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
}
