//! The nom productions of PDN, liberal because real files are: each takes bytes and nothing else, copies no text, and
//! hands on one [`Token`]. The order of [`token`] matters; it settles what a `1-1` or a `*` is.

use memchr::{memchr_iter, memchr2, memchr2_iter};
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take, take_while, take_while_m_n, take_while1};
use nom::combinator::{map, not, opt, peek, recognize, value};
use nom::multi::{many, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, Parser};

pub(super) use super::score::result;
pub(super) use super::signs::{Parsed, is_line_end};
use super::signs::{cross, decimal, digit, hyphen, is_digit, spaces, square, wide_digit};
#[cfg(test)]
use super::tags::{loose_tag, strict_tag};
use super::tags::{opens_tag, tag_token};
pub(crate) use super::token::{PlyText, Written};
pub(super) use super::token::{TagText, Token};

/// The most squares one move may list: 20 captures, with both ends.
const MAX_SQUARES: usize = 24;

/// Whether a text in parentheses is one move, with its number or without.
pub(super) fn is_reply(text: &[u8]) -> bool {
    const LONGEST: usize = 100;
    let (mut rest, mut plies) = (&text[..text.len().min(LONGEST)], 0);
    while let Ok((after, found)) = token(rest) {
        match found {
            Token::Ply(_) => plies += 1,
            Token::Blank
            | Token::Number { .. }
            | Token::Ellipsis
            | Token::Strength
            | Token::Nag => {}
            _ => return false,
        }
        rest = after;
    }
    plies == 1 && text.len() <= LONGEST
}

/// The next token; fails only at the end of the text.
pub(super) fn token(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let Some(&head) = input.first() else { return Err(Err::Error(())) };
    match head {
        b' ' | b'\t' | b'\r' | b'\n' | b'%' | b';' => blank_token(input),
        b'{' => comment(input),
        b'[' => alt((value(Token::Blank, wrapper), tag_token, remark, junk)).parse(input),
        b'/' => alt((map(setup, Token::Setup), junk)).parse(input),
        b'0'..=b'9' => {
            let plain = map(plain_ply, Token::Ply);
            let cut = map(cut_ply, Token::OddPly);
            let plies = map(alt((ply, no_squares)), Token::Ply);
            let odd = map(odd_ply, Token::OddPly);
            alt((plain, result_token, number, cut, plies, odd, junk)).parse(input)
        }
        b'(' => alt((strength, value(Token::Open, tag("(")))).parse(input),
        b')' => value(Token::Close, tag(")")).parse(input),
        b'*' => value(Token::Star, tag("*")).parse(input),
        b'}' => value(Token::StrayBrace, tag("}")).parse(input),
        b'$' => alt((nag, junk)).parse(input),
        b'!' | b'?' => strength(input),
        b'.' => alt((ellipsis, junk)).parse(input),
        // A sign in full width.
        0xEF => alt((blank_token, result_token, number, map(ply, Token::Ply), junk)).parse(input),
        _ => alt((blank_token, result_token, strength, unknown_ply, ellipsis, letters, junk))
            .parse(input),
    }
}

fn blank_token(input: &[u8]) -> Parsed<'_, Token<'_>> {
    value(Token::Blank, blank).parse(input)
}

/// White space, `%` and `;` to the end of the line, byte order marks, no-break spaces and web-site wrappers.
pub(super) fn blank(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((
        take_while1(|b: u8| b.is_ascii_whitespace()),
        line_comment,
        wrapper,
        tag(&b"\xEF\xBB\xBF"[..]),
        tag(&b"\xC2\xA0"[..]),
        tag(&b"\xA0"[..]),
        tag_no_case("&nbsp;"),
    ))
    .parse(input)
}

/// `% ...` or `; ...` up to the end of the line.
pub(super) fn line_comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    match input.first() {
        Some(b'%' | b';') => take(memchr2(b'\n', b'\r', input).unwrap_or(input.len())).parse(input),
        _ => Err(Err::Error(())),
    }
}

/// `[pdn]`, `[/pdn]` and `[FILENAME "..."]`, which web sites put around games.
pub(super) fn wrapper(input: &[u8]) -> Parsed<'_, &[u8]> {
    let file_name = recognize((
        tag_no_case("[filename"),
        take_while(|b| b != b']' && !is_line_end(b)),
        tag("]"),
    ));
    alt((tag_no_case("[pdn]"), tag_no_case("[/pdn]"), file_name)).parse(input)
}

/// `{...}`: the first `}` closes. An open comment ends where a blank line and a tag line follow, or with the text.
pub(super) fn comment(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let (body, _) = tag("{").parse(input)?;
    // One pass up to whichever comes first, or a file of open comments would be searched to its end for each.
    let is_end = |&at: &usize| {
        body[at] == b'}' || (starts_game_line(body, at) && blank_line_before(body, at))
    };
    let end = memchr2_iter(b'}', b'[', body).find(is_end).unwrap_or(body.len());
    let closed = body.get(end) == Some(&b'}');
    Ok((&body[end + usize::from(closed)..], Token::Comment { text: &body[..end], closed }))
}

/// `{a {b} c}` with its inner braces, for a second try at a game that the plain rule makes illegal. If nothing may close the brace, ask
/// [`open_braces`] first: the search for the end of an unclosed brace reads the whole text.
pub(super) fn nested_comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (body, _) = tag("{").parse(input)?;
    let mut depth = 1usize;
    for at in memchr2_iter(b'{', b'}', body) {
        match body[at] {
            b'{' => depth += 1,
            _ if depth == 1 => return Ok((&body[at + 1..], &body[..at])),
            _ => depth -= 1,
        }
    }
    Err(Err::Error(()))
}

/// The places of the braces that nothing closes when braces nest, in order.
pub(super) fn open_braces(text: &[u8]) -> Vec<usize> {
    let mut open = Vec::new();
    for at in memchr2_iter(b'{', b'}', text) {
        match text[at] {
            b'{' => open.push(at),
            _ => _ = open.pop(),
        }
    }
    open
}

/// Whether a comment that is closed holds another when braces nest: whether to read them so can make any difference.
pub(super) fn braces_nest(text: &[u8]) -> bool {
    let (mut open, mut last) = (Vec::new(), 0);
    memchr2_iter(b'{', b'}', text).any(|at| {
        if text[at] == b'{' {
            open.push(at);
            last = at;
            return false;
        }
        open.pop().is_some_and(|start| start < last)
    })
}

/// `[...]` amid the moves: a remark, up to its bracket on the same line.
pub(super) fn remark(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let inside = take_while(|b| b != b'[' && b != b']' && !is_line_end(b));
    value(Token::Junk, (tag("["), inside, tag("]"))).parse(input)
}

/// `/FEN "..."/`: hands on the position text.
pub(super) fn setup(input: &[u8]) -> Parsed<'_, &[u8]> {
    delimited(
        (tag("/"), blanks, tag_no_case("FEN"), blanks),
        delimited(tag("\""), take_while(|b| b != b'"' && b != b'/' && !is_line_end(b)), tag("\"")),
        (blanks, tag("/")),
    )
    .parse(input)
}

fn result_token(input: &[u8]) -> Parsed<'_, Token<'_>> {
    map(result, Token::Result).parse(input)
}

/// `!`, `?!`, `(?)` and the glyphs `□` and `⨀`.
pub(super) fn strength(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let marks = || take_while1(|b| b == b'!' || b == b'?');
    let bracketed = delimited(tag("("), marks(), tag(")"));
    value(Token::Strength, alt((bracketed, marks(), tag("□"), tag("⨀")))).parse(input)
}

/// `$` and any unsigned number.
pub(super) fn nag(input: &[u8]) -> Parsed<'_, Token<'_>> {
    value(Token::Nag, (tag("$"), take_while1(is_digit))).parse(input)
}

/// `12.`, `12...`, `12. ...`, `12…` or `12 .`.
pub(super) fn number(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let digits = alt((take_while1(is_digit), recognize(many1_count(wide_digit))));
    let dots = alt((take_while1(|b| b == b'.'), tag("…"), tag("．")));
    let (rest, (_, _, dots)) = (digits, spaces, dots).parse(input)?;
    let later = alt((take_while_m_n(2, 3, |b| b == b'.'), tag("…")));
    let (rest, spaced) = opt(preceded(spaces, later)).parse(rest)?;
    let is_ellipsis = dots == "…".as_bytes() || dots.starts_with(b"...");
    Ok((rest, Token::Number { black: is_ellipsis || spaced.is_some() }))
}

/// `- -` or `--`: a ply that was not recorded. More hyphens are a rule between games.
pub(super) fn unknown_ply(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let pair = (tag("-"), opt(tag(" ")), tag("-"));
    value(Token::UnknownPly, terminated(pair, not((opt(tag(" ")), tag("-"))))).parse(input)
}

/// `...`, `..` or `…` on its own.
pub(super) fn ellipsis(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let dots = recognize((tag(".."), take_while(|b| b == b'.')));
    value(Token::Ellipsis, alt((dots, tag("…")))).parse(input)
}

/// `c3-d4`, `a3xc5` or `a3b4`.
pub(super) fn letters(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let named = || {
        recognize((
            take_while_m_n(1, 1, |b: u8| matches!(b.to_ascii_lowercase(), b'a'..=b'l')),
            take_while_m_n(1, 2, is_digit),
        ))
    };
    let next = preceded(opt(alt((hyphen, cross))), named());
    value(Token::Letters, (named(), many(1..=MAX_SQUARES, next).map(|_: Vec<&[u8]>| ())))
        .parse(input)
}

/// What means nothing here: digits, a word, a rule of hyphens, padding, a sign of HTML, or one character.
fn junk(input: &[u8]) -> Parsed<'_, Token<'_>> {
    let digits = take_while1(is_digit);
    let word = take_while1(|b: u8| b.is_ascii_alphabetic() || b >= 0x80);
    let rule = recognize((tag("-"), take_while(|b| b == b'-' || b == b' ')));
    let padding = take_while1(|b| b == 0);
    value(Token::Junk, alt((digits, word, rule, padding, entity, take(1usize)))).parse(input)
}

/// `&lt;` or `&#8211;`.
fn entity(input: &[u8]) -> Parsed<'_, &[u8]> {
    let name = take_while_m_n(1, 8, |b: u8| b.is_ascii_alphanumeric() || b == b'#');
    recognize((tag("&"), name, tag(";"))).parse(input)
}

/// A ply in any spelling: `32-28`, `1- 6`, `32x23`, `47x38x24`, `3228`, with every hyphen and cross that occurs.
pub(super) fn ply(input: &[u8]) -> Parsed<'_, PlyText> {
    alt((step, capture, glued)).parse(input)
}

fn step(input: &[u8]) -> Parsed<'_, PlyText> {
    let (rest, (first, _, second)) = (square, spaced(hyphen), square).parse(input)?;
    let further = || preceded(alt((hyphen, cross)), square);
    if further().parse(rest).is_err() {
        return Ok((rest, PlyText { written: Written::Step, first, second }));
    }
    // `27-36-25`: a long capture.
    let (rest, _) = many(1..MAX_SQUARES - 1, further()).map(|_: Vec<u8>| ()).parse(rest)?;
    Ok((rest, PlyText { written: Written::Path, first, second }))
}

fn capture(input: &[u8]) -> Parsed<'_, PlyText> {
    let (rest, (first, _, second)) = (square, spaced(cross), square).parse(input)?;
    let mut more = rest;
    for _ in 2..MAX_SQUARES {
        match preceded(spaced(cross), square).parse(more) {
            Ok((after, _)) => more = after,
            Err(_) => break,
        }
    }
    let written = if more.len() == rest.len() { Written::Capture } else { Written::Path };
    Ok((more, PlyText { written, first, second }))
}

fn glued(input: &[u8]) -> Parsed<'_, PlyText> {
    let pair = || take_while_m_n(2, 2, is_digit);
    let (rest, (first, second)) = terminated((pair(), pair()), not(digit)).parse(input)?;
    Ok((rest, PlyText { written: Written::Glued, first: decimal(first), second: decimal(second) }))
}

/// `37-` or `37x` with no square after it: a move that was cut off.
fn cut_ply(input: &[u8]) -> Parsed<'_, PlyText> {
    let (rest, (first, _)) = (square, alt((hyphen, cross))).parse(input)?;
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b")({[!?$*;,.".contains(byte);
    if !rest.first().is_none_or(is_end) {
        return Err(Err::Error(()));
    }
    let blank = take_while1(|b: u8| b.is_ascii_whitespace());
    let no_square = value((), not((blanks, digit)));
    let (rest, ()) = alt((no_square, value((), peek((blank, result))))).parse(rest)?;
    Ok((rest, PlyText { written: Written::Glued, first, second: 0 }))
}

/// `23/32`, `23=32`, `23xx32` or `23 32`: a damaged move, or none at all.
fn odd_ply(input: &[u8]) -> Parsed<'_, PlyText> {
    let signs = take_while_m_n(1, 3, |b: u8| b"/=~_+|\\#xX:-".contains(&b));
    let foreign = take_while_m_n(2, 4, |b: u8| b >= 0x80);
    let between = alt((signs, foreign, one_space));
    let after = not(alt((recognize(digit), hyphen, cross, tag("."))));
    let (rest, (first, _, second)) = terminated((square, between, square), after).parse(input)?;
    Ok((rest, PlyText { written: Written::Glued, first, second }))
}

/// `99-100`: a move between squares no board has. To pass over it as junk would pass over a move.
fn no_squares(input: &[u8]) -> Parsed<'_, PlyText> {
    let digits = || take_while_m_n(1, 3, is_digit);
    let glue = not(alt((recognize(digit), hyphen, cross)));
    let numbers = (digits(), alt((hyphen, cross)), digits());
    let (rest, (first, _, second)) = terminated(numbers, glue).parse(input)?;
    let number = |digits: &[u8]| {
        let value = digits.iter().fold(0, |sum, digit| 10 * sum + u16::from(digit - b'0'));
        u8::try_from(value).unwrap_or(u8::MAX)
    };
    let written = Written::Step;
    Ok((rest, PlyText { written, first: number(first), second: number(second) }))
}

/// Every number of a written capture, in order.
pub(super) fn path(token: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let mut rest = token;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            if let Ok((after, number)) = square(rest) {
                rest = after;
                return Some(number);
            }
            rest = &rest[1..];
        }
        None
    })
}

/// `32-28` or `32x23` before white space: nearly every ply of nearly every file, read without backtracking.
#[inline]
pub(super) fn plain_ply(input: &[u8]) -> Parsed<'_, PlyText> {
    let Some(window) = input.first_chunk::<8>() else { return Err(Err::Error(())) };
    let at = |index: usize| window[index & 7];
    let value_at = |index: usize| at(index).wrapping_sub(b'0');
    let short_number = |index: usize| {
        let (tens, units) = (value_at(index), value_at(index + 1));
        if units < 10 {
            (tens.wrapping_mul(10).wrapping_add(units), index + 2)
        } else {
            (tens, index + 1)
        }
    };
    let (first, after) = short_number(0);
    let (second, end) = short_number(after + 1);
    let separator = at(after);
    let digits = value_at(0) < 10 && value_at(after + 1) < 10;
    let step = separator == b'-';
    if !digits || !(step || separator == b'x') || at(end) > b' ' {
        return Err(Err::Error(()));
    }
    // Scores such as 1-1 and 12-0 are settled by `result`; none has more than twelve points.
    if step && first + second <= 12 && may_be_score(first, second) {
        return Err(Err::Error(()));
    }
    let written = if step { Written::Step } else { Written::Capture };
    Ok((&input[end..], PlyText { written, first, second }))
}

/// Whether numbers with a hyphen between may be points and not squares. Apart, since few moves have a number so low.
#[inline(never)]
fn may_be_score(first: u8, second: u8) -> bool {
    let (less, more) = (first.min(second), first.max(second));
    more <= 2 || less == 0 || less == more || (less != 3 && less + more == 12)
}

/// Whether digits with a point may be the points of a side: few numbers are so close to their moves.
#[inline(never)]
fn begins_score(window: &[u8; 8]) -> bool {
    window[0] <= b'1' && window[1] == b'.' && window[5..].contains(&b'.')
}

/// `12. ` before a move: the usual move number. Leaves anything with an ellipsis to [`number`].
#[inline]
pub(super) fn plain_number(input: &[u8]) -> Parsed<'_, ()> {
    let Some(window) = input.first_chunk::<8>() else { return Err(Err::Error(())) };
    let digits = window[..4].iter().take_while(|&&b| is_digit(b)).count();
    if digits == 0 || window[digits] != b'.' {
        return Err(Err::Error(()));
    }
    let gap = usize::from(window[digits + 1] <= b' ');
    // `0.5-0.5` and `1.01-0.99` are scores.
    let is_score = gap == 0 && begins_score(window);
    if is_digit(window[digits + 1 + gap]) && !is_score {
        Ok((&input[digits + 1 + gap..], ()))
    } else {
        Err(Err::Error(()))
    }
}

/// A separator with at most one space on either side; a line may end after it.
fn spaced<'a, F>(separator: F) -> impl Parser<&'a [u8], Output = &'a [u8], Error = ()>
where
    F: Parser<&'a [u8], Output = &'a [u8], Error = ()>,
{
    let line_end = recognize((opt(tag("\r")), tag("\n")));
    delimited(opt(one_space), separator, opt(alt((one_space, line_end))))
}

fn one_space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while_m_n(1, 1, |b| b == b' ' || b == b'\t').parse(input)
}

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|b: u8| b.is_ascii_whitespace()).parse(input)
}

/// Whether a tag line, `[Name "`, starts at this byte and at the start of a line; the name a wrapper has does not count.
pub(super) fn starts_game_line(text: &[u8], at: usize) -> bool {
    let indent = text[..at].iter().rev().take_while(|&&b| b == b' ' || b == b'\t').count();
    let line_start = at == indent || is_line_end(text[at - indent - 1]);
    line_start && opens_tag(&text[at..])
}

/// Whether a line of a comment begins as a tag does. The first line does not count: it begins with the brace.
pub(super) fn holds_game_line(comment: &[u8]) -> bool {
    memchr_iter(b'[', comment)
        .any(|at| starts_game_line(comment, at) && comment[..at].iter().copied().any(is_line_end))
}

/// Whether the line before the one of this byte is blank.
pub(super) fn blank_line_before(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    line_ends(&before[before.trim_ascii_end().len()..]) >= 2
}

/// Whether a text has two line ends with nothing but white space between.
pub(super) fn holds_blank_line(text: &[u8]) -> bool {
    let mut spaces = text.split(|byte| !byte.is_ascii_whitespace());
    spaces.any(|space| space.len() > 1 && line_ends(space) >= 2)
}

/// The line ends in white space.
fn line_ends(space: &[u8]) -> usize {
    let ends = space.iter().filter(|&&b| is_line_end(b)).count();
    ends - space.windows(2).filter(|pair| pair == b"\r\n").count()
}

#[cfg(test)]
#[path = "grammar_tests.rs"]
mod tests;
