//! The recursion: a fail-soft principal-variation search (PVS), one named step after the other.
//!
//! Node types (Knuth & Moore 1975; Marsland & Popowich 1985): a *PV node* has an open window, and its score is exact if it lies within.
//! All others have a null window, beta = alpha + 1: at a *cut node* the first good move fails high, at an *all node* every move fails low.
//!
//! The order of techniques at a node:
//! 1. draws by the rules on the path;
//! 2. the threat extension, and at the horizon the quiescence search, which ends in the static evaluation (Scan 3);
//! 3. the tablebase;
//! 4. mate-distance pruning;
//! 5. move generation: without a legal move the side to move has lost;
//! 6. the transposition-table cutoff, not at PV nodes;
//! 7. ProbCut (Buro 1995) in the form of Scan 3, not at PV nodes; it replaces null-move pruning, unsound under zugzwang;
//! 8. the single-reply extension;
//! 9. the loop over the moves: hash move, killers, history (Schaeffer 1989) and continuation history. At a PV node each move after the
//!    first gets a null-window search, at all nodes late quiet moves a reduced one (LMR). A move that fails high is searched again.
//! 10. history, killers and the transposition table learn from the result.
//!
//! Captures are compulsory in draughts: a node has captures only or quiet moves only, so that captures need no order of their own.

use super::depth::{Depth, Ply};
use super::evaluate::Evaluate;
use super::limits::Stopped;
use super::ordering::HashMove;
use super::parameters::Parameters;
use super::probe::MIN_DRAW_RULE_PLIES;
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
    /// The fail-soft score of a node: exact inside the window, a bound outside of it.
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
            self.pv.clear(ply);
            return Ok(score);
        }
        // The threat extension: only at the horizon, where a static evaluation would come next.
        let depth =
            if depth == Depth::ZERO && self.is_threatened(position) { Depth::ONE } else { depth };
        if depth == Depth::ZERO || ply >= Ply::HORIZON {
            return self.quiescence(position, window, ply);
        }
        self.limits.count()?;
        self.pv.clear(ply);
        // Not at the root: a score from the tables comes without a move.
        if ply > Ply::ROOT
            && let Some(score) = self.probe_tablebase(position, window, ply)
        {
            return Ok(score);
        }
        let window = self.mate_distance_window(window, ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }
        let key = self.path.key();
        // Before the table is asked: its slots are still on their way from memory. ProbCut searches the same position, and leaves the list.
        let mut moves = self.ordering.generate(position, ply);
        // Multi-PV and searches for the second-best move leave out moves at the root.
        if ply == Ply::ROOT && !self.avoided.is_empty() {
            let list = self.ordering.list(ply);
            list.retain(|mv| !self.avoided.contains(&mv));
            moves = list.len();
        }
        // Draughts has no stalemate: a side without a legal move has lost.
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
    /// that, so it is no value to rely on. As in Scan 3.
    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        self.techniques.threat_extension
            && position.can_capture(!position.turn())
            && !position.must_capture()
    }

    /// The score of a position below the root that the rules make a draw; a side without a move has lost whatever they say.
    #[inline]
    pub(super) fn drawn(&self, position: &Position, ply: Ply) -> Option<Score> {
        let is_drawn = ply > Ply::ROOT && self.path.is_draw_in_search(self.root);
        is_drawn.then(|| if position.has_moves() { Score::DRAW } else { Score::loss_at(ply) })
    }

    /// Mate-distance pruning: no score of this node is below a loss here or above a win with the next ply.
    fn mate_distance_window(&self, window: Window, ply: Ply) -> Window {
        if !self.techniques.mate_distance || ply == Ply::ROOT {
            return window;
        }
        Window {
            alpha: window.alpha.max(Score::loss_at(ply)),
            beta: window.beta.min(Score::win_at(ply.next())),
        }
    }

    /// The transposition-table cutoff. Never at a PV node: it would cut the principal variation short.
    fn reuse(&self, entry: Entry, window: Window, depth: Depth, ply: Ply) -> Option<Score> {
        if window.is_open() || ply == Ply::ROOT {
            return None;
        }
        let deeper = self.techniques.deeper_results;
        // A proven win or loss holds at any depth: a deeper search can only shorten the win.
        let deep_enough = entry.depth == depth || deeper && entry.depth > depth;
        let answers =
            deep_enough && entry.cuts(window) || deeper && entry.proves_win_or_loss(window);
        (answers && self.wins_before_draw_rule(entry.score, ply)).then_some(entry.score)
    }

    /// Whether the end of a decided game comes before the counts that run here make it a draw; where the score is from they may have begun later.
    fn wins_before_draw_rule(&self, score: Score, ply: Ply) -> bool {
        match score.outlook() {
            Outlook::Win(end) | Outlook::Loss(end) => {
                u32::from(end.count().saturating_sub(ply.count())) <= self.path.plies_left()
            }
            Outlook::Open(_) => !score.is_known() || self.path.plies_left() >= MIN_DRAW_RULE_PLIES,
        }
    }

    /// ProbCut: fails high when a shallow search is above beta by a margin that grows with the depth.
    ///
    /// Scan's form: 40 % of the depth, a tenth of a man per ply, never inside itself. It replaces null-move pruning, which is unsound
    /// under zugzwang. It is only tried where the static evaluation is near the raised beta, since a failed probe is wasted.
    fn prob_cut(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Option<Score>, Stopped> {
        let Parameters { prob_cut_margin, prob_cut_share, prob_cut_depth, .. } =
            self.techniques.parameters;
        // Only at null windows: a PV node needs an exact score. A proven win or loss has a distance, to which no margin in points can be added.
        let applies = self.techniques.prob_cut && !self.is_probing && !window.is_open();
        if !applies || i32::from(depth.plies()) < prob_cut_depth || window.beta.is_known() {
            return Ok(None);
        }
        let margin = prob_cut_margin * i32::from(depth.plies());
        let raised = Window::null_below(window.beta.moved_by(margin));
        if !self.is_near_beta(position, raised.beta) {
            return Ok(None);
        }
        let shallow = (i32::from(depth.plies()) * prob_cut_share / 100) as u8;
        // At a depth of zero the quiescence search would take the list of the node's moves for its own.
        let shallow = Depth::new(shallow.max(1));
        // If the search stops inside the probe the flag stays set; every search starts by clearing it.
        self.is_probing = true;
        let score = self.node(position, raised, shallow, ply)?;
        self.is_probing = false;
        // Without the margin again: this is a bound for beta, not for the raised beta.
        Ok((score >= raised.beta).then(|| score.moved_by(-margin)))
    }

    /// Whether the static evaluation is near beta or above. With a capture to make there is none: the probe decides.
    fn is_near_beta(&mut self, position: &Position, score: Score) -> bool {
        if position.must_capture() {
            return true;
        }
        let near = score.moved_by(-self.techniques.parameters.prob_cut_near);
        position.has_moves() && self.value_in(position, Window::null_below(near)) >= near
    }

    fn extension(&self, moves: usize) -> u8 {
        u8::from(moves == 1 && self.techniques.single_reply_extension)
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
            // Fail-soft: a score below alpha counts too, since it is the tighter upper bound.
            best.score = score;
            if score > window.alpha {
                // Only a move above alpha is known to be best. At an all node each score is an upper bound, so no move is stored or rewarded.
                best.index = Some(index);
                window.alpha = score;
                if node.window.is_open() {
                    self.pv.set(node.ply, mv);
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

    /// Searches a move by PVS with late move reductions.
    fn try_move(
        &mut self,
        node: Node,
        mv: Move,
        index: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let next = node.position.succ(mv);
        self.path.push(node.position, mv, &next);
        // The cache line of the table arrives while the evaluation is updated.
        self.table.prefetch(self.path.key());
        self.evaluate.push(node.position, mv, &next);
        let (depth, ply) = (node.depth - 1, node.ply.next());
        let reduction = self.reduction(node, mv, &next, index, window);
        let null = Window::null_above(window.alpha).flipped();
        let full = window.flipped();
        // A reduced search can only say that the move fails low: a null window is enough for that.
        let first = if reduction > 0 || self.uses_null_window(node, index) { null } else { full };
        // On a stop `?` leaves both stacks as they are: the next search sets them up anew.
        let mut score = -self.node(&next, first, depth - reduction, ply)?;
        // The reduced search failed high: again at full depth.
        if reduction > 0 && score > window.alpha {
            score = -self.node(&next, null, depth, ply)?;
        }
        // A null-window score inside an open window is only a bound: again for the exact score.
        if first != full && score > window.alpha && score < window.beta {
            score = -self.node(&next, full, depth, ply)?;
        }
        self.evaluate.pop();
        self.path.pop();
        Ok(score)
    }

    /// Whether a move at this place gets a null window first: all but the first move of a PV node (PVS).
    fn uses_null_window(&self, node: Node, index: usize) -> bool {
        index > 0 && node.window.is_open() && self.techniques.null_windows
    }

    /// The late move reduction in plies. None while alpha or beta is a win or a loss: its distance would be wrong.
    fn reduction(&self, node: Node, mv: Move, next: &Position, index: usize, window: Window) -> u8 {
        let quiet = !mv.is_capture() && !promotes(node.position, mv);
        let measured = window.alpha.is_decided() || window.beta.is_decided();
        if !self.techniques.lmr || !quiet || measured {
            return 0;
        }
        let plies = self.reductions.plies(node.depth, index, node.window.is_open());
        // Combinations begin with an offer: a quiet move that forces the opponent to capture.
        let is_forcing = self.techniques.lmr_offers && plies > 0 && next.must_capture();
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
