//! The changes of a text that make its game another tree. Only what differs is written; all else stays to the byte.

use std::ops::Range;

use thiserror::Error;

use super::editor::GameEditor;
use super::game_tree::GameTree;
use super::text_line::{TextLine, TextPly};
use crate::board::Move;
use crate::pdn::{Joint, Variation, line_text};

/// A ply of a line, both by number.
type PlyPlace = (usize, usize);

/// That the text has the same moves several times, or parts that cannot be read, where other moves are wanted.
#[derive(Debug)]
struct Tangled;

/// Why a text cannot be changed so that its game is another tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the text of this game has moves that cannot be read where it is to be changed; mend them in the file, or enter the game anew"
)]
pub struct NoPlace;

impl GameEditor {
    /// Makes the game of the text the tree: moves, comments, glyphs and variations that differ are written, added, moved or taken away, and
    /// all else stays to the byte. What the text has beside the moves in another form, such as variations that cannot be read, stays too.
    ///
    /// # Errors
    /// Where moves that cannot be read are in the way; the text stays as it is.
    ///
    /// # Panics
    /// If a move of the tree is not legal.
    pub fn revise(&mut self, wanted: &GameTree) -> Result<(), NoPlace> {
        if *wanted == self.tree {
            return Ok(());
        }
        let mut pieces = self.clone();
        let is_written = Revision::of(&mut pieces, wanted).write().is_ok();
        if is_written && pieces.says(wanted) {
            *self = pieces;
            return Ok(());
        }
        let mut anew = self.clone();
        anew.write_anew(wanted);
        let is_readable = self.is_single && self.lines.iter().all(|line| line.is_whole);
        if !is_readable || !anew.says(wanted) {
            return Err(NoPlace);
        }
        *self = anew;
        Ok(())
    }

    /// Whether the text with its changes is read as a tree.
    fn says(&self, wanted: &GameTree) -> bool {
        GameEditor::of(self.text()).is_some_and(|again| again.tree == *wanted)
    }

    /// Writes all moves with everything beside them.
    fn write_anew(&mut self, wanted: &GameTree) {
        let main = self.main();
        let outside = |range: &&Range<usize>| range.end <= self.tags_end;
        let outside: Vec<Range<usize>> = main.intro.iter().filter(outside).cloned().collect();
        let begin = match (
            main.plies.first(),
            main.intro.iter().find(|intro| intro.start >= self.tags_end),
        ) {
            (Some(first), Some(intro)) => first.begin.min(intro.start),
            (Some(first), None) => first.begin,
            (None, Some(intro)) => intro.start,
            (None, None) => self.end_of(0),
        };
        let end = main.end.max(begin);
        let text = line_text(&self.start(), self.number_of(0), &wanted.line(0));
        let joint = if begin == end { Joint::Moves } else { Joint::Instead };
        outside.into_iter().for_each(|range| self.remove(range));
        self.edits.replace(begin..end, joint, text);
    }
}

/// A text on its way to another tree.
struct Revision<'a> {
    editor: &'a mut GameEditor,
    wanted: &'a GameTree,
    /// Where each node of the text's tree is: the first place is the one to write at.
    places: Vec<Vec<PlyPlace>>,
    /// Nodes of both trees whose moves have another order, those nearer to the start first.
    reordered: Vec<(usize, usize)>,
}

impl<'a> Revision<'a> {
    fn of(editor: &'a mut GameEditor, wanted: &'a GameTree) -> Revision<'a> {
        let mut places = vec![Vec::new(); editor.tree.len()];
        let mut along: Vec<Vec<usize>> = Vec::with_capacity(editor.lines.len());
        for (number, line) in editor.lines.iter().enumerate() {
            let mut nodes = vec![line.parent.map_or(0, |(parent, ply)| along[parent][ply])];
            for (ply, text) in line.plies.iter().enumerate() {
                let Some(node) = editor.tree.child(nodes[ply], text.mv) else { break };
                places[node].push((number, ply));
                nodes.push(node);
            }
            along.push(nodes);
        }
        Revision { editor, wanted, places, reordered: Vec::new() }
    }

    fn write(mut self) -> Result<(), Tangled> {
        let mut open = vec![(0, 0)];
        while let Some((node, other)) = open.pop() {
            self.remark(node, other);
            self.judge(node, other);
            self.follow(node, other)?;
            let wanted = &self.wanted.node(other).children;
            let pair =
                |&(mv, other): &(Move, usize)| Some((self.editor.tree.child(node, mv)?, other));
            open.extend(wanted.iter().filter_map(pair));
        }
        // Those within others come first.
        for (node, other) in std::mem::take(&mut self.reordered).into_iter().rev() {
            self.reorder(node, other)?;
        }
        Ok(())
    }

    /// The text's ply of a node; `None` for the start.
    fn ply(&self, node: usize) -> Option<&TextPly> {
        let &(line, ply) = self.places[node].first()?;
        Some(&self.editor.lines[line].plies[ply])
    }

    /// Writes the comment of a node where it differs.
    fn remark(&mut self, node: usize, other: usize) {
        let wanted = &self.wanted.node(other).comment;
        if *wanted == self.editor.tree.node(node).comment {
            return;
        }
        let mut old = self.comments(node).into_iter();
        let place = self.ply(node).map(|ply| ply.note);
        let comment = comment_text(wanted);
        match (old.next(), wanted.is_empty()) {
            (Some(first), false) => self.editor.edits.replace(first, Joint::Instead, comment),
            (Some(first), true) => self.editor.remove(first),
            (None, false) => {
                let start = self.editor.lines[0].plies.first().map(|ply| ply.begin);
                let at = place.or(start).unwrap_or_else(|| self.editor.end_of(0));
                self.editor.edits.add(at, Joint::Comment, comment);
            }
            (None, true) => {}
        }
        old.for_each(|place| self.editor.remove(place));
    }

    /// The comments of a node, at all of its places.
    fn comments(&self, node: usize) -> Vec<Range<usize>> {
        let lines = &self.editor.lines;
        if node == 0 {
            return lines[0].intro.clone();
        }
        let own = |&(line, ply): &PlyPlace| {
            let TextLine { intro, plies, parent, .. } = &lines[line];
            let intro = intro.iter().filter(move |_| ply == 0 && parent.is_some());
            intro.chain(&plies[ply].comments).cloned()
        };
        self.places[node].iter().flat_map(own).collect()
    }

    /// Writes the glyphs of a node where they differ.
    fn judge(&mut self, node: usize, other: usize) {
        let wanted = &self.wanted.node(other).glyphs;
        let known = &self.editor.tree.node(node).glyphs;
        let Some(end) = self.ply(node).map(|ply| ply.end).filter(|_| wanted != known) else {
            return;
        };
        let lines = &self.editor.lines;
        let places = self.places[node].iter();
        let old = places.flat_map(|&(line, ply)| lines[line].plies[ply].glyphs.clone());
        let is_kept = |glyph: &str| wanted.contains(&glyph) && known.contains(&glyph);
        let (kept, gone): (Vec<_>, Vec<_>) = old.partition(|(_, glyph)| is_kept(glyph));
        let last = kept.iter().map(|(range, _)| range.end).max().unwrap_or(end);
        let new = wanted.iter().copied().filter(|glyph| !known.contains(glyph));
        let (numbers, signs): (Vec<&str>, Vec<&str>) =
            new.partition(|glyph| glyph.starts_with('$'));
        gone.into_iter().for_each(|(range, _)| self.editor.remove(range));
        for (at, text) in [(end, signs.concat()), (last, numbers.join(" "))] {
            if !text.is_empty() {
                let blank = if text.starts_with('$') { " " } else { "" };
                self.editor.edits.add(at, Joint::Glued, blank.to_owned() + &text);
            }
        }
    }

    /// Sees to the moves that follow a node.
    fn follow(&mut self, node: usize, other: usize) -> Result<(), Tangled> {
        let text = self.editor.tree.node(node).children.clone();
        let wanted = &self.wanted.node(other).children;
        let has = |all: &[(Move, usize)], mv: Move| all.iter().any(|(other, _)| *other == mv);
        let kept = text.iter().filter(|(mv, _)| has(wanted, *mv));
        let new = wanted.iter().filter(|(mv, _)| !has(&text, *mv));
        let expected: Vec<Move> = kept.chain(new).map(|(mv, _)| *mv).collect();
        let is_in_order = expected.iter().eq(wanted.iter().map(|(mv, _)| mv));
        match (text.first(), wanted.first()) {
            (None, None) => Ok(()),
            (Some(_), None) => self.cut(node),
            (None, Some(_)) => self.append(node, other),
            (Some(first), Some(_)) if is_in_order && has(wanted, first.0) => {
                for &(_, child) in text.iter().filter(|(mv, _)| !has(wanted, *mv)) {
                    self.drop_variation(child)?;
                }
                let (line, ply) = self.next_of(node)?;
                for &child in wanted.iter().filter(|(mv, _)| !has(&text, *mv)) {
                    let branch = self.wanted.branch(other, child);
                    self.editor.add_beside((line, ply), &branch);
                }
                Ok(())
            }
            _ => {
                self.reordered.push((node, other));
                Ok(())
            }
        }
    }

    /// The place of the only line that goes through a child.
    fn only_place(&self, child: usize) -> Result<PlyPlace, Tangled> {
        match self.places[child][..] {
            [place] => Ok(place),
            _ => Err(Tangled),
        }
    }

    /// The place of the first move after a node, in the same line of the text.
    fn next_of(&self, node: usize) -> Result<PlyPlace, Tangled> {
        let &(_, child) = self.editor.tree.node(node).children.first().ok_or(Tangled)?;
        let own = self.places[node].first().map(|&(line, ply)| (line, ply + 1)).unwrap_or((0, 0));
        let places = &self.places[child];
        places.first().copied().filter(|place| *place == own).ok_or(Tangled)
    }

    /// Takes the rest of a line away.
    fn cut(&mut self, node: usize) -> Result<(), Tangled> {
        for &(_, child) in &self.editor.tree.node(node).children {
            self.only_place(child)?;
        }
        let (line, ply) = self.next_of(node)?;
        let TextLine { plies, end, .. } = &self.editor.lines[line];
        let begin = self.editor.text[..plies[ply].begin].trim_end().len();
        let (blank, rest) = (begin..plies[ply].begin, plies[ply].begin..*end);
        self.editor.edits.replace_all(rest, String::new());
        self.editor.edits.replace_all(blank, String::new());
        Ok(())
    }

    fn drop_variation(&mut self, child: usize) -> Result<(), Tangled> {
        let (line, ply) = self.only_place(child)?;
        let outer = self.editor.lines[line].outer.clone();
        if ply > 0 || outer.is_empty() {
            return Err(Tangled);
        }
        self.editor.remove(outer);
        Ok(())
    }

    /// Adds moves after the last of a line.
    fn append(&mut self, node: usize, other: usize) -> Result<(), Tangled> {
        let (number, plies) =
            self.places[node].first().map_or((0, 0), |&(line, ply)| (line, ply + 1));
        let more = self.wanted.line(other);
        let more = Variation {
            comments: more.comments.into_iter().filter(|(at, _)| *at > 0).collect(),
            ..more
        };
        let line = &self.editor.lines[number];
        if plies < line.plies.len() {
            return Err(Tangled);
        }
        if line.is_whole {
            self.editor.append(number, &more);
            return Ok(());
        }
        // Moves that cannot be read follow: the line is written once more up to here.
        let (place, from) = match line.parent {
            Some(parent) => (Some(parent), 0),
            None => (plies.checked_sub(1).map(|last| (0, last)), plies.saturating_sub(1)),
        };
        let place = place.ok_or(Tangled)?;
        let moves: Vec<Move> = line.plies[from..plies].iter().map(|ply| ply.mv).collect();
        self.editor.add_beside(place, &prefixed(&moves, more));
        Ok(())
    }

    /// Writes the moves after a node in another order, from the pieces of the text.
    fn reorder(&mut self, node: usize, other: usize) -> Result<(), Tangled> {
        let (line, ply) = self.next_of(node)?;
        let text = self.editor.tree.node(node).children.clone();
        let mut pieces: Vec<(Move, WrittenMove)> = Vec::new();
        // Those within others come first.
        let mut places = Vec::new();
        for (mv, child) in text {
            places.push((self.only_place(child)?, mv));
        }
        places.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
        for (place, mv) in places {
            pieces.push((mv, self.written_move(place)));
            let outer = self.editor.lines[place.0].outer.clone();
            if place.0 != line {
                self.editor.edits.replace_all(self.editor.with_blank(outer), String::new());
            }
        }
        let number = self.editor.number_of(line) + ply;
        let mut parts = Vec::new();
        for &child in &self.wanted.node(other).children {
            let known = pieces.iter().position(|(mv, _)| *mv == child.0);
            let piece = known.map(|index| pieces.swap_remove(index).1);
            parts.push(piece.unwrap_or_else(|| self.new_piece((line, ply), number, other, child)));
        }
        let region = self.editor.lines[line].plies[ply].begin..self.editor.lines[line].end;
        // Black's move needs its number only where something is before it.
        let before = ply.checked_sub(1).map(|before| &self.editor.lines[line].plies[before]);
        let is_next = before.is_some_and(|before| before.last == before.end);
        let text = composed(parts, number, is_next);
        self.editor.edits.replace_all(region, text);
        Ok(())
    }

    /// A line from a move on, as it is in the text by now.
    fn written_move(&self, (number, ply): PlyPlace) -> WrittenMove {
        let GameEditor { lines, text, edits, .. } = &*self.editor;
        let TextLine { plies, end, intro, parent, .. } = &lines[number];
        let part = |range: Range<usize>| edits.part(text, range);
        let rest = plies.get(ply + 1).map(|next| next.begin..*end);
        let is_first = ply == 0 && parent.is_some();
        let intro = intro.first().map(|first| first.start).filter(|_| is_first);
        WrittenMove {
            intro: intro.map(|start| part(start..plies[ply].begin)).unwrap_or_default(),
            head: part(plies[ply].begin..plies[ply].last),
            rest: rest.map(part).unwrap_or_default(),
        }
    }

    fn new_piece(
        &self,
        place: PlyPlace,
        number: usize,
        other: usize,
        child: (Move, usize),
    ) -> WrittenMove {
        let position = self.editor.position_before(place);
        let branch = self.wanted.branch(other, child);
        let is_head = |at: usize| at <= 1;
        let head = Variation {
            before: 0,
            moves: branch.moves[..1].to_vec(),
            comments: branch.comments.into_iter().filter(|(at, _)| is_head(*at)).collect(),
            glyphs: branch.glyphs.into_iter().filter(|(at, _)| is_head(*at)).collect(),
            variations: Vec::new(),
        };
        let rest = self.wanted.line(child.1);
        WrittenMove {
            intro: String::new(),
            head: line_text(&position, number, &head),
            rest: line_text(&position.succ(child.0), number + 1, &rest),
        }
    }
}

/// A line in pieces: comments before its first move, that move with what is beside it, and the other moves.
struct WrittenMove {
    intro: String,
    head: String,
    rest: String,
}

/// The pieces of lines from one place, of which the first is the main one.
fn composed(parts: Vec<WrittenMove>, number: usize, is_next: bool) -> String {
    let mut parts = parts.into_iter();
    let Some(main) = parts.next() else { return String::new() };
    let mut text = numbered(main.head, number);
    let own = format!("{}...", number / 2 + 1);
    if let Some(rest) = text.strip_prefix(&own).filter(|_| is_next) {
        text = rest.trim_start().to_owned();
    }
    join(&mut text, &main.intro);
    for other in parts {
        let mut inner = other.intro;
        join(&mut inner, &numbered(other.head, number));
        join(&mut inner, &other.rest);
        close_line(&mut inner);
        join(&mut text, &format!("({})", inner.trim()));
    }
    join(&mut text, &main.rest);
    text
}

/// A move with its number, which it may have.
fn numbered(head: String, number: usize) -> String {
    let digits = head.bytes().take_while(u8::is_ascii_digit).count();
    if head.as_bytes().get(digits) == Some(&b'.') {
        return head;
    }
    let dots = if number.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots} {head}", number / 2 + 1)
}

/// Puts text after other text, with a blank between; after the remark of a line, on the next line.
fn join(text: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    close_line(text);
    if !text.is_empty() && !text.ends_with(['\n', '\r', ' ']) {
        text.push(' ');
    }
    text.push_str(more);
}

/// Ends a line that may end in a remark: `; to the end of the line`.
fn close_line(text: &mut String) {
    let last = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    if last.contains([';', '%']) {
        text.push('\n');
    }
}

/// A comment as it is written.
fn comment_text(comment: &str) -> String {
    let comments = vec![(0, comment.to_owned())];
    let line = Variation { comments, ..Variation::default() };
    line_text(&crate::board::Position::start(), 0, &line)
}

/// A line with other moves before its own.
fn prefixed(moves: &[Move], mut line: Variation) -> Variation {
    let count = moves.len();
    line.moves.splice(0..0, moves.iter().copied());
    line.comments.iter_mut().for_each(|(at, _)| *at += count);
    line.glyphs.iter_mut().for_each(|(at, _)| *at += count);
    line.variations.iter_mut().for_each(|one| one.before += count);
    line
}
