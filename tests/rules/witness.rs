//! An independent program names the same moves: pydraughts, if a Python has it.

use draughts_td::board::{Color, Piece, Position, Square, fen};

use crate::positions;
use crate::python;
use crate::spelling::legal;

/// Reads positions as turn and fifty letters, and prints their moves as `spelling` does.
const WITNESS: &str = r#"
import sys
from draughts.core.game import Game

for line in open(sys.argv[1]):
    moves, captures = Game(variant="standard", fen=line.strip()).legal_moves()
    found = set()
    for steps, taken in zip(moves, captures):
        found.add((steps[0][0], steps[-1][1], tuple(sorted(c for c in taken if c is not None))))
    spelled = []
    for start, end, taken in sorted(found):
        spelled.append(f"{start}x{end}:" + ",".join(map(str, taken)) if taken else f"{start}-{end}")
    print(" ".join(spelled))
"#;

fn letters(position: &Position) -> String {
    let letter = |square| match position.at(square) {
        None => 'e',
        Some((Color::White, Piece::Man)) => 'w',
        Some((Color::White, Piece::King)) => 'W',
        Some((Color::Black, Piece::Man)) => 'b',
        Some((Color::Black, Piece::King)) => 'B',
    };
    let squares: String = Square::all().map(letter).collect();
    format!("{}{squares}", position.turn().letter())
}

#[test]
fn pydraughts_names_the_same_moves() {
    let Some(python) = python::python("from draughts.core.game import Game") else { return };
    let mut positions = positions::scattered(100, 21);
    positions.extend(positions::hunts(40, 22));
    positions.extend(positions::played(10, 23).into_iter().step_by(25));
    let input: String = positions.iter().map(|position| letters(position) + "\n").collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), input).expect("written");
    let answers = python::output(&python, WITNESS, &[file.path().to_str().expect("UTF-8")]);
    assert_eq!(answers.lines().count(), positions.len());
    for (position, answer) in positions.iter().zip(answers.lines()) {
        assert_eq!(legal(position), answer, "{}", fen::write(position));
    }
}
