//! `match --mpi`: the match of one process, however many play it, and an end that is as whole as can be when one is lost. Skipped where
//! `mpirun` is missing.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::games::timeless;
use crate::launcher::{ended, is_rank, mpirun, processes, run_to_end, text};
use crate::run::{PROGRAM, program, told};

/// A match of fixed nodes that one process plays in some seconds.
fn match_words(pdn: &Path, more: &[&str]) -> Vec<String> {
    let pdn = pdn.to_str().expect("UTF-8");
    let words = ["match", "reference", "material", "--hash", "1", "--pdn", pdn, "--json"];
    words.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

/// Many short games rather than a few long ones. They are saved in their order. So a first pair that is slow to end would leave little
/// of the match to a process that is cut off when some games are saved.
const MANY: [&str; 4] = ["--nodes", "800", "--games", "150"];

/// The match played by one process: its report and its games.
fn single_process(folder: &Path, more: &[&str]) -> (String, Vec<String>) {
    let pdn = folder.join("single.pdn");
    let words = match_words(&pdn, more);
    let output = program(&words.iter().map(String::as_str).collect::<Vec<_>>());
    told(&output, 0);
    // Standard error has a line a game.
    (String::from_utf8_lossy(&output.stdout).into_owned(), timeless(&pdn))
}

#[test]
fn a_match_of_one_to_four_processes_is_that_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let shapes =
        [&["--nodes", "300", "--games", "12"][..], &["--nodes", "300", "--sprt", "0", "300"]];
    for more in shapes {
        let wanted = single_process(folder.path(), more);
        for processes in 1..=4 {
            let Some(mut command) = mpirun(processes) else { return };
            let pdn = folder.path().join("many.pdn");
            let word = pdn.to_str().expect("UTF-8");
            let output = run_to_end(command.args(match_words(&pdn, more)).arg("--mpi"), word);
            assert!(output.status.success(), "{processes}: {}", text(&output));
            let report = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!((report, timeless(&pdn)), wanted, "{processes} processes, {more:?}");
            clear(folder.path());
        }
    }
}

/// Removes the files of matches.
fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        fs::remove_file(entry.path()).expect("removed");
    }
}

/// Three processes at a match, and those of them that are not the first, when the file of games has this many bytes.
fn three(mut command: Command, pdn: &Path, more: &[&str], bytes: u64) -> (Child, Vec<String>) {
    command.args(match_words(pdn, more)).arg("--mpi").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let started = Instant::now();
    while fs::metadata(pdn).map_or(0, |data| data.len()) < bytes {
        assert!(started.elapsed() < Duration::from_secs(120), "no game was finished");
        assert!(child.try_wait().expect("a child").is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(20));
    }
    let found = processes(pdn.to_str().expect("UTF-8"));
    (child, found.into_iter().filter(|pid| !is_rank(pid, 0)).collect())
}

/// The last lines of an output.
fn end(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

fn signal(name: &str, pid: &str) {
    let sent = Command::new("kill").args([name, pid]).stderr(Stdio::null()).status();
    assert!(sent.is_ok_and(|status| status.success()), "{name} {pid}");
}

#[test]
fn the_games_of_a_process_that_falls_silent_are_played_by_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    // Enough that every process still has games when the first pair is saved.
    let more = ["--nodes", "4000", "--games", "80", "--ballots", "3"];
    let pdn = folder.path().join("many.pdn");
    let wanted = single_process(folder.path(), &more);
    // Long enough for a busy machine: a process that is only late must not count as silent.
    let silence = "15";
    let lost = format!("for {silence} s; its games are played again");
    let mut said = String::new();
    // A process that is stopped between two pairs has no games to be played again, and another is tried.
    for _ in 0..4 {
        clear(folder.path());
        let Some(command) = mpirun(3) else { return };
        let (child, others) =
            three(command, &pdn, &[&more[..], &["--silence", silence]].concat(), 1);
        // As a host whose link is cut: it is there, and says nothing.
        signal("-STOP", &others[0]);
        let output = ended(child, pdn.to_str().expect("UTF-8"), Duration::from_secs(120));
        let _ = Command::new("kill").args(["-KILL", &others[0]]).stderr(Stdio::null()).status();
        said = text(&output);
        assert!(timeless(&pdn) == wanted.1, "the games differ; it ends with\n{}", end(&said));
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(report.contains(wanted.0.trim()), "{report}\nin place of\n{}", wanted.0);
        if said.contains(&lost) {
            return;
        }
    }
    panic!("no games were played again; the last run ends with\n{}", end(&said));
}

#[test]
fn what_was_finished_when_a_process_died_is_saved_and_others_continue() {
    let Some(command) = mpirun(3) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let more = MANY;
    let pdn = folder.path().join("many.pdn");
    let (child, others) = three(command, &pdn, &more, 4000);
    signal("-KILL", &others[0]);
    let output = ended(child, pdn.to_str().expect("UTF-8"), Duration::from_secs(120));
    assert!(!output.status.success());
    let saved = timeless(&pdn).iter().filter(|word| *word == "[Event").count();
    assert!((1..150).contains(&saved), "{saved}");
    let Some(mut two) = mpirun(2) else { return };
    let word = pdn.to_str().expect("UTF-8");
    let output = run_to_end(two.args(match_words(&pdn, &more)).arg("--mpi"), word);
    assert!(output.status.success(), "{}", text(&output));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(report, single_process(folder.path(), &more).0);
}

#[test]
fn processes_that_are_about_to_play_different_matches_do_not_begin() {
    let Some(mut command) = mpirun(1) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let pdn = folder.path().join("many.pdn");
    let mut other = match_words(&pdn, &["--nodes", "301", "--mpi"]);
    other.insert(0, PROGRAM.to_owned());
    command.args(match_words(&pdn, &["--nodes", "300", "--mpi"]));
    command.args([":", "-n", "1"]).args(other);
    let output = run_to_end(&mut command, pdn.to_str().expect("UTF-8"));
    let said = text(&output);
    assert!(!output.status.success() && said.contains("match.pace"), "{said}");
    assert!(!pdn.exists());
}
