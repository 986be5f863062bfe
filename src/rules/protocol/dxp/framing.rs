//! Bytes of a stream to messages: split at NUL, never hold more than one message.

/// The most characters a message may have before its NUL.
pub const MAX_LENGTH: usize = 127;

/// The bytes before a NUL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// One message, 1–127 bytes, the NUL taken off.
    Message(Vec<u8>),
    /// A message of more than 127 bytes; this many were dropped.
    TooLong(usize),
}

/// Cuts a stream into messages, however the network has cut or joined them. Empty messages are skipped.
#[derive(Debug, Default)]
pub struct Deframer {
    buffer: Vec<u8>,
    /// Bytes since the last NUL, also those no longer kept.
    seen: usize,
}

impl Deframer {
    /// A deframer that has seen nothing.
    #[must_use]
    pub fn new() -> Deframer {
        Deframer::default()
    }

    /// Takes bytes as they came and hands every message that is now complete to `each`.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Frame)) {
        for &byte in bytes {
            if byte != 0 {
                self.seen += 1;
                if self.seen <= MAX_LENGTH {
                    self.buffer.push(byte);
                }
                continue;
            }
            let seen = std::mem::take(&mut self.seen);
            let buffer = std::mem::take(&mut self.buffer);
            match seen {
                0 => {}
                1..=MAX_LENGTH => each(Frame::Message(buffer)),
                _ => each(Frame::TooLong(seen)),
            }
        }
    }

    /// The bytes of a message that has begun and not ended.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.seen
    }
}
