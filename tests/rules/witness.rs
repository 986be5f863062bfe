//! An independent program names the same moves: pydraughts, if Python has it (`pip install pydraughts`; `PYTHON` names another
//! interpreter than python3).

use std::io::Write;
use std::process::{Command, Output, Stdio};

use draughts_td::board::{Color, Piece, Position, Square, fen};

use crate::positions;
use crate::spelling::legal;

/// Reads positions as turn and fifty letters, and prints their moves as `spelling` does.
const WITNESS: &str = r#"
import sys
from draughts.core.game import Game

for line in sys.stdin:
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

/// Runs a Python program on some input, or says why it cannot.
fn python(program: &str, input: &str) -> Result<Output, String> {
    let interpreter = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut child = Command::new(&interpreter)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", interpreter.display()))?;
    let mut stdin = child.stdin.take().expect("piped");
    // A program that has ended already reads nothing; its status tells.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().map_err(|error| error.to_string())
}

/// Why the witness cannot be asked, if it cannot.
fn absence() -> Option<String> {
    match python("from draughts.core.game import Game", "") {
        Err(reason) => Some(reason),
        Ok(output) if output.status.success() => None,
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            Some(said.lines().last().unwrap_or("it fails").to_owned())
        }
    }
}

#[test]
fn pydraughts_names_the_same_moves() {
    if let Some(reason) = absence() {
        eprintln!("skipped: no pydraughts here ({reason}); pip install pydraughts");
        return;
    }
    let mut positions = positions::scattered(100, 21);
    positions.extend(positions::hunts(40, 22));
    positions.extend(positions::played(10, 23).into_iter().step_by(25));
    let input: String = positions.iter().map(|position| letters(position) + "\n").collect();
    let output = python(WITNESS, &input).expect("it started before");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).expect("numbers");
    assert_eq!(answers.lines().count(), positions.len());
    for (position, answer) in positions.iter().zip(answers.lines()) {
        assert_eq!(legal(position), answer, "{}", fen::write(position));
    }
}
