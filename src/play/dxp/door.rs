//! Where other programs connect.

use std::net::{Incoming, TcpListener};
use std::time::{Duration, Instant};

use super::link::DxpLink;
use crate::play::error::PlayError;
use crate::play::trace::Trace;

/// Where other programs can connect.
#[derive(Debug)]
pub struct Door(TcpListener);

/// How often is looked for the connection that is waited for.
const ADMISSION: Duration = Duration::from_millis(10);

impl Door {
    /// Listens on this address: a name, IPv4 or IPv6; port 0 takes any that is free.
    ///
    /// # Errors
    /// The address is not ours, or the port is taken.
    pub fn open(address: &str, port: u16) -> Result<Door, PlayError> {
        let bound = TcpListener::bind((address.trim_matches(['[', ']']), port));
        bound
            .map(Door)
            .map_err(|source| PlayError::Network { address: format!("{address}:{port}"), source })
    }

    /// The next connection, if one comes within this time.
    pub(super) fn admit(&self, patience: Duration, trace: &Trace) -> Option<DxpLink> {
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

    /// All connections, as they come.
    pub(super) fn connections(&self) -> Incoming<'_> {
        self.0.incoming()
    }

    /// The address and the port.
    #[must_use]
    pub fn address(&self) -> String {
        self.0.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string())
    }
}
