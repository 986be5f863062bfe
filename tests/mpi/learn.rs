//! `learn --mpi`: the same weights to the bit for any number of processes, and an end with a checkpoint when one is lost. Skipped where
//! `mpirun` is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::launcher::{ended, is_rank, mpirun, processes, run_to_end, text};
use crate::run::{PROGRAM, program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn learn(out: &Path, more: &[&str]) -> Vec<String> {
    let out = out.to_str().expect("UTF-8");
    let learn = ["learn", SAMPLE, "--batch-games", "64", "--lr", "0.00005", "--threads", "1"];
    learn.iter().chain(&["--force", "-o", out]).chain(more).map(|word| (*word).to_owned()).collect()
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_one_to_eight_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    for model in [
        ["--model", "nn4", "--games", "100"],
        ["--model", "patterns", "--games", "300"],
        ["--model", "nnue", "--games", "300"],
        ["--model", "separated", "--games", "300"],
    ] {
        let one = folder.path().join("one");
        let words = learn(&one, &model);
        told(&program(&words.iter().map(String::as_str).collect::<Vec<_>>()), 0);
        let alone = fs::read(one).expect("a file");
        for processes in [1, 2, 3, 4, 8] {
            let Some(mut command) = mpirun(processes) else { return };
            let out = folder.path().join("many");
            let word = out.to_str().expect("UTF-8");
            let output = run_to_end(command.args(learn(&out, &model)).arg("--mpi"), word);
            assert!(output.status.success(), "{processes}: {}", text(&output));
            let said = text(&output);
            assert_eq!(said.matches("network written to").count(), 1, "{said}");
            assert!(fs::read(out).expect("a file") == alone, "{processes} processes, {model:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_falls_silent_ends_the_run_with_a_message_and_a_checkpoint() {
    let Some(mut command) = mpirun(2) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    // Few games, so that both have read them at nearly the same time.
    let flags = ["--games", "500", "--epochs", "100000", "--checkpoint", "1000"];
    let flags = [&flags[..], &["--silence", "5", "--mpi"]].concat();
    let child = command.args(learn(&out, &flags)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("it starts");
    let started = Instant::now();
    let found = loop {
        let found = processes(out.to_str().expect("UTF-8"));
        if found.len() == 2 && started.elapsed() > Duration::from_secs(10) {
            break found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "they never came");
        std::thread::sleep(Duration::from_millis(50));
    };
    // As a host whose link is cut: it is there, and says nothing. The first one writes, so it is the second that stops.
    let second = found.iter().find(|pid| is_rank(pid, 1)).expect("a second process");
    assert!(Command::new("kill").args(["-STOP", second]).status().is_ok_and(|s| s.success()));
    let stopped = Instant::now();
    let word = out.to_str().expect("UTF-8");
    let output = ended(child, word, Duration::from_secs(60));
    let _ = Command::new("kill").args(["-KILL", second]).stderr(Stdio::null()).status();
    let said = text(&output);
    assert!(!output.status.success(), "{said}");
    assert!(stopped.elapsed() < Duration::from_secs(30), "{:?}: {said}", stopped.elapsed());
    assert!(said.contains("nothing was heard of the other processes for 5 s"), "{said}");
    assert!(said.contains("holds the last good checkpoint"), "{said}");
    assert!(folder.path().join("net.checkpoint").exists());
}

#[test]
fn processes_that_are_about_to_do_different_things_do_not_begin() {
    let Some(mut command) = mpirun(1) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    let mut other = learn(&out, &["--mpi", "--seed", "2"]);
    other.insert(0, PROGRAM.to_owned());
    command.args(learn(&out, &["--mpi"])).args([":", "-n", "1"]).args(other);
    let output = run_to_end(&mut command, out.to_str().expect("UTF-8"));
    let said = text(&output);
    assert!(!output.status.success() && said.contains("hyperparams.seed"), "{said}");
    assert!(!out.exists());
}

#[test]
fn a_step_after_every_game_cannot_be_shared() {
    let said = told(&program(&["learn", SAMPLE, "--optimizer", "sgd", "--mpi"]), 2);
    assert!(said.contains("add --batch-games"), "{said}");
}
