//! The main job, through the built program: the same weights whatever the threads, stop and resume, and clear refusals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use draughts_td::models::network::NetworkModel;
use draughts_td::models::{Card, file};
use tempfile::TempDir;

use crate::run::{PROGRAM, draughts};

const SAMPLE: &str = "pdn/sample.pdn.zst";

struct Run {
    folder: TempDir,
}

impl Run {
    fn new() -> Run {
        Run { folder: tempfile::tempdir().expect("temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("written");
        path.display().to_string()
    }

    /// `learn` into `out`, with these arguments.
    fn learn(&self, out: &str, arguments: &[&str]) -> Output {
        self.command(out, arguments).output().expect("the program runs")
    }

    fn command(&self, out: &str, arguments: &[&str]) -> Command {
        let mut command = draughts();
        command.arg("learn").args(arguments).arg("-o").arg(self.path(out));
        // Ten passes, the default for few games, would teach the tests no more.
        if !arguments.iter().any(|word| ["--epochs", "--config"].contains(word)) {
            command.args(["--epochs", "1"]);
        }
        command
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The error of a run that must fail with status 2.
fn refusal(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

fn opened(path: &Path) -> (NetworkModel, Card) {
    file::read(path).expect("network")
}

/// Writes a network back with another card.
fn written(path: &Path, model: &NetworkModel, card: Card) {
    file::write(path, model, &card.program, card.training).expect("written");
}

fn assert_done(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_one_and_two_threads() {
    let run = Run::new();
    for (out, threads) in [("one", "1"), ("two", "2")] {
        assert_done(&run.learn(out, &[SAMPLE, "--threads", threads, "--seed", "3"]));
    }
    assert!(run.bytes("one") == run.bytes("two"), "files differ");
    assert_done(&run.learn("other", &[SAMPLE, "--seed", "4"]));
    assert!(run.bytes("one") != run.bytes("other"), "another seed makes another network");
}

#[test]
fn learning_beats_the_constant_and_says_what_it_did() {
    let run = Run::new();
    let output = run.learn("net", &[SAMPLE, "--json"]);
    assert_done(&output);
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(object["training"]["census"]["games"], 5000);
    let all = &object["held_out"]["all"];
    let figure = |name: &str| all[name].as_f64().expect(name);
    assert!(figure("mse") < 0.7 * figure("constant_mse"), "{all}");
    assert!(figure("sign_accuracy") > 0.75, "{all}");
    assert!(figure("man") > 0.2, "a man is worth something: {all}");
    assert_eq!(object["held_out"]["phases"].as_array().map(Vec::len), Some(3));
}

#[test]
fn the_former_spelling_of_a_kind_to_train_works() {
    let run = Run::new();
    for (out, flag) in [("new", "--model"), ("old", "--net")] {
        assert_done(&run.learn(out, &[SAMPLE, flag, "nn1", "--games", "300"]));
    }
    assert!(run.bytes("new") == run.bytes("old"), "files differ");
}

#[test]
fn games_that_cannot_be_read_are_the_only_thing_said() {
    let run = Run::new();
    let empty = run.write("empty.pdn", b"");
    let output = run.learn("net", &[&empty]);
    assert!(refusal(&output).contains("Error: no game to learn from"), "{output:?}");
    assert_eq!(stdout(&output), "");
}

#[test]
fn every_net_of_the_paper_learns_under_its_settings() {
    let run = Run::new();
    for (net, tensors) in [("nn1", 5), ("nn2", 5), ("nn3", 5), ("nn4", 5), ("nn5", 15)] {
        assert_done(&run.learn(net, &[SAMPLE, "--model", net, "--paper", "--games", "500"]));
        let bytes = run.bytes(net);
        let file = safetensors::SafeTensors::deserialize(&bytes).expect("safetensors");
        assert_eq!(file.len(), tensors, "{net}");
    }
}

/// Waits until a run has saved a checkpoint after its `games`th game at the earliest.
fn wait_for_checkpoint(path: &Path) {
    let started = Instant::now();
    while !path.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "no checkpoint came");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_run_killed_and_resumed_ends_with_the_weights_of_an_uninterrupted_one() {
    let run = Run::new();
    let arguments = [SAMPLE, "--epochs", "4", "--threads", "2"];
    assert_done(&run.learn("whole", &arguments));
    let mut kills = 0;
    for pause in [0, 150, 400] {
        let mut child = run
            .command("net", &[&arguments[..], &["--checkpoint", "0"]].concat())
            .spawn()
            .expect("the program runs");
        wait_for_checkpoint(&run.path("net.checkpoint"));
        std::thread::sleep(Duration::from_millis(pause));
        kills += usize::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("killed");
        child.wait().expect("ended");
        if run.path("net").exists() {
            break;
        }
    }
    assert!(kills > 0, "the run ended before it could be killed");
    assert_done(&run.learn("net", &arguments));
    assert!(run.bytes("net") == run.bytes("whole"), "weights differ");
    assert!(!run.path("net.checkpoint").exists(), "a finished run leaves no checkpoint");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_end_leaves_a_usable_checkpoint_and_no_half_written_file() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        leaves_a_usable_checkpoint(signal);
    }
}

#[cfg(unix)]
fn leaves_a_usable_checkpoint(signal: &str) {
    let run = Run::new();
    let arguments = [SAMPLE, "--epochs", "50", "--checkpoint", "0"];
    let child = run.command("net", &arguments).stderr(std::process::Stdio::piped()).spawn();
    let child = child.expect("the program runs");
    wait_for_checkpoint(&run.path("net.checkpoint"));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("ended");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{signal}: {message}");
    assert!(message.contains("; the same command resumes from there"), "{message}");
    let names: Vec<_> = fs::read_dir(run.folder.path())
        .expect("folder")
        .map(|entry| entry.expect("entry").file_name())
        .collect();
    assert_eq!(names, ["net.checkpoint"]);
    let eval = draughts()
        .args(["eval", "W:W31-50:B1-20", "--net"])
        .arg(run.path("net.checkpoint"))
        .output();
    assert_done(&eval.expect("the program runs"));
}

#[test]
fn a_checkpoint_of_other_settings_or_files_is_refused_by_name() {
    let run = Run::new();
    // A checkpoint is a network file: a finished network serves as one.
    assert_done(&run.learn("net", &[SAMPLE, "--games", "300"]));
    fs::rename(run.path("net"), run.path("net.checkpoint")).expect("renamed");
    let message =
        refusal(&run.learn("net", &[SAMPLE, "--games", "300", "--resume", "--lambda", "0.5"]));
    assert!(message.contains("lambda 0.9") && message.contains("0.5"), "{message}");
    let other = run.write("other.pdn", b"1. 32-28 19-23 2. 28x19 14x23 2-0\n");
    let message = refusal(&run.learn("net", &[&other, "--games", "300", "--resume"]));
    assert!(message.contains("other files") && message.contains("sample.pdn.zst"), "{message}");
}

#[test]
fn a_checkpoint_is_resumed_by_the_same_command_and_left_as_it_is_by_another() {
    let run = Run::new();
    let arguments = [SAMPLE, "--games", "300"];
    let other = [&arguments[..], &["--lambda", "0.5"]].concat();
    assert_done(&run.learn("net", &arguments));
    let finished = run.bytes("net");
    // A checkpoint is a network file: a finished network serves as one.
    fs::rename(run.path("net"), run.path("net.checkpoint")).expect("renamed");
    let message = refusal(&run.learn("net", &other));
    for part in ["checkpoint of another run", "lambda 0.9", "0.5", "--force"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(run.bytes("net.checkpoint") == finished && !run.path("net").exists());
    let output = run.learn("net", &arguments);
    assert_done(&output);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("all passes are done"), "it continued: {message}");
    assert!(run.bytes("net") == finished && !run.path("net.checkpoint").exists());
    fs::copy(run.path("net"), run.path("net.checkpoint")).expect("copied");
    assert_done(&run.learn("net", &[&other[..], &["--force"]].concat()));
    assert!(run.bytes("net") != finished, "begun anew with other settings");
}

#[test]
fn weights_are_replaced_only_by_the_command_that_made_them() {
    let run = Run::new();
    let arguments = [SAMPLE, "--model", "nn1", "--games", "100", "--optimizer", "sgd"];
    assert_done(&run.learn("net", &arguments));
    let finished = run.bytes("net");
    assert_done(&run.learn("net", &arguments));
    assert!(run.bytes("net") == finished);
    let message = refusal(&run.learn("net", &[&arguments[..], &["--epochs", "2"]].concat()));
    assert!(message.contains("--force") && message.contains("--resume"), "{message}");
    let message = refusal(&run.learn("net", &[&arguments[..], &["--seed", "7"]].concat()));
    assert!(message.contains("--force") && message.contains("seed 1"), "{message}");
    assert!(run.bytes("net") == finished);
    // Weights that somebody learned on are no longer those of the command.
    let (model, mut card) = opened(&run.path("net"));
    card.training["studies"] = 1.into();
    written(&run.path("net"), &model, card);
    assert!(refusal(&run.learn("net", &arguments)).contains("--force"));
    assert_done(&run.learn("net", &[&arguments[..], &["--force"]].concat()));
    assert!(run.bytes("net") == finished);
}

#[test]
fn metrics_of_something_else_stay_as_they_are() {
    let run = Run::new();
    let path = run.write("m.jsonl", b"{\"my\":\"figures\"}\n");
    let learn = |more: &[&str]| {
        run.learn("net", &[&[SAMPLE, "--games", "50", "--metrics", &path], more].concat())
    };
    let message = refusal(&learn(&[]));
    assert!(message.contains("--metrics") && message.contains("--force"), "{message}");
    assert!(run.bytes("m.jsonl").starts_with(b"{\"my\""));
    assert_done(&learn(&["--force"]));
    let lines = || run.bytes("m.jsonl").iter().filter(|byte| **byte == b'\n').count();
    let first = lines();
    assert_done(&learn(&[]));
    assert_eq!(lines(), first, "replaced, and not added to");
    fs::remove_file(run.path("net")).expect("removed");
    let before = run.bytes("m.jsonl");
    assert!(refusal(&learn(&["--seed", "2"])).contains("--metrics"));
    assert!(run.bytes("m.jsonl") == before);
}

#[test]
fn a_diverging_run_stops_with_a_remedy_and_keeps_the_last_checkpoint() {
    let run = Run::new();
    let message = refusal(
        &run.learn("net", &[SAMPLE, "--optimizer", "sgd", "--lr", "10", "--checkpoint", "0"]),
    );
    assert!(message.contains("diverged") && message.contains("--lr"), "{message}");
    assert!(!message.contains("checkpoint"), "there is none: {message}");
    assert!(!run.path("net").exists());
}

#[test]
fn files_that_cannot_teach_are_refused_with_place_and_remedy() {
    let run = Run::new();
    let hollow = run.path("hollow");
    fs::create_dir(&hollow).expect("folder");
    let folder = hollow.display().to_string();
    let missing = run.path("missing.pdn").display().to_string();
    let empty = run.write("empty.pdn", b"");
    let checkers = run.write("checkers.pdn", b"[GameType \"21\"]\n1. 11-15 23-19 1-0\n");
    let unfinished = run.write("unfinished.pdn", b"1. 32-28 19-23 *\n");
    let cases = [
        (&missing, "missing.pdn: no such file or folder; check the name"),
        (&folder, "hollow holds no PDN file"),
        (&empty, "no game to learn from"),
        (&checkers, "no game to learn from"),
        (&unfinished, "no game to learn from"),
    ];
    for (file, part) in cases {
        let message = refusal(&run.learn("net", &[file]));
        assert!(message.contains(part), "{file}: {message}");
        assert!(!run.path("net").exists());
    }
}

#[test]
fn a_truncated_archive_teaches_what_comes_before_the_cut_and_strict_says_so() {
    let run = Run::new();
    let whole = fs::read(SAMPLE).expect("the sample");
    let cut = run.write("cut.pdn.zst", &whole[..whole.len() / 2]);
    let output = run.learn("net", &[&cut]);
    assert_done(&output);
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warning.contains("cut.pdn.zst") && warning.contains("cut"), "{warning}");
    assert_eq!(run.learn("net", &[&cut, "--strict"]).status.code(), Some(1));
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_the_work() {
    let run = Run::new();
    let message = refusal(&run.learn("no/such/folder/net", &[SAMPLE]));
    assert!(message.contains("cannot write into"), "{message}");
    fs::create_dir(run.path("taken")).expect("folder");
    let message = refusal(&run.learn("taken", &[SAMPLE]));
    assert!(message.contains("is a folder"), "{message}");
}

/// A limit on the size of files acts as a full disk: writes fail half-way.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_network_whole() {
    let run = Run::new();
    let old = run.write("net", b"the old network");
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {PROGRAM} learn {SAMPLE} --games 200 --force -o {old}"
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let message = refusal(&output);
    assert!(message.contains("cannot write network file"), "{message}");
    assert_eq!(run.bytes("net"), b"the old network");
    assert_eq!(fs::read_dir(run.folder.path()).expect("folder").count(), 1);
}

#[test]
fn settings_come_from_a_file_and_flags_go_before_it() {
    let run = Run::new();
    let config =
        run.write("run.toml", b"net = \"nn1\"\nhidden = 7\nseed = 9\n[filter]\nwindow = 4\n");
    let output = run
        .learn("net", &[SAMPLE, "--config", &config, "--seed", "10", "--games", "200", "--json"]);
    assert_done(&output);
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let settings = &object["training"]["hyperparams"];
    assert_eq!((&settings["hidden"], &settings["seed"]), (&7.into(), &10.into()));
    assert_eq!((&settings["inputs"], &settings["filter"]["window"]), (&"nn1".into(), &4.into()));
    let typo = run.write("typo.toml", b"seed = 1\nlamda = 0.9\n");
    let message = refusal(&run.learn("net", &[SAMPLE, "--config", &typo]));
    assert!(message.contains("typo.toml") && message.contains("lamda"), "{message}");
}

#[test]
fn metrics_are_one_json_object_a_line() {
    let run = Run::new();
    let metrics = run.path("run.jsonl");
    let path = metrics.display().to_string();
    assert_done(&run.learn("net", &[SAMPLE, "--epochs", "2", "--metrics", &path]));
    let text = fs::read_to_string(&metrics).expect("metrics");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let events = |name: &str| lines.iter().filter(|line| line["event"] == name).count();
    assert_eq!(events("epoch"), 2);
    assert!(events("progress") >= 4, "{text}");
    let first = lines.iter().find(|line| line["event"] == "progress").expect("progress");
    assert!(first["at"]["online_mse"]["all"].as_f64().expect("a number") > 0.0);
}

#[test]
fn a_game_read_twice_teaches_once_when_games_must_be_unique() {
    let run = Run::new();
    let census = |flags: &[&str]| {
        let files = [SAMPLE, SAMPLE, "--model", "nn1", "--mirror", "off", "--json", "--force"];
        let output = run.learn("net", &[&files[..], flags].concat());
        assert_done(&output);
        let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        object["training"]["census"].clone()
    };
    let (all, unique) = (census(&[]), census(&["--unique"]));
    assert_eq!(all["readable"], unique["readable"]);
    assert_eq!(all.get("left_out"), None);
    assert_eq!(
        unique["left_out"]["duplicate"].as_u64().map(|n| 2 * n),
        unique["readable"].as_u64()
    );
    let decided = census(&["--results", "decided"]);
    assert_eq!(decided["left_out"]["result"], decided["results"]["1-1"]);
    let rated = run.learn("net", &[SAMPLE, "--min-rating", "2000", "--force"]);
    assert!(refusal(&rated).contains("no game to learn from"));
}

#[test]
fn games_with_unequal_material_are_thinned_to_a_share() {
    let run = Run::new();
    let learn = |flags: &[&str]| {
        let files = [SAMPLE, "--model", "nn1", "--optimizer", "sgd", "--json", "--force"];
        let output = run.learn("net", &[&files[..], flags].concat());
        assert_done(&output);
        let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        (object, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let ((all, _), (same, _)) = (learn(&[]), learn(&["--unequal-share", "1-40=1"]));
    let held_out = |object: &serde_json::Value| object["held_out"].clone();
    assert_eq!(held_out(&all), held_out(&same), "a share of 1 leaves all games in their order");
    let (thin, noted) = learn(&["--unequal-share", "20-40=0.01"]);
    assert!(noted.contains("note: 20 to 40 pieces: "), "{noted}");
    let readable = |object: &serde_json::Value| object["training"]["census"]["readable"].as_u64();
    assert!(readable(&thin) < readable(&all), "{noted}");
    let (same, _) = learn(&["--unequal-share", "20-40=0.01", "--same-results"]);
    let drawn = |object: &serde_json::Value| {
        let census = &object["training"]["census"];
        let count = |number: &serde_json::Value| number.as_f64().expect("a count");
        count(&census["results"]["1-1"]) / count(&census["readable"])
    };
    let differences = [&thin, &same].map(|thinned| (drawn(thinned) - drawn(&all)).abs());
    assert!(differences[1] < 0.01 && differences[1] < differences[0], "{differences:?}");
    let refused = run.learn("net", &[SAMPLE, "--unequal-share", "26=1", "--force"]);
    assert!(refusal(&refused).contains("26-40=0.01"));
    let config = run.write("results.toml", b"same-results = true\n");
    let message = refusal(&run.learn("net", &[SAMPLE, "--config", &config, "--force"]));
    assert!(message.contains("false without unequal-share"), "{message}");
}

#[test]
fn the_same_moves_from_another_position_are_another_game() {
    let run = Run::new();
    let moves = "1. 31-26 16-21 2. 32-27 21x32 3. 37x28 17-21 4. 26x17 12x21 5. 34-29 19-23 6. 28x19 14x34 \
                 7. 40x29 10-14 8. 35-30 20-25 1-1";
    let game =
        |black: &str| format!("[FEN \"W:W31-50:B{black}\"]\n[Result \"1-1\"]\n\n{moves}\n\n");
    let games = run.write("two.pdn", format!("{}{}", game("1-20"), game("2-20")).as_bytes());
    let census = |files: &[&str]| {
        let flags = ["--model", "nn1", "--unique", "--holdout", "0", "--json", "--force"];
        let output = run.learn("net", &[files, &flags].concat());
        assert_done(&output);
        let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        object["training"]["census"].clone()
    };
    let once = census(&[&games]);
    assert_eq!((&once["readable"], once.get("left_out")), (&2.into(), None), "{once}");
    assert_eq!(census(&[&games, &games])["left_out"]["duplicate"], 2);
}

#[test]
fn standard_input_teaches_once() {
    let run = Run::new();
    let games = fs::File::open(SAMPLE).expect("the sample");
    let output = run.command("net", &["-", "--games", "100"]).stdin(games).output();
    assert_done(&output.expect("the program runs"));
    let message = refusal(&run.learn("net", &["-", "--epochs", "2", "--shuffle", "off"]));
    assert!(message.contains("only once"), "{message}");
}

#[test]
fn a_finished_run_resumed_ends_as_it_was() {
    let run = Run::new();
    let arguments = [SAMPLE, "--games", "300", "--epochs", "2"];
    assert_done(&run.learn("net", &arguments));
    let finished = run.bytes("net");
    let output = run.learn("net", &[&arguments[..], &["--resume"]].concat());
    assert_done(&output);
    assert!(stdout(&output).contains("material"), "the figures are told once more");
    assert!(run.bytes("net") == finished, "files differ");
    // The same from the checkpoint of its last pass, as a kill just before the end leaves it.
    fs::rename(run.path("net"), run.path("net.checkpoint")).expect("renamed");
    assert_done(&run.learn("net", &[&arguments[..], &["--resume"]].concat()));
    assert!(run.bytes("net") == finished, "files differ");
}

#[test]
fn more_passes_may_be_added_and_none_taken_away() {
    let run = Run::new();
    let passes = |n| [SAMPLE, "--games", "300", "--resume", "--optimizer", "sgd", "--epochs", n];
    assert_done(&run.learn("long", &passes("3")));
    assert_done(&run.learn("net", &passes("2")));
    assert_done(&run.learn("net", &passes("3")));
    assert!(run.bytes("net") == run.bytes("long"), "files differ");
    let message = refusal(&run.learn("net", &passes("2")));
    assert!(message.contains("epochs 3, this run has 2"), "{message}");
}

#[test]
fn a_run_that_diverges_in_its_last_game_writes_no_network() {
    let run = Run::new();
    let games = run.write(
        "one.pdn",
        b"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 5. 46-41 14-19 1-1\n",
    );
    let message = refusal(&run.learn("net", &[&games, "--holdout", "0", "--lr", "1e30"]));
    assert!(message.contains("diverged") && message.contains("--lr"), "{message}");
    assert!(!message.contains("checkpoint"), "there is none: {message}");
    assert!(!run.path("net").exists() && !run.path("net.checkpoint").exists());
}

#[test]
fn without_games_held_out_no_figures_are_made_up() {
    let run = Run::new();
    let games = run.write(
        "one.pdn",
        b"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 5. 46-41 14-19 1-1\n",
    );
    let output = run.learn("net", &[&games, "--holdout", "0", "--epochs", "2"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("0 held out") && text.contains("no figures"), "{text}");
    assert!(!text.contains("0.0000"), "{text}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("held-out error"));
}

#[test]
fn no_output_may_be_one_of_the_inputs() {
    let run = Run::new();
    let games = run.write("games.pdn", &fs::read(SAMPLE).expect("the sample"));
    let before = run.bytes("games.pdn");
    let message = refusal(&run.learn("games.pdn", &[&games]));
    assert!(message.contains("would overwrite"), "{message}");
    let message = refusal(&run.learn("net", &[&games, "--metrics", &games]));
    assert!(message.contains("--metrics") && message.contains("would overwrite"), "{message}");
    assert!(run.bytes("games.pdn") == before);
}

#[cfg(unix)]
#[test]
fn a_device_is_no_output_and_a_link_is_written_through() {
    let run = Run::new();
    let _socket = std::os::unix::net::UnixListener::bind(run.path("device")).expect("socket");
    let message = refusal(&run.learn("device", &[SAMPLE]));
    assert!(message.contains("device or a pipe"), "{message}");
    run.write("real", b"old");
    std::os::unix::fs::symlink("real", run.path("link")).expect("link");
    assert_done(&run.learn("link", &[SAMPLE, "--games", "100", "--force"]));
    assert!(run.path("link").is_symlink() && run.bytes("real").len() > 1000);
}

#[cfg(unix)]
#[test]
fn a_pipe_given_as_a_file_teaches_like_the_file() {
    let run = Run::new();
    assert_done(&run.learn("file", &[SAMPLE, "--games", "100"]));
    let pipe = run.path("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let message = refusal(&run.learn("piped", &[&pipe, "--epochs", "2", "--shuffle", "off"]));
    assert!(message.contains("only once"), "{message}");
    let child = run.command("piped", &[&pipe, "--games", "100"]).spawn().expect("the program runs");
    fs::write(&pipe, fs::read(SAMPLE).expect("the sample")).ok();
    assert_done(&child.wait_with_output().expect("ended"));
    let weights = |name: &str| opened(&run.path(name)).0;
    assert_eq!(weights("piped"), weights("file"));
}

#[test]
fn metrics_of_a_resumed_run_follow_whole_lines() {
    let run = Run::new();
    let path = run.path("run.jsonl").display().to_string();
    let arguments = [SAMPLE, "--games", "300", "--optimizer", "sgd", "--metrics", &path];
    assert_done(&run.learn("net", &arguments));
    let before = run.bytes("run.jsonl");
    fs::write(&path, [&before[..], b"{\"event\":\"pro"].concat()).expect("half a line");
    assert_done(&run.learn("net", &[&arguments[..], &["--resume", "--epochs", "2"]].concat()));
    let text = fs::read_to_string(&path).expect("metrics");
    assert!(text.len() > before.len() && text.as_bytes().starts_with(&before));
    for line in text.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}

#[test]
fn a_network_whose_card_is_of_another_is_refused() {
    let run = Run::new();
    assert_done(&run.learn("net", &[SAMPLE, "--model", "nn1", "--games", "100"]));
    let (model, mut card) = opened(&run.path("net"));
    card.training["hyperparams"]["inputs"] = "nn4".into();
    written(&run.path("net"), &model, card);
    let output = draughts()
        .args(["validate", SAMPLE, "--net"])
        .arg(run.path("net"))
        .output()
        .expect("the program runs");
    assert!(refusal(&output).contains("another shape"));
}

#[test]
fn a_network_from_before_some_settings_and_figures_existed_is_judged_and_resumes() {
    let run = Run::new();
    let start = [SAMPLE, "--model", "nn1", "--games", "200"];
    let arguments = [&start[..], &["--optimizer", "sgd", "--resume", "--epochs"]].concat();
    assert_done(&run.learn("net", &[&arguments[..], &["1"]].concat()));
    assert_done(&run.learn("two", &[&arguments[..], &["2"]].concat()));
    let (model, mut card) = opened(&run.path("net"));
    for (part, names) in [
        ("/hyperparams", &["decay", "selection", "without", "shared"][..]),
        ("/report", &["calibration"]),
    ] {
        let fields = card.training.pointer_mut(part).and_then(|part| part.as_object_mut());
        let fields = fields.expect(part);
        names.iter().for_each(|&name| assert!(fields.remove(name).is_some(), "{name}"));
    }
    written(&run.path("net"), &model, card);
    let mut judge = draughts();
    judge.args(["validate", SAMPLE, "--net"]).arg(run.path("net"));
    assert_done(&judge.output().expect("the program runs"));
    assert_done(&run.learn("net", &[&arguments[..], &["2"]].concat()));
    assert!(run.bytes("net") == run.bytes("two"), "files differ");
}

#[test]
fn the_files_of_a_folder_teach_as_if_they_were_named() {
    let run = Run::new();
    let games = run.path("games");
    fs::create_dir(&games).expect("a folder");
    fs::copy(SAMPLE, games.join("a.pdn.zst")).expect("copied");
    let folder = games.display().to_string();
    let file = games.join("a.pdn.zst").display().to_string();
    for (out, input) in [("folder", &folder), ("file", &file)] {
        assert_done(&run.learn(out, &[input, "--games", "200"]));
    }
    assert!(run.bytes("folder") == run.bytes("file"), "files differ");
}

#[test]
fn a_run_that_learns_nothing_leaves_nothing() {
    let run = Run::new();
    let message = refusal(&run.learn("net", &["README.md", "--checkpoint", "0"]));
    assert!(message.contains("no game to learn from"), "{message}");
    assert!(!message.contains("checkpoint"), "{message}");
    let left: Vec<_> = fs::read_dir(run.folder.path()).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_man_count_is_judged_like_a_network() {
    let mut judge = draughts();
    let output = judge.args(["validate", SAMPLE, "--net", "material", "--json"]).output();
    let output = output.expect("the program runs");
    assert_done(&output);
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let all = &object["held_out"]["all"];
    assert_eq!((&object["net"], &all["mse"]), (&"material".into(), &all["material_mse"]));
    assert!(all["mse"].as_f64() < all["constant_mse"].as_f64(), "{all}");
    assert!(all["level_sign_accuracy"].is_null() && all["man"].is_null(), "{all}");
}

#[test]
fn the_share_of_right_signs_is_unknown_where_nobody_won() {
    let run = Run::new();
    let drawn = run.write("drawn.pdn", b"1. 32-28 17-22 2. 28x17 11x22 1-1\n");
    let output = draughts().args(["validate", &drawn, "--net", "reference", "--json"]).output();
    let output = output.expect("the program runs");
    assert_done(&output);
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let all = &object["held_out"]["all"];
    assert!(all["positions"].as_u64() > Some(0) && all["mse"].is_number(), "{all}");
    for name in ["sign_accuracy", "material_sign_accuracy", "level_sign_accuracy"] {
        assert!(all[name].is_null(), "{name}: {all}");
    }
    let table = draughts().args(["validate", &drawn, "--net", "reference"]).output();
    let table = stdout(&table.expect("the program runs"));
    let row = table.lines().find(|line| line.starts_with("all")).expect("a row").to_owned();
    assert_eq!(row.matches('–').count(), 3, "{table}");
}

#[test]
fn a_network_that_is_of_no_use_is_told() {
    let run = Run::new();
    let told = |rate: &str| {
        let output = run.learn("net", &[SAMPLE, "--games", "1000", "--force", "--lr", rate]);
        assert_done(&output);
        String::from_utf8_lossy(&output.stderr).contains("of the mean result")
    };
    assert!(told("0.000000001"), "random weights are worse than the constant");
    assert!(!told("0.0005"));
}
