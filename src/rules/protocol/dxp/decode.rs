//! Bytes to messages, forgiving what programs in use are known to send.

use super::ALPHABET;
use super::message::{
    BackAnswer, BackRequest, Chat, Ending, GameAnswer, GameEnd, GameRequest, Message, Minutes,
    MoveMessage, Name, Start,
};
use crate::board::{Bitboard, Color, Square};
use crate::protocol::{DxpError, MoveText};

/// Reads one message, without its NUL.
///
/// # Errors
/// The first fault, with its field and offset.
pub fn decode(bytes: &[u8]) -> Result<Message, DxpError> {
    if let Some(offset) = bytes.iter().position(|b| !b.is_ascii()) {
        return Err(DxpError::NotAscii { byte: bytes[offset], offset });
    }
    let text = std::str::from_utf8(bytes).expect("ASCII is UTF-8");
    let header = text.chars().next().ok_or(DxpError::Empty)?;
    let fields = Fields { header, text };
    match header {
        'R' => Ok(Message::GameRequest(decode_request(&fields)?)),
        'A' => decode_answer(&fields),
        'M' => Ok(Message::Move(decode_move(&fields)?)),
        'E' => Ok(Message::GameEnd(decode_end(&fields))),
        'C' => decode_chat(&fields),
        'B' => decode_back(&fields),
        'K' => decode_back_answer(&fields),
        other => Err(DxpError::Header(other)),
    }
}

/// A message of ASCII text whose fields are at fixed offsets.
struct Fields<'a> {
    header: char,
    text: &'a str,
}

impl<'a> Fields<'a> {
    fn get(&self, offset: usize, width: usize, field: &'static str) -> Result<&'a str, DxpError> {
        let short = DxpError::Short { header: self.header, length: self.text.len(), field };
        self.text.get(offset..offset + width).ok_or(short)
    }

    fn fault(
        &self,
        offset: usize,
        text: &str,
        field: &'static str,
        expected: &'static str,
    ) -> DxpError {
        DxpError::Field { header: self.header, field, offset, text: text.into(), expected }
    }

    fn letter(&self, offset: usize, field: &'static str) -> Result<char, DxpError> {
        let text = self.get(offset, 1, field)?;
        Ok(text.chars().next().expect("a field of width 1 has a character"))
    }

    /// Digits, blanks before and after them allowed; only blanks are zero.
    fn number(&self, offset: usize, width: usize, field: &'static str) -> Result<u16, DxpError> {
        let text = self.get(offset, width, field)?;
        digits(text.trim()).ok_or_else(|| self.fault(offset, text, field, "digits"))
    }

    fn color(&self, offset: usize, field: &'static str) -> Result<Color, DxpError> {
        let letter = self.letter(offset, field)?;
        let wrong = |_| self.fault(offset, &letter.to_string(), field, "W or Z");
        ALPHABET.read_turn(letter).map_err(wrong)
    }
}

fn digits(text: &str) -> Option<u16> {
    if text.is_empty() {
        return Some(0);
    }
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn decode_request(fields: &Fields<'_>) -> Result<GameRequest, DxpError> {
    let version = fields.get(1, 2, "version")?;
    if version != "01" {
        return Err(DxpError::Version(version.into()));
    }
    let name = Name::new(fields.get(3, Name::WIDTH, "name")?);
    let follower = fields.color(35, "follower's colour")?;
    let time = decode_minutes(fields)?;
    let moves = fields.number(39, 3, "number of moves")?;
    let start = match fields.letter(42, "start flag")? {
        'A' => Start::Normal,
        'B' => decode_position(fields)?,
        other => return Err(fields.fault(42, &other.to_string(), "start flag", "A or B")),
    };
    Ok(GameRequest { name, follower, time, moves: (moves > 0).then_some(moves), start })
}

fn decode_minutes(fields: &Fields<'_>) -> Result<Minutes, DxpError> {
    let text = fields.get(36, 3, "thinking time")?;
    let wrong = || fields.fault(36, text, "thinking time", "minutes, 001 to 999");
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let (whole, tail) = (digits(whole).ok_or_else(wrong)?, digits(fraction).ok_or_else(wrong)?);
    let hundredths = if fraction.len() == 1 { tail * 10 } else { tail };
    Ok(Minutes::nearest(f64::from(whole) + f64::from(hundredths) / 100.0))
}

fn decode_position(fields: &Fields<'_>) -> Result<Start, DxpError> {
    let turn = fields.color(43, "colour to move")?;
    let letters = fields.get(44, Square::COUNT, "position")?;
    Ok(Start::Position(ALPHABET.read_squares(letters, turn)?))
}

fn decode_answer(fields: &Fields<'_>) -> Result<Message, DxpError> {
    let name = Name::new(fields.get(1, Name::WIDTH, "name")?);
    let answer = match fields.letter(33, "acceptance code")? {
        '0' => GameAnswer::Accepted,
        '1' => GameAnswer::WrongVersion,
        '2' => GameAnswer::Refused,
        '3' => GameAnswer::Never,
        other => {
            return Err(fields.fault(33, &other.to_string(), "acceptance code", "0, 1, 2 or 3"));
        }
    };
    Ok(Message::GameAnswer { name, answer })
}

fn decode_move(fields: &Fields<'_>) -> Result<MoveMessage, DxpError> {
    let seconds = fields.number(1, 4, "time")?;
    let square = |offset, field| {
        let text = fields.get(offset, 2, field)?;
        let number = digits(text.trim()).and_then(|n| u8::try_from(n).ok());
        number
            .and_then(Square::new)
            .ok_or_else(|| fields.fault(offset, text, field, "a square, 01 to 50"))
    };
    let (from, to) = (square(5, "origin")?, square(7, "destination")?);
    let count = fields.number(9, 2, "number captured").unwrap_or(0);
    let listed: Result<Bitboard, DxpError> =
        (0..usize::from(count)).map(|i| square(11 + 2 * i, "captured squares")).collect();
    Ok(MoveMessage { seconds, text: MoveText { from, to, captured: listed.ok() } })
}

/// An end is an end: a missing or unknown reason is read as none given, any stop code but `0` as no more games.
fn decode_end(fields: &Fields<'_>) -> GameEnd {
    let ending = match fields.text.as_bytes().get(1) {
        Some(b'1') => Ending::Lost,
        Some(b'2') => Ending::Drawn,
        Some(b'3') => Ending::Won,
        _ => Ending::Unknown,
    };
    let stop = fields.text.as_bytes().get(2).is_some_and(|code| !matches!(code, b'0' | b' '));
    GameEnd { ending, stop }
}

fn decode_chat(fields: &Fields<'_>) -> Result<Message, DxpError> {
    let short = DxpError::Short { header: 'C', length: fields.text.len(), field: "text" };
    Chat::received(&fields.text[1..]).map(Message::Chat).ok_or(short)
}

fn decode_back(fields: &Fields<'_>) -> Result<Message, DxpError> {
    let number = fields.number(1, 3, "move number")?;
    if number == 0 {
        return Err(fields.fault(1, "000", "move number", "001 to 999"));
    }
    Ok(Message::BackRequest(BackRequest { number, color: fields.color(4, "colour to move")? }))
}

fn decode_back_answer(fields: &Fields<'_>) -> Result<Message, DxpError> {
    let answer = match fields.letter(1, "acceptance code")? {
        '0' => BackAnswer::Accepted,
        '1' => BackAnswer::Unsupported,
        '2' => BackAnswer::Refused,
        other => return Err(fields.fault(1, &other.to_string(), "acceptance code", "0, 1 or 2")),
    };
    Ok(Message::BackAnswer(answer))
}
