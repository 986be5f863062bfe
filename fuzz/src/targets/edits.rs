//! A text that is edited again and again, with edits undone: what is written is read as the tree that was wanted.

use draughts_td::board::{MoveList, Position};
use draughts_td::game::{GameEditor, GameTree};
use draughts_td::pdn::{Variation, glyph};

use super::bytes::Bytes;

const GLYPHS: [&[u8]; 5] = [b"!", b"?", b"!?", b"$10", b"$139"];
/// The most edits of an input: each reads and writes the whole text.
const MOST: usize = 12;

/// Edits the text of the last part by the bytes of the first.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut edits = Bytes(bytes.part());
    let text = String::from_utf8_lossy(bytes.0).into_owned();
    let mut undone = Vec::new();
    let Some(mut text) = GameEditor::of(text).map(|editor| editor.text()) else { return };
    for _ in 0..MOST {
        if edits.0.is_empty() {
            return;
        }
        // A step back is an edit as any other: the text stays what it was but for it.
        if edits.byte() < 32
            && let Some(tree) = undone.pop()
        {
            text = revised(text, &tree);
            continue;
        }
        let Some(editor) = GameEditor::of(text.clone()) else { return };
        let mut line = editor.tree().line(0);
        edit(&mut line, editor.start(), &mut edits, 0);
        undone.push(editor.tree().clone());
        text = revised(text, &GameTree::of(&line));
    }
}

/// A text with the game of another tree; the text itself where parts that cannot be read are in the way.
fn revised(text: String, wanted: &GameTree) -> String {
    let mut editor = GameEditor::of(text.clone()).expect("a game that was read before");
    let old = editor.tree().clone();
    let Ok(()) = editor.revise(wanted) else { return text };
    let new = editor.text();
    let again = GameEditor::of(new.clone()).expect("a game");
    assert!(again.tree() == wanted, "{text}\n{new}");
    assert!(
        old != *wanted || new == text,
        "what is wanted as it is stays to the byte: {text}\n{new}"
    );
    new
}

/// Edits a line at a ply, or a variation of it.
fn edit(line: &mut Variation, start: Position, bytes: &mut Bytes<'_>, depth: usize) {
    let plies = usize::from(bytes.byte()) % (line.moves.len() + 1);
    let number = usize::from(bytes.byte());
    if depth < 8 && number >= 128 && !line.variations.is_empty() {
        let count = line.variations.len();
        let inner = &mut line.variations[number % count];
        let before = inner.before;
        return edit(inner, along(&line.moves[..before], start), bytes, depth + 1);
    }
    match bytes.byte() % 7 {
        0 => line.comments.push((plies, String::from_utf8_lossy(piece(bytes)).into_owned())),
        1 => line.comments.retain(|(at, _)| *at != plies),
        2 => line.glyphs.extend(glyph(GLYPHS[number % GLYPHS.len()]).map(|glyph| (plies, glyph))),
        3 => line.glyphs.retain(|(at, _)| *at != plies),
        4 => cut(line, plies),
        5 if !line.variations.is_empty() => promote(line, number),
        _ => grow(line, start, plies, bytes),
    }
}

/// A few bytes.
fn piece<'a>(bytes: &mut Bytes<'a>) -> &'a [u8] {
    let length = usize::from(bytes.byte() % 12).min(bytes.0.len());
    let (piece, rest) = bytes.0.split_at(length);
    bytes.0 = rest;
    piece
}

fn along(moves: &[draughts_td::board::Move], start: Position) -> Position {
    moves.iter().fold(start, |position, mv| position.succ(*mv))
}

/// Takes the moves after a ply away, and one of the variations.
fn cut(line: &mut Variation, plies: usize) {
    line.moves.truncate(plies);
    line.comments.retain(|(at, _)| *at <= plies);
    line.glyphs.retain(|(at, _)| *at <= plies);
    line.variations.retain(|other| other.before <= plies);
    line.variations.pop();
}

/// Makes a variation the line, and the line after it a variation.
fn promote(line: &mut Variation, number: usize) {
    let index = number % line.variations.len();
    let mut side = line.variations.remove(index);
    let before = side.before;
    let old = Variation {
        before,
        moves: line.moves.split_off(before),
        comments: later(&mut line.comments, before),
        glyphs: later(&mut line.glyphs, before),
        variations: Vec::new(),
    };
    line.moves.append(&mut side.moves);
    line.comments.extend(side.comments.into_iter().map(|(at, one)| (at.max(1) + before, one)));
    line.glyphs.extend(side.glyphs.into_iter().map(|(at, one)| (at + before, one)));
    line.variations.push(old);
}

fn later<T: Clone>(beside: &mut Vec<(usize, T)>, plies: usize) -> Vec<(usize, T)> {
    let found = beside.iter().filter(|(at, _)| *at > plies).cloned();
    let found = found.map(|(at, one)| (at - plies, one)).collect();
    beside.retain(|(at, _)| *at <= plies);
    found
}

/// Adds moves after a ply.
fn grow(line: &mut Variation, start: Position, plies: usize, bytes: &mut Bytes<'_>) {
    let position = along(&line.moves[..plies], start);
    if MoveList::legal(&position).is_empty() {
        return;
    }
    let moves = Bytes(piece(bytes)).moves(position);
    line.variations.push(Variation { before: plies, moves, ..Variation::default() });
}
