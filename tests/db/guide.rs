//! Every example of the guide's page on databases finds something in the database that the page builds.

use std::fs;
use std::path::Path;

use crate::run::draughts;

/// The commands of the page up to a pipe, each as its words; names in quotes are one word.
fn commands() -> Vec<Vec<String>> {
    let page = fs::read_to_string("docs/database.md").expect("the page");
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("draughts-td "));
    lines
        .map(|line| shell_words::split(line.split(" | ").next().unwrap_or(line)).expect("words"))
        .collect()
}

/// A folder with the files that the page names.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("pdn")).expect("a folder");
    for name in ["pdn/sample.pdn.zst", "pdn/classics.pdn"] {
        fs::copy(name, folder.path().join(name)).expect("copied");
    }
    folder
}

fn finds_something(folder: &Path, words: &[String]) -> bool {
    let output = draughts().args(words).current_dir(folder).output().expect("it runs");
    let written = words.iter().position(|word| word == "-o").map(|at| folder.join(&words[at + 1]));
    let is_written =
        written.is_some_and(|file| fs::metadata(file).is_ok_and(|file| file.len() > 0));
    output.status.success() && (is_written || !output.stdout.is_empty())
}

#[test]
fn every_example_of_the_page_finds_something() {
    let folder = folder();
    let (mut run, mut nothing) = (0, Vec::new());
    for mut words in commands() {
        // The board waits, and the tables of endgames take half a minute to make.
        if words[0] == "board" || words.iter().any(|word| word == "--endgame") {
            continue;
        }
        if words.iter().any(|word| word == "--mistakes") {
            words.extend(["--nodes", "20"].map(String::from));
        }
        run += 1;
        if !finds_something(folder.path(), &words) {
            nothing.push(words.join(" "));
        }
    }
    assert!(nothing.is_empty(), "{}", nothing.join("\n"));
    assert!(run > 20, "only {run} examples were run");
}
