//! `draughts-td endgame`: tables made, asked and checked by the program, its exit status, and an end within a second when asked.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::draughts;

fn endgame() -> Command {
    let mut command = draughts();
    command.arg("endgame");
    command
}

struct Told {
    status: Option<i32>,
    out: String,
    err: String,
}

fn run(command: &mut Command) -> Told {
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Told { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Tables of two and three pieces, made once by the program.
static MADE: LazyLock<TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let told = run(endgame().args(["build", "--pieces", "3"]).arg(dir.path()));
    assert_eq!(told.status, Some(0), "{}", told.err);
    assert!(told.out.contains("16 tables of 815145 positions written"), "{}", told.out);
    dir
});

fn probe(fen: &str, more: &[&str]) -> Told {
    run(endgame().args(["probe", fen, "--endgame"]).arg(MADE.path()).args(more))
}

#[test]
fn a_position_is_won_drawn_or_lost() {
    assert!(probe("W:WK5:BK46", &[]).out.starts_with("W:WK5:BK46 loss in 2\n"));
    assert!(probe("W:WK1:BK50", &[]).out.starts_with("W:WK1:BK50 draw\n"));
    let told = probe("B:W32:B28", &["--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!((&object["value"], &object["distance"]), (&"win".into(), &1.into()));
    assert_eq!(told.status, Some(0));
}

#[test]
fn every_move_of_one_position_is_told_with_its_value_the_best_first() {
    let told = probe("W:WK26,31:B16", &[]).out;
    let lines: Vec<&str> = told.lines().collect();
    let plies = |line: &str| line.rsplit(' ').next().and_then(|word| word.parse::<usize>().ok());
    let won = plies(lines[0]).expect("a distance");
    assert!(lines[0].starts_with("W:WK26,31:B16 win in "), "{told}");
    // The value of the best move is that of the position; some moves let the man through or lose pieces.
    assert_eq!(plies(lines[1]), Some(won), "{told}");
    assert!(lines[1].contains("win in "), "{told}");
    let line = lines[lines.len() - 1].strip_prefix("  best line   ").expect("the line");
    assert_eq!(line.split(' ').count(), won, "{told}");
    let object: Value =
        serde_json::from_str(&probe("W:WK26,31:B16", &["--json"]).out).expect("JSON");
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(lines.len() - 2));
    assert_eq!(object["line"].as_array().map(Vec::len), Some(won));
    // A draw has no end to go to.
    assert!(!probe("W:WK1:BK50", &[]).out.contains("best line"));
}

#[test]
fn standard_input_is_answered_line_by_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("positions");
    fs::write(&file, "W:WK5:BK46\nno position\n\nW:W31-50:B1-20\nW:WK1:BK50\n").expect("written");
    let input = fs::File::open(&file).expect("opened");
    let told =
        run(endgame().args(["probe", "-", "--json", "--endgame"]).arg(MADE.path()).stdin(input));
    let lines: Vec<Value> =
        told.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let values: Vec<Option<&str>> = lines.iter().map(|line| line["value"].as_str()).collect();
    assert_eq!(values, [Some("loss"), None, None, Some("draw")]);
    assert!(lines[1]["reason"].as_str().is_some_and(|text| text.contains("side to move")));
    assert!(lines[2]["reason"].as_str().is_some_and(|text| text.contains("40 pieces")));
    assert_eq!(told.status, Some(1), "two lines have no value");
}

#[test]
fn tables_are_verified_slice_by_slice() {
    let told = run(endgame().arg("verify").arg(MADE.path()));
    assert_eq!(told.status, Some(0), "{}", told.err);
    assert!(told.out.starts_with("0101  quiet 16/2024/2  "), "{}", told.out);
    assert!(told.out.ends_with("815145 positions, 0 wrong, 0 not checked for want of a table\n"));
    let told = run(endgame().args(["verify", "--json"]).arg(MADE.path()));
    let lines: Vec<Value> =
        told.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 16);
    assert_eq!(lines[0]["longest_win"], 3);
}

#[test]
fn a_second_build_finds_everything_there() {
    let told = run(endgame().args(["build", "--pieces", "3"]).arg(MADE.path()));
    assert_eq!(told.status, Some(0));
    assert!(told.err.contains("16 tables were there already"), "{}", told.err);
}

#[test]
fn a_missing_table_is_a_note_and_a_folder_of_other_things_an_error() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("notes.txt"), "mine").expect("written");
    let told = run(endgame().args(["probe", "W:WK1:BK50", "--endgame"]).arg(dir.path()));
    assert_eq!(told.status, Some(2));
    assert!(told.err.contains("endgame build"), "{}", told.err);
    fs::copy(MADE.path().join("0101.table"), dir.path().join("0101.table")).expect("copied");
    let told = run(endgame().args(["probe", "W:WK1:BK50", "--endgame"]).arg(dir.path()));
    assert!(told.status == Some(0) && told.out.starts_with("W:WK1:BK50 draw\n"), "{}", told.out);
    assert!(told.err.contains("3 of 4 tables of 2 pieces are missing"), "{}", told.err);
}

fn start_large_build(dir: &Path) -> Child {
    let mut command = endgame();
    command.args(["build", "--pieces", "5"]).arg(dir);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
}

/// By the program that is asked to end, not by this test: no other has its number.
fn terminate(child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-TERM", &id]).status();
    assert!(status.expect("kill runs").success());
}

fn wait_for(path: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < end, "{} is not written", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn a_request_to_end_is_obeyed_at_once_and_finished_tables_stay() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut child = start_large_build(dir.path());
    wait_for(&dir.path().join("0301.table"));
    terminate(&child);
    let asked = Instant::now();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    let told = run(endgame().args(["build", "--pieces", "3"]).arg(dir.path()));
    assert!(told.err.contains("16 tables were there already"), "{}", told.err);
    let entries = fs::read_dir(dir.path()).expect("a folder");
    for entry in entries {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(name.ends_with(".table"), "{name} is left behind");
    }
}
