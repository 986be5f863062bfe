//! The productions of tags: `[Name "value"]`, and what word processors, e-mail and people make of it.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::{map, opt, peek, recognize, verify};
use nom::multi::many1_count;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, Parser};

use super::signs::{Parsed, is_line_end, spaces};
use super::token::{TagText, Token};

/// The most bytes of a value that is broken over lines.
const WRAPPED: usize = 300;

/// What opens or closes a value instead of `"`.
const QUOTES: [&str; 10] = ["\"", "“", "”", "„", "‟", "«", "»", "″", "＂", "&quot;"];

/// Signs that are apostrophes too: they are quotes at both ends together only.
const SINGLE_QUOTES: [&str; 6] = ["'", "‘", "’", "‚", "`", "´"];

pub(super) fn tag_token(input: &[u8]) -> Parsed<'_, Token<'_>> {
    map(alt((strict_tag, wrapped_tag, loose_tag)), Token::Tag).parse(input)
}

/// A letter, then letters, digits and `_`, of any alphabet.
pub(super) fn tag_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    let mut length = 0;
    while let Some(&byte) = input.get(length) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => length += 1,
            b'0'..=b'9' | b'_' if length > 0 => length += 1,
            0x80.. => match letter(&input[length..]) {
                Some(bytes) => length += bytes,
                None => break,
            },
            _ => break,
        }
    }
    if length == 0 { Err(Err::Error(())) } else { Ok((&input[length..], &input[..length])) }
}

/// The bytes of the letter of UTF-8 that a text begins with.
fn letter(text: &[u8]) -> Option<usize> {
    let chunk = text[..text.len().min(4)].utf8_chunks().next()?.valid();
    chunk.chars().next().filter(|c| c.is_alphabetic()).map(char::len_utf8)
}

/// `[Name "value"]`, on one line, with `\"` inside the value.
pub(super) fn strict_tag(input: &[u8]) -> Parsed<'_, TagText<'_>> {
    let (rest, (name, value, _)) = (opening, quoted, (spaces, tag("]"))).parse(input)?;
    Ok((rest, TagText { name, value, well_formed: true }))
}

/// `[Name ` before its value.
fn opening(input: &[u8]) -> Parsed<'_, &[u8]> {
    delimited(tag("["), preceded(spaces, tag_name), spaces).parse(input)
}

/// Whether a tag with a value in quotes begins here.
pub(super) fn opens_tag(input: &[u8]) -> bool {
    let name = verify(tag_name, |name: &[u8]| !name.eq_ignore_ascii_case(b"filename"));
    (tag("["), spaces, name, spaces, tag("\"")).parse(input).is_ok()
}

/// `"..."`: hands on the inside, escapes left as they are.
fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (body, _) = tag("\"").parse(input)?;
    let mut escaped = false;
    for (at, &byte) in body.iter().enumerate() {
        match byte {
            _ if is_line_end(byte) => break,
            b'"' if !escaped => return Ok((&body[at + 1..], &body[..at])),
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    Err(Err::Error(()))
}

/// `[Name "value` that an e-mail program broke, with the end of the value on a later line.
fn wrapped_tag(input: &[u8]) -> Parsed<'_, TagText<'_>> {
    let (body, (name, _)) = (opening, tag("\"")).parse(input)?;
    let head = &body[..body.len().min(WRAPPED)];
    let end = head.iter().position(|byte| b"\"[]".contains(byte)).ok_or(Err::Error(()))?;
    let (rest, _) = (tag("\""), spaces, tag("]")).parse(&body[end..])?;
    Ok((rest, TagText { name, value: &body[..end], well_formed: false }))
}

/// `[Name anything]` up to the bracket, the end of the line, or the next tag where the writing broke off.
pub(super) fn loose_tag(input: &[u8]) -> Parsed<'_, TagText<'_>> {
    let (body, name) = preceded(tag("["), preceded(spaces, loose_name)).parse(input)?;
    let is_end = |at: usize| match body[at] {
        b'[' => opens_tag(&body[at..]),
        byte => byte == b']' || is_line_end(byte),
    };
    let end = (0..body.len()).find(|&at| is_end(at)).unwrap_or(body.len());
    let closed = usize::from(body.get(end) == Some(&b']'));
    let value = unquoted(&body[..end]);
    Ok((&body[end + closed..], TagText { name, value, well_formed: false }))
}

/// A name whose parts other signs join, as in `White-Team`, if a value in quotes follows it; otherwise only its first part.
fn loose_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    let part = preceded(one_of("-./"), tag_name);
    let joined = recognize((tag_name, many1_count(part)));
    let quote = (spaces, opt(tag(":")), spaces, tag("\""));
    alt((terminated(joined, peek(quote)), tag_name)).parse(input)
}

/// A value without the colon before it and the quotes round it.
fn unquoted(value: &[u8]) -> &[u8] {
    let value = value.trim_ascii();
    let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii_start();
    let opened = QUOTES.iter().find_map(|quote| value.strip_prefix(quote.as_bytes()));
    let value = opened.unwrap_or(value);
    let closed = QUOTES.iter().find_map(|quote| value.strip_suffix(quote.as_bytes()));
    let value = closed.unwrap_or(value);
    let opened = SINGLE_QUOTES.iter().find_map(|quote| value.strip_prefix(quote.as_bytes()));
    let closed =
        |value: &'_ [u8]| SINGLE_QUOTES.iter().find(|quote| value.ends_with(quote.as_bytes()));
    match opened.map(|inner| (inner, closed(inner))) {
        Some((inner, Some(quote))) => &inner[..inner.len() - quote.len()],
        _ => value,
    }
}
