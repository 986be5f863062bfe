//! A mover: which move is likely to be the best one, before anything is searched (after M. Lai, *Giraffe*, 2015). In place of a network
//! four entries of tables are added for every move, by the squares around it; weights have 16 bits each.

use super::slots::{PARTS, SLOTS, View};
use crate::board::{Move, MoveList, Position, legal_moves};
use crate::engine::{Depth, RankedMove, SearchHook, Techniques};

/// Weights that rank the legal moves of a position.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Mover {
    weights: Vec<i16>,
}

/// The rank of a move that is e times as likely as another lies so much above the other's.
const UNIT: f32 = 4096.0;

impl Mover {
    pub(super) fn of(weights: &[f32]) -> Mover {
        // What does not fit, which is eight times the unit, is the most that does.
        Mover { weights: weights.iter().map(|weight| (weight * UNIT).round() as i16).collect() }
    }

    /// The rank of a legal move among those of the same position: the higher, the likelier it is the best one.
    pub(crate) fn rank_of(&self, position: &Position, mv: Move) -> i32 {
        self.rank_in(&View::of(position), mv)
    }

    #[inline]
    fn rank_in(&self, view: &View, mv: Move) -> i32 {
        view.slots(mv).into_iter().map(|slot| i32::from(self.weights[slot])).sum()
    }
}

/// The whole search, with a mover or without. Techniques are copied everywhere, so that a mover lasts as long as the program.
pub(super) fn techniques(mover: Option<&'static Mover>) -> Techniques {
    Techniques { hook: mover.map(|mover| mover as &dyn SearchHook), ..Techniques::ALL }
}

/// Nearer to the leaves the mover costs a tenth of the speed, and saves no more.
const MIN_DEPTH: Depth = Depth::new(3);

impl SearchHook for Mover {
    fn name(&self) -> &'static str {
        "history"
    }

    fn ranks_at(&self, depth: Depth) -> bool {
        depth >= MIN_DEPTH
    }

    fn rank(&self, position: &Position, moves: &mut [RankedMove]) {
        let view = View::of(position);
        for one in moves.iter_mut().filter(|one| one.is_by_history()) {
            one.rank = with_history(one.rank, self.rank_in(&view, one.mv));
        }
    }
}

/// The rank of a move by history and mover together.
///
/// With half of the mover's rank the best move of 4,000 positions was among the first three in 78.5 %, with all of it in 74.8 %; behind the
/// hash move in 84.3 and 84.0 %. What either is worth in matches could not be told from nothing.
#[inline]
fn with_history(history: u32, rank: i32) -> u32 {
    // In the middle of what is below the killers.
    const MIDDLE: i32 = (RankedMove::KILLER / 2 - RankedMove::MAX_HISTORY / 2) as i32;
    (MIDDLE + history as i32 + rank / 2).clamp(0, RankedMove::KILLER as i32 - 1) as u32
}

/// Thousands of numbers tell nobody anything.
impl std::fmt::Debug for Mover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let used = self.weights.iter().filter(|weight| **weight != 0).count();
        write!(f, "Mover({used} of {SLOTS} weights)")
    }
}

/// A mover that learns. The same examples in the same order give the same weights.
#[derive(Clone, Debug)]
pub(crate) struct MoverLearner {
    weights: Vec<f32>,
    moves: MoveList,
    /// The weights of every move of the last example, and its share less what it should be.
    errors: Vec<([usize; PARTS], f32)>,
}

impl Default for MoverLearner {
    fn default() -> MoverLearner {
        MoverLearner { weights: vec![0.0; SLOTS], moves: MoveList::new(), errors: Vec::new() }
    }
}

impl MoverLearner {
    /// Learns that a legal move is the best one of a position: one step of gradient descent at this rate. Returns how surprising that
    /// was, −ln of the share it had.
    pub(super) fn learn(&mut self, position: &Position, best: Move, rate: f32) -> f32 {
        let loss = self.set_errors(position, best);
        for (slots, error) in &self.errors {
            for &slot in slots {
                self.weights[slot] -= rate * error;
            }
        }
        loss
    }

    /// The mover that has been learned so far.
    pub(super) fn mover(&self) -> Mover {
        Mover::of(&self.weights)
    }

    /// Fills `errors` for an example, and returns its loss.
    fn set_errors(&mut self, position: &Position, best: Move) -> f32 {
        legal_moves(position, &mut self.moves);
        let view = View::of(position);
        self.errors.clear();
        for mv in &self.moves {
            let slots = view.slots(mv);
            self.errors.push((slots, slots.into_iter().map(|slot| self.weights[slot]).sum()));
        }
        let highest = self.errors.iter().fold(f32::MIN, |highest, (_, rank)| highest.max(*rank));
        let sum: f32 = self.errors.iter().map(|(_, rank)| (rank - highest).exp()).sum();
        let mut loss = 0.0;
        for (mv, (_, rank)) in self.moves.into_iter().zip(&mut self.errors) {
            let share = (*rank - highest).exp() / sum;
            if mv == best {
                loss = -share.ln();
            }
            *rank = share - f32::from(u8::from(mv == best));
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn history_and_half_of_the_mover_s_rank_add_up_below_the_killers() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let mut learner = MoverLearner::default();
        for _ in 0..20 {
            learner.learn(&start, legal[6], 0.5);
        }
        let mover = learner.mover();
        let ranks = [RankedMove::HASH_MOVE, RankedMove::KILLER, 0, 100, RankedMove::MAX_HISTORY];
        let mut moves = ranks.map(|rank| RankedMove { rank, mv: legal[6] });
        mover.rank(&start, &mut moves);
        let ranked = moves.map(|one| one.rank);
        assert_eq!(ranked[..2], ranks[..2]);
        assert_eq!(ranked[3] - ranked[2], 100);
        let middle = (RankedMove::KILLER - RankedMove::MAX_HISTORY) / 2;
        assert_eq!(ranked[2] as i32, middle as i32 + mover.rank_of(&start, legal[6]) / 2);
        assert!(ranked[4] < RankedMove::KILLER);
        assert_eq!(with_history(0, i32::MIN), 0);
        assert_eq!(with_history(0, i32::MAX), RankedMove::KILLER - 1);
    }

    fn example(text: &str, index: usize) -> (Position, Move) {
        let position = fen::read(text).expect(text);
        (position, MoveList::legal(&position)[index])
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        for (text, index) in
            [("W:W31-50:B1-20", 3), ("B:W27,34,K48:B1,2,15,K4", 1), ("W:W28,32,37:B22,23", 0)]
        {
            let (position, best) = example(text, index);
            let mut learner = MoverLearner::default();
            for (slot, weight) in learner.weights.iter_mut().enumerate() {
                *weight = (slot as f32 * 0.37).sin();
            }
            learner.set_errors(&position, best);
            let errors = learner.errors.clone();
            let mut slots: Vec<usize> = errors.iter().flat_map(|(slots, _)| *slots).collect();
            slots.sort_unstable();
            slots.dedup();
            for slot in slots {
                let uses = |(slots, error): &([usize; PARTS], f32)| {
                    slots.iter().filter(|used| **used == slot).count() as f32 * error
                };
                let gradient: f32 = errors.iter().map(uses).sum();
                let loss_at = |change: f32| {
                    let mut moved = learner.clone();
                    moved.weights[slot] += change;
                    moved.set_errors(&position, best)
                };
                let difference = (loss_at(0.01) - loss_at(-0.01)) / 0.02;
                assert!(
                    (gradient - difference).abs() < 2e-3,
                    "{text} {slot}: {gradient} {difference}"
                );
            }
        }
    }

    #[test]
    fn what_was_learned_ranks_first_whichever_side_is_to_move() {
        let mut learner = MoverLearner::default();
        let (position, best) = example("W:W31-50:B1-20", 4);
        let first = learner.learn(&position, best, 0.5);
        assert!((first - 9_f32.ln()).abs() < 1e-5);
        for _ in 0..20 {
            learner.learn(&position, best, 0.5);
        }
        assert!(learner.learn(&position, best, 0.5) < 0.2);
        let mover = learner.mover();
        let highest = |position: &Position| {
            let legal = MoveList::legal(position);
            legal.into_iter().max_by_key(|mv| mover.rank_of(position, *mv)).expect("moves")
        };
        assert_eq!(highest(&position), best);
        let turned = highest(&position.mirrored());
        assert_eq!((turned.from(), turned.to()), (best.from().rotated(), best.to().rotated()));
    }

    #[test]
    fn nothing_is_learned_from_a_forced_move() {
        let mut learner = MoverLearner::default();
        let (position, best) = example("W:W28:B22", 0);
        assert_eq!(learner.learn(&position, best, 1.0), 0.0);
        assert!(learner.weights.iter().all(|weight| *weight == 0.0));
    }
}
