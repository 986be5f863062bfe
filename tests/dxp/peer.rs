//! A DXP server under test and a peer that says exactly what it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub const PATIENCE: Duration = Duration::from_secs(20);

/// `draughts-td dxp serve` on a free port.
pub struct Server {
    child: Child,
    pub address: String,
    lines: Receiver<String>,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_draughts-td"))
            .args(["dxp", "serve", "0", "--tt", "1"])
            .args(if arguments.contains(&"--depth") { &[] } else { &["--depth", "3"][..] })
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is built");
        let stdout = child.stdout.take().expect("piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(stdout)
                .lines()
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        let first = lines.recv_timeout(PATIENCE).expect("the server says where it listens");
        let address = first.strip_prefix("listening on ").expect("address").to_owned();
        Server { child, address, lines }
    }

    /// The next line that contains this.
    pub fn says(&self, what: &str) -> String {
        let mut before = Vec::new();
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("no '{what}' after {before:?}"));
            if line.contains(what) {
                return line;
            }
            before.push(line);
        }
    }

    /// Plays a short game: whatever happened before, it still serves.
    pub fn still_serves(&self) {
        let mut peer = Peer::connect(&self.address);
        peer.send(&request('Z', "A"));
        assert_eq!(peer.hear_kind('A').as_bytes()[33], b'0');
        peer.send("M0000322800");
        assert_eq!(peer.hear_kind('M').len(), 11);
        peer.send("E00");
        assert_eq!(peer.hear_kind('E'), "E00");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request in which the server plays this colour.
pub fn request(color: char, start: &str) -> String {
    format!("R01{:<32}{color}005075{start}", "Scripted Peer")
}

/// The other end of a connection.
pub struct Peer {
    pub stream: TcpStream,
    buffer: Vec<u8>,
}

impl Peer {
    pub fn connect(address: &str) -> Peer {
        Peer::new(TcpStream::connect(address).expect("connect"))
    }

    pub fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(PATIENCE)).expect("timeout");
        Peer { stream, buffer: Vec::new() }
    }

    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\0").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("write");
    }

    /// The next message, or `None` at the end.
    pub fn hear(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == 0) {
                let message = self.buffer.drain(..=end).take(end).collect();
                return Some(String::from_utf8(message).expect("ASCII"));
            }
            let mut chunk = [0; 500];
            match self.stream.read(&mut chunk).expect("an answer in time") {
                0 => return None,
                count => self.buffer.extend(&chunk[..count]),
            }
        }
    }

    /// The next message, which is of this kind.
    pub fn hear_kind(&mut self, header: char) -> String {
        let message = self.hear().expect("a message");
        assert!(message.starts_with(header), "{message} is no {header}");
        message
    }
}
