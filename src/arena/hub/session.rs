//! One Hub session under match player and conformance checks: a running engine, and its lines with their times.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::child::{EngineChild, EngineCommand};
use crate::lines::read_lines;
use crate::play::player::Fault;
use crate::protocol_log::{MessageDirection, ProtocolLog};

/// The log of the lines of an engine, and its name there.
#[derive(Clone, Debug)]
pub(crate) struct PeerLog {
    pub name: String,
    /// The log of all lines, in both directions.
    pub trace: ProtocolLog,
}

impl PeerLog {
    fn write(&self, direction: MessageDirection, line: &str) {
        self.trace.write(direction, &self.name, line.as_bytes());
    }
}

#[derive(Debug)]
pub(crate) struct HubSession {
    pub(crate) child: EngineChild,
    lines: Receiver<(String, Instant)>,
    /// The bytes that were read, whether they end a line or not.
    bytes: Arc<AtomicU64>,
    log: PeerLog,
}

/// Counts the bytes of a stream.
struct Counted<R> {
    source: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bytes.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

/// Unread lines before the engine has to wait.
const MAX_QUEUED_LINES: usize = 128;
/// Bytes at which a line is cut.
const MAX_LINE: usize = 1 << 16;

impl HubSession {
    pub(crate) fn start(command: &EngineCommand, log: PeerLog) -> Result<HubSession, Fault> {
        log.write(MessageDirection::Note, "started");
        let (child, stdout) = EngineChild::start(command)?;
        let (sender, lines) = sync_channel(MAX_QUEUED_LINES);
        let bytes = Arc::new(AtomicU64::new(0));
        let stdout = Counted { source: stdout, bytes: Arc::clone(&bytes) };
        std::thread::spawn(move || {
            read_lines(stdout, MAX_LINE, |line| sender.send((line, Instant::now())).is_ok());
        });
        Ok(HubSession { child, lines, bytes, log })
    }

    pub(crate) fn send(&mut self, line: &str) -> io::Result<()> {
        self.log.write(MessageDirection::Out, line);
        self.child.send(line)
    }

    /// The bytes that the engine has written so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// The next line and its time; disconnected once the engine has closed its output.
    pub(crate) fn receive(&self, timeout: Duration) -> Result<(String, Instant), RecvTimeoutError> {
        let received = self.lines.recv_timeout(timeout)?;
        self.log.write(MessageDirection::In, &received.0);
        Ok(received)
    }

    /// Discards all further lines, so that they do not keep the engine from its exit.
    pub(crate) fn discard_lines(&mut self) {
        let lines = std::mem::replace(&mut self.lines, sync_channel(1).1);
        std::thread::spawn(move || lines.iter().for_each(drop));
    }
}
