//! The recursion: principal-variation search, one named step after the other.

use super::depth::{Depth, Ply};
use super::evaluate::Evaluate;
use super::knowledge::ROOM;
use super::limits::Stopped;
use super::ordering::HashMove;
use super::parameters::Parameters;
use super::score::{Outlook, Score, Window};
use super::searcher::Searcher;
use super::tt::{Bound, Entry};
use crate::board::{Key, Move, Position};

/// A node in the loop over its moves.
#[derive(Clone, Copy)]
struct Node<'a> {
    position: &'a Position,
    /// The window at entry.
    window: Window,
    /// Depth below the node, extensions included.
    depth: Depth,
    ply: Ply,
    moves: usize,
}

/// The best score of a node and the place of the move that has it, if any beat alpha.
struct Best {
    score: Score,
    index: Option<usize>,
}

impl<E: Evaluate> Searcher<E> {
    /// The value of a position, exact inside the window, a bound outside of it.
    pub(super) fn node(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        // At the horizon too: a search of one ply must see the draw that its move makes.
        if let Some(score) = self.drawn(position, ply) {
            self.limits.count()?;
            self.lines.clear(ply);
            return Ok(score);
        }
        let depth =
            if depth == Depth::ZERO && self.is_threatened(position) { Depth::ONE } else { depth };
        if depth == Depth::ZERO || ply >= Ply::HORIZON {
            return self.quiescence(position, window, ply);
        }
        self.limits.count()?;
        self.lines.clear(ply);
        if ply > Ply::ROOT
            && let Some(score) = self.probe_tablebase(position, window, ply)
        {
            return Ok(score);
        }
        let window = self.within_win_distance(window, ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }
        let key = self.path.key();
        // Before the table is asked: its slots are still on their way from memory. ProbCut searches the same position, and leaves the list.
        let mut moves = self.ordering.generate(position, ply);
        if ply == Ply::ROOT && !self.avoided.is_empty() {
            let list = self.ordering.list(ply);
            list.retain(|mv| !self.avoided.contains(&mv));
            moves = list.len();
        }
        if moves == 0 {
            return Ok(Score::loss_at(ply));
        }
        let known = if self.techniques.table { self.table.probe(key, ply) } else { None };
        if let Some(score) = known.and_then(|entry| self.reuse(entry, window, depth, ply)) {
            return Ok(score);
        }
        if let Some(score) = self.prob_cut(position, window, depth, ply)? {
            return Ok(score);
        }
        let depth = depth + self.extension(moves);
        let hash_move = known.and_then(|entry| entry.hash_move);
        self.ordering.start(ply, hash_move);
        let node = Node { position, window, depth, ply, moves };
        let best = self.try_moves(node)?;
        self.remember(node, key, &best);
        Ok(best.score)
    }

    /// Whether the opponent would capture if the side to move, which has no capture itself, passed: the evaluation does not see
    /// that, so the position may not stand on it. As in Scan 3.
    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        self.techniques.threats
            && position.can_capture(!position.turn())
            && !position.must_capture()
    }

    /// The score of a position below the root that the rules make a draw; a side without a move has lost whatever they say.
    #[inline]
    pub(super) fn drawn(&self, position: &Position, ply: Ply) -> Option<Score> {
        let is_drawn = ply > Ply::ROOT && self.path.is_draw_in_search(self.root);
        is_drawn.then(|| if position.has_moves() { Score::DRAW } else { Score::loss_at(ply) })
    }

    /// A side that has been mated cannot do worse, one that mates at once not better: nothing outside this matters.
    fn within_win_distance(&self, window: Window, ply: Ply) -> Window {
        if !self.techniques.win_distance || ply == Ply::ROOT {
            return window;
        }
        Window {
            alpha: window.alpha.max(Score::loss_at(ply)),
            beta: window.beta.min(Score::win_at(ply.next())),
        }
    }

    /// The score of a table entry, where it answers the question. Never on the principal variation, which would be cut short.
    fn reuse(&self, entry: Entry, window: Window, depth: Depth, ply: Ply) -> Option<Score> {
        if window.is_open() || ply == Ply::ROOT {
            return None;
        }
        let deeper = self.techniques.deeper_results;
        let deep_enough = entry.depth == depth || deeper && entry.depth > depth;
        let answers = deep_enough && entry.settles(window) || deeper && entry.proves(window);
        (answers && self.is_in_time(entry.score, ply)).then_some(entry.score)
    }

    /// Whether the end of a decided game comes before the counts that run here make it a draw; where the score is from they may have begun later.
    fn is_in_time(&self, score: Score, ply: Ply) -> bool {
        match score.outlook() {
            Outlook::Win(end) | Outlook::Loss(end) => {
                u32::from(end.count().saturating_sub(ply.count())) <= self.path.plies_left()
            }
            Outlook::Open(_) => !score.is_known() || self.path.plies_left() >= ROOM,
        }
    }

    /// Leaves the node when a shallow search says that it is above the window by a margin that grows with the depth.
    ///
    /// Scan's form of ProbCut: 40 % of the depth, a tenth of a man per ply, never inside itself. It takes the place of the null
    /// move, which is unsound where having to move is a burden. The probe is only tried where the evaluation promises that it
    /// will succeed.
    fn prob_cut(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Option<Score>, Stopped> {
        let Parameters { prob_cut_margin, prob_cut_share, prob_cut_depth, .. } =
            self.techniques.parameters;
        let applies = self.techniques.prob_cut && !self.is_probing && !window.is_open();
        if !applies || i32::from(depth.plies()) < prob_cut_depth || window.beta.is_known() {
            return Ok(None);
        }
        let margin = prob_cut_margin * i32::from(depth.plies());
        let raised = Window::null_below(window.beta.moved_by(margin));
        if !self.promises(position, raised.beta) {
            return Ok(None);
        }
        let shallow = (i32::from(depth.plies()) * prob_cut_share / 100) as u8;
        // At a depth of zero the quiescence search would take the list of the node's moves for its own.
        let shallow = Depth::new(shallow.max(1));
        self.is_probing = true;
        let score = self.node(position, raised, shallow, ply)?;
        self.is_probing = false;
        Ok((score >= raised.beta).then(|| score.moved_by(-margin)))
    }

    /// Whether the evaluation comes near a score; a position with a capture, which it cannot judge, may come to anything.
    fn promises(&mut self, position: &Position, score: Score) -> bool {
        if position.must_capture() {
            return true;
        }
        let near = score.moved_by(-self.techniques.parameters.prob_cut_near);
        position.has_moves() && self.value_in(position, Window::null_below(near)) >= near
    }

    fn extension(&self, moves: usize) -> u8 {
        u8::from(moves == 1 && self.techniques.single_replies)
    }

    fn try_moves(&mut self, node: Node) -> Result<Best, Stopped> {
        let mut window = node.window;
        let mut best = Best { score: -Score::INFINITE, index: None };
        for index in 0..node.moves {
            let mv = self.ordering.pick(node.ply, &self.techniques);
            let score = self.try_move(node, mv, index, window)?;
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score > window.alpha {
                best.index = Some(index);
                window.alpha = score;
                if node.window.is_open() {
                    self.lines.set(node.ply, mv);
                }
                if node.ply == Ply::ROOT {
                    self.note_best(score);
                }
                if window.is_empty() {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Makes a move, searches it as deep and with as wide a window as it deserves, and takes it back.
    fn try_move(
        &mut self,
        node: Node,
        mv: Move,
        index: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let next = node.position.succ(mv);
        self.path.push(node.position, mv, &next);
        self.table.prefetch(self.path.key());
        self.evaluate.push(node.position, mv, &next);
        let (depth, ply) = (node.depth - 1, node.ply.next());
        let reduction = self.reduction(node, mv, &next, index, window);
        let null = Window::null_above(window.alpha).flipped();
        let full = window.flipped();
        let first = if reduction > 0 || self.is_late(node, index) { null } else { full };
        let mut score = -self.node(&next, first, depth - reduction, ply)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(&next, null, depth, ply)?;
        }
        if first != full && score > window.alpha && score < window.beta {
            score = -self.node(&next, full, depth, ply)?;
        }
        self.evaluate.pop();
        self.path.pop();
        Ok(score)
    }

    /// Whether a move at this place is asked only whether it beats the best so far.
    fn is_late(&self, node: Node, index: usize) -> bool {
        index > 0 && node.window.is_open() && self.techniques.null_windows
    }

    /// The plies by which a late quiet move is searched less deep; none while a win or a loss is being measured.
    fn reduction(&self, node: Node, mv: Move, next: &Position, index: usize, window: Window) -> u8 {
        let quiet = !mv.is_capture() && !promotes(node.position, mv);
        let measured = window.alpha.is_decided() || window.beta.is_decided();
        if !self.techniques.late_moves || !quiet || measured {
            return 0;
        }
        let plies = self.reductions.plies(node.depth, index, node.window.is_open());
        // Combinations begin with an offer, which the opponent must take.
        let is_forcing = self.techniques.forcing_moves && plies > 0 && next.must_capture();
        plies - u8::from(is_forcing)
    }

    fn remember(&mut self, node: Node, key: Key, best: &Best) {
        if let Some(index) = best.index {
            self.ordering.learn(node.ply, index);
        }
        // Without some of its moves the root is worth less than the position.
        let is_whole = node.ply > Ply::ROOT || self.avoided.is_empty();
        if self.techniques.table && is_whole {
            let hash_move =
                best.index.map(|index| HashMove::of(self.ordering.tried(node.ply, index)));
            let bound = Bound::of(best.score, node.window);
            // The extension is part of the position: depth is counted without it, as the next visitor asks.
            let depth = node.depth - self.extension(node.moves);
            self.table.store(key, node.ply, Entry { hash_move, score: best.score, bound, depth });
        }
    }
}

fn promotes(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    us.promotion_row().contains(mv.to()) && position.men(us).contains(mv.from())
}
