//! The result of a game as two numbers of points, in every spelling that can be no move.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::combinator::{map, not, opt, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, Parser};

use super::outcome::Outcome;
use super::signs::{Parsed, decimal, digit, hyphen, is_digit, spaces, wide_digit};

/// How the points of one side are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Points {
    /// `2`, which may also be a square.
    Whole(u16),
    /// `½`, `1½`, `1/2`, in halves.
    Halves(u16),
    /// `0.5`, `1,01`, in hundredths.
    Hundredths(u16),
}

/// A result that no digit follows and that can be no move: `1-1` is one, the start of `1-10` is not.
pub(super) fn result(input: &[u8]) -> Parsed<'_, Outcome> {
    if let Some(found) = plain_result(input) {
        return Ok(found);
    }
    terminated(alt((strengths, score, lone_half)), not(digit)).parse(input)
}

/// `2-0`, `1-1`, `0-2` or `1-0` at the end of a line or a value, as nearly every file has it.
#[inline]
fn plain_result(input: &[u8]) -> Option<(&[u8], Outcome)> {
    let (score, rest) = input.split_first_chunk::<3>()?;
    let outcome = match score {
        b"2-0" | b"1-0" => Outcome::WhiteWins,
        b"1-1" => Outcome::Draw,
        b"0-2" | b"0-1" => Outcome::BlackWins,
        _ => return None,
    };
    matches!(rest.first(), None | Some(b'\n' | b'\r')).then_some((rest, outcome))
}

/// The outcome of a score that is all of a text, where it can be no move: the value of a tag.
pub(super) fn whole_score(text: &[u8]) -> Option<Outcome> {
    let (rest, (white, _, black)) = (points, separator, points).parse(text).ok()?;
    let is_exact =
        matches!((white, black), (Points::Hundredths(_), _) | (_, Points::Hundredths(_)));
    let is_score = !is_exact || is_no_move(white, black, false);
    (rest.is_empty() && is_score).then(|| outcome(white, black))
}

/// `1+ - 1-`: a draw in which one side was better.
fn strengths(input: &[u8]) -> Parsed<'_, Outcome> {
    value(Outcome::Draw, alt((tag("1+ - 1-"), tag("1- - 1+")))).parse(input)
}

fn score(input: &[u8]) -> Parsed<'_, Outcome> {
    let (rest, (white, colon, black)) = (points, separator, points).parse(input)?;
    if is_no_move(white, black, colon) {
        Ok((rest, outcome(white, black)))
    } else {
        Err(Err::Error(()))
    }
}

/// `1/2` or `½` for both sides.
fn lone_half(input: &[u8]) -> Parsed<'_, Outcome> {
    value(Outcome::Draw, terminated(half, not((spaces, hyphen, spaces, digit)))).parse(input)
}

/// The sign between two numbers of points; whether it is one that also writes captures.
fn separator(input: &[u8]) -> Parsed<'_, bool> {
    let colon = value(true, alt((tag(":"), tag("："))));
    let dash = value(false, alt((hyphen, tag("="))));
    delimited(spaces, alt((dash, colon)), spaces).parse(input)
}

fn points(input: &[u8]) -> Parsed<'_, Points> {
    let one = |input| terminated(alt((tag("1"), tag("0"))), opt(tag(" "))).parse(input);
    let mixed = map(terminated(one, half), |whole: &[u8]| {
        Points::Halves(1 + 2 * u16::from(decimal(whole)))
    });
    let whole = terminated(take_while_m_n(1, 2, is_digit), not(digit));
    alt((
        mixed,
        map(half, |_| Points::Halves(1)),
        hundredths,
        map(whole, |digits| Points::Whole(decimal(digits).into())),
        map(wide_digit, |digit| Points::Whole(digit.into())),
    ))
    .parse(input)
}

fn half(input: &[u8]) -> Parsed<'_, &[u8]> {
    let quotient = terminated(tag("1/2"), not(digit));
    alt((quotient, tag("½"), tag(&b"\xBD"[..]), tag_no_case("&frac12;"))).parse(input)
}

/// `0.5` or `1,01`.
fn hundredths(input: &[u8]) -> Parsed<'_, Points> {
    let part = terminated(take_while_m_n(1, 2, is_digit), not(digit));
    let comma = alt((tag("."), tag(",")));
    let (rest, (whole, part)) = (digit, preceded(comma, part)).parse(input)?;
    let part = u16::from(decimal(part)) * if part.len() == 1 { 10 } else { 1 };
    Ok((rest, Points::Hundredths(u16::from(whole) * 100 + part)))
}

/// Whether two numbers of points are surely no move between two squares.
fn is_no_move(white: Points, black: Points, colon: bool) -> bool {
    match (white, black) {
        (Points::Whole(white), Points::Whole(black)) => is_no_step(white, black, colon),
        // `1.5-10` is a number and a move; the points of a game add up to one or two.
        (Points::Hundredths(white), Points::Hundredths(black)) => {
            matches!(white + black, 100 | 200)
        }
        (Points::Halves(_), other) | (other, Points::Halves(_)) => {
            !matches!(other, Points::Hundredths(_))
        }
        _ => false,
    }
}

/// The scores in use that are no legal move. A king may return to its square, but not by a step.
fn is_no_step(white: u16, black: u16, colon: bool) -> bool {
    let full = |points| matches!(points, 1 | 2 | 3 | 10 | 12);
    let (less, more) = (white.min(black), white.max(black));
    more <= 2
        || (less == 0 && full(more))
        || (white + black == 12 && less != 3 && (less != more || !colon))
        || (less == more && less == 5 && !colon)
}

/// Who won: 2-0, 1-0, 3-0, 10-0, or more points of the twelve in matches of the FMJD. A draw with a bonus, `1.01-0.99`, is a draw; other
/// uneven points say too little.
fn outcome(white: Points, black: Points) -> Outcome {
    let hundredths = |points| match points {
        Points::Whole(points) => points * 100,
        Points::Halves(points) => points * 50,
        Points::Hundredths(points) => points,
    };
    let (white, black) = (hundredths(white), hundredths(black));
    let is_decided = white.min(black) == 0 && white.max(black) >= 100 || white + black == 1200;
    let is_bonus = white + black == 200 && white.abs_diff(black) < 100;
    match white.cmp(&black) {
        std::cmp::Ordering::Equal if white == 0 => Outcome::BothLost,
        std::cmp::Ordering::Equal => Outcome::Draw,
        _ if is_bonus => Outcome::Draw,
        std::cmp::Ordering::Greater if is_decided => Outcome::WhiteWins,
        std::cmp::Ordering::Less if is_decided => Outcome::BlackWins,
        _ => Outcome::Other,
    }
}
