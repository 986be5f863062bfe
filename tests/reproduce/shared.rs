//! `reproduce --folder`: workers that share a folder leave there what a single one leaves, however many they are and whichever dies.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::report::FEW;
use crate::run::draughts;

fn start(words: &[&str], flag: &str, folder: &Path) -> Child {
    let mut command = draughts();
    command.arg("reproduce").args(words).args(["--quick", flag]).arg(folder);
    if !words.contains(&"--threads") {
        command.args(["--threads", "1"]);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn end(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(words: &[&str], folder: &Path) -> String {
    let output = end(start(words, "--folder", folder));
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of a run, without those of the blocks.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("entry").path());
    let files = files.filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

fn blocks(folder: &Path, ending: &str) -> usize {
    let Ok(files) = fs::read_dir(folder.join("blocks")) else { return 0 };
    let is_one = |path: &Path| path.extension().is_some_and(|found| found == ending);
    files.filter(|entry| is_one(&entry.as_ref().expect("entry").path())).count()
}

#[test]
fn workers_leave_together_what_a_single_one_leaves() {
    let networks = ["networks", FEW.as_str(), "--seeds", "1"];
    for words in [&["tictactoe"][..], &networks] {
        let place = tempfile::tempdir().expect("folder");
        let (one, three) = (place.path().join("one"), place.path().join("three"));
        let alone = done(&end(start(words, "--out", &one)));
        let workers = [0; 3].map(|_| start(words, "--folder", &three));
        let summary = |told: &str| told.split("\nfigures, plots").next().map(str::to_owned);
        let told = workers.map(|worker| done(&end(worker)));
        // A worker that starts when the others have ended finds the run finished.
        let (finished, made): (Vec<_>, Vec<_>) =
            told.iter().partition(|told| told.starts_with("this run is finished"));
        assert!(finished.len() < told.len(), "nobody made the run");
        assert!(made.iter().all(|told| summary(told) == summary(&alone)), "{made:?}");
        let (one, together) = (content(&one), content(&three));
        assert!(one.keys().eq(together.keys()), "{:?}", together.keys());
        for (name, content) in one {
            assert!(content == together[&name], "{name}");
        }
        assert_eq!(blocks(&three, "claim"), 0);
        // A worker that comes late finds everything done.
        done(&end(start(words, "--folder", &three)));
    }
}

#[test]
fn what_a_worker_that_died_was_at_is_made_again() {
    let place = tempfile::tempdir().expect("folder");
    let (one, shared) = (place.path().join("one"), place.path().join("shared"));
    let words = ["tictactoe", "--silence", "2"];
    let mut first = start(&words, "--folder", &shared);
    let started = Instant::now();
    while blocks(&shared, "row") < 2 || blocks(&shared, "claim") == 0 {
        assert!(started.elapsed() < Duration::from_secs(60), "it never began");
        std::thread::sleep(Duration::from_millis(2));
    }
    first.kill().and_then(|()| first.wait()).expect("killed");
    assert!(!shared.join("README.md").exists());
    done(&end(start(&words, "--folder", &shared)));
    done(&end(start(&["tictactoe"], "--out", &one)));
    assert_eq!(content(&one), content(&shared));
}

#[test]
fn shares_that_are_dealt_out_leave_what_one_worker_leaves() {
    let networks = ["networks", FEW.as_str(), "--seeds", "1"];
    for (words, rounds) in [(&["tictactoe"][..], 1), (&networks, 3)] {
        let place = tempfile::tempdir().expect("folder");
        let (one, shared) = (place.path().join("one"), place.path().join("shared"));
        done(&end(start(words, "--out", &one)));
        let share = |part: &str| {
            let words = [words, &["--threads", "2", "--shard", part]].concat();
            done(&end(start(&words, "--folder", &shared)))
        };
        // Those who come first leave the rest to others, and do not wait for them.
        let told = share("0/3");
        assert!(told.contains("are the shares of others"), "{told}");
        let mut round = 0;
        while !shared.join("README.md").exists() {
            round += 1;
            assert!(round <= rounds, "{words:?}: no report after {rounds} rounds");
            for part in ["1/3", "2/3", "0/3"] {
                share(part);
            }
        }
        assert!(content(&one) == content(&shared), "{words:?}");
    }
}

#[test]
fn sequential_tests_of_changes_are_shared() {
    let words = ["tuning", "--net", "material", "--hash", "1", "--try", "where prob-cut-margin=3"];
    let words = [&words[..], &["--try", "without history", "--try", "without killers"]].concat();
    let place = tempfile::tempdir().expect("folder");
    let (one, two) = (place.path().join("one"), place.path().join("two"));
    done(&end(start(&words, "--out", &one)));
    for worker in [0; 2].map(|_| start(&words, "--folder", &two)) {
        done(&end(worker));
    }
    assert_eq!(content(&one), content(&two));
    // Other changes are other work, though the settings are the same and more may be tried in a run of its own.
    let said = refused(&words[..words.len() - 2], &two);
    assert!(said.contains("without killers is no part of it"), "{said}");
    fs::remove_file(two.join("figures.jsonl")).expect("removed");
    let said = refused(&words[..words.len() - 2], &two);
    assert!(said.contains("is for other work"), "{said}");
}

#[test]
fn what_cannot_be_shared_is_refused_with_the_remedy() {
    let place = tempfile::tempdir().expect("folder");
    let folder = place.path().join("run");
    done(&end(start(&["tictactoe"], "--folder", &folder)));
    let said = refused(&["tictactoe", "--seed", "2"], &folder);
    assert!(said.contains("seed 1, this run has 2"), "{said}");
    assert!(refused(&["tictactoe", "--out", "x"], &folder).contains("cannot be used with"));
    let timed = ["networks", FEW.as_str(), "--against", "hub:nobody"];
    let said = refused(&timed, &place.path().join("timed"));
    assert!(said.contains("want the machine for themselves"), "{said}");
    let block = fs::read_dir(folder.join("blocks")).expect("a folder").flatten();
    let row =
        block.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "row"));
    fs::remove_file(folder.join("figures.jsonl")).expect("removed");
    fs::write(row.expect("a row"), "{}").expect("damaged");
    // One of another length is made again, like one that was never finished.
    done(&end(start(&["tictactoe"], "--folder", &folder)));
}
