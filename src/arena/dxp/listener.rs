//! The socket on which other programs connect.

use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use super::link::DxpLink;
use crate::error::PlayError;
use crate::protocol_log::ProtocolLog;

#[derive(Debug)]
pub struct Listener(TcpListener);

#[derive(Debug)]
pub(super) struct Connection {
    pub stream: TcpStream,
    pub since: Instant,
}

/// Connections that wait here; the system queues more.
const MAX_WAITING: usize = 64;
/// The pause after a connection that could not be accepted.
const RETRY_PAUSE: Duration = Duration::from_millis(100);
/// How often an expected connection is looked for.
const POLL: Duration = Duration::from_millis(10);

impl Listener {
    /// Listens on this address: a name, IPv4 or IPv6; port 0 takes any that is free.
    pub fn open(address: &str, port: u16) -> Result<Listener, PlayError> {
        let bound = TcpListener::bind((address.trim_matches(['[', ']']), port));
        bound
            .map(Listener)
            .map_err(|source| PlayError::Network { address: format!("{address}:{port}"), source })
    }

    /// The next connection, if one comes within the timeout.
    pub(super) fn accept_within(&self, timeout: Duration, trace: &ProtocolLog) -> Option<DxpLink> {
        let deadline = Instant::now() + timeout;
        self.0.set_nonblocking(true).ok()?;
        loop {
            if let Ok((stream, _)) = self.0.accept() {
                // Some systems hand the mode of the listener on to its connections.
                let link = stream.set_nonblocking(false);
                if let Ok(link) = link.and_then(|()| DxpLink::new(stream, trace.clone())) {
                    return Some(link);
                }
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(POLL);
        }
    }

    /// All connections from now on, accepted by a thread of its own.
    pub(super) fn connections(self) -> Receiver<Connection> {
        let (sender, connections) = sync_channel(MAX_WAITING);
        std::thread::spawn(move || {
            for stream in self.0.incoming() {
                // A failed connection concerns its other end only.
                let Ok(stream) = stream else {
                    std::thread::sleep(RETRY_PAUSE);
                    continue;
                };
                if sender.send(Connection { stream, since: Instant::now() }).is_err() {
                    return;
                }
            }
        });
        connections
    }

    pub fn address(&self) -> String {
        self.0.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string())
    }
}
