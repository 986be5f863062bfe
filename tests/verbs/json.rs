//! The page on JSON is true: every verb prints one line with the names that its example has.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::run::{PROGRAM, draughts};

const PAGE: &str = include_str!("../../docs/json.md");

/// Objects whose names are data, as reasons, results and themes are.
const OPEN: [&str; 7] =
    ["skipped", "results", "removed", "left_out", "warnings", "themes", "irregular"];

/// The command and the object below each heading.
fn examples() -> Vec<(String, Value)> {
    PAGE.split("\n## ").skip(1).map(example).collect()
}

fn example(section: &str) -> (String, Value) {
    let block = |language: &str| {
        let rest = section.split_once(&format!("```{language}\n")).expect(language).1;
        rest.split_once("\n```").expect("an end").0
    };
    (block("sh").into(), serde_json::from_str(block("json")).expect(section))
}

/// A folder in which every command of the page can run.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::create_dir(folder.path().join("pdn")).expect("a folder");
    fs::copy("pdn/sample.pdn.zst", folder.path().join("pdn/sample.pdn.zst")).expect("copied");
    let cases = "W:W28,33,39:B17 ; id \"shot.1\" ; pts \"28-22=10,28-23=0\"\n";
    fs::write(folder.path().join("cases.epd"), cases).expect("written");
    let shot = "[FEN \"B:W27,28,32,33,34,41,49:B3,8,16,17,19,20,23\"]\n\n1... 17-21 2. 33-29 20-25 3. 29x18 *\n";
    fs::write(folder.path().join("shot.pdn"), shot).expect("written");
    let build = ["endgame", "build", "tables", "--pieces", "2"];
    let blocks =
        ["generate", "--net", "material", "--games", "3", "--nodes", "50", "--folder", "run"];
    for words in [&build[..], &blocks[..]] {
        let made = draughts().args(words).current_dir(folder.path()).output();
        assert!(made.expect("the program runs").status.success());
    }
    folder
}

fn run(command: &str, folder: &Path) -> Output {
    let words: Vec<String> = match command.split_once('\'') {
        None => command.split(' ').map(String::from).collect(),
        Some((before, rest)) => {
            let (quoted, after) = rest.split_once('\'').expect("a second quote");
            let words = |text: &str| text.split_whitespace().map(String::from).collect();
            let quoted = quoted.replace("draughts-td", PROGRAM);
            [words(before), vec![quoted], words(after)].concat()
        }
    };
    let mut program = draughts();
    program.args(&words[1..]).current_dir(folder).output().expect("the program runs")
}

/// The paths of all names in an object, `a.b[].c`.
fn names(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) if !OPEN.contains(&path.rsplit('.').next().unwrap_or(path)) => {
            for (name, field) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                found.insert(path.clone());
                names(field, &path, found);
            }
        }
        Value::Array(items) => {
            // One item speaks for all; the first may lack fields that are there only where they are known.
            items.iter().take(1).for_each(|item| names(item, &format!("{path}[]"), found));
        }
        _ => {}
    }
}

fn names_of(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    names(value, "", &mut found);
    found
}

#[test]
fn every_verb_prints_the_names_of_the_page_on_one_line() {
    let folder = folder();
    for (command, shown) in examples() {
        let output = run(&command, folder.path());
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command}: {stderr}");
        let line = if command.contains("--metrics") {
            let text = fs::read_to_string(folder.path().join("run.jsonl")).expect("metrics");
            let last = text.lines().find(|line| line.contains("\"event\":\"epoch\""));
            last.expect("a pass").to_owned()
        } else {
            // One line for each table that is checked.
            let is_one = stdout.lines().count() == 1 || command.contains("endgame verify");
            assert!(is_one, "{command}: {stdout}");
            stdout.lines().next().expect("a line").to_owned()
        };
        let printed: Value = serde_json::from_str(&line).expect(&command);
        assert_eq!(names_of(&printed), names_of(&shown), "{command}");
        // What is not certain of so few games is null in both.
        assert_eq!(
            without_value(&printed["estimate"]),
            without_value(&shown["estimate"]),
            "{command}"
        );
    }
}

/// The names in an object that have no value.
fn without_value(object: &Value) -> Vec<&String> {
    let fields = object.as_object().into_iter().flatten();
    fields.filter(|(_, value)| value.is_null()).map(|(name, _)| name).collect()
}

#[test]
fn every_verb_that_takes_json_is_on_the_page() {
    fn gather(command: &clap::Command, path: &str, found: &mut Vec<String>) {
        for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            let path = format!("{path}{} ", verb.get_name());
            if verb.get_arguments().any(|flag| flag.get_long() == Some("json")) {
                found.push(path.trim().into());
            }
            gather(verb, &path, found);
        }
    }
    let mut verbs = Vec::new();
    let mut command = draughts_td::cli::laid_out(80);
    command.build();
    gather(&command, "", &mut verbs);
    assert!(verbs.len() > 10, "{verbs:?}");
    let headings: Vec<&str> = PAGE.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for verb in verbs {
        let is_there = headings.iter().any(|heading| heading.contains(&verb));
        assert!(is_there, "`{verb}` takes --json and is not on the page");
    }
}

#[test]
fn held_out_figures_have_one_place_and_one_set_of_names() {
    let held_out = |verb: &str| {
        let (_, shown) = examples()
            .into_iter()
            .find(|(command, _)| command.contains(verb))
            .unwrap_or_else(|| panic!("{verb} is not on the page"));
        names_of(&shown["held_out"])
    };
    assert!(held_out("learn pdn").contains("all.material_mse"));
    assert_eq!(held_out("learn pdn"), held_out("eval --games"));
    assert_eq!(held_out("learn pdn"), held_out("--metrics"));
}
