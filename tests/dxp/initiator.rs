//! `dxp check --listen` finds what an initiator does wrong, and nothing wrong with ours.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use assert_cmd::prelude::*;
use serde_json::Value;

use crate::peer::{Peer, Server};
use crate::report::mark;
use crate::run::draughts;

/// Checks the initiator that this starts, given the address.
fn report(initiator: impl FnOnce(&str) + Send + 'static) -> Value {
    let mut child = draughts()
        .args(["dxp", "check", "--listen", "0", "--json", "--answer", "1", "--thinking", "10"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is built");
    let mut first = String::new();
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    stderr.read_line(&mut first).expect("a line");
    let address = first.strip_prefix("listening on ").and_then(|rest| rest.split(": ").next());
    let address = address.unwrap_or_else(|| panic!("{first}")).to_owned();
    std::thread::spawn(move || initiator(&address));
    let output = child.wait_with_output().expect("it ends");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn our_own_initiator_passes_every_check_it_can_be_asked() {
    let report = report(|address| {
        for _ in 0..2 {
            let arguments = ["--games", "12", "--depth", "2", "--hash", "1", "--minutes", "1"];
            let _ = draughts()
                .args(["dxp", "connect", address])
                .args(arguments)
                .stdout(Stdio::null())
                .status();
        }
    });
    assert_eq!(
        (&report["failed"], &report["weak"]),
        (&Value::from(0), &Value::from(0)),
        "{report}"
    );
    for check in report["checks"].as_array().expect("checks") {
        assert_eq!(check["mark"], "pass", "{check}");
    }
}

#[test]
fn a_broken_connection_is_followed_by_the_games_that_are_left() {
    let server = Server::start(&["--role", "initiator", "--games", "3"]);
    let mut colours = String::new();
    let mut accept = |peer: &mut Peer| {
        colours.push(char::from(peer.hear_kind('R').as_bytes()[35]));
        peer.send(&format!("A{:<32}0", "Scripted Peer"));
    };
    let mut peer = Peer::connect(&server.address);
    accept(&mut peer);
    drop(peer);
    server.says("vanished");
    let mut peer = Peer::connect(&server.address);
    for _ in 0..2 {
        accept(&mut peer);
        peer.send("E10");
        while !peer.hear().expect("an end").starts_with('E') {}
    }
    assert_eq!(peer.hear(), None, "three games are played, and the connection is closed");
    assert_eq!(colours, "ZWZ", "colours change also across connections");
}

#[test]
fn an_initiator_that_does_not_wait_and_writes_carelessly_is_told_so() {
    let report = report(|address| {
        let mut peer = Peer::connect(address);
        peer.send(&format!("R01{:<32}Z  5075A", "Hasty"));
        peer.send("M0000322800");
        while let Some(message) = peer.hear() {
            if message.starts_with('M') {
                peer.send("M000 3127 0");
            }
        }
    });
    let (found, detail) = mark(&report, "gives a time");
    assert!(found == "fail" && detail.contains("whole minutes"), "{detail}");
    let (found, detail) = mark(&report, "waits for the answer");
    assert!(found == "fail" && detail.contains("before its request was answered"), "{detail}");
    let (found, detail) = mark(&report, "writes moves exactly");
    assert!(found == "fail" && detail.contains("illegal"), "{detail}");
    assert!(report["failed"].as_u64() > Some(2), "{report}");
}

#[test]
fn nobody_who_connects_is_not_waited_for_for_ever() {
    let output = draughts()
        .args(["dxp", "check", "--listen", "127.0.0.1:0", "--wait", "0.2"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("nobody has connected for 0.2 s"), "{message}");
}
