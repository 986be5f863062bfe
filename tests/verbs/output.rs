//! What becomes of results nobody reads, or that find no room: no verb panics, and no work is lost.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::missing::skip;
use crate::run::{PROGRAM, draughts};

const SAMPLE: &str = "pdn/sample.pdn.zst";

/// One call of each verb that only prints.
const CALLS: [&[&str]; 9] = [
    &["features", "W:W31-50:B1-20"],
    &["features", "W:W31-50:B1-20", "--json"],
    &["eval", "W:W31-50:B1-20", "--net", "material"],
    &["perft", "3"],
    &["diagram", "start"],
    &["inspect", "pdn/sample.pdn.zst"],
    &["analyse", "start", "--net", "material", "--depth", "3"],
    &["bench", "--depth", "2"],
    &["--help"],
];

fn run(arguments: &[&str], stdout: impl Into<Stdio>, stderr: impl Into<Stdio>) -> Output {
    let mut command = draughts();
    command.args(arguments).stdout(stdout).stderr(stderr).output().expect("the program runs")
}

/// The writing end of a pipe whose reader has gone.
fn closed() -> Stdio {
    std::io::pipe().expect("a pipe").1.into()
}

#[test]
fn a_reader_that_has_gone_is_no_failure_of_any_verb() {
    for call in CALLS {
        let output = run(call, closed(), Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.as_str()), (Some(0), ""), "{call:?}");
        assert_eq!(run(call, closed(), closed()).status.code(), Some(0), "{call:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_failure_of_verbs_that_are_talked_to() {
    let calls: [(&[&str], &str); 3] = [
        (&["play", "--net", "material"], "quit\n"),
        (&["hub", "--net", "material"], "hub\ninit\nquit\n"),
        // The answer is no where somebody reads it: a side has no move.
        (&["analyse", "-", "--net", "material", "--depth", "2"], "start\nW:W46:B41,37\n"),
    ];
    for (call, input) in calls {
        let mut child = draughts();
        child.args(call).stdin(Stdio::piped()).stdout(closed()).stderr(Stdio::piped());
        let mut child = child.spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("piped");
        // The program may end before it has read all of it.
        let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.as_str()), (Some(0), ""), "{call:?}");
    }
}

#[test]
fn a_full_disk_under_the_results_is_told() {
    if !Path::new("/dev/full").exists() {
        skip("full", "there is no /dev/full");
        return;
    }
    for call in CALLS.iter().filter(|call| call[0] != "--help") {
        let full = File::options().write(true).open("/dev/full").expect("the device");
        let output = run(call, full, Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{call:?}: {message}");
        assert!(
            message.contains("results to standard output: No space left"),
            "{call:?}: {message}"
        );
        assert!(!message.contains("panicked"), "{call:?}: {message}");
    }
}

/// `ulimit -f` acts as a disk that becomes full while a file grows.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error_in_words_and_leaves_no_unfinished_file() {
    let sample = whole_name(SAMPLE);
    let calls = [
        format!("learn {sample} --games 200 -o x.net"),
        format!("book make {sample} --min-games 2 -o x.book"),
        format!("export {sample} --npz x.npz"),
        format!("annotate {sample} --nodes 1 -o x.pdn"),
        "generate --games 200 --nodes 10 -o x.pdn".into(),
        "match material random --nodes 10 --games 100 --pdn x.pdn".into(),
        "train --games 20 --nodes 50 -o x.net".into(),
    ];
    for call in calls {
        let folder = tempfile::tempdir().expect("temporary folder");
        let script = format!("ulimit -f 20; exec {PROGRAM} {call}");
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output();
        let output = output.expect("a shell");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{call}: {message}");
        let last = message.lines().last().unwrap_or_default();
        assert!(last.contains("larger than the system permits"), "{call}: {message}");
        assert!(!message.contains("ZipWriter"), "{call}: {message}");
        let names =
            fs::read_dir(&folder).expect("list").map(|entry| entry.expect("entry").file_name());
        let hidden: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with('.')).collect();
        assert!(hidden.is_empty(), "{call}: {hidden:?}");
    }
}

#[test]
fn learning_continues_to_its_end_when_nobody_reads_the_plan() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let [read, unread] = ["read", "unread"].map(|name| folder.path().join(name));
    for (out, stdout) in [(&read, Stdio::piped()), (&unread, closed())] {
        let out = out.display().to_string();
        let arguments = ["learn", SAMPLE, "--games", "200", "-o", &out];
        assert_eq!(run(&arguments, stdout, closed()).status.code(), Some(0));
    }
    assert!(fs::read(&read).expect("network") == fs::read(&unread).expect("network"));
}

#[test]
fn a_file_without_end_where_a_small_one_is_wanted_is_refused() {
    let calls: [&[&str]; 3] = [
        &["eval", "W:W31-50:B1-20", "--net", "/dev/zero"],
        &["learn", SAMPLE, "--config", "/dev/zero", "-o", "no-such-folder/net"],
        &["perft", "--suite", "/dev/zero"],
    ];
    for call in calls {
        let output = run(call, Stdio::piped(), Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{call:?}: {message}");
        let is_told =
            ["larger than", "a device or a pipe"].iter().any(|word| message.contains(word));
        assert!(message.contains("/dev/zero") && is_told, "{message}");
    }
}

/// What a call says that is refused with status 2, in a folder where it leaves nothing.
fn refusal(call: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = draughts();
    let output = command.args(call).current_dir(&folder).output().expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{call:?}: {message}");
    assert_eq!(fs::read_dir(&folder).expect("list").count(), 0, "{call:?}");
    message
}

/// The name of a file of the repository, from wherever the program runs.
fn whole_name(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file).display().to_string()
}

#[test]
fn a_name_that_promises_a_packing_which_is_not_made_is_refused() {
    let sample = whole_name(SAMPLE);
    let calls: [&[&str]; 5] = [
        &["learn", &sample, "--games", "50", "-o", "x.safetensors.gz"],
        &["learn", &sample, "--games", "50", "--metrics", "m.jsonl.gz"],
        &["train", "--games", "1", "-o", "x.safetensors.gz"],
        &["book", "make", &sample, "--plies", "4", "-o", "x.book.gz"],
        &["book", "merge", "y.book", "-o", "x.book.gz"],
    ];
    for call in calls {
        let message = refusal(call);
        assert!(message.contains("what is written there is"), "{call:?}: {message}");
    }
}

#[test]
fn nothing_to_search_or_to_play_is_refused() {
    let calls: [&[&str]; 4] = [
        &["analyse", "start", "--net", "material", "--nodes", "0"],
        &["match", "material", "random", "--games", "2", "--nodes", "0"],
        &["match", "material", "random", "--games", "2", "--maxmoves", "0"],
        &["book", "make", SAMPLE, "--plies", "0", "-o", "x.book"],
    ];
    for call in calls {
        let message = refusal(call);
        assert!(message.contains("invalid value '0'"), "{call:?}: {message}");
    }
}

#[test]
fn a_book_is_for_those_who_play() {
    for verb in [&["analyse", "start"][..], &["bench"], &["suite", "suite.epd"]] {
        let message = refusal(&[verb, &["--book", "own.book"]].concat());
        assert!(message.contains("unexpected argument '--book'"), "{verb:?}: {message}");
    }
}

/// Where results are kept safe a stream is not allowed, and nobody would look for a file called `-`.
#[test]
fn a_stream_where_a_file_is_written_is_refused() {
    let sample = whole_name(SAMPLE);
    let calls: [&[&str]; 8] = [
        &["learn", &sample, "--games", "50", "-o", "-"],
        &["learn", &sample, "--games", "50", "--metrics", "-"],
        &["annotate", &sample, "--nodes", "1", "-o", "-"],
        &["analyse", &sample, "--nodes", "1", "--out", "-"],
        &["generate", "--games", "1", "--nodes", "1", "-o", "-"],
        &["book", "make", &sample, "--plies", "4", "-o", "-"],
        &["match", "random", "random", "--games", "2", "--trace", "-"],
        &["dxp", "connect", "localhost:1", "--pdn", "-"],
    ];
    for call in calls {
        let message = refusal(call);
        assert!(message.contains("name a file (./- is one called -)"), "{call:?}: {message}");
    }
}
