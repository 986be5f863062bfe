//! `reproduce` in the folder of an earlier run: what is finished stays as it is, and figures of two programs are never mixed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::SystemTime;

use crate::report::{content, reproduce};
use crate::run::draughts;

/// The text of each file, and when it was written.
fn state(folder: &Path) -> BTreeMap<String, (String, SystemTime)> {
    let written = |name: &str| folder.join(name).metadata().and_then(|file| file.modified());
    let files = content(folder).into_iter();
    let files = files.map(|(name, text)| (written(&name).expect("a time"), name, text));
    files.map(|(written, name, text)| (name, (text, written))).collect()
}

fn tictactoe(folder: &Path, flags: &[&str]) -> Output {
    reproduce(&["tictactoe"], folder, flags)
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A copy of a stored run of the repository.
fn stored(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for entry in fs::read_dir(Path::new("results").join(name)).expect("a stored run") {
        let file = entry.expect("an entry").path();
        let name = file.file_name().expect("a name");
        fs::copy(&file, folder.path().join(name)).expect("copied");
    }
    folder
}

#[test]
fn a_finished_run_says_so_and_is_not_touched() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let before = state(folder.path());
    let said = stdout(&tictactoe(folder.path(), &["--threads", "1"]));
    let program = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));
    for part in ["this run is finished: made on ", program, "bench signature", "--fresh"] {
        assert!(said.contains(part), "no '{part}' in {said}");
    }
    assert!(said.contains(folder.path().join("README.md").to_str().expect("text")), "{said}");
    assert!(state(folder.path()) == before, "a finished run was touched");
}

#[test]
fn a_stored_run_of_the_repository_is_finished_and_names_its_commit() {
    let folder = stored("tictactoe");
    let before = state(folder.path());
    let mut command = draughts();
    command.args(["reproduce", "tictactoe", "--out"]).arg(folder.path());
    let said = stdout(&command.output().expect("it runs"));
    let line = "this run is finished: made on 20 Nov 2026 by draughts-td 0.1.0, commit 9689eb67ce \
                (from the history)";
    assert!(said.contains(line), "{said}");
    assert!(state(folder.path()) == before, "a stored run was touched");
}

/// A description with a field of another value, or with the field where it had none.
fn with(description: &str, field: &str, value: &str) -> String {
    let mut description: serde_json::Value = serde_json::from_str(description).expect("JSON");
    description[field] = value.into();
    description.to_string()
}

#[test]
fn a_run_that_another_program_began_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let [figures, settings] =
        ["figures.jsonl", "settings.json"].map(|name| folder.path().join(name));
    let whole = content(folder.path());
    let (rest, _) = whole["figures.jsonl"].trim_end().rsplit_once('\n').expect("rows");
    fs::write(&figures, format!("{rest}\n")).expect("written");
    for (field, value) in [
        ("program", "draughts-td 0.1.0"),
        ("commit", "0123456789"),
        ("signature", "0123456789abcdef"),
    ] {
        fs::write(&settings, with(&whole["settings.json"], field, value)).expect("written");
        let before = state(folder.path());
        let said = refusal(&tictactoe(folder.path(), &[]));
        let began = said.split("was begun by").nth(1).unwrap_or_default();
        assert!(began.contains(value) && began.contains("and this is draughts-td"), "{said}");
        assert!(said.contains("--fresh") && said.contains("--out"), "{said}");
        assert!(state(folder.path()) == before, "{field}: something was touched");
    }
    fs::write(&settings, &whole["settings.json"]).expect("written");
    assert!(tictactoe(folder.path(), &[]).status.success());
    assert!(content(folder.path()) == whole, "the same program did not resume the run");
}

#[test]
fn a_run_goes_into_a_folder_of_its_own() {
    let place = tempfile::tempdir().expect("folder");
    let mut command = draughts();
    let output = command.current_dir(&place).args(["reproduce", "tictactoe", "--quick"]).output();
    assert!(stdout(&output.expect("it runs")).contains("runs/tictactoe"));
    assert!(place.path().join("runs/tictactoe/README.md").is_file());
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1);
}

#[test]
fn other_files_are_named_in_a_sentence() {
    let folder = stored("lambda");
    let before = state(folder.path());
    let mut command = draughts();
    command.args(["reproduce", "lambda", "pdn/sample.pdn.zst", "--out"]).arg(folder.path());
    let said = refusal(&command.output().expect("it runs"));
    assert!(said.starts_with("Error: name another folder with --out, or start over with --fresh"));
    let files = "not given now: levels-01.pdn.zst, levels-02.pdn.zst, levels-03.pdn.zst and 15 more; \
                 not in that run: sample.pdn.zst";
    assert!(said.contains(files) && said.len() < 500, "{said}");
    assert!(state(folder.path()) == before, "something was touched");
}

#[test]
fn an_experiment_that_left_the_program_names_the_commit_that_has_it() {
    let folder = tempfile::tempdir().expect("folder");
    for (name, word) in [("mover", "games.pdn"), ("endings", "--endgame=auto")] {
        let text = refusal(&reproduce(&[name, word], &folder.path().join("out"), &[]));
        let settings = fs::read_to_string(format!("results/{name}/settings.json"));
        let settings: serde_json::Value =
            serde_json::from_str(&settings.expect("settings")).expect("JSON");
        let commit = settings["program"]["commit"].as_str().or(settings["commit"].as_str());
        assert!(text.contains(commit.expect("a commit")), "{text}");
        assert!(!folder.path().join("out").exists());
    }
}
