//! `analyse`, `bench` and `suite`: what a script may rely on.

use assert_cmd::Command;
use serde_json::Value;

use crate::run::draughts;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::from(draughts());
    let output = command.args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const START: &str = "W:W31-50:B1-20";

#[test]
fn analyse_shows_every_depth_and_ends_with_the_best_move() {
    let (code, out, _) = run(&["analyse", START, "--net", "material", "--depth", "6"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (Some(0), 7), "{out}");
    for (line, depth) in lines.iter().zip(1..=6) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..3], ["depth", &depth.to_string(), "score"], "{line}");
        assert!(words[3].parse::<f64>().is_ok() && words[4] == "men", "{line}");
        for word in ["nodes", "nps", "pv"] {
            assert!(words.contains(&word), "{line}");
        }
    }
    let first = lines[5].split(" pv ").nth(1).and_then(|moves| moves.split(' ').next());
    assert_eq!(lines[6].strip_prefix("best move "), first);
}

#[test]
fn analyse_in_json_gives_the_distance_of_a_win() {
    let win = ["analyse", "W:W28,33,39:B17", "--net", "material", "--depth", "9", "--json"];
    let (code, out, _) = run(&win);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, value["move"].as_str()), (Some(0), Some("28-22")));
    let last = value["iterations"].as_array().and_then(|all| all.last()).expect("iterations");
    assert_eq!(last["score"]["win_in"], 3);
    assert_eq!(last["pv"], serde_json::json!(["28-22", "17x28", "33x22"]));
}

#[test]
fn analyse_ends_at_its_time_or_its_nodes() {
    let nodes = ["analyse", START, "--nodes", "5000", "--json"];
    let value: Value = serde_json::from_str(&run(&nodes).1).expect("JSON");
    let reached = value["iterations"].as_array().and_then(|all| all.last()).expect("iterations");
    assert!(reached["nodes"].as_u64().is_some_and(|nodes| nodes <= 5000));
    let (code, out, _) = run(&["analyse", START, "--time", "0.05", "--threads", "2"]);
    assert_eq!(code, Some(0));
    assert!(out.lines().last().is_some_and(|line| line.starts_with("best move ")), "{out}");
}

#[test]
fn analyse_searches_a_forced_move_too() {
    let forced = "W:W28,31-50:B1-18,20,23".replace("31-50", "31,33-50");
    let value: Value =
        serde_json::from_str(&run(&["analyse", &forced, "--time", "0.2", "--json"]).1)
            .expect("JSON");
    let reached = value["iterations"].as_array().and_then(|all| all.last()).expect("iterations");
    assert_eq!(value["move"], "28x19");
    assert!(reached["depth"].as_u64() > Some(2), "{reached}");
}

#[test]
fn a_side_without_a_move_is_told_so_with_status_1() {
    let (code, out, _) = run(&["analyse", "W:W46:B41,37", "--depth", "3"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("no legal move: White has lost"), "{out}");
}

#[test]
fn faults_are_told_with_the_flag_and_status_2() {
    let sample = "pdn/sample.pdn.zst";
    let cases: [(&[&str], &str); 12] = [
        (&["analyse", "W:W51:B1"], "51"),
        (&["analyse", START, "--net", "no-such-file"], "--net"),
        (&["analyse", START, "--hash", "0"], "--hash"),
        (&["analyse", START, "--depth", "0"], "--depth"),
        (&["suite", "no-such-file.epd"], "no-such-file.epd"),
        // A name that promises a packing, the same file twice, nothing to do, what cannot be read again.
        (&["analyse", sample, "--out", "a.pdn.gz"], "leave .gz out"),
        (&["match", "material", "random", "--pdn", "a.pdn.zst"], "leave .zst out"),
        (&["learn", sample, "-o", "a.x", "--metrics", "a.x"], "a.x is a file of -o too"),
        (&["learn", sample, "--games", "0"], "--games"),
        (&["generate", "--hash", "0"], "--hash"),
        (&["annotate", "-"], "name files"),
        (&["generate", "-o", "no-such-folder/a.pdn"], "cannot write no-such-folder/a.pdn: no such"),
    ];
    for (arguments, part) in cases {
        let (code, _, err) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn several_positions_are_answered_in_order_and_named() {
    let budget = ["--net", "material", "--depth", "2"];
    let (code, out, _) = run(&[&["analyse", "start", "W:W28,33,39:B17"], &budget[..]].concat());
    assert_eq!(code, Some(0));
    let named: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("position ")).collect();
    assert_eq!((named.len(), named[1]), (2, "W:W28,33,39:B17"), "{out}");
    for verb in ["analyse", "eval", "features"] {
        let output = Command::from(draughts())
            .args([verb, "-", "--json"])
            .args(budget.iter().take(match verb {
                "analyse" => 4,
                "eval" => 2,
                _ => 0,
            }))
            .write_stdin("start\n\nW:W28,33,39:B17\nW:W51\n")
            .output()
            .expect("it runs");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let fens: Vec<Value> = out
            .lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).expect("an object a line")["fen"].take()
            })
            .collect();
        assert_eq!((fens.len(), fens[1].as_str()), (2, Some("W:W28,33,39:B17")), "{verb}: {out}");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{verb}");
        assert!(err.contains("standard input, line 4") && err.contains("51"), "{verb}: {err}");
    }
}

#[test]
fn the_built_in_evaluation_judges_where_nobody_names_another() {
    let value = |more: &[&str]| {
        let fen = "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26";
        let out = run(&[&["eval", fen, "--json"], more].concat()).1;
        serde_json::from_str::<Value>(&out).expect("JSON")
    };
    let (default, named) = (value(&[]), value(&["--net", "reference"]));
    assert_eq!(default, named);
    assert_eq!(default["net"], "reference");
    assert!(value(&["--net", "material"])["men"].is_number());
    for call in [&["analyse", "start", "--depth", "3"][..], &["play"], &["hub"]] {
        let mut command = Command::from(draughts());
        let output = command.args(call).write_stdin("quit\n").output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{call:?}: {said}");
    }
}

#[test]
fn bench_has_the_same_signature_every_time() {
    let signature = || {
        let out = run(&["bench", "--depth", "6", "--hash", "4", "--json"]).1;
        let value: Value = serde_json::from_str(&out).expect("JSON");
        (value["nodes"].as_u64(), value["signature"].as_str().map(str::to_owned))
    };
    let first = signature();
    assert!(first.0.is_some_and(|nodes| nodes > 1000) && first.1.is_some());
    assert_eq!(signature(), first);
}

#[test]
fn suite_adds_up_points_by_theme() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("cases.epd");
    let lines = "W:W28,33,39:B17 ; id \"shot.1\" ; ce 1.0 ; pts \"28-22=10,28-23=0\"\n\
                 W:W28,33,39:B17 ; id \"shot.2\" ; ce 1.0 ; pts \"28-23=10\"\n\n\
                 B:W34:B22,17,11 ; id \"other.thing.1\" ; ce 1.0 ; pts \"11-16=4,22-27=4,22-28=4,17-21=4,11-6=4\"\n";
    std::fs::write(&file, lines.replace(",11-6=4", "")).expect("written");
    let path = file.to_str().expect("a path");
    let (code, out, err) = run(&["suite", path, "--net", "material", "--depth", "5"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("shot: 10 of 20 in 2 positions"), "{out}");
    assert!(out.contains("other.thing: 4 of 4 in 1 positions"), "{out}");
    assert_eq!(out.lines().last(), Some("score 14 of 24"));
    let out = run(&["suite", path, "--depth", "5", "--json"]).1;
    let value: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&value["score"], &value["themes"]["shot"]["max"]), (&14.into(), &20.into()));
    std::fs::write(&file, lines).expect("written");
    let (code, _, err) = run(&["suite", path]);
    assert_eq!(code, Some(2));
    assert!(err.contains("cases.epd:4") && err.contains("11-6 is not legal"), "{err}");
}

#[test]
fn analyse_writes_games_with_values_glyphs_and_better_lines_that_read_back() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (games, out, again) = (path("games.pdn"), path("out.pdn"), path("again.pdn"));
    let text = "[White \"A\"]\n[FEN \"W:W28,33,39:B17\"]\n1. 28-23 {a pity} 17-21 *\n\n[White \"B\"]\n1. 1-1 *\n";
    std::fs::write(&games, text).expect("written");
    let analyse = |from: &str, to: &str| {
        run(&["analyse", from, "--out", to, "--net", "material", "--nodes", "2000", "--json"])
    };
    let (code, told, named) = analyse(&games, &out);
    assert!(named.contains("game 2") && named.contains("is written as it is"), "{named}");
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        (code, &told["games"], &told["unreadable"]),
        (Some(0), &1.into(), &1.into()),
        "{told}"
    );
    let written = std::fs::read_to_string(&out).expect("written");
    for part in
        ["[White \"A\"]", "1. 28-23?", "loses 17 %}", "{a pity}", "(1. 28-22 17x28 2. 33x22)"]
    {
        assert!(written.replace('\n', " ").contains(part), "{part}: {written}");
    }
    assert!(written.ends_with("*\n\n[White \"B\"]\n1. 1-1 *\n"), "{written}");
    // What was written is read again, and the values of the first time do not pile up.
    assert_eq!(analyse(&out, &again).0, Some(0));
    let second = std::fs::read_to_string(&again).expect("written");
    assert_eq!(second.matches("{a pity}").count(), 1, "{second}");
    assert_eq!(second.matches("loses").count(), 1, "{second}");
    assert_eq!(second, written, "the same analysis changes nothing");
}

#[test]
fn an_analysis_keeps_every_tag_comment_number_and_side_line() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    // The letters of the second name are Windows-1252.
    let text = b"[Site \"Club\"]\r\n[Annotator \"C\"]\r\n[WhiteElo \"1200\"]\r\n[White \"A\"]\r\n[White \"Z\xfcrich\"]\r\n\r\n\
        {before the first move} 1. 32-28 $1 $13 $146 18-23 $2 $902 ({first} 1... 19-23 2. 28x19 (2. 28-22 {a slip} 12-18) 14x23)\r\n\
        2. 33-29 $10 (2. 34-30? 23x32 3. 37x28 {=}) 23x32 (2... 17-22!? {and now} (2... 20-24)) 1-1 {A good game.}\r\n\r\n\
        {between} [White \"B\"]\r\n\r\n1. 32-28 99-1 {broken} *\r\n";
    std::fs::write(path("games.pdn"), text).expect("written");
    let (games, out) = (path("games.pdn"), path("out.pdn"));
    let words = ["--net", "material", "--hash", "1", "--nodes", "300", "--force", "--out", &out];
    for verb in ["analyse", "annotate"] {
        let call = [&[verb, &games], &words[..]].concat();
        assert_eq!(run(&call).0, Some(0), "{verb}");
        let mut left = std::fs::read_to_string(&out).expect("written");
        let expected =
            String::from_utf8_lossy(&text.map(|byte| if byte == 0xfc { b'u' } else { byte }))
                .into_owned();
        left = left.replace('\u{fc}', "u");
        // Everything that was there is there in its order; what is more are notes, glyphs and lines.
        let mut rest = expected.as_str();
        let mut added = String::new();
        for c in left.chars() {
            match rest.strip_prefix(c) {
                Some(after) => rest = after,
                None => added.push(c),
            }
        }
        assert_eq!(rest, "", "{verb}: {left}");
        assert!(
            added.contains('/') && !left.contains("Rating") && !left.contains("Date"),
            "{left}"
        );
        assert!(
            left.ends_with("{between} [White \"B\"]\r\n\r\n1. 32-28 99-1 {broken} *\r\n"),
            "{left}"
        );
    }
}

#[test]
fn games_that_cannot_be_read_cost_nothing_that_was_there() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("games.pdn"), "garbage").expect("written");
    std::fs::write(path("out.pdn"), "of before").expect("written");
    let (code, _, told) =
        run(&["analyse", &path("games.pdn"), "--out", &path("out.pdn"), "--force"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no game of the files can be read"), "{told}");
    assert_eq!(std::fs::read_to_string(path("out.pdn")).expect("there"), "of before");
}

/// A folder with games, and `analyse --out` of them with this many nodes a position.
struct Review {
    folder: tempfile::TempDir,
    nodes: &'static str,
}

impl Review {
    fn of(games: usize, nodes: &'static str) -> Review {
        let folder = tempfile::tempdir().expect("folder");
        let game =
            "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 *\n\n";
        let game = |number: usize| format!("[White \"{number}\"]\n{game}");
        let games: String = (1..=games).map(game).collect();
        std::fs::write(folder.path().join("games.pdn"), games).expect("written");
        Review { folder, nodes }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, out: &str) -> std::process::Command {
        let mut command = draughts();
        let words = ["analyse", "games.pdn", "--net", "material", "--hash", "1", "--nodes"];
        command.current_dir(&self.folder).args(words).args([self.nodes, "--out", out]);
        command
    }

    fn run(&self, out: &str, more: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(out).args(more).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn text(&self, out: &str) -> String {
        std::fs::read_to_string(self.path(out)).unwrap_or_default()
    }

    /// Starts it, and waits until this many games are written, or all.
    fn start(&self, out: &str, games: usize) -> std::process::Child {
        use std::process::Stdio;
        let mut command = self.command(out);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let is_written =
            || self.path(out).exists() && self.text(out).matches("[White").count() >= games;
        while !is_written() && child.try_wait().expect("its status").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child
    }
}

#[test]
fn an_analysis_that_is_killed_resumes_and_ends_with_the_same_bytes() {
    let review = Review::of(12, "3000");
    assert_eq!(review.run("whole.pdn", &[]).0, Some(0));
    for games in [0, 1, 2, 5, 9, 11] {
        let mut child = review.start("killed.pdn", games);
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let (code, out, err) = review.run("killed.pdn", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(!out.contains(" 0 were there before"), "{out}");
    assert_eq!(review.text("killed.pdn"), review.text("whole.pdn"));
    let (code, out, _) = review.run("killed.pdn", &[]);
    assert!(code == Some(0) && out.starts_with("0 games written"), "{out}");
    assert!(out.contains("12 were there before"), "{out}");
    assert_eq!(review.text("killed.pdn"), review.text("whole.pdn"));
}

#[cfg(unix)]
#[test]
fn an_analysis_that_is_interrupted_says_what_is_written_and_what_is_missing() {
    let review = Review::of(300, "60000");
    let child = review.start("out.pdn", 2);
    let second = review.run("out.pdn", &[]);
    let number = child.id().to_string();
    assert_eq!(second.0, Some(2));
    let holder = format!("is being written by process {number} (");
    assert!(second.2.contains(&holder), "{}", second.2);
    let sent = std::process::Command::new("kill").args(["-INT", &number]).status();
    assert!(sent.expect("kill").success());
    let output = child.wait_with_output().expect("ended");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{told}");
    let written = review.text("out.pdn").matches("[White").count();
    let expected = format!(
        "{written} of 300 games are written to out.pdn, {} are missing; the same command resumes",
        300 - written
    );
    assert!(told.contains(&expected), "{told}");
}

#[test]
fn a_file_that_is_not_of_this_analysis_stays_as_it_is_unless_it_is_to_be_replaced() {
    let review = Review::of(2, "50");
    std::fs::write(review.path("mine.pdn"), "of value").expect("written");
    let (code, _, told) = review.run("mine.pdn", &[]);
    assert_eq!(code, Some(2));
    assert!(told.contains("mine.pdn") && told.contains("--force"), "{told}");
    assert_eq!(review.text("mine.pdn"), "of value");
    assert_eq!(review.run("mine.pdn", &["--force"]).0, Some(0));
    assert_eq!(review.text("mine.pdn").matches("[White").count(), 2);
    let other = Review { nodes: "60", ..review };
    let (code, _, told) = other.run("mine.pdn", &[]);
    assert_eq!(code, Some(2));
    assert!(told.contains("other settings (nodes)") && told.contains("--force"), "{told}");
    assert_eq!(other.run("mine.pdn", &["--force"]).0, Some(0));
    // What is gone is made again.
    std::fs::remove_file(other.path("mine.pdn")).expect("removed");
    assert_eq!(other.run("mine.pdn", &[]).0, Some(0));
    assert_eq!(other.text("mine.pdn").matches("[White").count(), 2);
}

#[test]
fn strict_verbs_write_nothing_of_input_that_is_cut_short_and_others_warn() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let whole = std::fs::read("pdn/sample.pdn.zst").expect("the sample");
    let cut = path("cut.pdn.zst");
    std::fs::write(&cut, &whole[..20_000]).expect("written");
    let calls: [&[&str]; 3] = [
        &["analyse", &cut, "--net", "material", "--hash", "1", "--nodes", "1", "--out"],
        &["annotate", &cut, "--net", "material", "--hash", "1", "--nodes", "1", "--out"],
        &["book", "make", &cut, "--plies", "4", "--min-games", "1", "--out"],
    ];
    for call in calls {
        let out = path(&format!("{}.pdn", call[0]));
        let call = [call, &[&out]].concat();
        let (code, _, told) = run(&[&call[..], &["--strict"]].concat());
        assert_eq!(code, Some(1), "{call:?}: {told}");
        assert!(told.contains("cut short") && told.contains("nothing is written"), "{told}");
        assert!(!std::path::Path::new(&out).exists(), "{call:?}");
        let (code, _, told) = run(&call);
        assert_eq!(code, Some(0), "{call:?}: {told}");
        assert!(told.contains("warning: ") && told.contains("cut short"), "{call:?}: {told}");
        assert!(std::path::Path::new(&out).exists(), "{call:?}");
    }
}

#[test]
fn strict_and_force_without_an_output_are_refused() {
    for flag in ["--strict", "--force"] {
        let (code, _, told) = run(&["analyse", "start", "--depth", "2", flag]);
        assert!(code == Some(2) && told.contains("--out"), "{told}");
    }
}

#[test]
fn a_file_where_a_position_is_asked_for_is_told_with_the_verb_that_reads_it() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.pdn").to_string_lossy().into_owned();
    let fens = folder.path().join("some.fen").to_string_lossy().into_owned();
    std::fs::write(&games, "1. 32-28 *").expect("written");
    std::fs::write(&fens, "W:W31:B1\n").expect("written");
    let verbs: [&[&str]; 5] =
        [&["analyse"], &["eval"], &["features"], &["perft"], &["perft", "3", "--fen"]];
    for verb in verbs {
        let (code, _, told) = run(&[verb, &[&games]].concat());
        assert_eq!(code, Some(2), "{verb:?}");
        assert!(told.contains("is a file of games, not a position"), "{verb:?}: {told}");
        assert!(told.contains("games.pdn --out annotated.pdn"), "{verb:?}: {told}");
        let (code, _, told) = run(&[verb, &[&fens]].concat());
        assert_eq!(code, Some(2), "{verb:?}");
        assert!(told.contains("is a file, not a position"), "{verb:?}: {told}");
    }
}

#[test]
fn a_side_without_pieces_is_told_to_have_lost() {
    for verb in ["eval", "features", "analyse"] {
        let told = |fen: &str| {
            let budget = if verb == "analyse" { &["--depth", "2"][..] } else { &[] };
            run(&[&[verb, fen], budget].concat()).2
        };
        assert!(told("W:W31:B").contains("Black has no piece and has lost"), "{verb}");
        assert!(told("W:W:B31").contains("White has no piece and has lost"), "{verb}");
        assert!(told("W:W:B").contains("neither side has a piece"), "{verb}");
        assert_eq!(told("W:W31:B1"), "", "{verb}");
    }
}
