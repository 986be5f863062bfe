//! Embedded commands in comments, `[%name value]`, and the clock times among them.

use std::time::Duration;

use nom::Parser;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{opt, verify};

use super::grammar::Parsed;
use super::text::decode;

/// One `[%name value]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// What the command gives, such as `clock`, `clk`, `emt`, `eval`.
    pub name: &'a [u8],
    /// Its value, white space trimmed.
    pub value: &'a [u8],
}

/// The embedded commands of a comment, in order. They belong to the ply before the comment.
pub fn commands(comment: &[u8]) -> impl Iterator<Item = Command<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        // After the last bracket no command is whole: a search for its end from every start would take forever.
        rest = &rest[..=memchr::memrchr(b']', rest)?];
        while let Some(start) = memchr::memmem::find(rest, b"[%") {
            match command(&rest[start..]) {
                Ok((after, found)) => {
                    rest = after;
                    return Some(found);
                }
                Err(_) => rest = &rest[start + 2..],
            }
        }
        None
    })
}

/// `[%name value]`
fn command(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (rest, (_, name, value, _)) = (
        tag("[%"),
        take_while1(|b: u8| b.is_ascii_alphanumeric() || b == b'_'),
        take_while(|b| b != b']'),
        tag("]"),
    )
        .parse(input)?;
    Ok((rest, Command { name, value: value.trim_ascii() }))
}

/// The times of a `clock` command: remaining for each side, where given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// White's remaining time.
    pub white: Option<Duration>,
    /// Black's remaining time.
    pub black: Option<Duration>,
    /// A time without a letter: of the side that just moved.
    pub mover: Option<Duration>,
}

impl Command<'_> {
    /// The remaining times of `clock` and `clk`: `w0:09:57 B0:09:58`, or one time without a letter.
    #[must_use]
    pub fn clocks(&self) -> Option<Clocks> {
        if !self.name.eq_ignore_ascii_case(b"clock") && !self.name.eq_ignore_ascii_case(b"clk") {
            return None;
        }
        let mut clocks = Clocks::default();
        let mut rest = self.value;
        while let Ok((after, (letter, time))) = lettered_time(rest) {
            match letter.first().map(u8::to_ascii_lowercase) {
                Some(b'w') => clocks.white = Some(time),
                Some(b'b') => clocks.black = Some(time),
                _ => clocks.mover = Some(time),
            }
            rest = after;
        }
        (clocks != Clocks::default()).then_some(clocks)
    }

    /// The time of a command that has one, such as `emt` (for the move) or `egt` (for the game so far).
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        match time(self.value) {
            Ok(([], time)) => Some(time),
            _ => None,
        }
    }

    /// The value as text.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        decode(self.value)
    }
}

fn lettered_time(input: &[u8]) -> Parsed<'_, (&[u8], Duration)> {
    let blank = take_while(|b: u8| b.is_ascii_whitespace());
    let letter = take_while(|b: u8| matches!(b, b'w' | b'W' | b'b' | b'B'));
    let (rest, (_, letter, time)) =
        (blank, verify(letter, |l: &[u8]| l.len() < 2), time).parse(input)?;
    Ok((rest, (letter, time)))
}

/// `h:mm:ss`, unpadded and with a fraction of a second if need be: `0:0:9.56`; `mm:ss` or only seconds too.
fn time(input: &[u8]) -> Parsed<'_, Duration> {
    let mut seconds = 0u64;
    let mut rest = input;
    for _ in 0..3 {
        let (after, part) = number(rest)?;
        seconds = seconds.saturating_mul(60).saturating_add(part);
        match opt(tag(":")).parse(after)? {
            (next, Some(_)) if next.first().is_some_and(u8::is_ascii_digit) => rest = next,
            _ => {
                rest = after;
                break;
            }
        }
    }
    let (rest, fraction) = opt((tag("."), digit1)).parse(rest)?;
    let nanos = fraction.map_or(0, |(_, digits)| nanoseconds(digits));
    Ok((rest, Duration::new(seconds, nanos)))
}

fn number(input: &[u8]) -> Parsed<'_, u64> {
    let (rest, digits) = digit1(input)?;
    let number = digits
        .iter()
        .fold(0u64, |sum, d| sum.saturating_mul(10).saturating_add(u64::from(d - b'0')));
    // A clock that shows more than a century is a mistake; the limit keeps the sums of seconds in range.
    Ok((rest, number.min(1_000_000)))
}

/// The digits after the point as billionths.
fn nanoseconds(digits: &[u8]) -> u32 {
    (0..9).fold(0, |sum, place| {
        sum * 10 + digits.get(place).map_or(0, |digit| u32::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(comment: &[u8]) -> Command<'_> {
        let mut all = commands(comment);
        let first = all.next().expect("a command");
        assert_eq!(all.next(), None);
        first
    }

    #[test]
    fn a_pair_of_clocks_is_read_with_either_running() {
        let clocks = only(b"[%clock w0:09:57 B0:09:58]").clocks().expect("clocks");
        assert_eq!(clocks.white, Some(Duration::from_secs(597)));
        assert_eq!(clocks.black, Some(Duration::from_secs(598)));
    }

    #[test]
    fn a_time_without_a_letter_belongs_to_the_mover() {
        let clocks = only(b"text [%clk 0:49:11] more").clocks().expect("clocks");
        assert_eq!(clocks.mover, Some(Duration::from_secs(49 * 60 + 11)));
    }

    #[test]
    fn unpadded_fractional_times_are_read() {
        assert_eq!(only(b"[%egt 0:0:9.56]").time(), Some(Duration::from_millis(9560)));
        assert_eq!(only(b"[%emt 1:02]").time(), Some(Duration::from_secs(62)));
    }

    #[test]
    fn unknown_commands_are_handed_on_as_they_are() {
        let all: Vec<_> = commands(b"[%eval -0.35][%depth 21] [% broken] [%open").collect();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].name, all[0].value), (&b"eval"[..], &b"-0.35"[..]));
        assert_eq!(all[1].clocks(), None);
    }

    #[test]
    fn absurd_numbers_do_not_overflow() {
        let text =
            b"[%clk 99999999999999999999999:99999999999999999999:99999999999999.9999999999999999]";
        assert!(only(text).clocks().is_some());
    }
}
