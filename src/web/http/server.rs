//! The server: it listens for this machine only, or on an address of a network, and serves all connections on one thread.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::{Extension, Router};
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
    /// Where the page is found.
    at: SocketAddr,
    token: Token,
    runtime: Runtime,
}

impl Server {
    /// Listens on a port of this machine and for this machine only; port 0 is any that is free.
    pub fn local(port: u16) -> Result<Server, WebError> {
        let mut server = Server::listen((Ipv4Addr::LOCALHOST, port).into())?;
        // `localhost` may mean either; a machine without the newer protocol does without.
        server.listeners.extend(bind((Ipv6Addr::LOCALHOST, server.at.port()).into()).ok());
        Ok(server)
    }

    /// Listens on an address of this machine, for all that reach it; on all of its addresses if it is the unspecified one.
    pub fn listen(at: SocketAddr) -> Result<Server, WebError> {
        let own = own_address(at.ip()).map_err(WebError::NoNetwork)?;
        let listener = bind(at).map_err(|source| WebError::Bind { at, source })?;
        let at = SocketAddr::new(own, listener.local_addr()?.port());
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(MAX_REQUESTS)
            .build()?;
        Ok(Server { listeners: vec![listener], at, token: Token::random()?, runtime })
    }

    /// Where it listens, without the secret.
    pub fn place(&self) -> SocketAddr {
        self.at
    }

    /// The address of the page; the token after `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://{}/#{}", self.at, self.token)
    }

    /// Serves from now on, on a thread of its own; answers are worked out on others.
    pub(crate) fn serve_by(self, handler: Arc<dyn Handler>) {
        let Server { listeners, token, runtime, .. } = self;
        let shared = Arc::new(Shared::new(handler));
        thread::spawn(move || {
            runtime.block_on(async {
                let accepting: Vec<_> = listeners
                    .into_iter()
                    .map(|listener| tokio::spawn(accept(listener, shared.clone(), token.clone())))
                    .collect();
                for listener in accepting {
                    let _ = listener.await;
                }
            });
        });
    }
}

/// The address itself, or one of this machine's own in place of the unspecified one: the one that leads out of it.
fn own_address(ip: IpAddr) -> io::Result<IpAddr> {
    if !ip.is_unspecified() {
        return Ok(ip);
    }
    // Addresses of documentation (RFC 5737, RFC 3849). A datagram socket that connects chooses its own address and sends nothing.
    let outside = if ip.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind(SocketAddr::new(ip, 0))?;
    socket.connect(outside)?;
    Ok(socket.local_addr()?.ip())
}

fn bind(at: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(at)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, token: Token) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let service = routes(shared.clone());
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let Ok(reached) = stream.local_addr() else { continue };
                let guard = Arc::new(Guard::new(reached, token.clone()));
                let service = service.clone().layer(Extension(guard));
                let connection = tokio::spawn(serve_connection(stream, service));
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
        let server = Server::local(0).expect("a port");
        let (port, token) = (server.at.port(), server.token.to_string());
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
