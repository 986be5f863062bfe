//! The DXP follower: it plays the sample session to the byte, answers every message as the protocol says, and outlives
//! every kind of bad company.

use std::time::Duration;

use assert_cmd::prelude::*;
use draughts_td::board::{Color, Move, MoveList, Position, fen};
use draughts_td::protocol::dxp::{self, GameRequest, Message, Minutes, MoveMessage, Name, Start};

use crate::peer::{Peer, Server, request};
use crate::run::draughts;

#[test]
fn the_sample_session_of_the_protocol_is_played_to_the_byte() {
    let folder = tempfile::tempdir().expect("folder");
    let (pdn, trace) = (folder.path().join("games.pdn"), folder.path().join("trace.txt"));
    let server = Server::start(&[
        "--name",
        "Demo Follower",
        "--pdn",
        pdn.to_str().expect("UTF-8"),
        "--trace",
        trace.to_str().expect("UTF-8"),
    ]);
    let mut peer = Peer::connect(&server.address);
    peer.send("R01Demo Initiator 0.1              Z001075BWeeeezeeeeeeeeeeeeezeeeeeeeezeeeweeeeeeeeeeweeeeeee");
    assert_eq!(peer.hear_kind('A'), "ADemo Follower                   0");
    peer.send("M00033214021928");
    assert_eq!(peer.hear_kind('M'), "M0000051000");
    peer.send("M000114050110");
    assert_eq!(peer.hear_kind('E'), "E10");
    peer.send("E00");
    peer.send("Cgood game");
    server.says("White after 2 moves, Black cannot move");
    server.says("chat: good game");
    let games = std::fs::read_to_string(&pdn).expect("games");
    assert!(
        games.contains("[White \"Demo Initiator 0.1\"]") && games.contains("[Result \"2-0\"]"),
        "{games}"
    );
    let messages = std::fs::read_to_string(&trace).expect("trace");
    assert!(
        messages.lines().any(|line| line.contains("<-") && line.ends_with("M000114050110")),
        "{messages}"
    );
    assert!(
        messages.lines().any(|line| line.contains("->") && line.ends_with("E10")),
        "{messages}"
    );
    assert!(messages.lines().all(|line| line.starts_with("20")), "every line has its time");
}

#[test]
fn it_moves_first_with_white_and_plays_another_game_on_the_same_connection() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    for _ in 0..2 {
        peer.send(&request('W', "A"));
        assert_eq!(peer.hear_kind('A').len(), 34);
        let mv = peer.hear_kind('M');
        assert!(mv.len() == 11 && mv.starts_with("M0000") && mv.ends_with("00"), "{mv}");
        // It is our turn, so we may end the game.
        peer.send("E20");
        assert_eq!(peer.hear_kind('E'), "E00");
        server.says("Draw after 1 moves");
    }
}

#[test]
fn messages_may_come_in_pieces_or_together() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    for byte in request('Z', "A").bytes().chain([0]) {
        peer.send_bytes(&[byte]);
    }
    peer.hear_kind('A');
    peer.send_bytes(b"Chello\0M0000322800\0");
    peer.hear_kind('M');
}

#[test]
fn requests_that_cannot_be_played_are_refused_and_never_left_unanswered() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    let empty = "e".repeat(50);
    for (bad, code) in [
        (request('W', "A").replacen("R01", "R02", 1), b'1'),
        (request('X', "A"), b'2'),
        (request('W', "C"), b'2'),
        (request('W', "A").replacen("005075", "abc075", 1), b'2'),
        (request('W', &format!("BWw{}", &empty[1..])), b'2'),
        (request('W', &format!("BWW{}", &empty[1..])), b'2'),
        (request('W', &format!("BWz{}w{}", "e".repeat(4), "e".repeat(44))), b'2'),
        (request('W', "BWee"), b'2'),
        ("R01".into(), b'2'),
    ] {
        peer.send(&bad);
        assert_eq!(peer.hear_kind('A').as_bytes()[33], code, "{bad}");
    }
    peer.send(&request('W', "A").replacen("005075", "000000", 1));
    assert_eq!(
        peer.hear_kind('A').as_bytes()[33],
        b'0',
        "no time, no limit: played with our own time"
    );
    peer.hear_kind('M');
}

#[test]
fn taking_back_is_granted_within_the_game_and_play_continues_from_there() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    peer.send(&request('Z', "A"));
    peer.hear_kind('A');
    peer.send("M0000322800");
    peer.hear_kind('M');
    peer.send("B009W");
    assert_eq!(peer.hear_kind('K'), "K2");
    peer.send("B001W");
    assert_eq!(peer.hear_kind('K'), "K0");
    server.says("back to move 1");
    peer.send("M0000312700");
    peer.hear_kind('M');
    peer.send("B001Z");
    assert_eq!(peer.hear_kind('K'), "K0");
    assert!(peer.hear_kind('M').starts_with('M'), "Black is to move again at number 1");
}

#[test]
fn an_end_on_its_turn_is_noticed_while_it_thinks() {
    let server = Server::start(&["--depth", "100", "--time", "600"]);
    let mut peer = Peer::connect(&server.address);
    peer.send(&request('W', "A"));
    peer.hear_kind('A');
    std::thread::sleep(Duration::from_millis(100));
    peer.send("B001W");
    assert_eq!(peer.hear_kind('K'), "K0");
    peer.send(&request('W', "A"));
    assert_eq!(peer.hear_kind('A').as_bytes()[33], b'2', "a request during the game");
    peer.send("M0000322800");
    server.says("out of turn");
    peer.send("E10");
    assert_eq!(peer.hear_kind('E'), "E00");
    server.says("White after 0 moves, Black resigns");
}

/// A move that gives nothing away, if there is one: a side that has its draw may offer its last king.
fn safe_move(position: &Position) -> Move {
    let safe = |mv: &Move| {
        let next = position.succ(*mv);
        !next.must_capture() && next.has_moves()
    };
    let legal = MoveList::legal(position);
    *legal.iter().find(|mv| safe(mv)).unwrap_or(&legal[0])
}

/// Plays White from this position against the server until it ends the game: any move that gives nothing away.
fn play_to_the_end(server: &Server, start: &str) -> String {
    let mut position = fen::read(start).expect(start);
    let mut peer = Peer::connect(&server.address);
    let position_text = dxp::encode(&Message::GameRequest(GameRequest {
        name: Name::new("Scripted Peer"),
        follower: Color::Black,
        time: Minutes::whole(5),
        moves: None,
        start: Start::Position(position),
    }));
    peer.send(&position_text);
    peer.hear_kind('A');
    loop {
        let mv = safe_move(&position);
        peer.send(&dxp::encode(&Message::Move(MoveMessage { seconds: 0, text: mv.into() })));
        position = position.succ(mv);
        let answer = peer.hear().expect("an answer");
        match dxp::decode(answer.as_bytes()).expect("a message") {
            Message::Move(mv) => {
                position = position.succ(mv.text.find(&position).expect("legal").0)
            }
            Message::GameEnd(_) => {
                peer.send("E00");
                return answer;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn it_claims_a_draw_by_the_rules_on_its_turn() {
    let server = Server::start(&[]);
    assert_eq!(play_to_the_end(&server, "W:WK46,K47:BK3"), "E20");
    server.says("draw: 5 moves each");
}

#[test]
fn a_drawn_game_stays_drawn_whatever_the_other_side_does_then() {
    let server = Server::start(&[]);
    for last_word in [None, Some("E30")] {
        let mut peer = Peer::connect(&server.address);
        let two_against_one = format!("BW{}", letters(&[(3, 'Z'), (46, 'W'), (47, 'W')]));
        peer.send(&request('Z', &two_against_one));
        peer.hear_kind('A');
        let mut position = fen::read("W:WK46,K47:BK3").expect("fen");
        for _ in 0..5 {
            let mv = safe_move(&position);
            peer.send(&dxp::encode(&Message::Move(MoveMessage { seconds: 0, text: mv.into() })));
            let answer = peer.hear_kind('M');
            let Ok(Message::Move(answer)) = dxp::decode(answer.as_bytes()) else {
                panic!("{answer}")
            };
            let next = position.succ(mv);
            position = next.succ(answer.text.find(&next).expect("legal").0);
        }
        // Five moves of each side are played: the last one, ours, has made it a draw.
        last_word.into_iter().for_each(|word| peer.send(word));
        drop(peer);
        assert!(server.says("after 5 moves").contains("Draw"), "{last_word:?}");
    }
}

/// Letters for the 50 squares.
fn letters(pieces: &[(usize, char)]) -> String {
    let piece = |square| pieces.iter().find(|(place, _)| *place == square);
    (1..=50).map(|square| piece(square).map_or('e', |(_, letter)| *letter)).collect()
}

#[test]
fn it_gives_up_a_lost_position_when_told_to() {
    let server = Server::start(&["--resign", "3"]);
    assert_eq!(play_to_the_end(&server, "W:WK46,K47,K48,31,32,33,34,35:B1,2,3"), "E10");
    server.says("Black resigns");
}

#[test]
fn a_capture_with_a_wrong_list_is_taken_for_the_only_one_or_refused_when_strict() {
    let start = "BWeeeezeeeeeeeeeeeeezeeeeeeeezeeeweeeeeeeeeeweeeeeee";
    let lenient = Server::start(&[]);
    let mut peer = Peer::connect(&lenient.address);
    peer.send(&request('Z', start));
    peer.hear_kind('A');
    peer.send("M00003214");
    assert_eq!(peer.hear_kind('M'), "M0000051000");
    let strict = Server::start(&["--strict"]);
    let mut peer = Peer::connect(&strict.address);
    peer.send(&request('Z', start));
    peer.hear_kind('A');
    peer.send("M00003214");
    assert_eq!(peer.hear_kind('E'), "E00");
}

#[test]
fn an_illegal_move_ends_the_game_with_a_reason_and_the_next_game_is_played() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    for bad in ["M0000312200", "M0000999900", "M00", "Mxxxxxxxxxx"] {
        peer.send(&request('Z', "A"));
        peer.hear_kind('A');
        peer.send(bad);
        assert_eq!(peer.hear_kind('E'), "E00", "{bad}");
        peer.send("E00");
        assert!(peer.hear_kind('C').len() > 10, "an explanation");
        assert!(server.says("Black after 0 moves").contains("White: "), "{bad}");
    }
}

#[test]
fn a_request_for_the_next_game_is_heard_also_instead_of_an_acknowledgement() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    let answered = |peer: &mut Peer, code: u8| {
        assert_eq!(peer.hear_kind('A').as_bytes()[33], code);
    };
    peer.send(&request('Z', "A"));
    answered(&mut peer, b'0');
    peer.send("M0000312200");
    assert_eq!(peer.hear_kind('E'), "E00");
    // An answer comes before anything else, also before the explanation of our end.
    peer.send(&request('Z', "BWeeeezeeeeeeeeeeeeezeeeeeeeezeeeweeeeeeeeeeweeeeeee"));
    answered(&mut peer, b'0');
    peer.send("M00033214021928");
    peer.hear_kind('M');
    peer.send("M000114050110");
    assert_eq!(peer.hear_kind('E'), "E10");
    peer.send(&request('Z', "C"));
    answered(&mut peer, b'2');
    peer.send(&request('Z', "A"));
    answered(&mut peer, b'0');
    peer.send("M0000322800");
    peer.hear_kind('M');
}

#[test]
fn rubbish_does_not_disturb_a_game() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    peer.send_bytes(b"\0\0rubbish\0\xff\xfe\0E\0K0\0M0000322800\0");
    peer.send_bytes(&[b'C'; 5000]);
    peer.send_bytes(b"\0");
    peer.send(&request('Z', "A"));
    peer.hear_kind('A');
    peer.send_bytes(b"\0Xunknown\0\xffbytes\0K0\0A\0");
    peer.send("M0000322800");
    peer.hear_kind('M');
}

#[test]
fn a_peer_that_vanishes_loses_and_the_next_one_is_served() {
    let server = Server::start(&[]);
    for half in [false, true] {
        let mut peer = Peer::connect(&server.address);
        peer.send(&request('Z', "A"));
        peer.hear_kind('A');
        if half {
            peer.send_bytes(b"M00003");
        }
        drop(peer);
        let line = server.says("vanished");
        assert!(line.contains("Black after 0 moves"), "{line}");
        assert!(server.says("left: ").contains("White vanished"));
        server.still_serves();
    }
}

#[test]
fn a_silent_peer_loses_after_its_time_and_patience() {
    let server = Server::start(&["--patience", "0.2"]);
    let mut peer = Peer::connect(&server.address);
    peer.send(&request('Z', "A").replacen("005075", ".01075", 1));
    peer.hear_kind('A');
    server.says("was silent for");
    server.says("left: White was silent");
    assert_eq!(peer.hear(), None, "the connection is closed");
    server.still_serves();
}

#[test]
fn a_flood_is_cut_off_and_the_next_peer_is_served() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    peer.send(&request('Z', "A"));
    peer.hear_kind('A');
    let flood = b"Cnoise\0".repeat(2000);
    // The server may close while we still write.
    let _ = std::io::Write::write_all(&mut peer.stream, &flood);
    server.says("messages that mean nothing");
    server.still_serves();
}

#[test]
fn an_idle_peer_makes_way_for_a_new_one() {
    let server = Server::start(&[]);
    let _idle = Peer::connect(&server.address);
    server.says("connected");
    server.still_serves();
}

#[test]
fn a_peer_that_only_chats_keeps_nobody_out() {
    let server = Server::start(&[]);
    let mut chatting = Peer::connect(&server.address);
    server.says("connected");
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let flag = stop.clone();
    let talk = std::thread::spawn(move || {
        while !flag.load(std::sync::atomic::Ordering::SeqCst)
            && std::io::Write::write_all(&mut chatting.stream, b"Chello\0").is_ok()
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    server.still_serves();
    stop.store(true, std::sync::atomic::Ordering::SeqCst);
    talk.join().expect("it only chats");
}

#[test]
fn many_silent_connections_keep_nobody_out_for_long() {
    let server = Server::start(&[]);
    let _silent: Vec<Peer> = (0..60).map(|_| Peer::connect(&server.address)).collect();
    let asked = std::time::Instant::now();
    server.still_serves();
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
}

#[test]
fn who_talks_and_never_plays_is_dropped_after_a_few_lines_in_the_log() {
    let requests = [request('X', "A"), request('W', "A").replacen("R01", "R02", 1)];
    let games = format!("{}\0E00", request('Z', "A"));
    for noise in ["Chello", "E00", "B001W", "?", &requests[0], &requests[1], &games] {
        let server = Server::start(&[]);
        let mut peer = Peer::connect(&server.address);
        let flood = format!("{noise}\0").repeat(5000);
        // The server closes while we still write.
        let _ = std::io::Write::write_all(&mut peer.stream, flood.as_bytes());
        let lines = server.until("messages that mean nothing, and closed");
        assert!(lines.len() < 350, "{noise}: {} lines", lines.len());
        server.still_serves();
    }
}

#[test]
fn bytes_without_a_message_are_not_read_for_ever() {
    let server = Server::start(&[]);
    for byte in [b"C", b"\0"] {
        let mut peer = Peer::connect(&server.address);
        let _ = std::io::Write::write_all(&mut peer.stream, &byte.repeat(4 << 20));
        server.says("bytes without a message");
    }
    server.still_serves();
}

#[test]
fn a_game_longer_than_is_granted_is_refused() {
    let server = Server::start(&[]);
    let mut peer = Peer::connect(&server.address);
    peer.send(&request('Z', "A").replacen("005075", "999075", 1));
    assert_eq!(peer.hear_kind('A').as_bytes()[33], b'2');
    assert!(server.says("refused a game").contains("--max-minutes"));
    // With a time of its own for a move, the engine needs no clock.
    for patient in [["--max-minutes", "999"], ["--time", "0.01"]] {
        let patient = Server::start(&patient);
        let mut peer = Peer::connect(&patient.address);
        peer.send(&request('Z', "A").replacen("005075", "999075", 1));
        assert_eq!(peer.hear_kind('A').as_bytes()[33], b'0');
    }
}

#[test]
fn a_win_that_the_peer_only_claims_is_written_down_as_none() {
    let folder = tempfile::tempdir().expect("folder");
    let pdn = folder.path().join("games.pdn");
    let server = Server::start(&["--pdn", pdn.to_str().expect("UTF-8")]);
    for color in ['W', 'Z'] {
        let mut peer = Peer::connect(&server.address);
        peer.send(&request(color, "A"));
        peer.hear_kind('A');
        if color == 'W' {
            peer.hear_kind('M');
        }
        peer.send("E30");
        assert_eq!(peer.hear_kind('E'), "E00");
        assert!(server.says("which no rule known here says").contains("does not count"));
        server.says("Void");
        drop(peer);
        server.says("left");
    }
    let games = std::fs::read_to_string(&pdn).expect("games");
    assert_eq!(games.matches("[Result \"*\"]").count(), 2, "{games}");
}

#[test]
fn nobody_can_connect_before_every_file_is_open() {
    for wrong in [["--net", "no-such-file"], ["--pdn", "/no/such/folder"], ["--trace", "/"]] {
        let output = draughts()
            .args(["dxp", "serve", "0", "--hash", "1"])
            .args(wrong)
            .assert()
            .code(2)
            .get_output()
            .clone();
        let (said, told) = (&output.stdout, String::from_utf8_lossy(&output.stderr));
        assert!(said.is_empty(), "{}", String::from_utf8_lossy(said));
        assert!(told.contains(wrong[1]), "{told}");
    }
}

#[test]
fn the_checker_finds_nothing_wrong_with_our_own_follower() {
    let server = Server::start(&[]);
    let report = draughts()
        .args(["dxp", "check", &server.address, "--json", "--answer", "0.6"])
        .assert()
        .success()
        .get_output()
        .clone();
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!((&report["failed"], &report["weak"]), (&0.into(), &0.into()), "{report:#}");
    assert!(
        report["checks"].as_array().expect("checks").iter().all(|check| check["mark"] == "pass"),
        "{report:#}"
    );
}
