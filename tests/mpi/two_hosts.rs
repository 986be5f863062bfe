//! `--mpi` over two hosts, which are network namespaces: the same weights and the same match over any link, and an end with everything saved
//! when it is cut. Skipped where `mpirun`, root or `ip netns` is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::hosts::Hosts;
use crate::launcher::{ended, mpirun, processes, text};
use crate::run::{program, told};

/// There are two hosts of these names at a time.
static ALONE: Mutex<()> = Mutex::new(());

const DELAYS: [Duration; 2] = [Duration::ZERO, Duration::from_millis(2)];

/// Two hosts, if there can be.
fn hosts(delay: Duration) -> Option<Hosts> {
    mpirun(2)?;
    Hosts::apart(delay)
}

fn learn(out: &Path) -> Vec<String> {
    let out = out.to_str().expect("UTF-8");
    let words = "learn pdn/sample.pdn.zst --batch-games 64 --lr 0.00005 --threads 1 -o";
    words.split(' ').chain([out]).map(str::to_owned).collect()
}

fn run(words: &[String]) -> String {
    let output = program(&words.iter().map(String::as_str).collect::<Vec<_>>());
    told(&output, 0);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_weights_are_the_same_to_the_bit_over_any_link() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let games = ["--games", "300"].map(str::to_owned);
    run(&[learn(&one), games.to_vec()].concat());
    for delay in DELAYS {
        let Some(hosts) = hosts(delay) else { return };
        let output = hosts.mpirun().args(learn(&two)).args(&games).arg("--mpi").output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{delay:?}: {}", text(&output));
        assert!(fs::read(&one).expect("a file") == fs::read(&two).expect("a file"), "{delay:?}");
    }
}

#[test]
fn a_match_is_the_same_over_any_link() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let words = "match reference material --hash 1 --nodes 300 --games 8 --json";
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let wanted = run(&words);
    for delay in DELAYS {
        let Some(hosts) = hosts(delay) else { return };
        let output = hosts.mpirun().args(&words).arg("--mpi").output().expect("it runs");
        assert!(output.status.success(), "{delay:?}: {}", text(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{delay:?}");
    }
}

/// Runs two processes with this word among theirs, cuts the link when they are at work, and waits for the end.
fn cut(mut command: Command, hosts: &Hosts, word: &str, is_at_work: &dyn Fn() -> bool) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let started = Instant::now();
    while processes(word).len() < 2 || !is_at_work() {
        assert!(started.elapsed() < Duration::from_secs(120), "they never came");
        std::thread::sleep(Duration::from_millis(50));
    }
    hosts.cut();
    let cut = Instant::now();
    let output = ended(child, word, Duration::from_secs(60));
    // What mpirun does not reach any more ends by itself.
    while !processes(word).is_empty() {
        assert!(cut.elapsed() < Duration::from_secs(90), "{word} does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    output
}

#[test]
fn a_cut_link_ends_learning_with_a_message_and_a_checkpoint() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(hosts) = hosts(Duration::ZERO) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("net");
    let mut command = hosts.mpirun();
    let more = "--epochs 100000 --checkpoint 1 --patience 3 --mpi";
    command.args(learn(&out)).args(more.split(' '));
    let checkpoint = folder.path().join("net.checkpoint");
    let output = cut(command, &hosts, out.to_str().expect("UTF-8"), &|| checkpoint.exists());
    let said = text(&output);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("nothing was heard of the other processes for 3 s"), "{said}");
    assert!(said.contains("holds the last good checkpoint"), "{said}");
}

#[test]
fn a_match_that_a_cut_link_ends_resumes_with_what_was_finished() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(hosts) = hosts(Duration::ZERO) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let pdn = folder.path().join("games.pdn");
    let file = pdn.to_str().expect("UTF-8");
    let words =
        format!("match reference material --hash 1 --nodes 3000 --games 40 --json --pdn {file}");
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let mut command = hosts.mpirun();
    command.args(&words).args(["--mpi", "--silence", "3"]);
    let is_at_work = || fs::metadata(&pdn).is_ok_and(|data| data.len() > 4000);
    let said = text(&cut(command, &hosts, file, &is_at_work));
    // Whichever is first: the others play the games, or mpirun misses its helper and asks all to end.
    let is_whole = said.contains("\"games\":40");
    assert!(is_whole || said.contains("resumes from there"), "{said}");
    let saved = |name: &str| fs::read_to_string(name).expect("a file").matches("[Event").count();
    assert!(saved(file) > 0);
    assert!(run(&words).contains("\"games\":40"));
    assert_eq!(saved(file), 40);
}
