//! One DXP connection: whole messages out, one write each; messages in, read by a thread of its own so that nothing is
//! missed while the engine thinks.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::protocol::DxpError;
use crate::protocol::dxp::{Deframer, Frame, Message, decode, encode};
use crate::protocol_log::{MessageDirection, ProtocolLog};

/// What comes from the other side.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A message.
    Message(Message),
    /// Something that is no message.
    Garbled {
        /// Its header letter, if it has one.
        header: Option<u8>,
        /// What is wrong with it.
        error: DxpError,
    },
    /// A message of more than 127 characters, dropped.
    TooLong(usize),
    /// The connection is gone; the last event.
    Closed(String),
    /// Nothing came: our own side asks for attention.
    Wake,
}

/// An event with the bytes it was made of.
type Arrival = (Event, Vec<u8>);

/// A connection.
#[derive(Debug)]
pub struct DxpLink {
    stream: TcpStream,
    events: Receiver<Arrival>,
    waker: SyncSender<Arrival>,
    peer: String,
    trace: ProtocolLog,
}

/// Messages the other side may be ahead of us before TCP holds it back.
const AHEAD: usize = 256;
/// Bytes without a whole message after which nothing is expected any more.
const ENDLESS: usize = 1 << 20;
/// How long the other side may leave our messages unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

impl DxpLink {
    /// Connects to `HOST:PORT`, trying every address the name has.
    ///
    /// # Errors
    /// Nobody listens there.
    pub fn connect(address: &str, timeout: Duration, trace: ProtocolLog) -> io::Result<DxpLink> {
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
    ///
    /// # Errors
    /// The socket cannot be set up.
    pub fn new(stream: TcpStream, trace: ProtocolLog) -> io::Result<DxpLink> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let peer = stream.peer_addr()?.to_string();
        let reader = stream.try_clone()?;
        let (sender, events) = sync_channel(AHEAD);
        trace.write(MessageDirection::Note, &peer, b"connected");
        let (tracer, name, waker) = (trace.clone(), peer.clone(), sender.clone());
        std::thread::spawn(move || read_events(reader, &sender, &tracer, &name));
        Ok(DxpLink { stream, events, waker, peer, trace })
    }

    /// The other side's address.
    #[must_use]
    pub fn peer(&self) -> &str {
        &self.peer
    }

    /// Puts [`Event::Wake`] among the events, from another thread.
    pub fn waker(&self) -> impl FnOnce() + Send + 'static {
        let waker = self.waker.clone();
        // The link may be gone by then.
        move || drop(waker.send((Event::Wake, Vec::new())))
    }

    /// Sends a message with its NUL.
    ///
    /// # Errors
    /// The connection is gone, or the other side does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        self.send_raw(encode(message).as_bytes())
    }

    /// Sends these bytes and a NUL, in one write.
    ///
    /// # Errors
    /// As [`DxpLink::send`].
    pub fn send_raw(&mut self, text: &[u8]) -> io::Result<()> {
        self.trace.write(MessageDirection::Out, &self.peer, text);
        let bytes: Vec<u8> = text.iter().copied().chain([0]).collect();
        self.stream.write_all(&bytes)
    }

    /// Sends bytes as they are, to test how the other side cuts the stream.
    ///
    /// # Errors
    /// As [`DxpLink::send`].
    pub fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.trace.write(MessageDirection::Out, &self.peer, bytes);
        self.stream.write_all(bytes)
    }

    /// The next event, or `None` if there is none for so long.
    #[must_use]
    pub fn receive(&self, timeout: Duration) -> Option<Event> {
        self.receive_raw(timeout).map(|(event, _)| event)
    }

    /// The next event and the bytes it was made of.
    #[must_use]
    pub fn receive_raw(&self, timeout: Duration) -> Option<(Event, Vec<u8>)> {
        match self.events.recv_timeout(timeout) {
            Ok(arrival) => Some(arrival),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some((Event::Closed("connection closed".into()), Vec::new()))
            }
        }
    }

    /// Forgets what has come so far; `false` if the connection is gone.
    pub fn drain(&self) -> bool {
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
    let mut unread = 0;
    let end = loop {
        match stream.read(&mut chunk) {
            Ok(0) if deframer.pending() > 0 => {
                break "closed in the middle of a message".to_owned();
            }
            Ok(0) => break "closed by the other side".to_owned(),
            Ok(count) => {
                let mut gone = false;
                unread += count;
                deframer.push(&chunk[..count], |frame| {
                    unread = 0;
                    gone |= events.send(event(frame, trace, peer)).is_err()
                });
                if gone {
                    return;
                }
                if unread > ENDLESS {
                    break format!("{unread} bytes without a message");
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break error.to_string(),
        }
    };
    trace.write(MessageDirection::Note, peer, end.as_bytes());
    // Nobody may be listening any more.
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
