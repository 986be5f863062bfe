//! `reproduce --folder`: workers that share a folder leave there what one alone leaves, however many they are and whoever dies.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn start(words: &[&str], flag: &str, folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_draughts-td"));
    command.arg("reproduce").args(words).args(["--quick", "--threads", "1", flag]).arg(folder);
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
fn workers_leave_together_what_one_leaves_alone() {
    let networks = ["networks", SAMPLE, "--games", "200", "--match-games", "4", "--nodes", "50"];
    for words in [&["tictactoe"][..], &networks] {
        let place = tempfile::tempdir().expect("folder");
        let (one, three) = (place.path().join("one"), place.path().join("three"));
        let alone = done(&end(start(words, "--out", &one)));
        let workers = [0; 3].map(|_| start(words, "--folder", &three));
        let summary = |told: &str| told.split("\nfigures, plots").next().map(str::to_owned);
        for worker in workers {
            assert_eq!(summary(&done(&end(worker))), summary(&alone));
        }
        let (one, together) = (content(&one), content(&three));
        assert!(one.keys().eq(together.keys()), "{:?}", together.keys());
        for (name, content) in one {
            assert!(content == together[&name], "{name}");
        }
        assert_eq!(blocks(&three, "claim"), 0);
        // Whoever comes late finds everything done.
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
fn what_cannot_be_shared_is_refused_with_the_remedy() {
    let place = tempfile::tempdir().expect("folder");
    let folder = place.path().join("run");
    done(&end(start(&["tictactoe"], "--folder", &folder)));
    let said = refused(&["tictactoe", "--seed", "2"], &folder);
    assert!(said.contains("seed 1, this run has 2"), "{said}");
    assert!(refused(&["tictactoe", "--out", "x"], &folder).contains("cannot be used with"));
    let timed = ["networks", SAMPLE, "--against", "hub:nobody"];
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
