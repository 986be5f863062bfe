//! One game as the file has it: tags, plies, comments, and their places. Owned by a reused [`Scan`], borrowed as
//! [`GameText`].

use std::borrow::Cow;
use std::sync::Arc;

use super::date::date;
use super::error::{SourceLocation, Warning};
use super::foreign::{DATE_TAGS, foreign_names};
use super::grammar::{self, PlyText, Written};
use super::outcome::Outcome;
use crate::board::Color;

/// The tags of White's and of Black's rating: PDN 3.0's first, then the older one.
pub const RATING_TAGS: [[&str; 2]; 2] = [["WhiteRating", "WhiteElo"], ["BlackRating", "BlackElo"]];

/// A stretch of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TagSpan {
    pub name: Span,
    pub value: Span,
}

/// One element of the main line, in eight bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub at: u32,
    pub length: u8,
    pub kind: ItemKind,
    pub first: u8,
    pub second: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Ply(Written),
    Setup,
    Ellipsis,
    UnknownPly,
    Letters,
}

/// A comment, a glyph or a variation of the main line, by the elements before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnnotationSpan {
    pub after_items: u32,
    pub text: Span,
}

/// Whether comments may contain comments.
#[derive(Clone, Debug, Default)]
pub(super) enum Braces {
    #[default]
    Plain,
    /// They may, but for the braces at these places, which are never closed.
    Nested(Vec<usize>),
    /// They may not, and a move on its own in parentheses is the reply to the move before: `1. 32-28 (18-23)`.
    Replies,
}

/// The most warnings kept of one game.
const MAX_WARNINGS: usize = 64;

/// What was found in one game; cleared and filled again, so that reading allocates nothing once warm.
#[derive(Debug, Default)]
pub struct Scan {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) tags: Vec<TagSpan>,
    pub(super) items: Vec<Item>,
    pub(super) setups: Vec<Span>,
    pub(super) comments: Vec<AnnotationSpan>,
    /// The first text from `;` or `%` to the end of its line.
    pub(super) line_comment: Option<u32>,
    pub(super) glyphs: Vec<AnnotationSpan>,
    pub(super) variations: Vec<AnnotationSpan>,
    /// The parentheses at any depth by where they open; the end of those that nothing closes is 0.
    pub(super) parentheses: Vec<Span>,
    pub(super) braces: Braces,
    pub(super) terminator: Option<(Outcome, u32)>,
    /// Where the moves end: the first sign of an end, which may be a `*` before the result.
    pub(super) ended: Option<u32>,
    pub(super) warnings: Vec<(Warning, u32)>,
    pub(super) stray_brace: bool,
}

impl Scan {
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.items.clear();
        self.setups.clear();
        self.comments.clear();
        self.glyphs.clear();
        self.variations.clear();
        self.parentheses.clear();
        self.warnings.clear();
        self.line_comment = None;
        self.terminator = None;
        self.ended = None;
        self.stray_brace = false;
    }

    pub(super) fn warn(&mut self, warning: Warning, at: usize) {
        self.stray_brace |= warning == Warning::StrayBrace;
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push((warning, at as u32));
        }
    }

    /// Whether there is nothing that makes a game.
    pub(super) fn is_empty(&self) -> bool {
        let plies = self.items.iter().any(|item| item.kind != ItemKind::Ellipsis);
        let is_ended = self.terminator.is_some_and(|(outcome, _)| outcome != Outcome::Unknown);
        self.tags.is_empty() && !plies && !is_ended
    }
}

/// One element of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element<'a> {
    /// A ply.
    Ply(PlyText),
    /// A new position, `/FEN "..."/`: its text.
    Setup(&'a [u8]),
    /// A move number with an ellipsis, or only an ellipsis: the file says that Black is to move.
    Ellipsis,
    /// `- -`: a ply that was not recorded.
    UnknownPly,
    /// A move in letters, as on 8x8 boards.
    Letters,
}

/// One game of a block, borrowed from the text and from a [`Scan`].
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    pub(super) file: &'a Arc<str>,
    pub(super) text: &'a [u8],
    pub(super) scan: &'a Scan,
    /// The scan of the whole game, of which this may be a variation.
    pub(super) whole: &'a Scan,
    pub(super) byte: u64,
    pub(super) line: u64,
    pub(super) game: u64,
}

impl<'a> GameText<'a> {
    /// Where the game starts.
    #[must_use]
    pub fn place(&self) -> SourceLocation {
        self.place_at(self.scan.start as usize)
    }

    /// The place of an element of this game.
    pub(crate) fn place_of(&self, element: usize) -> SourceLocation {
        self.place_at(self.scan.items.get(element).map_or(self.scan.end, |item| item.at) as usize)
    }

    fn place_at(&self, at: usize) -> SourceLocation {
        let start = self.scan.start as usize;
        let inside = &self.text[start..at.max(start)];
        SourceLocation {
            file: Arc::clone(self.file),
            byte: self.byte + at as u64,
            line: self.line + count_lines(inside),
            game: self.game,
        }
    }

    /// The line on which the game starts, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The game as the file has it.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        &self.text[self.scan.start as usize..self.scan.end as usize]
    }

    /// The tags in order, name and raw value.
    pub fn tags(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        let text = self.text;
        self.scan.tags.iter().map(move |tag| (tag.name.of(text), tag.value.of(text)))
    }

    /// The raw value of the first tag with this name, in any case; without one, of a tag that other languages or sites have for it,
    /// as `Wit` for `White`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&'a [u8]> {
        self.tag_index(name).map(|index| self.scan.tags[index].value.of(self.text))
    }

    /// Which of the tags [`GameText::tag`] finds.
    pub(super) fn tag_index(&self, name: &str) -> Option<usize> {
        let mut tags = self.tags();
        let own = tags.position(|(found, _)| found.eq_ignore_ascii_case(name.as_bytes()));
        own.or_else(|| self.foreign_tag(name))
    }

    fn foreign_tag(&self, name: &str) -> Option<usize> {
        let others = foreign_names(name);
        if others.is_empty() {
            return None;
        }
        let is_other = |found: &[u8]| {
            if found.is_ascii() {
                return others.iter().any(|other| other.as_bytes().eq_ignore_ascii_case(found));
            }
            let found = decode(found).to_lowercase();
            others.iter().any(|other| *other == found)
        };
        self.tags().position(|(found, _)| is_other(found))
    }

    /// The value of a tag as text: UTF-8 or Windows-1252, escapes undone.
    #[must_use]
    pub fn tag_text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.tag(name).map(tag_text)
    }

    /// The rating of a side: that of PDN 3.0, `WhiteRating`, or else the older `WhiteElo`. A tag that holds no number gives way.
    #[must_use]
    pub fn rating(&self, color: Color) -> Option<u32> {
        let names = RATING_TAGS[usize::from(color == Color::Black)];
        names.into_iter().find_map(|name| rating_in(self.tag(name)?))
    }

    /// The number of elements of the main line.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scan.items.len()
    }

    /// Whether the main line has no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scan.items.is_empty()
    }

    /// An element of the main line.
    ///
    /// # Panics
    /// If there is no such element.
    #[inline]
    pub(crate) fn element(&self, index: usize) -> Element<'a> {
        let item = self.scan.items[index];
        match item.kind {
            ItemKind::Ply(written) => {
                Element::Ply(PlyText { written, first: item.first, second: item.second })
            }
            ItemKind::Setup => {
                let number = usize::from(u16::from_le_bytes([item.first, item.second]));
                Element::Setup(self.scan.setups[number].of(self.text))
            }
            ItemKind::Ellipsis => Element::Ellipsis,
            ItemKind::UnknownPly => Element::UnknownPly,
            ItemKind::Letters => Element::Letters,
        }
    }

    /// The spelling of an element, as bytes.
    pub(crate) fn spelling(&self, index: usize) -> &'a [u8] {
        let item = self.scan.items[index];
        &self.text[item.at as usize..][..usize::from(item.length)]
    }

    /// The comments of the main line: the number of elements before each, and its text.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        self.beside(&self.scan.comments)
    }

    /// The text from the first `;` or `%` that makes the rest of its line a comment; none of [`GameText::comments`] has it.
    #[must_use]
    pub fn line_comment(&self) -> Option<&'a [u8]> {
        self.scan.line_comment.map(|at| &self.text[at as usize..])
    }

    /// The marks that judge moves of the main line, `!` or `$3`: the number of elements before each, and its text.
    pub fn glyphs(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        self.beside(&self.scan.glyphs)
    }

    /// The variations of the main line: the number of elements before each, and the text between its parentheses.
    pub fn variations(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        self.beside(&self.scan.variations)
    }

    fn beside(
        &self,
        found: &'a [AnnotationSpan],
    ) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let text = self.text;
        found.iter().map(move |found| (found.after_items as usize, found.text.of(text)))
    }

    /// What the terminator says; `None` when there is none.
    #[must_use]
    pub fn terminator(&self) -> Option<Outcome> {
        self.scan.terminator.map(|(outcome, _)| outcome)
    }

    /// The text after the terminator, where nobody reads moves or comments; empty if there is no terminator.
    #[must_use]
    pub fn after_terminator(&self) -> &'a [u8] {
        let end = self.scan.end as usize;
        let start = self.terminator_range().map_or(end, |range| range.end.min(end));
        self.text[start..end].trim_ascii()
    }

    /// What the `Result` tag says, of several the first that says anything; unknown when there is none.
    #[must_use]
    pub fn result_tag(&self) -> Outcome {
        let first = self.tag("Result").map_or(Outcome::Unknown, Outcome::from_tag);
        if first != Outcome::Unknown {
            return first;
        }
        let results = self.tags().filter(|(name, _)| name.eq_ignore_ascii_case(b"Result"));
        let outcomes = results.map(|(_, value)| Outcome::from_tag(value));
        outcomes
            .into_iter()
            .find(|&outcome| outcome != Outcome::Unknown)
            .unwrap_or(Outcome::Unknown)
    }

    /// When the game was played, as `YYYY.MM.DD` with question marks for what is not known: the `Date` tag, or else another tag of a date.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        DATE_TAGS.iter().find_map(|name| date(&self.tag_text(name)?))
    }

    /// The warnings and their places.
    pub fn warnings(&self) -> impl Iterator<Item = (Warning, SourceLocation)> {
        let game = *self;
        self.scan.warnings.iter().map(move |&(warning, at)| (warning, game.place_at(at as usize)))
    }

    /// Whether a second reading with nested braces could help.
    #[must_use]
    pub(crate) fn may_nest(&self) -> bool {
        self.scan.stray_brace && grammar::braces_nest(self.bytes())
    }

    /// Whether there is a single move in parentheses, which may be the reply.
    #[must_use]
    pub(crate) fn may_hold_replies(&self) -> bool {
        self.variations().any(|(_, text)| grammar::is_reply(text))
    }
}

/// Text of unknown encoding: UTF-8, or else Windows-1252, which decodes any byte.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// The number of a rating; `1500?` and `2345 GMI` are numbers too.
fn rating_in(value: &[u8]) -> Option<u32> {
    let value = value.trim_ascii();
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = value.split_at(digits);
    let is_whole = rest.first().is_none_or(|byte| b" ?".contains(byte));
    is_whole.then(|| std::str::from_utf8(number).ok()?.parse().ok()).flatten()
}

/// A tag's value as text, with `\"` and `\\` undone.
#[must_use]
pub fn tag_text(value: &[u8]) -> Cow<'_, str> {
    let text = decode(value);
    let text = if text.contains(['\n', '\r']) { Cow::Owned(one_line(&text)) } else { text };
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('"' | '\\')) => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// A value that an e-mail program broke, on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Line ends in a text: LF, CRLF, and CR without LF.
pub(super) fn count_lines(text: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let lone =
        memchr::memchr_iter(b'\r', text).filter(|&at| text.get(at + 1) != Some(&b'\n')).count();
    (feeds + lone) as u64
}

/// The numbers of a written capture.
pub(crate) fn path(token: &[u8]) -> impl Iterator<Item = u8> + '_ {
    grammar::path(token)
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::pdn::{Games, Scan, block_of};

    #[test]
    fn a_rating_is_the_first_tag_of_a_side_that_holds_a_number() {
        for (tags, expected) in [
            ("[WhiteRating \"1204\"]\n[BlackElo \" 980 \"]", [Some(1204), Some(980)]),
            ("[WhiteElo \"1100\"]\n[WhiteRating \"1204\"]", [Some(1204), None]),
            ("[whiterating \"?\"]\n[WhiteElo \"1100\"]\n[BlackRating \"-5\"]", [Some(1100), None]),
            ("[Event \"none\"]", [None, None]),
        ] {
            let block = block_of("a test", format!("{tags}\n\n1. 32-28 *\n"));
            let mut scan = Scan::default();
            let mut games = Games::new(&block, &mut scan);
            let game = games.next().expect("a game");
            assert_eq!(Color::ALL.map(|color| game.rating(color)), expected, "{tags}");
        }
    }
}
