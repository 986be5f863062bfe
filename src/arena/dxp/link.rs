//! One DXP connection: whole messages out, one write each; messages in, read by a thread of its own so that nothing is
//! missed while the engine thinks.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::protocol::DxpError;
use crate::protocol::dxp::{Deframer, Frame, Message, decode};
use crate::protocol_log::{MessageDirection, ProtocolLog};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    Message(Message),
    Garbled {
        /// Its header letter, if it has one.
        header: Option<u8>,
        error: DxpError,
    },
    /// A message of more than 127 characters, dropped.
    TooLong(usize),
    /// The connection is gone; the last event.
    Closed(String),
    /// Nothing came: our own side asks for attention.
    Wake,
}

impl Event {
    /// Whether it is a request for a game, well formed or not.
    pub(super) fn is_game_request(&self) -> bool {
        matches!(
            self,
            Event::Message(Message::GameRequest(_)) | Event::Garbled { header: Some(b'R'), .. }
        )
    }
}

/// An event with the bytes it was made of.
pub(super) type Arrival = (Event, Vec<u8>);

#[derive(Debug)]
pub(super) struct DxpLink {
    stream: TcpStream,
    events: Receiver<Arrival>,
    /// An event that is received once more.
    unread: Option<Arrival>,
    waker: SyncSender<Arrival>,
    peer: String,
    trace: ProtocolLog,
}

/// Unread messages before TCP holds the other side back.
const MAX_QUEUED: usize = 256;
/// Bytes without a whole message after which the connection is given up.
const MAX_UNFRAMED: usize = 1 << 20;
/// How long the other side may leave our messages unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

impl DxpLink {
    /// Connects to `HOST:PORT`, trying every address of the name.
    pub(super) fn connect(
        address: &str,
        timeout: Duration,
        trace: ProtocolLog,
    ) -> io::Result<DxpLink> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for target in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&target, timeout) {
                Ok(stream) => return DxpLink::new(stream, trace),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Takes over an open connection.
    pub(super) fn new(stream: TcpStream, trace: ProtocolLog) -> io::Result<DxpLink> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let peer = stream.peer_addr()?.to_string();
        let reader = stream.try_clone()?;
        let (sender, events) = sync_channel(MAX_QUEUED);
        trace.write(MessageDirection::Note, &peer, b"connected");
        let (tracer, name, waker) = (trace.clone(), peer.clone(), sender.clone());
        std::thread::spawn(move || read_events(reader, &sender, &tracer, &name));
        Ok(DxpLink { stream, events, unread: None, waker, peer, trace })
    }

    pub(super) fn peer(&self) -> &str {
        &self.peer
    }

    /// Puts [`Event::Wake`] among the events, from another thread.
    pub(super) fn waker(&self) -> impl FnOnce() + Send + 'static {
        let waker = self.waker.clone();
        // The link may be gone by then.
        move || drop(waker.send((Event::Wake, Vec::new())))
    }

    /// Sends bytes as they are, in one write. The log shows them without the NUL at their end.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        self.trace.write(MessageDirection::Out, &self.peer, text);
        self.stream.write_all(bytes)
    }

    /// The next event and the bytes it was made of, or `None` if there is none within the timeout.
    pub(super) fn receive(&mut self, timeout: Duration) -> Option<Arrival> {
        if let Some(arrival) = self.unread.take() {
            return Some(arrival);
        }
        match self.events.recv_timeout(timeout) {
            Ok(arrival) => Some(arrival),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some((Event::Closed("connection closed".into()), Vec::new()))
            }
        }
    }

    /// Puts an event back; it is received next.
    pub(super) fn unread(&mut self, arrival: Arrival) {
        self.unread = Some(arrival);
    }

    /// Whether an event was put back.
    pub(super) fn has_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Drops what was received so far; `false` if the connection is gone.
    pub(super) fn drain(&mut self) -> bool {
        self.unread = None;
        loop {
            match self.events.try_recv() {
                Ok((Event::Closed(_), _)) | Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    return false;
                }
                Ok(_) => {}
                Err(std::sync::mpsc::TryRecvError::Empty) => return true,
            }
        }
    }
}

impl Drop for DxpLink {
    fn drop(&mut self) {
        self.trace.write(MessageDirection::Note, &self.peer, b"closing");
        // The reader sees the end and stops; an error here means that it has seen it already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn read_events(
    mut stream: TcpStream,
    events: &SyncSender<Arrival>,
    trace: &ProtocolLog,
    peer: &str,
) {
    let mut deframer = Deframer::new();
    let mut chunk = [0; 4096];
    let mut unframed = 0;
    let end = loop {
        match stream.read(&mut chunk) {
            Ok(0) if deframer.pending() > 0 => {
                break "closed in the middle of a message".to_owned();
            }
            Ok(0) => break "closed by the other side".to_owned(),
            Ok(count) => {
                let mut is_unheard = false;
                unframed += count;
                deframer.push(&chunk[..count], |frame| {
                    unframed = 0;
                    is_unheard |= events.send(event(frame, trace, peer)).is_err()
                });
                if is_unheard {
                    return;
                }
                if unframed > MAX_UNFRAMED {
                    break format!("{unframed} bytes without a message");
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break error.to_string(),
        }
    };
    trace.write(MessageDirection::Note, peer, end.as_bytes());
    // The link may be gone already.
    let _ = events.send((Event::Closed(end), Vec::new()));
}

fn event(frame: Frame, trace: &ProtocolLog, peer: &str) -> Arrival {
    match frame {
        Frame::Message(bytes) => {
            trace.write(MessageDirection::In, peer, &bytes);
            let header = bytes.first().copied();
            let event = match decode(&bytes) {
                Ok(message) => Event::Message(message),
                Err(error) => Event::Garbled { header, error },
            };
            (event, bytes)
        }
        Frame::TooLong(length) => {
            let note = format!("dropped a message of {length} characters");
            trace.write(MessageDirection::Note, peer, note.as_bytes());
            (Event::TooLong(length), Vec::new())
        }
    }
}
