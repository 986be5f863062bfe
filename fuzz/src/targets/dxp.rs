//! A stream of DXP: cut into frames alike however it arrives; what is read is written and read back as the same message.

use draughts_td::protocol::dxp::{Deframer, Frame, MAX_LENGTH, decode, encode};

/// Reads a stream; its first byte says in what pieces it arrives.
pub fn run(data: &[u8]) {
    let (piece, stream) =
        data.split_first().map_or((1, data), |(&n, rest)| (n.max(1).into(), rest));
    let whole = frames([stream].into_iter());
    assert_eq!(frames(stream.chunks(piece)), whole);
    for frame in whole {
        match frame {
            Frame::Message(bytes) => read(&bytes),
            Frame::TooLong(length) => assert!(length > MAX_LENGTH),
        }
    }
}

fn frames<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Frame> {
    let (mut deframer, mut frames) = (Deframer::new(), Vec::new());
    pieces.for_each(|piece| deframer.push(piece, |frame| frames.push(frame)));
    frames
}

fn read(bytes: &[u8]) {
    match decode(bytes) {
        Ok(message) => {
            let written = encode(&message);
            assert!(written.len() <= MAX_LENGTH && written.is_ascii());
            let again = decode(written.as_bytes()).map(|message| encode(&message));
            assert_eq!(again, Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
