//! Files without end are refused, and a request to end is obeyed at once.

use std::path::Path;
use std::process::Output;

use crate::run::draughts;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = draughts();
    command.current_dir(folder).args(args).output().expect("it runs")
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused_wherever_one_is_read_whole() {
    let folder = tempfile::tempdir().expect("folder");
    let link = |name: &str| {
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(name)).expect("link");
    };
    link("games.pdn.state.jsonl");
    std::fs::create_dir(folder.path().join("run")).expect("folder");
    link("run/settings.json");
    std::fs::write(folder.path().join("games"), "1. 32-28 *").expect("written");
    for args in [
        ["suite", "/dev/zero", "--net", "material"].as_slice(),
        &["perft", "--suite", "/dev/zero"],
        &["learn", "games", "-o", "net", "--config", "/dev/zero"],
        &["match", "material", "material", "--games", "2", "--pdn", "games.pdn"],
        &["match", "material", "material", "--games", "2", "--openings", "/dev/zero"],
        &["reproduce", "tictactoe", "--quick", "--out", "run"],
        &["eval", "W:W31:B1", "--net", "/dev/zero"],
    ] {
        let output = run(folder.path(), args);
        let said = message(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let words = ["larger than", "is not text", "a device or a pipe"];
        assert!(words.iter().any(|word| said.contains(word)), "{args:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_of_our_own_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::create_dir(folder.path().join("tables")).expect("folder");
    std::fs::create_dir(folder.path().join("run")).expect("folder");
    let pipes = ["net", "tables/0101.table", "games.pdn.state.jsonl", "run/manifest.json"];
    let mut command = std::process::Command::new("mkfifo");
    assert!(command.args(pipes).current_dir(&folder).status().expect("mkfifo").success());
    let a_match = ["match", "material", "random", "--nodes", "1", "--games", "2"];
    for args in [
        ["eval", "W:W31:B1", "--net", "net"].as_slice(),
        &["eval", "W:W31:B1", "--net", "material", "--endgame", "tables"],
        &["book", "show", "start", "--book", "net"],
        &["book", "merge", "net", "-o", "book"],
        &["match", "material with book net", "random", "--nodes", "1", "--games", "2"],
        &[&a_match[..], &["--pdn", "games.pdn"]].concat(),
        &[&a_match[..], &["--folder", "run"]].concat(),
        &["merge", "run", "-o", "out.pdn"],
    ] {
        let output = run(folder.path(), args);
        let said = message(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let words = ["a device or a pipe", "no ordinary file"];
        assert!(words.iter().any(|word| said.contains(word)), "{args:?}: {said}");
    }
}

#[test]
fn a_missing_file_is_told_in_the_same_words_everywhere() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("games"), "1. 32-28 *").expect("written");
    for args in [
        ["inspect", "missing"].as_slice(),
        &["learn", "missing", "-o", "net"],
        &["learn", "games", "-o", "net", "--config", "missing"],
        &["validate", "games", "--net", "missing"],
        &["reproduce", "networks", "missing"],
        &["eval", "W:W31:B1", "--net", "missing"],
        &["suite", "missing", "--net", "material"],
        &["perft", "--suite", "missing"],
        &["match", "material", "material", "--openings", "missing"],
    ] {
        let output = run(folder.path(), args);
        let said = message(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains("missing: no such file or folder; check the name"),
            "{args:?}: {said}"
        );
        assert!(!said.contains("os error"), "{args:?}: {said}");
    }
}

/// What waits for something else than its own work has to end as well: for a pipe, or for a program that says nothing.
#[cfg(unix)]
#[test]
fn a_request_to_end_is_obeyed_within_a_second() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().expect("folder");
    let game = "[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 \
                5. 35-30 20-25 6. 33-29 5-10 2-0\n\n";
    std::fs::write(folder.path().join("games.pdn"), game.repeat(50_000)).expect("written");
    for args in [
        ["learn", "-", "-o", "piped"].as_slice(),
        &["learn", "games.pdn", "-o", "net", "--epochs", "100"],
        &["inspect", "-"],
        &["perft", "14"],
        &["analyse", "W:W31-50:B1-20", "--net", "material"],
        &["match", "hub:sleep 5", "material", "--games", "2"],
        &["match", "material", "material", "--games", "2", "--time", "60"],
    ] {
        let mut child = draughts()
            .current_dir(folder.path())
            .args(args)
            .env_remove("DRAUGHTS_TD_GRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        std::thread::sleep(Duration::from_millis(700));
        let asked = Instant::now();
        let kill = std::process::Command::new("kill").arg(child.id().to_string()).status();
        assert!(kill.expect("kill").success(), "{args:?} has ended by itself");
        child.wait().expect("its end");
        // A second, and as much again for a busy machine.
        assert!(asked.elapsed() < Duration::from_secs(2), "{args:?}: {:?}", asked.elapsed());
    }
}
