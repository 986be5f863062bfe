//! `board --listen`: the page for other machines of a network, with all the guards that it has for its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::hosts::{ENDS, Hosts};
use crate::run::{PROGRAM, program, told};
use crate::server::{Server, status};

/// A client that holds its connection open until it has read all: arguments are the address and the port.
const CLIENT: &str = "exec 3<>/dev/tcp/$0/$1 && cat >&3 && cat <&3";

/// What is right for this server, and what is wrong, with the status that it deserves.
const WRONGS: [(&str, &str, u16); 8] = [
    ("Host: HOST", "Host: evil.example", 421),
    ("Host: HOST", "Host: laptop.local:PORT", 421),
    ("Host: HOST", "Host: localhost:PORT", 421),
    ("Host: HOST\r\n", "", 421),
    ("Origin: http://HOST", "Origin: http://evil.example", 403),
    ("Origin: http://HOST", "Origin: http://localhost:PORT", 403),
    ("TOKEN", "00000000000000000000000000000000", 403),
    ("X-Draughts-Token: TOKEN\r\n", "", 403),
];

/// A question of the page with everything right.
fn question(path: &str) -> String {
    Server::head(path, 2) + "{}"
}

/// Sends a text from one of two hosts to the other and returns all that comes back; nothing where nothing listens.
fn sent_from(hosts: &Hosts, server: &Server, text: &str) -> String {
    let host = format!("{}:{}", ENDS[0], server.port);
    let text = text.replace("HOST", &host).replace("TOKEN", &server.token);
    let text = text.replace("PORT", &server.port.to_string());
    let mut client = hosts.command(1, "bash");
    client.args(["-c", CLIENT, ENDS[0], &server.port.to_string()]);
    let client = client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut client = client.spawn().expect("bash runs");
    // Where nothing listens, the client is gone.
    let _ = client.stdin.take().expect("a pipe").write_all(text.as_bytes());
    let answer = client.wait_with_output().expect("an end").stdout;
    String::from_utf8_lossy(&answer).into_owned()
}

/// A server on the first of two hosts.
fn served(hosts: &Hosts, arguments: &[&str]) -> Server {
    Server::start_with(arguments, |command| {
        *command = hosts.command(0, PROGRAM);
        command.env("DRAUGHTS_TD_CONFIG", "");
    })
}

#[test]
fn another_machine_gets_the_page_and_with_the_secret_answers() {
    let Some(hosts) = Hosts::apart(Duration::ZERO) else { return };
    let own = served(&hosts, &[]);
    assert_eq!(sent_from(&hosts, &own, "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"), "");
    // Where no way leads out of a machine, none of its addresses is the one to print.
    let mut lost = hosts.command(0, PROGRAM);
    let lost = told(&lost.args(["board", "--listen", "0.0.0.0"]).output().expect("it runs"), 2);
    assert!(lost.contains("give --listen one of its own addresses"), "{lost}");
    hosts.route_out(0);
    for listened in [ENDS[0], "0.0.0.0"] {
        let server = served(&hosts, &["--listen", listened]);
        assert!(server.address.starts_with(&format!("http://{}:", ENDS[0])), "{}", server.address);
        let ask = |text: &str| status(&sent_from(&hosts, &server, text));
        assert_eq!(ask("GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"), 200);
        assert_eq!(ask(&question("/api/state")), 200);
        for (right, wrong, expected) in WRONGS {
            let asked = question("/api/state").replacen(right, wrong, 1);
            assert_eq!(ask(&asked), expected, "{listened}: {wrong}");
        }
    }
}

#[test]
fn an_address_of_this_machine_is_guarded_as_its_usual_one() {
    let server = Server::start(&["--listen", "127.0.0.2"]);
    let ask = |text: &str| {
        let mut stream = TcpStream::connect(("127.0.0.2", server.port)).expect("it listens");
        let host = format!("127.0.0.2:{}", server.port);
        let text = text.replace("HOST", &host).replace("TOKEN", &server.token);
        stream.write_all(text.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        status(&answer)
    };
    assert_eq!(ask(&question("/api/state")), 200);
    for (right, wrong, expected) in WRONGS {
        let wrong =
            wrong.replace("localhost", "127.0.0.3").replace("PORT", &server.port.to_string());
        assert_eq!(ask(&question("/api/state").replacen(right, &wrong, 1)), expected, "{wrong}");
    }
    // It listens nowhere else.
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
}

/// A board that runs, and the first lines of what it says.
struct Said {
    child: Child,
    out: String,
    err: String,
}

impl Said {
    fn by(arguments: &[&str]) -> Said {
        let mut command = Command::new(PROGRAM);
        let command = command.env("DRAUGHTS_TD_CONFIG", "").arg("board").args(arguments);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let mut out = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        let mut stdout = BufReader::new(stdout);
        stdout.read_line(&mut out).expect("an address");
        child.kill().expect("it ran");
        stdout.read_to_string(&mut out).expect("an end");
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("an end");
        Said { child, out, err }
    }
}

impl Drop for Said {
    fn drop(&mut self) {
        let _ = self.child.wait();
    }
}

#[test]
fn a_warning_says_what_a_network_can_do_and_pipes_get_no_picture() {
    for own in [&[][..], &["--listen", "127.0.0.1"], &["--listen", "::1"]] {
        assert_eq!(Said::by(own).err, "", "{own:?}");
    }
    let said = Said::by(&["--listen", "[::ffff:127.0.0.1]"]);
    assert_eq!((said.err.as_str(), said.out.lines().count()), ("", 1));
    let Some(address) = own_address() else { return };
    let said = Said::by(&["--listen", &address]);
    for word in [&address, "nothing is encrypted", "reads your files", "your database"] {
        assert!(said.err.contains(word), "{word}: {}", said.err);
    }
    let secret = said.out.split_once('#').expect("a secret").1.trim();
    assert!(!said.err.contains(secret), "logs of warnings have no secret");
    assert_eq!(said.out.lines().count(), 1, "{}", said.out);
}

/// An address of this machine in a network, where it is in one.
fn own_address() -> Option<String> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip().to_string())
}

#[test]
fn what_cannot_be_listened_on_is_said_with_a_remedy() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let at = format!("127.0.0.1:{port}");
    let port = port.to_string();
    let cases: [(&[&str], &str); 10] = [
        (&["--listen", "laptop.local"], "'laptop.local' is not an address, such as"),
        (&["--listen", "localhost:80"], "0.0.0.0 for all of this machine"),
        (&["--listen", "192.168.1.5:99999"], "is not an address"),
        (&["--listen", "192.168.1"], "is not an address"),
        (&["--listen", ""], "is not an address"),
        (
            &["--listen", "203.0.113.9"],
            "203.0.113.9 is not an address that this machine can listen on",
        ),
        (&["--listen", "fe80::1"], "fe80::1 is not an address that this machine can listen on"),
        (&["--listen", &at], "--port 0 takes any port that is free"),
        (&["--port", &port], "--port 0 takes any port that is free"),
        (&["--listen", &at, "--port", "8110"], "give the port once"),
    ];
    for (arguments, expected) in cases {
        let error = told(&program(&[&["board"][..], arguments].concat()), 2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
