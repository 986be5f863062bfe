//! DXP, the DamExchange Protocol, version 01: seven messages between two programs over one connection.
//!
//! Writing is exact to the byte; reading forgives what programs in use are known to send: blanks for zeros, fractional
//! minutes, text after complete fields, captured squares in any order or left out.
//!
//! ```
//! use draughts_td_rules::protocol::dxp::{Chat, Deframer, Frame, Message, decode, encode};
//!
//! let sent = encode(&Message::Chat(Chat::new("good game").expect("a short text")));
//! let mut deframer = Deframer::new();
//! // The network may cut a message anywhere; NUL ends it.
//! for part in [&sent.as_bytes()[..3], &sent.as_bytes()[3..], b"\0"] {
//!     deframer.push(part, |frame| {
//!         let Frame::Message(bytes) = frame else { panic!("too long") };
//!         assert!(matches!(decode(&bytes), Ok(Message::Chat(chat)) if chat.as_str() == "good game"));
//!     });
//! }
//! ```

mod decode;
mod encode;
mod framing;
mod message;

pub use decode::decode;
pub use encode::encode;
pub use framing::{Deframer, Frame, MAX_LENGTH};
pub use message::{
    BackAnswer, BackRequest, Chat, Ending, GameAnswer, GameEnd, GameRequest, Message, Minutes,
    MoveMessage, Name, Start,
};

use super::placement::Alphabet;
use crate::board::ByColor;

/// The port that DXP programs use by default.
pub const DEFAULT_PORT: u16 = 27531;

/// `W` is white, `Z` (Dutch *zwart*) black.
const ALPHABET: Alphabet = Alphabet {
    man: ByColor { white: 'w', black: 'z' },
    king: ByColor { white: 'W', black: 'Z' },
    turn: ByColor { white: 'W', black: 'Z' },
    pieces: "w W z Z e",
    turns: "W or Z",
};

#[cfg(test)]
mod tests;
