//! Move ordering: hash move, killers, then history and continuation history.

use std::num::NonZeroU16;

use super::depth::Ply;
use super::techniques::Techniques;
use crate::board::{Move, MoveList, Position, Square, legal_moves};

/// A move in 16 bits: enough to find it again in a list, not enough to play it.
///
/// Bits 0–5 origin, 6–11 destination, 12–15 a digest of the captured set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HashMove(NonZeroU16);

impl HashMove {
    #[inline]
    pub(super) fn of(mv: Move) -> HashMove {
        // Captures with the same ends may take other pieces, so the captured set is hashed with 2⁶⁴/φ (Fibonacci hashing, Knuth). Where two
        // captures share a digest the wrong one is tried first, which costs time only: every move is from the list of legal ones.
        let squares = u16::from(mv.from().number()) | u16::from(mv.to().number()) << 6;
        let digest = (mv.captured().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u16;
        HashMove(NonZeroU16::new(squares | digest << 12).expect("square numbers are not 0"))
    }

    /// Whether it is this move.
    #[inline]
    fn is(self, mv: Move) -> bool {
        self == HashMove::of(mv)
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
/// After a node the probability of the best move goes a share of the way to 1. That of every move tried before it goes as large a share
/// of the way to 0: the rule of Scan, where history was measured to be worth 19 Elo over only the table's move.
#[derive(Clone, Debug)]
struct HistoryTable<const RATE: u32>([u16; 64 * 64]);

/// The history of all positions; the share is 1/32.
type AllMoves = HistoryTable<5>;

/// The history after moves to one square; the share is 1/16.
type Replies = HistoryTable<4>;

/// The history of a move that was always best.
const CERTAIN: u16 = 1 << 15;

#[inline]
fn slot(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl<const RATE: u32> HistoryTable<RATE> {
    const NEW: HistoryTable<RATE> = HistoryTable([CERTAIN / 2; 64 * 64]);

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

    fn learn(&mut self, best: Move, in_vain: impl Iterator<Item = Move>) {
        self.good(best);
        in_vain.for_each(|mv| self.bad(mv));
    }
}

/// The rank of the best move of the table's entry.
const HASH_MOVE: u32 = 1 << 20;
const FIRST_KILLER: u32 = 1 << 18;
const SECOND_KILLER: u32 = 1 << 17;

/// A move of the generator's list with its rank. The higher key is tried first: the rank is above the place in the list, which
/// counts down, so that among equals the generator's order stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OrderingKey(u32);

/// Bits of the place; the rank of the hash move takes the others.
const PLACE_BITS: u32 = HASH_MOVE.leading_zeros();
const LAST_PLACE: u32 = (1 << PLACE_BITS) - 1;

impl OrderingKey {
    /// The key of a move that has been tried.
    const TRIED: OrderingKey = OrderingKey(0);

    #[inline]
    fn new(rank: u32, place: usize) -> OrderingKey {
        OrderingKey(rank << PLACE_BITS | (LAST_PLACE - place as u32))
    }

    #[inline]
    fn place(self) -> usize {
        (LAST_PLACE - (self.0 & LAST_PLACE)) as usize
    }
}

/// The moves at one ply of the current path. Kept, so that no node allocates.
#[derive(Clone, Debug, Default)]
struct Frame {
    legal: MoveList,
    /// By place in the list; none before the moves are ranked.
    keys: Vec<OrderingKey>,
    /// The keys of the moves that have been tried, in their order.
    tried: Vec<OrderingKey>,
    killers: [Option<Move>; 2],
    /// The place of the hash move, until it is tried or ranked: a node that ends with it ranks no move.
    hash_place: Option<usize>,
}

impl Frame {
    /// The highest key of a move that has not been tried.
    #[inline]
    fn best(&self) -> OrderingKey {
        self.keys.iter().copied().max().expect("a move that has not been tried")
    }
}

/// The moves of every ply of the current path and what has been learned about good ones.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    frames: Vec<Frame>,
    history: Box<AllMoves>,
    /// By the destination of the move before: continuation history of one ply.
    replies: Vec<Replies>,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        let frame = || Frame { legal: MoveList::new(), ..Frame::default() };
        let frames = (0..=Ply::MAX.index()).map(|_| frame()).collect();
        let replies = vec![HistoryTable::NEW; Square::COUNT];
        Ordering { frames, history: Box::new(HistoryTable::NEW), replies }
    }

    /// Forgets what was learned in earlier searches.
    pub(super) fn forget(&mut self) {
        *self.history = HistoryTable::NEW;
        self.replies.fill(HistoryTable::NEW);
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

    /// The destination of the move that led to `ply`; `None` at the root.
    #[inline]
    fn destination_before(&self, ply: Ply) -> Option<Square> {
        let frame = &self.frames[ply.index().checked_sub(1)?];
        frame.tried.last().map(|key| frame.legal[key.place()].to())
    }

    /// Makes the generated moves at `ply` ready to be picked, the hash move first.
    pub(super) fn start(&mut self, ply: Ply, hash_move: Option<HashMove>) {
        let frame = &mut self.frames[ply.index()];
        frame.tried.clear();
        frame.keys.clear();
        frame.hash_place =
            hash_move.and_then(|hash| frame.legal.iter().position(|&mv| hash.is(mv)));
    }

    /// Ranks the moves at `ply`.
    fn rank(&mut self, ply: Ply, techniques: &Techniques) {
        let before = self.destination_before(ply).filter(|_| techniques.continuation_history);
        let replies = before.map(|square| &self.replies[square.index()]);
        let Frame { legal, keys, tried, killers, hash_place, .. } = &mut self.frames[ply.index()];
        let killers = if techniques.killers { *killers } else { [None; 2] };
        let hash_place = hash_place.take();
        keys.extend(legal.iter().enumerate().map(|(place, &mv)| {
            let rank = if hash_place == Some(place) {
                HASH_MOVE
            } else if killers[0] == Some(mv) {
                FIRST_KILLER
            } else if killers[1] == Some(mv) {
                SECOND_KILLER
            } else if techniques.history {
                let history = u32::from(self.history.get(mv));
                replies
                    .map_or(history, |replies| u32::midpoint(history, u32::from(replies.get(mv))))
            } else {
                0
            };
            OrderingKey::new(rank, place)
        }));
        // The hash move may have been searched before the ranking.
        tried.iter().for_each(|key| keys[key.place()] = OrderingKey::TRIED);
    }

    /// The best of the moves that have not been tried, which counts as tried from now on; call it once for every move at most, after
    /// [`Ordering::start`].
    #[inline]
    pub(super) fn pick(&mut self, ply: Ply, techniques: &Techniques) -> Move {
        let frame = &mut self.frames[ply.index()];
        if let Some(place) = frame.hash_place.take() {
            frame.tried.push(OrderingKey::new(HASH_MOVE, place));
            return frame.legal[place];
        }
        if frame.keys.is_empty() {
            self.rank(ply, techniques);
        }
        let frame = &mut self.frames[ply.index()];
        let best = frame.best();
        frame.keys[best.place()] = OrderingKey::TRIED;
        frame.tried.push(best);
        frame.legal[best.place()]
    }

    /// The move at `ply` that was tried at this place.
    #[inline]
    pub(super) fn tried(&self, ply: Ply, index: usize) -> Move {
        let frame = &self.frames[ply.index()];
        frame.legal[frame.tried[index].place()]
    }

    /// Learns that the move at place `index` was best at `ply`, after all those before it had been tried.
    #[inline]
    pub(super) fn learn(&mut self, ply: Ply, index: usize) {
        let before = self.destination_before(ply);
        let frame = &mut self.frames[ply.index()];
        let best = frame.legal[frame.tried[index].place()];
        let in_vain = frame.tried[..index].iter().map(|key| frame.legal[key.place()]);
        if let Some(square) = before {
            self.replies[square.index()].learn(best, in_vain.clone());
        }
        self.history.learn(best, in_vain);
        // Captures are compulsory: where one is best, the list holds only captures, and a sibling has others.
        if !best.is_capture() && frame.killers[0] != Some(best) {
            frame.killers = [Some(best), frame.killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{History, fen};

    fn ordered(
        ordering: &mut Ordering,
        position: &Position,
        hash_move: Option<HashMove>,
    ) -> Vec<Move> {
        let count = ordering.generate(position, Ply::ROOT);
        ordering.start(Ply::ROOT, hash_move);
        (0..count).map(|_| ordering.pick(Ply::ROOT, &Techniques::ALL)).collect()
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
    fn the_moves_after_the_hash_move_are_ranked_by_what_its_search_has_taught() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let mut ordering = Ordering::new();
        let count = ordering.generate(&start, Ply::ROOT);
        let hash_move = Some(HashMove::of(legal[7]));
        ordering.start(Ply::ROOT, hash_move);
        let pick = |ordering: &mut Ordering| ordering.pick(Ply::ROOT, &Techniques::ALL);
        assert_eq!(pick(&mut ordering), legal[7]);
        ordering.history.good(legal[4]);
        let left: Vec<Move> = (1..count).map(|_| pick(&mut ordering)).collect();
        assert_eq!(left, [4, 0, 1, 2, 3, 5, 6, 8].map(|i| legal[i]));
    }

    #[test]
    fn a_reply_that_was_best_comes_first_only_after_the_same_move() {
        let start = Position::start();
        let first = Ply::ROOT.next();
        let mut ordering = Ordering::new();
        // Replies after the root's move at a place, in the order in which they are picked.
        let replies = |ordering: &mut Ordering, root: usize, learned: Option<Move>| {
            let count = ordering.generate(&start, Ply::ROOT);
            let root = Some(HashMove::of(MoveList::legal(&start)[root]));
            ordering.start(Ply::ROOT, root);
            let next = start.succ(ordering.pick(Ply::ROOT, &Techniques::ALL));
            let count = count.min(ordering.generate(&next, first));
            let techniques = Techniques { killers: false, ..Techniques::ALL };
            ordering.start(first, learned.map(HashMove::of));
            let picked: Vec<_> = (0..count).map(|_| ordering.pick(first, &techniques)).collect();
            if learned.is_some() {
                ordering.learn(first, 0);
            }
            picked
        };
        let order = replies(&mut ordering, 0, None);
        // One reply is best more often in all, the other always after the root's second move.
        for _ in 0..4 {
            replies(&mut ordering, 0, Some(order[5]));
            replies(&mut ordering, 1, Some(order[7]));
            replies(&mut ordering, 0, Some(order[5]));
        }
        assert_eq!(replies(&mut ordering, 0, None)[0], order[5]);
        assert_eq!(replies(&mut ordering, 1, None)[0], order[7]);
        assert_eq!(replies(&mut ordering, 2, None)[..2], [order[5], order[7]]);
        ordering.forget();
        assert_eq!(replies(&mut ordering, 1, None), order);
    }

    #[test]
    fn captures_over_different_pieces_have_different_hints() {
        // From 48 to 26 over 43 and one of two others.
        let position = fen::read("W:WK48:B43,33,23,13,12,22,32,21").expect("fen");
        let legal = MoveList::legal(&position);
        let pairs = legal.into_iter().flat_map(|a| legal.into_iter().map(move |b| (a, b)));
        let same = pairs.filter(|(a, b)| a != b && HashMove::of(*a) == HashMove::of(*b)).count();
        assert_eq!(same, 0, "{:?}", &*legal);
    }
}
