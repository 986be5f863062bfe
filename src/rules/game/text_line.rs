//! The lines of a game with the places of their moves in the text: the main line and the variations, nested or not.

use std::ops::Range;

use super::record::{Game, Segment};
use super::replay::Replayer;
use crate::board::{Move, Position};
use crate::pdn::{
    Beside, BesideKind, Element, GameText, PlyText, Scan, Written, engine_note, glyph,
    is_analysis_note,
};

/// The deepest nest of variations that is read.
pub(super) const DEEPEST: usize = 40;
/// The most plies of all variations of a game.
pub(super) const MAX_PLIES: usize = 20_000;

/// A line of moves of a text.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// The line that it is beside, and the plies of that line before it; `None` for the main line.
    pub parent: Option<(usize, usize)>,
    /// The bytes of a variation in the text, with its parentheses; nothing for the main line.
    pub outer: Range<usize>,
    /// The comments before its first move, with their braces.
    pub intro: Vec<Range<usize>>,
    /// Where its moves end, with all that is beside the last one; a result at the end is not in it.
    pub end: usize,
    /// The position before its first move.
    pub start: Position,
    /// Its moves, up to the first that is not legal.
    pub plies: Vec<TextPly>,
    /// Whether these are all moves that it has.
    pub is_whole: bool,
}

/// A move of a text.
#[derive(Clone, Debug)]
pub(super) struct TextPly {
    pub mv: Move,
    /// Where the move begins, with its number.
    pub begin: usize,
    /// Where the move ends.
    pub end: usize,
    /// Where a note of an engine goes: after the glyphs, and after the notes of other engines.
    pub note: usize,
    /// Where what directly follows the move ends, glyphs, comments and variations.
    pub beside: usize,
    /// Where everything beside the move ends.
    pub last: usize,
    /// Its comments, with their braces.
    pub comments: Vec<Range<usize>>,
    /// Its glyphs that have a meaning in PDN.
    pub glyphs: Vec<(Range<usize>, &'static str)>,
    /// Whether somebody judged the move.
    pub is_judged: bool,
    /// The notes of earlier analyses, with their braces.
    pub notes: Vec<Range<usize>>,
}

/// The lines of a game: the main line, and then each variation after the line that it is beside.
pub(super) fn lines_of(text: &GameText<'_>, game: &Game, is_whole: bool) -> Vec<TextLine> {
    let main = game.main();
    let Some(&start) = main.positions.first() else { return Vec::new() };
    let mut reading = Reading { left: MAX_PLIES, spare: Vec::new(), lines: Vec::new() };
    let earlier = game.plies() - main.moves.len();
    let found = Parts::of(text, game, main, earlier);
    reading.lines.push(found.line(None, 0..0, start, is_whole));
    reading.beside(text, game, main, earlier, 0, 0);
    reading.lines
}

/// What may still be read, the memory to read with, and what was read.
struct Reading {
    left: usize,
    spare: Vec<(Scan, Replayer)>,
    lines: Vec<TextLine>,
}

impl Reading {
    /// Reads the variations beside a line, after `earlier` plies that do not count.
    fn beside(
        &mut self,
        text: &GameText<'_>,
        game: &Game,
        line: Segment<'_>,
        earlier: usize,
        number: usize,
        depth: usize,
    ) {
        if depth >= DEEPEST {
            return;
        }
        let outer = text.all_beside().into_iter().filter(|one| one.kind == BesideKind::Variation);
        for ((index, (elements, _)), outer) in text.variations().enumerate().zip(outer) {
            let before = game.plies_of_elements(elements).checked_sub(earlier + 1);
            let Some(before) = before.filter(|&before| before < line.moves.len()) else { continue };
            let (mut scan, mut replayer) = self.spare.pop().unwrap_or_default();
            if let Some(inner) = text.variation(index, &mut scan) {
                let place = (outer.range, (number, before));
                self.variation(&inner, &mut replayer, line.positions[before], place, depth);
            }
            self.spare.push((scan, replayer));
        }
    }

    fn variation(
        &mut self,
        text: &GameText<'_>,
        replayer: &mut Replayer,
        start: Position,
        (outer, parent): (Range<usize>, (usize, usize)),
        depth: usize,
    ) {
        let game = replayer.replay_from(text, start);
        let Some(line) = game.segments().next().filter(|line| line.positions[0] == start) else {
            return;
        };
        let Some(left) = self.left.checked_sub(line.moves.len()) else { return };
        self.left = left;
        if line.moves.is_empty() {
            return;
        }
        let is_whole =
            game.plies() == line.moves.len() && game.plies() + game.without_ply.len() == text.len();
        let number = self.lines.len();
        let found = Parts::of(text, game, line, 0);
        self.lines.push(found.line(Some(parent), outer, start, is_whole));
        self.beside(text, game, line, 0, number, depth + 1);
    }
}

/// The parts of a line, as they are found in the text.
struct Parts {
    plies: Vec<TextPly>,
    intro: Vec<Range<usize>>,
    end: usize,
}

impl Parts {
    /// The plies of a segment, after `earlier` plies of other segments.
    fn of(text: &GameText<'_>, game: &Game, line: Segment<'_>, earlier: usize) -> Parts {
        let beside = text.all_beside();
        let mut parts = Parts {
            plies: plies_of(text, game, line, earlier, &beside),
            intro: Vec::new(),
            end: 0,
        };
        let moves = parts.plies.last().map_or(0, |ply| ply.end);
        // A result in a headline, before the moves, does not end them.
        let result = text.terminator_range().filter(|range| range.start >= moves);
        let last = result.map_or(usize::MAX, |range| range.start);
        let elements = (0..text.len()).map(|element| text.element_range(element).end);
        let ends = elements.chain(beside.iter().map(|one| one.range.end));
        parts.end = ends.filter(|&end| end <= last).max().unwrap_or(text.range().start);
        parts.share(text, game, earlier, &beside);
        parts
    }

    fn line(
        self,
        parent: Option<(usize, usize)>,
        outer: Range<usize>,
        start: Position,
        is_whole: bool,
    ) -> TextLine {
        let Parts { plies, intro, end } = self;
        TextLine { parent, outer, intro, end, start, plies, is_whole }
    }

    /// Gives each ply what is beside it.
    fn share(&mut self, text: &GameText<'_>, game: &Game, earlier: usize, beside: &[Beside]) {
        for one in beside {
            let Some(plies) = game.plies_of_elements(one.after).checked_sub(earlier) else {
                continue;
            };
            let ply = plies.min(self.plies.len()).checked_sub(1).map(|ply| &mut self.plies[ply]);
            match (one.kind, ply) {
                (BesideKind::Comment, None) => self.intro.push(one.range.clone()),
                (BesideKind::Comment, Some(ply)) => ply.comments.push(one.range.clone()),
                (BesideKind::Glyph, Some(ply)) => {
                    let sign = glyph(text.slice(one.inner.clone()));
                    ply.glyphs.extend(sign.map(|sign| (one.range.clone(), sign)));
                }
                _ => {}
            }
        }
        let begins = self.plies.iter().skip(1).map(|ply| ply.begin).chain([self.end]);
        let begins: Vec<usize> = begins.collect();
        for (ply, next) in self.plies.iter_mut().zip(begins) {
            let space = text.slice(ply.end.min(next)..next);
            ply.last = ply.end.min(next) + space.trim_ascii_end().len();
        }
    }
}

/// Where a move begins with its number, in the text after what is before it.
fn begin_of(text: &GameText<'_>, beside: &[Beside], before: usize, start: usize) -> usize {
    let earlier = beside.partition_point(|one| one.range.end <= start).checked_sub(1);
    let from = earlier.map_or(0, |one| beside[one].range.end).max(before);
    let is_number = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'.' | b' ' | b'\t');
    let gap = text.slice(from..start);
    let number = gap.iter().rev().take_while(is_number).count();
    let blanks = gap[gap.len() - number..].iter().take_while(|byte| byte.is_ascii_whitespace());
    start - number + blanks.count()
}

fn plies_of(
    text: &GameText<'_>,
    game: &Game,
    line: Segment<'_>,
    earlier: usize,
    beside: &[Beside],
) -> Vec<TextPly> {
    let is_ply =
        |element: usize| game.plies_of_elements(element + 1) > game.plies_of_elements(element);
    let mut plies = Vec::with_capacity(line.moves.len());
    let mut element = 0;
    while element < text.len() {
        let first = element;
        element += 1;
        if !is_ply(first) {
            continue;
        }
        // A capture that is written in pieces has several elements.
        while element < text.len() && !is_ply(element) && is_capture(text, element) {
            element += 1;
        }
        let ply = game.plies_of_elements(first).checked_sub(earlier);
        let Some(&mv) = ply.and_then(|ply| line.moves.get(ply)) else { continue };
        let next = (element..text.len()).find(|&next| text.element(next) != Element::Ellipsis);
        let next = next.unwrap_or(text.len());
        let from = beside.partition_point(|one| one.after < element);
        let to = beside.partition_point(|one| one.after <= next);
        let before = plies.last().map_or(text.range().start, |ply: &TextPly| ply.end);
        let begin = begin_of(text, beside, before, text.element_range(first).start);
        plies.push(TextPly { begin, ..ply_at(text, mv, element, &beside[from..to]) });
    }
    plies
}

fn is_capture(text: &GameText<'_>, element: usize) -> bool {
    let Element::Ply(PlyText { written, .. }) = text.element(element) else { return false };
    matches!(written, Written::Capture | Written::Path)
}

/// A ply with `elements` elements up to its end, and what belongs to it.
fn ply_at(text: &GameText<'_>, mv: Move, elements: usize, near: &[Beside]) -> TextPly {
    let end = text.element_range(elements - 1).end;
    let content = |one: &Beside| text.slice(one.inner.clone());
    let is_comment = |one: &Beside| one.kind == BesideKind::Comment;
    let is_own = |one: &Beside| is_comment(one) && is_analysis_note(content(one));
    let is_judgement = |one: &Beside| {
        let sign = content(one);
        one.kind == BesideKind::Glyph
            && (sign.starts_with(b"!")
                || sign.starts_with(b"?")
                || glyph(sign).is_some_and(|glyph| !glyph.starts_with('$')))
    };
    let (mut note, mut beside, mut is_note_next) = (end, end, true);
    for one in near.iter().filter(|one| one.after == elements) {
        if !text.slice(beside..one.range.start).trim_ascii().is_empty() {
            break;
        }
        beside = one.range.end;
        let is_foreign_note = is_comment(one) && engine_note(content(one)).is_some();
        is_note_next &= one.kind == BesideKind::Glyph || is_foreign_note;
        if is_note_next {
            note = beside;
        }
    }
    let is_judged = near.iter().any(is_judgement);
    let notes = near.iter().filter(|one| is_own(one)).map(|one| one.range.clone()).collect();
    TextPly {
        mv,
        begin: end,
        end,
        note,
        beside,
        last: beside,
        comments: Vec::new(),
        glyphs: Vec::new(),
        is_judged,
        notes,
    }
}
