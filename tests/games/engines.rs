//! What an author of a Hub engine sees of a match: names, one line a game, every line said, parameters, and the last words of an
//! engine that crashes.
#![cfg(unix)]

use std::path::Path;

use serde_json::Value;

use crate::run::{PROGRAM, draughts, told};

/// A folder with an engine: a handshake, then this for every `go`.
struct Engine(tempfile::TempDir);

impl Engine {
    fn new(on_go: &str) -> Engine {
        let engine = Engine(tempfile::tempdir().expect("a folder"));
        let script = format!(
            "while read -r line; do case \"$line\" in\n\
             hub) echo 'id name=rnd version=1'\n\
             echo 'param name=seed value=1 type=int min=1 max=9'; echo wait;;\n\
             init) echo ready;;\n\
             go*) {on_go};;\n\
             quit) exit 0;;\nesac; done\n"
        );
        std::fs::write(engine.path("engine.sh"), script).expect("written");
        engine
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn player(&self) -> String {
        format!("hub:sh '{}'", self.path("engine.sh"))
    }

    /// What a match of two of it said, under these names.
    fn meets_itself(&self, names: [&str; 2], flags: &[&str]) -> Said {
        let [one, two] = names.map(|name| format!("{name}{}", self.player()));
        said(&[&["match", &one, &two, "--depth", "1"], flags].concat())
    }
}

/// What a verb said.
struct Said {
    result: Value,
    errors: String,
}

fn said(arguments: &[&str]) -> Said {
    let output = draughts().args(arguments).arg("--json").output().expect("it runs");
    told(&output, 0);
    let result = serde_json::from_slice(&output.stdout).expect("JSON");
    Said { result, errors: String::from_utf8_lossy(&output.stderr).into_owned() }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect(path)
}

/// It never finds a move.
const LOSES: &str = "echo done";
const CRASHES: &str =
    "{ echo 'Traceback (most recent call last):'; echo \"KeyError: {'a': 1}\"; } >&2; exit 1";

#[test]
fn engines_of_one_name_are_called_by_it_and_a_number_and_each_game_has_a_line() {
    let engine = Engine::new(LOSES);
    let pdn = engine.path("games.pdn");
    let Said { result, errors } = engine.meets_itself(["", ""], &["--games", "2", "--pdn", &pdn]);
    assert_eq!(result["players"], serde_json::json!(["rnd", "rnd (2)"]));
    assert!(read(&pdn).contains("[White \"rnd\"]\n[Black \"rnd (2)\"]"), "{}", read(&pdn));
    let lines: Vec<&str> = errors.lines().filter(|line| line.starts_with("game ")).collect();
    assert_eq!(lines.len(), 2, "{errors}");
    assert!(lines[0].starts_with("game 1/2: rnd - rnd (2) 0-2 after 2 plies: "), "{errors}");
    assert!(lines[0].ends_with("; rnd +0 =0 -1") && lines[1].ends_with("; rnd +1 =0 -1"));
    let table = said(&["tournament", &engine.player(), "random", "--games", "2", "--depth", "1"]);
    let row = &table.result["ranking"][1]["player"];
    assert_eq!((row, &table.result["meetings"][0]["players"][0]), (&"rnd".into(), &"rnd".into()));
}

#[test]
fn a_name_that_the_user_gives_goes_before_all_others() {
    let engine = Engine::new(LOSES);
    let names = |result: &Value| result["players"].clone();
    let found = engine.meets_itself(["old=", ""], &["--games", "2"]);
    assert_eq!(names(&found.result), serde_json::json!(["old", "rnd"]));
    let own = said(&["match", "A=material", "B=random", "--games", "2", "--depth", "1"]);
    assert_eq!(names(&own.result), serde_json::json!(["A", "B"]));
    let twice = ["match", "A=material", "A=random", "--games", "2"];
    assert!(told(&draughts().args(twice).output().expect("it runs"), 2).contains("called 'A'"));
}

#[test]
fn a_match_that_resumes_keeps_its_names_though_the_engine_changes_its_own() {
    let engine = Engine::new(LOSES);
    let pdn = engine.path("games.pdn");
    let play = |games: &str| engine.meets_itself(["", ""], &["--games", games, "--pdn", &pdn]);
    play("2");
    let script = read(&engine.path("engine.sh")).replace("name=rnd", "name=other");
    std::fs::write(engine.path("engine.sh"), script).expect("written");
    assert_eq!(play("4").result["players"], serde_json::json!(["rnd", "rnd (2)"]));
    assert_eq!(read(&pdn).matches("\"rnd (2)\"]").count(), 4);
}

#[test]
fn a_match_of_an_earlier_version_resumes_under_the_names_of_its_commands() {
    let engine = Engine::new(LOSES);
    let pdn = engine.path("games.pdn");
    engine.meets_itself(["sh=", "sh (2)="], &["--games", "2", "--pdn", &pdn]);
    let state = format!("{pdn}.state.jsonl");
    let today = read(&state);
    let earlier = today.replacen(",\"names\":[\"sh\",\"sh (2)\"]", "", 1);
    assert_ne!(earlier, today, "no names in the first line");
    std::fs::write(&state, earlier).expect("written");
    let resumed = engine.meets_itself(["", ""], &["--games", "4", "--pdn", &pdn]);
    assert_eq!(resumed.result["players"], serde_json::json!(["sh", "sh (2)"]));
    assert_eq!(resumed.result["games"], 4);
}

#[test]
fn workers_that_share_a_folder_and_merge_know_an_engine_by_the_same_name() {
    let engine = Engine::new(LOSES);
    let (folder, pdn) = (engine.path("blocks"), engine.path("games.pdn"));
    for shard in ["0/2", "1/2"] {
        let work = ["--games", "20", "--folder", &folder, "--shard", shard];
        let errors = engine.meets_itself(["", ""], &work).errors;
        assert!(errors.contains(": rnd - rnd (2) 0-2"), "{errors}");
    }
    let merged = said(&["merge", &folder, "-o", &pdn]);
    assert_eq!(merged.result["players"], serde_json::json!(["rnd", "rnd (2)"]));
    assert!(Path::new(&pdn).exists());
    let resumed = engine.meets_itself(["", ""], &["--games", "22", "--pdn", &pdn]);
    assert_eq!(resumed.result["games"], 22);
}

#[test]
fn the_last_words_of_an_engine_that_crashes_are_in_the_verdict() {
    let engine = Engine::new(CRASHES);
    let pdn = engine.path("games.pdn");
    let player = engine.player();
    let found = said(&["match", "random", &player, "--games", "2", "--depth", "1", "--pdn", &pdn]);
    let words = "closed its output (exit status: 1); its last words: \
                 Traceback (most recent call last): | KeyError: {'a': 1}";
    assert!(found.result["irregular"].to_string().contains(words), "{}", found.result);
    let census = said(&["inspect", &pdn]);
    assert_eq!(census.result["readable"], 2, "{}", census.result);
}

#[test]
fn the_report_counts_forfeits_by_player_whatever_its_colour() {
    let engine = Engine::new("exit 1");
    let player = format!("T={}", engine.player());
    let found = said(&["match", &player, "random", "--games", "4", "--depth", "1"]);
    let (forfeits, irregular) = (&found.result["forfeits"], found.result["irregular"].to_string());
    assert_eq!(forfeits[0]["player"], "T", "{}", found.result);
    assert_eq!((&forfeits[0]["crashes"], forfeits.as_array().map(Vec::len)), (&4.into(), Some(1)));
    assert!(irregular.contains("T: vanished") && irregular.contains("4"), "{irregular}");
    assert!(!irregular.contains("White") && !irregular.contains("Black"), "{irregular}");
    let illegal = Engine::new("echo done move=1-50");
    let player = format!("B={}", illegal.player());
    let both = ["tournament", "random", &player, "level:1", "--games", "2", "--depth", "1"];
    let found = said(&both);
    assert_eq!(found.result["forfeits"][0]["illegal"], 4, "{}", found.result);
    let output = draughts().args(both).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("B forfeits: 0 × crashed or silent, 0 × late, 4 × illegal"), "{text}");
}

#[test]
fn an_engine_that_writes_without_an_answer_is_named_as_such_and_not_as_silent() {
    for (on_go, named) in [
        ("exec yes 'info depth=1 pv=32-28'", "lines and no answer"),
        ("exec tr '\\0' x < /dev/zero", "without the end of a line"),
    ] {
        let engine = Engine::new(on_go);
        let player = engine.player();
        let short = ["--games", "1", "--depth", "1", "--timeout", "2"];
        let found = said(&[&["match", &player, "random"], &short[..]].concat());
        let reasons = found.result["irregular"].to_string();
        assert!(reasons.contains(named) && !reasons.contains("silent for"), "{reasons}");
    }
}

#[test]
fn a_slow_start_names_the_flag_that_allows_it() {
    let engine = Engine::new(LOSES);
    let slow = format!("hub:sh -c 'sleep 9; exec sh {}'", engine.path("engine.sh"));
    let arguments = ["match", &slow, "random", "--games", "1", "--startup", "0.3"];
    let message = told(&draughts().args(arguments).output().expect("it runs"), 2);
    assert!(message.contains("--startup"), "{message}");
}

#[test]
fn a_long_answer_is_cut_in_the_report() {
    let engine = Engine::new("echo \"done move=$(head -c 60000 /dev/zero | tr '\\0' x)\"");
    let found = engine.meets_itself(["", ""], &["--games", "2"]);
    let (result, log) = (found.result.to_string(), found.errors);
    assert!(result.contains(" … ") && result.len() < 8000 && log.len() < 8000, "{result}");
}

#[test]
fn a_player_without_scores_is_named_where_scores_end_games() {
    let play = |rules: &[&str]| {
        let players = ["match", "material", "random", "--games", "2", "--depth", "1"];
        said(&[&players[..], rules].concat()).result["scoreless"].clone()
    };
    assert_eq!(play(&["--resign", "movecount=2", "score=100"]), serde_json::json!(["random"]));
    assert_eq!(play(&[]), serde_json::json!([]));
}

#[test]
fn a_line_with_an_illegal_move_is_counted() {
    let engine = Engine::new("echo 'info depth=1 score=0 pv=\"1-7 2-8\"'; echo done move=32-28");
    let found = engine.meets_itself(["a=", "b="], &["--games", "1"]);
    let lines = found.result["illegal_lines"].as_array().expect("counts").clone();
    assert!(lines.iter().any(|one| one["player"] == "a" && one["moves"] == 1), "{lines:?}");
}

#[test]
fn a_flood_of_errors_holds_no_engine_up() {
    let flood = "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo done";
    let engine = Engine::new(flood);
    let found = engine.meets_itself(["", ""], &["--games", "2"]);
    let reasons = found.result["irregular"].to_string();
    assert!(reasons.contains("without a move") && !reasons.contains("silent"), "{reasons}");
}

#[test]
fn the_trace_has_every_line_of_hub_engines_under_their_names() {
    let engine = Engine::new(LOSES);
    let trace = engine.path("lines.txt");
    let flags = ["--games", "2", "--trace", &trace, "--hub-param", "new:seed=7"];
    engine.meets_itself(["old=", "new="], &flags);
    let text = read(&trace);
    for line in ["-> old hub", "<- old id name=rnd version=1", "-> new go think", "<- new done"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(text.contains("-> new set-param name=seed value=7"), "{text}");
    assert!(!text.contains("-> old set-param"), "a parameter of one engine went to the other");
}

#[test]
fn a_parameter_that_is_for_nobody_is_refused_with_the_players_and_parameters_there_are() {
    let engine = Engine::new(LOSES);
    let refused = |param: &str| {
        let own = format!("mine={PROGRAM} hub --hash 1").replace("mine=", "mine=hub:");
        let players = ["match", &engine.player(), &own, "--games", "2", "--hub-param", param];
        told(&draughts().args(players).output().expect("it runs"), 2)
    };
    for (param, parts) in [
        ("rnd:sed=1", ["'rnd' has no parameter 'sed'", "it has seed"]),
        ("old:seed=1", ["no player is called 'old'", "'rnd', 'mine'"]),
        ("book-ply=5", ["no Hub engine has a parameter 'book-ply'", "threads"]),
    ] {
        let message = refused(param);
        assert!(parts.iter().all(|part| message.contains(part)), "{param}: {message}");
    }
    let alone = ["match", "random", "x=material", "--hub-param", "x:seed=1", "--games", "2"];
    let message = told(&draughts().args(alone).output().expect("it runs"), 2);
    assert!(message.contains("'x' is no Hub engine"), "{message}");
}
