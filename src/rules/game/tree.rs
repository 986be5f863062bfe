//! The moves of a text as a tree, compared with a tree that has more.

use super::text_line::TextLine;
use crate::board::Move;
use crate::pdn::Variation;

/// A ply of a line, both by number.
pub(super) type PlyPlace = (usize, usize);

/// The lines of a text as one tree: moves that several lines have are one.
pub(super) struct MoveTree<'a> {
    lines: &'a [TextLine],
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    children: Vec<(Move, usize)>,
    /// The first line that has it, and the plies of that line up to it.
    place: PlyPlace,
}

/// What another tree has that the text has not.
#[derive(Default)]
pub(super) struct Additions {
    /// Glyphs of moves that the text has.
    pub glyphs: Vec<(PlyPlace, &'static str)>,
    /// Other ways to go on, each with the ply that it is in place of.
    pub beside: Vec<(PlyPlace, Variation)>,
    /// More moves for the end of a line.
    pub appended: Vec<(usize, Variation)>,
    /// Whether there are moves without a place: no move of the text can be read.
    pub is_homeless: bool,
    grown: Vec<(usize, Vec<Variation>)>,
}

impl MoveTree<'_> {
    pub(super) fn of(lines: &[TextLine]) -> MoveTree<'_> {
        let mut tree = MoveTree { lines, nodes: vec![Node::default()] };
        let mut along: Vec<Vec<usize>> = Vec::with_capacity(lines.len());
        for (number, line) in lines.iter().enumerate() {
            let mut node = line.parent.map_or(0, |(parent, before)| along[parent][before]);
            let mut nodes = vec![node];
            for (ply, text) in line.plies.iter().enumerate() {
                node = tree
                    .child(node, text.mv)
                    .unwrap_or_else(|| tree.add(node, text.mv, (number, ply + 1)));
                nodes.push(node);
            }
            along.push(nodes);
        }
        tree
    }

    fn child(&self, node: usize, mv: Move) -> Option<usize> {
        let children = &self.nodes[node].children;
        children.iter().find(|(other, _)| *other == mv).map(|(_, child)| *child)
    }

    fn add(&mut self, node: usize, mv: Move, place: PlyPlace) -> usize {
        let child = self.nodes.len();
        self.nodes[node].children.push((mv, child));
        self.nodes.push(Node { place, ..Node::default() });
        child
    }

    /// What another tree from the same start has more.
    pub(super) fn compare(&self, other: &Variation) -> Additions {
        let mut found = Additions::default();
        self.walk(other, 0, &mut found);
        for (node, tails) in std::mem::take(&mut found.grown) {
            self.place(node, tails, &mut found);
        }
        found
    }

    fn walk(&self, line: &Variation, from: usize, found: &mut Additions) {
        let mut nodes = vec![from];
        for &mv in &line.moves {
            let Some(child) = self.child(nodes[nodes.len() - 1], mv) else { break };
            nodes.push(child);
        }
        for &(plies, glyph) in &line.glyphs {
            if let Some(&node) = nodes.get(plies).filter(|_| plies > 0) {
                let (number, end) = self.nodes[node].place;
                found.glyphs.push(((number, end - 1), glyph));
            }
        }
        let known = nodes.len() - 1;
        if known < line.moves.len() {
            found.grow(nodes[known], tail_of(line, known));
        }
        for variation in line.variations.iter().filter(|one| one.before <= known) {
            self.walk(variation, nodes[variation.before], found);
        }
    }

    /// Finds the place in the text for moves after a node.
    fn place(&self, node: usize, mut tails: Vec<Variation>, found: &mut Additions) {
        let (number, ply) = self.nodes[node].place;
        let line = &self.lines[number];
        if ply < line.plies.len() {
            found.beside.extend(tails.into_iter().map(|tail| ((number, ply), tail)));
        } else if line.is_whole {
            let mut first = tails.remove(0);
            first.variations.splice(0..0, tails);
            found.appended.push((number, first));
        } else {
            // Moves that cannot be read follow: the line is written once more up to here.
            let (place, from) = match line.parent {
                Some(parent) => (Some(parent), 0),
                None => (ply.checked_sub(1).map(|last| (0, last)), ply.saturating_sub(1)),
            };
            found.is_homeless |= place.is_none();
            let Some(place) = place else { return };
            let moves: Vec<Move> = line.plies[from..ply].iter().map(|ply| ply.mv).collect();
            found.beside.extend(tails.into_iter().map(|tail| (place, prefixed(&moves, tail))));
        }
    }
}

impl Additions {
    fn grow(&mut self, node: usize, tail: Variation) {
        match self.grown.iter_mut().find(|(grown, _)| *grown == node) {
            Some((_, tails)) => tails.push(tail),
            None => self.grown.push((node, vec![tail])),
        }
    }
}

/// What follows so many plies of a line.
fn tail_of(line: &Variation, plies: usize) -> Variation {
    Variation {
        before: 0,
        moves: line.moves[plies..].to_vec(),
        comments: after(&line.comments, plies),
        glyphs: after(&line.glyphs, plies),
        variations: after_of(&line.variations, plies),
    }
}

fn after<T: Clone>(beside: &[(usize, T)], plies: usize) -> Vec<(usize, T)> {
    let later = beside.iter().filter(|(at, _)| *at > plies);
    later.map(|(at, one)| (at - plies, one.clone())).collect()
}

fn after_of(variations: &[Variation], plies: usize) -> Vec<Variation> {
    let later = variations.iter().filter(|one| one.before > plies);
    later.map(|one| Variation { before: one.before - plies, ..one.clone() }).collect()
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
