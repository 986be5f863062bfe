//! Where other programs connect.

use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use super::link::DxpLink;
use crate::error::PlayError;
use crate::protocol_log::ProtocolLog;

/// Where other programs can connect.
#[derive(Debug)]
pub struct Listener(TcpListener);

/// Somebody who has connected.
#[derive(Debug)]
pub(super) struct Connection {
    pub stream: TcpStream,
    pub since: Instant,
}

/// Guests that wait inside; the system keeps more outside.
const WAITING: usize = 64;
/// How long is waited after a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(100);
/// How often is looked for the connection that is waited for.
const ADMISSION: Duration = Duration::from_millis(10);

impl Listener {
    /// Listens on this address: a name, IPv4 or IPv6; port 0 takes any that is free.
    ///
    /// # Errors
    /// The address is not ours, or the port is taken.
    pub fn open(address: &str, port: u16) -> Result<Listener, PlayError> {
        let bound = TcpListener::bind((address.trim_matches(['[', ']']), port));
        bound
            .map(Listener)
            .map_err(|source| PlayError::Network { address: format!("{address}:{port}"), source })
    }

    /// The next connection, if one comes within this time.
    pub(super) fn admit(&self, patience: Duration, trace: &ProtocolLog) -> Option<DxpLink> {
        let deadline = Instant::now() + patience;
        self.0.set_nonblocking(true).ok()?;
        loop {
            if let Ok((stream, _)) = self.0.accept() {
                // Some systems hand the mode of the door on to its connections.
                let link = stream.set_nonblocking(false);
                if let Ok(link) = link.and_then(|()| DxpLink::new(stream, trace.clone())) {
                    return Some(link);
                }
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(ADMISSION);
        }
    }

    /// All who come from now on, let in by a thread of its own.
    pub(super) fn guests(self) -> Receiver<Connection> {
        let (sender, guests) = sync_channel(WAITING);
        std::thread::spawn(move || {
            for stream in self.0.incoming() {
                // A failed connection concerns its other end only.
                let Ok(stream) = stream else {
                    std::thread::sleep(PAUSE);
                    continue;
                };
                if sender.send(Connection { stream, since: Instant::now() }).is_err() {
                    return;
                }
            }
        });
        guests
    }

    /// The address and the port.
    #[must_use]
    pub fn address(&self) -> String {
        self.0.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string())
    }
}
