//! The order in which moves are tried: what the table remembers, killers, then the moves that were best most often.

use std::num::NonZeroU16;
use std::sync::Arc;

use super::depth::{Depth, Ply};
use super::mover::{Mover, View};
use super::techniques::Techniques;
use crate::board::{Move, MoveList, Position, legal_moves};

/// A move in 16 bits: enough to find it again in a list, not enough to play it.
///
/// Bits 0–5 origin, 6–11 destination, 12–15 a digest of the captured set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HashMove(NonZeroU16);

impl HashMove {
    #[inline]
    pub(super) fn of(mv: Move) -> HashMove {
        let squares = u16::from(mv.from().number()) | u16::from(mv.to().number()) << 6;
        let digest = (mv.captured().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u16;
        HashMove(NonZeroU16::new(squares | digest << 12).expect("square numbers are not 0"))
    }

    #[inline]
    pub(super) fn bits(self) -> u16 {
        self.0.get()
    }

    #[inline]
    pub(super) fn from_bits(bits: u16) -> Option<HashMove> {
        NonZeroU16::new(bits).map(HashMove)
    }
}

/// How often a move from one square to another was best, as a probability in 1/32,768.
///
/// After a node the best move moves 1/32 of the way towards certainty, every move tried before it 1/32 of the way towards
/// nothing: the rule of Scan, where history was measured to be worth 19 Elo over the table's move alone.
#[derive(Clone, Debug)]
struct HistoryTable(Vec<u16>);

const CERTAIN: u16 = 1 << 15;
const RATE: u32 = 5;

#[inline]
fn slot(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl HistoryTable {
    fn new() -> HistoryTable {
        HistoryTable(vec![CERTAIN / 2; 64 * 64])
    }

    #[inline]
    fn get(&self, mv: Move) -> u16 {
        self.0[slot(mv)]
    }

    #[inline]
    fn good(&mut self, mv: Move) {
        let p = &mut self.0[slot(mv)];
        *p += (CERTAIN - *p) >> RATE;
    }

    #[inline]
    fn bad(&mut self, mv: Move) {
        let p = &mut self.0[slot(mv)];
        *p -= *p >> RATE;
    }
}

/// What is known of a legal move of a position before it is searched again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    /// The move.
    pub mv: Move,
    /// Whether the table has it as the best one.
    pub is_remembered: bool,
    /// What it is ordered by if it is neither the table's move nor a killer: history, together with the mover if there is one.
    pub rank: u32,
}

/// One move of a frame with its rank; the higher rank comes first, among equals the generator's order.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: u32,
    mv: Move,
}

/// What is known of a move before it is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rank {
    /// It was best when the position was searched before.
    Table,
    /// It has refuted a sibling.
    Killer,
    /// The share of the times that it was best.
    Often(f32),
}

const TABLE_MOVE: u32 = 1 << 20;
const FIRST_KILLER: u32 = 1 << 18;
const SECOND_KILLER: u32 = 1 << 17;

impl Ranked {
    fn known(self) -> Rank {
        match self.rank {
            TABLE_MOVE => Rank::Table,
            FIRST_KILLER | SECOND_KILLER => Rank::Killer,
            often => Rank::Often((often as f32 / f32::from(CERTAIN)).min(1.0)),
        }
    }
}

/// The moves at one ply of the current path. Kept, so that no node allocates.
#[derive(Clone, Debug, Default)]
struct Frame {
    legal: MoveList,
    ranked: Vec<Ranked>,
    killers: [Option<Move>; 2],
    /// Whether the moves behind the killers are still to be ranked by the mover as well.
    is_unmoved: bool,
}

/// The moves of every ply of the current path and what has been learned about good ones.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    frames: Vec<Frame>,
    counters: HistoryTable,
    /// Knows moves by what is around them.
    mover: Option<Arc<Mover>>,
}

/// Nearer to the leaves the mover costs a tenth of the speed, and saves no more.
const LEAST_DEPTH: Depth = Depth::new(3);

/// The place of the highest rank, the first of equals.
#[inline]
fn best_of(ranked: &[Ranked]) -> usize {
    let mut best = 0;
    for i in 1..ranked.len() {
        if ranked[i].rank > ranked[best].rank {
            best = i;
        }
    }
    best
}

/// What a move is ordered by that the mover ranks so and that was best so often.
///
/// With half of the mover's rank the best move of 4,000 positions was among the first three in 78.5 %, with all of it in 74.8 %; behind the
/// hash move in 84.3 and 84.0 %. What either is worth in matches could not be told from nothing.
#[inline]
fn together(history: u32, rank: i32) -> u32 {
    // In the middle of what is below the killers.
    const MIDDLE: i32 = SECOND_KILLER as i32 / 2 - CERTAIN as i32 / 2;
    (MIDDLE + history as i32 + rank / 2).clamp(0, SECOND_KILLER as i32 - 1) as u32
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        let frame = || Frame { legal: MoveList::new(), ..Frame::default() };
        let frames = (0..=Ply::MAX.index()).map(|_| frame()).collect();
        Ordering { frames, counters: HistoryTable::new(), mover: None }
    }

    /// Orders moves by this as well from now on.
    pub(super) fn ask(&mut self, mover: Option<Arc<Mover>>) {
        self.mover = mover;
    }

    /// What orders moves beside history, to share it.
    pub(super) fn mover(&self) -> Option<Arc<Mover>> {
        self.mover.clone()
    }

    /// What is known of the legal moves of a position, in the generator's order.
    pub(super) fn prospects(&self, position: &Position, hint: Option<HashMove>) -> Vec<MoveStats> {
        let view = View::of(position);
        let prospect = |mv: Move| {
            let history = u32::from(self.counters.get(mv));
            let rank = match &self.mover {
                Some(mover) => together(history, mover.rank_in(&view, mv)),
                None => history,
            };
            MoveStats { mv, is_remembered: hint == Some(HashMove::of(mv)), rank }
        };
        MoveList::legal(position).into_iter().map(prospect).collect()
    }

    /// Forgets what was learned in earlier searches.
    pub(super) fn forget(&mut self) {
        self.counters.0.fill(CERTAIN / 2);
        self.frames.iter_mut().for_each(|frame| frame.killers = [None; 2]);
    }

    /// Generates the legal moves of the position at `ply` and returns how many there are.
    #[inline]
    pub(super) fn generate(&mut self, position: &Position, ply: Ply) -> usize {
        let legal = &mut self.frames[ply.index()].legal;
        legal_moves(position, legal);
        legal.len()
    }

    /// The generator's list at `ply`, for the quiescence search, where order does not matter.
    #[inline]
    pub(super) fn list(&mut self, ply: Ply) -> &mut MoveList {
        &mut self.frames[ply.index()].legal
    }

    /// The move at a place of the generator's list.
    #[inline]
    pub(super) fn unranked(&self, ply: Ply, index: usize) -> Move {
        self.frames[ply.index()].legal[index]
    }

    /// Ranks the generated moves at `ply`; the mover is asked when its turn comes, or before [`Ordering::ranks`] by
    /// [`Ordering::ask_mover`].
    pub(super) fn rank(
        &mut self,
        ply: Ply,
        depth: Depth,
        hint: Option<HashMove>,
        techniques: Techniques,
    ) {
        let Frame { legal, ranked, killers, is_unmoved } = &mut self.frames[ply.index()];
        *is_unmoved = self.mover.is_some() && depth >= LEAST_DEPTH;
        let killers = if techniques.killers { *killers } else { [None; 2] };
        ranked.clear();
        for mv in &*legal {
            let rank = if hint == Some(HashMove::of(mv)) {
                TABLE_MOVE
            } else if killers[0] == Some(mv) {
                FIRST_KILLER
            } else if killers[1] == Some(mv) {
                SECOND_KILLER
            } else if techniques.history {
                u32::from(self.counters.get(mv))
            } else {
                0
            };
            ranked.push(Ranked { rank, mv });
        }
    }

    /// Has the mover rank the moves at `ply` that are neither the table's nor killers, if it has not yet. Most nodes end before that.
    pub(super) fn ask_mover(&mut self, position: &Position, ply: Ply) {
        let Frame { ranked, is_unmoved, .. } = &mut self.frames[ply.index()];
        let Some(mover) = self.mover.as_deref().filter(|_| std::mem::take(is_unmoved)) else {
            return;
        };
        let view = View::of(position);
        for Ranked { rank, mv } in ranked.iter_mut().filter(|one| one.rank < SECOND_KILLER) {
            *rank = together(*rank, mover.rank_in(&view, *mv));
        }
    }

    /// The best of the moves from place `index` on, which is put there; call with 0, 1, 2, … after [`Ordering::rank`].
    #[inline]
    pub(super) fn pick(&mut self, position: &Position, ply: Ply, index: usize) -> Move {
        let frame = &mut self.frames[ply.index()];
        let mut best = best_of(&frame.ranked[index..]);
        let is_last = index + 1 == frame.ranked.len();
        if frame.is_unmoved && !is_last && frame.ranked[index + best].rank < SECOND_KILLER {
            self.ask_mover(position, ply);
            best = best_of(&self.frames[ply.index()].ranked[index..]);
        }
        let rest = &mut self.frames[ply.index()].ranked[index..];
        // Rotating instead of swapping keeps equals in the generator's order.
        rest[..=best].rotate_right(1);
        rest[0].mv
    }

    /// The move at a place that has been picked.
    #[inline]
    pub(super) fn ranked(&self, ply: Ply, index: usize) -> Move {
        self.frames[ply.index()].ranked[index].mv
    }

    /// What is known of the ranked moves, in any order.
    pub(super) fn ranks(&self, ply: Ply) -> impl Iterator<Item = Rank> {
        self.frames[ply.index()].ranked.iter().map(|ranked| ranked.known())
    }

    /// What is known of the move at a place that has been picked.
    pub(super) fn rank_at(&self, ply: Ply, index: usize) -> Rank {
        self.frames[ply.index()].ranked[index].known()
    }

    /// Learns that the move at place `index` was best at `ply`, after all those before it had been tried.
    #[inline]
    pub(super) fn learn(&mut self, ply: Ply, index: usize) {
        let frame = &mut self.frames[ply.index()];
        let best = frame.ranked[index].mv;
        self.counters.good(best);
        for tried in &frame.ranked[..index] {
            self.counters.bad(tried.mv);
        }
        if !best.is_capture() && frame.killers[0] != Some(best) {
            frame.killers = [Some(best), frame.killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mover::MoverLearner;
    use super::*;
    use crate::board::{History, fen};

    fn ordered(ordering: &mut Ordering, position: &Position, hint: Option<HashMove>) -> Vec<Move> {
        let count = ordering.generate(position, Ply::ROOT);
        ordering.rank(Ply::ROOT, Depth::MAX, hint, Techniques::ALL);
        (0..count).map(|index| ordering.pick(position, Ply::ROOT, index)).collect()
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        let mut ordering = Ordering::new();
        let mut position = Position::start();
        let mut history = History::new(&position);
        for _ in 0..60 {
            let mut legal: Vec<Move> = MoveList::legal(&position).into_iter().collect();
            let mut picked = ordered(&mut ordering, &position, None);
            let Some(&mv) = picked.last() else { break };
            ordering.learn(Ply::ROOT, picked.len() / 2);
            picked.sort();
            legal.sort();
            assert_eq!(picked, legal);
            let next = position.succ(mv);
            history.push(&position, mv, &next);
            position = next;
        }
    }

    #[test]
    fn the_table_comes_first_then_killers_then_history_then_the_generator_s_order() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let mut ordering = Ordering::new();
        assert_eq!(ordered(&mut ordering, &start, None), legal.to_vec());
        ordering.learn(Ply::ROOT, 5);
        let first_killer = legal[5];
        let moves = ordered(&mut ordering, &start, Some(HashMove::of(legal[7])));
        assert_eq!(moves[..2], [legal[7], first_killer]);
        // Moves 0 to 4 were tried in vain, 6 and 8 were not tried.
        assert_eq!(moves[2..], [6, 8, 0, 1, 2, 3, 4].map(|i| legal[i]));
        ordering.forget();
        assert_eq!(ordered(&mut ordering, &start, None), legal.to_vec());
    }

    #[test]
    fn a_mover_orders_what_is_behind_the_killers_together_with_history() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let mut learner = MoverLearner::default();
        for _ in 0..20 {
            learner.learn(&start, legal[6], 0.5);
        }
        let mut ordering = Ordering::new();
        ordering.ask(Some(Arc::new(learner.mover())));
        let first = ordered(&mut ordering, &start, None);
        assert_eq!(first[0], legal[6]);
        ordering.learn(Ply::ROOT, 5);
        let (killer, remembered) = (first[5], first[8]);
        let hint = Some(HashMove::of(remembered));
        let moves = ordered(&mut ordering, &start, hint);
        assert_eq!(moves[..3], [remembered, killer, legal[6]]);
        // What is told of the moves is what they are ordered by.
        let mut prospects = ordering.prospects(&start, hint);
        prospects.retain(|one| !one.is_remembered && one.mv != killer);
        prospects.sort_by_key(|one| std::cmp::Reverse(one.rank));
        let told: Vec<Move> = prospects.into_iter().map(|one| one.mv).collect();
        assert_eq!(moves[2..], told);
    }

    #[test]
    fn captures_over_different_pieces_have_different_hints() {
        // From 48 to 26 over 43 and one of two others.
        let position = fen::read("W:WK48:B43,33,23,13,12,22,32,21").expect("fen");
        let legal = MoveList::legal(&position);
        let twins = legal.into_iter().flat_map(|a| legal.into_iter().map(move |b| (a, b)));
        let same = twins.filter(|(a, b)| a != b && HashMove::of(*a) == HashMove::of(*b)).count();
        assert_eq!(same, 0, "{:?}", &*legal);
    }
}
