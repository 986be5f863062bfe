//! Every verb that is interrupted ends at once with the status that shells know, and keeps what was finished.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::PROGRAM;

/// A test run in the background of a shell inherits that Ctrl-C is ignored: `env` puts that right.
fn start(arguments: &[&str]) -> Child {
    start_by("--default-signal=INT,TERM,HUP", arguments)
}

/// Starts the program by `env` with this about its signals.
fn start_by(signals: &str, arguments: &[&str]) -> Child {
    let mut command = Command::new("env");
    command
        .args([signals, PROGRAM])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

/// The status as a shell shows it, and what stood on standard error.
fn end(mut child: Child, signal: &str) -> (i32, String) {
    let pid = child.id().to_string();
    // Open to the end: a program that reads its input would end with that, perhaps before the signal reaches it.
    let _input = child.stdin.take();
    let sent = Command::new("kill").args([signal, &pid]).status().expect("kill");
    assert!(sent.success());
    let started = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < Duration::from_secs(10), "it ran for {:?}", started.elapsed());
    let killed = || 128 + output.status.signal().unwrap_or(0);
    let status = output.status.code().unwrap_or_else(killed);
    (status, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A second process with the same outputs is told who writes them, and ends.
fn assert_kept_from(first: &Child, arguments: &[&str]) {
    let second = start(arguments).wait_with_output().expect("it ends");
    let refusal = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{refusal}");
    let holder = format!("is being written by process {} (", first.id());
    assert!(refusal.contains(&holder), "{refusal}");
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_there() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what} never came");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn has_lines(path: &Path, lines: usize) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().count() >= lines)
}

#[test]
fn what_saves_nothing_ends_at_once() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (counts, judged) = (path("counts.epd"), path("judged.epd"));
    std::fs::write(&counts, "W:W31-50:B1-20 ;D30 1\n").expect("written");
    std::fs::write(&judged, "W:W31-50:B1-20 ; id \"a.1\" ; pts \"32-28=1\"\n").expect("written");
    let free =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = free.expect("a free port").port().to_string();
    for arguments in [
        vec!["perft", "30"],
        vec!["perft", "--suite", &counts],
        vec!["suite", &judged, "--depth", "60"],
        vec!["bench", "--depth", "30"],
        vec!["hub"],
        vec!["dxp", "serve", &port],
    ] {
        let child = start(&arguments);
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(end(child, "-INT").0, 130, "{arguments:?}");
    }
}

#[test]
fn a_hang_up_that_is_ignored_as_by_nohup_stays_ignored() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (out, metrics) = (path("net"), path("metrics.jsonl"));
    let learn = ["learn", "pdn/sample.pdn.zst", "-o", &out, "--metrics", &metrics];
    let size = ["--epochs", "100000", "--hidden", "4"];
    let child = start_by("--ignore-signal=HUP", &[&learn[..], &size].concat());
    wait_for("a line of progress", || has_lines(metrics.as_ref(), 2));
    let sent = Command::new("kill").args(["-HUP", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let lines = std::fs::read_to_string(&metrics).expect("metrics").lines().count();
    wait_for("more progress", || has_lines(metrics.as_ref(), lines + 3));
    let (status, message) = end(child, "-INT");
    assert_eq!(status, 130, "{message}");
}

#[test]
fn an_export_leaves_no_half_of_a_file() {
    let folder = tempfile::tempdir().expect("folder");
    let npz = folder.path().join("rows.npz");
    // For a minute or so.
    let files = ["pdn/sample.pdn.zst"; 300];
    let npz = ["--npz", npz.to_str().expect("UTF-8"), "--unique"];
    let child = start(&[&["export"], &files[..], &npz[..]].concat());
    let names = || std::fs::read_dir(folder.path()).expect("a folder").flatten();
    let is_partial = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".partial");
    wait_for("a file", || names().any(|entry| is_partial(entry.file_name())));
    let (status, message) = end(child, "-INT");
    assert_eq!(status, 130, "{message}");
    assert!(message.contains("nothing is written"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_match_and_a_tournament_keep_their_games() {
    let folder = tempfile::tempdir().expect("folder");
    for (players, signal) in
        [(&["match"][..], "-INT"), (&["tournament", "random"], "-INT"), (&["match"], "-TERM")]
    {
        let games = folder.path().join(format!("{}{signal}.pdn", players[0]));
        let state = format!("{}.state.jsonl", games.display());
        let pdn = ["--nodes", "300", "--hash", "1", "--games", "100000", "--pdn"];
        let arguments =
            [players, &["material", "random"], &pdn[..], &[games.to_str().expect("UTF-8")]];
        let child = start(&arguments.concat());
        // Games that nobody has saved yet must not pile up.
        wait_for("games", || has_lines(state.as_ref(), 100));
        let (status, message) = end(child, signal);
        assert_eq!(status, 130, "{players:?} {signal}: {message}");
        let is_told =
            message.contains("Interrupted after") && message.contains("resumes from there");
        assert!(is_told, "{players:?} {signal}: {message}");
    }
    let left = std::fs::read_dir(folder.path()).expect("list").count();
    assert_eq!(left, 6, "games and state of three, and nothing else");
}

#[test]
fn learning_keeps_a_checkpoint_and_an_experiment_its_figures() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (out, metrics) = (path("net"), path("metrics.jsonl"));
    let sample = "pdn/sample.pdn.zst";
    let learn =
        ["learn", sample, "-o", &out, "--metrics", &metrics, "--epochs", "100000", "--hidden", "4"];
    let child = start(&learn);
    wait_for("a line of progress", || has_lines(metrics.as_ref(), 2));
    assert_kept_from(&child, &learn);
    let (status, message) = end(child, "-INT");
    assert_eq!(status, 130, "{message}");
    assert!(message.contains("the same command resumes from there"), "{message}");
    assert!(Path::new(&path("net.checkpoint")).exists());

    let run = path("tictactoe");
    let settings = folder.path().join("tictactoe/settings.json");
    let reproduce = ["reproduce", "tictactoe", "--threads", "1", "--out", &run];
    let child = start(&reproduce);
    wait_for("the settings", || has_lines(&settings, 1));
    assert_kept_from(&child, &reproduce);
    let (status, message) = end(child, "-INT");
    assert_eq!(status, 130, "{message}");
    assert!(message.contains("the same command resumes"), "{message}");
}

#[test]
fn a_killed_process_holds_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.pdn");
    let file = games.to_str().expect("UTF-8");
    let play = |number| {
        [
            "match", "material", "random", "--nodes", "300", "--hash", "1", "--games", number,
            "--pdn", file,
        ]
    };
    let first = start(&play("100000"));
    let state = format!("{file}.state.jsonl");
    wait_for("a game", || has_lines(state.as_ref(), 2));
    assert_kept_from(&first, &play("100000"));
    assert_eq!(end(first, "-KILL").0, 137);
    let third = start(&play("1")).wait_with_output().expect("it ends");
    assert!(third.status.success(), "{}", String::from_utf8_lossy(&third.stderr));
}
