//! Peers that are not the page: other sites, other names, too much, too little, too slow.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::ask::{after, at};
use crate::server::{Server, status};

const GET: &str = "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n";

#[test]
fn the_page_comes_with_its_rules_and_without_a_token() {
    let server = Server::start(&[]);
    let page = server.send(GET);
    assert_eq!(status(&page), 200);
    let head = page.split_once("\r\n\r\n").expect("a head").0.to_ascii_lowercase();
    for rule in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'sha256-",
        "='; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-frame-options: deny",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(head.contains(rule), "{rule}");
    }
    assert!(!head.contains("access-control") && !head.contains("set-cookie"));
    assert!(!head.contains("unsafe-inline") && !page.contains(&server.token));
    // What is no page has no style.
    for path in ["/app.js", "/icon.svg", "/nothing"] {
        let other = server.send(&GET.replacen("/ ", &format!("{path} "), 1));
        assert!(
            other.contains("script-src 'self'; style-src 'none'; img-src 'self' blob:"),
            "{other}"
        );
    }
}

#[test]
fn other_names_other_sites_and_strangers_are_sent_away() {
    let server = Server::start(&[]);
    let good = Server::head("/api/state", 2) + "{}";
    assert_eq!(status(&server.send(&good)), 200);
    let cases: [(&str, &str, u16); 9] = [
        ("Host: HOST", "Host: evil.example", 421),
        ("Host: HOST", "Host: 127.0.0.1:1", 421),
        ("Host: HOST\r\n", "", 421),
        ("Origin: http://HOST", "Origin: http://evil.example", 403),
        ("Origin: http://HOST", "Origin: null", 403),
        ("same-origin", "cross-site", 403),
        ("TOKEN", "00000000000000000000000000000000", 403),
        ("X-Draughts-Token: TOKEN\r\n", "", 403),
        ("application/json", "text/plain", 415),
    ];
    for (right, wrong, expected) in cases {
        let answer = server.send(&good.replacen(right, wrong, 1));
        assert_eq!(status(&answer), expected, "{wrong}: {answer}");
    }
    for method in ["OPTIONS", "PUT", "DELETE", "HEAD", "GET"] {
        let answer = server.send(&good.replacen("POST", method, 1));
        assert!(matches!(status(&answer), 405 | 413), "{method}: {answer}");
        assert!(!answer.to_ascii_lowercase().contains("access-control"));
    }
}

#[test]
fn no_path_of_a_client_leads_to_the_disk() {
    let server = Server::start(&["pdn/accept/nags.pdn"]);
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/app.js/..",
        "/app.js?x",
        "/style.css",
        "http://evil.example/",
        "/\\..\\Cargo.toml",
    ] {
        let answer = server.send(&GET.replacen("/ ", &format!("{path} "), 1));
        assert!(matches!(status(&answer), 400 | 404), "{path}: {answer}");
        assert!(!answer.contains("[package]") && !answer.contains("root:"));
    }
    let asked = |file| server.ask("/api/games", &json!({ "file": file })).0;
    assert_eq!(asked(json!(0)), 200);
    for file in [json!(1), json!(-1), json!("../x"), json!("/etc/passwd"), json!(1e300)] {
        assert!(matches!(asked(file.clone()), 400 | 404), "{file}");
    }
}

#[test]
fn what_is_too_long_is_refused_before_it_is_read() {
    let server = Server::start(&[]);
    let long = format!("GET / HTTP/1.1\r\nHost: HOST\r\nX: {}\r\n\r\n", "a".repeat(100_000));
    assert_eq!(status(&server.send(&long)), 431);
    let endless = format!("GET /{}", "a".repeat(100_000));
    assert_eq!(status(&server.send(&endless)), 431);
    let many = format!("GET / HTTP/1.1\r\nHost: HOST\r\n{}\r\n", "A: b\r\n".repeat(500));
    assert_eq!(status(&server.send(&many)), 431);
    for (path, length) in [("/api/state", 65_537), ("/api/paste", 22 << 20), ("/none", 65_537)] {
        assert_eq!(status(&server.send(&Server::head(path, length))), 413, "{path}");
    }
    let chunked =
        Server::head("/api/state", 2).replace("Content-Length: 2", "Transfer-Encoding: chunked");
    assert_eq!(status(&server.send(&(chunked + "2\r\n{}\r\n0\r\n\r\n"))), 411);
    assert_eq!(status(&server.send(GET)), 200, "the server keeps running");
}

#[test]
fn rubbish_is_no_request_and_no_question() {
    let server = Server::start(&[]);
    for text in ["hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n"] {
        assert_eq!(status(&server.send(text)), 400, "{text:?}");
    }
    for body in ["", "{", "null", "{\"moves\":7}", "\u{0}", "{\"moves\":[\"99-1\"]}"] {
        let answer = server.send(&(Server::head("/api/position", body.len()) + body));
        assert!(matches!(status(&answer), 400), "{body:?}: {answer}");
    }
    let deep = "[".repeat(60_000);
    let answer = server.send(&(Server::head("/api/position", deep.len()) + &deep));
    assert_eq!(status(&answer), 400);
}

#[test]
fn a_second_request_is_not_read() {
    let server = Server::start(&[]);
    let two = Server::head("/api/state", 2) + "{}" + GET;
    let answer = server.send(&two);
    assert_eq!((status(&answer), answer.matches("HTTP/1.1").count()), (200, 1), "{answer}");
    assert!(answer.to_ascii_lowercase().contains("\r\nconnection: close\r\n"), "{answer}");
}

#[test]
fn a_half_request_is_given_up_in_time_and_keeps_nobody_out() {
    let server = Server::start(&[]);
    let began = Instant::now();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    let mut drip = server.connect();
    drip.write_all(b"GET").expect("sent");
    // Empty lines before a request mean nothing (RFC 9112, section 2.2).
    let mut empty = server.connect();
    empty.write_all(b"\r\n\r\n").expect("sent");
    assert_eq!(status(&server.send(GET)), 200);
    // A byte now and then does not lengthen the time for a head.
    for _ in 0..30 {
        std::thread::sleep(Duration::from_millis(100));
        if drip.write_all(b"a").is_err() {
            break;
        }
    }
    for mut stream in [half, drip, empty] {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(matches!(status(&answer), 408 | 0), "{answer}");
    }
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn silent_connections_do_not_shut_the_page_out_and_take_no_more_threads() {
    let server = Server::start(&[]);
    let question = Server::head("/api/state", 2) + "{}";
    let mut silent = Vec::new();
    for _ in 0..10 {
        silent.extend((0..40).map(|_| server.connect()));
        assert_eq!(status(&server.send(GET)), 200);
        assert_eq!(status(&server.send(&question)), 200);
        let threads = server.threads().unwrap_or(0);
        assert!(threads < 200, "{threads} threads for {} silent connections", silent.len());
    }
}

/// A question that takes hours.
fn endless(server: &Server) -> String {
    let kings = at("W:WK46,K5,K25,K4,K36,K48:BK21,K44,K1,K29,K6,K16");
    let body = json!({ "at": kings, "plies": 8 }).to_string();
    let question = Server::head("/api/perft", body.len()) + &body;
    let host = format!("127.0.0.1:{}", server.port);
    question.replace("HOST", &host).replace("TOKEN", &server.token)
}

#[test]
fn answers_end_with_their_clients_and_the_page_comes_when_all_places_are_taken() {
    let server = Server::start(&[]);
    let endless = endless(&server);
    let ask = || {
        let mut stream = server.connect();
        stream.write_all(endless.as_bytes()).expect("sent");
        stream
    };
    let asking: Vec<_> = (0..32).map(|_| ask()).collect();
    let question = Server::head("/api/state", 2) + "{}";
    let wait_for = |expected: u16| {
        let until = Instant::now() + Duration::from_secs(120);
        while status(&server.send(&question)) != expected {
            assert!(Instant::now() < until, "{expected} never came");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    wait_for(503);
    assert_eq!(status(&server.send(GET)), 200);
    drop(asking);
    wait_for(200);
}

/// Reads until the search has told something: before that another one may come first.
fn read_a_depth(stream: &mut TcpStream) {
    let (mut text, mut some) = (String::new(), [0; 2000]);
    while !text.contains("\"depth\"") {
        let count = stream.read(&mut some).expect("a line");
        assert!(count > 0, "{text}");
        text += &String::from_utf8_lossy(&some[..count]);
    }
}

#[test]
fn a_search_ends_when_the_page_goes_or_asks_for_another() {
    let server = Server::start(&[]);
    let body = json!({ "at": after(&[]), "lines": 3 }).to_string();
    let question = Server::head("/api/analyse", body.len()) + &body;
    let question = question
        .replace("HOST", &format!("127.0.0.1:{}", server.port))
        .replace("TOKEN", &server.token);
    // Without a limit it would never end.
    let mut endless = server.connect();
    endless.write_all(question.as_bytes()).expect("sent");
    read_a_depth(&mut endless);
    // Another search is answered, and the first one is told that it is over.
    let short = json!({ "at": after(&["32-28"]), "nodes": 1000 });
    assert_eq!(server.answer("/api/analyse", &short)["done"], true);
    let mut rest = String::new();
    endless.read_to_string(&mut rest).expect("an end");
    assert!(
        rest.trim_end().ends_with("\"done\":true,\"error\":null}")
            || rest.contains("\"done\":true")
    );
    // A page that goes leaves the engine to the next.
    let mut gone = server.connect();
    gone.write_all(question.as_bytes()).expect("sent");
    read_a_depth(&mut gone);
    drop(gone);
    let began = Instant::now();
    assert_eq!(server.answer("/api/analyse", &short)["done"], true);
    assert!(began.elapsed() < Duration::from_secs(10));
}
