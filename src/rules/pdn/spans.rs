//! Where the parts of a game are in its text, for those that change the text in place.

use std::ops::Range;

use super::grammar;
use super::text::{AnnotationSpan, GameText, Scan, Span, TagSpan};

/// What is beside the moves of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BesideKind {
    Comment,
    Glyph,
    Variation,
}

/// A comment, a glyph or a variation of a line, and its place.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    pub kind: BesideKind,
    /// The elements of the line before it.
    pub after: usize,
    /// Its bytes in the text, with braces or parentheses.
    pub range: Range<usize>,
    /// Its bytes without them.
    pub inner: Range<usize>,
}

impl GameText<'_> {
    /// The bytes of the game in the text of its block.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        Span { start: self.scan.start, end: self.scan.end }.range()
    }

    /// The bytes of an element. A star that is glued to a move, where the game continues, belongs to the move.
    pub(crate) fn element_range(&self, index: usize) -> Range<usize> {
        let item = self.scan.items[index];
        let start = item.at as usize;
        let end = start + usize::from(item.length);
        let is_end = self.scan.ended.is_some_and(|at| at as usize == end);
        let has_star = self.text.get(end) == Some(&b'*') && !is_end;
        start..end + usize::from(has_star)
    }

    /// Everything beside the moves, in the order of the text.
    pub(crate) fn all_beside(&self) -> Vec<Beside> {
        let Scan { comments, glyphs, variations, .. } = self.scan;
        let of = |kind, found: &[AnnotationSpan]| -> Vec<Beside> {
            let beside = |one: &AnnotationSpan| {
                let (range, inner) = (self.outer(kind, one.text), one.text.range());
                Beside { kind, after: one.after_items as usize, range, inner }
            };
            found.iter().map(beside).collect()
        };
        let mut all = of(BesideKind::Comment, comments);
        all.extend(of(BesideKind::Glyph, glyphs));
        all.extend(of(BesideKind::Variation, variations));
        all.sort_by_key(|one| one.range.start);
        all
    }

    /// With the signs around it; a comment may lack the last one.
    fn outer(&self, kind: BesideKind, inner: Span) -> Range<usize> {
        let Range { start, end } = inner.range();
        let is_closed = |sign| self.text.get(end) == Some(&sign);
        match kind {
            BesideKind::Glyph => start..end,
            BesideKind::Comment => start - 1..end + usize::from(is_closed(b'}')),
            BesideKind::Variation => start - 1..end + usize::from(is_closed(b')')),
        }
    }

    /// Some bytes of the text of its block.
    pub(crate) fn slice(&self, range: Range<usize>) -> &[u8] {
        &self.text[range]
    }

    /// The bytes of the terminator.
    pub(crate) fn terminator_range(&self) -> Option<Range<usize>> {
        let start = self.scan.terminator?.1 as usize;
        let rest = &self.text[start..];
        let length = grammar::token(rest).map_or(0, |(after, _)| rest.len() - after.len());
        Some(start..start + length)
    }

    /// The bytes of the tag with this name, as [`GameText::tag`] finds it: with its brackets, and of its value.
    pub(crate) fn tag_ranges(&self, name: &str) -> Option<(Range<usize>, Range<usize>)> {
        let tag = self.scan.tags.get(self.tag_index(name)?)?;
        Some((self.tag_outer(*tag), tag.value.range()))
    }

    /// The bytes from the first tag to the last.
    pub(crate) fn all_tags(&self) -> Option<Range<usize>> {
        let (first, last) = (self.scan.tags.first()?, self.scan.tags.last()?);
        Some(self.tag_outer(*first).start..self.tag_outer(*last).end)
    }

    /// From the bracket before the name to the one after the value.
    fn tag_outer(&self, tag: TagSpan) -> Range<usize> {
        let (name, value) = (tag.name.range(), tag.value.range());
        let start = self.text[..name.start].iter().rposition(|byte| *byte == b'[');
        let end = self.text[value.end..].iter().position(|byte| *byte == b']');
        start.unwrap_or(name.start)..end.map_or(value.end, |end| value.end + end + 1)
    }
}

impl Span {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
