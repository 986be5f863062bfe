//! The program with its page, started for a test and ended with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::run::draughts;

/// A running program.
pub struct Server {
    child: Child,
    /// The address that it printed.
    pub address: String,
    pub port: u16,
    pub token: String,
}

impl Server {
    /// Starts it with these arguments.
    pub fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, |_| ())
    }

    /// The same, once something is done with the command.
    pub fn start_with(arguments: &[&str], prepare: impl FnOnce(&mut Command)) -> Server {
        let mut command = draughts();
        prepare(&mut command);
        let mut child = command
            .args(["board", "--hash", "1"].iter().take(if arguments.contains(&"--hash") {
                1
            } else {
                3
            }))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let address = line.trim().to_owned();
        let (place, token) = address.split_once("/#").expect("a token");
        let port = place.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Server { child, port, token: token.to_owned(), address }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The threads of the process, where the system has them.
    pub fn threads(&self) -> Option<usize> {
        std::fs::read_dir(format!("/proc/{}/task", self.id())).ok().map(Iterator::count)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream
    }

    /// Sends a text and returns all that comes back; `HOST` and `TOKEN` mean the right ones.
    pub fn send(&self, text: &str) -> String {
        let mut stream = self.connect();
        let text =
            text.replace("HOST", &format!("127.0.0.1:{}", self.port)).replace("TOKEN", &self.token);
        // The server may answer and hang up before it has everything.
        let _ = stream.write_all(text.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        whole(&String::from_utf8_lossy(&answer))
    }

    /// The head of a question of the page, with the length of its body.
    pub fn head(path: &str, length: usize) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: HOST\r\nX-Draughts-Token: TOKEN\r\nOrigin: http://HOST\r\n\
             Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    }

    /// Asks as the page does; the status, and the lines of the answer.
    pub fn ask(&self, path: &str, question: &Value) -> (u16, Vec<Value>) {
        let body = question.to_string();
        let answer = self.send(&(Server::head(path, body.len()) + &body));
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let lines = body.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        (status(head), lines.collect())
    }

    /// The one answer to a question that is no mistake.
    pub fn answer(&self, path: &str, question: &Value) -> Value {
        let (status, lines) = self.ask(path, question);
        assert_eq!(status, 200, "{path} {question}: {lines:?}");
        lines.into_iter().next_back().expect("an answer")
    }
}

/// A response with its chunks (RFC 9112, section 7.1) put together. One that is cut has no last chunk.
fn whole(response: &str) -> String {
    let Some((head, mut chunks)) = response.split_once("\r\n\r\n") else { return response.into() };
    if !head.to_ascii_lowercase().contains("\r\ntransfer-encoding: chunked") {
        return response.into();
    }
    let mut text = format!("{head}\r\n\r\n");
    loop {
        let (size, rest) = chunks.split_once("\r\n").expect("a chunk");
        let size = usize::from_str_radix(size, 16).expect("its size");
        if size == 0 {
            return text;
        }
        text.push_str(&rest[..size]);
        chunks = &rest[size + 2..];
    }
}

/// The number in a status line; 0 where nothing came.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Server {
    /// Ends the program.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
