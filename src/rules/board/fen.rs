//! Positions as text: a liberal FEN reader and the one spelling that every program reads.

use std::fmt;

use thiserror::Error;

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::position::{Position, Setup, SetupError};
use super::square::Square;

/// Why a text is not a FEN of a 10x10 position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The turn is not `W`, `B` or `?`.
    #[error("a FEN begins with the side to move, W, B or ?, not '{0}'; write W:W31-50:B1-20")]
    Turn(String),
    /// A field that is neither a piece list nor a counter.
    #[error("FEN field '{0}' is neither pieces (W…, B…) nor a counter (H…, F…)")]
    Field(String),
    /// A square or range that is no number from 1 to 50.
    #[error(
        "'{0}' in the FEN is no square; squares are 1 to 50, ranges ascend, K goes before a king"
    )]
    Square(String),
    /// A square named twice.
    #[error("square {0} is twice in the FEN; leave one of them out")]
    Twice(Square),
    /// One side listed twice, the other not at all.
    #[error(
        "the FEN lists {color:?} twice and {:?} not at all; write W before White's pieces and B before Black's",
        !*color
    )]
    SameSide {
        /// The side that is listed twice.
        color: Color,
    },
    /// More than 20 pieces on one side.
    #[error("{color:?} has {count} pieces in the FEN; a side has at most 20")]
    TooMany {
        /// The side.
        color: Color,
        /// Its pieces.
        count: u32,
    },
    /// Squares are fine, the position is not.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A FEN as read; the turn may be left open with `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    setup: Setup,
    turn: Option<Color>,
    /// Plies since the last capture or man move, from `:H`.
    pub halfmoves: Option<u32>,
    /// The number of the first move, from `:F`.
    pub fullmove: Option<u32>,
}

impl Fen {
    /// The position, with this side to move where the text says `?`.
    #[must_use]
    pub fn position(&self, otherwise: Color) -> Position {
        let setup = Setup { turn: self.turn.unwrap_or(otherwise), ..self.setup };
        setup.check().expect("read() checked the pieces")
    }
}

/// Reads a FEN as liberally as real files need it (PDN 3.0 and its dialects): colour sections in any order, repeated
/// or empty, ranges, spaces, a final dot, counters. A `?` turn means White.
///
/// # Errors
/// The first fault, with the offending part.
pub fn read(text: &str) -> Result<Position, FenError> {
    Ok(read_parts(text)?.position(Color::White))
}

/// Reads a FEN with its open turn and its counters.
///
/// # Errors
/// As [`read`].
pub fn read_parts(text: &str) -> Result<Fen, FenError> {
    // Most texts need no copy.
    let plain: String;
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'');
    let text = if text.bytes().all(is_plain) {
        text
    } else {
        plain = text.chars().filter_map(plain_sign).collect();
        &plain
    };
    let mut fields = text.split(':').map(|field| field.strip_suffix('.').unwrap_or(field));
    let turn = read_turn(fields.next().unwrap_or_default())?;
    let mut fen = Fen {
        setup: Setup {
            men: ByColor::default(),
            kings: ByColor::default(),
            turn: turn.unwrap_or(Color::White),
        },
        turn,
        halfmoves: None,
        fullmove: None,
    };
    let mut lists: ByColor<u32> = ByColor::default();
    for field in fields {
        if let Some(color) = read_field(field, &mut fen)? {
            lists[color] += 1;
        }
    }
    // Lists may repeat, but beside a missing one the second is most likely the other side's.
    if let Some(color) = Color::ALL.into_iter().find(|&c| lists[c] > 1 && lists[!c] == 0) {
        return Err(FenError::SameSide { color });
    }
    for color in Color::ALL {
        let count = (fen.setup.men[color] | fen.setup.kings[color]).len();
        if count > 20 {
            return Err(FenError::TooMany { color, count });
        }
    }
    fen.setup.check()?;
    Ok(fen)
}

/// A sign without what word processors make of it: quotes and spaces go, every dash is a hyphen.
fn plain_sign(sign: char) -> Option<char> {
    match sign {
        '"' | '\'' | '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '»' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{200b}' | '\u{feff}' => None,
        sign => Some(sign).filter(|sign| !sign.is_whitespace()),
    }
}

/// Whether a text means the start of a game: empty, unknown, or by a usual word.
pub(crate) fn is_start(text: &str) -> bool {
    let text: String = text.chars().filter_map(plain_sign).collect::<String>().to_lowercase();
    matches!(
        text.as_str(),
        "" | "?" | "-" | "*" | "start" | "startpos" | "startposition" | "initial"
    )
}

fn read_turn(field: &str) -> Result<Option<Color>, FenError> {
    match field {
        "W" | "w" => Ok(Some(Color::White)),
        "B" | "b" => Ok(Some(Color::Black)),
        "?" => Ok(None),
        other => Err(FenError::Turn(other.chars().take(20).collect())),
    }
}

/// Reads a field; returns the side whose pieces it lists.
fn read_field(field: &str, fen: &mut Fen) -> Result<Option<Color>, FenError> {
    let unknown = || FenError::Field(field.chars().take(40).collect());
    let Some(letter) = field.chars().next() else { return Ok(None) };
    let rest = &field[letter.len_utf8()..];
    let color = match letter.to_ascii_uppercase() {
        'W' => Color::White,
        'B' => Color::Black,
        'H' => {
            fen.halfmoves = Some(rest.parse().map_err(|_| unknown())?);
            return Ok(None);
        }
        'F' => {
            fen.fullmove = Some(rest.parse().map_err(|_| unknown())?);
            return Ok(None);
        }
        _ => return Err(unknown()),
    };
    read_pieces(rest, color, &mut fen.setup)?;
    Ok(Some(color))
}

fn read_pieces(list: &str, color: Color, setup: &mut Setup) -> Result<(), FenError> {
    let taken = |setup: &Setup| {
        let of = |color| setup.men[color] | setup.kings[color];
        of(Color::White) | of(Color::Black)
    };
    for item in list.as_bytes().split(|&byte| byte == b',').filter(|item| !item.is_empty()) {
        let (squares, is_king) = match item {
            [b'K' | b'k', squares @ ..] => (squares, true),
            squares => (squares, false),
        };
        let bad = || FenError::Square(String::from_utf8_lossy(item).chars().take(20).collect());
        let squares = read_squares(squares).ok_or_else(bad)?;
        if let Some(square) = (taken(setup) & squares).first() {
            return Err(FenError::Twice(square));
        }
        let set = if is_king { &mut setup.kings } else { &mut setup.men };
        set[color] |= squares;
    }
    Ok(())
}

/// A square, or an ascending range of squares.
fn read_squares(text: &[u8]) -> Option<Bitboard> {
    if let Some(square) = read_square(text) {
        return Some(Bitboard::from_square(square));
    }
    let dash = text.iter().position(|&byte| byte == b'-')?;
    let (first, last) = (read_square(&text[..dash])?, read_square(&text[dash + 1..])?);
    (first <= last).then(|| Bitboard::range(first, last))
}

fn read_square(digits: &[u8]) -> Option<Square> {
    let number = digits.iter().try_fold(0_u8, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| byte - b'0')?;
        number.checked_mul(10)?.checked_add(digit)
    });
    number.and_then(Square::new)
}

/// Writes a position the way all known programs read it: White first, ascending, no ranges, no dot.
///
/// ```
/// use draughts_td_rules::board::{Position, fen};
/// let position = fen::read("B:B1-3:WK50,31.")?;
/// assert_eq!(fen::write(&position), "B:W31,K50:B1,2,3");
/// # Ok::<(), fen::FenError>(())
/// ```
#[must_use]
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(LONGEST);
    text.push(position.turn().letter());
    for color in Color::ALL {
        text.extend([':', color.letter()]);
        for (place, square) in position.pieces(color).into_iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            if position.kings(color).contains(square) {
                text.push('K');
            }
            let (tens, ones) = (square.number() / 10, square.number() % 10);
            if tens > 0 {
                text.push((b'0' + tens).into());
            }
            text.push((b'0' + ones).into());
        }
    }
    text
}

/// The bytes of a FEN with 40 kings: the turn, two colours, and a comma, a letter and two digits for each king.
const LONGEST: usize = 1 + 2 * 2 + 40 * 4;

/// A position is shown as its FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) {
        assert_eq!(read(a).expect(a), read(b).expect(b), "{a} and {b}");
    }

    #[test]
    fn the_start_position_is_white_31_to_50_black_1_to_20() {
        assert_eq!(read("W:W31-50:B1-20"), Ok(Position::start()));
    }

    #[test]
    fn sections_come_in_any_order_repeated_or_empty() {
        same("B:B1-20:W31-50.", "B:W31-50:B1-20");
        same("W:W31:W32::B1", "W:W31,32:B1");
        same("W:W31-50:B", "W:W31-50:B.");
    }

    #[test]
    fn spaces_leading_zeros_and_small_letters_are_read() {
        same(" w : W 31 , K07 : b 01 , k 20 . ", "W:W31,K7:B1,K20");
    }

    #[test]
    fn k_before_a_range_makes_kings_of_all() {
        same("W:WK6-8:B20", "W:WK6,K7,K8:B20");
    }

    #[test]
    fn counters_are_kept() {
        let fen = read_parts("B:W18,24,K10:BK40,12,16:H3:F27").expect("counters");
        assert_eq!((fen.halfmoves, fen.fullmove), (Some(3), Some(27)));
    }

    #[test]
    fn an_open_turn_is_left_to_the_caller() {
        let fen = read_parts("?:W31-50:B1-20").expect("open turn");
        assert_eq!(fen.turn, None);
        assert_eq!(fen.position(Color::Black).turn(), Color::Black);
    }

    #[test]
    fn faults_name_the_part_that_is_wrong() {
        let square = |n| Square::new(n).expect("square");
        assert_eq!(read("W:W31-50,40:B1-20"), Err(FenError::Twice(square(40))));
        assert_eq!(read("W:W50-31:B1-20"), Err(FenError::Square("50-31".into())));
        assert_eq!(read("W:W51:B1"), Err(FenError::Square("51".into())));
        assert_eq!(read("W:W+5:B1"), Err(FenError::Square("+5".into())));
        for item in ["K", "KK5", "31-", "-31", "31-32-33", "256", "3 1 1", "３１"] {
            let unspaced = item.replace(' ', "");
            assert_eq!(read(&format!("W:W{item}:B1")), Err(FenError::Square(unspaced)));
        }
        assert_eq!(read("X:W31:B1"), Err(FenError::Turn("X".into())));
        assert_eq!(read("W:G31:B1"), Err(FenError::Field("G31".into())));
        assert_eq!(read("W:W31:W12"), Err(FenError::SameSide { color: Color::White }));
        assert_eq!(read("B:BK3:B12:H1"), Err(FenError::SameSide { color: Color::Black }));
        let on_row = SetupError::ManOnPromotionRow { color: Color::White, square: square(3) };
        assert_eq!(read("W:W3,31:B20"), Err(on_row.into()));
        assert_eq!(read("W:WK1-21:B50"), Err(FenError::TooMany { color: Color::White, count: 21 }));
    }
}
