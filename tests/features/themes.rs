//! The themes that the program gives, beside labels that were given by reading each solution on its diagrams.

use draughts_td::board::fen;
use draughts_td::puzzle::{Exercise, Themes, moves_of};
use serde::Deserialize;

/// A puzzle of a game between programs, and the themes that its solution has by the definitions of `features/themes.toml`.
#[derive(Deserialize)]
struct Labelled {
    fen: String,
    moves: String,
    themes: Vec<String>,
}

/// The labels.
fn labelled() -> Vec<Labelled> {
    let lines = include_str!("themes.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a label")).collect()
}

/// The themes of the program for this solution.
fn given(label: &Labelled) -> Vec<&'static str> {
    let position = fen::read(&label.fen).expect(&label.fen);
    let moves = moves_of(&position, &label.moves).expect(&label.moves);
    Themes::built_in().of(&position, &moves).into_iter().map(|theme| &*theme.id).collect()
}

#[test]
fn nearly_all_themes_of_the_program_are_those_that_a_reader_gives() {
    let (mut right, mut all, mut missing) = (0, 0, 0);
    let mut wrong = Vec::new();
    for label in labelled() {
        let given = given(&label);
        let is_label = |id: &&&str| label.themes.iter().any(|theme| theme == **id);
        let of_label = given.iter().filter(is_label).count();
        right += of_label;
        all += given.len();
        missing += label.themes.len() - of_label;
        if of_label != given.len() || of_label != label.themes.len() {
            wrong.push(format!("{} {}: {:?}, not {given:?}", label.fen, label.moves, label.themes));
        }
    }
    let precision = f64::from(right as u32) / f64::from(all as u32);
    println!("{right} of {all} themes are right, {missing} are missing");
    assert!(precision >= 0.95, "{precision}:\n{}", wrong.join("\n"));
    // Precision is cheap for a program that gives no themes.
    assert!(20 * missing <= right, "{missing} themes are missing:\n{}", wrong.join("\n"));
}

#[test]
fn most_puzzles_have_a_theme() {
    let labelled = labelled();
    assert_eq!(labelled.len(), 300);
    let themed = labelled.iter().filter(|label| !given(label).is_empty()).count();
    println!("{themed} of {} puzzles have a theme", labelled.len());
    assert!(themed * 100 >= labelled.len() * 60, "{themed} of {}", labelled.len());
}

#[test]
fn the_labels_are_different_puzzles_with_themes_that_there_are() {
    let labelled = labelled();
    let mut positions: Vec<&str> = labelled.iter().map(|label| label.fen.as_str()).collect();
    positions.sort_unstable();
    positions.dedup();
    assert_eq!(positions.len(), labelled.len());
    for id in labelled.iter().flat_map(|label| &label.themes) {
        assert!(Themes::built_in().get(id).is_some(), "there is no theme {id}");
    }
}

#[test]
fn the_built_in_puzzles_have_the_themes_of_the_program() {
    for exercise in Exercise::built_in() {
        let (position, moves) = exercise.read().expect("a built-in puzzle");
        let themes = Themes::built_in().of(&position, &moves);
        let ids: Vec<&str> = themes.into_iter().map(|theme| &*theme.id).collect();
        assert_eq!(exercise.themes, ids, "{}", exercise.fen);
    }
}
