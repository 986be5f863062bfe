//! A game as a tree: a node for each place, with its comment, its glyphs and the moves from there, of which the first is the main one.

use crate::board::Move;
use crate::pdn::{Variation, plain_comment};

/// A game with its variations, in which lines that begin with the same moves share these. The node 0 is the start.
///
/// Two trees are equal if they have the same moves in the same order with the same comments and glyphs.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<TreeNode>,
}

/// A place of a game.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// What is said of the place: words with one blank between them, without braces; empty where nothing is.
    pub comment: String,
    /// The glyphs of the move that leads here: at most one sign such as `!?`, then other NAGs such as `$10` by their numbers.
    pub glyphs: Vec<&'static str>,
    /// The moves from here and the nodes they lead to.
    pub children: Vec<(Move, usize)>,
}

impl GameTree {
    /// The tree of a line with its variations. A comment before the first move of a variation belongs to that move.
    #[must_use]
    pub fn of(line: &Variation) -> GameTree {
        let mut tree = GameTree { nodes: vec![TreeNode::default()] };
        tree.hang(line, 0, 0);
        for node in &mut tree.nodes {
            node.glyphs.sort_by_key(|glyph| order(glyph));
        }
        tree
    }

    /// Hangs a line on a node; comments have at least `first` plies before them.
    fn hang(&mut self, line: &Variation, from: usize, first: usize) {
        let mut nodes = vec![from];
        for &mv in &line.moves {
            let last = nodes[nodes.len() - 1];
            nodes.push(self.child(last, mv).unwrap_or_else(|| self.add(last, mv)));
        }
        let last = nodes.len() - 1;
        for (plies, text) in &line.comments {
            self.nodes[nodes[(*plies).max(first).min(last)]].say(text);
        }
        for (plies, glyph) in line.glyphs.iter().filter(|(plies, _)| (1..=last).contains(plies)) {
            self.nodes[nodes[*plies]].judge(glyph);
        }
        for other in line.variations.iter().filter(|other| other.before <= last) {
            self.hang(other, nodes[other.before], 1);
        }
    }

    fn add(&mut self, node: usize, mv: Move) -> usize {
        let child = self.nodes.len();
        self.nodes[node].children.push((mv, child));
        self.nodes.push(TreeNode::default());
        child
    }

    /// Makes these moves from the start the main ones: those that are missing are added, and other moves become variations.
    ///
    /// ```
    /// use draughts_td_rules::game::GameEditor;
    ///
    /// let mut editor = GameEditor::of("1. 32-28 19-23 {good} *".into()).expect("a game");
    /// let other = GameEditor::of("1. 32-28 18-23 *".into()).expect("a game");
    /// let mut tree = editor.tree().clone();
    /// tree.lead(&other.moves());
    /// editor.revise(&tree).expect("a place");
    /// assert_eq!(editor.text(), "1. 32-28 18-23 (1... 19-23 {good}) *");
    /// ```
    pub fn lead(&mut self, moves: &[Move]) {
        let mut node = 0;
        for &mv in moves {
            let child = self.child(node, mv).unwrap_or_else(|| self.add(node, mv));
            let others = &mut self.nodes[node].children;
            others.sort_by_key(|(_, other)| *other != child);
            node = child;
        }
    }

    /// The node that a move leads to, if the tree has it.
    #[must_use]
    pub fn child(&self, node: usize, mv: Move) -> Option<usize> {
        let children = &self.nodes[node].children;
        children.iter().find(|(other, _)| *other == mv).map(|(_, child)| *child)
    }

    /// A node by its number, below [`len`](GameTree::len).
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn node(&self, node: usize) -> &TreeNode {
        &self.nodes[node]
    }

    /// The number of nodes, with the start.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a tree has a start")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The line from a node on with its variations, as it is written. Its own comment and glyphs are not in it, but for the comment of the
    /// start.
    #[must_use]
    pub fn line(&self, node: usize) -> Variation {
        self.line_of(node, None)
    }

    /// The line that begins with a move to a child.
    pub(super) fn branch(&self, node: usize, child: (Move, usize)) -> Variation {
        self.line_of(node, Some(child))
    }

    fn line_of(&self, from: usize, first: Option<(Move, usize)>) -> Variation {
        let mut line = Variation::default();
        if from == 0 && first.is_none() && !self.nodes[0].comment.is_empty() {
            line.comments.push((0, self.nodes[0].comment.clone()));
        }
        let (mut node, mut next) = (from, first);
        while let Some((mv, child)) = next.or_else(|| self.nodes[node].children.first().copied()) {
            let before = line.moves.len();
            // Those beside a first move that was given are beside the line.
            for &other in self.nodes[node].children.iter().skip(1).filter(|_| next.is_none()) {
                line.variations.push(Variation { before, ..self.line_of(node, Some(other)) });
            }
            line.moves.push(mv);
            let TreeNode { comment, glyphs, .. } = &self.nodes[child];
            line.glyphs.extend(glyphs.iter().map(|glyph| (before + 1, *glyph)));
            if !comment.is_empty() {
                line.comments.push((before + 1, comment.clone()));
            }
            (node, next) = (child, None);
        }
        line
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let mut pairs = vec![(0, 0)];
        while let Some((own, theirs)) = pairs.pop() {
            let (own, theirs) = (&self.nodes[own], &other.nodes[theirs]);
            let moves = |node: &TreeNode| node.children.iter().map(|child| child.0).collect();
            let (mine, others): (Vec<Move>, Vec<Move>) = (moves(own), moves(theirs));
            if own.comment != theirs.comment || own.glyphs != theirs.glyphs || mine != others {
                return false;
            }
            let nodes = own.children.iter().zip(&theirs.children);
            pairs.extend(nodes.map(|(own, theirs)| (own.1, theirs.1)));
        }
        true
    }
}

impl TreeNode {
    fn say(&mut self, text: &str) {
        for word in plain_comment(text).split_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(word);
        }
    }

    /// Of several signs the first counts.
    fn judge(&mut self, glyph: &'static str) {
        let is_sign = |glyph: &str| !glyph.starts_with('$');
        let has_sign = self.glyphs.iter().any(|glyph| is_sign(glyph));
        let is_second = has_sign && is_sign(glyph);
        if !is_second && !self.glyphs.contains(&glyph) {
            self.glyphs.push(glyph);
        }
    }
}

/// Signs come first, then NAGs by their numbers.
fn order(glyph: &str) -> u32 {
    glyph.strip_prefix('$').and_then(|number| number.parse().ok()).unwrap_or(0)
}
