//! The server: it listens on this machine alone and answers each connection on a thread of its own.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connections::{Connection, Connections};
use super::guard::Guard;
use super::request::Method;
use super::request_reader::RequestReader;
use super::response::{self, Handler};
use super::token::Token;
use super::wire;
use crate::error::WebError;

/// The pause after a connection that could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub struct Server {
    listeners: Vec<TcpListener>,
    port: u16,
    token: Token,
}

impl Server {
    /// Listens on a port of this machine, or on any that is free if it is 0.
    pub fn listen(port: u16) -> Result<Server, WebError> {
        let bind = |ip: IpAddr, port| TcpListener::bind(SocketAddr::new(ip, port));
        let failed = |source| WebError::Bind { port, source };
        let first = bind(Ipv4Addr::LOCALHOST.into(), port).map_err(failed)?;
        let port = first.local_addr().map_err(failed)?.port();
        // `localhost` may mean either; a machine without the newer protocol does without.
        let second = bind(Ipv6Addr::LOCALHOST.into(), port).ok();
        let listeners = std::iter::once(first).chain(second).collect();
        Ok(Server { listeners, port, token: Token::random()? })
    }

    /// The address of the page; the token after `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token)
    }

    /// Answers from now on, on threads of its own.
    pub fn serve(self, handler: Arc<dyn Handler>) {
        let guard = Arc::new(Guard::new(self.port, self.token));
        let connections = Arc::new(Connections::default());
        for listener in self.listeners {
            let (guard, connections, handler) =
                (guard.clone(), connections.clone(), handler.clone());
            thread::spawn(move || accept(&listener, &guard, &connections, &handler));
        }
    }
}

fn accept(
    listener: &TcpListener,
    guard: &Arc<Guard>,
    connections: &Arc<Connections>,
    handler: &Arc<dyn Handler>,
) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            thread::sleep(ACCEPT_RETRY_DELAY);
            continue;
        };
        let connection = connections.admit(stream);
        let (guard, handler) = (guard.clone(), handler.clone());
        let work = move || handle_connection(connection, &guard, &*handler);
        let _ = thread::Builder::new().name("connection".into()).spawn(work);
    }
}

/// Reads one request and answers it.
fn handle_connection(mut connection: Connection, guard: &Guard, handler: &dyn Handler) {
    let stream = connection.stream.clone();
    let max_body = |path: &str| handler.max_body(path);
    let admit =
        |method| if method == Method::Post { connection.take_request_slot() } else { Ok(()) };
    let request = wire::receive(&stream, RequestReader::new(guard, &max_body), admit);
    let sent = request.and_then(|request| match request.method {
        Method::Post => {
            response::answer(&stream, &request, handler);
            Ok(())
        }
        Method::Get | Method::Other => Ok(handler.asset(&request.path)?.send(&stream)?),
    });
    if let Err(error) = sent {
        wire::send_error(&stream, &error);
    }
    wire::close(&stream);
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::super::connections::MAX_REQUESTS;
    use super::*;
    use crate::events::Events;
    use crate::http::{Part, Request};

    /// Fails at some questions and answers others.
    struct Faulty;

    impl Handler for Faulty {
        fn max_body(&self, _: &str) -> usize {
            10
        }

        fn asset(&self, _: &str) -> Result<Part, WebError> {
            Ok(Part::Asset("text/plain", b"well"))
        }

        fn answer(&self, request: &Request, events: &dyn Events) -> Result<(), WebError> {
            if request.path == "/late" {
                events.send(&serde_json::json!(1));
            }
            panic!("a fault of this test");
        }
    }

    /// A server, and a function that sends it a request and returns the response.
    fn started() -> impl Fn(&str) -> String {
        let server = Server::listen(0).expect("a port");
        let (port, token) = (server.port, server.token.to_string());
        server.serve(Arc::new(Faulty));
        move |first: &str| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
            let text = format!(
                "{first} HTTP/1.1\r\nHost: localhost:{port}\r\nX-Draughts-Token: {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: 0\r\n\r\n"
            );
            stream.write_all(text.as_bytes()).expect("sent");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("text");
            answer
        }
    }

    #[test]
    fn a_fault_of_the_program_ends_one_answer_and_not_the_server() {
        let ask = started();
        for _ in 0..2 * MAX_REQUESTS {
            assert!(ask("POST /panic").starts_with("HTTP/1.1 500 "));
        }
        assert!(ask("POST /late").ends_with("\r\n\r\n1\n"));
        assert!(ask("GET /").ends_with("well"));
    }
}
