//! What only patterns have: windows of one's own, drawn by `eval`, and settings.

use std::fs;
use std::path::Path;

use crate::run::{draughts, program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn eval_draws_the_windows_and_names_their_squares_and_men() {
    let program = |words: &[&str]| {
        let mut command = draughts();
        let output = command.env("COLUMNS", "80").args(words).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let fen = "W:W28,32,K50:B19,23";
    let text = program(&["eval", fen]);
    let boards: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(boards.len(), 10, "{text}");
    assert!(
        boards.iter().all(|line| line.chars().count() <= 80 && line.matches("|   |").count() >= 3),
        "{text}"
    );
    assert!(boards[5].contains('o') && !boards[9].contains('O'), "{text}");
    let all = program(&["eval", fen, "--all"]);
    assert!(all.lines().filter(|line| line.starts_with('|')).count() > 10, "{all}");
    let json: serde_json::Value =
        serde_json::from_str(&program(&["eval", fen, "--json"])).expect("JSON");
    let windows = json["contributions"].as_array().expect("parts");
    let window =
        windows.iter().find(|part| part["name"] == "centre_left turned").expect("a window");
    assert_eq!(window["squares"].as_array().map(Vec::len), Some(12));
    assert_eq!(window["men"], serde_json::json!({ "white": [28], "black": [23] }));
    assert!(windows.iter().any(|part| part.get("squares").is_none()), "kings have none");
}

#[test]
fn windows_of_one_s_own_are_learned_and_wrong_ones_told_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (windows, net) = (folder.path().join("own.toml"), shown(&folder.path().join("net")));
    let own = shown(&windows);
    let learn = || {
        let flags = ["--model", "patterns", "--games", "200", "--pattern-file", &own, "-o", &net];
        program(&[&["learn", SAMPLE], &flags[..]].concat())
    };
    fs::write(&windows, "[[window]]\nname = \"key\"\nsquares = [27, 28, 32, 33]\n")
        .expect("written");
    assert!(told(&learn(), 0).contains("1 windows of 81 cases"));
    let explained = told(&program(&["eval", "start", "--net", &net]), 0);
    assert!(explained.contains("key"), "{explained}");
    fs::write(&windows, "[[window]]\nname = \"key\"\nsquares = [27, 51]\n").expect("written");
    let refused = told(&learn(), 2);
    assert!(refused.contains("own.toml") && refused.contains("square 51"), "{refused}");
}

#[test]
fn more_windows_than_those_of_init_are_learned_but_no_run_resumes_with_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| shown(&folder.path().join(name));
    let window = |name: &str, squares: &str| {
        format!("[[window]]\nname = \"{name}\"\nsquares = [{squares}]\n")
    };
    let (key, centre) = (window("key", "27, 28, 32, 33"), window("centre", "22, 23, 28, 29"));
    let files = [("one", &key), ("two", &format!("{centre}{key}")), ("other", &centre)];
    for (name, text) in files {
        fs::write(path(name), text).expect("written");
    }
    let learn = |windows: &str, out: &str, more: &[&str]| {
        let (windows, out) = (path(windows), path(out));
        let words = ["learn", SAMPLE, "--model", "patterns", "--games", "200", "-o", &out];
        program(&[&words, more, &["--pattern-file", &windows]].concat())
    };
    told(&learn("one", "a", &[]), 0);
    let init = path("a");
    told(&learn("two", "b", &["--init", &init]), 0);
    let words = ["learn", SAMPLE, "--model", "patterns", "--games", "10", "--init", &init];
    let learned = told(&program(&[&words[..], &["-o", &path("d")]].concat()), 0);
    assert!(learned.contains("1 windows of 81 cases"), "{learned}");
    let refused = told(&learn("other", "c", &["--init", &init]), 2);
    assert!(refused.contains("other windows than this run"), "{refused}");
    for windows in ["two", "other"] {
        let refused = told(&learn(windows, "a", &[]), 2);
        assert!(refused.contains("trained with 1 windows of 81 cases"), "{windows}: {refused}");
    }
}

#[test]
fn settings_of_the_other_form_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let refused = learn(&["--model", "patterns", "--hidden", "40"]);
    assert!(refused.contains("--hidden is a setting of networks"), "{refused}");
    let refused = learn(&["--stages", "1"]);
    assert!(refused.contains("--model patterns"), "{refused}");
}

#[test]
fn passes_are_not_added_where_rates_fell_over_those_planned() {
    let folder = tempfile::tempdir().expect("folder");
    let out = shown(&folder.path().join("p.net"));
    let learn = |epochs: &str, more: &[&str]| {
        let words = ["learn", SAMPLE, "--games", "20", "--model", "patterns", "--epochs", epochs];
        program(&[&words[..], &["-o", &out], more].concat())
    };
    told(&learn("1", &[]), 0);
    let refused = told(&learn("2", &["--resume"]), 2);
    assert!(refused.contains("fell over 1 pass") && refused.contains("--init"), "{refused}");
    told(&learn("1", &["--resume"]), 0);
    told(&learn("1", &["--lr-final", "1", "--force"]), 0);
    told(&learn("2", &["--lr-final", "1", "--resume"]), 0);
}

#[test]
fn a_stream_has_no_end_to_fall_to() {
    let learn = |more: &[&str]| {
        let folder = tempfile::tempdir().expect("folder");
        let out = shown(&folder.path().join("p.net"));
        let games = fs::File::open(SAMPLE);
        let output = draughts()
            .args(["learn", "-", "--model", "patterns", "-o", &out])
            .args(more)
            .stdin(games.expect("games"))
            .output();
        String::from_utf8_lossy(&output.expect("it runs").stderr).into_owned()
    };
    let refused = learn(&[]);
    assert!(refused.contains("is a stream") && refused.contains("--lr-final 1"), "{refused}");
    for way in [["--lr-final", "1"], ["--games", "20"]] {
        assert!(!learn(&way).contains("is a stream"), "{way:?}");
    }
}

#[test]
fn weights_that_no_file_may_hold_are_no_success_and_replace_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("p.net");
    let out = shown(&path);
    let learn = |rate: &str| {
        let words = ["learn", SAMPLE, "--games", "20", "--model", "patterns", "--lr", rate];
        program(&[&words[..], &["--force", "-o", &out]].concat())
    };
    told(&learn("0.03"), 0);
    let good = fs::read(&path).expect("a network");
    let refused = told(&learn("1e12"), 2);
    assert!(refused.contains("diverged") && refused.contains("--rest-lr"), "{refused}");
    assert!(fs::read(&path).expect("the same") == good);
}

#[test]
fn scores_that_nobody_wrote_are_missed() {
    let folder = tempfile::tempdir().expect("folder");
    let out = shown(&folder.path().join("p.net"));
    let words =
        ["learn", SAMPLE, "--games", "20", "--model", "patterns", "--target-source", "scores"];
    let told = told(&program(&[&words[..], &["-o", &out]].concat()), 0);
    assert!(told.contains("no position has a score") && told.contains("--scores-only"), "{told}");
}
