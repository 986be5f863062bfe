//! One Hub session under match player and conformance checks: a running engine, and its lines with their times.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::child::EngineChild;
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
    log: PeerLog,
}

/// Unread lines before the engine has to wait.
const MAX_QUEUED_LINES: usize = 128;
/// Bytes at which a line is cut.
const MAX_LINE: usize = 1 << 16;

impl HubSession {
    pub(crate) fn start(command: &str, log: PeerLog) -> Result<HubSession, Fault> {
        log.write(MessageDirection::Note, "started");
        let (child, stdout) = EngineChild::start(command)?;
        let (sender, lines) = sync_channel(MAX_QUEUED_LINES);
        std::thread::spawn(move || {
            read_lines(stdout, MAX_LINE, |line| sender.send((line, Instant::now())).is_ok());
        });
        Ok(HubSession { child, lines, log })
    }

    pub(crate) fn send(&mut self, line: &str) -> io::Result<()> {
        self.log.write(MessageDirection::Out, line);
        self.child.send(line)
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
