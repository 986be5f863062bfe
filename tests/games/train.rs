//! `draughts-td train`: the same weights whatever happens on the way, and opponents that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::draughts;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// `train` at few nodes with a small network, so that games take milliseconds.
fn command(out: &Path, more: &[&str]) -> Command {
    let mut command = draughts();
    command.args(["train", "--nodes", "60", "--hash", "1", "--eval-games", "4", "-o"]).arg(out);
    if !more.contains(&"--init") && !more.contains(&"--model") {
        command.args(["--model", "nn1", "--hidden", "6"]);
    }
    command.args(more);
    command
}

fn run(out: &Path, more: &[&str]) -> Output {
    command(out, more).output().expect("the program runs")
}

/// The bytes of the network that a run wrote.
fn trained(out: &Path, more: &[&str]) -> Vec<u8> {
    let output = run(out, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read(out).expect("a network")
}

fn refusal(out: &Path, more: &[&str]) -> String {
    let output = run(out, more);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn checkpoint(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}.checkpoint", out.display()))
}

#[test]
fn the_weights_depend_on_the_settings_and_not_on_threads() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let games = ["--games", "20", "--random-moves", "0.1"];
    let with = |more: &[&'static str]| [&games[..], more].concat();
    let whole = trained(&path("a"), &with(&["--threads", "1"]));
    assert_eq!(trained(&path("b"), &with(&["--threads", "3"])), whole);
    assert_ne!(trained(&path("c"), &with(&["--seed", "2"])), whole);
    for more in [&["--algorithm", "td-directed"][..], &["--optimizer", "adam"], &["--loss", "l1"]] {
        assert_ne!(
            trained(&path("d"), &[&with(more)[..], &["--force"]].concat()),
            whole,
            "{more:?}"
        );
    }
    // Patterns, phases of a network, other rules and targets of a few plies run as well.
    trained(&path("e"), &["--games", "8", "--model", "patterns", "--plies", "12"]);
    trained(&path("f"), &["--games", "8", "--model", "nn1", "--phases", "25,15"]);
    trained(&path("g"), &["--games", "8", "--init", "reference", "--unearned-gains", "rule"]);
}

/// Its hidden layer learned by Adam, whose rate is too small for steps made of gradients.
#[test]
fn a_start_from_weights_learned_by_adam_learns_the_hidden_layer_at_the_rate_of_plain_steps() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let mut learn = draughts();
    learn.args([
        "learn",
        "pdn/sample.pdn.zst",
        "--model",
        "nnue",
        "--hidden",
        "4",
        "--games",
        "30",
    ]);
    assert!(learn.arg("-o").arg(path("adam")).output().is_ok_and(|out| out.status.success()));
    let says = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|w| w == text.as_bytes());
    let (method, rate) = (r#"hidden_method\":\"adam"#, r#"hidden_rate\":0.02"#);
    let learned = fs::read(path("adam")).expect("weights");
    assert!(says(&learned, method) && !says(&learned, rate));
    let start = path("adam");
    let start = start.to_str().expect("UTF-8");
    let bytes = trained(&path("t"), &["--games", "8", "--init", start]);
    assert!(!says(&bytes, method) && says(&bytes, rate) && !says(&bytes, "hidden.mean"));
}

#[test]
fn a_killed_run_resumes_to_the_same_weights() {
    let folder = folder();
    let (cut, whole) = (folder.path().join("cut"), folder.path().join("whole"));
    let more = [
        "--games",
        "400",
        "--threads",
        "2",
        "--optimizer",
        "adam",
        "--eval-every",
        "100",
        "--checkpoint",
        "0",
    ];
    let against =
        ["--against", "self", "--against", "past", "--past-every", "40", "--against", "material"];
    let more = [&more[..], &against].concat();
    let mut child = command(&cut, &more).spawn().expect("the program runs");
    let started = Instant::now();
    while !checkpoint(&cut).exists() && child.try_wait().expect("status").is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "no checkpoint came");
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(300));
    child.kill().expect("killed");
    child.wait().expect("ended");
    let resumed = trained(&cut, &more);
    assert!(!checkpoint(&cut).exists(), "a finished run leaves none");
    assert!(resumed == trained(&whole, &more), "the weights differ");
}

#[test]
fn what_is_learned_plays_is_judged_and_told() {
    let folder = folder();
    let (out, metrics) = (folder.path().join("t.safetensors"), folder.path().join("m.jsonl"));
    let more = ["--games", "16", "--database", "pdn/sample.pdn.zst", "--json", "--metrics"];
    let output = run(&out, &[&more[..], &[metrics.to_str().expect("UTF-8")]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let record = &told;
    assert_eq!((&record["games"], &record["totals"]["taught"]), (&16.into(), &16.into()));
    assert!(record["totals"]["met"]["searched"].as_u64() > Some(300), "{record}");
    let lines = fs::read_to_string(&metrics).expect("metrics");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = lines.iter().rfind(|line| line["event"] == "measured").expect("a measurement");
    assert_eq!(last["at"]["scores"][0]["tally"]["games"].as_array().map(Vec::len), Some(3));
    assert!(last["at"]["held_out"].as_f64().is_some_and(|error| error < 1.0), "{last}");
    assert!(lines.iter().any(|line| line["event"] == "progress"));
    let eval = draughts().args(["eval", "start", "--net"]).arg(&out).output();
    assert!(eval.expect("the program runs").status.success());
    let validate = draughts().args(["validate", "pdn/sample.pdn.zst", "--net"]).arg(&out).output();
    let validate = validate.expect("the program runs");
    assert!(validate.status.success(), "{}", String::from_utf8_lossy(&validate.stderr));
}

#[test]
fn a_report_has_the_strength_and_the_games_against_each_opponent_also_of_a_run_that_was_resumed() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let report = path("report");
    let told = report.to_str().expect("UTF-8");
    let more = ["--against", "material", "--against", "self", "--eval-every", "8"];
    let told = [&more[..], &["--report", told, "--note", "a trial"]].concat();
    trained(&path("whole"), &[&told[..], &["--games", "24"]].concat());
    let text = |name: &str| fs::read_to_string(report.join(name)).expect("a file of the report");
    let (figures, words) = (text("figures.jsonl"), text("README.md"));
    assert_eq!(figures.lines().count(), 4, "{figures}");
    for part in
        ["a trial", "--eval-every 8", "figure-1.svg", "figure-2.svg", "games that taught | 24"]
    {
        assert!(words.contains(part), "{part} is missing in {words}");
    }
    assert!(text("figure-2.svg").contains("material"));
    fs::write(report.join("settings.json"), "mine").expect("written");
    let error = refusal(&path("x"), &[&told[..], &["--games", "24"]].concat());
    assert!(error.contains("--report") && error.contains("--force"), "{error}");
    assert_eq!(text("settings.json"), "mine");
    trained(&path("whole"), &[&told[..], &["--games", "24", "--force"]].concat());
    trained(&path("parts"), &[&more[..], &["--games", "16"]].concat());
    trained(&path("parts"), &[&told[..], &["--games", "24", "--resume"]].concat());
    assert_eq!(text("figures.jsonl"), figures);
    let error =
        refusal(&path("x"), &["--games", "8", "--report", path("whole").to_str().expect("UTF-8")]);
    assert!(error.contains("--report"), "{error}");
}

#[test]
fn an_opponent_that_misbehaves_costs_a_game_that_teaches_nothing() {
    let folder = folder();
    let out = folder.path().join("t");
    let told = refusal(&out, &["--against", "hub:false", "--games", "40", "--eval-every", "0"]);
    assert!(told.contains("20 games in a row came to nothing"), "{told}");
    let more = ["--against", "hub:false", "--against", "self", "--games", "24", "--json"];
    let output = run(&out, &more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let totals = &told["totals"];
    let counts = ["spoilt", "taught"].map(|name| totals[name].as_u64().expect("a count"));
    assert!(counts[0] > 0 && counts[1] > 0 && counts[0] + counts[1] == 24, "{totals}");
}

#[test]
fn another_setting_and_weights_that_are_no_numbers_are_refused_by_name() {
    let folder = folder();
    let out = folder.path().join("t");
    trained(&out, &["--games", "8"]);
    let told = refusal(&out, &["--games", "16", "--lambda", "0.5", "--resume"]);
    assert!(told.contains("trained with --lambda 0.69") && told.contains("0.5"), "{told}");
    trained(&out, &["--games", "16", "--resume"]);
    let told = refusal(&out, &["--games", "64", "--lr", "1e38"]);
    assert!(told.contains("--force") && told.contains("trained with --"), "{told}");
    let told = refusal(&out, &["--games", "64", "--lr", "1e38", "--checkpoint", "0", "--force"]);
    assert!(told.contains("learning diverged"), "{told}");
    for (more, word) in [
        (&["--man-value", "1.5"][..], "1.5"),
        (&["--algorithm", "td"], "--algorithm td"),
        (&["--against", "nobody"], "nobody"),
        (&["--init", "missing.safetensors"], "missing.safetensors"),
        (&["--init", "reference", "--stages", "1"], "--stages is what the file"),
        (&["--init", "reference", "--hidden-lr", "0.1"], "--hidden-lr is what the file"),
        (&["--positions", "a.pdn", "--ballots", "2"], "one way"),
        (&["--against", "dxp:localhost", "--threads", "2"], "--threads 1"),
    ] {
        let told = refusal(&out, more);
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder();
    let games = folder.path().join("games.pdn.zst");
    fs::copy("pdn/sample.pdn.zst", &games).expect("copied");
    let (before, name) = (fs::read(&games).expect("games"), games.to_str().expect("UTF-8"));
    let out = folder.path().join("t");
    for flag in ["--database", "--positions", "--openings"] {
        let told = refusal(&out, &["--games", "8", flag, name, "--metrics", name]);
        assert!(told.contains("--metrics") && told.contains("would overwrite"), "{told}");
        let told = refusal(&games, &["--games", "8", flag, name]);
        assert!(told.contains("-o") && told.contains("would overwrite"), "{told}");
    }
    assert!(fs::read(&games).expect("games") == before, "the games changed");
}
