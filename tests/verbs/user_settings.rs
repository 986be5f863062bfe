//! The user's settings file, and how much is said on standard error.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::run::draughts;

fn run(settings: &Path, call: &str) -> Output {
    let mut program = draughts();
    program.env("DRAUGHTS_TD_CONFIG", settings).args(call.split_whitespace());
    program.output().expect("it runs")
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_file_sets_defaults_and_flags_have_precedence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config.toml");
    fs::write(&file, "net = \"material\"\nhash = 7\n").expect("written");
    let answer = |call: &str| texts(&run(&file, call)).0;
    assert!(answer("eval start --json").contains("\"net\":\"material\""));
    assert!(answer("eval start --json --net reference").contains("\"net\":\"reference\""));
    assert!(answer("analyse --help").contains("[default: 7]"));
    // A measurement is the same for every user.
    assert!(!answer("bench --help").contains("[default: 7]"));
    assert!(!answer("match --help").contains("[default: 7]"));
}

#[test]
fn a_faulty_file_is_named_with_the_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config.toml");
    for (text, wanted) in [
        ("hash = 0\n", "hash: give MiB from 1"),
        ("thread = 2\n", "thread"),
        ("net = \"nofile\"\n", "net: cannot read nofile: no such file"),
        ("endgame = \"\"\n", "endgame: the text is empty"),
        ("language = \"xx\"\n", "en, nl, fr, de, pt, ru"),
    ] {
        fs::write(&file, text).expect("written");
        let output = run(&file, "eval start");
        let (_, error) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("config.toml") && error.contains(wanted), "{error}");
    }
    fs::write(&file, "net = \"nofile\"\n").expect("written");
    for call in ["eval start --net material", "perft 1"] {
        assert_eq!(run(&file, call).status.code(), Some(0), "{call}");
    }
    let missing = folder.path().join("other.toml");
    let (_, error) = texts(&run(&missing, "eval start"));
    assert!(error.contains("cannot read the settings file"), "{error}");
}

#[test]
fn quiet_says_results_and_errors_and_verbose_what_was_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config.toml");
    fs::write(&file, "hash = 7\n").expect("written");
    let ended = "B:W28,33:B";
    let (usual, note) = texts(&run(&file, &format!("eval {ended}")));
    assert!(note.contains("has lost"), "{note}");
    let (quiet, nothing) = texts(&run(&file, &format!("eval {ended} -q")));
    assert_eq!((quiet, nothing.as_str()), (usual, ""));
    let (_, error) = texts(&run(&file, "eval W:W99 -q"));
    assert!(error.starts_with("Error: "), "{error}");
    let (_, detail) = texts(&run(&file, "-v eval start"));
    assert!(detail.starts_with("draughts-td 0."), "{detail}");
    assert!(detail.contains("config.toml") && detail.trim_end().ends_with(" s"), "{detail}");
}
