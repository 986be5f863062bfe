//! `reproduce spsa` moves the numbers of the search by matches, proposes a test, and resumes where it was interrupted.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::report::{reproduce, text};

fn spsa(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["spsa", "--net", "material", "--hash", "1"], out, flags)
}

#[test]
fn numbers_move_and_an_interrupted_run_resumes_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("folder");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let flags = ["--number", "reduction-base", "--number", "aspiration:3", "--steps", "6"];
    let output = spsa(&whole, &[&flags[..], &["--threads", "1"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = text(&whole, "README.md");
    for part in [
        "| `reduction-base` | 35 | 10.0 |",
        "| `aspiration` | 7 | 3.0 |",
        "draughts-td reproduce tuning --try 'where reduction-base=",
        "--number reduction-base:10 --number aspiration:3 --net material --steps 6",
        "after 6 steps, 12 games",
        "(figure-1.svg)",
    ] {
        assert!(readme.contains(part), "no '{part}' in {readme}");
    }
    assert!(!readme.contains("{{"), "{readme}");
    let figures = text(&whole, "figures.jsonl");
    assert_eq!(figures.lines().count(), 6);
    assert!(spsa(&parts, &flags).status.success());
    let some: String = figures.lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(parts.join("figures.jsonl"), some).expect("written");
    fs::remove_file(parts.join("README.md")).expect("removed");
    assert!(spsa(&parts, &[&flags[..], &["--threads", "3"]].concat()).status.success());
    assert_eq!(text(&parts, "figures.jsonl"), figures);
}

#[test]
fn a_number_that_is_unknown_or_there_twice_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    for (number, word) in [("luck", "prob-cut-margin"), ("aspiration:0", "0.1 to 100")] {
        let output = spsa(folder.path(), &["--number", number]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(word), "{message}");
    }
    let output = spsa(folder.path(), &["--number", "aspiration", "--number", "aspiration:3"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("--number aspiration: it is there twice")
    );
}
