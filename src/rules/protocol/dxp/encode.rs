//! Messages to bytes, exactly as the specification has them; the NUL that ends a message is added by the link.

use super::ALPHABET;
use super::message::{
    BackAnswer, Ending, GameAnswer, GameRequest, Message, Minutes, MoveMessage, Name, Start,
};
use crate::board::Color;

/// The characters of a message, without the NUL.
#[must_use]
pub fn encode(message: &Message) -> String {
    match message {
        Message::GameRequest(request) => encode_request(request),
        Message::GameAnswer { name, answer } => format!("A{}{}", pad(name), answer_code(*answer)),
        Message::Move(mv) => encode_move(mv),
        Message::GameEnd(end) => format!("E{}{}", ending_code(end.ending), u8::from(end.stop)),
        Message::Chat(chat) => format!("C{}", chat.as_str()),
        Message::BackRequest(back) => format!("B{:03}{}", back.number.min(999), letter(back.color)),
        Message::BackAnswer(answer) => format!("K{}", back_code(*answer)),
    }
}

fn letter(color: Color) -> char {
    ALPHABET.turn_letter(color)
}

fn pad(name: &Name) -> String {
    format!("{:<width$}", name.as_str(), width = Name::WIDTH)
}

fn encode_request(request: &GameRequest) -> String {
    let head = format!(
        "R01{}{}{}{:03}",
        pad(&request.name),
        letter(request.follower),
        encode_minutes(request.time),
        request.moves.unwrap_or(0).min(999),
    );
    match request.start {
        Start::Normal => head + "A",
        Start::Position(position) => {
            format!("{head}B{}{}", letter(position.turn()), ALPHABET.write_squares(&position))
        }
    }
}

/// Three characters: `005`, or `2.5` and `.17` for fractions.
fn encode_minutes(time: Minutes) -> String {
    let (whole, rest) = (time.hundredths() / 100, time.hundredths() % 100);
    match (whole, rest) {
        (_, 0) => format!("{whole:03}"),
        (0, _) => format!(".{rest:02}"),
        _ => format!("{whole}.{}", rest / 10),
    }
}

fn encode_move(mv: &MoveMessage) -> String {
    let captured = mv.text.captured.unwrap_or_default();
    let mut text = format!(
        "M{:04}{:02}{:02}{:02}",
        mv.seconds.min(9999),
        mv.text.from.number(),
        mv.text.to.number(),
        captured.len()
    );
    for square in captured {
        text.push_str(&format!("{:02}", square.number()));
    }
    text
}

const fn answer_code(answer: GameAnswer) -> char {
    match answer {
        GameAnswer::Accepted => '0',
        GameAnswer::WrongVersion => '1',
        GameAnswer::Refused => '2',
        GameAnswer::Never => '3',
    }
}

const fn ending_code(ending: Ending) -> char {
    match ending {
        Ending::Unknown => '0',
        Ending::Lost => '1',
        Ending::Drawn => '2',
        Ending::Won => '3',
    }
}

const fn back_code(answer: BackAnswer) -> char {
    match answer {
        BackAnswer::Accepted => '0',
        BackAnswer::Unsupported => '1',
        BackAnswer::Refused => '2',
    }
}
