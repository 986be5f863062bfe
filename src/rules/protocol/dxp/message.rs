//! The seven messages and the types of their fields; a value of these types can always be sent.

use std::fmt;
use std::time::Duration;

use crate::board::{Color, Position};
use crate::protocol::MoveText;

/// One DXP message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `R`, GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`, GAMEACC: the follower's answer.
    GameAnswer {
        /// The follower's name.
        name: Name,
        /// Whether it plays.
        answer: GameAnswer,
    },
    /// `M`, MOVE: the side to move moves.
    Move(MoveMessage),
    /// `E`, GAMEEND: the game is over, or the acknowledgement of that.
    GameEnd(GameEnd),
    /// `C`, CHAT: free text, needs no answer.
    Chat(Chat),
    /// `B`, BACKREQ: go back to an earlier position.
    BackRequest(BackRequest),
    /// `K`, BACKACC: the answer to that.
    BackAnswer(BackAnswer),
}

/// The fields of GAMEREQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The initiator's name.
    pub name: Name,
    /// The side the receiver, the follower, is to play.
    pub follower: Color,
    /// Thinking time of each player for the whole game.
    pub time: Minutes,
    /// Moves of each player for the whole game; `None` is without limit, otherwise 1–999.
    pub moves: Option<u16>,
    /// Where the game begins.
    pub start: Start,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of a game, White to move; sent as `A`.
    Normal,
    /// A position; sent as `B` with its letters.
    Position(Position),
}

impl Start {
    /// The position itself.
    #[must_use]
    pub fn position(&self) -> Position {
        match self {
            Start::Normal => Position::start(),
            Start::Position(position) => *position,
        }
    }
}

/// The exact normal start is `Normal`, everything else a position.
impl From<Position> for Start {
    fn from(position: Position) -> Start {
        if position == Position::start() { Start::Normal } else { Start::Position(position) }
    }
}

/// The acceptance code of GAMEACC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameAnswer {
    /// `0`: accepted; only now there is a game.
    Accepted,
    /// `1`: wrong protocol version.
    WrongVersion,
    /// `2`: this game is refused, another may be fine.
    Refused,
    /// `3`: will not play at all.
    Never,
}

/// The fields of MOVE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds spent on this move, 0–9999; information only.
    pub seconds: u16,
    /// The move as written; the captured squares may be missing.
    pub text: MoveText,
}

/// The reason code of GAMEEND, as the sender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `0`: no reason given, or the acknowledgement.
    Unknown,
    /// `1`: the sender loses or gives up.
    Lost,
    /// `2`: draw.
    Drawn,
    /// `3`: the sender wins.
    Won,
}

/// The fields of GAMEEND.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Who won, as the sender sees it.
    pub ending: Ending,
    /// Whether the sender plays no more games (stop code 1).
    pub stop: bool,
}

/// The fields of BACKREQ: the position where this side is to move at this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackRequest {
    /// Number of the move, 1–999; a game's first move, also Black's, is number 1.
    pub number: u16,
    /// The side to move there.
    pub color: Color,
}

/// The acceptance code of BACKACC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// `0`: both go back.
    Accepted,
    /// `1`: this program cannot take back.
    Unsupported,
    /// `2`: refused, the game continues.
    Refused,
}

/// A program's name: 1 to 32 printable ASCII characters, no blank at either end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The width of the field.
    pub const WIDTH: usize = 32;

    /// The nearest name that can be sent: other characters become `?`, blanks at the ends go, the rest is cut.
    #[must_use]
    pub fn new(text: &str) -> Name {
        let cut: String = printable(text.trim()).chars().take(Name::WIDTH).collect();
        let trimmed = cut.trim();
        Name(if trimmed.is_empty() { "?".into() } else { trimmed.into() })
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text of CHAT: 1 to 126 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat(String);

impl Chat {
    const MAX: usize = 126;

    /// The nearest text that may be sent, or `None` if nothing is left. Moby Dam executes `console …`, so such a text
    /// is sent with `> ` before it.
    #[must_use]
    pub fn new(text: &str) -> Option<Chat> {
        let text = text.trim();
        let head: String = text.chars().take(7).collect();
        let guard = if head.eq_ignore_ascii_case("console") { "> " } else { "" };
        Chat::received(&format!("{guard}{text}"))
    }

    pub(super) fn received(text: &str) -> Option<Chat> {
        let text: String = printable(text).chars().take(Chat::MAX).collect();
        (!text.is_empty()).then_some(Chat(text))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' }).collect()
}

/// Thinking time as GAMEREQ can carry it, in hundredths of a minute.
///
/// The specification has whole minutes, 1–999. Fractions (`2.5`, `.17`) are a proposal that Moby Dam and Scan 3.1 read,
/// Scan 2.0 cuts to whole minutes and GWD fails on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minutes(u32);

impl Minutes {
    /// No time given (`000`).
    pub const NONE: Minutes = Minutes(0);

    /// Whole minutes, at most 999.
    #[must_use]
    pub fn whole(minutes: u16) -> Minutes {
        Minutes(u32::from(minutes.min(999)) * 100)
    }

    /// The shortest time that the specification can carry and that is not below this: whole minutes.
    #[must_use]
    pub fn rounded_up(time: Duration) -> Minutes {
        let minutes = time.as_millis().div_ceil(60_000).clamp(1, 999);
        Minutes::whole(minutes as u16)
    }

    /// The nearest time the field can carry: hundredths below a minute, tenths below ten minutes, else whole minutes.
    #[must_use]
    pub fn nearest(minutes: f64) -> Minutes {
        let hundredths = (minutes.clamp(0.0, 999.0) * 100.0).round() as u32;
        Minutes(match hundredths {
            0..=99 => hundredths,
            100..=994 => (hundredths + 5) / 10 * 10,
            _ => (hundredths + 50) / 100 * 100,
        })
    }

    pub(super) const fn hundredths(self) -> u32 {
        self.0
    }

    /// Whether no time was given.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The time.
    #[must_use]
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.0 as u64 * 600)
    }
}
