//! A DXP server under test and a peer that says exactly what it is told to.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::program::{PATIENCE, Program};

/// `draughts-td dxp serve` on a free port.
pub struct Server {
    program: Program,
    pub address: String,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let depth = if arguments.contains(&"--depth") { &[] } else { &["--depth", "3"][..] };
        let serve = ["dxp", "serve", "0", "--hash", "1"];
        let program = Program::start(&[&serve, depth, arguments].concat());
        let address = program.says("listening on ").replacen("listening on ", "", 1);
        Server { program, address }
    }

    /// All lines up to the first that contains this.
    pub fn until(&self, what: &str) -> Vec<String> {
        self.program.until(what, |line| line.contains(what))
    }

    /// The next line that contains this.
    pub fn says(&self, what: &str) -> String {
        self.program.says(what)
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
