//! The signs that moves and results are made of, in every alphabet and typeface that writes them.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while_m_n};
use nom::combinator::{map, not, recognize};
use nom::multi::fold_many_m_n;
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Parser};

/// What a production returns: the text it leaves unread and what it found. Errors carry nothing, they only backtrack.
pub(super) type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// Whether a byte ends a line.
pub(super) const fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// `-` and its typographic relatives, in UTF-8, Windows-1252 or HTML.
pub(super) fn hyphen(input: &[u8]) -> Parsed<'_, &[u8]> {
    match input.first() {
        Some(b'-') => tag("-").parse(input),
        Some(0x96 | 0x97 | 0xAD) => take_while_m_n(1, 1, |_| true).parse(input),
        Some(0xC2) => tag("\u{AD}").parse(input),
        // U+2010 to U+2015.
        Some(0xE2) => alt((
            recognize((tag(&b"\xE2\x80"[..]), take_while_m_n(1, 1, |b| matches!(b, 0x90..=0x95)))),
            tag("\u{2212}"),
            tag("\u{2043}"),
            tag("\u{2796}"),
        ))
        .parse(input),
        Some(0xEF) => alt((tag("\u{FF0D}"), tag("\u{FE63}"), tag("\u{FE58}"))).parse(input),
        Some(b'&') => alt((tag_no_case("&ndash;"), tag_no_case("&mdash;"), tag_no_case("&minus;")))
            .parse(input),
        _ => Err(Err::Error(())),
    }
}

/// `x`, `X`, `:`, `×`, and the letters and signs that look like them, in UTF-8, Windows-1252 or HTML.
pub(super) fn cross(input: &[u8]) -> Parsed<'_, &[u8]> {
    match input.first() {
        Some(b'x' | b'X' | b':') => take_while_m_n(1, 1, |_| true).parse(input),
        Some(0xC3) => tag("×").parse(input),
        // Greek and Cyrillic letters.
        Some(0xCE | 0xCF) => alt((tag("χ"), tag("Χ"))).parse(input),
        Some(0xD1 | 0xD0) => alt((tag("х"), tag("Х"))).parse(input),
        // The sign of Windows-1252.
        Some(0xD7) => take_while_m_n(1, 1, |_| true).parse(input),
        Some(0xE2) => alt((
            tag("✕"),
            tag("✖"),
            tag("✗"),
            tag("✘"),
            tag("⨯"),
            tag("⨉"),
            tag("╳"),
            tag("❌"),
            tag("∶"),
        ))
        .parse(input),
        Some(0xEF) => alt((tag("ｘ"), tag("Ｘ"), tag("："))).parse(input),
        Some(b'&') => tag_no_case("&times;").parse(input),
        _ => Err(Err::Error(())),
    }
}

/// A number of one or two digits, leading zero allowed, also in full width.
pub(super) fn square(input: &[u8]) -> Parsed<'_, u8> {
    let narrow = map(terminated(take_while_m_n(1, 2, is_digit), not(digit)), decimal);
    let wide = fold_many_m_n(1, 2, wide_digit, || 0, |number: u8, digit| number * 10 + digit);
    alt((narrow, terminated(wide, not(wide_digit)))).parse(input)
}

/// One of the digits U+FF10 to U+FF19.
pub(super) fn wide_digit(input: &[u8]) -> Parsed<'_, u8> {
    let last = take_while_m_n(1, 1, |b| matches!(b, 0x90..=0x99));
    map(preceded(tag(&b"\xEF\xBC"[..]), last), |last: &[u8]| last[0] - 0x90).parse(input)
}

pub(super) fn digit(input: &[u8]) -> Parsed<'_, u8> {
    map(take_while_m_n(1, 1, is_digit), decimal).parse(input)
}

pub(super) fn spaces(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|b| b == b' ' || b == b'\t').parse(input)
}

pub(super) const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

pub(super) fn decimal(digits: &[u8]) -> u8 {
    digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'))
}
