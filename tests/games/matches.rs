//! `match` and `tournament` play to the end, save what they play, repeat themselves, and resume after an interruption.

use assert_cmd::prelude::*;
use serde_json::Value;

use crate::played::timeless;
use crate::run::draughts;

fn json(arguments: &[&str]) -> Value {
    let output = draughts().args(arguments).arg("--json").assert().success().get_output().clone();
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

fn text(arguments: &[&str]) -> String {
    let output = draughts().args(arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn material_wins_every_game_against_random() {
    let result =
        json(&["match", "material", "random", "--depth", "4", "--games", "20", "--hash", "1"]);
    assert_eq!(
        (&result["wins"], &result["pairs"]),
        (&Value::from(20), &serde_json::json!([0, 0, 0, 0, 10]))
    );
    assert!(result["estimate"]["elo_low"].as_f64().expect("a lower end") > 100.0);
    assert_eq!(result["estimate"]["elo"], Value::Null, "a clean sweep has no finite Elo");
}

#[test]
fn the_games_are_the_same_whatever_the_concurrency() {
    let folder = tempfile::tempdir().expect("folder");
    let play = |name: &str, concurrency: &str| {
        let path = folder.path().join(name);
        let file = path.to_str().expect("UTF-8");
        json(&[
            "match",
            "material",
            "random",
            "--nodes",
            "200",
            "--games",
            "6",
            "--hash",
            "1",
            "--pdn",
            file,
            "--concurrency",
            concurrency,
        ]);
        let mut games: Vec<String> =
            timeless(&path).join(" ").split("[Event").map(|game| game.trim().to_owned()).collect();
        games.sort();
        games
    };
    assert_eq!(play("one.pdn", "1"), play("three.pdn", "3"));
}

/// The two time zones are 26 hours apart.
#[test]
fn a_game_bears_the_date_of_where_it_is_played() {
    let folder = tempfile::tempdir().expect("folder");
    let date = |zone: &str, name: &str| {
        let path = folder.path().join(name);
        let mut command = draughts();
        command.args(["match", "random", "random", "--games", "2", "--hash", "1", "--pdn"]);
        command.arg(&path).env("TZ", zone).assert().success();
        let games = std::fs::read_to_string(path).expect("games");
        games.lines().find(|line| line.starts_with("[Date ")).expect("a date").to_owned()
    };
    assert_ne!(date("<+14>-14", "east.pdn"), date("<-12>12", "west.pdn"));
}

#[test]
fn levels_for_people_meet_each_other_and_play_the_same_games_again() {
    let folder = tempfile::tempdir().expect("folder");
    let play = |name: &str, nodes: &str| {
        let path = folder.path().join(name);
        let file = path.to_str().expect("UTF-8");
        let games = ["--games", "10", "--hash", "1", "--pdn", file, "--nodes", nodes];
        let result = json(&[&["match", "level:6", "level:1"], &games[..]].concat());
        (result["wins"].clone(), timeless(&path).join(" ").replace(&format!("{nodes} nodes"), ""))
    };
    let (wins, games) = play("one.pdn", "10");
    assert!(wins.as_u64().is_some_and(|wins| wins >= 9), "{wins}");
    assert!(games.contains("[White \"level 6\"]"), "{games}");
    // The nodes of the pace are not those of a level.
    assert!(play("two.pdn", "20").1 == games, "other games");
}

#[test]
fn a_match_resumes_where_it_was_interrupted() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let play = |name: &str, games: &str| {
        json(&[
            "match",
            "material",
            "random",
            "--depth",
            "2",
            "--hash",
            "1",
            "--games",
            games,
            "--pdn",
            &path(name),
        ])
    };
    let whole = play("whole.pdn", "8");
    play("parts.pdn", "3");
    // As if the power had failed while the fourth game was written.
    let mut games = std::fs::read(path("parts.pdn")).expect("games");
    games.extend(b"[Event \"half a game");
    std::fs::write(path("parts.pdn"), games).expect("write");
    assert_eq!(play("parts.pdn", "8"), whole);
    assert_eq!(timeless(path("parts.pdn").as_ref()), timeless(path("whole.pdn").as_ref()));
    assert_eq!(play("parts.pdn", "8"), whole, "a finished match is only reported");
}

#[test]
fn a_match_keeps_the_names_that_an_earlier_version_gave_to_techniques() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn").to_str().expect("UTF-8").to_owned();
    let state = format!("{path}.state.jsonl");
    let earlier = |text: &str| text.replace("without lmr", "without late-moves");
    for name in ["", "A="] {
        let one = format!("{name}material");
        let play = |games: &str| {
            let players = ["match", &one, "material without lmr", "--nodes", "50", "--hash", "1"];
            json(&[&players[..], &["--games", games, "--pdn", &path]].concat())
        };
        play("2");
        let pdn = std::fs::read_to_string(&path).expect("games");
        let lines = std::fs::read_to_string(&state).expect("a state");
        assert!(earlier(&pdn) != pdn && earlier(&lines) != lines, "no technique in the files");
        let lines = lines.lines().map(|line| {
            let mut line: Value = serde_json::from_str(&earlier(line)).expect("JSON");
            if let Some(bytes) = line["pdn_bytes"].as_u64() {
                line["pdn_bytes"] = earlier(&pdn[..bytes as usize]).len().into();
            }
            format!("{line}\n")
        });
        let lines: String = lines.collect();
        std::fs::write(&state, &lines).expect("written");
        std::fs::write(&path, earlier(&pdn)).expect("written");
        assert_eq!(play("4")["games"], 4);
        let both = std::fs::read_to_string(&path).expect("games");
        let tags = |player: &str| both.matches(&format!("{player}\"]\n[Black ")).count();
        assert_eq!(tags("material without late-moves"), 2, "{both}");
        assert_eq!(both.matches("White \"material without lmr\"").count(), 0, "{both}");
        let now = std::fs::read_to_string(&state).expect("a state");
        assert!(now.starts_with(&lines), "the lines of the earlier version are unchanged");
        std::fs::remove_file(&path).and_then(|()| std::fs::remove_file(&state)).expect("removed");
    }
}

#[test]
fn games_after_a_match_stay_until_it_resumes_and_are_kept_then() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn");
    let file = path.to_str().expect("UTF-8").to_owned();
    let play = |games: &str| {
        let arguments = ["match", "random", "random", "--games", games, "--pdn", &file];
        let output = draughts().args(arguments).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    play("2");
    let own = "[Event \"of my own\"]\n\n1. 32-28 *\n\n";
    let longer = std::fs::read_to_string(&path).expect("games") + own;
    std::fs::write(&path, &longer).expect("write");
    play("2");
    assert_eq!(std::fs::read_to_string(&path).expect("games"), longer, "nothing was to be played");
    let said = play("4");
    assert!(said.contains("warning") && said.contains("games.pdn.cut-1"), "{said}");
    let kept = std::fs::read_to_string(folder.path().join("games.pdn.cut-1")).expect("kept");
    assert_eq!(kept, own);
}

#[test]
fn a_few_games_give_no_certainty() {
    let result = json(&["match", "material", "random", "--depth", "4", "--games", "2"]);
    for figure in ["elo_low", "elo_high", "normalized_elo", "normalized_elo_error", "los"] {
        let estimate = result["estimate"].as_object().expect("an estimate");
        assert_eq!(estimate.get(figure), Some(&Value::Null), "{figure}");
    }
    let said = text(&["match", "material", "random", "--depth", "4", "--games", "2"]);
    assert!(said.contains("fewer than 20 games prove nothing"), "{said}");
    assert!(
        !["inf", "likelihood", "normalised", "100.00"].iter().any(|word| said.contains(word)),
        "{said}"
    );
    let table = text(&["tournament", "material", "random", "--depth", "4", "--games", "2"]);
    assert!(table.contains("too few games") && !table.contains("inf"), "{table}");
}

#[test]
fn threads_end_at_256() {
    for flags in [
        vec!["match", "material", "random", "--threads", "257"],
        vec!["match", "material", "random", "--concurrency", "257"],
        vec!["tournament", "material", "random", "--threads", "65535"],
        vec!["learn", "x.pdn", "--threads", "65535"],
        vec!["validate", "x.pdn", "--net", "x", "--threads", "257"],
        vec!["inspect", "x.pdn", "--threads", "65535"],
        vec!["analyse", "W:W31:B1", "--threads", "257"],
        vec!["play", "--threads", "257"],
        vec!["hub", "--threads", "257"],
        vec!["suite", "x.epd", "--threads", "257"],
        vec!["bench", "--threads", "257"],
        vec!["dxp", "serve", "--threads", "257"],
        vec!["reproduce", "tictactoe", "--threads", "65535"],
    ] {
        let output = draughts().args(&flags).assert().code(2).get_output().clone();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("from 1 to 256"), "{flags:?}: {message}");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let more = (cores + 1).to_string();
    let said = draughts()
        .args(["bench", "--depth", "1", "--threads", &more, "--hash", "1"])
        .assert()
        .success();
    let said = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(said.contains(&format!("{more} threads on")), "{said}");
}

#[test]
fn a_file_of_another_match_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn");
    let file = path.to_str().expect("UTF-8");
    json(&["match", "material", "random", "--depth", "1", "--games", "2", "--pdn", file]);
    let games = std::fs::read(&path).expect("games");
    let other = ["match", "material", "random", "--depth", "2", "--games", "2", "--pdn", file];
    let refused = draughts().args(other).assert().code(2).get_output().clone();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("pace"), "{refused:?}");
    assert_eq!(std::fs::read(&path).expect("games"), games);
}

#[test]
fn a_player_has_limits_of_its_own() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn");
    let file = path.to_str().expect("UTF-8");
    let play = |odds: &str, games: &str| {
        let mut command = draughts();
        command.args(["match", "material with depth=1 restart=on", odds, "--nodes", "300"]);
        command.args(["--hash", "1", "--games", games, "--pdn", file, "--pdn-fields", "nodes"]);
        command.output().expect("it runs")
    };
    assert!(play("material with nodes=9", "2").status.success());
    let games = std::fs::read_to_string(&path).expect("games");
    assert!(games.contains("[White \"material with depth=1\"]"), "{games}");
    assert!(games.contains("[WhiteTimeControl \"1 plies a move\"]"), "{games}");
    assert!(games.contains("[BlackTimeControl \"9 nodes a move\"]"), "{games}");
    assert!(
        games.contains("/1 ") && games.contains("n=9}") && !games.contains("n=300}"),
        "{games}"
    );
    let refused = play("material with nodes=8", "4");
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("own:") && error.contains("nodes=9"), "{error}");
    assert!(play("material with nodes=9", "4").status.success());
}

#[test]
fn a_clock_of_nodes_gives_the_same_games_again() {
    let folder = tempfile::tempdir().expect("folder");
    let play = |name: &str| {
        let file = folder.path().join(name);
        let tc = ["--tc", "1+0.01@20000", "--games", "2", "--hash", "1", "--pdn"];
        let players = ["match", "material", "material without history"];
        draughts().args(players).args(tc).arg(&file).assert().success();
        timeless(&file)
    };
    let games = play("first.pdn");
    assert_eq!(games, play("second.pdn"));
    let games = games.join(" ");
    assert!(games.contains("[TimeControl \"1+0.01@20000\"]"), "{games}");
    // Twenty thousand nodes and 200 for each move, and no more.
    assert!(!games.contains("Time forfeit"), "{games}");
}

#[test]
fn in_a_gauntlet_only_the_first_player_meets_the_others() {
    let flags = ["--gauntlet", "--games", "2", "--nodes", "30", "--hash", "1"];
    let result = json(&[&["match", "material", "random", "random"], &flags[..]].concat());
    assert_eq!((&result["games"], &result["settings"]["gauntlet"]), (&4.into(), &true.into()));
    let meetings = result["meetings"].as_array().expect("meetings");
    assert!(meetings.iter().all(|one| one["players"][0] == "material"), "{meetings:?}");
}

#[test]
fn the_words_of_cutechess_name_every_game() {
    let players = ["match", "material", "random", "--nodes", "30", "--hash", "1", "--games", "2"];
    let said = text(&[&players[..], &["--format", "cutechess", "--sprt", "0", "10"]].concat());
    for line in [
        "Started game 1 of 2 (material vs random)",
        "Finished game 2 (random vs material): 0-1 {White cannot move}",
        "Score of material vs random: 2 - 0 - 0  [1.000] 2",
        "Elo difference: inf +/- nan, LOS: nan %, DrawRatio: 0.0 %",
        "Finished match",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}: {said}");
    }
    assert!(said.contains("\nSPRT: llr 0.0"), "{said}");
}

#[test]
fn games_that_were_played_have_the_same_report_and_their_last_positions() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (pdn, epd) = (path("games.pdn"), path("games.epd"));
    let flags = ["--nodes", "30", "--hash", "1", "--pdn", &pdn, "--epd", &epd];
    let play = |games: &str| {
        text(&[&["match", "material", "random", "--games", games], &flags[..]].concat())
    };
    play("2");
    let played = play("4");
    assert_eq!(text(&["match", "--from", &pdn]), played);
    let positions = std::fs::read_to_string(&epd).expect("positions");
    assert_eq!(positions.lines().count(), 4, "{positions}");
    assert!(positions.lines().all(|line| line.ends_with(":B") || line.starts_with("W:W:B")));
    std::fs::write(&epd, "mine\n").expect("written");
    let mut more = draughts();
    more.args(["match", "material", "random", "--games", "6"]).args(flags);
    let refused = more.output().expect("it runs");
    assert!(!refused.status.success());
    assert_eq!(std::fs::read_to_string(&epd).expect("there"), "mine\n");
}

#[test]
fn random_openings_are_those_of_the_seed_and_more_games_resume_them() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn").to_str().expect("UTF-8").to_owned();
    let play = |games: &str, seed: &str| {
        let mut command = draughts();
        command.args(["match", "random", "random", "--random-plies", "6", "--balanced", "0.5"]);
        command.args(["--games", games, "--seed", seed, "--hash", "1", "--pdn", &path]);
        command.output().expect("it runs").status.success()
    };
    assert!(play("4", "1") && play("6", "1"));
    assert!(!play("8", "2"), "other openings");
    let games = std::fs::read_to_string(&path).expect("games");
    assert_eq!((games.matches("[Event ").count(), games.matches("{book}").count()), (6, 36));
}

#[test]
fn who_ponders_is_counted_with_the_hits() {
    let flags = ["--ponder", "--nodes", "300", "--hash", "1", "--games", "2", "--maxmoves", "12"];
    let hub = format!("x=hub:{} hub --hash 1", crate::run::PROGRAM);
    let result = json(&[&["match", "material", &hub], &flags[..]].concat());
    let counts = result["pondering"].as_array().expect("counts");
    let names: Vec<&Value> = counts.iter().map(|one| &one["player"]).collect();
    assert_eq!(names, ["material", "x"]);
    let sum = |key: &str| counts.iter().map(|one| one[key].as_u64().expect(key)).sum::<u64>();
    assert!(sum("moves") >= 30 && sum("hits") > 0 && sum("hits") < sum("moves"), "{counts:?}");
    assert_eq!(result["settings"]["ponder"], true);
}

#[test]
fn every_game_is_readable_pdn_with_the_tags_of_engine_matches() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn");
    let file = path.to_str().expect("UTF-8");
    json(&["match", "material", "random", "--depth", "2", "--games", "4", "--pdn", file]);
    let census: Value = serde_json::from_str(&text(&["inspect", file, "--json"])).expect("JSON");
    assert_eq!(
        (&census["games"], &census["readable"]),
        (&Value::from(4), &Value::from(4)),
        "{census}"
    );
    let games = std::fs::read_to_string(&path).expect("games");
    for tag in [
        "[Round \"2.2\"]",
        "[TimeControl \"2 plies a move\"]",
        "[Termination \"Normal\"]",
        "[PlyCount ",
        "[WhiteType \"program\"]",
    ] {
        assert!(games.contains(tag), "{tag} in {games}");
    }
    assert!(
        games.contains("{book}") && games.contains("/2 0.0"),
        "scores, depths and times stand behind the moves"
    );
}

#[test]
fn a_sequential_test_stops_early() {
    let result =
        json(&["match", "material", "random", "--depth", "3", "--hash", "1", "--sprt", "0", "200"]);
    assert_eq!(result["sprt"]["verdict"], "accept_h1");
    assert!(result["games"].as_u64() < result["scheduled"].as_u64(), "{result}");
}

#[test]
fn openings_come_from_a_file_and_the_move_limit_ends_games() {
    let folder = tempfile::tempdir().expect("folder");
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "W:WK1,K2,K3,12,13:BK50,K45,40\n1. 32-28 19-23\n").expect("write");
    let file = openings.to_str().expect("UTF-8");
    let result = json(&["match", "random", "random", "--openings", file, "--maxmoves", "2"]);
    assert_eq!((&result["draws"], &result["scheduled"]), (&Value::from(4), &Value::from(4)));
    assert_eq!(result["irregular"]["draw by adjudication: 2 moves were played"], 4);
}

#[test]
fn a_tournament_has_a_cross_table_and_resumes() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.pdn");
    let play = |games: &str| {
        let file = path.to_str().expect("UTF-8");
        [
            "tournament",
            "random",
            "material",
            "random",
            "--depth",
            "2",
            "--hash",
            "1",
            "--pdn",
            file,
            "--games",
            games,
        ]
        .map(str::to_owned)
    };
    let run = |games: &str| text(&play(games).iter().map(String::as_str).collect::<Vec<_>>());
    run("2");
    let table = run("4");
    assert!(
        table.starts_with("| # | player | 1 | 2 | 3 | points | games | % | Elo to the field |"),
        "{table}"
    );
    assert!(
        table.contains("| 1 | material | — | 4 (+4 =0 -0) | 4 (+4 =0 -0) | 8 | 8 | 100.0 |"),
        "{table}"
    );
    assert!(table.contains("random (2)"), "{table}");
    let arguments = play("4");
    let result = json(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(
        (&result["games"], result["meetings"].as_array().map(Vec::len)),
        (&Value::from(12), Some(3))
    );
    assert_eq!(result["ranking"][0]["player"], "material");
}

#[test]
fn the_search_knows_the_techniques_of_the_guide_and_their_usual_names() {
    let page = include_str!("../../docs/matches.md");
    let named = page.split("`reference without ").skip(1).map(|rest| rest.split('`').next());
    let named: Vec<&str> = named.map(|name| name.expect("a name")).chain(["lmr", "pvs"]).collect();
    assert!(named.len() > 2, "{named:?}");
    for name in named {
        let player = format!("material without {name}");
        json(&["match", &player, "random", "--games", "2", "--depth", "1"]);
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_the_remedy() {
    for (arguments, remedy) in [
        (vec!["match", "material", "strong"], "net:FILE"),
        (vec!["match", "material", "net:no-such-file"], "no-such-file"),
        (vec!["match", "material", "random", "--tc", "soon"], "60+0.6"),
        (vec!["match", "material", "random", "--tc", "60", "--time", "1"], "--time"),
        (vec!["match", "material", "random", "--opening-plies", "4"], "--openings"),
        (vec!["match", "material", "hub:./nothere"], "'./nothere': no such file or folder"),
        (vec!["match", "material without luck", "random"], "lmr-offers"),
        (vec!["match", "material", "random", "--sprt", "5", "0"], "smaller"),
        (vec!["match", "material", "dxp:localhost:1", "--concurrency", "2"], "--concurrency at 1"),
        (vec!["match", "material", "dxp:localhost:1", "--tc", "1@100"], "without @"),
        (vec!["match", "material", "random", "--tc", "1@100", "--ponder"], "leave @NODES out"),
        (vec!["match", "material", "hub:./no-such-engine"], "no-such-engine"),
    ] {
        let output = draughts().args(&arguments).assert().code(2).get_output().clone();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(remedy), "{arguments:?}: {message}");
    }
}

#[test]
fn whole_games_are_openings_only_with_the_number_of_plies() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (file, made) = (path("whole.pdn"), path("made.pdn"));
    let games = ["match", "random", "random", "--games", "6", "--seed", "3", "--pdn", &made];
    draughts().args(games).assert().success();
    let mut whole = std::fs::read_to_string(&made).expect("games");
    whole += "\n[Event \"no moves\"]\n\n*\n";
    std::fs::write(&file, &whole).expect("written");
    let play = ["match", "random", "random", "--openings", &file];
    let refused = draughts().args(play).assert().code(2).get_output().clone();
    let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.contains("--opening-plies 12"), "{refused}");
    let output = draughts().args(play).args(["--opening-plies", "4", "--json"]).output();
    let output = output.expect("it runs");
    let noted = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && noted.contains("1 games without a move"), "{noted}");
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(
        result["scheduled"].as_u64().is_some_and(|games| (2..=12).contains(&games)),
        "{result}"
    );
}

#[test]
fn the_games_of_a_pdn_file_are_openings() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let openings = "[Event \"a\"]\n\n1. 33-28 18-23 2. 39-33 *\n\n[Event \"b\"]\n[FEN \"B:W28,31,36:B6,12,18\"]\n\n*\n";
    std::fs::write(path("openings.pdn"), openings).expect("write");
    let (book, games) = (path("openings.pdn"), path("games.pdn"));
    let arguments = ["match", "material", "random", "--depth", "1", "--openings", &book];
    let result = json(&[&arguments[..], &["--pdn", &games]].concat());
    assert_eq!(result["pairs"].as_array().map(Vec::len), Some(5));
    let played = std::fs::read_to_string(&games).expect("games");
    assert_eq!(played.matches("1. 33-28 {book} 1... 18-23 {book} 2. 39-33 {book}").count(), 2);
    assert_eq!(played.matches("[FEN \"B:W28,31,36:B6,12,18\"]").count(), 2);
    std::fs::write(&book, "[Event \"a\"]\n\n1. 33-28 18-24 *\n").expect("write");
    let error = draughts().args(arguments).assert().code(2).get_output().clone();
    let error = String::from_utf8_lossy(&error.stderr).into_owned();
    assert!(error.contains("game 1") && error.contains("'18-24' is not legal"), "{error}");
}

#[test]
fn games_that_would_be_played_again_are_refused_before_the_first() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.pdn");
    let play = ["match", "material", "material without history", "--depth", "1", "--games", "160"];
    let output = draughts().args(play).arg("--pdn").arg(&games).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in ["only 158 of them differ", "Play 158 games", "--time", "--ballots 3 has 332"] {
        assert!(said.contains(part), "no '{part}' in {said}");
    }
    assert!(!games.exists());
}
