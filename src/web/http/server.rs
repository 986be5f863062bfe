//! The server: it listens on this machine alone and serves all connections on one thread.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_io_timeout::TimeoutStream;

use super::guard::Guard;
use super::routes::{Handler, MAX_REQUESTS, Shared, routes};
use super::token::Token;
use crate::error::WebError;

/// The pause after a connection that could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
const HEAD_BYTES: usize = 16 << 10;
/// The most lines of a head.
const MAX_HEADERS: usize = 64;
/// The time limit of a head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(2);
/// The time limit of a write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Server {
    listeners: Vec<TcpListener>,
    port: u16,
    token: Token,
    runtime: Runtime,
}

impl Server {
    /// Listens on a port of this machine, or on any that is free if it is 0.
    pub fn listen(port: u16) -> Result<Server, WebError> {
        let bind = |ip: IpAddr, port| -> io::Result<TcpListener> {
            let listener = TcpListener::bind(SocketAddr::new(ip, port))?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let failed = |source| WebError::Bind { port, source };
        let first = bind(Ipv4Addr::LOCALHOST.into(), port).map_err(failed)?;
        let port = first.local_addr().map_err(failed)?.port();
        // `localhost` may mean either; a machine without the newer protocol does without.
        let second = bind(Ipv6Addr::LOCALHOST.into(), port).ok();
        let listeners = std::iter::once(first).chain(second).collect();
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(MAX_REQUESTS)
            .build()?;
        Ok(Server { listeners, port, token: Token::random()?, runtime })
    }

    /// The address of the page; the token after `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token)
    }

    /// Serves from now on, on a thread of its own; answers are worked out on others.
    pub(crate) fn serve_by(self, handler: Arc<dyn Handler>) {
        let Server { listeners, port, token, runtime } = self;
        let shared = Arc::new(Shared::new(Guard::new(port, token), handler));
        thread::spawn(move || {
            runtime.block_on(async {
                let accepting: Vec<_> = listeners
                    .into_iter()
                    .map(|listener| tokio::spawn(accept(listener, shared.clone())))
                    .collect();
                for listener in accepting {
                    let _ = listener.await;
                }
            });
        });
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let service = routes(shared.clone());
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let connection = tokio::spawn(serve_connection(stream, service.clone()));
                shared.unauthenticated.admit(connection.abort_handle());
            }
            Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
}

/// Reads one request and sends its response.
async fn serve_connection(stream: TcpStream, service: Router) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    // The client may leave at any time.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service))
        .await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;
    use crate::events::Events;
    use crate::http::Part;

    /// Fails at some questions and answers others.
    struct Faulty;

    impl Handler for Faulty {
        fn max_body(&self, _: &str) -> usize {
            10
        }

        fn asset(&self, _: &str) -> Result<Part, WebError> {
            Ok(Part::Asset("text/plain", b"well"))
        }

        fn answer(&self, path: &str, _: &[u8], events: &dyn Events) -> Result<(), WebError> {
            if path == "/late" {
                events.send(&serde_json::json!(1));
            }
            panic!("a fault of this test");
        }
    }

    /// A server, and a function that sends it a request and returns the response.
    fn started() -> impl Fn(&str) -> String {
        let server = Server::listen(0).expect("a port");
        let (port, token) = (server.port, server.token.to_string());
        server.serve_by(Arc::new(Faulty));
        move |first: &str| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
            let text = format!(
                "{first} HTTP/1.1\r\nHost: localhost:{port}\r\nX-Draughts-Token: {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: 0\r\n\r\n"
            );
            stream.write_all(text.as_bytes()).expect("sent");
            let mut answer = String::new();
            // An answer that is cut may end by an error.
            let _ = stream.read_to_string(&mut answer);
            answer
        }
    }

    #[test]
    fn a_fault_of_the_program_ends_one_answer_and_not_the_server() {
        let ask = started();
        for _ in 0..2 * MAX_REQUESTS {
            assert!(ask("POST /panic").starts_with("HTTP/1.1 500 "));
        }
        // Lines that are still unsent may be lost; the chunk of no bytes, which ends a response, never comes.
        let cut = ask("POST /late");
        assert!(!cut.ends_with("\r\n0\r\n\r\n"), "{cut}");
        assert!(ask("GET /").ends_with("well"));
    }
}
