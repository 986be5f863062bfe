//! A match against programs that misbehave: every game ends with a recorded reason, the match continues or stops cleanly,
//! and nothing played is lost.

use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use assert_cmd::prelude::*;
use draughts_td::board::MoveList;
use draughts_td::protocol::MoveText;
use draughts_td::protocol::dxp::{self, Message, MoveMessage};
use serde_json::Value;

use crate::peer::Peer;
use crate::run::{PROGRAM, draughts};

fn json(arguments: &[&str]) -> Value {
    let output = draughts().args(arguments).arg("--json").assert().success().get_output().clone();
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

/// A DXP follower that does this on every connection.
fn follower(play: fn(Peer)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
    let address = listener.local_addr().expect("address").to_string();
    std::thread::spawn(move || {
        listener.incoming().flatten().for_each(|stream| play(Peer::new(stream)))
    });
    format!("dxp:{address}")
}

fn accept(peer: &mut Peer) {
    while let Some(message) = peer.hear() {
        if message.starts_with('R') {
            peer.send("AScripted                        0");
            return;
        }
    }
}

/// Two games against this follower: the reasons of the irregular ones.
fn reasons(play: fn(Peer)) -> Value {
    let player = follower(play);
    let result = json(&[
        "match",
        "material",
        &player,
        "--depth",
        "2",
        "--hash",
        "1",
        "--games",
        "2",
        "--patience",
        "0.3",
        "--startup",
        "1",
        "--dxp-minutes",
        "0.01",
    ]);
    assert_eq!(result["wins"], 2, "{result}");
    result["irregular"].clone()
}

#[test]
fn at_a_level_for_people_our_engine_plays_some_moves_without_a_search() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.pdn");
    let pdn = games.to_str().expect("UTF-8");
    let server = crate::peer::Server::start(&["--level", "1", "--pdn", pdn]);
    let player = format!("dxp:{}", server.address);
    json(&["match", "random", &player, "--depth", "3", "--hash", "1", "--games", "2"]);
    let text = std::fs::read_to_string(&games).expect("games");
    assert!(text.contains("{+0.00/0 "), "{text}");
}

#[test]
fn a_dxp_program_is_called_by_the_name_in_its_answer() {
    let scripted = || {
        follower(|mut peer| {
            accept(&mut peer);
            peer.hear();
        })
    };
    let arguments = ["--games", "2", "--depth", "1", "--patience", "0.3", "--startup", "1"];
    let result = json(&[&["match", "material", &scripted()], &arguments[..]].concat());
    assert_eq!(result["players"], serde_json::json!(["material", "Scripted"]), "{result}");
    let named = format!("Own={}", scripted());
    let result = json(&[&["match", "material", &named], &arguments[..]].concat());
    assert_eq!(result["players"][1], "Own", "{result}");
}

#[test]
fn our_own_engines_meet_over_hub_and_dxp() {
    let own = format!("hub:'{PROGRAM}' hub --hash 1");
    let result = json(&["match", "material", &own, "--depth", "3", "--hash", "1", "--games", "4"]);
    assert_eq!(
        (&result["games"], &result["irregular"]),
        (&4.into(), &serde_json::json!({})),
        "{result}"
    );
    let server = crate::peer::Server::start(&[]);
    let player = format!("dxp:{}", server.address);
    let result =
        json(&["match", "material", &player, "--depth", "3", "--hash", "1", "--games", "4"]);
    assert_eq!(
        (&result["games"], &result["irregular"]),
        (&4.into(), &serde_json::json!({})),
        "{result}"
    );
}

#[test]
fn a_dxp_program_that_moves_illegally_loses() {
    let reasons = reasons(|mut peer| {
        loop {
            accept(&mut peer);
            peer.send("M0000015000");
            while let Some(message) = peer.hear() {
                match message.as_bytes()[0] {
                    b'M' => peer.send("M0000015000"),
                    b'E' => {
                        peer.send("E00");
                        break;
                    }
                    _ => {}
                }
            }
        }
    });
    assert!(reasons.to_string().contains("1-50 is illegal"), "{reasons}");
}

#[test]
fn an_illegal_move_is_answered_with_an_end_at_once_and_the_next_game_is_on_the_same_connection() {
    static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    // Says nothing after its bad move until it is told of the end: as White in one game, as Black in the other.
    let player = follower(|mut peer| {
        CONNECTIONS.fetch_add(1, Ordering::SeqCst);
        while let Some(request) = peer.hear() {
            assert!(request.starts_with('R'), "{request} is no request");
            peer.send("AScripted                        0");
            if request.as_bytes()[35] == b'Z' {
                peer.hear_kind('M');
            }
            peer.send("M0000015000");
            assert_eq!(peer.hear_kind('E'), "E00");
            assert!(peer.hear_kind('C').contains("1-50 is illegal"));
            peer.send("E00");
            TOLD.fetch_add(1, Ordering::SeqCst);
        }
    });
    let openings = tempfile::NamedTempFile::new().expect("file");
    std::fs::write(openings.path(), "W:W31-50:B1-20\n").expect("write");
    let path = openings.path().to_str().expect("UTF-8");
    let began = Instant::now();
    let arguments =
        ["match", "material", &player, "--depth", "2", "--hash", "1", "--openings", path];
    let result = json(&[&arguments[..], &["--games", "4", "--dxp-minutes", "1"]].concat());
    assert_eq!(result["wins"], 4, "{result}");
    let counts = [&CONNECTIONS, &TOLD].map(|count| count.load(Ordering::SeqCst));
    assert_eq!(counts, [1, 4], "connections, and games told of: {result}");
    assert!(began.elapsed() < Duration::from_secs(30), "the patience of a minute is not needed");
}

#[test]
fn a_dxp_program_that_vanishes_in_every_game_loses_every_game() {
    let reasons = reasons(|mut peer| {
        accept(&mut peer);
        peer.send_bytes(b"M0000");
    });
    assert!(reasons.to_string().contains("vanished"), "{reasons}");
}

#[test]
fn a_silent_dxp_program_loses() {
    let reasons = reasons(|mut peer| {
        accept(&mut peer);
        while peer.hear().is_some() {}
    });
    assert!(reasons.to_string().contains("silent"), "{reasons}");
}

/// Plays legal moves, each after 400 ms.
fn slow(mut peer: Peer) {
    while let Some(request) = peer.hear() {
        let Ok(Message::GameRequest(request)) = dxp::decode(request.as_bytes()) else { continue };
        peer.send("AScripted                        0");
        let mut position = request.start.position();
        loop {
            if position.turn() == request.follower {
                std::thread::sleep(Duration::from_millis(400));
                let mv = MoveList::legal(&position)[0];
                let text = MoveText::from(mv);
                peer.send(&dxp::encode(&Message::Move(MoveMessage { seconds: 0, text })));
                position = position.succ(mv);
            }
            let Some(answer) = peer.hear() else { return };
            match dxp::decode(answer.as_bytes()) {
                Ok(Message::Move(mv)) => {
                    position = position.succ(mv.text.find(&position).expect("legal").0)
                }
                _ => break,
            }
        }
        peer.send("E00");
    }
}

#[test]
fn a_dxp_program_that_uses_up_its_time_for_the_game_loses_on_time() {
    let player = follower(slow);
    let arguments = ["match", "material", &player, "--depth", "2", "--hash", "1", "--games", "2"];
    let output = draughts()
        .args(arguments)
        .args(["--dxp-minutes", "0.01", "--timemargin", "100", "--json"])
        .assert()
        .success()
        .get_output()
        .clone();
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["wins"], 2, "{result}");
    let reasons = result["irregular"].as_object().expect("reasons");
    let late = reasons.iter().filter(|(why, _)| why.contains("and had 0.600 s for the game"));
    let late: u64 = late.filter_map(|(_, count)| count.as_u64()).sum();
    assert_eq!(late, 2, "{reasons:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("games of 0.01 min"), "{told}");
    assert!(told.contains("our side (TimeControl 2 plies a move)"), "{told}");
}

#[test]
fn a_dxp_program_that_sends_rubbish_without_end_loses() {
    let reasons = reasons(|mut peer| {
        accept(&mut peer);
        while std::io::Write::write_all(&mut peer.stream, b"\xff\xfe rubbish\0").is_ok() {}
    });
    assert!(reasons.to_string().contains("mean nothing"), "{reasons}");
}

#[test]
fn a_dxp_program_that_resigns_is_taken_at_its_word() {
    let player = follower(|mut peer| {
        loop {
            accept(&mut peer);
            peer.send("E10");
            while let Some(message) = peer.hear() {
                if message.starts_with('E') {
                    break;
                }
            }
        }
    });
    // As Black it ends the game out of turn, before our first move: we acknowledge all the same.
    let result =
        json(&["match", "material", &player, "--depth", "2", "--hash", "1", "--games", "2"]);
    assert_eq!(
        (&result["wins"], &result["irregular"]),
        (&2.into(), &serde_json::json!({})),
        "{result}"
    );
}

#[test]
fn a_dxp_program_that_only_claims_to_win_wins_nothing() {
    let player = follower(|mut peer| {
        loop {
            accept(&mut peer);
            peer.send("E30");
            while let Some(message) = peer.hear() {
                if message.starts_with('E') {
                    break;
                }
            }
        }
    });
    let arguments = ["match", "material", &player, "--depth", "2", "--hash", "1", "--games", "2"];
    let output = draughts().args(arguments).arg("--json").output().expect("it runs");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let result: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((&result["wins"], &result["losses"]), (&0.into(), &0.into()), "{report}");
    assert!(result["irregular"].to_string().contains("does not count"), "{report}");
}

#[test]
fn a_match_whose_opponent_refuses_stops_and_keeps_what_was_played() {
    let folder = tempfile::tempdir().expect("folder");
    let pdn = folder.path().join("games.pdn");
    static PLAYED: AtomicBool = AtomicBool::new(false);
    // One game, then never again.
    let player = follower(|mut peer| {
        while let Some(message) = peer.hear() {
            if message.starts_with('R') && PLAYED.swap(true, Ordering::SeqCst) {
                peer.send("AScripted                        3");
            } else if message.starts_with('R') {
                peer.send("AScripted                        0");
                peer.send("E10");
            }
        }
    });
    let arguments = [
        "match",
        "material",
        &player,
        "--depth",
        "1",
        "--hash",
        "1",
        "--games",
        "6",
        "--pdn",
        pdn.to_str().expect("UTF-8"),
        "--startup",
        "1",
    ];
    let output = draughts().args(arguments).assert().code(2).get_output().clone();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("A..3") && message.contains("--pdn"), "{message}");
    let games = std::fs::read_to_string(&pdn).expect("games");
    assert_eq!(games.matches("[Event ").count(), 1, "{games}");
}

#[test]
fn a_match_under_other_terms_of_dxp_is_not_resumed() {
    let folder = tempfile::tempdir().expect("folder");
    let pdn = folder.path().join("games.pdn");
    let player = follower(|mut peer| {
        while let Some(message) = peer.hear() {
            if message.starts_with('R') {
                peer.send("AScripted                        0");
                peer.send("E10");
            }
        }
    });
    let play = |games: &str, terms: &[&str]| {
        let match_ =
            ["match", "material", &player, "--depth", "1", "--hash", "1", "--games", games];
        let mut command = draughts();
        command.args(match_).args(["--pdn", pdn.to_str().expect("UTF-8")]).args(terms);
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(play("2", &["--dxp-minutes", "1"]).0, Some(0));
    let (code, message) = play("4", &["--dxp-minutes", "10"]);
    assert!(code == Some(2) && message.contains("dxp_time_ms: 60000 there"), "{message}");
    let (code, message) = play("4", &["--dxp-minutes", "1", "--dxp-moves", "80"]);
    assert!(code == Some(2) && message.contains("dxp_moves: null there, 80 here"), "{message}");
    assert_eq!(play("4", &["--dxp-minutes", "1"]).0, Some(0));
}

#[cfg(unix)]
mod hub {
    use super::*;

    /// A Hub engine as a shell script: a handshake, then this for every `go`.
    fn engine(folder: &Path, on_go: &str) -> String {
        let script = format!(
            "while read -r line; do case \"$line\" in\n\
             hub) echo 'id name=Script version=1'; echo wait;;\n\
             init) echo 'loading, please wait'; echo ready;;\n\
             go*) {on_go};;\n\
             quit) exit 0;;\nesac; done\n"
        );
        let path = folder.join("engine.sh");
        std::fs::write(&path, script).expect("write");
        format!("hub:sh '{}'", path.display())
    }

    fn reasons(on_go: &str) -> Value {
        let folder = tempfile::tempdir().expect("folder");
        let player = engine(folder.path(), on_go);
        let result = json(&[
            "match",
            "material",
            &player,
            "--depth",
            "2",
            "--hash",
            "1",
            "--games",
            "2",
            "--patience",
            "0.4",
        ]);
        assert_eq!(result["wins"], 2, "{on_go}: {result}");
        result["irregular"].clone()
    }

    #[test]
    fn every_fault_of_a_hub_engine_loses_the_game_and_not_the_match() {
        for (on_go, reason) in [
            ("echo 'done move=1-50'", "1-50 is illegal"),
            ("echo 'done move=rubbish'", "rubbish"),
            ("echo 'error message=\"bad position\"'; echo done", "after the error 'bad position'"),
            ("exit 1", "vanished"),
            ("true", "silent"),
            ("while :; do echo 'info depth=1 score=0.0'; done", "lines and no answer"),
            (
                "head -c 300000 /dev/zero; echo; head -c 9000 /dev/urandom; echo; echo 'done move=1-50'",
                "1-50",
            ),
        ] {
            let reasons = reasons(on_go);
            assert!(reasons.to_string().contains(reason), "{on_go}: {reasons}");
        }
    }

    #[test]
    fn an_engine_of_version_1_is_recognised_and_driven_in_its_own_words() {
        let folder = tempfile::tempdir().expect("folder");
        let log = folder.path().join("log.txt");
        let script = format!(
            "echo 'Old Engine 1.0 by nobody'\nwhile read -r line; do echo \"$line\" >> '{}'; case \"$line\" in\n\
             hub) echo 'name Old Engine'; echo 'author nobody'; echo wait;;\n\
             init) echo ready;;\n\
             go) echo 'info 3 3.0 -12 100 0.001 0.1 32-28'; echo 'move 1-50';;\n\
             quit) exit 0;;\nesac; done\n",
            log.display()
        );
        let path = folder.path().join("old.sh");
        std::fs::write(&path, script).expect("write");
        let player = format!("hub:sh '{}'", path.display());
        let result = json(&[
            "match",
            "material",
            &player,
            "--time",
            "0.05",
            "--hash",
            "1",
            "--games",
            "2",
            "--hub-param",
            "tt-size=20",
        ]);
        assert_eq!(result["wins"], 2, "{result}");
        let log = std::fs::read_to_string(&log).expect("log");
        let words = ["hub\nset tt-size 20\ninit\nnew\npos ", "\ntime 50\ngo\n", "pos wbbbbb"];
        for word in words {
            assert!(log.contains(word), "{word} in {log}");
        }
        assert!(
            log.lines()
                .filter(|line| line.starts_with("pos "))
                .all(|line| line.starts_with("pos w") || line.starts_with("pos b"))
        );
    }

    #[test]
    fn a_game_that_ctrl_c_cuts_short_is_no_loss_for_an_engine_that_it_ends_too() {
        use std::os::unix::process::CommandExt;
        let folder = tempfile::tempdir().expect("folder");
        let began = folder.path().join("began");
        let player = engine(folder.path(), &format!("touch '{}'; sleep 20", began.display()));
        let pdn = folder.path().join("games.pdn");
        let mut child = draughts()
            .args(["match", "material", &player, "--depth", "1", "--hash", "1", "--pdn"])
            .arg(&pdn)
            .stderr(std::process::Stdio::null())
            .process_group(0)
            .spawn()
            .expect("the binary is built");
        let asked = Instant::now();
        while !began.exists() && asked.elapsed() < crate::program::PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let group = format!("-{}", child.id());
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-INT", "--", &group]).status().expect("kill").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "no game was finished");
        assert_eq!(std::fs::read_to_string(&pdn).expect("games"), "");
    }

    #[test]
    fn an_engine_that_cannot_start_stops_the_match_cleanly() {
        for script in ["exit 3", "echo hello; exec cat > /dev/null"] {
            let folder = tempfile::tempdir().expect("folder");
            let path = folder.path().join("engine.sh");
            std::fs::write(&path, script).expect("write");
            let player = format!("hub:sh '{}'", path.display());
            let output = draughts()
                .args(["match", "material", &player, "--games", "2", "--startup", "0.3"])
                .assert()
                .code(2)
                .get_output()
                .clone();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(message.contains("cannot play"), "{script}: {message}");
        }
    }
}
