//! `draughts-td features`: the table for people, the JSON for programs, and a clear word about a bad FEN.

use draughts_td::board::fen;
use draughts_td::features::{COUNT, Inputs};
use serde_json::Value;

use crate::run::draughts;

const LOCKED: &str = "B:W26,27,31,36,38,43,K3:B7,8,13,16,18,22";

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = draughts();
    let output = command.arg("features").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn json_has_the_222_scaled_inputs_and_their_names_in_index_order() {
    let (status, stdout, _) = run(&[LOCKED, "--json"]);
    assert_eq!(status, Some(0));
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    let inputs = report["inputs"].as_array().expect("a list of numbers");
    let names = report["names"].as_array().expect("a list of names");
    assert_eq!((inputs.len(), names.len()), (COUNT, COUNT));
    let position = fen::read(LOCKED).expect("a FEN");
    assert_eq!(fen::read(report["fen"].as_str().expect("a FEN")), Ok(position));
    for (printed, exact) in inputs.iter().zip(Inputs::of(&position).dense()) {
        assert_eq!(printed.as_f64().expect("a number") as f32, exact);
    }
    assert_eq!((&names[87], &inputs[87]), (&Value::from("hekstelling"), &Value::from(1.0)));
}

#[test]
fn the_table_shows_the_inputs_that_are_not_zero() {
    let (status, stdout, _) = run(&[LOCKED]);
    assert_eq!(status, Some(0));
    let line = |name: &str| stdout.lines().find(|line| line.contains(name));
    let words: Vec<&str> = line("material").expect("material").split_whitespace().collect();
    // Six men and a king against six men: 3 raw, 1.5 scaled.
    assert_eq!(words[..4], ["0", "material", "3", "1.5000"]);
    assert!(line("hekstelling").expect("it stands").contains("fork lock"));
    assert!(line("halve_hekstelling").is_none());
    assert!(line("white_man_38").is_some() && line("white_man_39").is_none());
}

#[test]
fn the_table_of_all_has_every_input() {
    let (_, stdout, _) = run(&[LOCKED, "--all"]);
    // What an input means may continue in the next line, after the index, and begin with a number.
    let is_input =
        |line: &&str| line.get(..5).is_some_and(|index| index.trim().parse::<usize>().is_ok());
    assert_eq!(stdout.lines().filter(is_input).count(), COUNT);
}

#[test]
fn a_bad_fen_is_answered_with_the_fault_and_status_2() {
    let (status, stdout, stderr) = run(&["W:W31-50:B1-60"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("1-60") && stderr.contains("squares are 1 to 50"), "{stderr}");
}

#[test]
fn no_line_of_the_table_is_wider_than_80_columns_where_nobody_asks_for_more() {
    let (_, stdout, _) = run(&[LOCKED, "--all"]);
    let wide = stdout.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    let joined = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined.contains("reversed when the tempo counts add up to an odd number"), "{stdout}");
}
