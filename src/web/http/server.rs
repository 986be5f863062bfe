//! The server: it listens on this machine alone and answers each connection on a thread of its own.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::guard::Guard;
use super::reply::{Answers, Reply};
use super::token::Token;
use super::wire;
use crate::error::WebError;

/// The most connections at a time.
const MOST: usize = 32;
/// Waited when the system has no more files to give.
const BREATH: Duration = Duration::from_millis(50);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listeners: Vec<TcpListener>,
    port: u16,
    token: Token,
}

impl Server {
    /// Listens on a port of this machine, or on any that is free if it is 0.
    ///
    /// # Errors
    /// The port is taken, or the system has no random numbers.
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

    /// Where the page is; what stands behind `#` never leaves the browser.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token)
    }

    /// Answers from now on, on threads of its own.
    pub fn serve(self, answers: Arc<dyn Answers>) {
        let guard = Arc::new(Guard::new(self.port, self.token));
        let open = Arc::new(AtomicUsize::new(0));
        for listener in self.listeners {
            let (guard, open, answers) = (guard.clone(), open.clone(), answers.clone());
            thread::spawn(move || accept(&listener, &guard, &open, &answers));
        }
    }
}

fn accept(
    listener: &TcpListener,
    guard: &Arc<Guard>,
    open: &Arc<AtomicUsize>,
    answers: &Arc<dyn Answers>,
) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            thread::sleep(BREATH);
            continue;
        };
        let place = Place::take(open);
        let (guard, answers) = (guard.clone(), answers.clone());
        let talk = move || match place {
            Some(_place) => talk(&stream, &guard, &*answers),
            None => refuse(&stream, &WebError::Busy),
        };
        let _ = thread::Builder::new().name("connection".into()).spawn(talk);
    }
}

/// One of the places for connections; given back when the connection ends, whatever ends it.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(open: &Arc<AtomicUsize>) -> Option<Place> {
        let place = Place(open.clone());
        (open.fetch_add(1, Ordering::SeqCst) < MOST).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Hears one request and answers it. A fault of this program ends the answer, not the server.
fn talk(stream: &TcpStream, guard: &Guard, answers: &dyn Answers) {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let request = wire::receive(stream, |head| {
            guard.check(head)?;
            Ok(if wire::is_post(head) { answers.longest(&head.path) } else { 0 })
        });
        let reply: Result<Reply<'_>, WebError> = request.and_then(|request| {
            // The request must outlive nothing: replies borrow from whoever answers.
            answers.answer(&request)
        });
        match reply {
            Ok(reply) => {
                let _ = reply.send(stream);
                wire::hang_up(stream);
            }
            // Nobody is there to be told.
            Err(WebError::Line(_)) => {}
            Err(error) => refuse(stream, &error),
        }
    }));
    if answered.is_err() {
        refuse(stream, &WebError::Fault);
    }
}

fn refuse(stream: &TcpStream, error: &WebError) {
    let text = serde_json::json!({ "error": error.to_string() });
    let _ = wire::send_json(stream, error.status(), &text);
    wire::hang_up(stream);
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;
    use crate::answer::Answer;
    use crate::http::Request;

    /// Fails at some questions and answers others.
    struct Faulty;

    impl Answers for Faulty {
        fn longest(&self, _: &str) -> usize {
            10
        }

        fn answer(&self, request: &Request) -> Result<Reply<'_>, WebError> {
            match request.path.as_str() {
                "/panic" => panic!("a fault of this test"),
                "/late" => Ok(Reply::Answer(Answer::Lines(Box::new(|events| {
                    events.send(&serde_json::json!(1));
                    panic!("a fault of this test");
                })))),
                _ => Ok(Reply::Asset("text/plain", b"well")),
            }
        }
    }

    #[test]
    fn a_fault_of_the_program_ends_one_answer_and_not_the_server() {
        let server = Server::listen(0).expect("a port");
        let port = server.port;
        server.serve(Arc::new(Faulty));
        let ask = |path: &str| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
            let text = format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
            stream.write_all(text.as_bytes()).expect("sent");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("text");
            answer
        };
        for _ in 0..2 * MOST {
            assert!(ask("/panic").starts_with("HTTP/1.1 500 "));
        }
        assert!(ask("/late").ends_with("\r\n\r\n1\n"));
        assert!(ask("/").ends_with("well"));
    }
}
