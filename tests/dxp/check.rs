//! `dxp check` finds what a follower does wrong, and says where the protocol wants it otherwise.

use std::net::TcpListener;

use assert_cmd::prelude::*;
use serde_json::Value;

use crate::peer::Peer;
use crate::report::mark;
use crate::run::draughts;

/// Checks a follower that answers every connection with this script.
fn report(follower: fn(Peer)) -> Value {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
    let address = listener.local_addr().expect("address").to_string();
    std::thread::spawn(move || {
        listener.incoming().flatten().for_each(|stream| follower(Peer::new(stream)))
    });
    let output = draughts()
        .args(["dxp", "check", &address, "--json", "--answer", "0.2", "--thinking", "0.2"])
        .assert()
        .code(1)
        .get_output()
        .clone();
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_program_that_never_answers_fails_and_is_not_waited_for_long() {
    let report = report(|mut peer| while peer.hear().is_some() {});
    assert_eq!(mark(&report, "accepts a connection").0, "pass");
    let (found, detail) = mark(&report, "accepts a game");
    assert!(found == "fail" && detail.contains("no answer"), "{detail}");
    assert!(report["failed"].as_u64() > Some(5));
}

/// A letter too many, moves without leading zeros, no acknowledgement.
fn careless(mut peer: Peer) {
    while let Some(message) = peer.hear() {
        match message.bytes().next() {
            Some(b'R') if message.as_bytes()[35] == b'W' => {
                peer.send("ACareless                        0!");
                peer.send("M   0322800");
            }
            Some(b'R') => peer.send("ACareless                        0"),
            _ => {}
        }
    }
}

#[test]
fn what_is_written_in_the_wrong_form_is_named() {
    let report = report(careless);
    let (found, detail) = mark(&report, "accepts a game");
    assert!(found == "fail" && detail.contains("characters"), "{detail}");
    let (found, detail) = mark(&report, "writes moves exactly");
    assert!(
        found == "fail" && detail.contains("'M   0322800' should be 'M0000322800'"),
        "{detail}"
    );
    let (found, detail) = mark(&report, "acknowledges the end");
    assert!(found == "fail" && detail.contains("no acknowledgement"), "{detail}");
    let (found, detail) = mark(&report, "refuses another version");
    assert!(found == "fail" && detail.contains("code 1 is due"), "{detail}");
}

#[test]
fn what_is_no_address_is_refused_with_the_forms_of_one() {
    for verb in ["check", "connect"] {
        for address in ["::1", "host:port", ":27531"] {
            let mut command = draughts();
            let output = command.args(["dxp", verb, address]).assert().code(2).get_output().clone();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(message.contains("[V6]:PORT"), "{verb} {address}: {message}");
        }
    }
}

#[test]
fn a_program_that_is_not_there_is_no_report_but_a_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
    let address = listener.local_addr().expect("address").to_string();
    drop(listener);
    let output = draughts().args(["dxp", "check", &address]).assert().code(2).get_output().clone();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&address) && message.contains("refused"), "{message}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn what_is_skipped_for_the_same_reason_is_told_once() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
    let address = listener.local_addr().expect("address").to_string();
    // Hangs up at the first message and is never seen again.
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        drop(listener);
        Peer::new(stream).hear();
    });
    let output = draughts()
        .args(["dxp", "check", &address, "--answer", "1"])
        .assert()
        .code(1)
        .get_output()
        .clone();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.matches("cannot be reached").count(), 1, "{text}");
    assert!(text.contains("20 more, for the same reason"), "{text}");
    assert!(text.contains("1 of 23 passed, 1 failed, 0 weak, 21 skipped"), "{text}");
}
