//! The inputs of 110 positions computed by an independent program: each structure by itself, its mirror, and random games.

use draughts_td::board::fen;
use draughts_td::features::{Catalogue, Globals, Inputs, NAMED, TRIPLES};
use serde::Deserialize;

/// One line of the file: raw global inputs and the other inputs that are not zero, without the raw men.
#[derive(Deserialize)]
struct Golden {
    fen: String,
    why: String,
    g: [f64; 23],
    tri: Vec<(usize, f32)>,
    named: Vec<(usize, f32)>,
}

fn golden() -> Vec<Golden> {
    let lines = include_str!("golden.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a golden line")).collect()
}

#[test]
fn raw_globals_equal_the_golden_ones() {
    for line in golden() {
        let position = fen::read(&line.fen).expect("a golden FEN");
        let globals = Globals::of(&position);
        for (index, &raw) in globals.values().iter().enumerate() {
            // The file has the race in board lengths of nine rows, rounded to six places; here it is in half rows.
            let unit = if index == Globals::PROMOTION_RACE { 18.0 } else { 1.0 };
            let off = (f64::from(raw) / unit - line.g[index]).abs();
            assert!(off < 1e-6, "{} ({}): {} is {raw}", line.fen, line.why, Globals::NAMES[index]);
        }
    }
}

#[test]
fn triples_and_structures_equal_the_golden_ones() {
    for line in golden() {
        let inputs = Inputs::of(&fen::read(&line.fen).expect("a golden FEN")).dense();
        let active = |range: std::ops::Range<usize>| -> Vec<(usize, f32)> {
            range.map(|i| (i, inputs[i])).filter(|&(_, value)| value != 0.0).collect()
        };
        assert_eq!(active(TRIPLES), line.tri, "{} ({})", line.fen, line.why);
        assert_eq!(active(NAMED), line.named, "{} ({})", line.fen, line.why);
    }
}

#[test]
fn the_file_shows_every_structure_for_both_sides() {
    let lines = golden();
    assert_eq!(lines.len(), 110);
    let has = |index, value| lines.iter().any(|line| line.named.contains(&(index, value)));
    for (structure, index) in Catalogue::embedded().structures().iter().zip(NAMED) {
        assert!(has(index, 1.0), "{}", structure.name);
        assert!(has(index, -1.0) || structure.name == "klassiek", "{}", structure.name);
    }
}
