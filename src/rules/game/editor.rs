//! A game whose text is changed in place: what is added to its moves goes into the text, and everything else stays to the byte.

use std::ops::Range;

use super::game_tree::GameTree;
use super::record::Game;
use super::replay::{Replay, Replayer, each_game};
use super::text_line::{TextLine, TextPly, lines_of};
use super::{Fault, Outcome, annotated};
use crate::board::{Color, Move, Position};
use crate::pdn::{Edits, GameText, Joint, Scan, Variation, block_of, line_text};

/// A game with its text, to which notes, glyphs, variations and moves are added.
///
/// ```
/// use draughts_td_rules::game::GameEditor;
///
/// let text = "{from a book} 1. 32-28 $10 19-23 (1... 19-24 99-1) 1-1";
/// let mut editor = GameEditor::of(text.into()).expect("a game");
/// editor.note(1, Some("-0.50/9"));
/// editor.judge(1, "?");
/// let expected = "{from a book} 1. 32-28 $10 19-23? {-0.50/9} (1... 19-24 99-1) 1-1";
/// assert_eq!(editor.text(), expected);
/// ```
#[derive(Clone, Debug)]
pub struct GameEditor {
    pub(super) text: String,
    /// The main line, and then the variations.
    pub(super) lines: Vec<TextLine>,
    /// What the text says.
    pub(super) tree: GameTree,
    pub(super) outcome: Outcome,
    /// Where the first move of a game without moves goes.
    pub(super) end: usize,
    pub(super) terminator: Option<Range<usize>>,
    pub(super) is_single: bool,
    /// Where the last tag ends; 0 without tags.
    pub(super) tags_end: usize,
    /// The value of the tag of the result.
    result_tag: Option<Range<usize>>,
    pub(super) edits: Edits,
}

impl GameEditor {
    /// Reads the first game of a text, which may have more before and after it. `None` if the text has no game or the position of the
    /// game cannot be read.
    #[must_use]
    pub fn of(text: String) -> Option<GameEditor> {
        let block = block_of("a game", text);
        let mut found = None;
        each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
            if found.is_none() {
                found = Some(GameEditor::read(text, &replay));
            }
        });
        let mut editor = found.flatten()?;
        editor.text = String::from_utf8(block.text).ok()?;
        Some(editor)
    }

    fn read(text: &GameText<'_>, replay: &Replay<'_>) -> Option<GameEditor> {
        let game: &Game = replay.game;
        let fault = replay.error.as_ref().map(|error| &*error.fault);
        let is_whole = matches!(fault, None | Some(Fault::Empty { .. }));
        let lines = lines_of(text, game, is_whole);
        let last = lines.first().and_then(|main| main.plies.last()).map_or(0, |ply| ply.end);
        let range = text.range();
        let blanks = text.slice(range.clone());
        Some(GameEditor {
            text: String::new(),
            is_single: game.segments().count() == 1,
            outcome: game.outcome(),
            end: range.start + blanks.trim_ascii_end().len(),
            // A result in a headline, before the moves, does not end them.
            terminator: text.terminator_range().filter(|end| end.start >= last),
            tags_end: text.all_tags().map_or(0, |all| all.end),
            result_tag: text.tag_ranges("Result").map(|(_, value)| value),
            tree: GameTree::of(&annotated(text, game)),
            edits: Edits::default(),
            lines: (!lines.is_empty()).then_some(lines)?,
        })
    }

    /// The position before the first move of the main line; of a game that is set up more than once, the last set-up.
    #[must_use]
    pub fn start(&self) -> Position {
        self.main().start
    }

    /// The moves of the main line, up to the first that cannot be read.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.main().plies.iter().map(|ply| ply.mv).collect()
    }

    /// Whether all moves of the main line can be read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.main().is_whole
    }

    /// Whether the game is set up once.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.is_single
    }

    /// The game as the text says it, up to the first move of each line that cannot be read.
    #[must_use]
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The text with everything that was added.
    #[must_use]
    pub fn text(&self) -> String {
        self.edits.applied(&self.text)
    }

    /// Writes how the game ended: in the `Result` tag, and after the moves where it is there or has no other place.
    pub fn set_result(&mut self, outcome: Outcome) {
        if self.outcome.pdn() == outcome.pdn() {
            return;
        }
        let result = outcome.pdn();
        let tag = self.result_tag.clone();
        if let Some(tag) = &tag {
            self.edits.replace(tag.clone(), Joint::Instead, result.into());
        }
        match self.terminator.clone() {
            Some(place) if self.text[place.clone()] != *"*" || tag.is_none() => {
                self.edits.replace(place, Joint::Moves, result.into());
            }
            None if tag.is_none() => self.edits.add(self.end_of(0), Joint::Moves, result.into()),
            _ => {}
        }
    }

    pub(super) fn main(&self) -> &TextLine {
        &self.lines[0]
    }

    /// Puts a note of an analysis after a move of the main line, in place of the notes of [earlier analyses](crate::pdn::is_analysis_note),
    /// or takes these away. What people or other engines wrote stays. A move is asked about once.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn note(&mut self, ply: usize, note: Option<&str>) {
        let TextPly { note: at, notes, .. } = self.main().plies[ply].clone();
        let comment = note.map(|note| format!("{{{note}}}"));
        let mut old = notes.into_iter();
        match (comment, old.next()) {
            (None, None) => {}
            (Some(comment), None) => self.edits.add(at, Joint::Comment, comment),
            (Some(comment), Some(place)) => self.edits.replace(place, Joint::Instead, comment),
            (None, Some(place)) => self.remove(place),
        }
        old.for_each(|place| self.remove(place));
    }

    /// Takes a comment away, with the white space before it.
    pub(super) fn remove(&mut self, comment: Range<usize>) {
        let instead = self.without(&comment).1;
        self.edits.replace_all(self.with_blank(comment), instead.into());
    }

    /// A comment or a variation with the white space before it that goes with it.
    pub(super) fn with_blank(&self, part: Range<usize>) -> Range<usize> {
        part.start - self.without(&part).0..part.end
    }

    /// The bytes of white space that go with a comment or a variation, and what has to be in its place.
    fn without(&self, comment: &Range<usize>) -> (usize, &'static str) {
        let (before, after) = (&self.text[..comment.start], &self.text[comment.end..]);
        let is_open = after.is_empty() || after.starts_with([' ', '\t', '\n', '\r', ')']);
        let blank = ["\r\n", "\n", "\r", " "].iter().find(|blank| before.ends_with(**blank));
        match (is_open, blank) {
            (true, blank) => (blank.map_or(0, |blank| blank.len()), ""),
            (false, Some(_)) => (0, ""),
            (false, None) => (0, " "),
        }
    }

    /// Puts a glyph after a move of the main line unless somebody has judged the move; says whether it was put there.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn judge(&mut self, ply: usize, glyph: &str) -> bool {
        self.judge_at((0, ply), glyph)
    }

    fn judge_at(&mut self, (line, ply): (usize, usize), glyph: &str) -> bool {
        let TextPly { end, is_judged, .. } = self.lines[line].plies[ply];
        if !is_judged {
            self.edits.add(end, Joint::Glued, glyph.into());
        }
        !is_judged
    }

    /// Adds a variation in place of a move of the main line, unless one that begins so is there.
    ///
    /// # Panics
    /// If there is no such move, or the moves are not legal.
    pub fn vary(&mut self, ply: usize, moves: &[Move]) {
        let begins_so = |line: &TextLine| {
            line.parent == Some((0, ply))
                && line.plies.first().map(|ply| ply.mv) == moves.first().copied()
        };
        if !moves.is_empty() && !self.lines.iter().any(begins_so) {
            let line = Variation { moves: moves.to_vec(), ..Variation::default() };
            self.add_beside((0, ply), &line);
        }
    }

    /// Puts a variation after the ply that it is in place of.
    pub(super) fn add_beside(&mut self, (line, ply): (usize, usize), variation: &Variation) {
        let plies = &self.lines[line].plies;
        let start = self.position_before((line, ply));
        let text = line_text(&start, self.number_of(line) + ply, variation);
        self.edits.add(plies[ply].beside, Joint::Variation, format!("({text})"));
    }

    /// Continues a line after its last ply.
    pub(super) fn append(&mut self, line: usize, moves: &Variation) {
        let plies = &self.lines[line].plies;
        let start = self.position_before((line, plies.len()));
        let number = self.number_of(line) + plies.len();
        let mut text = line_text(&start, number, moves);
        // Black's move needs its number only where something is before it.
        let is_next = plies.last().is_some_and(|last| last.beside == last.end);
        let unnumbered = text.strip_prefix(&format!("{}... ", number / 2 + 1)).map(str::to_owned);
        if let Some(unnumbered) = unnumbered.filter(|_| is_next) {
            text = unnumbered;
        }
        if plies.is_empty() && self.terminator.is_none() {
            self.edits.add(self.end, Joint::Glued, "\n\n".into());
        }
        self.edits.add(self.end_of(line), Joint::Moves, text);
    }

    /// Where more moves of a line go.
    pub(super) fn end_of(&self, line: usize) -> usize {
        let end = self.terminator.as_ref().map_or(self.end, |terminator| terminator.start);
        self.lines[line].plies.last().map_or(end, |last| last.beside)
    }

    pub(super) fn position_before(&self, (line, ply): (usize, usize)) -> Position {
        let TextLine { start, plies, .. } = &self.lines[line];
        plies[..ply].iter().fold(*start, |position, ply| position.succ(ply.mv))
    }

    /// The number of the first move of a line, counted in plies from White's first.
    pub(super) fn number_of(&self, line: usize) -> usize {
        match self.lines[line].parent {
            None => usize::from(self.start().turn() == Color::Black),
            Some((parent, before)) => self.number_of(parent) + before,
        }
    }
}

#[cfg(test)]
#[path = "editor_tests.rs"]
mod tests;
